// SPDX-License-Identifier: MIT
// The operator's rules in a scenario: one word, the default table by ship and windlass, rules of one's own, errors.
#include "rt/scenario/rules.h"
#include "tests/rt/scratch.h"
#include <math.h>

static rt_diag diag;

static rt_status load(const char *lines, scenario *s) {
    char *text;
    assert_true(
        asprintf(&text,
                 "ship: bow\nanchor: {type: hall, mass: 6414 kg}\nchain: {bar_diameter: 50 mm, capacity: 120}\n"
                 "windlass: {max_tension: 178 kN, rated_tension: 119 kN, brake_capacity: 880 kN, motor_brake: 250 kN}\n"
                 "end: {pin_distance: 0.45}\n%s",
                 lines) > 0);
    diag = (rt_diag){0};
    rt_status status = scenario_load(scratch_text("s.yaml", text), true, s, &diag);
    free(text);
    return status;
}

static rules_table table_of(const char *lines) {
    scenario s;
    rules_table t;
    if (load(lines, &s) != RT_OK) fail_msg("%s", diag.text);
    assert_int_equal(scenario_rules("s.yaml", &s, &t, &diag), RT_OK);
    scenario_free(&s);
    return t;
}

// The condition of the rule that leads to `to`.
static const rules_exit *exit_of(const rules_table *t, const char *rule, const char *to) {
    int i = rules_find(t, rule);
    assert_true(i >= 0);
    for (int k = 0; k < t->rule[i].n; k++)
        if (strcmp(t->exit[t->rule[i].first + k].to, to) == 0) return &t->exit[t->rule[i].first + k];
    fail_msg("%s does not lead to %s", rule, to);
    return NULL;
}

static void one_word_sets_the_type(void **state) {
    (void)state;
    scenario s;
    if (load("operator: house\n", &s) != RT_OK) fail_msg("%s", diag.text);
    assert_int_equal(s.operator.type, SCENARIO_OPERATOR_HOUSE);
    assert_int_equal(s.ship.type, SCENARIO_SHIP_BOW);
    scenario_free(&s);
    assert_int_equal(load("operator: hose\n", &s), RT_ERR_FORMAT);
    assert_non_null(strstr(diag.text, "s.yaml:6:11: error: operator.type: "));
    assert_int_equal(load("end: 3\n", &s), RT_ERR_FORMAT); // a section without a type
}

// The pipe runs from the mouth to the lifter's height, then the chain leads level to the lifter: the chain inboard of
// the hawse by that geometry, from the bow's documented angles.
static void chain_inboard_of_the_hawse(void **state) {
    (void)state;
    scenario s;
    if (load("operator: house\n", &s) != RT_OK) fail_msg("%s", diag.text);
    const rules_table t = table_of("operator: house\n");
    double rise = (s.ship.lifter[2] - s.ship.mouth[2]) / sin(50 * M_PI / 180), level = 0;
    for (int i = 0; i < 2; i++) {
        double top = s.ship.mouth[i] + rise * s.ship.pipe_axis[i];
        level += (s.ship.lifter[i] - top) * (s.ship.lifter[i] - top);
    }
    CHECK_NEAR(t.inboard, rise + sqrt(level), 1e-5);
    scenario_free(&s);
}

static void numbers_of_the_scenario(void **state) {
    (void)state;
    rules_table t = table_of("operator: house\n");
    CHECK_NEAR(exit_of(&t, "haul", "strain")->value, 0.9 * 178e3, 1e-6);
    t = table_of("operator: {type: house, house: {slow_at: 3 m, read_at: 0.25 m, lever: 0.3, flukes: 15 deg, tries: 1, "
                 "lower: 5 m, wait: 9 s, tension: 100 kN}}\n");
    CHECK_NEAR(exit_of(&t, "heave", "approach")->value, 3, 0);
    CHECK_NEAR(exit_of(&t, "approach", "read_flukes")->value, 0.25, 0);
    CHECK_NEAR(t.rule[rules_find(&t, "approach")].lever, 0.3, 0);
    CHECK_NEAR(exit_of(&t, "read_flukes", "haul")->value, 15 * M_PI / 180, 1e-12);
    CHECK_NEAR(exit_of(&t, "haul", "lower")->value, -30 * M_PI / 180, 1e-12); // whatever `flukes` is
    CHECK_NEAR(exit_of(&t, "lower", "give_up")->value, 1.5, 0);
    CHECK_NEAR(exit_of(&t, "lower", "turn")->value, -5, 0);
    CHECK_NEAR(exit_of(&t, "haul", "strain")->value, 100e3, 1e-9);
}

// What hawse check prints is a scenario's text with the same rules.
static void printed_rules_load_again(void **state) {
    (void)state;
    char *text;
    size_t size;
    const rules_table by_default = table_of("operator: house\n");
    FILE *f = open_memstream(&text, &size);
    scenario_rules_write(f, &by_default);
    fclose(f);
    const rules_table own = table_of(text);
    free(text);
    assert_int_equal(own.rules, by_default.rules);
    assert_int_equal(own.exits, by_default.exits);
    for (int k = 0; k < own.exits; k++) {
        const rules_exit *a = &own.exit[k], *b = &by_default.exit[k];
        assert_true(a->gauge == b->gauge && a->above == b->above && a->next == b->next);
        CHECK_NEAR(a->value, b->value, 1e-9 * fabs(b->value));
        CHECK_NEAR(a->hold, b->hold, 0);
    }
    for (int i = 0; i < own.rules; i++) {
        const rules_rule *a = &own.rule[i], *b = &by_default.rule[i];
        assert_string_equal(a->name, b->name);
        assert_true(a->lever == b->lever && a->brake == b->brake && a->clutch == b->clutch && a->stopper == b->stopper);
    }
}

static void rules_of_ones_own(void **state) {
    (void)state;
    const rules_table t = table_of("operator:\n  type: house\n  rules:\n"
                                   "    - {rule: heave, lever: 1, brake: 0, until: chain < 2 m, next: hold}\n"
                                   "    - {rule: heave, until: tension > 150 kN for 1 s, next: hold}\n"
                                   "    - {rule: hold, stopper: true}\n");
    assert_int_equal(t.rules, 2);
    assert_int_equal(t.exits, 2);
    CHECK_NEAR(t.rule[0].lever, 1, 0);
    CHECK_NEAR(t.exit[1].value, 150e3, 1e-9);
    CHECK_NEAR(t.exit[1].hold, 1, 0);
    assert_true(t.rule[1].stopper && t.rule[1].brake == 1 && t.rule[1].n == 0);
}

static void wrong_rules(void **state) {
    (void)state;
    static const struct {
        const char *rows, *says;
    } of[] = {
        {"{rule: a, until: chain < 2 kg, next: a}", "s.yaml:9:7: error: operator.rules: until: expected"},
        {"{rule: a, until: chian < 2 m, next: a}", "did you mean 'chain'?"},
        {"{rule: a, until: chain < 2 m, next: b}", "expected a rule of the list, found 'b'"},
        {"{rule: a, until: chain < 2 m}", "expected until and next together"},
        {"{rule: a, next: a}", "expected until and next together"},
        {"{rule: a, until: time > 1 s, next: b}\n    - {rule: b}\n    - {rule: a}", "the rows of a rule together"},
        {"{rule: a, until: time > 1 s, next: a}\n    - {rule: a, lever: 1}", "lever: expected in the first row"},
        {"{rule: a}\n    - {rule: b}", "no condition leads to the rule 'b'"},
        {"{rule: any, until: time > 1 s, next: any}", "expected a rule to begin with"},
        {"{rule: a_rule_with_far_too_long_a_name}", "at most 23 letters"},
        {"{rule: a, lever: 2}", "lever: expected -1 .. 1"},
    };
    char text[512];
    for (size_t k = 0; k < sizeof of / sizeof of[0]; k++) {
        scenario s;
        snprintf(text, sizeof text, "operator:\n  type: house\n  rules:\n    - %s\n", of[k].rows);
        if (load(text, &s) == RT_OK || !strstr(diag.text, of[k].says)) fail_msg("%s: %s", of[k].rows, diag.text);
    }
}

// The default table on a deck that the test plays, in frames of 10 ms.
typedef struct played {
    rules_table t;
    rules_state s;
    rules_seen seen;
    double now, creep; // speed of the chain [m/s]; NAN: 0.1 m/s times the lever
    char story[512];
} played;

static void play_begin(played *p) {
    *p = (played){.t = table_of("operator: house\n"), .s = rules_begin(), .creep = (double)NAN};
    for (int k = 0; k < RULES_GAUGE_COUNT; k++) p->seen.value[k] = (double)NAN;
    p->seen.value[RULES_CHAIN] = 3, p->seen.value[RULES_TENSION] = 60e3;
    p->seen.value[RULES_FAULT] = 0, p->seen.value[RULES_SWAY] = 0.001;
}

// Plays seconds; returns the rule in force at the end.
static const rules_rule *play(played *p, double seconds) {
    for (int k = 0; k < (int)lround(seconds * 100); k++) {
        const rules_rule *r = rules_now(&p->t, &p->s);
        p->seen.value[RULES_SPEED] = isfinite(p->creep) ? p->creep : r ? 0.1 * r->lever : 0;
        p->seen.value[RULES_CHAIN] -= 0.01 * p->seen.value[RULES_SPEED];
        rules_step(&p->t, &p->s, &p->seen, p->now += 0.01);
    }
    return rules_now(&p->t, &p->s);
}

// Writes the rules so far in their order, also those of no time.
static const char *story(played *p) {
    size_t n = 0;
    for (int k = 0; k < p->s.entries && n < sizeof p->story; k++)
        n +=
            (size_t)snprintf(p->story + n, sizeof p->story - n, "%s%s", n ? " " : "", p->t.rule[p->s.log[k].rule].name);
    return p->story;
}

static void play_to(played *p, const char *rule, double at_most) {
    for (int k = 0; k < (int)lround(at_most * 100); k++)
        if (strcmp(play(p, 0.01)->name, rule) == 0) return;
    fail_msg("not at %s after %g s: %s", rule, at_most, story(p));
}

// Far below the set tension, the chain under 2 mm/s for 2 s ends the haul: held if the anchor is home, else given up.
static void stall_ends_the_haul(void **state) {
    (void)state;
    for (int home = 0; home < 2; home++) {
        played p;
        play_begin(&p);
        p.seen.value[RULES_FLUKES] = 0.6, p.seen.value[RULES_ANCHOR] = 0.7;
        play_to(&p, "haul", 90);
        assert_string_equal(play(&p, 20)->name, "haul"); // the chain comes in
        p.creep = 0.0021;
        assert_string_equal(play(&p, 20)->name, "haul");
        p.creep = 0.0019, p.seen.value[RULES_ANCHOR] = home ? 0.3 : 0.6;
        assert_string_equal(play(&p, 1.9)->name, "haul");
        CHECK_NEAR(p.seen.value[RULES_TENSION], 60e3, 0);
        play_to(&p, home ? "hold" : "give_up", 0.2 + (home ? 0 : 5));
        assert_non_null(strstr(story(&p), home ? "haul strain hold" : "haul strain give_up"));
        CHECK_NEAR(rules_now(&p.t, &p.s)->brake, 1, 0);
    }
}

// Flukes inboard at the hawse: lowered, the anchor turns, is heaved again, read outboard and housed.
static void second_try_comes_home(void **state) {
    (void)state;
    played p;
    play_begin(&p);
    p.seen.value[RULES_FLUKES] = -0.7;
    play_to(&p, "turn", 120);
    CHECK_NEAR(p.seen.value[RULES_CHAIN], 4.5, 0.02); // 4 m below the place of reading
    assert_string_equal(play(&p, 5)->name, "turn");
    p.seen.value[RULES_FLUKES] = 0.6;
    assert_string_equal(play(&p, 2.9)->name, "turn");
    play_to(&p, "heave", 0.2); // turned for 3 s: waits no longer
    play_to(&p, "haul", 120);
    play(&p, 5);
    p.creep = 0, p.seen.value[RULES_ANCHOR] = 0.3, p.seen.value[RULES_TENSION] = 165e3;
    play_to(&p, "secured", 20);
    assert_string_equal(story(&p),
                        "prepare take_weight heave approach read_flukes lower turn heave approach read_flukes "
                        "haul strain hold stopper secured");
    assert_true(rules_done(&p.t, &p.s) && rules_now(&p.t, &p.s)->stopper && rules_now(&p.t, &p.s)->brake == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_word_sets_the_type),  cmocka_unit_test(chain_inboard_of_the_hawse),
        cmocka_unit_test(numbers_of_the_scenario), cmocka_unit_test(printed_rules_load_again),
        cmocka_unit_test(rules_of_ones_own),       cmocka_unit_test(wrong_rules),
        cmocka_unit_test(stall_ends_the_haul),     cmocka_unit_test(second_try_comes_home),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
