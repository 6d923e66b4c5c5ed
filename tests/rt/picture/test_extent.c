// SPDX-License-Identifier: MIT
// Direction of view of a mechanism's cameras: along the axis that its parts turn about, whatever guides it has.
#include "rt/picture/mechanism.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

// The kinds of joints; a test changes a row.
extern const dyn_joint_traits __real_dyn_joint_kinds[DYN_JOINT_ALL];
dyn_joint_traits __wrap_dyn_joint_kinds[DYN_JOINT_ALL];

static int read_kinds(void **state) {
    (void)state;
    memcpy(__wrap_dyn_joint_kinds, __real_dyn_joint_kinds, sizeof __wrap_dyn_joint_kinds);
    return 0;
}

// A crank that turns about x and a follower whose point a joint guides. The mechanism is longest along x, so that a
// view across its longest side is along y.
static const char *const text =
    "model:\n"
    "  gravity: [0, 0, -9.81]\n"
    "  points:\n"
    "    - {name: O, at: [0, 0, 0], fixed: true}\n"
    "    - {name: A, at: [0, 0.3, 0]}\n"
    "    - {name: B, at: [2, 0.3, 0.1]}\n"
    "  bodies:\n"
    "    - {name: crank, points: [O, A], y_axis: [1, 0, 0], mass: 1 kg, centre: [0, 0, 0],\n"
    "       inertia: [0.1, 0.1, 0.1]}\n"
    "    - {name: follower, points: [B], mass: 1 kg, centre: [0, 0, 0],\n"
    "       inertia: [0.1, 0.1, 0.1]}\n"
    "  joints:\n"
    "    - {name: pin, kind: revolute, bodies: [ground, crank], points: [O],\n"
    "       axis: [1, 0, 0]}\n"
    "    - {name: guide, kind: inline, bodies: [ground], points: [O, B],\n"
    "       axis: [2, 0.3, 0.1]}\n"
    "end:\n"
    "  duration: 1 s\n";

// Front of the mechanism while joints of the kind `inline` have those traits.
static vec3 front_with(const dyn_joint_traits *as) {
    static rt_diag d;
    static scenario sc;
    static sim s;
    render_mechanism m = {.n_parts = 0};
    if (scenario_load_text(text, "extent.yaml", true, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    if (sim_create(&s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    __wrap_dyn_joint_kinds[DYN_JOINT_INLINE] = *as;
    picture_extent(&s, &m);
    read_kinds(NULL);
    sim_destroy(&s);
    scenario_free(&sc);
    return m.front;
}

static void expect_along(vec3 front, vec3 axis) {
    CHECK_NEAR(fabs(vec3_dot(front, axis)), 1, 1e-12);
    CHECK_NEAR(vec3_norm(front), 1, 1e-12);
}

// No kind of joint has its point in a plane yet; the word and the number of bodies play no part.
static void guides_do_not_turn_the_view(void **state) {
    (void)state;
    const dyn_joint_traits *line = &__real_dyn_joint_kinds[DYN_JOINT_INLINE];
    dyn_joint_traits plane = *line;
    plane.place = DYN_IN_PLANE, plane.freedom = 5;
    expect_along(front_with(line), vec3_make(1, 0, 0));
    expect_along(front_with(&plane), vec3_make(1, 0, 0));
}

// A body that slides on a plane and turns about its normal alone does say what is across the motion: here it and the
// crank disagree, so the view is across the longest side.
static void planar_joints_turn_the_view(void **state) {
    (void)state;
    dyn_joint_traits planar = __real_dyn_joint_kinds[DYN_JOINT_INLINE];
    planar.place = DYN_IN_PLANE, planar.freedom = 3, planar.angles = 1;
    expect_along(front_with(&planar), vec3_make(0, 1, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guides_do_not_turn_the_view),
        cmocka_unit_test(planar_joints_turn_the_view),
    };
    return cmocka_run_group_tests_name("rt.picture.extent", tests, read_kinds, NULL);
}
