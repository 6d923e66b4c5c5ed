// SPDX-License-Identifier: MIT
// The list of near pairs changes no bit of the state in the last part of the shipped heave. The list exists only with
// the detectors' default margin, so the test wraps contact_region_def_default to set the margin to zero.
#include "hw/device/script.h"
#include "rt/deck/deck.h"
#include "rt/script/script.h"
#include "rt/session/session.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml"

static bool list_disabled;

contact_region_def __real_contact_region_def_default(void);
contact_region_def __wrap_contact_region_def_default(void);
contact_region_def __wrap_contact_region_def_default(void) {
    contact_region_def def = __real_contact_region_def_default();
    if (list_disabled) def.margin = 0;
    return def;
}

typedef struct run_result {
    uint64_t hash[64];        // state hash, each second
    int n, touching;          // hashes; steps with regions
    long visits, idle, asked; // pairs of nodes tested; searches without any such pair; searches
} run_result;

static bool after_frame(void *ctx, session *s) {
    run_result *o = ctx;
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

static run_result run(double depth, double duration) {
    run_result o = {0};
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
    s->after = after_frame;
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

static void pair_list_changes_no_bit(void **state) {
    (void)state;
    list_disabled = false;
    run_result listed = run(0.3, 20);
    list_disabled = true;
    run_result walked = run(0.3, 20);
    print_message(
        "%d steps in contact; %ld of %ld searches without a tree; %ld pairs of nodes tested, without the list %ld\n",
        listed.touching, listed.idle, listed.asked, listed.visits, walked.visits);
    assert_true(listed.touching > 1000);
    assert_int_equal(listed.n, walked.n);
    assert_memory_equal(listed.hash, walked.hash, sizeof listed.hash);
    assert_true(2 * listed.idle > listed.asked && walked.idle == 0 && 5 * listed.visits < walked.visits);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pair_list_changes_no_bit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
