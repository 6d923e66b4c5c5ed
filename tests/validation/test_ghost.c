// SPDX-License-Identifier: MIT
// No ghost: a body that slides at 1 m/s over a flat plate of many small and irregular triangles feels a plane. Its
// edges and corners pass over the plate's edges all the time; none of them may push it aside or up. The body keeps its
// attitude, as on a guide, so its acceleration gives the whole contact force, for any method.
#include "contact/prepare/load.h"
#include "tests/validation/methods.h"
#include "tests/validation/plates.h"

static const double G = 9.81, H = 1e-3, SPEED = 1, SHARE = 1e-3; // of the normal force that counts as none

// Steps until the body lies still. The slowest is the box on a corner by the foundation: overdamped, d from 0 to 18 mm
// with c / K = (20 s/m F) / (3 F / d) = 0.12 s.
enum { SETTLED = 900 };

typedef struct slide {
    const char *body;
    contact_mesh mesh;
    mat3 attitude;
    double mass;
} slide;

typedef struct kick {
    double aside, along, up; // largest force aside, along the motion beyond the friction, and up beyond the weight
} kick;                      // of the weight

static kick run(const method *how, const slide *s, const contact_mesh *plate, double mu) {
    contact_material m = contact_material_default();
    m.mu_static = m.mu_dynamic = mu;
    double low = INFINITY;
    for (int i = 0; i < s->mesh.nv; i++) low = fmin(low, mat3_mul(&s->attitude, s->mesh.vertex[i]).z);
    const pose at = {s->attitude, {0.003, 0.007, -low}};
    method_body held = {0};
    sliding_body *b = &held.b;
    sliding_body_begin(b, s->mass, mat3_identity(), &at, vec3_make(0, 0, -G), H);
    dyn_fix_node(&b->model, DYN_FIRST_NODE + 2), dyn_fix_node(&b->model, DYN_FIRST_NODE + 3);
    how->add(&held, &s->mesh, plate, &m);
    sliding_body_finish(b);
    kick k = {0, 0, 0};
    for (int i = 0; i < SETTLED + 500; i++) {
        if (i == SETTLED) sliding_body_throw(b, vec3_make(SPEED, 0, 0));
        sliding_body_step(b);
        if (i < SETTLED + 20) continue; // friction has reached its sliding value
        vec3 f = vec3_scale(1 / G, vec3_sub(b->state.qdd[DYN_FIRST_NODE], b->model.gravity)); // of the weight
        k.aside = fmax(k.aside, fabs(f.y));
        k.along = fmax(k.along, fabs(f.x + mu));
        k.up = fmax(k.up, fabs(f.z - 1));
        if (mu > 0) sliding_body_throw(b, vec3_make(SPEED, sliding_body_velocity(b).y, sliding_body_velocity(b).z));
    }
    method_body_free(&held);
    return k;
}

static contact_mesh load_shank(void) {
    contact_mesh mesh;
    contact_mesh_report report;
    rt_diag d = {0};
    const contact_mesh_options o = {.scale = 1, .need_closed = true};
    assert_int_equal(contact_mesh_load(HAWSE_SOURCE_DIR "/config/models/shank.ply", &o, &mesh, &report, &d), RT_OK);
    return mesh;
}

static void test_no_ghost(void **state) {
    (void)state;
    const vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, half = {0.5, 0.3, 0.2};
    mat3 askew = mat3_rotation(z, 0.2), edge = mat3_rotation(x, M_PI / 4), corner = mat3_rotation(y, 0.6);
    mat3 flat = mat3_rotation(y, M_PI / 2), side = mat3_rotation(x, M_PI / 2);
    slide body[] = {
        {"box on its face", make_box(half, vec3_make(0, 0, 0)), askew, 2000},
        {"box on an edge", make_box(half, vec3_make(0, 0, 0)), mat3_matmul(&askew, &edge), 2000},
        {"box on a corner", make_box(half, vec3_make(0, 0, 0)), mat3_matmul(&corner, &edge), 2000},
        {"shank on its side", load_shank(), mat3_matmul(&askew, &flat), 2270},
        {"shank on its other side", load_shank(), mat3_matmul(&askew, &side), 2270},
    };
    double worst = 0;
    contact_mesh plate = make_plate(-1, -1, 4, 1, 0.5, 125, 50);
    for (int i = 0; i < METHODS; i++)
        for (size_t j = 0; j < sizeof body / sizeof *body; j++)
            for (int rough = 0; rough < 2; rough++) {
                kick k = run(&METHOD[i], &body[j], &plate, rough ? 0.22 : 0);
                print_message("| %s | %s | %.2f | %.1e | %.1e | %.1e |\n", METHOD[i].name, body[j].body,
                              rough ? 0.22 : 0, k.aside, k.along, k.up);
                worst = fmax(worst, fmax(k.aside, fmax(rough ? 0 : k.along, k.up)));
            }
    CHECK_NEAR(worst, 0, SHARE);
    for (size_t j = 0; j < sizeof body / sizeof *body; j++) contact_mesh_free(&body[j].mesh);
    contact_mesh_free(&plate);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_ghost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
