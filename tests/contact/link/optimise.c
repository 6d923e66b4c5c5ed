// SPDX-License-Identifier: MIT
// Dopico et al. 2012 §5.1 with the corrections of its misprints: unknowns are the weights mu of the triangle's edges
// e1, e2 (not normalised: better scaled), p = p0 + mu1 e1 + mu2 e2, constraints phi = A mu - b >= 0 are the triangle's
// three sides and the primitive's slab. An active-set method passes from one working set to the next. On each set the
// cylinder is a quadratic programme (eq. 43), and the half torus takes Newton steps of the augmented Lagrangian (eqs.
// 56, 57). Where the torus' Hessian is indefinite (inside the ring), its eigenvalues are made positive, so every step
// descends. Several starts find the several minima.
#include "tests/contact/link/optimise.h"

enum { SIDES = 3, CONSTRAINTS = 5, CORNERS = 8, STEPS = 200, HALVINGS = 40, MULTIPLIERS = 30, ARC_STARTS = 9 };
static const double PENALTY = 1e3;    // alpha over the largest curvature
static const double EXACT = 1e-14;    // of the working set, in weights of the edges
static const double STILL = 1e-13;    // a step shorter than this share of R counts as none,
static const double GAIN = 1e-22;     // and one that gains less than this share of R² of the squared distance
static const double SAME = 1e-7;      // minima closer than this share of R are one
static const double ROUNDING = 4e-16; // of the objective
static const double FLOOR = 1e-15;    // least curvature kept, over the largest
static const double LEVEL = 1e-13;    // a slope below this share of the largest possible one is none
static const double BEYOND = 4;       // weights of the edges beyond the triangle from any point of it
static const double NEGATIVE = -1e-9; // multipliers below this share of the gradient's size are negative

typedef struct problem {
    const contact_link_shape *s;
    int primitive;
    vec3 p0, e1, e2;
    int n;                    // constraints
    double a[CONSTRAINTS][2]; // phi_i = a_i . mu + b_i
    double b[CONSTRAINTS];
    unsigned fixed; // constraints held as equations throughout
} problem;

typedef struct iterate {
    double mu[2];
    unsigned active;
    double lambda[CONSTRAINTS];
} iterate;

static vec3 at(const problem *o, const double mu[2]) { return vec3_madd(vec3_madd(o->p0, mu[0], o->e1), mu[1], o->e2); }

// Scales the constraint to a gradient of length 1, so one penalty suits all. A side of the slab parallel to the plane
// has no gradient and keeps its value.
static void add_constraint(problem *o, double a0, double a1, double b) {
    double size = hypot(a0, a1), scale = size > FLOOR * fabs(b) ? 1 / size : 0;
    o->a[o->n][0] = scale * a0;
    o->a[o->n][1] = scale * a1;
    o->b[o->n++] = scale > 0 ? scale * b : b;
}

// Constraint k < 3 holds on edge k, which runs from corner k.
static problem make_problem(const contact_link_shape *s, int primitive, const vec3 p[3], unsigned fixed) {
    problem o = {.s = s, .primitive = primitive, .p0 = p[0], .fixed = fixed};
    o.e1 = vec3_sub(p[1], p[0]);
    o.e2 = vec3_sub(p[2], p[0]);
    add_constraint(&o, 0, 1, 0);
    add_constraint(&o, -1, -1, 1);
    add_constraint(&o, 1, 0, 0);
    if (primitive < 2) { // |pz| <= h
        add_constraint(&o, -o.e1.z, -o.e2.z, s->half - p[0].z);
        add_constraint(&o, o.e1.z, o.e2.z, s->half + p[0].z);
    } else { // ±pz >= h
        double sign = primitive == 2 ? 1 : -1;
        add_constraint(&o, sign * o.e1.z, sign * o.e2.z, sign * p[0].z - s->half);
    }
    return o;
}

static double phi(const problem *o, int i, const double mu[2]) {
    return o->a[i][0] * mu[0] + o->a[i][1] * mu[1] + o->b[i];
}

// Squared distance to the generatrix (eqs. 29, 48), its gradient and Hessian in mu (eqs. 44, 45, 58 - 62).
static double objective(const problem *o, const double mu[2], double g[2], double h[2][2]) {
    vec3 p = at(o, mu), grad;
    const vec3 e[2] = {o->e1, o->e2};
    double f, across[2] = {0, 0}, k1 = 1, bend = 0;
    if (o->primitive < 2) {
        double x = p.x - (o->primitive == 0 ? o->s->radius : -o->s->radius);
        f = x * x + p.y * p.y;
        grad = vec3_make(2 * x, 2 * p.y, 0);
    } else {
        double z = p.z - (o->primitive == 2 ? o->s->half : -o->s->half), x = p.x, rho = sqrt(x * x + z * z);
        if (rho < FLOOR * o->s->radius) x = rho = FLOOR * o->s->radius; // on the axis all directions are equivalent
        k1 = 1 - o->s->radius / rho;
        bend = o->s->radius / (rho * rho * rho);
        f = p.y * p.y + (rho - o->s->radius) * (rho - o->s->radius);
        grad = vec3_make(2 * k1 * x, 2 * p.y, 2 * k1 * z);
        for (int i = 0; i < 2; i++) across[i] = x * e[i].x + z * e[i].z;
    }
    for (int i = 0; i < 2; i++) {
        g[i] = vec3_dot(grad, e[i]);
        for (int j = 0; j < 2; j++) {
            double flat = o->primitive < 2 ? e[i].x * e[j].x : k1 * (e[i].x * e[j].x + e[i].z * e[j].z);
            h[i][j] = 2 * (flat + e[i].y * e[j].y + bend * across[i] * across[j]);
        }
    }
    return f;
}

// Eigenvalues l and unit vectors v of a symmetric matrix.
static void compute_eigenvalues(double h[2][2], double l[2], double v[2][2]) {
    double mean = 0.5 * (h[0][0] + h[1][1]), half = 0.5 * (h[0][0] - h[1][1]), r = hypot(half, h[0][1]);
    double angle = 0.5 * atan2(h[0][1], half);
    l[0] = mean + r;
    l[1] = mean - r;
    v[0][0] = cos(angle), v[0][1] = sin(angle);
    v[1][0] = -v[0][1], v[1][1] = v[0][0];
}

// Step to the minimum along a direction of curvature `curve` and slope `slope`. Parallel to the generatrix the
// objective is constant: no step. Where only the curvature is lost in rounding, as in needles, the step leads to the
// triangle's border.
static double along(double slope, double curve, double most_slope, double most_curve) {
    if (curve > FLOOR * most_curve) return -slope / curve;
    return fabs(slope) <= LEVEL * most_slope ? 0 : slope > 0 ? -BEYOND : BEYOND;
}

// Step of (43): the minimum on the working set, in the null space of its constraints; f is the objective here.
static void quadratic_step(const problem *o, const iterate *x, double f, const double g[2], double h[2][2],
                           double step[2]) {
    double most_slope = sqrt(f * (h[0][0] + h[1][1])), most_curve = h[0][0] + h[1][1];
    step[0] = step[1] = 0;
    int count = 0, which = 0;
    for (int i = 0; i < o->n; i++)
        if (x->active >> i & 1) count++, which = i;
    if (count >= 2) return;
    if (count == 1) {
        double t[2] = {-o->a[which][1], o->a[which][0]};
        double curve = t[0] * (h[0][0] * t[0] + h[0][1] * t[1]) + t[1] * (h[1][0] * t[0] + h[1][1] * t[1]);
        double length = along(g[0] * t[0] + g[1] * t[1], curve, most_slope, most_curve);
        step[0] = length * t[0];
        step[1] = length * t[1];
        return;
    }
    double l[2], v[2][2];
    compute_eigenvalues(h, l, v);
    for (int k = 0; k < 2; k++) {
        double length = along(g[0] * v[k][0] + g[1] * v[k][1], l[k], most_slope, most_curve);
        step[0] += length * v[k][0];
        step[1] += length * v[k][1];
    }
}

// Multipliers of the working set at its minimum: A* ^T lambda = gradient, the first row of (43).
static void quadratic_multipliers(const problem *o, iterate *x, const double g[2]) {
    int at[2] = {-1, -1}, count = 0;
    for (int i = 0; i < o->n; i++)
        if (x->active >> i & 1 && count < 2) at[count++] = i;
    if (count == 1) {
        const double *a = o->a[at[0]];
        x->lambda[at[0]] = (a[0] * g[0] + a[1] * g[1]) / (a[0] * a[0] + a[1] * a[1]);
    } else if (count == 2) {
        const double *a = o->a[at[0]], *b = o->a[at[1]];
        double det = a[0] * b[1] - a[1] * b[0];
        x->lambda[at[0]] = (g[0] * b[1] - g[1] * b[0]) / det;
        x->lambda[at[1]] = (a[0] * g[1] - a[1] * g[0]) / det;
    }
}

// Removes the components of the step across the working set.
static void project_step(const problem *o, const iterate *x, double step[2]) {
    int count = 0;
    for (int i = 0; i < o->n; i++) {
        if (!(x->active >> i & 1)) continue;
        const double *a = o->a[i];
        double outside = a[0] * step[0] + a[1] * step[1];
        step[0] -= outside * a[0];
        step[1] -= outside * a[1];
        count++;
    }
    if (count > 1) step[0] = step[1] = 0; // a corner
}

// Newton step of the augmented Lagrangian (56) with its outer iteration of the multipliers (57). The working set holds
// at x, so that phi* = A* step.
static void lagrangian_step(const problem *o, iterate *x, const double g[2], double h[2][2], double step[2]) {
    double l[2], v[2][2], positive[2][2];
    compute_eigenvalues(h, l, v);
    double most = fmax(fabs(l[0]), fabs(l[1])), alpha = PENALTY * most;
    for (int k = 0; k < 2; k++) l[k] = fmax(fabs(l[k]), FLOOR * most);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) positive[i][j] = l[0] * v[0][i] * v[0][j] + l[1] * v[1][i] * v[1][j];
    for (int i = 0; i < o->n; i++)
        for (int r = 0; r < 2 && x->active >> i & 1; r++)
            for (int c = 0; c < 2; c++) positive[r][c] += alpha * o->a[i][r] * o->a[i][c];
    double det = positive[0][0] * positive[1][1] - positive[0][1] * positive[1][0];
    step[0] = step[1] = 0;
    if (!(det > 0)) return;
    for (int k = 0; k < MULTIPLIERS; k++) {
        double r[2] = {-g[0], -g[1]};
        for (int i = 0; i < o->n; i++)
            for (int c = 0; c < 2 && x->active >> i & 1; c++) r[c] += x->lambda[i] * o->a[i][c];
        step[0] = (positive[1][1] * r[0] - positive[0][1] * r[1]) / det;
        step[1] = (positive[0][0] * r[1] - positive[1][0] * r[0]) / det;
        double violation = 0;
        for (int i = 0; i < o->n; i++) {
            if (!(x->active >> i & 1)) continue;
            double outside = o->a[i][0] * step[0] + o->a[i][1] * step[1];
            violation = fmax(violation, fabs(outside));
            x->lambda[i] -= alpha * outside;
        }
        if (violation <= EXACT) break;
    }
    project_step(o, x, step);
}

// Share of the step, at most 1, at which the first slack constraint becomes active; *blocking: that constraint (-1:
// none).
static double share_until_blocked(const problem *o, const iterate *x, const double step[2], int *blocking) {
    double most = 1, size = fabs(step[0]) + fabs(step[1]);
    *blocking = -1;
    for (int i = 0; i < o->n; i++) {
        double rate = o->a[i][0] * step[0] + o->a[i][1] * step[1];
        if (x->active >> i & 1 || rate >= -1e-12 * size * (fabs(o->a[i][0]) + fabs(o->a[i][1]))) continue;
        double t = fmax(0, phi(o, i, x->mu) / -rate);
        if (t >= most) continue;
        most = t;
        *blocking = i;
    }
    return most;
}

// Moves by the part of the step that descends and that the constraints allow; false: no gain.
static bool move_along(const problem *o, iterate *x, double f, const double g[2], const double step[2]) {
    int blocking;
    double t = share_until_blocked(o, x, step, &blocking), slope = g[0] * step[0] + g[1] * step[1], unused[2],
           none[2][2];
    for (int k = 0; k < HALVINGS; k++, t *= 0.5, blocking = -1) {
        const double mu[2] = {x->mu[0] + t * step[0], x->mu[1] + t * step[1]};
        if (t > 0 && objective(o, mu, unused, none) > f * (1 + ROUNDING) + 1e-4 * t * slope) continue;
        bool moved = mu[0] != x->mu[0] || mu[1] != x->mu[1];
        x->mu[0] = mu[0];
        x->mu[1] = mu[1];
        if (blocking >= 0) x->active |= 1u << blocking;
        return moved || blocking >= 0;
    }
    return false;
}

// Releases the active constraint of the most negative multiplier (eq. 41); false: there is none.
static bool release_constraint(const problem *o, iterate *x, const double g[2]) {
    int worst = -1;
    double least = NEGATIVE * (fabs(g[0]) + fabs(g[1]));
    for (int i = 0; i < o->n; i++)
        if ((x->active & ~o->fixed) >> i & 1 && x->lambda[i] < least) {
            least = x->lambda[i];
            worst = i;
        }
    if (worst < 0) return false;
    x->active &= ~(1u << worst);
    x->lambda[worst] = 0;
    return true;
}

// Iterates from x to a point that satisfies the conditions of Karush, Kuhn and Tucker (eqs. 39 - 42); false: the limit
// of iterations was reached.
static bool minimise(const problem *o, iterate *x, double *f, int *iterations) {
    double g[2], h[2][2], step[2], still = STILL * o->s->radius, gain = GAIN * o->s->radius * o->s->radius;
    x->active = o->fixed;
    for (int i = 0; i < CONSTRAINTS; i++) x->lambda[i] = 0;
    for (int k = 0; k < STEPS; k++, ++*iterations) {
        *f = objective(o, x->mu, g, h);
        if (o->primitive < 2)
            quadratic_step(o, x, *f, g, h, step);
        else
            lagrangian_step(o, x, g, h, step);
        bool moved = vec3_norm(vec3_madd(vec3_scale(step[0], o->e1), step[1], o->e2)) > still &&
                     -(g[0] * step[0] + g[1] * step[1]) > gain;
        if (moved && move_along(o, x, *f, g, step)) continue;
        if (o->primitive < 2) quadratic_multipliers(o, x, g);
        if (!release_constraint(o, x, g)) return true;
    }
    return false;
}

// Clips the triangle, or the fixed edge, to the slab: a polygon in mu. Returns the number of its corners.
static int clip_part(const problem *o, double corner[CORNERS][2]) {
    const double whole[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    int n = 0;
    for (int k = 0; k < 3; k++)
        if (!o->fixed || o->fixed >> k & 1 || o->fixed >> (k + 2) % 3 & 1) {
            corner[n][0] = whole[k][0];
            corner[n++][1] = whole[k][1];
        }
    for (int i = SIDES; i < o->n; i++) {
        double out[CORNERS][2];
        int m = 0;
        for (int k = 0; k < n; k++) {
            const double *a = corner[k], *b = corner[(k + 1) % n];
            double u = phi(o, i, a), w = phi(o, i, b);
            if (u >= 0 && m < CORNERS) out[m][0] = a[0], out[m++][1] = a[1];
            if ((u >= 0) == (w >= 0) || m == CORNERS) continue;
            double t = u / (u - w);
            for (int c = 0; c < 2; c++) out[m][c] = a[c] + t * (b[c] - a[c]);
            m++;
        }
        for (n = 0; n < m; n++) corner[n][0] = out[n][0], corner[n][1] = out[n][1];
    }
    return n;
}

// The polygon's point nearest to c, as mu.
static void nearest_in_part(const problem *o, double corner[CORNERS][2], int n, vec3 c, double mu[2]) {
    double best = INFINITY, least = INFINITY, most = 0; // signed distances of the foot from the polygon's sides
    vec3 normal = vec3_cross(o->e1, o->e2), w = vec3_sub(c, o->p0);
    double q = vec3_norm2(normal);
    double foot[2] = {q > 0 ? vec3_dot(vec3_cross(w, o->e2), normal) / q : 0,
                      q > 0 ? vec3_dot(vec3_cross(o->e1, w), normal) / q : 0};
    for (int k = 0; k < n; k++) {
        const double *a = corner[k], *b = corner[(k + 1) % n];
        double side = (b[0] - a[0]) * (foot[1] - a[1]) - (b[1] - a[1]) * (foot[0] - a[0]);
        least = fmin(least, side);
        most = fmax(most, side);
        vec3 x = at(o, a), e = vec3_sub(at(o, b), x);
        double e2 = vec3_norm2(e), t = e2 > 0 ? fmin(1, fmax(0, vec3_dot(vec3_sub(c, x), e) / e2)) : 0;
        double d = vec3_norm2(vec3_sub(vec3_madd(x, t, e), c));
        if (d >= best) continue;
        best = d;
        for (int i = 0; i < 2; i++) mu[i] = a[i] + t * (b[i] - a[i]);
    }
    if (n < 3 || q == 0 || !(least >= 0 && most > 0)) return; // outside, or the polygon is a point or a line
    mu[0] = foot[0];
    mu[1] = foot[1];
}

// Starts: the middle of the part. For a half torus also the part's corners, and its points nearest to places along the
// generatrix, each in the basin of a minimum there. The cylinder is convex: one start is enough.
static int make_starts(const problem *o, bool one, double start[][2]) {
    double corner[CORNERS][2];
    int n = clip_part(o, corner), m = 0;
    if (n == 0) return 0;
    start[0][0] = start[0][1] = 0;
    for (int k = 0; k < n; k++)
        for (int c = 0; c < 2; c++) start[0][c] += corner[k][c] / n;
    m = 1;
    if (one || o->primitive < 2) return m;
    for (int k = 0; k < n; k++, m++) start[m][0] = corner[k][0], start[m][1] = corner[k][1];
    double sign = o->primitive == 2 ? 1 : -1;
    for (int k = 0; k < ARC_STARTS; k++, m++) {
        double a = 3.14159265358979323846 * k / (ARC_STARTS - 1);
        vec3 c = {o->s->radius * cos(a), 0, sign * (o->s->half + o->s->radius * sin(a))};
        nearest_in_part(o, corner, n, c, start[m]);
    }
    return m;
}

enum { STARTS = 1 + CORNERS + ARC_STARTS };

link_optimum link_optimise_primitive(const contact_link_shape *s, int primitive, const vec3 p[3], bool one_start) {
    problem o = make_problem(s, primitive, p, 0);
    link_optimum best = {.distance = INFINITY, .converged = 1};
    double start[STARTS][2];
    int n = make_starts(&o, one_start, start);
    for (int k = 0; k < n; k++) {
        iterate x = {.mu = {start[k][0], start[k][1]}};
        double f;
        if (!minimise(&o, &x, &f, &best.iterations)) best.converged = 0;
        if (sqrt(f) >= best.distance) continue;
        best.distance = sqrt(f);
        best.p = at(&o, x.mu);
    }
    return best;
}

static bool is_duplicate(const link_scan *scan, const contact_link_shape *s, vec3 p, int where) {
    for (int k = 0; k < scan->n; k++)
        if (scan->at[k].where == where && vec3_norm(vec3_sub(scan->at[k].p, p)) < SAME * s->radius) return true;
    return false;
}

// Whether the part's box comes within the scan's limit of the box of the primitive's generatrix.
static bool may_be_near(const problem *o, const link_scan *scan) {
    double reach = sqrt(scan->limit), radius = o->s->radius + reach, half = o->s->half;
    bvh_box box = bvh_box_empty(), tube = {{-radius, -reach, -half - reach}, {radius, reach, half + reach}};
    const vec3 corner[3] = {o->p0, vec3_add(o->p0, o->e1), vec3_add(o->p0, o->e2)};
    for (int k = 0; k < 3; k++)
        if (!o->fixed || o->fixed >> k & 1 || o->fixed >> (k + 2) % 3 & 1)
            box = bvh_box_join(box, (bvh_box){corner[k], corner[k]});
    if (o->primitive == 0) tube.lo.x = o->s->radius - reach;
    if (o->primitive == 1) tube.hi.x = reach - o->s->radius;
    if (o->primitive == 2) tube.lo.z = half, tube.hi.z = half + radius;
    if (o->primitive == 3) tube.lo.z = -half - radius, tube.hi.z = -half;
    return bvh_box_meets(box, tube);
}

// Whether the edge from a to b comes within the scan's limit: along it the distance changes by at most its length.
static bool edge_may_be_near(const contact_link_shape *s, vec3 a, vec3 b, const link_scan *scan) {
    double far = sqrt(link_curve_distance2(s, a)) + sqrt(link_curve_distance2(s, b)) - vec3_norm(vec3_sub(b, a));
    return far <= 2 * sqrt(scan->limit) * (1 + SAME);
}

// Minima of one primitive with the constraints `fixed` as equations. No fixed one: inside the face; one side: on that
// edge.
static void scan_part(const contact_link_shape *s, const vec3 p[3], int primitive, unsigned fixed, int where,
                      link_scan *scan) {
    problem o = make_problem(s, primitive, p, fixed);
    double start[STARTS][2];
    if (!may_be_near(&o, scan)) return;
    int n = make_starts(&o, false, start), unused = 0;
    for (int k = 0; k < n; k++) {
        iterate x = {.mu = {start[k][0], start[k][1]}};
        double f;
        minimise(&o, &x, &f, &unused);
        vec3 at_minimum = at(&o, x.mu);
        if ((where == LINK_FACE && x.active) || is_duplicate(scan, s, at_minimum, where))
            continue;                                                           // found on an edge or a seam
        if (primitive < 2 && (primitive == 0) != (at_minimum.x >= 0)) continue; // the other straight piece is nearer
        link_scan_record(s, scan, at_minimum, where, where == LINK_FACE && f < SAME * SAME * s->radius * s->radius);
    }
}

void link_scan_optimise(const contact_link_shape *s, const vec3 p[3], const link_plane *t, link_scan *scan) {
    scan->n = 0;
    for (int k = 0; k < 3; k++) link_scan_record(s, scan, p[k], LINK_CORNER + k, 0);
    bool near[3];
    for (int k = 0; k < 3; k++) near[k] = edge_may_be_near(s, p[k], p[(k + 1) % 3], scan);
    for (int primitive = 0; primitive < 4; primitive++) {
        if (t->doubled > 0) scan_part(s, p, primitive, 0, LINK_FACE, scan);
        for (int k = 0; k < 3; k++)
            if (near[k]) scan_part(s, p, primitive, 1u << k, LINK_EDGE + k, scan);
    }
}

contact_link_hit link_optimise_triangle(const contact_link_shape *s, const vec3 p[3]) {
    contact_link_hit hit = {.distance = INFINITY};
    for (int k = 0; k < 4; k++) {
        link_optimum o = link_optimise_primitive(s, k, p, false);
        if (!(o.distance < hit.distance)) continue;
        hit.distance = o.distance;
        hit.on_triangle = o.p;
    }
    hit.on_curve = link_curve_nearest(s, hit.on_triangle, &hit.primitive);
    hit.distance = vec3_norm(vec3_sub(hit.on_curve, hit.on_triangle));
    return hit;
}
