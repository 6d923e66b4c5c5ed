// SPDX-License-Identifier: MIT
#include "tests/validation/study.h"
#include "rt/mechanism/mechanism.h"
#include "rt/sim/sim.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <string.h>
#include <time.h>

static sim s;

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The shipped scenario with this step and tolerance; one pass of the projections, as in the file.
static void start(const study_def *def, double h, scenario *sc) {
    char path[512];
    rt_diag d = {0};
    snprintf(path, sizeof path, HAWSE_SOURCE_DIR "/config/scenarios/iftomm/%s.yaml", def->file);
    if (scenario_load(path, false, sc, &d) != RT_OK) fail_msg("%s", d.text);
    sc->solver.step = h;
    sc->solver.tolerance = def->tolerance;
    if (sim_create(&s, sc, &d) != RT_OK) fail_msg("%s", d.text);
}

static const scenario_record *column(const scenario *sc, const char *name) {
    for (int k = 0; k < sc->model.records.n; k++)
        if (strcmp(sc->model.records.item[k].name.text, name) == 0) return &sc->model.records.item[k];
    fail_msg("no column %s", name);
    return NULL;
}

static double value(const scenario_record *r) { return mechanism_column_value(mechanism_of(&s), r, &s.state, &s.step); }

static void step(void) { assert_true(sim_frame(&s, &(rt_command){0}, NULL)); }

// Runs with observation of every step; returns the hash of the last state.
static uint64_t observed(const study_def *def, study_run *r) {
    scenario sc;
    start(def, r->h, &sc);
    const scenario_record *energy = def->energy ? column(&sc, def->energy) : NULL;
    const scenario_record *turned = def->turned ? column(&sc, def->turned) : NULL;
    long step_number = 0;
    for (int i = 0; i < def->times; i++) {
        long last = lround(def->time[i] / r->h);
        CHECK_NEAR((double)last * r->h, def->time[i], 1e-12);
        for (; step_number < last; step_number++) {
            step();
            if (energy) r->energy = fmax(r->energy, fabs(value(energy) - (turned ? def->torque * value(turned) : 0)));
        }
        double square = 0;
        for (int c = 0; c < def->columns; c++) {
            double x = r->value[i][c] = value(column(&sc, def->column[c])), e = x - def->reference[i][c];
            if (c < def->in_error) square += e * e;
        }
        r->error[i] = sqrt(square);
        r->error_all = hypot(r->error_all, r->error[i]);
    }
    r->newton = (double)s.counters.newton / (double)step_number;
    r->capped = (int)s.counters.cap_hits;
    uint64_t hash = sim_hash(&s);
    sim_destroy(&s);
    scenario_free(&sc);
    return hash;
}

// The same run without observation, for its CPU time; returns the hash of the last state.
static uint64_t timed(const study_def *def, study_run *r) {
    scenario sc;
    start(def, r->h, &sc);
    long steps = lround(def->time[def->times - 1] / r->h);
    double from = cpu_seconds();
    for (long k = 0; k < steps; k++) step();
    r->cpu = cpu_seconds() - from;
    uint64_t hash = sim_hash(&s);
    sim_destroy(&s);
    scenario_free(&sc);
    return hash;
}

static double extrapolated(const study *st, int k, int i, int c) {
    double fine = st->run[k].value[i][c], coarse = st->run[k - 1].value[i][c];
    return fine + (fine - coarse) / 3;
}

static void extrapolate(study *st) {
    int last = st->def->last;
    for (int i = 0; i < st->def->times; i++)
        for (int c = 0; c < st->def->columns; c++) {
            double x = st->limit[i][c] = extrapolated(st, last, i, c);
            st->limit_spread[i] = fmax(st->limit_spread[i], fabs(x - extrapolated(st, last - 1, i, c)));
            st->limit_error[i] = fmax(st->limit_error[i], fabs(x - st->def->reference[i][c]));
        }
}

void study_make(study *st, const study_def *def) {
    assert_in_range(def->runs, 3, STUDY_RUNS);
    assert_in_range(def->first, 1, def->last - 1);
    assert_in_range(def->last, 2, def->runs - 1);
    *st = (study){.def = def};
    double h = def->h;
    for (int k = 0; k < def->runs; k++, h /= 2) {
        st->run[k].h = h;
        uint64_t hash = observed(def, &st->run[k]);
        assert_true(hash == timed(def, &st->run[k]));
    }
    extrapolate(st);
}

double study_order_energy(const study *st, int k) { return log2(st->run[k - 1].energy / st->run[k].energy); }

double study_order_all(const study *st, int k) { return log2(st->run[k - 1].error_all / st->run[k].error_all); }

double study_order_at(const study *st, int k, int i) { return log2(st->run[k - 1].error[i] / st->run[k].error[i]); }

static void print_order(FILE *f, int k, double order) {
    if (k > 0)
        fprintf(f, " %.2f |", order);
    else
        fprintf(f, " |");
}

// Prints the runs that count for the order in bold.
static void print_ladder(const study *st, FILE *f) {
    const study_def *def = st->def;
    fprintf(f, "| h [µs] | CPU [s] | Newton | capped |");
    if (def->energy) fprintf(f, " energy [J] | order |");
    for (int i = 0; i < def->times; i++) fprintf(f, " error, %g s |", def->time[i]);
    fprintf(f, " order |\n|--:|--:|--:|--:|");
    for (int i = def->energy ? -2 : 0; i <= def->times; i++) fprintf(f, "--:|");
    for (int k = 0; k < def->runs; k++) {
        const study_run *r = &st->run[k];
        const char *bold = k >= def->first && k <= def->last ? "**" : "";
        fprintf(f, "\n| %s%.6g%s | %.4f | %.2f | %d |", bold, 1e6 * r->h, bold, r->cpu, r->newton, r->capped);
        if (def->energy) {
            fprintf(f, " %.3e |", r->energy);
            print_order(f, k, k > 0 ? study_order_energy(st, k) : 0);
        }
        for (int i = 0; i < def->times; i++) fprintf(f, " %.2e |", r->error[i]);
        print_order(f, k, k > 0 ? study_order_all(st, k) : 0);
    }
    fprintf(f, "\n\n");
}

static void print_limits(const study *st, FILE *f) {
    const study_def *def = st->def;
    fprintf(f, "| t [s] |");
    for (int c = 0; c < def->columns; c++) fprintf(f, " %s |", def->column[c]);
    fprintf(f, " spread | off the reference |\n|--:|");
    for (int c = 0; c < def->columns + 2; c++) fprintf(f, "--:|");
    for (int i = 0; i < def->times; i++) {
        fprintf(f, "\n| %g |", def->time[i]);
        for (int c = 0; c < def->columns; c++) fprintf(f, " %.11g |", st->limit[i][c]);
        fprintf(f, " %.1e | %.1e |", st->limit_spread[i], st->limit_error[i]);
    }
    fprintf(f, "\n\n");
}

void study_print(const study *st, FILE *f) {
    fprintf(f, "## %s\n\n", st->def->title);
    print_ladder(st, f);
    print_limits(st, f);
}
