// SPDX-License-Identifier: MIT
#include "dynamics/angle.h"
#include "dynamics/model.h"

static vec3 vector(const vec3 *x, const int n[2]) { return n[1] >= 0 ? vec3_sub(x[n[0]], x[n[1]]) : x[n[0]]; }

// Adds g to the gradient of node, merging repeated nodes.
static void gradient(dyn_angle_value *v, int node, vec3 g) {
    for (int k = 0; k < v->n; k++)
        if (v->node[k] == node) {
            v->g[k] = vec3_add(v->g[k], g);
            return;
        }
    v->node[v->n] = node;
    v->g[v->n++] = g;
}

static void gradient_of(dyn_angle_value *v, const int n[2], vec3 g) {
    gradient(v, n[0], g);
    if (n[1] >= 0) gradient(v, n[1], vec3_scale(-1, g));
}

// With x = a·c and y = a·s: d angle = (x dy - y dx)/(x² + y²), and dx = c·da + a·dc, dy = s·da + a·ds.
bool dyn_angle_eval(const dyn_angle *d, const vec3 *q, const vec3 *qd, dyn_angle_value *v) {
    vec3 a = vector(q, d->a), c = vector(q, d->c), s = vec3_scale(d->ratio, vector(q, d->s));
    double x = vec3_dot(a, c), y = vec3_dot(a, s), r2 = x * x + y * y;
    v->n = 0;
    if (!(r2 > 1e-4 * vec3_norm2(a) * vec3_norm2(c))) return false;
    v->angle = atan2(y, x);
    double fx = -y / r2, fy = x / r2;
    gradient_of(v, d->a, vec3_madd(vec3_scale(fx, c), fy, s));
    gradient_of(v, d->c, vec3_scale(fx, a));
    gradient_of(v, d->s, vec3_scale(fy * d->ratio, a));
    v->rate = 0;
    for (int k = 0; k < v->n; k++) v->rate += vec3_dot(v->g[k], qd[v->node[k]]);
    return true;
}

void dyn_angle_add(const dyn_eval *e, const dyn_angle_value *v, double torque, double t) {
    for (int k = 0; k < v->n; k++) e->force[v->node[k]] = vec3_madd(e->force[v->node[k]], torque, v->g[k]);
    if (!e->tangent || t <= 0) return;
    for (int i = 0; i < v->n; i++)
        for (int j = 0; j <= i; j++) {
            vec3 a = v->g[i], b = v->g[j];
            mat3 m = {{{t * a.x * b.x, t * a.x * b.y, t * a.x * b.z},
                       {t * a.y * b.x, t * a.y * b.y, t * a.y * b.z},
                       {t * a.z * b.x, t * a.z * b.y, t * a.z * b.z}}};
            dyn_node_add_tangent(e, v->node[i], v->node[j], &m);
        }
}

void dyn_angle_couple(dyn_model *m, const dyn_angle *d) {
    dyn_couple(m, (const int[6]){d->a[0], d->a[1], d->c[0], d->c[1], d->s[0], d->s[1]}, 6);
}
