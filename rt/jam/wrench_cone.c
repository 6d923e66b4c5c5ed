// SPDX-License-Identifier: MIT
// Finds the distance of a load from the wrench cone by an active-set method.
#include "rt/jam/wrench_cone.h"
#include <math.h>

enum { ROWS = CONTACT_CONE_ROWS, ITERATIONS = 80 };

#define INSIDE 1e-10    // residual / load below which the load lies in the cone
#define ALIGNED 1e-10   // cosine between residual and generator below which the generator does not help
#define DEPENDENT 1e-10 // smallest part of a generator outside the span of the others

static double dot(const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < ROWS; i++) sum += a[i] * b[i];
    return sum;
}

static double norm(const double *a) { return sqrt(dot(a, a)); }

static void set_row(double *row, vec3 force, vec3 moment, double about_hinge) {
    row[0] = force.x, row[1] = force.y, row[2] = force.z;
    row[3] = moment.x, row[4] = moment.y, row[5] = moment.z;
    row[6] = about_hinge;
}

static void wrench_of_force(const contact_cone *c, vec3 force, vec3 at, bool second, double *row) {
    if (c->forces_only) {
        set_row(row, force, vec3_make(0, 0, 0), 0);
        return;
    }
    vec3 moment = vec3_scale(1 / c->length, vec3_cross(vec3_sub(at, c->about), force));
    double turns = second ? vec3_dot(c->axis, vec3_cross(vec3_sub(at, c->hinge), force)) / c->length : 0;
    set_row(row, force, moment, turns);
}

contact_load contact_cone_reaction(const contact_cone *c, vec3 force, vec3 at, bool second) {
    contact_load l;
    wrench_of_force(c, vec3_scale(-1, force), at, second, l.row);
    return l;
}

contact_load contact_load_madd(contact_load a, double s, contact_load b) {
    for (int i = 0; i < ROWS; i++) a.row[i] += s * b.row[i];
    return a;
}

// Writes to row the wrench of the point's force, of normal component 1, that has the largest dot product with r.
static void best_wrench_of_point(const contact_cone *c, const contact_cone_point *p, double mu, const double *r,
                                 double *row) {
    vec3 gain = vec3_make(r[0], r[1], r[2]); // gradient of r . wrench with respect to the force
    if (!c->forces_only) {
        vec3 moment = vec3_make(r[3], r[4], r[5]);
        gain = vec3_madd(gain, 1 / c->length, vec3_cross(moment, vec3_sub(p->at, c->about)));
        if (p->second) gain = vec3_madd(gain, r[6] / c->length, vec3_cross(c->axis, vec3_sub(p->at, c->hinge)));
    }
    vec3 along = vec3_unit(vec3_madd(gain, -vec3_dot(gain, p->normal), p->normal));
    wrench_of_force(c, vec3_madd(p->normal, mu, along), p->at, p->second, row);
}

// Finds the unit generator of the cone at the smallest angle to r; false if none is at less than a right angle.
static bool find_best_generator(const contact_cone *c, const double *r, double mu_factor, double *row) {
    double most = ALIGNED * norm(r), trial[ROWS];
    bool found = false;
    for (int k = 0; k <= c->n; k++) {
        if (k < c->n)
            best_wrench_of_point(c, &c->point[k], mu_factor * c->point[k].mu, r, trial);
        else if (c->stop != 0 && !c->forces_only)
            set_row(trial, vec3_make(0, 0, 0), vec3_make(0, 0, 0), c->stop);
        else
            break;
        double size = norm(trial), helps = size > 0 ? dot(trial, r) / size : 0;
        if (!(helps > most)) continue;
        most = helps;
        found = true;
        for (int i = 0; i < ROWS; i++) row[i] = trial[i] / size;
    }
    return found;
}

// Active generators with their weights.
typedef struct active_set {
    double row[ROWS][ROWS], x[ROWS];
    int n;
} active_set;

// Finds the least-squares weights s of the generators for b by Gram-Schmidt, applied twice; false if the generators are
// dependent.
static bool solve_weights(const active_set *a, const double *b, double *s) {
    double q[ROWS][ROWS], r[ROWS][ROWS] = {{0}};
    for (int j = 0; j < a->n; j++) {
        for (int i = 0; i < ROWS; i++) q[j][i] = a->row[j][i];
        for (int twice = 0; twice < 2; twice++)
            for (int k = 0; k < j; k++) {
                double part = dot(q[k], q[j]);
                r[k][j] += part;
                for (int i = 0; i < ROWS; i++) q[j][i] -= part * q[k][i];
            }
        r[j][j] = norm(q[j]);
        if (r[j][j] < DEPENDENT) return false;
        for (int i = 0; i < ROWS; i++) q[j][i] /= r[j][j];
    }
    for (int j = a->n - 1; j >= 0; j--) {
        s[j] = dot(q[j], b);
        for (int k = j + 1; k < a->n; k++) s[j] -= r[j][k] * s[k];
        s[j] /= r[j][j];
    }
    return true;
}

static void drop_generator(active_set *a, int j) {
    a->n--;
    for (; j < a->n; j++) {
        a->x[j] = a->x[j + 1];
        for (int i = 0; i < ROWS; i++) a->row[j][i] = a->row[j + 1][i];
    }
}

// Moves to the least-squares weights and drops each generator whose weight would become negative; false if the
// generators are dependent.
static bool update_weights(active_set *a, const double *b) {
    double s[ROWS];
    while (a->n > 0) {
        if (!solve_weights(a, b, s)) return false;
        double step = 1;
        int first = -1;
        for (int j = 0; j < a->n; j++)
            if (s[j] <= 0) {
                double to = a->x[j] / (a->x[j] - s[j]);
                if (first < 0 || to < step) first = j, step = to;
            }
        for (int j = 0; j < a->n; j++) a->x[j] += (first < 0 ? 1 : step) * (s[j] - a->x[j]);
        if (first < 0) return true;
        drop_generator(a, first);
    }
    return true;
}

double contact_cone_distance(const contact_cone *c, const contact_load *load, double mu_factor) {
    active_set a = {.n = 0};
    double left[ROWS], size = norm(load->row), best = size;
    if (!(size > 0)) return 0;
    for (int i = 0; i < ROWS; i++) left[i] = load->row[i];
    for (int k = 0; k < ITERATIONS && a.n < ROWS; k++) {
        if (!find_best_generator(c, left, mu_factor, a.row[a.n])) break;
        a.x[a.n++] = 0;
        if (!update_weights(&a, load->row)) break;
        for (int i = 0; i < ROWS; i++) {
            left[i] = load->row[i];
            for (int j = 0; j < a.n; j++) left[i] -= a.x[j] * a.row[j][i];
        }
        bool nearer = norm(left) < best;
        if (nearer) best = norm(left);
        if (!nearer || best < INSIDE * size) break;
    }
    return best / size;
}
