// SPDX-License-Identifier: MIT
// The same contact three ways: by the shapes' closed form, by a ball against triangles, and by the regions of two
// meshes, each with three sagittas. The penetration depths differ by no more than the sagittas of the tessellated
// shapes. The rebounds of thrown bodies differ correspondingly.
#include "tests/random.h"
#include "tests/validation/ledger.h"
#include "tests/validation/shape_drop.h"

static uint64_t seed = 2463534242u;

static const double SAGITTA[] = {1e-3, 2.5e-4, 6.25e-5};
enum { SAGITTAS = 3, POSES = 60 };

static const contact_shape PLANE = {.kind = CONTACT_PLANE, .size = {3, 3, 0}},
                           BALL = {.kind = CONTACT_SPHERE, .size = {0.3, 0, 0}},
                           BIG_BALL = {.kind = CONTACT_SPHERE, .size = {0.5, 0, 0}},
                           OVAL = {.kind = CONTACT_ELLIPSOID, .size = {0.3, 0.2, 0.15}},
                           BIG_OVAL = {.kind = CONTACT_ELLIPSOID, .size = {0.5, 0.4, 0.3}},
                           BOX = {.kind = CONTACT_BOX, .size = {0.3, 0.2, 0.15}},
                           BIG_BOX = {.kind = CONTACT_BOX, .size = {0.6, 0.5, 0.4}},
                           ROLLER = {.kind = CONTACT_FRUSTUM, .size = {0.2, 0.2, 0.5}};

static const struct {
    const char *name;
    const contact_shape *a, *b;
    bool flat; // a lies on b along its x: a cylinder on its side, a box on its face
} CASE[] = {{"sphere on plane", &BALL, &PLANE, false},
            {"sphere on sphere", &BALL, &BIG_BALL, false},
            {"sphere on box", &BALL, &BIG_BOX, false},
            {"sphere on ellipsoid", &BALL, &BIG_OVAL, false},
            {"ellipsoid on plane", &OVAL, &PLANE, false},
            {"ellipsoid on ellipsoid", &OVAL, &BIG_OVAL, false},
            {"cylinder on its side on plane", &ROLLER, &PLANE, true},
            {"box on box", &BOX, &BIG_BOX, true}};
enum { CASES = sizeof CASE / sizeof *CASE };

// The deepest hit; depth 0: none.
static contact_hit deepest(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b) {
    contact_pair pair;
    contact_pair_memory m = {{0, 0, 0}, 0};
    contact_hit hit[CONTACT_PAIR_HITS], best = {.depth = 0};
    assert_int_equal(contact_pair_create(&pair, a, b), RT_OK);
    int n = contact_pair_find(&pair, at_a, at_b, 0, &m, hit, CONTACT_PAIR_HITS);
    for (int i = 0; i < n; i++)
        if (hit[i].depth > best.depth) best = hit[i];
    contact_pair_free(&pair);
    return best;
}

// Finds poses with a contact a few millimetres deep: moves one shape along a direction, by the closed form.
static void place(int c, pose *at_a, pose *at_b, double depth) {
    const contact_shape *a = CASE[c].a, *b = CASE[c].b;
    *at_b = (pose){mat3_rotation(random_direction(&seed), uniform(&seed, -3, 3)),
                   vec3_scale(uniform(&seed, 0, 5), random_direction(&seed))};
    vec3 up = b->kind == CONTACT_PLANE || CASE[c].flat ? vec3_make(0, 0, 1) : random_direction(&seed);
    mat3 turn = mat3_rotation(random_direction(&seed), uniform(&seed, -3, 3)),
         roll = mat3_rotation(vec3_make(0, 0, 1), uniform(&seed, -3, 3));
    if (CASE[c].flat && a->kind == CONTACT_FRUSTUM) {
        mat3 lie = mat3_rotation(vec3_make(0, 1, 0), M_PI / 2), spin = roll;
        turn = mat3_matmul(&lie, &spin); // about its own axis, then on its side
    } else if (CASE[c].flat) {
        turn = roll;
    }
    double low = 0, high = 2;
    for (int i = 0; i < 100; i++) {
        double far = 0.5 * (low + high);
        *at_a = (pose){mat3_matmul(&at_b->r, &turn), pose_point(at_b, vec3_scale(far, up))};
        if (deepest(a, at_a, b, at_b).depth > depth)
            low = far;
        else
            high = far;
    }
}

typedef struct difference {
    double depth, angle; // largest [m], [rad]
    double area;         // of regions on a plane [m²]
} difference;

static difference compare(int c, const contact_shape *a, const contact_shape *b) {
    difference worst = {0, 0, 0};
    seed = 2463534242u; // the same poses every time
    for (int i = 0; i < POSES; i++) {
        pose at_a, at_b;
        place(c, &at_a, &at_b, 4e-3);
        contact_hit want = deepest(CASE[c].a, &at_a, CASE[c].b, &at_b), got = deepest(a, &at_a, b, &at_b);
        vec3 turned = vec3_cross(want.normal, got.normal);
        worst.depth = fmax(worst.depth, fabs(got.depth - want.depth));
        worst.angle = fmax(worst.angle, asin(fmin(vec3_norm(turned), 1)));
        if (got.region && CASE[c].a->kind == CONTACT_SPHERE && CASE[c].b->kind == CONTACT_PLANE)
            worst.area = fmax(worst.area, fabs(got.area - M_PI * want.depth * (2 * CASE[c].a->size.x - want.depth)));
    }
    return worst;
}

static bool is_round(const contact_shape *s) { return s->kind != CONTACT_PLANE && s->kind != CONTACT_BOX; }

static void check_case(ledger *l, int c) {
    const contact_shape *a = CASE[c].a, *b = CASE[c].b;
    char what[128];
    for (int k = 0; k < SAGITTAS; k++) {
        shape_mesh ma, mb;
        shape_mesh_make(&ma, a, SAGITTA[k]), shape_mesh_make(&mb, b, SAGITTA[k]);
        double all = SAGITTA[k] * (is_round(a) + is_round(b)), ground = SAGITTA[k] * is_round(b);
        if (a->kind == CONTACT_SPHERE) {
            difference d = compare(c, a, &mb.shape);
            snprintf(what, sizeof what, "%s, ball on triangles, sagitta %g mm: depth", CASE[c].name, 1e3 * SAGITTA[k]);
            ledger_row(l, what, "m", 0, "difference to the closed form, within the sagitta", d.depth, ground + 1e-9);
        }
        difference d = compare(c, &ma.shape, &mb.shape);
        snprintf(what, sizeof what, "%s, regions of meshes, sagitta %g mm: depth", CASE[c].name, 1e3 * SAGITTA[k]);
        ledger_row(l, what, "m", 0, "difference to the closed form, within the sagittas", d.depth, all + 1e-9);
        if (a->kind == CONTACT_SPHERE && b->kind == CONTACT_PLANE) {
            // the rim of the disc lies inside the ball's by the sagitta at most: radius² loses 2 R sagitta
            snprintf(what, sizeof what, "%s, regions of meshes, sagitta %g mm: area", CASE[c].name, 1e3 * SAGITTA[k]);
            ledger_row(l, what, "m²", 0, "difference to pi depth (2 R - depth), within 2 pi R sagitta", d.area,
                       2 * M_PI * a->size.x * SAGITTA[k]);
        }
        print_message("| %s | %g mm | %.2g mm | %.2g mrad |\n", CASE[c].name, 1e3 * SAGITTA[k], 1e3 * d.depth,
                      1e3 * d.angle);
        shape_mesh_free(&ma), shape_mesh_free(&mb);
    }
}

static void test_depth(void **state) {
    (void)state;
    ledger l = ledger_begin("depth by shape and by mesh", "Two shapes reach 4 mm into each other, 60 poses a row", "");
    for (int c = 0; c < CASES; c++) check_case(&l, c);
    ledger_end(&l);
}

// Bodies of 900 kg thrown at the ground with 0.5 m/s: e = 0.5, and no friction.
static const struct {
    const char *name;
    const contact_shape *body, *ground;
    double height; // of the ground's surface over its middle [m]
    vec3 axis;     // turned about it [rad]
    double angle, roll;
    int hits; // of the closed form, which share the stiffness of one region
} THROWN[] = {{"sphere on plane", &BALL, &PLANE, 0, {1, 2, 3}, 0.7, 0, 1},
              {"cylinder on its side on plane", &ROLLER, &PLANE, 0, {0, 1, 0}, 1.57079632679489662, 0.321, 2},
              {"box on box", &BOX, &BIG_BOX, 0.4, {0, 0, 1}, 0.3, 0, 4},
              {"ellipsoid on plane, tilted", &OVAL, &PLANE, 0, {2, 3, 1}, 0.4, 0, 1}};

static const double MASS = 900, SPEED = 0.5, RESTITUTION = 0.5, GAP = 1e-3;

static vec3 inertia_of(const contact_shape *s) {
    vec3 a = s->size;
    if (s->kind == CONTACT_SPHERE) return vec3_scale(0.4 * MASS * a.x * a.x, vec3_make(1, 1, 1));
    if (s->kind == CONTACT_FRUSTUM) {
        double across = MASS * (3 * a.x * a.x + a.z * a.z) / 12;
        return vec3_make(across, across, 0.5 * MASS * a.x * a.x);
    }
    double share = s->kind == CONTACT_BOX ? 1.0 / 3 : 0.2;
    return vec3_scale(share * MASS, vec3_make(a.y * a.y + a.z * a.z, a.x * a.x + a.z * a.z, a.x * a.x + a.y * a.y));
}

// Support of the body straight down at its start [m], and how far beside its centre it is.
static vec3 lowest_point(int c, const mat3 *turn) {
    const contact_shape *s = THROWN[c].body;
    vec3 d = mat3_tmul(turn, vec3_make(0, 0, -1)), a = s->size;
    if (s->kind != CONTACT_ELLIPSOID) return vec3_make(0, 0, s->kind == CONTACT_BOX ? -a.z : -a.x);
    double reach = sqrt(a.x * a.x * d.x * d.x + a.y * a.y * d.y * d.y + a.z * a.z * d.z * d.z);
    return mat3_mul(turn, vec3_make(a.x * a.x * d.x / reach, a.y * a.y * d.y / reach, a.z * a.z * d.z / reach));
}

static shape_rebound throw_body(int c, const contact_shape *body, const contact_shape *ground, int hits) {
    mat3 turn = mat3_rotation(vec3_unit(THROWN[c].axis), THROWN[c].angle),
         roll = mat3_rotation(vec3_make(0, 0, 1), THROWN[c].roll);
    turn = mat3_matmul(&turn, &roll);
    double middle = THROWN[c].body->kind == CONTACT_FRUSTUM ? -0.5 * THROWN[c].body->size.z : 0;
    const pose in = {mat3_identity(), {0, 0, middle}},
               at = {turn, {0.013, 0.007, THROWN[c].height + GAP - lowest_point(c, &turn).z}};
    contact_material m = contact_material_default();
    m.restitution = RESTITUTION, m.damping_max = 1e6, m.v_min = 1e-3, m.mu_static = m.mu_dynamic = 0;
    m.stiffness = 1.25 * MASS * SPEED * SPEED / pow(0.03 * SPEED / 2.943, 2.5) / hits; // in contact for 30 ms (Hertz)
    shape_drop s;
    shape_drop_make(&s, body, &in, &at, ground, &m, MASS, inertia_of(THROWN[c].body), vec3_make(0, 0, 0), 2e-4);
    shape_rebound r = shape_drop_run(&s, vec3_make(0, 0, -SPEED), 10);
    shape_drop_free(&s);
    return r;
}

// Changes of impulse and spin if the contact is displaced by `beside` [m]: with the arm r from the centre
// to the contact and the inertia I, J = (1 + e) v / (1/m + r² / I), and the spin is J r / I.
typedef struct slack {
    double velocity, omega;
} slack;
static slack slack_of(int c, double beside) {
    mat3 turn = mat3_rotation(vec3_unit(THROWN[c].axis), THROWN[c].angle);
    vec3 low = lowest_point(c, &turn), i = inertia_of(THROWN[c].body);
    double arm = hypot(low.x, low.y), least = fmin(i.x, fmin(i.y, i.z)), give = 1 / MASS + arm * arm / least;
    double impulse = (1 + RESTITUTION) * SPEED / give;
    double change = impulse * (2 * arm * beside + beside * beside) / least / give;
    return (slack){change / MASS, impulse * beside / least + change * arm / least};
}

static void check_thrown(ledger *l, int c) {
    const shape_rebound want = throw_body(c, THROWN[c].body, THROWN[c].ground, THROWN[c].hits);
    const char *source = "closed form of the pair";
    char what[128];
    print_message("| %s | closed form | %.5f m | %.5f m/s | %.5f rad/s |\n", THROWN[c].name, want.lowest,
                  want.velocity.z, vec3_norm(want.omega));
    for (int k = 0; k < SAGITTAS; k++) {
        shape_mesh body, ground;
        shape_mesh_make(&body, THROWN[c].body, SAGITTA[k]), shape_mesh_make(&ground, THROWN[c].ground, SAGITTA[k]);
        shape_rebound got = throw_body(c, &body.shape, &ground.shape, 1);
        double sagitta = is_round(THROWN[c].body) ? SAGITTA[k] : 0;
        // a facet of this sagitta reaches so far where the surface's radius of curvature is largest
        vec3 size = THROWN[c].body->size;
        bool oval = THROWN[c].body->kind == CONTACT_ELLIPSOID;
        slack s = slack_of(c, sqrt(2 * (oval ? size.x * size.x / size.z : size.x) * sagitta));
        print_message("| %s | %g mm | %.5f m | %.5f m/s | %.5f rad/s |\n", THROWN[c].name, 1e3 * SAGITTA[k], got.lowest,
                      got.velocity.z, vec3_norm(got.omega));
        snprintf(what, sizeof what, "%s, sagitta %g mm: lowest height", THROWN[c].name, 1e3 * SAGITTA[k]);
        ledger_row(l, what, "m", want.lowest, source, got.lowest, sagitta + 2e-5);
        snprintf(what, sizeof what, "%s, sagitta %g mm: speed after", THROWN[c].name, 1e3 * SAGITTA[k]);
        ledger_row(l, what, "m/s", want.velocity.z, source, got.velocity.z, s.velocity + 1e-3);
        snprintf(what, sizeof what, "%s, sagitta %g mm: spin after", THROWN[c].name, 1e3 * SAGITTA[k]);
        ledger_row(l, what, "rad/s", 0, source, vec3_norm(vec3_sub(got.omega, want.omega)), s.omega + 1e-3);
        shape_mesh_free(&body), shape_mesh_free(&ground);
    }
}

static void test_thrown(void **state) {
    (void)state;
    ledger l =
        ledger_begin("impact by shape and by mesh", "A body of 900 kg meets the ground with 0.5 m/s, e = 0.5", "");
    for (int c = 0; c < 4; c++) check_thrown(&l, c);
    ledger_end(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_depth), cmocka_unit_test(test_thrown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
