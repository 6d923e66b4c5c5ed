// SPDX-License-Identifier: MIT
// Outcome in words, events, contact, solver and host of the report as tables.
#include "rt/page/private.h"
#include <math.h>
#include <string.h>

// A row or tile: label and figure.
typedef struct item {
    const char *name, *key;
    double scale;
    int digits;
    const char *unit;
} item;

static void write_rows(FILE *f, const json_t *report, const item *list, int n) {
    fputs("<table class=\"text\">\n", f);
    for (int k = 0; k < n; k++) {
        fprintf(f, "<tr><td>%s</td><td>", list[k].name);
        page_figure(f, report, list[k].key, list[k].scale, list[k].digits, list[k].unit);
        fputs("</td></tr>\n", f);
    }
    fputs("</table>\n", f);
}

static bool is_ship(const json_t *report) {
    return strcmp(json_string_value(compare_at(report, "outcome.why")), "a mechanism") != 0;
}

// Outcome

static void write_sentences(FILE *f, const json_t *report) {
    fputs("<p>", f);
    if (page_flag(report, "outcome.housed")) {
        fputs("The anchor came home at ", f);
        page_figure(f, report, "outcome.time_s", 1, 1, "s");
        fputs(". ", f);
    } else if (isfinite(page_number(report, "outcome.time_s"))) {
        fputs("The anchor was home at ", f);
        page_figure(f, report, "outcome.time_s", 1, 1, "s");
        fputs(", but did not stay there. ", f);
    } else {
        fputs("The anchor did not come home. ", f);
    }
    if (page_flag(report, "outcome.jammed"))
        fprintf(f, "%she motor stalled with the anchor not home. ",
                page_flag(report, "outcome.housed") ? "On the way t" : "T");
    if (compare_at(report, "outcome.jam.text")) {
        fputs("At ", f);
        page_figure(f, report, "outcome.jam.t_s", 1, 1, "s");
        fputs(": <b>", f);
        compare_escape(f, json_string_value(compare_at(report, "outcome.jam.text")));
        fputs("</b>. ", f);
    }
    if (compare_at(report, "outcome.proof.text")) {
        fputs("Then the <b>", f);
        compare_escape(f, json_string_value(compare_at(report, "outcome.proof.text")));
        fputs("</b>. ", f);
    }
    if (!page_flag(report, "outcome.housed")) {
        fputs("At the end: ", f);
        compare_escape(f, json_string_value(compare_at(report, "outcome.why")));
        fputs(". ", f);
    }
    page_figure(f, report, "outcome.chain_in_m", 1, 2, "m");
    fputs(" of chain came in; the tension at the lifter reached ", f);
    page_figure(f, report, "outcome.peak_tension_n", 1e-3, 1, "kN");
    fputs(". The anchor struck the hull ", f);
    page_figure(f, report, "outcome.hull_impacts", 1, 0, "times");
    fputs("; the largest normal force between them was ", f);
    page_figure(f, report, "outcome.max_impact_n", 1e-3, 1, "kN");
    fputs(".</p>\n", f);
}

static void write_cautions(FILE *f, const json_t *report) {
    if (page_number(report, "from_s") > 0) {
        fputs("<p class=\"caution\">A part of a recording, from ", f);
        page_figure(f, report, "from_s", 1, 3, "s");
        fputs(" on. Impacts, peaks and chain in count from the start of the recorded run.</p>\n", f);
    }
    if (compare_at(report, "trust") && !page_flag(report, "trust.trusted")) {
        fputs("<p class=\"caution\"><b>Do not trust this run:</b> ", f);
        compare_escape(f, json_string_value(compare_at(report, "trust.why")));
        fputs(". ", f);
        compare_escape(f, json_string_value(compare_at(report, "trust.advice")));
        fputs("</p>\n", f);
    }
    const char *pulled = json_string_value(compare_at(report, "pull.text"));
    if (pulled && pulled[0]) {
        fputs("<p class=\"caution\"><b>Pulled by hand:</b> ", f);
        compare_escape(f, pulled);
        fputs(".</p>\n", f);
    }
    if (page_number(report, "contact.dropped") > 0)
        fputs("<p class=\"caution\">A contact capacity was full: the shallowest contacts were dropped.</p>\n", f);
    if (page_number(report, "events.non_finite") > 0)
        fputs("<p class=\"caution\">The state became non-finite, and the run ended there.</p>\n", f);
    if (page_flag(report, "frame.halted"))
        fputs("<p class=\"caution\">The run halted at a missed deadline (on_overrun: halt).</p>\n", f);
}

void page_outcome(FILE *f, const json_t *report) {
    static const item of_ship[] = {{"simulated", "sim_time_s", 1, 1, "s"},
                                   {"chain in", "outcome.chain_in_m", 1, 2, "m"},
                                   {"peak tension", "outcome.peak_tension_n", 1e-3, 1, "kN"},
                                   {"largest force on the hull", "outcome.max_impact_n", 1e-3, 1, "kN"},
                                   {"chain load, of breaking load", "outcome.peak_share_of_breaking", 100, 1, "%"},
                                   {"impacts on the hull", "outcome.hull_impacts", 1, 0, ""},
                                   {"deadlines missed", "frame.misses", 1, 0, ""}};
    static const item of_mechanism[] = {{"simulated", "sim_time_s", 1, 3, "s"},
                                        {"steps", "steps", 1, 0, ""},
                                        {"largest constraint violation", "solver.phi_max_m", 1, -3, "m"}};
    const item *list = is_ship(report) ? of_ship : of_mechanism;
    int n = is_ship(report) ? (int)(sizeof of_ship / sizeof of_ship[0])
                            : (int)(sizeof of_mechanism / sizeof of_mechanism[0]);
    if (is_ship(report)) write_sentences(f, report);
    write_cautions(f, report);
    fputs("<ul class=\"tiles\">", f);
    for (int k = 0; k < n; k++) {
        if (strcmp(list[k].key, "frame.misses") == 0 && !compare_at(report, "frame.causes")) continue; // not paced
        fprintf(f, "<li><span>%s</span>", list[k].name);
        page_figure(f, report, list[k].key, list[k].scale, list[k].digits, list[k].unit);
        fputs("</li>", f);
    }
    fputs("</ul>\n", f);
}

// Events

static const char *meaning_of(const char *event) {
    static const char *const meaning[RT_EVENT_COUNT] = {
        [RT_EVENT_OVERRUN] = "a frame missed its deadline",
        [RT_EVENT_TIME_SLIP] = "the loop was too far behind and shifted its schedule",
        [RT_EVENT_NEWTON_CAP] = "a step was accepted at the cap of Newton iterations",
        [RT_EVENT_CONTACT_FULL] = "a contact capacity was full: the shallowest contacts were dropped",
        [RT_EVENT_NON_FINITE] = "the state became non-finite",
        [RT_EVENT_LINK_JOINED] = "a link left the cable lifter and joined the simulated chain",
        [RT_EVENT_LINK_LEFT] = "a link ran onto the cable lifter and left the simulated chain",
        [RT_EVENT_CHAIN_END] = "no further link: the end of the chain",
        [RT_EVENT_HULL_IMPACT] = "the anchor struck the hull, once or more in that frame",
        [RT_EVENT_DEVICE_LOST] = "the signal of an operator's device was lost",
        [RT_EVENT_DEVICE_BACK] = "the signal of an operator's device came back",
        [RT_EVENT_DEVICE_FROZEN] = "the device sends, but its clock does not advance",
        [RT_EVENT_AXIS_RANGE] = "an axis is beyond its range: check for a broken wire",
        [RT_EVENT_AXIS_STUCK] = "a lever reads exactly constant: check its sensor",
        [RT_EVENT_DISARMED] = "input arrives; return the lever to neutral to arm the controls",
        [RT_EVENT_ACTIVE] = "the controls are armed",
        [RT_EVENT_STALE] = "the signal was lost: the last command was held",
        [RT_EVENT_FAILSAFE] = "controls locked and brakes applied until a reset with the lever at neutral",
        [RT_EVENT_ESTOP] = "emergency stop",
        [RT_EVENT_RELEASE] = "emergency release of the band brake",
        [RT_EVENT_JAMMED] = "the motor stalled at its torque limit with the anchor not home",
        [RT_EVENT_HOUSED] = "the anchor came home",
        [RT_EVENT_RECORD_DROPPED] = "the recording's queue was full",
        [RT_EVENT_ALLOCATION] = "a frame allocated memory",
        [RT_EVENT_FAILURE] = "a switch or the script made a part of the deck gear fail",
        [RT_EVENT_PROOF_LOAD] = "the load of a link exceeded its proof load",
        [RT_EVENT_CHAIN_PARTED] = "a link of the chain broke: anchor and chain below it are lost",
        [RT_EVENT_STOPPER_HOLDS] = "the chain stopper's bar fell between two links and holds the chain",
        [RT_EVENT_STOPPER_OPEN] = "the chain stopper's bar was lifted",
        [RT_EVENT_STOPPER_REFUSED] = "the chain stopper's bar was loaded by the chain and did not lift",
        [RT_EVENT_STOPPER_ON_RUNNING] = "the chain stopper's bar was lowered onto a running chain",
        [RT_EVENT_STOPPER_BROKEN] = "the chain stopper's bar broke",
        [RT_EVENT_RECORD_FAILED] = "writing the recording failed; the run continued without it",
        [RT_EVENT_SHACKLE_IN_WATER] = "a joining shackle passed the water's surface",
        [RT_EVENT_SHACKLE_ON_DECK] = "a joining shackle passed the deck end of the hawse pipe",
        [RT_EVENT_SHACKLE_AT_LIFTER] = "a joining shackle passed the cable lifter",
        [RT_EVENT_LONG_STAY] = "the chain leads at less than 30 degrees to the anchor on the ground",
        [RT_EVENT_MEDIUM_STAY] = "the chain leads at 30 to 60 degrees to the anchor on the ground",
        [RT_EVENT_SHORT_STAY] = "the chain leads steeply to the anchor on the ground",
        [RT_EVENT_UP_AND_DOWN] = "the chain stands straight over the anchor on the ground",
        [RT_EVENT_AWEIGH] = "the anchor left the ground",
        [RT_EVENT_IN_SIGHT] = "the crown came into sight",
        [RT_EVENT_CLEAR_OF_WATER] = "the whole anchor is clear of the water",
        [RT_EVENT_AT_HAWSE] = "the anchor shackle entered the hawse pipe",
        [RT_EVENT_WRONG_WAY_ROUND] = "at the hawse the flukes point into the hull",
        [RT_EVENT_DISLODGED] = "the housed anchor left its pocket although the chain was held",
        [RT_EVENT_SNAP_LOAD] = "the chain was slack and came up with a jerk",
        [RT_EVENT_MOTOR_TRIPPED] = "the motor's protection tripped: wait with the lever at neutral until it resets",
        [RT_EVENT_MOTOR_OVERSPEED] = "the load drove the motor beyond its speed limit",
        [RT_EVENT_MOTOR_BURST] = "the motor burst, and its brake with it",
        [RT_EVENT_MOTOR_STALL] = "the motor stalled at its torque limit",
        [RT_EVENT_CLUTCH_CLASH] = "the clutch engaged at a mismatch of speed",
        [RT_EVENT_CLUTCH_REFUSED] = "the clutch did not engage at a mismatch of speed, or did not disengage under load",
        [RT_EVENT_BRAKE_SLIP] = "the band brake slipped although it was set",
        [RT_EVENT_RUNAWAY] = "the chain ran away",
        [RT_EVENT_BITTER_END] = "all chain was out, and the bitter end came taut",
        [RT_EVENT_BITTER_END_PARTED] = "the bitter end parted: the chain is lost",
        [RT_EVENT_SUBSTEP_LIMIT] = "an impact needs shorter steps than solver.substeps allows",
        [RT_EVENT_LAW_REFUSED] = "a user's contact law returned an unusable force: no force acted",
        [RT_EVENT_CHANGEOVER] = "command changed over between the local and the remote position",
        [RT_EVENT_AGROUND] = "the ship's keel touched the bottom, which does not stop her here",
        [RT_EVENT_IMPACT_SOFTENED] =
            "a fast impact, shorter than four steps, was softened to four: its peak force is too low",
        [RT_EVENT_BROUGHT_UP] = "the ship rides to her anchor, the chain held",
        [RT_EVENT_ANCHOR_DRAGS] = "the anchor itself has dragged; the bridge does not see it",
    };
    for (int k = 0; k < RT_EVENT_COUNT; k++)
        if (strcmp(rt_event_name((rt_event)k), event) == 0 && meaning[k]) return meaning[k];
    return "";
}

void page_events(FILE *f, const json_t *report) {
    json_t *count, *list = compare_at(report, "event_list"), *entry;
    const char *name;
    size_t i;
    char key[160];
    fputs("<h3>Events</h3>\n<table class=\"text\"><tr><th>event</th><th>frames</th><th>first "
          "at</th><th>meaning</th></tr>\n",
          f);
    json_object_foreach(compare_at(report, "events"), name, count) {
        fputs("<tr><td>", f);
        page_name(f, name);
        snprintf(key, sizeof key, "events.%s", name);
        fputs("</td><td>", f);
        page_figure(f, report, key, 1, 0, "");
        fputs("</td><td>", f);
        key[0] = 0;
        json_array_foreach(list, i,
                           entry) if (!key[0] && strcmp(json_string_value(json_object_get(entry, "event")), name) == 0)
            snprintf(key, sizeof key, "event_list.%zu.t_s", i);
        if (key[0]) page_figure(f, report, key, 1, 3, "s");
        fprintf(f, "</td><td>%s</td></tr>\n", meaning_of(name));
    }
    fputs("</table>\n", f);
}

// Contact

void page_contact(FILE *f, const json_t *report) {
    static const item contact[] = {
        {"impacts of the anchor on the hull", "outcome.hull_impacts", 1, 0, ""},
        {"largest normal force between anchor and hull", "outcome.max_impact_n", 1e-3, 1, "kN"},
        {"contact regions at the end", "outcome.regions", 1, 0, ""},
        {"most contact regions at once", "contact.regions_max", 1, 0, ""},
        {"most triangle pairs at once", "contact.pairs_max", 1, 0, ""},
        {"most contacts of links with the hull at once", "contact.points_max", 1, 0, ""},
        {"contacts dropped (capacity)", "contact.dropped", 1, 0, ""}};
    static const item solver[] = {{"Newton iterations a step, mean", "solver.newton_mean", 1, 2, ""},
                                  {"most in a step", "solver.newton_max", 1, 0, ""},
                                  {"steps that reached the cap", "solver.cap_hits", 1, 0, ""},
                                  {"regularised pivots", "solver.pivots", 1, 0, ""},
                                  {"steps divided into substeps", "solver.divided_steps", 1, 0, ""},
                                  {"most steps at the cap in a row", "trust.caps_in_a_row", 1, 0, ""},
                                  {"largest constraint violation", "solver.phi_max_m", 1, -3, "m"},
                                  {"energy gained from nothing", "trust.energy_gained_j", 1, -3, "J"},
                                  {"limit of that gain", "trust.energy_limit_j", 1, -3, "J"},
                                  {"least reciprocal condition of the tangent", "solver.rcond_min", 1, -3, ""}};
    fputs("<h2>Contact and solver</h2>\n<div class=\"beside\">\n", f);
    if (is_ship(report)) write_rows(f, report, contact, (int)(sizeof contact / sizeof contact[0]));
    write_rows(f, report, solver, (int)(sizeof solver / sizeof solver[0]));
    fputs("</div>\n", f);
}

// Host

void page_host(FILE *f, const json_t *report) {
    static const char *const row[][2] = {{"scenario", "scenario"},
                                         {"program", "version"},
                                         {"processor", "host.cpu"},
                                         {"kernel", "host.kernel"},
                                         {"scheduling", "host.scheduler"},
                                         {"refused", "host.refused"},
                                         {"recorded", "host.recorded"},
                                         {"operator's device", "operator.device"},
                                         {"its name", "operator.name"},
                                         {"operator at the end", "operator.safety"},
                                         {"state after the last step", "state_hash"}};
    fputs("<h2>Where it ran</h2>\n<table class=\"text\">\n", f);
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        const char *text = json_string_value(compare_at(report, row[k][1]));
        if (!text || !text[0]) continue;
        fprintf(f, "<tr><td>%s</td><td>", row[k][0]);
        compare_escape(f, text);
        fputs("</td></tr>\n", f);
    }
    fputs("</table>\n", f);
}
