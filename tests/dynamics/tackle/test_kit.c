// SPDX-License-Identifier: MIT
// Tests of the chain's parts: sizes, masses and loads; chains of mixed parts; the parting of a chain; torsion from the
// cable lifter to the anchor, with and without a swivel.
#include "dynamics/core/start.h"
#include "tests/check.h"
#include "tests/dynamics/ship.h"

#define G 9.81
#define ANCHOR 6414.0
#define D 0.068
#define PI 3.14159265358979323846

// ---- parts

// A maker's table (atlantic-group.com, stud link anchor chain; size [inch], loads [lbf]): proof and break test of
// grades 1, 2, 3.
static const struct {
    double inch, proof[3], breaking[3];
} maker[] = {{1, {41800, 59700, 83600}, {59700, 83600, 119500}},
             {1.25, {64500, 92200, 129000}, {92200, 129000, 184000}},
             {1.5, {91700, 131000, 183500}, {131000, 183500, 262000}},
             {1.75, {123500, 176000, 247000}, {176000, 247000, 352000}},
             {1.875, {140500, 201000, 281000}, {201000, 281000, 402000}}};

static void test_loads_match_makers_table(void **state) {
    (void)state;
    const double newton = 4.4482216152605;
    for (size_t k = 0; k < sizeof maker / sizeof *maker; k++)
        for (int grade = 1; grade <= 3; grade++) {
            double proof = maker[k].proof[grade - 1] * newton, breaking = maker[k].breaking[grade - 1] * newton;
            CHECK_NEAR(tackle_proof_load(0.0254 * maker[k].inch, grade), proof, 0.0025 * proof);
            CHECK_NEAR(tackle_breaking_load(0.0254 * maker[k].inch, grade), breaking, 0.0025 * breaking);
        }
}

// The pull for 30 minutes of 62 mm grade 3 chain is 47.5 × 62² N, and 0.27 × 62² N more per metre, here for 20 m.
static void test_duty_pull(void **state) {
    (void)state;
    CHECK_NEAR(tackle_duty_pull(0.062, 1), 37.5 * 3844, 1e-6);
    CHECK_NEAR(tackle_duty_pull(0.062, 3), 182590, 1e-6);
    CHECK_NEAR(tackle_deep_duty_pull(0.062, 3, 60), 182590, 1e-6);
    CHECK_NEAR(tackle_deep_duty_pull(0.062, 3, 102.5), 182590 + 20 * 0.27 * 3844, 1e-6);
}

// The outer length of common links is 22 d for 5 and 26 d for 6 (makers' gauge lengths).
static void test_gauge_length(void **state) {
    (void)state;
    tackle_link l = tackle_part(TACKLE_COMMON, D);
    CHECK_NEAR(4 * l.pitch + l.length, 22 * D, 1e-12);
    CHECK_NEAR(5 * l.pitch + l.length, 26 * D, 1e-12);
    assert_true(tackle_kind_fits_lifter(TACKLE_COMMON) && tackle_kind_fits_lifter(TACKLE_KENTER));
    for (int k = 0; k < TACKLE_KINDS; k++) {
        tackle_link part = tackle_part((tackle_kind)k, D);
        assert_true(part.pitch < part.length && part.pitch >= part.length - 3.1 * part.d);
        if (k != TACKLE_COMMON && k != TACKLE_KENTER) assert_false(tackle_kind_fits_lifter((tackle_kind)k));
    }
}

// Mass and second moments of a tube along a curve, summed over small pieces of its section.
typedef struct sums {
    double mass, xx, yy, zz;
} sums;

static void add_disc(sums *s, vec3 at, vec3 out, double radius, double ds, double bend) {
    enum { RINGS = 12, SPOKES = 24 };
    for (int i = 0; i < RINGS; i++)
        for (int j = 0; j < SPOKES; j++) {
            double r = radius * (i + 0.5) / RINGS, a = 2 * PI * (j + 0.5) / SPOKES;
            vec3 p = vec3_madd(at, r * cos(a), out);
            p.y += r * sin(a);
            // the bow's curvature lengthens outer pieces
            double m = 7850 * r * (radius / RINGS) * (2 * PI / SPOKES) * ds * (1 + bend * r * cos(a));
            s->mass += m;
            s->xx += m * p.x * p.x, s->yy += m * p.y * p.y, s->zz += m * p.z * p.z;
        }
}

// Sums of a link with these outer sizes, bow bar `bar`, straight-piece bar `side`, and a stud of `stud` kg.
static sums link_sums(double bar, double side, double length, double width, double stud) {
    enum { ARC = 400, STRAIGHT = 200 };
    sums s = {0};
    double big = 0.5 * (width - bar), half = 0.5 * (length - width);
    for (int k = 0; k < 2 * ARC; k++) {
        double a = PI * (k + 0.5) / ARC;
        vec3 out = vec3_make(cos(a), 0, sin(a)),
             at = vec3_make(big * cos(a), 0, big * sin(a) + (k < ARC ? half : -half));
        add_disc(&s, at, out, 0.5 * bar, PI * big / ARC, 1 / big);
    }
    for (int k = 0; k < STRAIGHT; k++)
        for (int leg = -1; leg <= 1; leg += 2) {
            vec3 at = vec3_make(leg * big, 0, half * (2 * (k + 0.5) / STRAIGHT - 1));
            add_disc(&s, at, vec3_make(1, 0, 0), 0.5 * side, 2 * half / STRAIGHT, 0);
        }
    double span = 2 * big - side;
    s.mass += stud;
    s.xx += stud * span * span / 12;
    return s;
}

static void test_masses_and_inertias(void **state) {
    (void)state;
    // bar, side, length, width [d] (ISO 1704 and defaults)
    static const double size[TACKLE_KINDS][4] = {
        [TACKLE_COMMON] = {1, 1, 6, 3.6},        [TACKLE_ENLARGED] = {1.1, 1.1, 6.6, 4},
        [TACKLE_END] = {1.2, 1.2, 6.75, 4},      [TACKLE_KENTER] = {1, 1.2, 6, 4.2},
        [TACKLE_D_SHACKLE] = {1.3, 1.3, 7.1, 4}, [TACKLE_ANCHOR_SHACKLE] = {1.4, 1.4, 8.7, 5.2},
        [TACKLE_SWIVEL] = {1.2, 1.2, 9.7, 4.7},
    };
    // the stud completes a common link to 0.0219 d² kg/m; other studs have its section, scaled by the bar's square
    sums bare = link_sums(D, D, 6 * D, 3.6 * D, 0);
    double stud = 0.0219 * 68 * 68 * 4 * D - bare.mass, per_metre = stud / (1.6 * D);
    for (int k = 0; k < TACKLE_KINDS; k++) {
        const double *z = size[k];
        double span = (z[3] - z[0] - z[1]) * D,
               own = tackle_kind_has_stud((tackle_kind)k) ? per_metre * z[0] * z[0] * span : 0;
        sums s = link_sums(z[0] * D, z[1] * D, z[2] * D, z[3] * D, own);
        tackle_link l = tackle_part((tackle_kind)k, D);
        CHECK_NEAR(l.mass, s.mass, 1e-3 * s.mass);
        CHECK_NEAR(l.inertia.m[0][0], s.yy + s.zz, 2e-3 * (s.yy + s.zz));
        CHECK_NEAR(l.inertia.m[1][1], s.xx + s.zz, 2e-3 * (s.xx + s.zz));
        CHECK_NEAR(l.inertia.m[2][2], s.xx + s.yy, 2e-3 * (s.xx + s.yy));
    }
    assert_false(tackle_kind_has_stud(TACKLE_END));
    CHECK_NEAR(2 * tackle_swivel_half(D).mass, tackle_part(TACKLE_SWIVEL, D).mass, 1e-9);
    CHECK_NEAR(2 * tackle_swivel_half(D).pitch, tackle_part(TACKLE_SWIVEL, D).pitch, 1e-12);
}

// ---- rigs

#define LINKS 12

static tackle_special special_of(int link, tackle_kind kind, bool half) {
    tackle_link l = kind == TACKLE_SWIVEL ? tackle_swivel_half(D) : tackle_part(kind, D);
    return (tackle_special){
        .link = link, .mass = l.mass, .inertia = l.inertia, .pitch = l.pitch, .swivel = kind == TACKLE_SWIVEL && !half};
}

static ship_def plain(void) {
    return (ship_def){
        .h = 1e-3, .d = D, .gamma = 1e7, .links = LINKS, .capacity = LINKS, .step = dyn_step_def_default()};
}

static void make(ship *s, const ship_def *d) {
    ship_make(s, d);
    s->command = (rt_command){.brake = 1, .clutch = 1};
    double residual = dyn_initial_acceleration(&s->model, &s->state, s->work, &s->command);
    assert_true(residual < 1e-6);
}

static bool finite_now(const ship *s) { return dyn_state_finite(&s->model, &s->state); }

// The length of a hanging chain of mixed parts is the sum of its pitches. Each link bears the weight below its middle.
static void test_mixed_chain_hangs(void **state) {
    (void)state;
    const tackle_special part[] = {special_of(0, TACKLE_ANCHOR_SHACKLE, false), special_of(1, TACKLE_SWIVEL, false),
                                   special_of(2, TACKLE_SWIVEL, true),          special_of(3, TACKLE_END, false),
                                   special_of(4, TACKLE_ENLARGED, false),       special_of(8, TACKLE_KENTER, false)};
    ship s;
    ship_def d = plain();
    d.mu = 0.2;
    d.no_swivel = true;
    d.special = part;
    d.n_special = sizeof part / sizeof *part;
    make(&s, &d);
    for (int n = 0; n < 2000; n++) ship_step(&s);
    double length = (LINKS - 6) * 4 * D + (5.7 + 7.3 + 4.35 + 4.4 + 4) * D, below = ANCHOR;
    CHECK_NEAR(s.state.q[s.chain.p[LINKS]].z - s.state.q[s.anchor.shackle].z, length, 1e-6);
    CHECK_NEAR(s.chain.excess, length - LINKS * 4 * D, 1e-9);
    dyn_eval e = dyn_eval_at(&s.model, &s.state);
    for (int k = 0; k < LINKS; k++) {
        double mass = s.chain.link.mass;
        for (int i = 0; i < d.n_special; i++)
            if (part[i].link == k) mass = part[i].mass;
        CHECK_NEAR(dyn_body_tension(&e, s.chain.body[k]), (below + 0.5 * mass) * G, 1e-3 * below * G);
        below += mass;
    }
    ship_free(&s);
}

// ---- parting

static vec3 momentum(const ship *s, int from, int to, bool anchor) {
    vec3 p = {0, 0, 0};
    for (int b = 0; b < s->model.n_bodies; b++) {
        bool in = anchor && (b == s->anchor.shank || b == s->anchor.head);
        for (int k = from; k < to; k++) in = in || b == s->chain.body[k];
        for (int i = 0; i < 4 && in; i++)
            p = vec3_madd(p, s->model.body[b].gravity[i], s->state.qd[s->model.body[b].node[i]]);
    }
    return p;
}

static double mass_of(const ship *s, int from, int to) {
    double m = 0;
    for (int k = from; k < to; k++) m += s->model.body[s->chain.body[k]].mass;
    return m;
}

// Largest tension over breaking load of all links, and the link that bears it.
static double largest_share(const ship *s, double breaking, int *link) {
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    double most = 0;
    for (int k = 0; k < LINKS; k++) {
        double share = dyn_body_tension(&e, s->chain.body[k]) / breaking;
        if (share > most) most = share, *link = k;
    }
    return most;
}

// Released at 60° from the vertical, the chain bears twice the weight at the lowest point; its breaking load is 1.6
// times the weight. An identical chain without breaking load gives time and link of the break.
static void test_chain_parts_at_first_step_over_load(void **state) {
    (void)state;
    const double breaking = 1.6 * ANCHOR * G;
    const tackle_strength_def strength = {.proof = 0.7 * breaking, .breaking = breaking};
    ship s, twin;
    ship_def d = plain();
    d.angle = PI / 3;
    make(&twin, &d);
    d.strength = &strength;
    make(&s, &d);
    bool parted = false;
    int link = -1, steps = 0;
    for (; steps < 4000 && !parted; steps++) {
        ship_step(&s);
        ship_step(&twin);
        bool over = largest_share(&twin, breaking, &link) > 1;
        vec3 low = momentum(&s, 0, link, true), high = momentum(&s, link + 1, LINKS, false);
        parted = tackle_strength_break_worst(&s.strength, &s.model, &s.state, &s.events);
        assert_int_equal(parted, over);
        if (!parted) continue;
        vec3 low_now = momentum(&s, 0, link, true), high_now = momentum(&s, link + 1, LINKS, false);
        assert_true(vec3_norm(vec3_sub(low_now, low)) == 0 && vec3_norm(vec3_sub(high_now, high)) == 0);
    }
    assert_true(parted && steps > 100);
    assert_true(s.events & RT_EVENT_BIT(RT_EVENT_CHAIN_PARTED) && s.events & RT_EVENT_BIT(RT_EVENT_PROOF_LOAD));
    assert_int_equal(tackle_strength_state_of(&s.strength, &s.model, &s.state)->parted, link + 1);
    for (int k = 0; k < LINKS; k++) assert_int_equal(s.state.body_on[s.chain.body[k]], k != link);

    // The anchor's part is now free: only its weight changes its momentum, and the energy does not rise.
    assert_true(dyn_initial_acceleration(&s.model, &s.state, s.work, &s.command) < 1e-6);
    vec3 p0 = momentum(&s, 0, link, true);
    double weight = (ANCHOR + mass_of(&s, 0, link)) * G, energy = dyn_energy(&s.model, &s.state), first = energy;
    double kinetic = dyn_kinetic_energy(&s.model, &s.state);
    for (int n = 1; n <= 1000; n++) {
        ship_step(&s);
        assert_false(
            tackle_strength_break_worst(&s.strength, &s.model, &s.state, &s.events)); // the chain breaks only once
        vec3 p = momentum(&s, 0, link, true), free = vec3_madd(p0, -weight * n * s.model.h, vec3_make(0, 0, 1));
        CHECK_NEAR(vec3_norm(vec3_sub(p, free)), 0, 1e-6 * weight);
        double now = dyn_energy(&s.model, &s.state);
        assert_true(now <= energy + 1e-6 * kinetic);
        energy = now;
    }
    assert_true(energy <= first + 1e-6 * kinetic && energy > first - 0.05 * kinetic);
    assert_true(finite_now(&s));
    ship_free(&s);
    ship_free(&twin);
}

// The weakest link breaks first, although others bear more. With averaging, the tension of one step does not break it.
static void test_weakest_link_breaks_first(void **state) {
    (void)state;
    tackle_special weak = special_of(4, TACKLE_D_SHACKLE, false);
    weak.strength = 0.3;
    for (int held = 0; held < 2; held++) {
        // at rest the link bears 1.02 of its breaking load, or 0.98
        double bears = (ANCHOR + 4.5 * 22) * G, breaking = bears / (0.3 * (held ? 0.98 : 1.02));
        const tackle_strength_def strength = {.proof = 0.7 * breaking, .breaking = breaking, .time = 0.05};
        ship s;
        ship_def d = plain();
        d.special = &weak;
        d.n_special = 1;
        d.strength = &strength;
        make(&s, &d);
        int at = -1;
        for (int n = 0; n < 1000 && at < 0; n++) {
            ship_step(&s);
            if (tackle_strength_break_worst(&s.strength, &s.model, &s.state, &s.events)) at = n;
        }
        // 1.02 (1 - exp(-t/0.05 s)) = 1 at t = 0.197 s
        if (!held) assert_true(at > 150 && at < 250);
        if (held) assert_int_equal(at, -1);
        assert_int_equal(tackle_strength_state_of(&s.strength, &s.model, &s.state)->parted, held ? 0 : 5);
        ship_free(&s);
    }
}

// The inboard end of a parted chain hangs from the lifter. Heaved in to its last link, it runs off, and the lifter
// turns without a chain.
static void test_inboard_end_runs_off_lifter(void **state) {
    (void)state;
    tackle_special weak = special_of(6, TACKLE_KENTER, false);
    weak.strength = 0.1;
    const tackle_strength_def strength = {.proof = 2 * ANCHOR * G, .breaking = 4 * ANCHOR * G};
    ship s;
    ship_def d = plain();
    d.mu = 0.2;
    d.capacity = LINKS + 4;
    d.special = &weak;
    d.n_special = 1;
    d.strength = &strength;
    make(&s, &d);
    int parts = 0;
    for (int n = 0; n < 12000; n++) {
        ship_step(&s);
        if (tackle_strength_break_worst(&s.strength, &s.model, &s.state, &s.events)) {
            parts++;
            dyn_initial_acceleration(&s.model, &s.state, s.work, &s.command);
        }
        assert_true(finite_now(&s));
        if (n == 2000) { // links 8 to 12 hang from the lifter
            double hangs = mass_of(&s, 7, LINKS) * G;
            CHECK_NEAR(tackle_lifter_tension(&s.lifter, &s.model, &s.state), hangs, 0.2 * hangs);
            assert_false(s.events & RT_EVENT_BIT(RT_EVENT_CHAIN_END));
            s.command = (rt_command){.lever = 1, .clutch = 1};
        }
    }
    assert_int_equal(parts, 1);
    assert_true(s.events & RT_EVENT_BIT(RT_EVENT_CHAIN_END));
    assert_int_equal(tackle_lifter_state_of(&s.lifter, &s.model, &s.state)->links, 7); // the broken one
    for (int k = 6; k < LINKS + 4; k++) assert_int_equal(s.state.body_on[s.chain.body[k]], 0);
    CHECK_NEAR(tackle_lifter_tension(&s.lifter, &s.model, &s.state), 0, 0);
    CHECK_NEAR(s.state.qd[s.lifter.node].x * s.lifter.radius, 0.3, 0.01); // idle, at the lever's speed
    ship_free(&s);
}

// ---- torsion

// Turn of the anchor about the vertical while the lifter heaves two links of a chain turned by 30° against the pockets.
static double yaw_after_two_links(ship_def *d, rt_command command) {
    ship s;
    d->links = LINKS, d->capacity = LINKS + 2;
    d->roll = PI / 6;
    make(&s, d);
    s.command.failures = command.failures;
    vec3 x0 = s.state.q[s.anchor.hinge_axis];
    for (int n = 0; n < 10000; n++) {
        bool heave = s.lifter.radius * s.state.q[s.lifter.node].x < 2 * s.chain.link.pitch;
        s.command.lever = heave ? 0.5 : 0;
        s.command.brake = n < 500 || !heave ? 1 : 0;
        ship_step(&s);
    }
    assert_true(finite_now(&s));
    assert_true(tackle_lifter_state_of(&s.lifter, &s.model, &s.state)->links <= LINKS - 2);
    vec3 x = s.state.q[s.anchor.hinge_axis];
    ship_free(&s);
    return atan2(x0.x * x.y - x0.y * x.x, x0.x * x.x + x0.y * x.y) * 180 / PI;
}

static void test_torsion_reaches_the_anchor(void **state) {
    (void)state;
    ship_def d = plain();
    d.mu = 0.2;
    d.no_swivel = true;
    CHECK_NEAR(yaw_after_two_links(&d, (rt_command){0}), -30, 3);
}

// With a frictionless swivel above the shackle, the chain turns and the anchor does not. With a seized swivel the
// anchor turns.
static void test_free_swivel_isolates_anchor(void **state) {
    (void)state;
    const tackle_special swivel[] = {special_of(1, TACKLE_SWIVEL, false), special_of(2, TACKLE_SWIVEL, true)};
    ship_def d = plain();
    d.no_swivel = true;
    d.special = swivel;
    d.n_special = 2;
    CHECK_NEAR(yaw_after_two_links(&d, (rt_command){0}), 0, 0.5);
    CHECK_NEAR(yaw_after_two_links(&d, (rt_command){.failures = 1u << RT_FAILURE_SWIVEL}), -30, 3);
}

// The same holds for the swivel in the anchor's shackle.
static void test_shackle_swivel_isolates_anchor(void **state) {
    (void)state;
    ship_def d = plain();
    CHECK_NEAR(yaw_after_two_links(&d, (rt_command){0}), 0, 0.5);
    CHECK_NEAR(yaw_after_two_links(&d, (rt_command){.failures = 1u << RT_FAILURE_SWIVEL}), -30, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loads_match_makers_table),
        cmocka_unit_test(test_duty_pull),
        cmocka_unit_test(test_gauge_length),
        cmocka_unit_test(test_masses_and_inertias),
        cmocka_unit_test(test_mixed_chain_hangs),
        cmocka_unit_test(test_chain_parts_at_first_step_over_load),
        cmocka_unit_test(test_weakest_link_breaks_first),
        cmocka_unit_test(test_inboard_end_runs_off_lifter),
        cmocka_unit_test(test_torsion_reaches_the_anchor),
        cmocka_unit_test(test_free_swivel_isolates_anchor),
        cmocka_unit_test(test_shackle_swivel_isolates_anchor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
