// SPDX-License-Identifier: MIT
// Moreau's midpoint rule (Moreau 1988; Leine & Nijmeijer 2004, ch. 9): the gaps are taken half a step
// ahead; the closed ones get percussions P in
//   M (u' - u) = h f + W P,   -(g_N' + e g_N) in N_{R+}(P_N),   -g_T' in N_{[-mu P_N, mu P_N]}(P_T),
// solved row by row (projected Gauss-Seidel) until no percussion changes. Coordinates: x, y of the sleeve, angles.
#include "tests/validation/reference/woodpecker.h"
#include <math.h>
#include <string.h>

enum { DOF = 4, CONTACTS = 5, SWEEPS = 20000 };

// M, the force f and for each contact its gap and the rows of its normal and tangential velocity.
typedef struct terms {
    double m[DOF][DOF], f[DOF];
    double gap[CONTACTS], n[CONTACTS][DOF], t[CONTACTS][DOF], e[CONTACTS];
    int contacts;
} terms;

const pecker_data pecker_leine = {.r_pole = 0.0025,
                                  .r_sleeve = 0.0031,
                                  .h_sleeve = 0.0058,
                                  .l_hinge = 0.010,
                                  .l_centre = 0.015,
                                  .l_beak = 0.0201,
                                  .h_beak = 0.02,
                                  .tip = 0,
                                  .m_sleeve = 3e-4,
                                  .m_bird = 4.5e-3,
                                  .j_sleeve = 5e-9,
                                  .j_bird = 7e-7,
                                  .stiffness = 0.0056,
                                  .g = 9.81,
                                  .e_beak = 0.5,
                                  .e_sleeve = 0,
                                  .mu = 0.3};

// A contact of a point with a face of the pole whose outward normal is sign × x; row: of the point's x and y.
static void add_contact(terms *k, double gap, double sign, const double rx[DOF], const double ry[DOF], double e) {
    int c = k->contacts++;
    k->gap[c] = gap;
    k->e[c] = e;
    for (int i = 0; i < DOF; i++) k->n[c][i] = sign * rx[i], k->t[c][i] = ry[i];
}

// Small angles: the bird's weight and the beak act at constant levers. The sleeve has one contact for each direction of
// tilt, both to the right of the pole, and does not move across it (the mass matrix holds x).
static void linear_terms(const pecker_data *d, const double q[DOF], terms *k) {
    double mg = d->m_bird * d->g, spring = d->stiffness * (q[2] - q[3]);
    const double m[DOF][DOF] = {{1, 0, 0, 0},
                                {0, d->m_bird + d->m_sleeve, d->m_bird * d->l_hinge, d->m_bird * d->l_centre},
                                {0, d->m_bird * d->l_hinge, d->j_sleeve + d->m_bird * d->l_hinge * d->l_hinge,
                                 d->m_bird * d->l_hinge * d->l_centre},
                                {0, d->m_bird * d->l_centre, d->m_bird * d->l_hinge * d->l_centre,
                                 d->j_bird + d->m_bird * d->l_centre * d->l_centre}};
    const double f[DOF] = {0, -mg - d->m_sleeve * d->g, -mg * d->l_hinge - spring, -mg * d->l_centre + spring};
    double far = d->l_hinge + d->l_centre - d->l_beak, play = d->r_sleeve - d->r_pole;
    const double bx[DOF] = {0, 0, 0, -d->h_beak}, by[DOF] = {0, 1, d->l_hinge, d->l_centre - d->l_beak};
    const double lower[DOF] = {0, 0, d->h_sleeve, 0}, upper[DOF] = {0, 0, -d->h_sleeve, 0},
                 side[DOF] = {0, 1, d->r_sleeve, 0};
    memcpy(k->m, m, sizeof m);
    memcpy(k->f, f, sizeof f);
    add_contact(k, far - d->r_pole - d->h_beak * q[3], 1, bx, by, d->e_beak);
    add_contact(k, play + d->h_sleeve * q[2], 1, lower, side, d->e_sleeve);
    add_contact(k, play - d->h_sleeve * q[2], 1, upper, side, d->e_sleeve);
}

// A point (a, b) of the sleeve's frame.
static void sleeve_corner(const pecker_data *d, const double q[DOF], double a, double b, terms *k) {
    double c = cos(q[2]), s = sin(q[2]), sign = a > 0 ? 1 : -1;
    const double rx[DOF] = {1, 0, -a * s - b * c, 0}, ry[DOF] = {0, 1, a * c - b * s, 0};
    add_contact(k, sign * (q[0] + a * c - b * s) - d->r_pole, sign, rx, ry, d->e_sleeve);
}

// The tip's centre is (a, b) from the bird's centre of mass; it touches with its leftmost point.
static void beak(const pecker_data *d, const double q[DOF], terms *k) {
    double a = d->l_centre - d->l_beak + d->tip, b = d->h_beak, c = cos(q[3]), s = sin(q[3]);
    double x = q[0] + d->l_hinge * cos(q[2]) + a * c - b * s;
    const double rx[DOF] = {1, 0, -d->l_hinge * sin(q[2]), -a * s - b * c},
                 ry[DOF] = {0, 1, d->l_hinge * cos(q[2]), a * c - b * s - d->tip};
    add_contact(k, x - d->tip - d->r_pole, 1, rx, ry, d->e_beak);
}

static void full_terms(const pecker_data *d, const double q[DOF], const double u[DOF], terms *k) {
    double sm = sin(q[2]), cm = cos(q[2]), sb = sin(q[3]), cb = cos(q[3]), spring = d->stiffness * (q[2] - q[3]);
    // the bird's centre of mass: rows of its x and y, and the part of its acceleration from the speeds
    const double gx[DOF] = {1, 0, -d->l_hinge * sm, -d->l_centre * sb},
                 gy[DOF] = {0, 1, d->l_hinge * cm, d->l_centre * cb};
    double ax = -d->l_hinge * cm * u[2] * u[2] - d->l_centre * cb * u[3] * u[3],
           ay = -d->l_hinge * sm * u[2] * u[2] - d->l_centre * sb * u[3] * u[3];
    const double own[DOF] = {d->m_sleeve, d->m_sleeve, d->j_sleeve, d->j_bird};
    for (int i = 0; i < DOF; i++) {
        for (int j = 0; j < DOF; j++) k->m[i][j] = d->m_bird * (gx[i] * gx[j] + gy[i] * gy[j]) + (i == j ? own[i] : 0);
        k->f[i] = -d->m_bird * (gx[i] * ax + gy[i] * (ay + d->g));
    }
    k->f[1] -= d->m_sleeve * d->g;
    k->f[2] -= spring;
    k->f[3] += spring;
    beak(d, q, k);
    for (int i = 0; i < 4; i++)
        sleeve_corner(d, q, i & 1 ? -d->r_sleeve : d->r_sleeve, i & 2 ? -d->h_sleeve : d->h_sleeve, k);
}

// m⁻¹ in place, by Gauss-Jordan; m is symmetric and positive definite.
static void invert(double m[DOF][DOF]) {
    for (int k = 0; k < DOF; k++) {
        double pivot = 1 / m[k][k];
        m[k][k] = 1;
        for (int j = 0; j < DOF; j++) m[k][j] *= pivot;
        for (int i = 0; i < DOF; i++) {
            if (i == k) continue;
            double by = m[i][k];
            m[i][k] = 0;
            for (int j = 0; j < DOF; j++) m[i][j] -= by * m[k][j];
        }
    }
}

static double dot(const double a[DOF], const double b[DOF]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static void times(double m[DOF][DOF], const double x[DOF], double y[DOF]) {
    for (int i = 0; i < DOF; i++) y[i] = dot(m[i], x);
}

// A percussion along row r (with M⁻¹ r in mr) such that the relative velocity becomes `wanted`, within its bounds;
// returns by how much the velocity moved.
static double strike(const double r[DOF], const double mr[DOF], double wanted, double low, double high, double *p,
                     double u[DOF]) {
    double g = dot(r, mr), was = *p;
    *p = fmin(fmax(was + (wanted - dot(r, u)) / g, low), high);
    for (int i = 0; i < DOF; i++) u[i] += (*p - was) * mr[i];
    return fabs(*p - was) * g;
}

// Percussions of the closed contacts and their effect on the velocity.
typedef struct solution {
    double mn[CONTACTS][DOF], mt[CONTACTS][DOF]; // M⁻¹ times their rows
    double p[CONTACTS][2];                       // normal and tangential percussion
} solution;

// Changes u so that each normal velocity is at least wanted[c]. A percussion acts only at equality and is at least
// least[c]. Each tangential velocity becomes zero within the limit of friction. Returns the change of the last sweep.
static double solve(const pecker_data *d, const terms *k, const double wanted[CONTACTS], const double least[CONTACTS],
                    solution *x, double u[DOF]) {
    double move = 0;
    for (int c = 0; c < k->contacts; c++) {
        x->p[c][0] = least[c], x->p[c][1] = 0;
        for (int i = 0; i < DOF; i++) u[i] += least[c] * x->mn[c][i];
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        move = 0;
        for (int c = 0; c < k->contacts; c++) {
            if (k->gap[c] > 0) continue;
            move = fmax(move, strike(k->n[c], x->mn[c], wanted[c], least[c], INFINITY, &x->p[c][0], u));
            double bound = d->mu * x->p[c][0];
            move = fmax(move, strike(k->t[c], x->mt[c], 0, -bound, bound, &x->p[c][1], u));
        }
        if (move < 1e-14) break;
    }
    return move;
}

// Changes u to the velocity after the step. Newton's law of impact, one phase: normal velocity -e times that before.
// Poisson's law, two phases: the contacts come to rest, then each returns at least e times its percussion (Pfeiffer &
// Glocker 1996, ch. 8).
static double percussions(const pecker_data *d, const terms *k, const pecker_run *r, double u[DOF],
                          double p[CONTACTS][2]) {
    const double zero[CONTACTS] = {0};
    double m[DOF][DOF], df[DOF], newton[CONTACTS] = {0}, back[CONTACTS] = {0};
    solution x, y;
    memcpy(m, k->m, sizeof m);
    invert(m);
    for (int c = 0; c < k->contacts; c++) {
        if (!r->poisson) newton[c] = -k->e[c] * dot(k->n[c], u);
        times(m, k->n[c], x.mn[c]);
        times(m, k->t[c], x.mt[c]);
    }
    times(m, k->f, df);
    for (int i = 0; i < DOF; i++) u[i] += r->h * df[i];
    double left = solve(d, k, newton, zero, &x, u);
    memcpy(p, x.p, sizeof x.p);
    if (!r->poisson) return left;
    for (int c = 0; c < k->contacts; c++) back[c] = k->e[c] * x.p[c][0];
    y = x;
    left = fmax(left, solve(d, k, zero, back, &y, u));
    for (int c = 0; c < k->contacts; c++) p[c][0] += y.p[c][0], p[c][1] += y.p[c][1];
    return left;
}

void pecker_add_state(pecker_watch *w, pecker_answer *a, double t, double y, double sleeve, double bird,
                      double w_sleeve, double w_bird) {
    if (t > 0 && w->bird < 0 && bird >= 0) {
        double part = w->bird / (w->bird - bird), at = w->t + part * (t - w->t), height = w->y + part * (y - w->y);
        if (w->begun && a->cycles < PECKER_CYCLES) {
            w->now.period = at - w->now.begin;
            w->now.drop = w->y_begin - height;
            a->cycle[a->cycles++] = w->now;
        }
        w->begun = true;
        w->y_begin = height;
        w->now = (pecker_cycle){.begin = at,
                                .sleeve = {sleeve, sleeve},
                                .bird = {bird, bird},
                                .w_sleeve = {w_sleeve, w_sleeve},
                                .w_bird = {w_bird, w_bird}};
    }
    double *range[4] = {w->now.sleeve, w->now.bird, w->now.w_sleeve, w->now.w_bird};
    const double x[4] = {sleeve, bird, w_sleeve, w_bird};
    for (int i = 0; i < 4; i++) range[i][0] = fmin(range[i][0], x[i]), range[i][1] = fmax(range[i][1], x[i]);
    if (t >= a->points * PECKER_SAMPLE && a->points < PECKER_POINTS)
        a->path[a->points++] = (pecker_point){t, sleeve, bird, w_sleeve, w_bird};
    w->t = t, w->y = y, w->bird = bird;
}

void pecker_solve(const pecker_data *d, const pecker_run *r, pecker_answer *a) {
    double q[DOF] = {0, r->start[0], r->start[1], r->start[2]}, u[DOF] = {0, r->speed[0], r->speed[1], r->speed[2]};
    pecker_watch watch = {0};
    bool touched = false;
    long steps = lround(r->duration / r->h);
    memset(a, 0, sizeof *a);
    for (long n = 1; n <= steps; n++) {
        double p[CONTACTS][2];
        terms k = {0};
        for (int i = 0; i < DOF; i++) q[i] += 0.5 * r->h * u[i];
        if (r->linear)
            linear_terms(d, q, &k);
        else
            full_terms(d, q, u, &k);
        a->left = fmax(a->left, percussions(d, &k, r, u, p));
        for (int i = 0; i < DOF; i++) q[i] += 0.5 * r->h * u[i];
        pecker_add_state(&watch, a, (double)n * r->h, q[1], q[2], q[3], u[2], u[3]);
        if (p[0][0] > 0 && !touched && a->beaks < 256) a->beak[a->beaks++] = (double)n * r->h;
        touched = p[0][0] > 0;
    }
}
