// SPDX-License-Identifier: MIT
// Forces in the snapshot that no force element reports, against statics and against each other: tensions follow from
// the multipliers, reactions of the anchor's joints from Newton's law.
#include "rt/deck/deck.h"
#include "rt/deck/private.h"
#include "rt/session/session.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml"
static const double G = 9.81;

typedef struct fixture {
    scenario sc;
    sim sim;
    dyn_snapshot snap;
} fixture;

static fixture *start_turned(double depth, double settle, double yaw, int flukes) {
    fixture *f = calloc(1, sizeof *f);
    rt_diag d = {0};
    assert_non_null(f);
    if (scenario_load(SCENARIO, false, &f->sc, &d) != RT_OK) fail_msg("%s", d.text);
    f->sc.start.depth = depth;
    f->sc.start.settle = settle;
    f->sc.start.swing = 0;
    f->sc.start.yaw = yaw;
    f->sc.start.flukes = flukes;
    if (sim_create(&f->sim, &f->sc, &d) != RT_OK) fail_msg("%s", d.text);
    return f;
}

static fixture *start(double depth, double settle) { return start_turned(depth, settle, 0, SCENARIO_FLUKES_OUTBOARD); }

static void step(fixture *f, const rt_command *c) {
    assert_true(sim_frame(&f->sim, c, NULL));
    sim_snapshot(&f->sim, &f->snap);
}

static void end(fixture *f) {
    sim_destroy(&f->sim);
    scenario_free(&f->sc);
    free(f);
}

// At rest every link of the straight part bears the weight below its middle. Shackle and hinge bear the weight below
// them and pull straight up. The chain still swings slowly, less than 1° off the vertical, so the links bear the
// cosine.
static void hanging_links_bear_the_weight_below(void **state) {
    (void)state;
    fixture *f = start(10, 30);
    for (int k = 0; k < 100; k++) step(f, &(rt_command){.brake = 1, .clutch = 1});
    const dyn_snapshot *s = &f->snap;
    double anchor = f->sc.anchor.shank_mass + f->sc.anchor.head_mass, link = deck_of(&f->sim)->chain.link.mass,
           worst = 0;
    int straight = 0;
    for (int k = 0; k < s->n_bodies - 2; k++) {
        vec3 along = mat3_column(&s->body[k].pose.r, 2), first = mat3_column(&s->body[0].pose.r, 2);
        if (vec3_norm(vec3_sub(along, first)) > 1e-3) break;
        straight++;
        assert_true(along.z > cos(0.0175));
        worst = fmax(worst, fabs(s->tension_n[k] / ((anchor + (k + 0.5) * link) * G * along.z) - 1));
    }
    print_message("%d links hang straight; tensions within %.1e of the weights below\n", straight, worst);
    assert_true(straight > 30);
    assert_true(worst < 2e-5);
    int top = s->n_bodies - 3; // on deck all links up to the one in the lifter bear the same tension
    CHECK_NEAR(s->tension_n[top], s->tension_n[top - 1], 0.02 * s->tension_n[top - 1]);
    assert_int_equal(s->n_reactions, DYN_SHOW_JOINTS);
    assert_int_equal(s->tension_n[s->n_bodies - 1], 0);
    const vec3 hinge = s->reaction[DYN_SHOW_HINGE].force, shackle = s->reaction[DYN_SHOW_SHACKLE].force;
    CHECK_NEAR(hinge.z, f->sc.anchor.head_mass * G, 1e-4 * anchor * G);
    CHECK_NEAR(shackle.z, anchor * G, 1e-4 * anchor * G);
    CHECK_NEAR(hypot(hinge.x, hinge.y), 0, 0.0175 * hinge.z);
    CHECK_NEAR(hypot(shackle.x, shackle.y), 0, 0.0175 * shackle.z);
    end(f);
}

// Force of link 0 on the shackle along the link, from its multiplier and its own inertia and weight.
static double force_on_shackle(const fixture *f, vec3 along) {
    const dyn_body *b = &f->sim.model.body[deck_of(&f->sim)->chain.body[0]];
    vec3 needs = vec3_scale(-b->gravity[0], f->sim.model.gravity);
    for (int k = 0; k < 4; k++) needs = vec3_madd(needs, b->m[0][k], f->sim.state.qdd[b->node[k]]);
    return f->snap.tension_n[0] - vec3_dot(needs, along);
}

static bool touches(const dyn_snapshot *s, int body) {
    for (int k = 0; k < s->n_contacts; k++)
        if (s->contact[k].body == body) return true;
    return false;
}

// While the chain pulls the anchor against the hull, the shackle's force from the anchor by Newton's law equals that
// from the chain by the multiplier.
static void both_sides_of_the_shackle_agree(void **state) {
    (void)state;
    enum { STEPS = 4000 };
    fixture *f = start(0.3, 8);
    double most = 0;
    int compared = 0, pressed = 0, close = 0;
    for (int k = 0; k < STEPS; k++) {
        step(f, &(rt_command){.lever = 0.4, .clutch = 1});
        const dyn_snapshot *s = &f->snap;
        vec3 along = mat3_column(&s->body[0].pose.r, 2);
        if (touches(s, 0)) continue;
        double newton = vec3_dot(s->reaction[DYN_SHOW_SHACKLE].force, along),
               off = fabs(newton - force_on_shackle(f, along));
        compared++;
        pressed += s->n_regions > 0;
        close += off < 1e-3 * fabs(newton);
        most = fmax(most, off / newton);
    }
    print_message("%d steps, %d with regions: %d within 0.1 %%, all within %.2f %%\n", compared, pressed, close,
                  100 * most);
    assert_true(compared > STEPS / 2 && pressed > STEPS / 10);
    assert_true(close > 0.99 * compared);
    assert_true(most < 0.002);
    end(f);
}

// Far from the hawse the message reports a motor that pulls against the brake, and is empty after the brake opens.
static void message_clears_with_its_cause(void **state) {
    (void)state;
    fixture *f = start(10, 1);
    for (int k = 0; k < 1500; k++) step(f, &(rt_command){.lever = 1, .brake = 1, .clutch = 1});
    assert_non_null(strstr(f->snap.message, "motor pulls against the brake"));
    for (int k = 0; k < 1500; k++) step(f, &(rt_command){.lever = 0.5, .clutch = 1});
    assert_string_equal(f->snap.message, "");
    end(f);
}

// The eye sees the anchor once its crown is near the surface: where it is, how it moves, and where its flukes point.
// The head rests on its stop, so the flukes point out of the hull by the stop's angle, or into it: by the stop, or by a
// half turn of the whole anchor. They point along the shell after a quarter turn.
static void eye_sees_anchor_and_flukes(void **state) {
    (void)state;
    static const struct {
        double yaw;
        int flukes, side;
    } of[] = {{0, SCENARIO_FLUKES_OUTBOARD, 1},
              {0, SCENARIO_FLUKES_HULL, -1},
              {M_PI, SCENARIO_FLUKES_OUTBOARD, -1},
              {M_PI / 2, SCENARIO_FLUKES_OUTBOARD, 0}};
    const rt_command hold = {.brake = 1, .clutch = 1};
    fixture *f = start(10, 1);
    step(f, &hold);
    assert_true(isnan(f->snap.gauges.anchor_m) && isnan(f->snap.gauges.flukes_rad) && isnan(f->snap.gauges.sway_m_s));
    end(f);
    for (size_t k = 0; k < sizeof of / sizeof of[0]; k++) {
        f = start_turned(3, 1, of[k].yaw, of[k].flukes);
        step(f, &hold);
        const dyn_gauges *g = &f->snap.gauges;
        const double *m = f->sc.ship.mouth, *a = f->sc.ship.pipe_axis;
        vec3 pin = f->snap.body[f->snap.n_bodies - 1].pose.p;
        CHECK_NEAR(g->flukes_rad, of[k].side * f->sc.anchor.hinge_stop, 0.06); // it hangs within 3 deg of the vertical
        CHECK_NEAR(g->anchor_m, (m[0] - pin.x) * a[0] + (m[1] - pin.y) * a[1] + (m[2] - pin.z) * a[2], 1e-5);
        assert_true(g->sway_m_s >= 0 && g->sway_m_s < 0.5);
        end(f);
    }
}

// Each of the four holds, and the lever at neutral: out of gear it would turn the motor. The outcome's "housed" is set
// by hand, since a whole heave takes a minute.
static void secured_needs_the_lever_at_neutral(void **state) {
    (void)state;
    fixture *f = start(10, 30);
    const rt_command still = {.brake = 1, .stopper = true, .controls = RT_CONTROL_LASHING};
    rt_command heaving = still;
    heaving.lever = 0.5;
    for (int k = 0; k < 3000; k++) step(f, &still);
    assert_false(f->snap.gauges.secured);
    f->sim.outcome.housed = true;
    assert_true(sim_frame(&f->sim, &still, NULL));
    f->sim.outcome.housed = true;
    assert_true(deck_gauges(&f->sim).secured);
    assert_true(sim_frame(&f->sim, &heaving, NULL));
    f->sim.outcome.housed = true;
    assert_false(deck_gauges(&f->sim).engaged);
    assert_false(deck_gauges(&f->sim).secured);
    end(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hanging_links_bear_the_weight_below), cmocka_unit_test(message_clears_with_its_cause),
        cmocka_unit_test(both_sides_of_the_shackle_agree),     cmocka_unit_test(eye_sees_anchor_and_flukes),
        cmocka_unit_test(secured_needs_the_lever_at_neutral),
    };
    return cmocka_run_group_tests_name("rt.deck.show", tests, NULL, NULL);
}
