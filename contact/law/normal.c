// SPDX-License-Identifier: MIT
// Normal contact force: S(d) (1 + a d'/v0) (Hunt & Crossley 1975 and later laws), clipped to compression and to its
// value at the speed of first touch; the IMPACT, Poisson and volume forces of the multibody codes.
#include "contact/law/plane.h"

// The trapezoidal rule maps a mode lambda = -zeta w ± i w to exp(2 atanh(lambda h / 2)), that is lambda (1 + (lambda
// h)²/12 + ...). Of a weakly damped mode it omits the share (w h)²/4 of the damping and (w h)²/12 of the frequency. So
// an impact loses (w h)²/6 too little of ln e, with w² = k/m: uncorrected, the rebound ratio of an impact of 8 steps is
// up to 0.0125 too high. The law enlarges the damping by this multiple of k h²/m. The ratio is then within 0.005 for
// Hertz's exponent, whose stiffness varies; 1/6 is the value of a linear spring (tests/validation/test_restitution.c).
static const double DAMPING_CORRECTION = 0.2;
enum { OWN_DEPTH_MOST = 60 };
static const double OWN_DEPTH_ROUNDING = 1e-14;
static const double WITHHELD_TIME = 0.05; // a contact that begins deep reaches its full force in this time [s]
// A new contact counts as deep if its elastic force would give the mass a greater acceleration than this [m/s²].
static const double EJECTING_ACCELERATION = 98.1;
// Least steps in the impact of a fast first touch. A free ball gains no energy with 3
// (tests/validation/test_first_contact.c); a link may strike in two places, one a step after the other.
static const double LEAST_STEPS = 4;

contact_material contact_material_default(void) {
    return (contact_material){
        .law = CONTACT_LAW_EXACT,
        // A numerical budget, not steel's: an anchor of 6.4 t at 0.5 m/s is in contact for 2.943 d_max / v0 = 23 ms,
        // well over the 8 steps that the trapezoidal rule needs at h = 1 ms. A lone link of 15 kg would need 7e7.
        .stiffness = 2e9,
        .exponent = 1.5, // Hertz
        .restitution = 0.2,
        .v_min = 0.02,      // keeps a/v0 finite for contacts that begin slowly
        .damping_max = 100, // [s/m], above it the rebound is slower than 1 cm/s
        .impact_damping = 1e5,
        .impact_depth = 1e-4,
        .v_transition = 0.01,
        .friction = CONTACT_FRICTION_BRISTLE,
        .mu_static = 0.25,
        .mu_dynamic = 0.22,
        .mu_viscous = 0,
        .v_stick = 3e-3, // about mu g h at h = 1 ms: smaller never sticks
        .v_dynamic = 6e-3,
        .pre_slide = 2e-4,
    };
}

// S(d) on a rigid structure, and its slope.
static double own_force_at(const contact_material *m, double depth, double *k) {
    if (m->law == CONTACT_LAW_TABLE) return contact_curve_at(&m->force_table, depth, k);
    double lower = m->exponent == 1.5 ? sqrt(depth) : pow(depth, m->exponent - 1);
    *k = m->exponent * m->stiffness * lower;
    return m->stiffness * lower * depth;
}

// Newton's method between two bounds; x + compliance S(x) - depth rises, from below zero to above it.
double contact_own_depth(const contact_material *m, double depth, double compliance) {
    double low = 0, high = depth, x = depth;
    for (int i = 0; i < OWN_DEPTH_MOST && high - low > OWN_DEPTH_ROUNDING * depth; i++) {
        double k, rest = x + compliance * own_force_at(m, x, &k) - depth;
        if (rest > 0)
            high = x;
        else
            low = x;
        double next = x - rest / (1 + compliance * k);
        if (fabs(next - x) <= OWN_DEPTH_ROUNDING * depth) return fmin(fmax(next, 0), depth);
        x = next > low && next < high ? next : 0.5 * (low + high);
    }
    return x;
}

// S(d) of contact and structure in series, and its slope: 1 / (1/k + compliance).
static double elastic_force_at(const contact_material *m, double depth, double compliance, double *k) {
    if (!(compliance > 0)) return own_force_at(m, depth, k);
    double force = own_force_at(m, contact_own_depth(m, depth, compliance), k);
    *k = *k / (1 + compliance * *k);
    return force;
}

static contact_normal hysteretic_force(const contact_material *m, double a, const contact_press *p) {
    double k, s = elastic_force_at(m, p->depth, p->compliance, &k), v = fmax(fmax(p->v0, m->v_min), a / m->damping_max);
    double step2_mass = p->mass > 0 ? p->h * p->h / p->mass : 0, depth = p->depth, rate = p->rate;
    // damping enlarged by 1 + x / (1 + x); x has the secant stiffness, whose slope is continuous where the table's k is
    double x = DAMPING_CORRECTION * step2_mass * m->exponent * s / depth, dx = x * (k / s - 1 / depth);
    double u = fmin(rate, v) / v, enlarged = a * (1 + x / (1 + x)), bracket = 1 + enlarged * u;
    contact_normal r = {.elastic = s};
    if (!(s > 0) || bracket <= 0) return r;
    r.force = s * bracket;
    r.k = fmax(k * bracket + s * a * u * dx / ((1 + x) * (1 + x)), 0);
    r.c = rate < v ? s * enlarged / v : 0;
    return r;
}

// IMPACT(x, x', x1, k, e, cmax, d) of the multibody codes, in terms of the depth. `times` multiplies the elastic force.
static contact_normal impact_force(const contact_material *m, const contact_press *p, double times) {
    double depth = p->depth, rate = p->rate, k, dc, s = times * elastic_force_at(m, depth, p->compliance, &k);
    double c = contact_step(depth, 0, 0, m->impact_depth, m->impact_damping, &dc), force = s + c * rate;
    contact_normal r = {.elastic = s};
    if (force <= 0) return r;
    r.force = force;
    r.k = fmax(times * k + dc * rate, 0);
    r.c = c;
    return r;
}

// Loads on S, unloads on e² S. The energy ratio is e², so the rebound ratio is e if the speed is well above
// v_transition.
static contact_normal poisson_force(const contact_material *m, const contact_press *p) {
    double k, slope, s = elastic_force_at(m, p->depth, p->compliance, &k), e = m->restitution, v = m->v_transition;
    double share = contact_step(p->rate, -v, e * e, v, 1, &slope);
    return (contact_normal){.force = s * share, .elastic = s, .k = k * share, .c = s * slope};
}

// The volume force of the multibody codes (Altair, "Model Contacts": elastic modulus, layer depth, exponent, damping
// coefficient; the formula itself is not published). An elastic layer on each body exerts the pressure K d^n on the
// area A. IMPACT's damper is added; it rises over impact_depth, so that nothing jumps at first touch. The whole area
// has the one depth d, which is exact for a flat contact. Under a round body the depth falls to zero at the rim:
// pressure integrated over the area would be 1 / (n + 1) of this force.
static contact_normal volume_force(const contact_material *m, const contact_press *p) {
    return impact_force(m, p, p->area);
}

contact_normal contact_normal_force(const contact_material *m, double a, const contact_press *p) {
    double energy;
    if (!(p->depth > 0)) return (contact_normal){0};
    if (m->law == CONTACT_LAW_IMPACT) return impact_force(m, p, 1);
    if (m->law == CONTACT_LAW_POISSON) return poisson_force(m, p);
    if (m->law == CONTACT_LAW_VOLUME) return volume_force(m, p);
    if (m->law == CONTACT_LAW_USER) return contact_user_normal(m, p, &energy);
    return hysteretic_force(m, a, p);
}

double contact_elastic_force(const contact_material *m, const contact_press *p) {
    double k, energy;
    if (!(p->depth > 0)) return 0;
    if (m->law == CONTACT_LAW_USER) return contact_user_normal(m, p, &energy).elastic;
    return (m->law == CONTACT_LAW_VOLUME ? p->area : 1) * elastic_force_at(m, p->depth, p->compliance, &k);
}

double contact_elastic_energy(const contact_material *m, const contact_press *p) {
    double energy = 0;
    if (!(p->depth > 0)) return 0;
    if (m->law == CONTACT_LAW_USER) return contact_user_normal(m, p, &energy), energy;
    double own = p->compliance > 0 ? contact_own_depth(m, p->depth, p->compliance) : p->depth;
    double force = contact_elastic_force(m, p), deflection = 0.5 * p->compliance * force * force;
    if (m->law == CONTACT_LAW_TABLE) return contact_curve_integral(&m->force_table, own) + deflection;
    return force * own / (m->exponent + 1) + deflection;
}

// A strain e normal to a layer that cannot widen gives the stress (1 - nu) E / ((1 + nu) (1 - 2 nu)) e.
double contact_layer_stiffness(double youngs_modulus, double poissons_ratio, double layer_depth) {
    double nu = poissons_ratio;
    return (1 - nu) * youngs_modulus / ((1 + nu) * (1 - 2 * nu)) / layer_depth;
}

double contact_layers_in_series(double first, double second) { return first * second / (first + second); }

double contact_withheld(const contact_material *m, const contact_press *p) {
    if (!(p->depth > 2 * fmax(p->v0, m->v_min) * p->h)) return 0;
    return contact_elastic_force(m, p) > EJECTING_ACCELERATION * p->mass ? 1 : 0;
}

// The trapezoidal rule lets a force act half in the step at whose end it holds and half in the next. A contact too
// stiff for the step stops its mass and throws it back with the first half alone; the second half then throws it off
// with up to (1 + 2 e) v. So only that share of the force acts which stores the energy in the depth of an impact of
// LEAST_STEPS.
double contact_withheld_of_blow(const contact_material *m, const contact_press *p) {
    if (!(p->v0 > CONTACT_FAST)) return 0;
    contact_press deepest = *p;
    deepest.depth = p->v0 * LEAST_STEPS * p->h / CONTACT_IMPACT_LASTS;
    double energy = 0.5 * p->mass * p->v0 * p->v0, stored = contact_elastic_energy(m, &deepest);
    return stored > energy ? 1 - energy / stored : 0;
}

// After a fast touch the share that acts stays while the contact closes or opens, so that it returns what it stored,
// and grows by a constant ratio at rest.
double contact_withheld_next(const contact_material *m, double withheld, double v0, double rate, double h) {
    if (v0 <= CONTACT_FAST) return fmax(withheld - h / WITHHELD_TIME, 0);
    return fabs(rate) > m->v_min ? withheld : fmax(1 - (1 - withheld) * (1 + h / WITHHELD_TIME), 0);
}
