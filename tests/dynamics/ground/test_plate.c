// SPDX-License-Identifier: MIT
// Plates pushed into and pulled out of sand and clay, against closed forms, and how the patches converge to them.
#include "dynamics/ground/body.h"
#include "dynamics/soil/clay.h"
#include "dynamics/soil/sand.h"
#include "tests/dynamics/mechanism.h"

static const double side = 0.8;
static const vec3 up = {0, 0, 1}, down = {0, 0, -1}, ahead = {1, 0, 0};
static const ground_soil sand = {.strength = 2e5, .friction = 0.45, .mobilise = 1e-4};
static const ground_soil bed = {.strength = 2e5, .exponent = 0.55, .friction = 0.45, .mobilise = 1e-4};
static const ground_soil clay = {.law = GROUND_CLAY,
                                 .shear = 2e3,
                                 .shear_up = 1.5e3,
                                 .adhesion = 0.4,
                                 .suction = 0.3,
                                 .breadth = 2,
                                 .mobilise = 1e-4};

static void move(mechanism *k, int body, double far, vec3 way) {
    for (int i = 0; i < 2; i++) {
        vec3 *point = &k->state.q[k->model.body[body].node[i]];
        *point = vec3_madd(*point, far, way);
    }
}

// Force [N] of the soil on a thin square plate, both its faces in n × n patches, of this normal and with its middle at
// this depth, that has moved along `way` by more than what mobilises the soil, after half of that and a rest of this
// time [s] there. Its edge `along` is level.
static vec3 force_after_rest(const ground_soil *soil, vec3 normal, vec3 along, vec3 way, double depth, int n,
                             double rest) {
    mechanism k;
    ground_body g;
    mechanism_make(&k, 1e-3, vec3_make(0, 0, -9.81));
    const vec3 at = vec3_madd(vec3_make(0, 0, -depth), -3 * soil->mobilise, way);
    const brick b = {.at = {mat3_identity(), at}, .length = 0.2, .mass = 1, .inertia = {1, 1, 1}};
    const int body = mechanism_body(&k, &b);
    const ground_plane plane = {.normal = up};
    assert_int_equal(ground_body_create(&g, 2 * n * n, &plane, soil), RT_OK);
    ground_body_add_part(&g, body);
    const vec3 other = vec3_cross(normal, along);
    for (int i = 0; i < 2 * n * n; i++) {
        const double u = side * ((i / 2 % n + 0.5) / n - 0.5), v = side * ((i / 2 / n + 0.5) / n - 0.5);
        const ground_patch_def p = {.at = vec3_madd(vec3_scale(u, along), v, other),
                                    .normal = vec3_scale(i & 1 ? -1 : 1, normal),
                                    .area = side * side / (n * n)};
        ground_body_add_patch(&g, &k.model, &p);
    }
    ground_body_finish(&g);
    dyn_add_force(&k.model, &g.force);
    mechanism_finish(&k);
    dyn_eval e = dyn_eval_at(&k.model, &k.state);
    g.force.predict(&g, &e, k.state.z);
    g.force.accept(&g, &e, k.state.z);
    move(&k, body, 0.5 * soil->mobilise, way);
    e = dyn_eval_at(&k.model, &k.state);
    g.force.predict(&g, &e, k.state.z);
    ground_body_rest(&g, &e, k.state.z, rest);
    move(&k, body, 2.5 * soil->mobilise, way);
    e = dyn_eval_at(&k.model, &k.state);
    g.force.predict(&g, &e, k.state.z);
    const vec3 f = ground_body_force_on(&g, &e, k.state.z, 0);
    ground_body_free(&g);
    mechanism_free(&k);
    return f;
}

static vec3 force_on_plate(const ground_soil *soil, vec3 normal, vec3 along, vec3 way, double depth, int n) {
    return force_after_rest(soil, normal, along, way, depth, n, 0);
}

// A level plate in sand and in clay, both ways, at any number of patches: pressed down by strength × depth or
// N_c s_u on its lower face, and by suction on its upper one, lifted against Meyerhof's N_c; sideways, sand takes
// nothing off a thin plate, adhesion all of both faces.
static void level_plate(void **state) {
    (void)state;
    const double area = side * side;
    for (int n = 1; n <= 4; n *= 2)
        for (double depth = 0.5; depth < 9; depth *= 2) {
            double per = sand.strength * depth * area;
            vec3 f = force_on_plate(&sand, up, ahead, down, depth, n);
            CHECK_NEAR(f.z, per * ground_sand_stress(down, down, up, sand.friction).z, 1e-9 * per);
            f = force_on_plate(&sand, up, ahead, up, depth, n);
            CHECK_NEAR(f.z, per * ground_sand_stress(up, up, up, sand.friction).z, 1e-9 * per);
            per = (2e3 + 1.5e3 * depth) * area;
            const double bearing = 6 * (1 + 0.2 * fmin(depth / 2, 2.5)), uplift = fmin(1.2 * depth / 2, bearing);
            f = force_on_plate(&clay, up, ahead, down, depth, n);
            CHECK_NEAR(f.z, 1.3 * bearing * per, 1e-9 * per);
            f = force_on_plate(&clay, up, ahead, up, depth, n);
            CHECK_NEAR(f.z, -(uplift + 0.3 * bearing) * per, 1e-9 * per);
            f = force_on_plate(&clay, up, ahead, ahead, depth, n);
            CHECK_NEAR(f.x, -2 * 0.4 * per, 1e-9 * per);
        }
}

// Pushed across its face, a plate from the surface down to its side feels the square of its depth, exactly however it
// is divided; so does one inclined: stress in proportion to depth acts with the depth of its middle.
static void upright_plate_in_sand(void **state) {
    (void)state;
    const vec3 across = {0, 1, 0}, inclined = {sqrt(0.5), 0, -sqrt(0.5)};
    const double square = 0.5 * sand.strength * side * side * side;
    for (int n = 1; n <= 8; n *= 2) {
        vec3 f = force_on_plate(&sand, ahead, across, ahead, 0.5 * side, n);
        vec3 s = ground_sand_stress(ahead, ahead, up, sand.friction);
        CHECK_NEAR(vec3_norm(vec3_sub(f, vec3_scale(square, s))), 0, 1e-9 * square);
        f = force_on_plate(&sand, inclined, across, ahead, side, n);
        s = vec3_scale(2 * square, ground_sand_stress(inclined, ahead, up, sand.friction));
        CHECK_NEAR(vec3_norm(vec3_sub(f, s)), 0, 1e-9 * square);
    }
}

// Integral of 6 (1 + 0.2 z/B) (s + r z) from the surface to the plate's side.
static double clay_by_hand(void) {
    const double s = 2e3, r = 1.5e3, c = 0.2 / clay.breadth, d = side;
    return 6 * side * (s * d + (r + c * s) * d * d / 2 + c * r * d * d * d / 3);
}

// In sand whose stress grows as depth^0.55 such a plate feels depth^1.55; a level one that sinks, depth^0.55.
static void plates_in_weaker_growth(void **state) {
    (void)state;
    const vec3 across = {0, 1, 0};
    const double n = bed.exponent, push = ground_sand_stress(ahead, ahead, up, bed.friction).x;
    for (double depth = 0.4; depth < 4; depth *= 2) {
        const double exact =
            bed.strength * side * (pow(depth + 0.5 * side, n + 1) - pow(depth - 0.5 * side, n + 1)) / (n + 1);
        CHECK_NEAR(force_on_plate(&bed, ahead, across, ahead, depth, 32).x, push * exact, 1e-3 * exact);
        const vec3 f = force_on_plate(&bed, up, ahead, down, depth, 2);
        CHECK_NEAR(f.z / (side * side * bed.strength * pow(depth, n)),
                   ground_sand_stress(down, down, up, bed.friction).z, 1e-9);
    }
}

// The sum over patches is the midpoint rule: in clay the error falls with the square of their size, in sand whose
// stress grows as depth^0.55, from the surface down, with a power that tends to 1.55. A plate that stands out of
// the bottom is cut at the middle of its patches: what is missed is at most the stress over half a patch, and in sand
// that is next to the surface.
static void patches_converge(void **state) {
    (void)state;
    const vec3 across = {0, 1, 0};
    const double exact = 1.3 * clay_by_hand(), bed_exact = bed.strength * side * pow(side, bed.exponent + 1) /
                                                           (bed.exponent + 1) *
                                                           ground_sand_stress(ahead, ahead, up, bed.friction).x;
    double before[2] = {0, 0};
    for (int n = 1; n <= 8; n *= 2) {
        const double error[2] = {fabs(-force_on_plate(&clay, ahead, across, ahead, 0.5 * side, n).x / exact - 1),
                                 fabs(force_on_plate(&bed, ahead, across, ahead, 0.5 * side, n).x / bed_exact - 1)};
        print_message("%d² patches: off by %.1e in clay, %.1e in sand\n", n, error[0], error[1]);
        if (n > 1) assert_true(error[0] < 0.26 * before[0] && error[1] < pow(2, -1.3) * before[1]);
        before[0] = error[0], before[1] = error[1];
        const double cut = force_on_plate(&sand, ahead, across, ahead, 0.11 * side, n).x, wet = 0.61 * side,
                     stress = sand.strength * ground_sand_stress(ahead, ahead, up, sand.friction).x;
        assert_true(fabs(cut - 0.5 * stress * wet * wet * side) <= fabs(stress) * side * pow(0.5 * side / n, 2));
    }
}

// A plate that presses on clay with half of what it bears, 0.5 N_c s_u, bears 1 + 0.11 × 0.5 N_c times as much when the
// clay has consolidated, on that face alone.
static void rests_on_clay(void **state) {
    (void)state;
    ground_soil s = clay;
    s.rest = 86400, s.gain = 0.11, s.wear = 1;
    const double depth = 3, bearing = 6 * 1.3, share = 1 - exp(-2), pressure = bearing * (2e3 + 1.5e3 * depth),
                 gained = 0.11 * 0.5 * bearing * share;
    const vec3 f = force_after_rest(&s, up, ahead, down, depth, 2, 2 * 86400);
    CHECK_NEAR(f.z, (1 + gained + 0.3) * pressure * side * side, 1e-4 * f.z);
}

// Break-out factor of a square plate, pull over submerged weight of the sand on its depth: 1 + 2 m K tan(angle) H/B,
// m = 1 + 0.25 H/B, K tan = 0.66 at 35 deg (Meyerhof & Adams 1968; the form agrees with a table of others, the
// coefficients are from memory, not opened). The granular law has no breadth: its factor is one number, that of a plate
// some five breadths deep: it holds a shallow plate several times too strongly, and a deeper one too weakly.
static void pulled_out_of_sand(void **state) {
    (void)state;
    const double weight = 9.3e3;
    ground_soil medium = sand;
    medium.strength = ground_sand_strength(weight, tan(35 * M_PI / 180));
    double factor[2] = {0, 0};
    for (double ratio = 1; ratio <= 8; ratio *= 2) {
        const double depth = ratio * side, published = 1 + 2 * (1 + 0.25 * ratio) * 0.66 * ratio;
        factor[0] = -force_on_plate(&medium, up, ahead, up, depth, 2).z / (weight * depth * side * side);
        print_message("%g breadths deep: break-out factor %.1f (Meyerhof & Adams %.1f)\n", ratio, factor[0], published);
        if (factor[1] > 0) CHECK_NEAR(factor[0], factor[1], 1e-9 * factor[0]);
        assert_true(ratio < 4.5 ? factor[0] > published : factor[0] < published);
        factor[1] = factor[0];
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(level_plate),
                                       cmocka_unit_test(upright_plate_in_sand),
                                       cmocka_unit_test(plates_in_weaker_growth),
                                       cmocka_unit_test(patches_converge),
                                       cmocka_unit_test(pulled_out_of_sand),
                                       cmocka_unit_test(rests_on_clay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
