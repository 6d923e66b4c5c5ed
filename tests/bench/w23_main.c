// SPDX-License-Identifier: MIT
// Runs W2 or W3 in the linked code and prints one line of JSON: time per step, contacts, depth, force.
#include "tests/bench/program.h"
#include "tests/bench/w23.h"
#include <string.h>

#define HIGH_PASS 10.0 // [Hz]
#define STATISTICS 4.0 // start of the force statistics [s]

static const char usage[] =
    "usage: %s --workload w2|w3 [--list] [--method NAME] [--data DIR] [--hull 20k|100k] [--h SECONDS] [--seconds S]\n"
    "          [--stiffness K] [--v-stick V] [--csv FILE]\n"
    "Runs the workload and prints one line of JSON.\n"
    "  --list         print workloads and methods and exit\n"
    "  --data DIR     folder of the meshes w2_*.obj (.)\n"
    "  --h, --seconds step (0.001) and length of the motion (w2: 30, w3: 10)\n"
    "  --stiffness K  of contact; --v-stick V: of friction [m/s] (the code's own)\n"
    "  --csv FILE     write force, contact force, contacts, depth, gap, flukes and time of every step\n";

typedef struct options {
    w23_setup setup;
    const char *workload, *method, *csv;
    double seconds;
    int list;
} options;

typedef struct record {
    double us; // thread CPU time of the step
    w23_sample s;
} record;

static options read_options(int argc, char **argv) {
    options o = {.setup = {.data = ".", .hull = "20k", .h = 1e-3}, .workload = "w2"};
    for (int k = 1; k < argc; k++) {
        const char *name = argv[k], *value = k + 1 < argc ? argv[k + 1] : NULL;
        if (!strcmp(name, "--list")) {
            o.list = 1;
            continue;
        }
        k++;
        if (!strcmp(name, "--workload") && value)
            o.workload = value;
        else if (!strcmp(name, "--method") && value)
            o.method = value;
        else if (!strcmp(name, "--data") && value)
            o.setup.data = value;
        else if (!strcmp(name, "--hull") && value)
            o.setup.hull = value;
        else if (!strcmp(name, "--csv") && value)
            o.csv = value;
        else if (!strcmp(name, "--h"))
            o.setup.h = positive(name, value);
        else if (!strcmp(name, "--seconds"))
            o.seconds = positive(name, value);
        else if (!strcmp(name, "--stiffness"))
            o.setup.stiffness = positive(name, value);
        else if (!strcmp(name, "--v-stick"))
            o.setup.v_stick = positive(name, value);
        else {
            fprintf(stderr, usage, argv[0]);
            exit(2);
        }
    }
    if (o.seconds == 0) o.seconds = strcmp(o.workload, "w2") ? 10 : 30;
    return o;
}

static const w23_code *find_code(const options *o) {
    for (const w23_code *const *c = w23_codes; *c; c++)
        if (!strcmp((*c)->workload, o->workload) && (!o->method || !strcmp((*c)->method, o->method))) return *c;
    return NULL;
}

static int compare_values(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The `part` quantile of the step times from step `from` on; `sorted` is scratch.
static double quantile(const record *r, long from, long n, double part, double *sorted) {
    for (long k = from; k < n; k++) sorted[k - from] = r[k].us;
    qsort(sorted, (size_t)(n - from), sizeof *sorted, compare_values);
    long at = (long)(part * (double)(n - from));
    return sorted[at < n - from ? at : n - from - 1];
}

// Second-order Butterworth high-pass by the bilinear rule, in place, initially at rest at the first value.
static void high_pass(double *x, long n, long stride, double h) {
    double w = tan(3.14159265358979323846 * HIGH_PASS * h), d = 1 + sqrt(2) * w + w * w;
    double b = 1 / d, a1 = 2 * (w * w - 1) / d, a2 = (1 - sqrt(2) * w + w * w) / d;
    double x1 = x[0], x2 = x[0], y1 = 0, y2 = 0;
    for (long k = 0; k < n; k++) {
        double in = x[k * stride], y = b * (in - 2 * x1 + x2) - a1 * y1 - a2 * y2;
        x2 = x1, x1 = in, y2 = y1, y1 = y;
        x[k * stride] = y;
    }
}

// Root mean square above 10 Hz; filtering forward and backward leaves no phase. Overwrites x.
static double noise(double *x, long n, double h) {
    if (n < 2) return 0;
    high_pass(x, n, 1, h);
    high_pass(x + n - 1, n, -1, h);
    double sum = 0;
    for (long k = 0; k < n; k++) sum += x[k] * x[k];
    return sqrt(sum / (double)n);
}

static void print_report(const options *o, const record *r, long n, double *x) {
    long third = n - n / 3, from = lround(STATISTICS / o->setup.h);
    if (from > n) from = n;
    double contacts = 0, depth = 0, later = 0, gap = 0, force = 0;
    int most = 0;
    for (long k = 0; k < n; k++) {
        contacts += r[k].s.contacts;
        most = r[k].s.contacts > most ? r[k].s.contacts : most;
        depth = fmax(depth, r[k].s.depth);
        gap = fmax(gap, r[k].s.gap);
        if (k >= from) force += r[k].s.force, later = fmax(later, r[k].s.depth);
    }
    printf(", \"median_us\": %.3f, \"p99_us\": %.3f", quantile(r, 0, n, 0.5, x), quantile(r, 0, n, 0.99, x));
    printf(", \"late_median_us\": %.3f, \"late_p99_us\": %.3f", quantile(r, third, n, 0.5, x),
           quantile(r, third, n, 0.99, x));
    printf(", \"contacts_mean\": %.3f, \"contacts_max\": %d, \"depth_mm\": %.4f, \"gap_mm\": %.3e, \"later_depth_mm\": "
           "%.4f",
           contacts / (double)n, most, 1e3 * depth, 1e3 * gap, 1e3 * later);
    printf(", \"force_mean_kn\": %.4f", n > from ? 1e-3 * force / (double)(n - from) : 0);
    for (long k = from; k < n; k++) x[k - from] = r[k].s.force;
    printf(", \"force_noise_kn\": %.5f", 1e-3 * noise(x, n - from, o->setup.h));
    for (long k = from; k < n; k++) x[k - from] = r[k].s.contact;
    printf(", \"contact_noise_kn\": %.5f", 1e-3 * noise(x, n - from, o->setup.h));
    printf(", \"flukes\": [%.6f, %.6f, %.6f]", r[n - 1].s.x[0], r[n - 1].s.x[1], r[n - 1].s.x[2]);
}

static int write_csv(const options *o, const record *r, long n) {
    FILE *f = o->csv ? fopen(o->csv, "w") : NULL;
    if (!f) return o->csv ? 1 : 0;
    fprintf(f, "t,force,contact,contacts,depth,gap,x,y,z,us\n");
    for (long k = 0; k < n; k++)
        fprintf(f, "%.6f,%.3f,%.3f,%d,%.4e,%.3e,%.6f,%.6f,%.6f,%.2f\n", (double)(k + 1) * o->setup.h, r[k].s.force,
                r[k].s.contact, r[k].s.contacts, r[k].s.depth, r[k].s.gap, r[k].s.x[0], r[k].s.x[1], r[k].s.x[2],
                r[k].us);
    return fclose(f) != 0;
}

// Runs and times each of n steps. Returns the number of steps with a finite state.
static long run_steps(const w23_code *code, void *self, record *r, long n) {
    for (long k = 0; k < n; k++) {
        double from = now(CLOCK_THREAD_CPUTIME_ID);
        code->step(self);
        r[k].us = 1e6 * (now(CLOCK_THREAD_CPUTIME_ID) - from);
        code->sample(self, &r[k].s);
        if (!r[k].s.finite) return k;
    }
    return n;
}

int main(int argc, char **argv) {
    options o = read_options(argc, argv);
    if (o.list) {
        for (const w23_code *const *c = w23_codes; *c; c++) printf("%s %s\n", (*c)->workload, (*c)->method);
        return 0;
    }
    const w23_code *code = find_code(&o);
    if (!code) {
        fprintf(stderr, "--method: %s has no method \"%s\" for %s; --list prints its methods\n", w23_code_name,
                o.method ? o.method : "", o.workload);
        return 2;
    }
    long n = lround(fmax(o.seconds / o.setup.h, 1));
    record *r = calloc((size_t)n, sizeof *r);
    double *scratch = calloc((size_t)n, sizeof *scratch);
    void *self = r && scratch ? code->create(&o.setup) : NULL;
    if (!self) {
        fprintf(stderr, "cannot set up %s %s\n", w23_code_name, code->method);
        return 1;
    }
    long done = run_steps(code, self, r, n);
    printf("{\"code\": \"%s\", \"workload\": \"%s\", \"method\": \"%s\", \"hull\": \"%s\", \"h\": %g, \"steps\": %ld",
           w23_code_name, code->workload, code->method, o.setup.hull, o.setup.h, done);
    if (done > 0) print_report(&o, r, done, scratch);
    printf(", \"finite\": %s}\n", done == n ? "true" : "false");
    int failed = write_csv(&o, r, done);
    code->destroy(self);
    free(r);
    free(scratch);
    return failed || done < n;
}
