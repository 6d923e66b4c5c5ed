// SPDX-License-Identifier: MIT
// Prints the table of the drag tests: anchors, soils, sizes, uplift, beside the published figures.
#include "tests/validation/drag_cases.h"
#include <string.h>

enum { SIZES = 3, UPLIFTS = 4 };
static const double size[SIZES] = {1500, 6414, 20000}, uplift[UPLIFTS] = {0, 5, 10, 15};

static double flukes_of(int soil) { return soil == DRAG_SAND ? 10 : 20; }

static double row(int anchor, int soil, double mass, bool open) {
    drag_def d = drag_case(anchor, soil, mass, flukes_of(soil));
    d.open = open;
    const drag_result r = drag_run(&d);
    const double fluke = d.anchor->tip * cbrt(mass / drag_reference), most = r.most / r.weight,
                 published = drag_published_holding(anchor, soil, mass);
    printf("| %s | %s | %g | %s | %.2f | %.2f | %.2f | %+.0f %% | %.1f | %.2f | %.2f | %.0f | %d |\n", d.anchor->name,
           drag_soil_name[soil], mass / 1000, open ? "open" : "flat", most, r.steady / r.weight, published,
           100 * (most / published - 1), r.full / fluke, r.tip / fluke, r.pin / fluke, r.hinge / drag_degree, r.caps);
    fflush(stdout);
    return r.most;
}
int main(int argc, char **argv) {
    for (int a = 0; a < DRAG_ANCHORS; a++)
        for (int s = 0; s < DRAG_SOILS; s++)
            for (int k = 0; k < SIZES; k++)
                for (int open = 0; open < 2; open++)
                    if (argc < 2 || k == 1) row(a, s, size[k], open);
    (void)argv, (void)uplift;
    return 0;
}
