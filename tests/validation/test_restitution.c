// SPDX-License-Identifier: MIT
// A sphere, analytic and as a mesh, dropped on a plane, on a box and on a mesh plane through the whole machinery: the
// rebound ratio of each law F = S(d) (1 + a d'/v0) is that of its hysteresis factor, a (1 + e') = ln((1 + a) / (1 - a
// e')), from eight steps a contact on. The elastic contact (a = 0) lasts the specified number of steps. A
// strongly damped contact whose force acts in fewer than eight steps counts only from the next number on.
#include "tests/validation/plates.h"
#include "tests/validation/round_body.h"

static const double H = 1e-3, RADIUS = 0.3, MASS = 900, SPEED = 0.5, TOLERANCE = 0.005;

// Rebound ratio by restitution set, four digits: the solution of the equation above for the published a(e).
static const double SET[] = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
enum { SETS = sizeof SET / sizeof *SET };
static const struct {
    const char *name;
    contact_normal_law law;
    double rebound[SETS];
} LAW[] = {
    {"exact", CONTACT_LAW_EXACT, {.05, .10, .20, .30, .40, .50, .60, .70, .80, .90, .95}},
    {"Hunt-Crossley",
     CONTACT_LAW_HUNT_CROSSLEY,
     {.5014, .5158, .5469, .5813, .6197, .6630, .7120, .7680, .8329, .9090, .9524}},
    {"Herbert-McWhannell",
     CONTACT_LAW_HERBERT_MCWHANNELL,
     {.4884, .4907, .5008, .5200, .5503, .5936, .6511, .7227, .8070, .9009, .9501}},
    {"Lee-Wang", CONTACT_LAW_LEE_WANG, {.6746, .6867, .7120, .7390, .7680, .7992, .8329, .8693, .9090, .9524, .9756}},
    {"Lankarani-Nikravesh",
     CONTACT_LAW_LANKARANI,
     {.6635, .6653, .6723, .6842, .7016, .7252, .7561, .7960, .8471, .9132, .9535}},
    {"Zhiying-Qishao",
     CONTACT_LAW_ZHIYING_QISHAO,
     {.1969, .2175, .2664, .3267, .3988, .4826, .5769, .6796, .7874, .8959, .9489}},
    {"Gonthier", CONTACT_LAW_GONTHIER, {.0501, .1010, .2046, .3042, .3978, .4877, .5773, .6696, .7680, .8764, .9359}},
    {"Flores", CONTACT_LAW_FLORES, {.0329, .0694, .1555, .2562, .3629, .4704, .5773, .6832, .7885, .8939, .9468}},
    {"Hu-Guo", CONTACT_LAW_HU_GUO, {.0351, .0741, .1656, .2707, .3796, .4877, .5936, .6973, .7992, .8999, .9500}},
};
enum { LAWS = sizeof LAW / sizeof *LAW };

typedef enum scene { BALL_PLANE, BALL_BOX, BALL_EDGE, BALL_MESH, MESH_PLANE, MESH_BOX, MESH_MESH, SCENES } scene;
static const char *const SCENE[] = {"sphere on plane",      "sphere on box", "sphere on a box's edge",
                                    "sphere on mesh plane", "mesh on plane", "mesh on box",
                                    "mesh on mesh plane"};

typedef struct meshes {
    contact_mesh ball, box, plate;
} meshes;

typedef struct bounce {
    double rebound;
    int steps; // steps with a force
} bounce;

// K such that the elastic contact lasts so many steps: T = 2.943 d / v, d = (5 m v² / (4 K))^(2/5) (Hertz).
static contact_material material(contact_normal_law law, double e, int steps) {
    contact_material m = contact_material_default();
    m.law = law;
    m.restitution = e;
    m.damping_max = 1e6; // no guard rail: the law alone
    m.v_min = 1e-3;
    m.stiffness = 1.25 * MASS * SPEED * SPEED / pow(steps * H * SPEED / 2.943, 2.5);
    return m;
}

// Runs to the release and for the same time again.
static bounce let_fall(sliding_body *b, const contact_set *set) {
    bounce r = {0, 0};
    sliding_body_throw(b, vec3_make(0, 0, -SPEED));
    for (int k = 0, away = 0; k < 2000 && away < 10; k++) {
        sliding_body_step(b);
        bool touching = false;
        for (int i = 0; i < set->n; i++) touching = touching || set->item[i].normal_force > 0;
        r.steps += touching;
        away = r.steps > 0 && !touching ? away + 1 : 0;
    }
    r.rebound = sliding_body_velocity(b).z / SPEED;
    return r;
}

static bounce drop_round(const meshes *all, scene s, const contact_material *m, double height) {
    round_body r = {.radius = RADIUS, .mesh = &all->plate, .half = {1, 0.5, 0.5}};
    r.ground = s == BALL_MESH ? ROUND_ON_MESH : s == BALL_BOX || s == BALL_EDGE ? ROUND_ON_BOX : ROUND_ON_PLANE;
    r.box = (pose){mat3_rotation(vec3_make(1, 0, 0), s == BALL_EDGE ? M_PI / 4 : 0),
                   {0, 0, s == BALL_EDGE ? -0.5 * sqrt(2) : -0.5}};
    double low = RADIUS;
    if (s == MESH_PLANE) r.corners = &all->ball, low = -all->ball.lo.z;
    double y = s == BALL_EDGE ? 0 : 0.007; // straight over the edge
    round_body_make(&r, m, MASS, vec3_make(0.013, y, low + height), vec3_make(0, 0, 0), H);
    bounce got = let_fall(&r.b, &r.set);
    round_body_free(&r);
    return got;
}

static bounce drop_mesh(const meshes *all, scene s, const contact_material *m, double height) {
    double i = 0.4 * MASS * RADIUS * RADIUS;
    const pose at = {mat3_identity(), {0.013, 0.007, -all->ball.lo.z + height}};
    sliding_body b;
    sliding_body_make(&b, &all->ball, s == MESH_BOX ? &all->box : &all->plate, m, MASS,
                      (mat3){{{i, 0, 0}, {0, i, 0}, {0, 0, i}}}, &at, vec3_make(0, 0, 0), H);
    bounce got = let_fall(&b, &b.contact.set);
    sliding_body_free(&b);
    return got;
}

static bounce drop(const meshes *all, scene s, int law, int e, int steps, double height) {
    contact_material m = material(LAW[law].law, SET[e], steps);
    return s < MESH_BOX ? drop_round(all, s, &m, height) : drop_mesh(all, s, &m, height);
}

typedef struct errors {
    double low, high;
    int drops, short_of_eight;
} errors;

static void run_scene(const meshes *all, scene s, int steps, errors *sum) {
    *sum = (errors){INFINITY, -INFINITY, 0, 0};
    for (int law = 0; law < LAWS; law++)
        for (int e = 0; e < SETS; e++)
            for (int k = 0; k < 3; k++) { // touch at several fractions of a step
                bounce got = drop(all, s, law, e, steps, 1e-3 + SPEED * H * (k + (law + e) % 3 / 3.0) / 3);
                double error = got.rebound - LAW[law].rebound[e];
                sum->drops++;
                if (got.steps < 8) {
                    sum->short_of_eight++;
                    continue;
                }
                sum->low = fmin(sum->low, error), sum->high = fmax(sum->high, error);
                if (!(fabs(error) <= TOLERANCE))
                    print_message("%s, %s, e = %.2f, elastic contact %d steps, acting in %d: %.4f, expected %.4f\n",
                                  SCENE[s], LAW[law].name, SET[e], steps, got.steps, got.rebound, LAW[law].rebound[e]);
            }
}

static void test_rebound(void **state) {
    (void)state;
    meshes all = {make_sphere(RADIUS, vec3_make(0, 0, 0), 4), make_box(vec3_make(1, 1, 0.5), vec3_make(0, 0, -0.5)),
                  make_plate(-0.5, -0.5, 0.5, 0.5, 0.5, 25, 25)};
    const int steps[] = {8, 12, 32};
    double worst = 0;
    for (int s = 0; s < SCENES; s++)
        for (int k = 0; k < 3; k++) {
            errors sum;
            run_scene(&all, (scene)s, steps[k], &sum);
            print_message("| %s | %d | %+.4f .. %+.4f | %d of %d |\n", SCENE[s], steps[k], sum.low, sum.high,
                          sum.short_of_eight, sum.drops);
            worst = fmax(worst, fmax(-sum.low, sum.high));
            assert_true(sum.short_of_eight <= (steps[k] == 8 ? sum.drops / 10 : steps[k] == 12 ? sum.drops / 20 : 0));
        }
    CHECK_NEAR(worst, 0, TOLERANCE);
    contact_mesh_free(&all.ball), contact_mesh_free(&all.box), contact_mesh_free(&all.plate);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rebound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
