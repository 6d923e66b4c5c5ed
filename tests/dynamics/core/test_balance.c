// SPDX-License-Identifier: MIT
// The wrench of all bodies on the axes by the balance of momentum, against the reaction of the joint that bears them,
// by its multipliers: two independent ways. Bodies share nodes, a point mass hangs beside them, an outside force acts.
#include "dynamics/core/balance.h"
#include "tests/dynamics/moving_rig.h"

typedef struct gale {
    int body;
    double weight[4];
    vec3 push;
} gale;

static void blow(void *self, const dyn_eval *e, const void *z) {
    const gale *g = self;
    (void)z;
    dyn_body_add_force(e, g->body, g->weight, g->push);
}

static void check_balance(bool outside) {
    const brick upper = {.at = {mat3_rotation(vec3_make(0, 1, 0), 0.5 * pi), {50, 7, 5}},
                         .length = 2,
                         .mass = 500,
                         .centre = {1.2, 0.1, 0},
                         .inertia = {10, 150, 150}};
    brick lower = upper;
    rig r;
    rig_make(&r, 1e-3, vec3_make(0, 0, -gravity), &at_anchor, vec3_make(-60, 0, 2));
    int body = mechanism_body(&r.k, &upper);
    lower.at.p.z -= 2;
    lower.p0 = r.k.model.body[body].node[1]; // hangs at the end of the upper one
    lower.mass = 300;
    int second = mechanism_body(&r.k, &lower);
    dyn_joint *j = mechanism_joint(&r.k, DYN_JOINT_SPHERICAL, body, -1, upper.at.p, vec3_make(0, 0, 1));
    gale g = {.body = second, .push = {400, -900, 100}};
    dyn_body_weights(&r.k.model, second, lower.centre, g.weight);
    dyn_force force = {.self = &g, .eval = blow};
    if (outside) dyn_add_force(&r.k.model, &force);
    mechanism_finish(&r.k);
    mechanism_start(&r.k);
    const dyn_force *world[] = {&force};
    vec3 *scratch = calloc((size_t)r.k.model.n_nodes, sizeof *scratch);
    double worst = 0, turned = 0;
    for (int n = 0; n < 5000; n++) {
        mechanism_step(&r.k);
        if (n % 250) continue;
        const dyn_eval e = dyn_eval_at(&r.k.model, &r.k.state);
        const dyn_wrench w = dyn_carried_wrench(&e, world, 1, scratch);
        const dyn_reaction direct = mechanism_reaction(&r.k, j);                 // on ground
        const vec3 moment = vec3_sub(w.moment, vec3_cross(upper.at.p, w.force)); // a spherical joint bears none
        worst = fmax(worst, vec3_norm(vec3_sub(w.force, direct.force)));
        turned = fmax(turned, vec3_norm(moment));
    }
    print_message("the two ways differ by %.2g N of 8 kN; moment about the joint %.2g N m\n", worst, turned);
    assert_true(worst < 1e-3 && turned < 2e-2);
    free(scratch);
    mechanism_free(&r.k);
}

static void test_reaction_of_a_joint(void **unused) {
    (void)unused;
    check_balance(false);
    check_balance(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reaction_of_a_joint)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
