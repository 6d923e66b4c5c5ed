// SPDX-License-Identifier: MIT
// Text and keys of the evidence of the deck's events.
#include "rt/judge/deck_events.h"
#include <stdio.h>

// Events of loop, solver, devices and recording say nothing about chain and anchor.
bool deck_has_evidence(rt_event kind) {
    switch (kind) {
    case RT_EVENT_OVERRUN:
    case RT_EVENT_TIME_SLIP:
    case RT_EVENT_NEWTON_CAP:
    case RT_EVENT_CONTACT_FULL:
    case RT_EVENT_NON_FINITE:
    case RT_EVENT_LINK_JOINED:
    case RT_EVENT_LINK_LEFT:
    case RT_EVENT_DEVICE_LOST:
    case RT_EVENT_DEVICE_BACK:
    case RT_EVENT_DEVICE_FROZEN:
    case RT_EVENT_AXIS_RANGE:
    case RT_EVENT_AXIS_STUCK:
    case RT_EVENT_DISARMED:
    case RT_EVENT_ACTIVE:
    case RT_EVENT_STALE:
    case RT_EVENT_SUBSTEP_LIMIT:
    case RT_EVENT_IMPACT_SOFTENED:
    case RT_EVENT_RECORD_DROPPED:
    case RT_EVENT_ALLOCATION:
    case RT_EVENT_RECORD_FAILED:
        return false;
    default:
        return kind >= 0 && kind < RT_EVENT_COUNT;
    }
}

// Report keys of a, b and c.
static const struct {
    rt_event kind;
    const char *key[3];
} name[] = {
    {RT_EVENT_SHACKLE_IN_WATER, {"mark_m"}},
    {RT_EVENT_SHACKLE_ON_DECK, {"mark_m"}},
    {RT_EVENT_SHACKLE_AT_LIFTER, {"mark_m"}},
    {RT_EVENT_LONG_STAY, {"lead_deg"}},
    {RT_EVENT_MEDIUM_STAY, {"lead_deg"}},
    {RT_EVENT_SHORT_STAY, {"lead_deg"}},
    {RT_EVENT_UP_AND_DOWN, {"lead_deg"}},
    {RT_EVENT_AWEIGH, {"left_ground_s", "static_load_n"}},
    {RT_EVENT_IN_SIGHT, {"crown_z_m", "foul_load_n"}},
    {RT_EVENT_CLEAR_OF_WATER, {"lowest_z_m"}},
    {RT_EVENT_AT_HAWSE, {"shackle_depth_m", "shackle_offset_m"}},
    {RT_EVENT_WRONG_WAY_ROUND, {"flukes_into_hull_deg", "pin_distance_m"}},
    {RT_EVENT_DISLODGED, {"pin_distance_m", "moved_m"}},
    {RT_EVENT_SNAP_LOAD, {"peak_tension_n", "slack_tension_n", "rise_s"}},
    {RT_EVENT_HOUSED, {"pin_distance_m", "regions", "least_fluke_n"}},
    {RT_EVENT_JAMMED, {"pin_distance_m", "motor_load"}},
    {RT_EVENT_HULL_IMPACT, {"largest_force_n"}},
    {RT_EVENT_BROUGHT_UP, {"outboard_m", "distance_m", "scope_m"}},
    {RT_EVENT_ANCHOR_DRAGS, {"dragged_m", "off_m", "limit_m"}},
};

const char *deck_evidence_key(rt_event kind, int i) {
    for (size_t k = 0; k < sizeof name / sizeof name[0]; k++)
        if (name[k].kind == kind) return name[k].key[i];
    return NULL;
}

// The report "sighted and clear", or foul; neither if the model cannot tell.
static int write_sight(const deck_evidence *e, char *text, size_t size) {
    const char *where = e->a < 0 ? "under" : "over";
    if (isnan(e->b)) return snprintf(text, size, "the crown is %.2f m %s the surface", fabs(e->a), where);
    if (e->b == 0) return snprintf(text, size, "clear anchor; the crown is %.2f m %s the surface", fabs(e->a), where);
    return snprintf(text, size,
                    "foul anchor: the chain bears on it with %.0f kN, %.1f m from the shackle; the crown is %.2f m %s "
                    "the surface",
                    e->b / 1e3, e->c, fabs(e->a), where);
}

// Writes the part of the text that depends on the kind.
static int write_reason(rt_event kind, const deck_evidence *e, char *text, size_t size) {
    const char *s = e->n == 1 ? "" : "s", *in = e->way > 0 ? "in" : "out";
    switch (kind) {
    case RT_EVENT_SHACKLE_IN_WATER:
        return snprintf(text, size, "%d shackle%s in the water: joining shackle %d %s the surface at %.1f m of chain",
                        e->n, s, e->n, e->way > 0 ? "came up through" : "went down through", e->a);
    case RT_EVENT_SHACKLE_ON_DECK:
        return snprintf(text, size, "%d shackle%s on deck: joining shackle %d %s the hawse pipe at %.1f m of chain",
                        e->n, s, e->n, e->way > 0 ? "came up out of" : "went down into", e->a);
    case RT_EVENT_SHACKLE_AT_LIFTER:
        return snprintf(text, size, "%d shackle%s at the lifter: joining shackle %d went %s over it at %.1f m of chain",
                        e->n, s, e->n, in, e->a);
    case RT_EVENT_LONG_STAY:
    case RT_EVENT_MEDIUM_STAY:
    case RT_EVENT_SHORT_STAY:
    case RT_EVENT_UP_AND_DOWN:
        return snprintf(text, size, "the chain leads %.0f deg below the horizontal at the hawse", e->a);
    case RT_EVENT_AWEIGH:
        return snprintf(text, size, "the ground has borne nothing since %.1f s; the static load is %.0f kN", e->a,
                        e->b / 1e3);
    case RT_EVENT_IN_SIGHT:
        return write_sight(e, text, size);
    case RT_EVENT_CLEAR_OF_WATER:
        return snprintf(text, size, "the anchor's lowest point is %.2f m over the surface", e->a);
    case RT_EVENT_AT_HAWSE:
        return snprintf(text, size, "the shackle is %.2f m within the pipe's mouth, %.2f m off its axis", e->a, e->b);
    case RT_EVENT_WRONG_WAY_ROUND:
        return snprintf(text, size, "the flukes point %.0f deg into the hull, the crown pin %.2f m from the mouth",
                        e->a, e->b);
    case RT_EVENT_DISLODGED:
        return snprintf(text, size,
                        "the crown pin is %.2f m from the mouth, %.2f m further than housed, and the chain held", e->a,
                        e->b);
    case RT_EVENT_SNAP_LOAD:
        return snprintf(text, size, "slack at %.0f kN, then %.0f kN within %.2f s", e->b / 1e3, e->a / 1e3, e->c);
    case RT_EVENT_HOUSED:
        return snprintf(text, size, "the crown pin is %.2f m from the mouth, each fluke bears %.0f kN or more, at rest",
                        e->a, e->c / 1e3);
    case RT_EVENT_JAMMED:
        return snprintf(text, size, "the motor pulls at %.0f %% of its limit, the crown pin %.2f m from the mouth",
                        100 * e->b, e->a);
    case RT_EVENT_HULL_IMPACT:
        return snprintf(text, size, "normal force %.1f kN in the first frame of the touch", e->a / 1e3);
    case RT_EVENT_BROUGHT_UP:
        return snprintf(text, size, "%.1f m of chain outboard, the anchor %.1f m off; the horizontal scope is %.1f m",
                        e->a, e->b, e->c);
    case RT_EVENT_ANCHOR_DRAGS:
        return snprintf(
            text, size,
            "the anchor lies %.1f m from where it was; the antenna is %.1f m off the centre, alarm at %.1f m", e->a,
            e->b, e->c);
    default:
        return 0;
    }
}

void deck_evidence_text(rt_event kind, const deck_evidence *e, char *text, size_t size) {
    int n = write_reason(kind, e, text, size);
    if (n < 0 || (size_t)n >= size) return;
    const char *how = fabs(e->chain_speed) < 5e-4 ? "standing" : e->chain_speed > 0 ? "heaving" : "paying out";
    n += snprintf(text + n, size - (size_t)n, "%s%.1f m of chain out, %s", n > 0 ? "; " : "", e->chain_out, how);
    if (how[0] != 's' && (size_t)n < size)
        n += snprintf(text + n, size - (size_t)n, " at %.1f m/min", 60 * fabs(e->chain_speed));
    if ((size_t)n < size) snprintf(text + n, size - (size_t)n, ", %.0f kN at the lifter", e->tension / 1e3);
}
