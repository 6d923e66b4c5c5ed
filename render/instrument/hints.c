// SPDX-License-Identifier: MIT
#include "render/instrument/hints.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double lever_moved = 0.1, chain_moves = 0.01, brake_open = 0.05; // parts; [m/s]; part
static const double last_shown = 8;                                           // [s]

void hints_note(hints *h, const dyn_snapshot *s) {
    const dyn_gauges *v = &s->gauges;
    if (!h->keys.device || h->finished) return;
    if (!v->failsafe && fabs(v->lever) > lever_moved) h->moved = true;
    if (h->moved && !h->hauled && fabs(v->speed_m_s) > chain_moves) {
        h->hauled = true;
        h->done_t = s->t;
    }
    if (h->hauled && s->t < h->done_t) h->done_t = s->t; // rewound
    h->finished = h->hauled && s->t - h->done_t > last_shown;
}

hints_step hints_next(const hints *h, const dyn_snapshot *s, bool again) {
    const dyn_gauges *v = &s->gauges;
    if (!h->keys.device || (h->finished && !again)) return HINTS_NONE;
    if (s->t <= 0) return HINTS_START;
    if (v->failsafe || v->estop || v->safety == RT_SAFETY_UNKNOWN) return HINTS_ARM;
    if (h->hauled && !again) return HINTS_LAST;
    if (v->brake > brake_open) return HINTS_BRAKE;
    if (!v->clutch) return HINTS_CLUTCH;
    if (v->stopper == TACKLE_STOPPER_DOWN || v->stopper == TACKLE_STOPPER_HOLDING) return HINTS_STOPPER;
    if (fabs(v->lever) <= lever_moved) return HINTS_LEVER;
    return fabs(v->speed_m_s) > chain_moves ? HINTS_LAST : HINTS_CHAIN;
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

// Writes the next action, with its key if the device has keys.
static void write_hint(const hints *h, const char *what, const char *verb, const char *word, const char *then,
                       char *text, size_t size) {
    char key[24];
    if (*hints_key(h->keys.control, word, key))
        snprintf(text, size, "%s: %s %s%s", what, verb, key, then);
    else
        snprintf(text, size, "%s%s", what, then);
}

static void write_arm_hint(const hints *h, const dyn_gauges *v, char *text, size_t size) {
    if (v->estop || v->safety == RT_SAFETY_FAILSAFE)
        write_hint(h, "Held in fail-safe. With the lever at neutral, reset", "press", "reset",
                   "; then ease the brake from fully set", text, size);
    else if (v->safety == RT_SAFETY_DISARMED)
        snprintf(text, size, "Let go of the lever: it must stand at neutral once before commands pass");
    else if (h->keys.control)
        snprintf(text, size, "Click into this window: the keyboard works the windlass only while it is in front");
    else
        snprintf(text, size, "Waiting for %s: nothing was heard of it yet", h->keys.device);
}

void hints_text(const hints *h, hints_step step, const dyn_gauges *v, char *text, size_t size) {
    char key[24], then[64];
    switch (step) {
    case HINTS_START:
        if (*hints_key(h->keys.desk, "start", key))
            snprintf(text, size, "Time stands still. To start: press %s", key);
        else
            snprintf(text, size, "Waiting for the start");
        break;
    case HINTS_ARM:
        write_arm_hint(h, v, text, size);
        break;
    case HINTS_BRAKE:
        snprintf(then, sizeof then, ", until BRAKE shows open (now %.0f %%)", 100 * v->brake);
        write_hint(h, "Release the band brake", "press", "slacker", then, text, size);
        break;
    case HINTS_CLUTCH:
        write_hint(h, "Put the clutch in, so that the motor turns the lifter", "press", "clutch", "", text, size);
        break;
    case HINTS_STOPPER:
        write_hint(h, "Lift the chain stopper's bar, after heaving a little if the chain lies on it", "press",
                   "stopper", "", text, size);
        break;
    case HINTS_LEVER:
        if (*hints_key(h->keys.control, "pay out", key))
            snprintf(then, sizeof then, "; %s pays out", key);
        else
            then[0] = 0;
        write_hint(h, "Move the lever to heave", "hold", "heave", then, text, size);
        break;
    case HINTS_CHAIN:
        snprintf(text, size, "Hold the lever: the motor takes the weight, then the chain moves");
        break;
    case HINTS_LAST:
        snprintf(text, size, "The chain moves. Heave until HOUSED is lit, slowly at the end. F1 or ? shows all keys");
        break;
    case HINTS_NONE:
        text[0] = 0;
        break;
    }
}
