// SPDX-License-Identifier: MIT
#include "dynamics/water/sea.h"
#include <assert.h>
#include <stdlib.h>

#define LEAST 0.005 // least reach of a flat part: with less, the force could jump in a step [m]
#define DEEP 5.0    // depth from which on parts of a row share evaluations of the waves [m]
#define MARGIN 0.01 // height over the surface up to which a part counts as wet: above a step's prediction error [m]

double tackle_sea_share(double depth, double reach) {
    const double x = depth >= reach ? 1 : depth <= -reach ? -1 : depth / reach;
    return 0.25 * (2 + x * (3 - x * x)); // cap of height reach + depth, over the whole volume
}

// d share / d depth [1/m].
static double share_rate(double depth, double reach) {
    double x = depth / reach;
    return fabs(x) < 1 ? 0.75 * (1 - x * x) / reach : 0;
}

// Integral of the share over the depth [m].
static double share_integral(double depth, double reach) {
    double x = depth / reach;
    if (x >= 1) return depth;
    return x <= -1 ? 0 : reach * (0.1875 + x * (0.5 + x * (0.375 - 0.0625 * x * x)));
}

static const dyn_waves *waves_of(const tackle_sea *s) { return s->calm ? &s->still : &s->waves; }

double tackle_sea_surface(const tackle_sea *s, double x, double y, double t) {
    return dyn_waves_surface(waves_of(s), x, y, t);
}

double tackle_sea_height(const tackle_sea *s, const dyn_axes *axes, vec3 x, double t) {
    vec3 at = dyn_axes_to_world(axes, x);
    return at.z - tackle_sea_surface(s, at.x, at.y, t);
}

// Height in the world, and velocity in the world in components of the axes, of a part's middle.
static double part_motion(const tackle_sea_part *p, const dyn_eval *e, vec3 *velocity) {
    vec3 x = dyn_body_point(e, p->def.body, p->weight);
    *velocity = dyn_axes_velocity(e->axes, x, dyn_body_velocity(e, p->def.body, p->weight));
    return dyn_axes_height(e->axes, x);
}

// Height of a part's middle over its lowest point [m]: of the ellipsoid, sqrt(Σ (half axis × height of its
// direction)²).
static double reach_of(const tackle_sea_part *p, const dyn_eval *e) {
    const dyn_body *b = &e->model->body[p->def.body];
    vec3 top = dyn_axes_up(e->axes), along = vec3_sub(e->q[b->node[1]], e->q[b->node[0]]);
    const double rise[3] = {vec3_dot(top, along), vec3_dot(top, e->q[b->node[2]]), vec3_dot(top, e->q[b->node[3]])},
                 half[3] = {p->def.half.x, p->def.half.y, p->def.half.z};
    double sum = 0;
    for (int j = 0; j < 3; j++) {
        const mat3 *x = &b->xb_inverse; // the rotation is the nodes' vectors times this matrix
        double up = half[j] * (rise[0] * x->m[0][j] + rise[1] * x->m[1][j] + rise[2] * x->m[2][j]);
        sum += up * up;
    }
    return fmax(sqrt(sum), LEAST);
}

static bool is_added(const tackle_sea_part *p) { return p->def.across_added > 0 || p->def.along_added > 0; }

// Rate at which the submerged share grows by the part's way into the water, 0 on the way out [1/s].
static double entry_rate(const tackle_sea_part *p, const dyn_eval *e, double depth) {
    vec3 velocity;
    part_motion(p, e, &velocity);
    double sinks = vec3_dot(dyn_axes_up(e->axes), vec3_sub(p->water.velocity, velocity));
    return fmax(sinks, 0) * share_rate(depth, p->reach);
}

static vec3 place_of(const tackle_sea_part *p, const dyn_eval *e) {
    return dyn_axes_to_world(e->axes, dyn_body_point(e, p->def.body, p->weight));
}

// The water at the point x, in the world.
static dyn_water water_at(const tackle_sea *s, const dyn_eval *e, vec3 x) {
    const dyn_waves *w = waves_of(s);
    return dyn_waves_in_lee(w, x, e->t, dyn_shelter_at(&s->shelter, e->axes, w->way, x));
}

// Evaluates the sea at the part: in the world, then in components of the axes. water: of the part's place, NULL: not
// known.
static tackle_sea_part evaluate_part(const tackle_sea *s, const dyn_eval *e, const tackle_sea_part *part,
                                     const dyn_water *water) {
    tackle_sea_part p = *part;
    const dyn_waves *w = waves_of(s);
    p.wet = false;
    if (!dyn_body_active(e, p.def.body)) return p;
    vec3 x = place_of(&p, e);
    p.reach = reach_of(&p, e);
    if (!(x.z - w->level - dyn_waves_crest(w) < p.reach + MARGIN)) return p;
    p.water = water ? *water : water_at(s, e, x);
    p.water.velocity = mat3_tmul(&e->axes->r, p.water.velocity);
    p.water.acceleration = mat3_tmul(&e->axes->r, p.water.acceleration);
    double depth = p.water.surface - x.z;
    if (!(depth > -p.reach - MARGIN)) return p;
    const int *node = e->model->body[p.def.body].node;
    p.axis = vec3_unit(vec3_sub(e->q[node[1]], e->q[node[0]]));
    p.share = tackle_sea_share(depth, p.reach);
    p.entry = is_added(&p) ? entry_rate(&p, e, depth) : 0;
    p.wet = true;
    return p;
}

static void predict_part(tackle_sea *s, const dyn_eval *e, int k, const dyn_water *water) {
    tackle_sea_part *p = &s->part[k];
    if (dyn_body_active(e, p->def.body))
        *p = evaluate_part(s, e, p, water);
    else
        p->wet = false;
}

// Whether the parts first .. last are active and in deep water, where waves are long against the distance of parts.
static bool is_deep(const tackle_sea *s, const dyn_eval *e, int first, int last) {
    for (int k = first; k <= last; k++) {
        const tackle_sea_part *p = &s->part[k];
        if (!dyn_body_active(e, p->def.body) || !(place_of(p, e).z < waves_of(s)->level - DEEP)) return false;
    }
    return true;
}

static dyn_water between(const dyn_water *a, const dyn_water *b, double share) {
    return (dyn_water){.surface = a->surface + share * (b->surface - a->surface),
                       .velocity = vec3_madd(a->velocity, share, vec3_sub(b->velocity, a->velocity)),
                       .acceleration = vec3_madd(a->acceleration, share, vec3_sub(b->acceleration, a->acceleration))};
}

// Parts of a row. *known: the water at part `first`, if it was evaluated for the parts before; then at part `last`.
static void predict_span(tackle_sea *s, const dyn_eval *e, int first, int last, dyn_water *water, bool *known) {
    if (!is_deep(s, e, first, last)) {
        for (int k = first; k < last; k++) predict_part(s, e, k, NULL);
        *known = false;
        return;
    }
    const dyn_water begin = *known ? *water : water_at(s, e, place_of(&s->part[first], e)),
                    end = water_at(s, e, place_of(&s->part[last], e));
    for (int k = first; k < last; k++) {
        const dyn_water here = between(&begin, &end, (double)(k - first) / (last - first));
        predict_part(s, e, k, &here);
    }
    *water = end, *known = true;
}

static void predict_row(tackle_sea *s, const dyn_eval *e) {
    dyn_water water;
    bool known = false;
    int k = s->row;
    for (; k + 1 < s->row_end; k += s->every) {
        const int last = k + s->every < s->row_end ? k + s->every : s->row_end - 1;
        predict_span(s, e, k, last, &water, &known);
    }
    predict_part(s, e, s->row_end - 1, known ? &water : NULL);
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    tackle_sea *s = self;
    (void)z;
    for (int k = 0; k < s->n; k++) {
        if (s->every <= 1 || k != s->row) {
            predict_part(s, e, k, NULL);
            continue;
        }
        predict_row(s, e);
        k = s->row_end - 1;
    }
}

// Velocity relative to the water: returns the component across the axis; *along is the component along it.
static vec3 relative_velocity(const tackle_sea_part *p, vec3 velocity, double *along) {
    vec3 u = vec3_sub(velocity, p->water.velocity);
    *along = vec3_dot(u, p->axis);
    return vec3_madd(u, -*along, p->axis);
}

// Acceleration in the world of a part's middle, in components of the axes.
static vec3 part_acceleration(const tackle_sea_part *p, const dyn_eval *e) {
    const int *node = e->model->body[p->def.body].node;
    vec3 a = mat3_tmul(&e->axes->r, e->axes->a);
    for (int k = 0; k < 4; k++) a = vec3_madd(a, p->weight[k], dyn_node_acceleration(e, node[k]));
    return a;
}

// Added mass and slamming: M (a_w - a) - M' u, where M has the added volumes across the axis and along it.
static vec3 added_force(const tackle_sea *s, const tackle_sea_part *p, const dyn_eval *e, vec3 velocity) {
    vec3 f = vec3_scale(p->share, vec3_sub(p->water.acceleration, part_acceleration(p, e)));
    f = vec3_scale(s->density, vec3_madd(f, -p->entry, vec3_sub(velocity, p->water.velocity)));
    double along = vec3_dot(f, p->axis) * (p->def.along_added - p->def.across_added);
    return vec3_madd(vec3_scale(p->def.across_added, f), along, p->axis);
}

static vec3 part_force(const tackle_sea *s, const tackle_sea_part *p, vec3 up, double z, vec3 velocity) {
    double along, half = 0.5 * s->density * p->share, displaced = s->density * p->def.volume;
    vec3 across = relative_velocity(p, velocity, &along);
    vec3 f = vec3_scale(displaced * p->share, p->water.acceleration);
    f = vec3_madd(f, displaced * s->gravity * tackle_sea_share(p->water.surface - z, p->reach), up);
    f = vec3_madd(f, -half * p->def.across_cd * vec3_norm(across), across);
    return vec3_madd(f, -half * p->def.along_cd * fabs(along) * along, p->axis);
}

static void add_outer(mat3 *t, double k, vec3 v) {
    const double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) t->m[i][j] += k * x[i] * x[j];
}

// K = density g V share' up upᵀ; the added mass is M of the tangent M + c_weight C + k_weight K. C of the drag |w| w
// across the axis a is |w| (1 - a aᵀ) + w wᵀ/|w|; C of the drag |v| v along a is 2 |v| a aᵀ.
static mat3 part_tangent(const tackle_sea *s, const tackle_sea_part *p, const dyn_eval *e, double z, vec3 velocity) {
    mat3 t = {0};
    double along, half = 0.5 * s->density * p->share * e->c_weight;
    vec3 across = relative_velocity(p, velocity, &along);
    double speed = vec3_norm(across), c = half * p->def.across_cd;
    for (int i = 0; i < 3; i++) t.m[i][i] = c * speed;
    add_outer(&t, 2 * half * p->def.along_cd * fabs(along) - c * speed, p->axis);
    if (speed > 0) add_outer(&t, c / speed, across);
    double rate = share_rate(p->water.surface - z, p->reach);
    add_outer(&t, e->k_weight * s->density * s->gravity * p->def.volume * rate, dyn_axes_up(e->axes));
    if (!is_added(p)) return t;
    double added = s->density * (p->share + e->c_weight * p->entry); // the accelerations have the weight 1
    for (int i = 0; i < 3; i++) t.m[i][i] += added * p->def.across_added;
    add_outer(&t, added * (p->def.along_added - p->def.across_added), p->axis);
    return t;
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const tackle_sea *s = self;
    (void)z;
    for (int k = 0; k < s->n; k++) {
        const tackle_sea_part *p = &s->part[k];
        if (!p->wet) continue;
        int body = p->def.body;
        vec3 velocity;
        double height = part_motion(p, e, &velocity);
        vec3 f = part_force(s, p, dyn_axes_up(e->axes), height, velocity);
        if (is_added(p)) f = vec3_add(f, added_force(s, p, e, velocity));
        dyn_body_add_force(e, body, p->weight, f);
        if (!e->tangent) continue;
        mat3 t = part_tangent(s, p, e, height, velocity);
        dyn_body_add_tangent(e, body, p->weight, &t);
    }
}

// Kinetic energy that the water around a part has by the part's motion through it [J].
static double added_energy(const tackle_sea *s, const tackle_sea_part *p, const dyn_eval *e, double depth) {
    double along;
    vec3 velocity;
    part_motion(p, e, &velocity);
    const vec3 across = relative_velocity(p, velocity, &along);
    double volume = p->def.across_added * vec3_norm2(across) + p->def.along_added * along * along;
    return 0.5 * s->density * tackle_sea_share(depth, reach_of(p, e)) * volume;
}

// Potential energy of the buoyancy at the present surface, and kinetic energy of the added water, which was as at the
// part's last evaluation [J].
static double energy(const void *self, const dyn_eval *e, const void *z) {
    const tackle_sea *s = self;
    double sum = 0;
    (void)z;
    for (int k = 0; k < s->n; k++) {
        const tackle_sea_part *p = &s->part[k];
        if (!dyn_body_active(e, p->def.body)) continue;
        vec3 x = dyn_body_point(e, p->def.body, p->weight);
        double depth = -tackle_sea_height(s, e->axes, x, e->t);
        sum += s->density * s->gravity * p->def.volume * share_integral(depth, reach_of(p, e));
        if (p->wet && is_added(p)) sum += added_energy(s, p, e, depth);
    }
    return sum;
}

vec3 tackle_sea_force_on(const tackle_sea *s, const dyn_eval *e, int body) {
    vec3 f = {0, 0, 0};
    for (int k = 0; k < s->n; k++) {
        if (s->part[k].def.body != body) continue;
        tackle_sea_part p = evaluate_part(s, e, &s->part[k], NULL);
        if (!p.wet) continue;
        vec3 velocity;
        double height = part_motion(&p, e, &velocity);
        f = vec3_add(f, part_force(s, &p, dyn_axes_up(e->axes), height, velocity));
        if (is_added(&p)) f = vec3_add(f, added_force(s, &p, e, velocity));
    }
    return f;
}

rt_status tackle_sea_create(tackle_sea *s, int capacity, double density, double gravity, const dyn_waves *waves) {
    *s = (tackle_sea){.density = density, .gravity = gravity, .capacity = capacity};
    if (waves) s->waves = *waves;
    s->still.level = s->waves.level;
    s->part = calloc((size_t)capacity + 1, sizeof *s->part);
    s->force = (dyn_force){.self = s, .phase = RT_PHASE_ASSEMBLE, .predict = predict, .eval = eval, .energy = energy};
    return s->part ? RT_OK : RT_ERR_MEMORY;
}

void tackle_sea_free(tackle_sea *s) {
    free(s->part);
    *s = (tackle_sea){0};
}

void tackle_sea_add_part(tackle_sea *s, const dyn_model *m, const tackle_sea_part_def *def) {
    assert(s->n < s->capacity && fmin(def->half.x, fmin(def->half.y, def->half.z)) > 0);
    tackle_sea_part *p = &s->part[s->n++];
    *p = (tackle_sea_part){.def = *def};
    dyn_body_weights(m, def->body, def->at, p->weight);
}

void tackle_sea_share_waves(tackle_sea *s, int first, int end, int every) {
    assert(first >= 0 && end <= s->n && first < end && every >= 1);
    s->row = first, s->row_end = end, s->every = every;
}

void tackle_sea_add(tackle_sea *s, dyn_model *m) { dyn_add_force(m, &s->force); }
