// SPDX-License-Identifier: MIT
// Sums the anchor's blows on the hull.
#include "rt/judge/blows.h"
#include <math.h>

// Duration of a blow [s]. Half a period of the anchor on its contact is pi sqrt(6414 kg / 2e9 N/m) = 5.6 ms with the
// default stiffness, and 56 ms with a hundredth of it.
#define BLOW_S 0.05

void blows_update(blows *b, int impacts, double force_n, double h_s) {
    if (impacts > 0) {
        if (b->left == 0) b->peak_n = b->last_n;
        b->left = (int)ceil(BLOW_S / h_s);
    }
    b->last_n = force_n;
    if (b->left == 0) return;
    b->left--;
    if (force_n <= b->peak_n) return;
    b->sum_n += force_n - b->peak_n;
    b->peak_n = force_n;
}
