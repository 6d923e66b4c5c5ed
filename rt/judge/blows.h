// SPDX-License-Identifier: MIT
// Running total of the anchor's blows on the hull. A blow of stiff steel lasts milliseconds, so a reader that samples
// the force would miss most blows; a total misses none.
#ifndef HAWSE_RT_JUDGE_BLOWS_H
#define HAWSE_RT_JUDGE_BLOWS_H

typedef struct blows {
    double sum_n;  // sum over all blows of the rise of the largest contact force above its value before the blow [N]
    double peak_n; // peak force of the current blow [N]
    double last_n; // force of the previous step [N]
    int left;      // steps until the current blow ends
} blows;

// Updates the total by a step of h_s: its number of new impacts, and the largest normal force between anchor and hull
// [N]. Frame thread.
void blows_update(blows *b, int impacts, double force_n, double h_s);

#endif
