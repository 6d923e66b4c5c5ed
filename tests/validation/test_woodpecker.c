// SPDX-License-Identifier: MIT
// The woodpecker toy: the shipped scenario, with elastic contact, against rigid bodies with impacts
// (reference/woodpecker.c), and both against the literature.
//
// In the linearised model the sleeve has one contact at a time, and the law of impact does not matter. With the full
// kinematics and a sleeve that moves across the pole, the sleeve touches at two corners at once while the beak knocks.
// Then Newton's and Poisson's laws of impact give different cycles: 126 and 140 ms. Elastic contact stores the energy
// of an impact and returns a part of it, as in Poisson's law. So Poisson's law is the reference, and the distance
// between the two laws measures the uncertainty of a rigid model.
#include "rt/mechanism/mechanism.h"
#include "rt/world/world.h"
#include "tests/validation/ledger.h" // before sim.h, which declares the same names

#include "rt/sim/sim.h"
#include "tests/check.h"
#include "tests/validation/reference/woodpecker.h"
#include <string.h>

#define DEG (180 / 3.14159265358979323846)
#define FILE_OF_CASE "config/scenarios/contact/woodpecker.yaml"

enum { SETTLED = 2 }; // cycles left out until the toy is in its limit cycle

static sim s;
static pecker_answer answer;

// A run of the scenario: parameters and results.
typedef struct study {
    double h;       // step [s]
    int substeps;   // at most
    double stiffer; // than in the file, both contacts
    pecker_cycle mean;
    double spread; // standard deviation of the periods [s]
    double cpu;    // [s]
    int divided, capped;
} study;

// The mean cycle after the first ones, and the spread of its period.
static pecker_cycle mean_cycle(const pecker_answer *a, double *spread) {
    pecker_cycle m = {0};
    double square = 0, n = a->cycles - SETTLED;
    assert_true(n >= 3);
    for (int i = SETTLED; i < a->cycles; i++) {
        const pecker_cycle *c = &a->cycle[i];
        m.period += c->period / n, m.drop += c->drop / n;
        for (int k = 0; k < 2; k++) {
            m.sleeve[k] += c->sleeve[k] / n, m.bird[k] += c->bird[k] / n;
            m.w_sleeve[k] += c->w_sleeve[k] / n, m.w_bird[k] += c->w_bird[k] / n;
        }
    }
    for (int i = SETTLED; i < a->cycles; i++) square += pow(a->cycle[i].period - m.period, 2);
    *spread = sqrt(square / n);
    return m;
}

static void watch_state(pecker_watch *w, double t) {
    const mechanism *k = mechanism_of(&s);
    const dyn_eval e = dyn_eval_at(&s.model, &s.state);
    vec3 c = s.state.q[k->point[0]], hinge = s.state.q[k->point[1]], bird = s.state.q[k->point[2]];
    pecker_add_state(w, &answer, t, c.z, atan2(hinge.z - c.z, hinge.x - c.x), atan2(bird.z - hinge.z, bird.x - hinge.x),
                     -dyn_body_omega(&e, k->body[0]).y, -dyn_body_omega(&e, k->body[1]).y);
}

// The shipped scenario; h = 0: with its step.
static void run(study *r, double duration) {
    scenario sc;
    rt_diag d = {0};
    pecker_watch watch = {0};
    if (scenario_load(HAWSE_SOURCE_DIR "/" FILE_OF_CASE, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    if (r->h > 0)
        sc.solver.step = r->h, sc.solver.substeps = r->substeps;
    else
        r->h = sc.solver.step, r->substeps = sc.solver.substeps;
    for (int k = 0; k < sc.model.materials.n; k++) {
        contact_material *m = &sc.model.materials.item[k].law;
        m->stiffness *= r->stiffer;
        m->impact_damping *= sqrt(r->stiffer); // the same damping ratio
    }
    if (sim_create(&s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    memset(&answer, 0, sizeof answer);
    double from = ledger_cpu();
    for (long n = 1; n <= lround(duration / r->h); n++) {
        assert_true(sim_frame(&s, &(rt_command){0}, NULL));
        watch_state(&watch, (double)n * r->h);
    }
    r->cpu = ledger_cpu() - from;
    r->mean = mean_cycle(&answer, &r->spread);
    r->divided = (int)s.counters.divided, r->capped = (int)s.counters.cap_hits;
    sim_destroy(&s);
    scenario_free(&sc);
}

static void print_cycle(const char *name, const pecker_cycle *c, double spread) {
    print_message(
        "%-34s period %.2f ms (+- %.2f), drop %.2f mm, sleeve %.2f .. %.2f deg, bird %.2f .. %.2f deg, sleeve "
        "%.1f .. %.1f rad/s, bird %.2f .. %.2f rad/s\n",
        name, 1e3 * c->period, 1e3 * spread, 1e3 * c->drop, DEG * c->sleeve[0], DEG * c->sleeve[1], DEG * c->bird[0],
        DEG * c->bird[1], c->w_sleeve[0], c->w_sleeve[1], c->w_bird[0], c->w_bird[1]);
}

// The two cycles after the first ones, over time and as angular velocity over angle.
static void plot(const ledger *l, const char *name) {
    static double x[5][PECKER_POINTS];
    double begin = answer.cycle[SETTLED].begin, end = begin + 2 * answer.cycle[SETTLED].period;
    int n = 0;
    for (int i = 0; i < answer.points; i++) {
        const pecker_point *p = &answer.path[i];
        if (p->t < begin || p->t > end) continue;
        const double v[5] = {p->t - begin, DEG * p->sleeve, DEG * p->bird, p->w_sleeve, p->w_bird};
        for (int k = 0; k < 5; k++) x[k][n] = v[k];
        n++;
    }
    ledger_curve(l, "angle of the bird", name, "time in the cycle [s]", "angle [deg]", x[0], x[2], n);
    ledger_curve(l, "angle of the sleeve", name, "time in the cycle [s]", "angle [deg]", x[0], x[1], n);
    ledger_curve(l, "angular velocity of the bird", name, "angle [deg]", "angular velocity [rad/s]", x[2], x[4], n);
    ledger_curve(l, "angular velocity of the sleeve", name, "angle [deg]", "angular velocity [rad/s]", x[1], x[3], n);
}

// l: ledger for the curves; NULL: none. The scenario's beak has a tip of 0.5 mm, and the toy starts without overlap:
// any start leads into the cycle.
static pecker_cycle rigid(const ledger *l, bool linear, bool poisson, double h, const char *name) {
    pecker_data d = pecker_leine;
    pecker_run r = {.linear = linear,
                    .poisson = poisson,
                    .h = h,
                    .duration = 1.5,
                    .start = {0, -0.1, -0.2788},
                    .speed = {-0.3411, 0, -7.4583}};
    double spread;
    d.tip = 5e-4;
    pecker_solve(&d, &r, &answer);
    assert_true(answer.left < 1e-9);
    pecker_cycle c = mean_cycle(&answer, &spread);
    print_cycle(name, &c, spread);
    if (l) plot(l, name);
    return c;
}

// The linearised model, from the published start: times of the beak's impacts as Siconos' example has them.
static void test_linearised(void **state) {
    (void)state;
    ledger l = ledger_begin("woodpecker, linearised", "the toy of Leine et al. by Moreau's time-stepping", "");
    const pecker_run r = {
        .linear = true, .h = 2e-5, .duration = 1, .start = {0, -0.1036, -0.2788}, .speed = {-0.3411, 0, -7.4583}};
    pecker_solve(&pecker_leine, &r, &answer);
    double spread;
    pecker_cycle c = mean_cycle(&answer, &spread);
    print_cycle("linearised, Newton, 20 us", &c, spread);
    ledger_row(&l, "first impact of the beak", "s", 0.08104, "Siconos, WoodPecker, h = 20 us", answer.beak[0], 5e-6);
    ledger_row(&l, "second impact of the beak", "s", 0.22710, "Siconos, WoodPecker, h = 20 us", answer.beak[1], 5e-6);
    ledger_row(&l, "period", "s", 0.146, "Leine et al. 2003, three digits", c.period, 5e-4);
    ledger_row(&l, "largest angle of the bird", "deg", 30, "Pournaras et al., 4.1, from Leine et al., two digits",
               -DEG * c.bird[0], 0.5);
    ledger_row(&l, "largest angle of the sleeve", "deg", 6, "Pournaras et al., 4.1, from Leine et al., one digit",
               -DEG * c.sleeve[0], 0.5);
    ledger_end(&l);
}

static double between(double a, double b, double share) { return share * fabs(a - b); }

// Checks the scenario against Poisson's law p, given Newton's n. Where the laws differ, the limit is a fifth of their
// distance. The least angular velocity of the sleeve is its recoil from the beak's knock, which depends on the contacts
// within the impact: the test only asks for a value nearer to Poisson's than to Newton's.
static void against_rigid(ledger *l, const pecker_cycle *c, const pecker_cycle *p, const pecker_cycle *n) {
    static const char law[] = "rigid bodies, full kinematics, Moreau, Poisson's law of impact";
    ledger_row(l, "period", "s", p->period, law, c->period, between(p->period, n->period, 0.2));
    ledger_row(l, "drop in a cycle", "m", p->drop, law, c->drop, between(p->drop, n->drop, 0.2));
    ledger_row(l, "least angle of the bird", "deg", DEG * p->bird[0], law, DEG * c->bird[0],
               DEG * between(p->bird[0], n->bird[0], 0.2));
    // the beak yields by d_max: (5/4 m v²/K)^(2/5) with m = J/h_beak² and v = 17 rad/s h_beak, which is 0.1 deg
    double mass = pecker_leine.j_bird / pow(pecker_leine.h_beak, 2), v = 17 * pecker_leine.h_beak;
    double gives = pow(1.25 * mass * v * v / 1e7, 0.4) / pecker_leine.h_beak;
    ledger_row(l, "largest angle of the bird", "deg", DEG * p->bird[1], law, DEG * c->bird[1], DEG * gives);
    ledger_row(l, "least angle of the sleeve", "deg", DEG * p->sleeve[0], law, DEG * c->sleeve[0], 0.05);
    ledger_row(l, "largest angle of the sleeve", "deg", DEG * p->sleeve[1], law, DEG * c->sleeve[1],
               DEG * between(p->sleeve[1], n->sleeve[1], 0.2));
    ledger_row(l, "least angular velocity of the bird", "rad/s", p->w_bird[0], law, c->w_bird[0],
               between(p->w_bird[0], n->w_bird[0], 0.5));
    ledger_row(l, "largest angular velocity of the bird", "rad/s", p->w_bird[1], law, c->w_bird[1],
               between(p->w_bird[1], n->w_bird[1], 0.2));
    ledger_row(l, "least angular velocity of the sleeve", "rad/s", p->w_sleeve[0], law, c->w_sleeve[0],
               between(p->w_sleeve[0], n->w_sleeve[0], 0.5));
    ledger_row(l, "largest angular velocity of the sleeve", "rad/s", p->w_sleeve[1], law, c->w_sleeve[1],
               between(p->w_sleeve[1], n->w_sleeve[1], 0.2));
}

// The papers: extremes of about 30 and 6 degrees; against the linearised model the bird's upper limit is slightly
// greater and its lower one slightly smaller, the sleeve's hardly differ.
static void against_papers(ledger *l, const pecker_cycle *c, const pecker_cycle *linear) {
    ledger_row(l, "largest swing of the bird", "deg", 30, "Pournaras et al., 4.1, two digits", -DEG * c->bird[0], 1);
    ledger_row(l, "largest tilt of the sleeve", "deg", 6, "Pournaras et al., 4.1, one digit", -DEG * c->sleeve[0], 0.5);
    double upper = DEG * (c->bird[1] - linear->bird[1]), lower = DEG * (c->bird[0] - linear->bird[0]);
    print_message(
        "full against linearised: bird's upper limit %+.2f deg, lower %+.2f, sleeve's %+.2f and %+.2f; period "
        "%+.2f ms, drop %+.2f mm\n",
        upper, lower, DEG * (c->sleeve[1] - linear->sleeve[1]), DEG * (c->sleeve[0] - linear->sleeve[0]),
        1e3 * (c->period - linear->period), 1e3 * (c->drop - linear->drop));
    assert_true(upper > 0.2 && upper < 2);
    assert_true(lower > 0.2 && lower < 2);
    for (int k = 0; k < 2; k++) CHECK_NEAR(DEG * c->sleeve[k], DEG * linear->sleeve[k], 0.5);
}

static void print_study(study *r, int n) {
    for (int i = 0; i < n; i++) {
        char name[64];
        snprintf(name, sizeof name, "step %g us, up to %d parts, K x %g", 1e6 * r[i].h, r[i].substeps, r[i].stiffer);
        print_cycle(name, &r[i].mean, r[i].spread);
        print_message("%34s CPU %.2f s, %d steps in parts, %d at the cap\n", "", r[i].cpu, r[i].divided, r[i].capped);
    }
}

// Period and drop of the scenario in the README's table, to its one digit.
static void check_table(const pecker_cycle *c, double spread) {
    static const char row[] = "| scenario, 4 µs in up to 8 parts |";
    FILE *f = fopen(HAWSE_SOURCE_DIR "/tests/validation/README.md", "r");
    char line[512] = "";
    double period, more_or_less, drop;
    assert_non_null(f);
    while (fgets(line, sizeof line, f) && strncmp(line, row, strlen(row)) != 0) {}
    fclose(f);
    assert_int_equal(sscanf(line + strlen(row), " %lf ± %lf | %lf |", &period, &more_or_less, &drop), 3);
    CHECK_NEAR(period, 1e3 * c->period, 0.0501);
    CHECK_NEAR(more_or_less, 1e3 * spread, 0.0501);
    CHECK_NEAR(drop, 1e3 * c->drop, 0.0501);
}

static void test_cycle(void **state) {
    (void)state;
    ledger l = ledger_begin("woodpecker", "the toy on its pole, in its limit cycle", FILE_OF_CASE);
    const pecker_cycle linear = rigid(&l, true, false, 1e-5, "rigid, linearised, Newton"),
                       newton = rigid(&l, false, false, 1e-5, "rigid, full, Newton"),
                       poisson = rigid(&l, false, true, 1e-5, "rigid, full, Poisson"),
                       finer = rigid(NULL, false, true, 5e-6, "rigid, full, Poisson, half the step");
    CHECK_NEAR(finer.period, poisson.period, 2e-4);
    study shipped = {.stiffer = 1};
    run(&shipped, 1.5);
    print_study(&shipped, 1);
    check_table(&shipped.mean, shipped.spread);
    plot(&l, "scenario");
    against_rigid(&l, &shipped.mean, &poisson, &newton);
    against_papers(&l, &shipped.mean, &linear);
    ledger_row(&l, "spread of the period from cycle to cycle", "s", 0, "a limit cycle repeats itself", shipped.spread,
               0.01 * poisson.period);
    ledger_end(&l);
}

// The cycle does not change with half and quarter steps, ten times the stiffness, or steps in parts.
static void test_convergence(void **state) {
    (void)state;
    ledger l = ledger_begin("woodpecker, convergence", "the toy with other steps and stiffnesses", FILE_OF_CASE);
    study r[] = {{.h = 16e-6, .substeps = 1, .stiffer = 1}, {.h = 16e-6, .substeps = 8, .stiffer = 1},
                 {.h = 8e-6, .substeps = 1, .stiffer = 1},  {.h = 8e-6, .substeps = 8, .stiffer = 1},
                 {.h = 4e-6, .substeps = 1, .stiffer = 1},  {.h = 2e-6, .substeps = 1, .stiffer = 1},
                 {.h = 1e-6, .substeps = 1, .stiffer = 1},  {.h = 8e-6, .substeps = 1, .stiffer = 0.1},
                 {.h = 5e-7, .substeps = 1, .stiffer = 10}};
    enum { RUNS = sizeof r / sizeof r[0], FINEST = 6 };
    double h[FINEST + 1], period[FINEST + 1];
    int n = 0;
    for (int i = 0; i < RUNS; i++) run(&r[i], r[i].h < 1.5e-6 ? 1.0 : 1.5);
    print_study(r, RUNS);
    for (int i = 0; i <= FINEST; i++)
        if (r[i].substeps == 1) h[n] = 1e6 * r[i].h, period[n++] = 1e3 * r[i].mean.period;
    ledger_curve(&l, "period", "whole steps", "step [us]", "period [ms]", h, period, n);
    ledger_row(&l, "period at 2 us", "s", r[FINEST].mean.period, "step of 1 us", r[5].mean.period, 5e-4);
    ledger_row(&l, "period at 4 us", "s", r[FINEST].mean.period, "step of 1 us", r[4].mean.period, 1e-3);
    ledger_row(&l, "period with ten times the stiffness", "s", r[FINEST].mean.period, "stiffness of the file",
               r[8].mean.period, 1e-3);
    // 16 µs in parts: the cycles scatter by less than half of what they do in whole steps
    assert_true(r[1].divided > 100 && r[0].divided == 0);
    assert_true(r[1].spread < 0.5 * r[0].spread);
    ledger_end(&l);
}

int main(int argc, char **argv) {
    const struct CMUnitTest few[] = {cmocka_unit_test(test_linearised), cmocka_unit_test(test_cycle)},
                            many[] = {cmocka_unit_test(test_convergence)};
    if (argc == 2 && strcmp(argv[1], "--long") == 0) return cmocka_run_group_tests(many, NULL, NULL);
    return cmocka_run_group_tests(few, NULL, NULL);
}
