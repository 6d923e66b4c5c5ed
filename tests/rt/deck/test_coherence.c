// SPDX-License-Identifier: MIT
// The shipped heave, near its end, with the list of near pairs and without: the same state to the last bit. The margin
// is the detectors' own; this program puts itself between them and their default to take it away.
#include "hw/device/script.h"
#include "rt/deck/deck.h"
#include "rt/script/script.h"
#include "rt/session/session.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml"

static bool walking;

contact_region_def __real_contact_region_def_default(void);
contact_region_def __wrap_contact_region_def_default(void);
contact_region_def __wrap_contact_region_def_default(void) {
    contact_region_def def = __real_contact_region_def_default();
    if (walking) def.margin = 0;
    return def;
}

typedef struct outcome_of_run {
    uint64_t hash[64];        // of the state, each second
    int n, touching;          // steps with regions
    long visits, idle, asked; // pairs of nodes; finds without any; finds
} outcome_of_run;

static bool after(void *ctx, session *s) {
    outcome_of_run *o = ctx;
    const contact_hull_body *both[2] = {&deck_of(&s->sim)->shank_contact.regions,
                                        &deck_of(&s->sim)->head_contact.regions};
    for (int k = 0; k < 2; k++) {
        o->asked++;
        long visits = contact_detector_visits(both[k]->detector);
        o->visits += visits;
        o->idle += visits == 0;
    }
    o->touching += both[0]->info.pairs + both[1]->info.pairs > 0;
    if (s->frames % 1000 == 0 && o->n < 64) o->hash[o->n++] = s->hash;
    return true;
}

static outcome_of_run run(double depth, double duration) {
    outcome_of_run o = {0};
    session *s = calloc(1, sizeof *s);
    scenario sc;
    rt_script script = {0};
    hw_device device;
    rt_diag d = {0};
    assert_non_null(s);
    assert_int_equal(scenario_load(SCENARIO, false, &sc, &d), RT_OK);
    sc.start.depth = depth;
    sc.end.duration = duration;
    assert_int_equal(rt_script_load(sc.operator.script, &script, &d), RT_OK);
    assert_int_equal(hw_script_open(&device, &script, sc.operator.script, 0, &d), RT_OK);
    if (sim_create(&s->sim, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(session_init(s, &device, &d), RT_OK);
    session_configure(s);
    s->manual = true;
    s->after = after;
    s->after_ctx = &o;
    s->max_frames = (uint64_t)llround(duration / s->sim.model.h);
    rt_loop_def def = rt_loop_def_default();
    def.period_ns = def.budget_ns = (int64_t)llround(1e9 * s->sim.model.h);
    rt_clock clock = rt_clock_manual();
    rt_loop_stats loop = {0};
    _Atomic bool stop = false;
    rt_loop_run(&def, &clock, session_frame, s, &loop, &stop);
    assert_false(s->failed);
    session_free(s);
    scenario_free(&sc);
    hw_device_close(&device);
    rt_script_free(&script);
    free(s);
    return o;
}

static void the_list_changes_nothing(void **state) {
    (void)state;
    walking = false;
    outcome_of_run listed = run(0.3, 20);
    walking = true;
    outcome_of_run walked = run(0.3, 20);
    print_message(
        "%d steps in contact; %ld of %ld finds without a tree, %ld pairs of nodes tested where walks test %ld\n",
        listed.touching, listed.idle, listed.asked, listed.visits, walked.visits);
    assert_true(listed.touching > 1000);
    assert_int_equal(listed.n, walked.n);
    assert_memory_equal(listed.hash, walked.hash, sizeof listed.hash);
    assert_true(2 * listed.idle > listed.asked && walked.idle == 0 && 5 * listed.visits < walked.visits);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_list_changes_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
