// SPDX-License-Identifier: MIT
// first measurement
#include "tests/bench/program.h"
#include "tests/dynamics/long_line.h"
#include <string.h>
static int cmp(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return (x > y) - (x < y); }
int main(int argc, char **argv) {
    const long_line_def d = {.links = atoi(argv[1]), .step = atof(argv[2]), .bar = 0.062, .depth = atof(argv[3]), .pull = atof(argv[4]), .height = atof(argv[5]), .period = 8, .rests = argc > 7};
    double seconds = atof(argv[6]);
    static long_line l;
    long_line_make(&l, &d);
    long_line_settle(&l, atof(getenv("SETTLE")));
    int n = (int)(seconds / d.step);
    double *t = calloc(n, sizeof *t), sum = 0, nw = 0, fac = 0, ev = 0;
    for (int k = 0; k < n; k++) {
        double t0 = now(CLOCK_THREAD_CPUTIME_ID);
        long_line_step(&l);
        t[k] = now(CLOCK_THREAD_CPUTIME_ID) - t0;
        sum += t[k], nw += l.last.newton, fac += l.last.factors, ev += l.last.evaluations;
        if (k % (n / 30) == 0) printf("t %.2f T %.0f N newton %d asleep %d fallen %d woken %d lost %g\n", k * d.step, long_line_tension(&l), l.last.newton, d.rests ? (int)ground_rest_state_of(&l.rest, &l.model, &l.state)->asleep : 0, d.rests ? (int)ground_rest_state_of(&l.rest, &l.model, &l.state)->fallen : 0, d.rests ? (int)ground_rest_state_of(&l.rest, &l.model, &l.state)->woken : 0, d.rests ? ground_rest_state_of(&l.rest, &l.model, &l.state)->lost : 0);
    }
    qsort(t, n, sizeof *t, cmp);
    printf("links %d h %g: mean %.3f ms p50 %.3f p99 %.3f max %.3f; newton %.2f evals %.2f factors %.2f caps %d; %.2f us a link\n", d.links, d.step, 1e3 * sum / n, 1e3 * t[n / 2], 1e3 * t[n * 99 / 100], 1e3 * t[n - 1], nw / n, ev / n, fac / n, l.caps, 1e6 * sum / n / d.links);
    return 0;
}
