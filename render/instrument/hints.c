// SPDX-License-Identifier: MIT
#include "render/instrument/hints.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double lever_moved = 0.1, chain_moves = 0.01, brake_open = 0.05, brake_set = 0.95; // parts; [m/s]; part
static const double shown_for = 8;                                                              // a passive step [s]
static const double near_hawse = 1.5; // crown pin outboard of the mouth [m]

static bool bar_is_down(const dyn_gauges *v) {
    return v->stopper == TACKLE_STOPPER_DOWN || v->stopper == TACKLE_STOPPER_HOLDING;
}

static bool is_locked(const dyn_gauges *v) {
    return v->failsafe || v->estop || v->safety == RT_SAFETY_UNKNOWN || v->controls & RT_CONTROL_WAITS;
}

// The operator's keys of the windlass that act now; NULL: none. Another position may have command.
static const char *keys_in_command(const operator_keys *k, const dyn_gauges *v) {
    bool remote = v->controls & RT_CONTROL_REMOTE;
    return k->two_positions && k->remote != remote ? NULL : k->control;
}

// What keeps the chain from moving, in the order in which it is cleared away.
static hints_step next_to_clear(const dyn_gauges *v) {
    if (v->claw == TACKLE_CLAW_ON) return HINTS_CLAW;
    if (!v->clutch) return HINTS_CLUTCH;
    if (v->brake > brake_open) return HINTS_BRAKE;
    if (bar_is_down(v)) return HINTS_STOPPER;
    return HINTS_NONE;
}

// The chain goes out: under the motor, or on the band brake. In gear with the lever at neutral it only gives way.
static hints_step step_of_veering(const dyn_gauges *v) {
    if (!v->engaged) return HINTS_RUNNING;
    return v->lever < -lever_moved ? HINTS_WALK_BACK : HINTS_NONE;
}

static hints_step next_to_weigh(const hints *h, const dyn_gauges *v) {
    bool moves = fabs(v->speed_m_s) > chain_moves;
    hints_step clear = moves ? HINTS_NONE : next_to_clear(v);
    if (clear != HINTS_NONE) return clear;
    hints_step veers = v->speed_m_s < -chain_moves ? step_of_veering(v) : HINTS_NONE;
    if (veers != HINTS_NONE) return veers;
    if (v->speed_m_s <= chain_moves && fabs(v->lever) <= lever_moved) return HINTS_LEVER;
    if (!moves && !h->moved) return HINTS_CHAIN;
    if (v->controls & RT_CONTROL_BALL) return HINTS_LOWER_BALL;
    if (!(v->anchor_m < near_hawse)) return HINTS_HEAVE;
    return v->controls & RT_CONTROL_SLOW ? HINTS_NEAR : HINTS_SLOW;
}

static hints_step next_to_secure(const dyn_gauges *v) {
    if (v->secured) return HINTS_SECURED;
    if (fabs(v->lever) > lever_moved) return HINTS_EASE;
    if (!bar_is_down(v)) return HINTS_BAR;
    if (v->claw != TACKLE_CLAW_ON) return HINTS_LASH;
    if (v->brake < brake_set) return HINTS_SET_BRAKE;
    return HINTS_OUT_OF_GEAR;
}

static bool is_brought_up(const hints *h, const dyn_gauges *v) {
    return h->veered && v->brake >= brake_set && fabs(v->speed_m_s) <= chain_moves;
}

static hints_step next_to_let_go(const hints *h, const dyn_gauges *v) {
    if (is_brought_up(h, v)) return v->controls & RT_CONTROL_BALL ? HINTS_AT_ANCHOR : HINTS_HOIST_BALL;
    if (v->claw == TACKLE_CLAW_ON) return HINTS_CLAW;
    if (bar_is_down(v)) return HINTS_STOPPER;
    hints_step veers = v->speed_m_s < -chain_moves ? step_of_veering(v) : HINTS_NONE;
    return veers != HINTS_NONE ? veers : HINTS_READY;
}

static hints_step next_of_job(const hints *h, const dyn_gauges *v) {
    switch (h->job) {
    case HINTS_SECURE:
        return next_to_secure(v);
    case HINTS_LET_GO:
        return next_to_let_go(h, v);
    default:
        return next_to_weigh(h, v);
    }
}

// The job follows the deck: housed begins the securing, and what is cleared away after it begins the letting go.
static hints_job job_of(const hints *h, const dyn_gauges *v) {
    bool heaves = v->lever > lever_moved && v->speed_m_s > chain_moves;
    switch (h->job) {
    case HINTS_WEIGH:
        return v->housed ? HINTS_SECURE : HINTS_WEIGH;
    case HINTS_SECURE:
        if (h->was_secured && !v->secured) return HINTS_LET_GO;
        return v->housed ? HINTS_SECURE : HINTS_WEIGH;
    default:
        if (v->secured) return HINTS_SECURE;
        return heaves && !v->housed ? HINTS_WEIGH : HINTS_LET_GO;
    }
}

// Index of the alarm that the operator must act on: the first that is listed; -1: none.
static int first_alarm(const alarm_log *alarms) {
    int list[ALARM_RECORDS];
    return alarm_log_list(alarms, list) > 0 ? list[0] : -1;
}

static hints_step next_step(const hints *h, const dyn_snapshot *s, const alarm_log *alarms) {
    const dyn_gauges *v = &s->gauges;
    int first = first_alarm(alarms);
    if (s->t <= 0) return HINTS_START;
    if (v->lost) return HINTS_FAILED;
    if (is_locked(v)) return HINTS_ARM;
    if (first >= 0) return alarms->record[first].active ? HINTS_ALARM : HINTS_ACKNOWLEDGE;
    return next_of_job(h, v);
}

// Whether the step asks for nothing new: it is shown for a while.
static bool is_passive(const hints *h, hints_step s) {
    return (s == HINTS_LEVER && h->moved) || s == HINTS_HEAVE || s == HINTS_NEAR || s == HINTS_SECURED ||
           s == HINTS_WALK_BACK || s == HINTS_AT_ANCHOR;
}

void hints_note(hints *h, const dyn_snapshot *s, const alarm_log *alarms) {
    const dyn_gauges *v = &s->gauges;
    if (!h->keys.device) return;
    bool rewound = s->t < h->t;
    hints_job job = job_of(h, v);
    h->t = s->t;
    if (rewound || job != h->job) h->moved = job == HINTS_WEIGH && h->job == HINTS_LET_GO, h->veered = false;
    h->job = rewound && !v->housed ? HINTS_WEIGH : job;
    if (v->secured) h->was_secured = true;
    if (h->job != HINTS_SECURE || rewound) h->was_secured = false;
    if (h->job == HINTS_LET_GO && v->speed_m_s < -chain_moves) h->veered = true;
    if (!is_locked(v) && fabs(v->speed_m_s) > chain_moves && fabs(v->lever) > lever_moved) h->moved = true;
    hints_step now = next_step(h, s, alarms);
    if (now != h->last || rewound) h->since = s->t;
    h->last = now;
}

hints_step hints_next(const hints *h, const dyn_snapshot *s, const alarm_log *alarms, bool again) {
    if (!h->keys.device) return HINTS_NONE;
    hints_step now = next_step(h, s, alarms);
    if (h->keys.silent && now != HINTS_START) return HINTS_NONE;
    bool over = is_passive(h, now) && now == h->last && s->t - h->since > shown_for;
    return over && !again ? HINTS_NONE : now;
}

bool hints_next_line(const char **text, hints_line *line) {
    const char *at = *text + strspn(*text, " ");
    if (!*at) return false;
    int length = (int)strcspn(at, "\n"), key = 0;
    while (key + 1 < length && !(at[key] == ' ' && at[key + 1] == ' ')) key++;
    bool has_key = key + 1 < length;
    *line = (hints_line){at, at, has_key ? key : 0, length};
    if (has_key) {
        line->what = at + key + strspn(at + key, " ");
        line->what_length = (int)(at + length - line->what);
    }
    *text = at + length + (at[length] == '\n');
    return true;
}

const char *hints_key(const char *keys, const char *word, char key[24]) {
    hints_line line;
    char what[128];
    key[0] = 0;
    while (keys && hints_next_line(&keys, &line)) {
        snprintf(what, sizeof what, "%.*s", line.what_length, line.what);
        if (line.key_length > 0 && strstr(what, word)) {
            snprintf(key, 24, "%.*s", line.key_length, line.key);
            break;
        }
    }
    return key;
}

// Writes the action, with the key of its control: of the windlass, else of the program.
static void write_hint(const hints *h, const char *what, const char *verb, const char *word, const char *then,
                       char *text, size_t size) {
    char key[24];
    if (*word && (*hints_key(h->keys.control, word, key) || *hints_key(h->keys.desk, word, key)))
        snprintf(text, size, "%s: %s %s%s", what, verb, key, then);
    else
        snprintf(text, size, "%s%s", what, then);
}

static void write_arm_hint(const hints *h, const dyn_gauges *v, char *text, size_t size) {
    if (v->estop || v->safety == RT_SAFETY_FAILSAFE)
        write_hint(
            h, v->estop ? "Emergency stop: lever to neutral, then reset" : "Fail-safe: lever to neutral, then reset",
            "press", "reset", "", text, size);
    else if (v->controls & RT_CONTROL_WAITS)
        snprintf(text, size, "Move the %s lever to neutral to take command",
                 v->controls & RT_CONTROL_REMOTE ? "REMOTE" : "LOCAL");
    else if (v->safety == RT_SAFETY_DISARMED)
        snprintf(text, size, "Return the lever to neutral to arm the controls");
    else if (h->keys.control)
        snprintf(text, size, "Click into this window to operate by keyboard");
    else
        snprintf(text, size, "Waiting for %s: no signal yet", h->keys.device);
}

static void write_alarm_hint(const hints *h, const dyn_gauges *v, const alarm_log *alarms, char *text, size_t size) {
    const char *control;
    int first = first_alarm(alarms);
    if (first < 0) return;
    if (alarms->record[first].kind == ALARM_OVER_TENSION && v->lever > lever_moved) {
        snprintf(text, size, "Ease the lever"); // to walk back comes after that
        return;
    }
    if (alarms->record[first].kind == ALARM_SIGNAL && h->keys.control) { // a keyboard has no cable to check
        snprintf(text, size, "Keys arrive late: this machine is busy. Close other programs");
        return;
    }
    const char *action = alarm_action(alarms->record[first].kind, &control);
    write_hint(h, action, strcmp(control, "pay out") == 0 || strcmp(control, "heave") == 0 ? "hold" : "press", control,
               "", text, size);
}

// A row for each step whose text is an action and the key of its control.
static const struct {
    const char *what, *verb, *word, *then;
} row[HINTS_NONE] = {
    [HINTS_FAILED] = {"Anchor and chain lost: the exercise has failed. To go back", "press", "back 5 s", ""},
    [HINTS_ACKNOWLEDGE] = {"The alarm is over. Acknowledge it", "press", "acknowledge", ""},
    [HINTS_CLUTCH] = {"Engage the clutch to put the gypsy in gear", "press", "clutch", ""},
    [HINTS_CLAW] = {"Take off the lashing", "press", "lashing", ""},
    [HINTS_STOPPER] = {"Heave slightly to take the weight, then lift the stopper bar", "press", "stopper", ""},
    [HINTS_CHAIN] = {"Hold the lever: the motor takes the weight, then the chain moves", "", "", ""},
    [HINTS_HEAVE] = {"Chain coming in. Heave; slow down near the hawse. F1 shows all keys", "", "", ""},
    [HINTS_SLOW] = {"Anchor near the hawse. Change to slow speed", "press", "slow speed", ""},
    [HINTS_NEAR] = {"Anchor at the hawse. Heave slowly until HOUSED lights", "", "", ""},
    [HINTS_LOWER_BALL] = {"Anchor aweigh. Lower the anchor ball", "press", "anchor ball", ""},
    [HINTS_EASE] = {"Housed. Return the lever to neutral: the motor brake holds", "", "", ""},
    [HINTS_BAR] = {"Secure for sea. Lower the stopper bar", "press", "stopper", ""},
    [HINTS_LASH] = {"Secure for sea. Lash the chain", "press", "lashing", ""},
    [HINTS_SET_BRAKE] = {"Secure for sea. Apply the band brake fully", "press", "tighten the brake", ""},
    [HINTS_OUT_OF_GEAR] = {"Secure for sea. Disengage the clutch", "press", "clutch", ""},
    [HINTS_SECURED] = {"Secured for sea. To let go, first take off the lashing", "press", "lashing", ""},
    [HINTS_WALK_BACK] = {"Walking back under motor. Lever to neutral stops the chain", "", "", ""},
    [HINTS_HOIST_BALL] = {"Brought up. Hoist the anchor ball", "press", "anchor ball", ""},
    [HINTS_AT_ANCHOR] = {"At anchor. To weigh: clear away, ease off the band brake, heave", "", "", ""},
    [HINTS_RUNNING] = {"Chain running out. Snub it with the band brake", "press", "tighten the brake", ""},
};

void hints_text(const hints *all, hints_step step, const dyn_gauges *v, const alarm_log *alarms, char *text,
                size_t size) {
    char key[24], then[64] = "";
    hints acting = *all;
    const hints *h = &acting;
    acting.keys.control = keys_in_command(&all->keys, v);
    text[0] = 0;
    switch (step) {
    case HINTS_START:
        if (*hints_key(h->keys.desk, "start", key))
            snprintf(text, size, "Paused. Press %s to start", key);
        else
            snprintf(text, size, "Paused. Waiting for the start");
        break;
    case HINTS_ARM:
        write_arm_hint(h, v, text, size);
        break;
    case HINTS_ALARM:
        write_alarm_hint(h, v, alarms, text, size);
        break;
    case HINTS_BRAKE:
        snprintf(then, sizeof then, ", now %.0f %% set", 100 * v->brake);
        write_hint(h, "Ease off the band brake until fully open", "press", "ease the brake", then, text, size);
        break;
    case HINTS_LEVER:
        if (*hints_key(h->keys.control, "pay out", key)) snprintf(then, sizeof then, "; %s pays out", key);
        write_hint(h, "Move the lever to heave", "hold", "heave", then, text, size);
        break;
    case HINTS_READY:
        snprintf(text, size, "%s",
                 v->engaged ? "Walk back: ease off the band brake, lever to pay out. To let go, disengage first"
                            : "Let go: ease off the band brake. To walk back, engage the clutch first");
        break;
    case HINTS_NONE:
        break;
    default:
        write_hint(h, row[step].what, row[step].verb, row[step].word, row[step].then, text, size);
    }
}
