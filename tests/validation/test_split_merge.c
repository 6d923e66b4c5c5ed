// SPDX-License-Identifier: MIT
// A box lies on a slope over a shallow dip in the plate, and its weight oscillates. The heavy box also touches the
// floor of the dip: one region. For the light box the region splits in two. Friction holds it below its static limit
// throughout. The friction memory must follow the regions; otherwise each split would restart from an unstretched
// bristle, the box would creep by a part of the pre-slide, and friction would jump.
#include <string.h>

#include "contact/prepare/load.h"
#include "tests/validation/sliding_body.h"

#include "tests/contact/region_shapes.h" // after it: its `body` is another one

static const double H = 1e-3, DIP = 0.2e-3, SLOPE = 0.04, PERIOD = 0.5;

// A plate, x from -0.5 to 0.5, y from -0.4 to 0.4, whose top z = 0 dips by DIP for |x| < 0.1; closed below at -0.1.
static contact_mesh dipped_plate(void) {
    enum { N = 100 };
    shape s = shape_room(4 * (N + 1), 8 * N + 16);
    for (int i = 0; i <= N; i++) {
        double x = (double)i / N - 0.5, c = fabs(x) < 0.1 ? cos(5 * shapes_pi * x) : 0;
        for (int k = 0; k < 4; k++) shape_vertex(&s, x, k % 2 ? 0.4 : -0.4, k < 2 ? -DIP * c * c : -0.1);
    }
    for (int i = 0; i < N; i++) {
        int o = 4 * i;
        shape_quad(&s, o, o + 4, o + 5, o + 1);
        shape_quad(&s, o + 2, o + 3, o + 7, o + 6);
        shape_quad(&s, o + 2, o + 6, o + 4, o);
        shape_quad(&s, o + 1, o + 5, o + 7, o + 3);
    }
    shape_quad(&s, 0, 1, 3, 2);
    shape_quad(&s, 4 * N, 4 * N + 2, 4 * N + 3, 4 * N + 1);
    contact_mesh mesh;
    rt_diag d = {0};
    const contact_mesh_options o = {.scale = 1, .need_closed = true};
    if (contact_mesh_make("plate", s.v, s.nv, s.t, s.nt, &o, &mesh, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    free(s.v), free(s.t);
    return mesh;
}

static contact_mesh block(vec3 half) {
    shape s = shape_box(vec3_scale(-1, half), half, 4);
    contact_mesh mesh;
    rt_diag d = {0};
    if (contact_mesh_make("block", s.v, s.nv, s.t, s.nt, NULL, &mesh, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    free(s.v), free(s.t);
    return mesh;
}

static vec3 friction_of(const sliding_body *b) {
    vec3 f = {0, 0, 0};
    for (int i = 0; i < b->contact.set.n; i++) f = vec3_add(f, b->contact.set.item[i].friction_force);
    return f;
}

static void box_over_a_dip(void **state) {
    (void)state;
    contact_mesh plate = dipped_plate(), box = block(vec3_make(0.25, 0.2, 0.1));
    const double mass = 1000, i = mass * 0.03;
    contact_material m = contact_material_default();
    sliding_body b;
    const pose at = {mat3_identity(), {0.01, 0, 0.1}};
    sliding_body_make(&b, &box, &plate, &m, mass, (mat3){{{i, 0, 0}, {0, i, 0}, {0, 0, 2 * i}}}, &at,
                      vec3_make(0, 0, -9.81), H);
    int changes = 0, regions = 0, one = 0, two = 0;
    double x = 0, jump = 0, load = 9.81 * mass * SLOPE;
    vec3 last = {0, 0, 0};
    for (int k = 0; k < 6 * PERIOD / H; k++) {
        // the slope grows slowly; then the pull along it is constant and the weight varies from 0.4 to 1.6 times its
        // mean
        double t = k * H, slope = SLOPE * fmin(1, t / (0.4 * PERIOD));
        b.model.gravity = vec3_make(9.81 * slope, 0, -9.81 * (1 - 0.6 * cos(2 * shapes_pi * t / PERIOD)));
        sliding_body_step(&b);
        vec3 f = friction_of(&b);
        if (t < PERIOD) last = f;
        jump = fmax(jump, vec3_norm(vec3_sub(f, last)));
        last = f;
        if (k == (int)(PERIOD / H)) x = b.state.q[DYN_FIRST_NODE].x;
        if (k > PERIOD / H && b.contact.set.n != regions) changes++;
        regions = b.contact.set.n;
        one += regions == 1, two += regions == 2;
    }
    double creep = b.state.q[DYN_FIRST_NODE].x - x;
    print_message(
        "%d changes, %d steps with one region, %d with two; %.2e m in five periods, friction %.0f N of %.0f N, "
        "largest change in a step %.1f N\n",
        changes, one, two, creep, vec3_norm(last), load, jump);
    assert_true(changes >= 10 && one > 300 && two > 300);
    CHECK_NEAR(vec3_norm(last), load, 0.05 * load);
    CHECK_NEAR(creep, 0, 0.02 * m.pre_slide);
    assert_true(jump < 0.1 * load);
    sliding_body_free(&b);
    contact_mesh_free(&plate);
    contact_mesh_free(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(box_over_a_dip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
