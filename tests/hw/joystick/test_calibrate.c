// SPDX-License-Identifier: MIT
// Dialogue of `hawse devices --calibrate` with a virtual joystick and an operator that answers through pipes.
#include "hw/joystick/calibrate.h"
#include "hw/joystick/joystick.h"
#include "hw/map/store.h"
#include "tests/hw/virtual_stick.h"

enum { NOTHING = -1, AXIS = 100, PRESS, RELEASE_, UNPLUG, INTERRUPT };

// Reaction to a question: the hand moves a control, then the answer is entered.
typedef struct act {
    const char *question;
    int what, channel, value;
    const char *answer; // NULL: none
} act;

typedef struct operator_ {
    const act *acts;
    int n, next, answers; // answers: descriptor of the pipe
    char heard[16384];
    size_t n_heard, used; // used: end of the answered questions
} operator_;

static SDL_Joystick *ours;
static _Atomic bool stop;

static void perform_act(operator_ *o, const act *a) {
    if (a->what == AXIS) SDL_JoystickSetVirtualAxis(ours, a->channel, (Sint16)a->value);
    if (a->what == PRESS || a->what == RELEASE_) SDL_JoystickSetVirtualButton(ours, a->channel, a->what == PRESS);
    if (a->what == INTERRUPT) stop = true;
    if (a->what == UNPLUG) {
        virtual_unplug(ours);
        ours = NULL;
    }
    if (a->answer) assert_int_equal(write(o->answers, a->answer, strlen(a->answer)), (ssize_t)strlen(a->answer));
}

// Collects the terminal's output and performs the next act once its question appears.
static ssize_t read_output(void *arg, const char *text, size_t n) {
    operator_ *o = arg;
    assert_true(o->n_heard + n < sizeof o->heard);
    memcpy(o->heard + o->n_heard, text, n);
    o->n_heard += n;
    for (char *found; o->next < o->n && (found = strstr(o->heard + o->used, o->acts[o->next].question)); o->next++) {
        o->used = (size_t)(found - o->heard) + strlen(o->acts[o->next].question);
        perform_act(o, &o->acts[o->next]);
    }
    return (ssize_t)n;
}

// Runs the dialogue and leaves its output in o->heard. hang_up: all answers are in the pipe before the questions, and
// the pipe then ends.
static rt_status run_dialogue(operator_ *o, const act *acts, int n, bool hang_up, rt_diag *d) {
    int answers[2];
    assert_int_equal(pipe(answers), 0);
    memset(d, 0, sizeof *d);
    stop = false;
    *o = (operator_){.acts = acts, .n = hang_up ? 0 : n, .answers = answers[1]};
    FILE *out = fopencookie(o, "w", (cookie_io_functions_t){.write = read_output});
    hw_terminal t = {.in = answers[0], .out = out, .stop = &stop};
    for (int i = 0; hang_up && i < n; i++) perform_act(o, &acts[i]);
    if (hang_up) close(answers[1]);
    rt_status status = hw_calibrate(&t, NULL, d);
    fclose(out);
    close(answers[0]);
    if (!hang_up) {
        close(answers[1]);
        assert_int_equal(o->next, n); // every question was asked
    }
    return status;
}

static int plug_in(void **state) {
    (void)state;
    ours = virtual_plug_in("hawse test console");
    return 0;
}

static int unplug(void **state) {
    (void)state;
    if (ours) virtual_unplug(ours);
    ours = NULL;
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    return 0;
}

// The complete dialogue, with a wrong answer of each kind.
static const act whole[] = {
    {"Leave the lever", NOTHING, 0, 0, "\n"},
    {"FULL HEAVE", NOTHING, 0, 0, "\n"}, // not moved
    {"found none or several", AXIS, 1, -30000, NULL},
    {"FULL HEAVE", AXIS, 3, 20000, "\n"}, // two moved
    {"found none or several", AXIS, 3, 0, NULL},
    {"FULL HEAVE", AXIS, 1, -30000, "\n"},
    {"FULL PAY OUT", AXIS, 1, -20000, "\n"}, // the same side
    {"other side of neutral", AXIS, 1, 28000, NULL},
    {"FULL PAY OUT", NOTHING, 0, 0, "\n"},
    {"Return the lever to neutral", AXIS, 1, 9000, "\n"}, // not back
    {"found it elsewhere", AXIS, 1, 300, NULL},
    {"Return the lever to neutral", NOTHING, 0, 0, "\n"},
    {"OPEN the brake", AXIS, 2, 32000, "\n"},
    {"SET the brake", NOTHING, 0, 0, "\n"}, // not moved
    {"found none or several", NOTHING, 0, 0, NULL},
    {"OPEN the brake", NOTHING, 0, 0, "\n"},
    {"SET the brake", AXIS, 2, -32000, "\n"},
    {"RESET", NOTHING, 0, 0, "\n"}, // required
    {"RESET is required", NOTHING, 0, 0, NULL},
    {"RESET", PRESS, 4, 0, NULL},
    {"button 4. Release it", RELEASE_, 4, 0, NULL},
    {"EMERGENCY STOP", PRESS, 4, 0, NULL}, // already has another role
    {"button 4. Release it", RELEASE_, 4, 0, NULL},
    {"already has another role", NOTHING, 0, 0, NULL},
    {"EMERGENCY STOP", RELEASE_, 0, 0, NULL}, // normally closed: down at rest
    {"button 0. Release it", PRESS, 0, 0, NULL},
    {"CLUTCH", PRESS, 5, 0, NULL}, // a switch latches
    {"button 5. Release it", NOTHING, 0, 0, "\n"},
    {"DEAD-MAN", NOTHING, 0, 0, "\n"}, // no dead-man
    {"EMERGENCY RELEASE", PRESS, 2, 0, NULL},
    {"button 2. Release it", RELEASE_, 2, 0, NULL},
    {"CHAIN STOPPER", PRESS, 1, 0, NULL},
    {"button 1. Release it", RELEASE_, 1, 0, NULL}, // a push button
    {"to store this", NOTHING, 0, 0, "\n"},
};
enum { WHOLE = sizeof whole / sizeof whole[0] };

static void stored_file(char path[HW_STORE_PATH]) {
    char guid[33];
    SDL_JoystickGetGUIDString(SDL_JoystickGetGUID(ours), guid, sizeof guid);
    assert_true(hw_store_path(guid, "", path));
}

static void test_complete_dialogue(void **state) {
    (void)state;
    static operator_ o;
    static rt_diag d;
    char path[HW_STORE_PATH];
    hw_map m;
    SDL_JoystickSetVirtualButton(ours, 0, 1); // the normally closed contact
    SDL_JoystickUpdate();
    if (run_dialogue(&o, whole, WHOLE, false, &d) != RT_OK) fail_msg("%s\n%s", o.heard, d.text);
    stored_file(path);
    assert_non_null(strstr(o.heard, path));
    assert_int_equal(hw_map_load(path, &m, &d), RT_OK);
    assert_string_equal(m.name, "hawse test console");
    assert_int_equal(m.lever.channel, 1);
    assert_true(m.lever.invert);
    assert_int_equal(m.lever.min, -30000);
    assert_int_equal(m.lever.max, 28000);
    assert_int_equal(m.lever.neutral_low, 0 - 1160); // 2 % of 58000 below the lower reading at rest
    assert_int_equal(m.lever.neutral_high, 300 + 1160);
    CHECK_NEAR(hw_axis_value(&m.lever, -30000), 1, 0);
    CHECK_NEAR(hw_axis_value(&m.lever, 28000), -1, 0);
    CHECK_NEAR(hw_axis_value(&m.lever, 300), 0, 0);
    assert_int_equal(m.brake.channel, 2);
    CHECK_NEAR(hw_axis_value(&m.brake, 32000), 0, 0);
    CHECK_NEAR(hw_axis_value(&m.brake, -32000), 1, 0);
    const int channel[] = {
        [HW_CLUTCH] = 5, [HW_ESTOP] = 0, [HW_RESET] = 4, [HW_DEAD_MAN] = -1, [HW_RELEASE] = 2, [HW_STOPPER] = 1};
    for (int i = 0; i < HW_BUTTON_ROLES; i++) {
        assert_int_equal(m.button[i].channel, channel[i]);
        assert_int_equal(m.button[i].invert, i == HW_ESTOP);
    }
    assert_int_equal(m.clutch_action, HW_CLUTCH_SWITCH);
    assert_int_equal(m.stopper_action, HW_CLUTCH_TOGGLE);
}

// Opening the joystick finds its calibration, although the scenario names another map.
static void test_open_finds_the_calibration(void **state) {
    (void)state;
    static rt_diag d;
    hw_map generic;
    hw_device stick;
    SDL_Event e;
    const rt_command start = {.clutch = 1};
    hw_map_default(&generic);
    for (int stored = 0; stored < 2; stored++) {
        assert_int_equal(
            hw_joystick_open(&stick, &(hw_opening){.map = &generic, .start = &start, .map_named = !stored}, &d), RT_OK);
        SDL_JoystickSetVirtualAxis(ours, 0, -30000); // lever of the scenario's map
        SDL_JoystickSetVirtualAxis(ours, 1, -30000); // lever of the calibration
        while (SDL_PollEvent(&e)) hw_device_event(&stick, &e);
        hw_device_poll(&stick, 1000000);
        CHECK_NEAR(hw_device_input(&stick)->lever, stored ? 1 : -0.91, 0.01); // inverted by the calibration
        hw_device_close(&stick);
        SDL_JoystickSetVirtualAxis(ours, 0, 0);
        SDL_JoystickSetVirtualAxis(ours, 1, 0);
        SDL_JoystickUpdate();
    }
}

static void test_damaged_calibration_is_reported(void **state) {
    (void)state;
    static rt_diag d;
    char path[HW_STORE_PATH], aside[HW_STORE_PATH + 8];
    hw_device stick;
    const rt_command start = {0};
    stored_file(path);
    snprintf(aside, sizeof aside, "%s.aside", path);
    assert_int_equal(rename(path, aside), 0);
    FILE *f = fopen(path, "w");
    fputs("lever: {channel: 1, min: 99999}\n", f);
    fclose(f);
    assert_int_equal(hw_joystick_open(&stick, &(hw_opening){.start = &start}, &d), RT_ERR_FORMAT);
    assert_non_null(strstr(d.text, path));
    assert_true(hw_joystick_present(NULL, true)); // so that auto opens it and reports the error
    assert_int_equal(rename(aside, path), 0);
}

// Every early end leaves the older calibration unchanged.
static void test_early_end_stores_nothing(void **state) {
    (void)state;
    static operator_ o;
    static rt_diag d;
    static char before[8192], after[8192];
    char path[HW_STORE_PATH];
    stored_file(path);
    FILE *f = fopen(path, "r");
    before[fread(before, 1, sizeof before - 1, f)] = '\0';
    fclose(f);
    const act interrupted[] = {{"Leave the lever", NOTHING, 0, 0, "\n"}, {"FULL HEAVE", INTERRUPT, 0, 0, NULL}};
    assert_int_equal(run_dialogue(&o, interrupted, 2, false, &d), RT_ERR_USAGE);
    assert_non_null(strstr(d.text, "nothing was stored"));
    const act said[] = {{"", NOTHING, 0, 0, "\n"}, {"", NOTHING, 0, 0, "\n"}};
    assert_int_equal(run_dialogue(&o, said, 2, true, &d), RT_ERR_USAGE); // a pipe that ends
    assert_non_null(strstr(o.heard, "found none or several"));           // after a correct refusal
    act no[WHOLE];
    memcpy(no, whole, sizeof whole);
    no[WHOLE - 1].answer = "n\n";
    SDL_JoystickSetVirtualButton(ours, 0, 1);
    SDL_JoystickUpdate();
    assert_int_equal(run_dialogue(&o, no, WHOLE, false, &d), RT_ERR_USAGE);
    const act gone[] = {{"Leave the lever", UNPLUG, 0, 0, NULL}};
    assert_int_equal(run_dialogue(&o, gone, 1, false, &d), RT_ERR_DEVICE);
    assert_non_null(strstr(d.text, "unplugged"));
    f = fopen(path, "r");
    after[fread(after, 1, sizeof after - 1, f)] = '\0';
    fclose(f);
    assert_string_equal(before, after);
}

static void test_watch(void **state) {
    (void)state;
    static rt_diag d;
    char *text;
    size_t size;
    SDL_JoystickSetVirtualAxis(ours, 1, -30000);
    SDL_JoystickSetVirtualButton(ours, 2, 1);
    for (int live = 0; live < 2; live++) {
        FILE *f = open_memstream(&text, &size);
        hw_terminal t = {.in = -1, .out = f, .live = live != 0};
        assert_int_equal(hw_watch(&t, "test con", 0.1, &d), RT_OK);
        fclose(f);
        const char *shown[] = {"axes 0 -30000 0 0 buttons 001000 lever +1.00 brake 0.49 clutch out STOP RELEASE",
                               "1 [ #######|        ]"};
        if (!strstr(text, shown[live])) fail_msg("no %s in:\n%s", shown[live], text);
        free(text);
    }
}

static void test_name_or_guid_selects_the_joystick(void **state) {
    (void)state;
    static rt_diag d;
    hw_joystick_raw r;
    SDL_Joystick *other = virtual_plug_in("somebody else's pedals");
    assert_int_equal(hw_joystick_raw_open(&r, NULL, &d), RT_ERR_DEVICE); // ambiguous
    assert_int_equal(hw_joystick_raw_open(&r, "e", &d), RT_ERR_DEVICE);
    assert_int_equal(hw_joystick_raw_open(&r, "nobody", &d), RT_ERR_DEVICE);
    assert_non_null(strstr(d.text, "nobody"));
    assert_int_equal(hw_joystick_raw_open(&r, "PEDALS", &d), RT_OK);
    assert_string_equal(r.name, "somebody else's pedals");
    hw_joystick_raw_close(&r);
    virtual_unplug(other);
}

#define ON_STICK(f) cmocka_unit_test_setup_teardown(f, plug_in, unplug)

int main(void) {
    int unable = virtual_begin();
    if (unable) return unable;
    const struct CMUnitTest tests[] = {
        ON_STICK(test_complete_dialogue),
        ON_STICK(test_open_finds_the_calibration),
        ON_STICK(test_damaged_calibration_is_reported),
        ON_STICK(test_watch),
        ON_STICK(test_name_or_guid_selects_the_joystick),
        ON_STICK(test_early_end_stores_nothing),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    SDL_Quit();
    config_end();
    return failed;
}
