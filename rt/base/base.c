// SPDX-License-Identifier: MIT
#include "rt/base/base.h"
#include "rt/base/plain.h"
#include <stdio.h>
#include <string.h>

enum { TAIL = 64 }; // reserved for the line that counts the dropped messages

// Ends the text with the number of messages that did not fit: all that were added, less the lines in the text.
static void write_tail(rt_diag *d) {
    int lines = 0;
    for (size_t i = 0; i < d->used; i++) lines += d->text[i] == '\n';
    snprintf(d->text + d->used, TAIL, "... and %d more\n", d->errors + d->warnings - lines);
}

static void add_message(rt_diag *d, const char *kind, const char *file, int line, int column, const char *format,
                        va_list args) {
    char place[600] = "", what[900], name[501], shown[900], row[1600];
    if (file) rt_plain(name, sizeof name, file);
    if (file && line > 0 && column > 0)
        snprintf(place, sizeof place, "%s:%d:%d: ", name, line, column);
    else if (file && line > 0)
        snprintf(place, sizeof place, "%s:%d: ", name, line);
    else if (file)
        snprintf(place, sizeof place, "%s: ", name);
    vsnprintf(what, sizeof what, format, args);
    for (char *c = what; *c; c++)
        if (*c == '\n') *c = ' '; // one message, one line
    int n = snprintf(row, sizeof row, "%s%s: %s\n", place, kind, rt_plain(shown, sizeof shown, what));
    bool full = d->text[d->used] != 0; // the count of dropped messages is already there
    if (full || d->used + (size_t)n + TAIL > sizeof d->text) {
        write_tail(d);
        return;
    }
    memcpy(d->text + d->used, row, (size_t)n + 1);
    d->used += (size_t)n;
}

void rt_diag_error(rt_diag *d, const char *file, int line, int column, const char *format, ...) {
    va_list args;
    d->errors++;
    va_start(args, format);
    add_message(d, "error", file, line, column, format, args);
    va_end(args);
}

void rt_diag_warning(rt_diag *d, const char *file, int line, int column, const char *format, ...) {
    va_list args;
    d->warnings++;
    va_start(args, format);
    add_message(d, "warning", file, line, column, format, args);
    va_end(args);
}

_Static_assert(RT_EVENT_COUNT <= RT_EVENT_BITS && 8 * sizeof(rt_events) == RT_EVENT_BITS, "a bit for each event");

const char *rt_event_name(rt_event e) {
    static const char *const name[RT_EVENT_COUNT] = {
        [RT_EVENT_OVERRUN] = "overrun",
        [RT_EVENT_TIME_SLIP] = "time_slip",
        [RT_EVENT_NEWTON_CAP] = "newton_cap",
        [RT_EVENT_CONTACT_FULL] = "contact_full",
        [RT_EVENT_NON_FINITE] = "non_finite",
        [RT_EVENT_LINK_JOINED] = "link_joined",
        [RT_EVENT_LINK_LEFT] = "link_left",
        [RT_EVENT_CHAIN_END] = "chain_end",
        [RT_EVENT_HULL_IMPACT] = "hull_impact",
        [RT_EVENT_DEVICE_LOST] = "device_lost",
        [RT_EVENT_DEVICE_BACK] = "device_back",
        [RT_EVENT_DEVICE_FROZEN] = "device_frozen",
        [RT_EVENT_AXIS_RANGE] = "axis_range",
        [RT_EVENT_AXIS_STUCK] = "axis_stuck",
        [RT_EVENT_DISARMED] = "disarmed",
        [RT_EVENT_ACTIVE] = "active",
        [RT_EVENT_STALE] = "stale",
        [RT_EVENT_FAILSAFE] = "failsafe",
        [RT_EVENT_ESTOP] = "estop",
        [RT_EVENT_RELEASE] = "emergency_release",
        [RT_EVENT_JAMMED] = "jammed",
        [RT_EVENT_HOUSED] = "housed",
        [RT_EVENT_RECORD_DROPPED] = "record_dropped",
        [RT_EVENT_ALLOCATION] = "allocation",
        [RT_EVENT_RECORD_FAILED] = "record_failed",
        [RT_EVENT_FAILURE] = "failure",
        [RT_EVENT_PROOF_LOAD] = "over_proof_load",
        [RT_EVENT_CHAIN_PARTED] = "chain_parted",
        [RT_EVENT_SHACKLE_IN_WATER] = "shackle_in_water",
        [RT_EVENT_SHACKLE_ON_DECK] = "shackle_on_deck",
        [RT_EVENT_SHACKLE_AT_LIFTER] = "shackle_at_lifter",
        [RT_EVENT_LONG_STAY] = "long_stay",
        [RT_EVENT_MEDIUM_STAY] = "medium_stay",
        [RT_EVENT_SHORT_STAY] = "short_stay",
        [RT_EVENT_UP_AND_DOWN] = "up_and_down",
        [RT_EVENT_AWEIGH] = "aweigh",
        [RT_EVENT_IN_SIGHT] = "in_sight",
        [RT_EVENT_CLEAR_OF_WATER] = "clear_of_water",
        [RT_EVENT_AT_HAWSE] = "at_hawse",
        [RT_EVENT_WRONG_WAY_ROUND] = "wrong_way_round",
        [RT_EVENT_DISLODGED] = "dislodged",
        [RT_EVENT_SNAP_LOAD] = "snap_load",
        [RT_EVENT_STOPPER_HOLDS] = "stopper_holds",
        [RT_EVENT_STOPPER_OPEN] = "stopper_open",
        [RT_EVENT_STOPPER_REFUSED] = "stopper_refused",
        [RT_EVENT_STOPPER_ON_RUNNING] = "stopper_on_running_chain",
        [RT_EVENT_STOPPER_BROKEN] = "stopper_broken",
        [RT_EVENT_MOTOR_TRIPPED] = "motor_tripped",
        [RT_EVENT_MOTOR_OVERSPEED] = "motor_overspeed",
        [RT_EVENT_MOTOR_BURST] = "motor_burst",
        [RT_EVENT_MOTOR_STALL] = "motor_stall",
        [RT_EVENT_CLUTCH_CLASH] = "clutch_clash",
        [RT_EVENT_CLUTCH_REFUSED] = "clutch_refused",
        [RT_EVENT_BRAKE_SLIP] = "brake_slip",
        [RT_EVENT_RUNAWAY] = "runaway",
        [RT_EVENT_BITTER_END] = "bitter_end",
        [RT_EVENT_BITTER_END_PARTED] = "bitter_end_parted",
        [RT_EVENT_SUBSTEP_LIMIT] = "substep_limit",
        [RT_EVENT_LAW_REFUSED] = "law_refused",
        [RT_EVENT_CHANGEOVER] = "changeover",
        [RT_EVENT_IMPACT_SOFTENED] = "impact_softened",
        [RT_EVENT_BROUGHT_UP] = "brought_up",
        [RT_EVENT_ANCHOR_DRAGS] = "anchor_drags",
        [RT_EVENT_AGROUND] = "aground",
    };
    return e >= 0 && e < RT_EVENT_COUNT ? name[e] : "unknown";
}
