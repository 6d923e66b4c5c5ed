// SPDX-License-Identifier: MIT
#include "hw/joystick/calibrate.h"
#include "hw/joystick/axes.h"
#include "hw/map/store.h"
#include <stdlib.h>
#include <string.h>

#define REST_S 0.3 // observation time of the axes at rest

// Range of the axes' noise at rest.
typedef struct rest {
    int32_t lo[HW_CHANNELS], hi[HW_CHANNELS];
    bool any;
} rest;

// Result of a stage of the dialogue.
typedef enum stage { STAGE_DONE = 0, STAGE_AGAIN, STAGE_END, STAGE_GONE } stage;

static stage refuse(hw_dialogue *q, const char *why) {
    fprintf(q->terminal->out, "%s  %s\n", q->terminal->live ? "\n" : "", why);
    return STAGE_AGAIN;
}

static stage stage_of_answer(hw_answer a) { return a == HW_ANSWER_GONE ? STAGE_GONE : STAGE_END; }

// Prints the question, waits for Enter and reads the joystick.
static stage prompt_and_wait(hw_dialogue *q, const char *question) {
    fprintf(q->terminal->out, "%s\n", question);
    fflush(q->terminal->out);
    hw_answer a = hw_dialogue_wait(q, false);
    if (q->terminal->live) fputc('\n', q->terminal->out);
    if (a != HW_ANSWER_LINE) return stage_of_answer(a);
    return hw_dialogue_read(q) ? STAGE_DONE : STAGE_GONE;
}

static void widen_range(hw_dialogue *q, void *ctx) {
    rest *r = ctx;
    for (int i = 0; i < q->raw.axes; i++) {
        int32_t v = q->raw.axis[i];
        if (!r->any || v < r->lo[i]) r->lo[i] = v;
        if (!r->any || v > r->hi[i]) r->hi[i] = v;
    }
    r->any = true;
}

static stage find_rest(hw_dialogue *q, rest *r) {
    stage s = prompt_and_wait(q, "Leave the lever at neutral, touch no other control, and press Enter.");
    if (s != STAGE_DONE) return s;
    r->any = false;
    if (!hw_dialogue_read_for(q, REST_S, widen_range, r)) return STAGE_GONE;
    for (int i = 0; i < q->raw.axes; i++)
        if (r->hi[i] - r->lo[i] > HW_AXIS_TRAVEL / 2) return refuse(q, "An axis moved. Touch nothing and try again.");
    memcpy(q->before, q->raw.button, sizeof q->before);
    return STAGE_DONE;
}

static int32_t travel_of(const int32_t *from, const int32_t *to, int axis) { return abs(to[axis] - from[axis]); }

// The only axis that moved deliberately between two readings, else HW_NO_CHANNEL. excluded: an axis to ignore.
static int moved_axis(const hw_dialogue *q, const int32_t *from, const int32_t *to, int excluded) {
    int best = HW_NO_CHANNEL;
    for (int i = 0; i < q->raw.axes; i++)
        if (i != excluded && travel_of(from, to, i) >= HW_AXIS_TRAVEL &&
            (best < 0 || travel_of(from, to, i) > travel_of(from, to, best)))
            best = i;
    for (int i = 0; best >= 0 && i < q->raw.axes; i++)
        if (i != best && i != excluded && 2 * travel_of(from, to, i) > travel_of(from, to, best)) return HW_NO_CHANNEL;
    return best;
}

static stage find_heave(hw_dialogue *q, const rest *r, hw_axis_map *lever, int32_t *end) {
    stage s = prompt_and_wait(q, "Hold the lever at FULL HEAVE and press Enter.");
    if (s != STAGE_DONE) return s;
    lever->channel = moved_axis(q, r->lo, q->raw.axis, HW_NO_CHANNEL);
    if (lever->channel < 0)
        return refuse(q, "Expected one axis away from neutral, found none or several. Move only the lever.");
    *end = q->raw.axis[lever->channel];
    lever->invert = *end < r->lo[lever->channel];
    return STAGE_DONE;
}

static stage find_pay_out(hw_dialogue *q, const rest *r, hw_axis_map *lever, int32_t heave) {
    stage s = prompt_and_wait(q, "Hold the lever at FULL PAY OUT and press Enter.");
    if (s != STAGE_DONE) return s;
    int axis = lever->channel;
    int32_t end = q->raw.axis[axis];
    if (lever->invert ? end < r->hi[axis] + HW_AXIS_TRAVEL : end > r->lo[axis] - HW_AXIS_TRAVEL)
        return refuse(q, "Expected the lever on the other side of neutral, found it short of that. Try again.");
    lever->min = lever->invert ? heave : end;
    lever->max = lever->invert ? end : heave;
    return STAGE_DONE;
}

static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

static stage find_detent(hw_dialogue *q, const rest *r, hw_axis_map *lever) {
    stage s = prompt_and_wait(q, "Return the lever to neutral and press Enter.");
    if (s != STAGE_DONE) return s;
    int axis = lever->channel;
    int32_t back = q->raw.axis[axis], lo = smaller(back, r->lo[axis]), hi = larger(back, r->hi[axis]);
    int32_t wide = (int32_t)(HW_AXIS_DETENT * ((double)lever->max - lever->min));
    lever->neutral_low = lo - wide;
    lever->neutral_high = hi + wide;
    if (hi - lo > HW_AXIS_TRAVEL / 2 || lever->neutral_low <= lever->min || lever->neutral_high >= lever->max)
        return refuse(q, "Expected the lever at its first neutral position, found it elsewhere. Return it to neutral.");
    return STAGE_DONE;
}

static stage find_brake(hw_dialogue *q, const hw_axis_map *lever, hw_axis_map *brake) {
    int32_t open[HW_CHANNELS];
    stage s = prompt_and_wait(q, "OPEN the brake fully and press Enter; enter n if there is no brake.");
    if (s != STAGE_DONE) return s;
    brake->channel = HW_NO_CHANNEL;
    if (strcmp(q->line, "n") == 0) return STAGE_DONE;
    memcpy(open, q->raw.axis, sizeof open);
    s = prompt_and_wait(q, "SET the brake fully and press Enter.");
    if (s != STAGE_DONE) return s;
    brake->channel = moved_axis(q, open, q->raw.axis, lever->channel);
    if (brake->channel < 0) return refuse(q, "Expected one axis to have moved, found none or several. Open it again.");
    int32_t from = open[brake->channel], to = q->raw.axis[brake->channel];
    hw_axis_set_points(brake, (const int32_t[HW_AXIS_POINTS]){[HW_AXIS_LOW] = from, [HW_AXIS_HIGH] = to}, false);
    return STAGE_DONE;
}

// Waits until the user releases the button; Enter means that the button is a switch and latches.
static stage wait_for_release(hw_dialogue *q, int button, bool *stays) {
    fprintf(q->terminal->out, "  button %d. Release it; if it latches, press Enter.\n", button);
    fflush(q->terminal->out);
    *stays = false;
    memcpy(q->before, q->raw.button, sizeof q->before);
    for (;;) {
        hw_answer a = hw_dialogue_wait(q, true);
        if (a == HW_ANSWER_LINE) *stays = true;
        if (a == HW_ANSWER_LINE || (a == HW_ANSWER_BUTTON && q->changed == button)) break;
        if (a != HW_ANSWER_BUTTON) return stage_of_answer(a);
        q->before[q->changed] = q->raw.button[q->changed];
    }
    memcpy(q->before, q->raw.button, sizeof q->before);
    return STAGE_DONE;
}

typedef struct role {
    hw_button_role role;
    bool required;
    const char *question;
} role;

static stage find_button(hw_dialogue *q, hw_map *m, const role *r) {
    bool stays;
    fprintf(q->terminal->out, "%s%s\n", r->question, r->required ? "." : ", or press Enter if there is none.");
    fflush(q->terminal->out);
    hw_answer a = hw_dialogue_wait(q, true);
    if (q->terminal->live) fputc('\n', q->terminal->out);
    m->button[r->role] = (hw_button_map){.channel = HW_NO_CHANNEL};
    if (a == HW_ANSWER_LINE)
        return r->required ? refuse(q, "RESET is required: nothing else re-arms the controls.") : STAGE_DONE;
    if (a != HW_ANSWER_BUTTON) return stage_of_answer(a);
    int button = q->changed;
    bool rest_down = q->before[button];
    stage s = wait_for_release(q, button, &stays);
    if (s != STAGE_DONE) return s;
    for (int i = 0; i < HW_BUTTON_ROLES; i++)
        if (m->button[i].channel == button) return refuse(q, "That button already has another role.");
    m->button[r->role] = (hw_button_map){.channel = button, .invert = rest_down};
    if (r->role == HW_CLUTCH) m->clutch_action = stays ? HW_CLUTCH_SWITCH : HW_CLUTCH_TOGGLE;
    if (r->role == HW_STOPPER) m->stopper_action = stays ? HW_CLUTCH_SWITCH : HW_CLUTCH_TOGGLE;
    return STAGE_DONE;
}

static stage find_buttons(hw_dialogue *q, hw_map *m) {
    static const role roles[] = {
        {HW_RESET, true, "Press the button for RESET (re-arms after a stop or a loss)"},
        {HW_ESTOP, false, "Press the EMERGENCY STOP"},
        {HW_CLUTCH, false, "Press the button or throw the switch for the CLUTCH (a switch: engage the clutch)"},
        {HW_DEAD_MAN, false, "Press the DEAD-MAN, which you hold while working"},
        {HW_RELEASE, false, "Press the EMERGENCY RELEASE of the brake"},
        {HW_STOPPER, false, "Press the button or throw the switch for the CHAIN STOPPER (a switch: lower the bar)"},
    };
    stage s = STAGE_DONE;
    for (int i = 0; i < HW_BUTTON_ROLES; i++) m->button[i].channel = HW_NO_CHANNEL;
    for (int i = 0; i < HW_BUTTON_ROLES && s == STAGE_DONE; i++)
        while ((s = find_button(q, m, &roles[i])) == STAGE_AGAIN) {}
    return s;
}

#define REPEAT(s, call)                                                                                                \
    while (((s) = (call)) == STAGE_AGAIN) {}                                                                           \
    if ((s) != STAGE_DONE) return (s)

static stage run_dialogue(hw_dialogue *q, hw_map *m) {
    rest r;
    int32_t heave = 0;
    stage s;
    REPEAT(s, find_rest(q, &r));
    REPEAT(s, find_heave(q, &r, &m->lever, &heave));
    REPEAT(s, find_pay_out(q, &r, &m->lever, heave));
    REPEAT(s, find_detent(q, &r, &m->lever));
    REPEAT(s, find_brake(q, &m->lever, &m->brake));
    s = find_buttons(q, m);
    if (s != STAGE_DONE) return s;
    fprintf(q->terminal->out, "lever: axis %d, %d .. %d .. %d .. %d%s\n", m->lever.channel, m->lever.min,
            m->lever.neutral_low, m->lever.neutral_high, m->lever.max, m->lever.invert ? ", inverted" : "");
    if (m->brake.channel != HW_NO_CHANNEL)
        fprintf(q->terminal->out, "brake: axis %d, %d .. %d%s\n", m->brake.channel, m->brake.min, m->brake.max,
                m->brake.invert ? ", inverted" : "");
    s = prompt_and_wait(q, "Press Enter to store this, or enter n to discard it.");
    return s == STAGE_DONE && strcmp(q->line, "n") == 0 ? STAGE_END : s;
}

rt_status hw_calibrate(hw_terminal *t, const char *which, rt_diag *diag) {
    hw_dialogue q = {.terminal = t};
    char path[HW_STORE_PATH];
    hw_map m;
    rt_status status = hw_joystick_raw_open(&q.raw, which, diag);
    if (status != RT_OK) return status;
    hw_map_default(&m);
    snprintf(m.name, sizeof m.name, "%s", q.raw.name);
    snprintf(m.guid, sizeof m.guid, "%s", q.raw.guid);
    snprintf(m.serial, sizeof m.serial, "%s", q.raw.serial[0] ? q.raw.serial : "any");
    fprintf(t->out, "Calibrating \"%s\", %s. Ctrl-C cancels and stores nothing.\n", m.name, m.guid);
    stage s = run_dialogue(&q, &m);
    hw_joystick_raw_close(&q.raw);
    if (s == STAGE_GONE) {
        rt_diag_error(diag, NULL, 0, 0, "the joystick was unplugged; nothing was stored");
        return RT_ERR_DEVICE;
    }
    if (s != STAGE_DONE) {
        rt_diag_error(diag, NULL, 0, 0, "calibration cancelled before its end; nothing was stored");
        return RT_ERR_USAGE;
    }
    status = hw_store_save(&m, path, diag);
    if (status == RT_OK) fprintf(t->out, "stored in %s\n", path);
    return status;
}
