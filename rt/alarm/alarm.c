// SPDX-License-Identifier: MIT
#include "rt/alarm/alarm.h"
#include <math.h>
#include <stdio.h>

// A row for each kind. The action's control is a word of the help of the keyboard (hw/device/keyboard.c).
static const struct {
    const char *key, *name, *state, *action, *control;
    alarm_priority priority;
} row[ALARM_KINDS] = {
    [ALARM_ANCHOR_LOST] = {"anchor_lost", "ANCHOR AND CHAIN LOST", "the exercise has failed",
                           "Stop the windlass and report the loss", "emergency stop", ALARM_ALARM},
    [ALARM_AGROUND] = {"aground", "AGROUND", "the keel touches the bottom", "Stop the engine and report it", "",
                       ALARM_ALARM},
    [ALARM_RUNAWAY] = {"runaway", "RUNAWAY", "", "Stand clear of the chain. Apply the band brake fully",
                       "tighten the brake", ALARM_ALARM},
    [ALARM_BITTER_END] = {"bitter_end", "BITTER END", "all chain is out, the bitter end holds it",
                          "Take the weight with the brake, then heave", "tighten the brake", ALARM_ALARM},
    [ALARM_MOTOR_BURST] = {"motor_burst", "MOTOR BURST", "chain held by brake or stopper only",
                           "Apply the band brake fully, then lower the stopper bar", "tighten the brake", ALARM_ALARM},
    [ALARM_STOPPER_BROKEN] = {"stopper_broken", "STOPPER BROKEN", "the bar holds nothing",
                              "Hold the chain by the band brake", "tighten the brake", ALARM_ALARM},
    [ALARM_CLAW_PARTED] = {"lashing_parted", "LASHING PARTED", "the devil's claw holds nothing",
                           "Hold the chain by the band brake", "tighten the brake", ALARM_ALARM},
    [ALARM_DRAGGING] = {"dragging", "ANCHOR DRAGGING", "the ship is outside her alarm circle",
                        "Veer chain. If she still drags, start the engine and weigh", "ease the brake", ALARM_ALARM},
    [ALARM_RELEASE] = {"emergency_release", "EMERGENCY RELEASE", "the band brake is opening",
                       "Let go of the release to apply the brake again", "", ALARM_ALARM},
    [ALARM_ESTOP] = {"emergency_stop", "EMERGENCY STOP", "controls locked, brakes applied",
                     "Return the lever to neutral, then reset", "reset", ALARM_ALARM},
    [ALARM_FAILSAFE] = {"failsafe", "FAIL-SAFE", "controls locked, brakes applied",
                        "Return the lever to neutral, then reset", "reset", ALARM_ALARM},
    [ALARM_POWER] = {"power_lost", "POWER LOST", "motor stopped, its brake applied",
                     "Return the lever to neutral. Apply the band brake", "tighten the brake", ALARM_ALARM},
    [ALARM_MOTOR_OFF] = {"motor_off", "MOTOR OFF", "it starts with the lever at neutral only",
                         "Return the lever to neutral, then heave", "", ALARM_WARNING},
    [ALARM_BRAKE_SLIPS] = {"brake_slips", "BRAKE SLIPS", "the chain pays out under the set brake",
                           "Apply the band brake fully, then lower the stopper bar", "tighten the brake", ALARM_ALARM},
    [ALARM_SIGNAL] = {"signal_lost", "SIGNAL LOST", "holding the last command", "Check the console and its cable", "",
                      ALARM_WARNING},
    [ALARM_OVER_TENSION] = {"over_tension", "OVER-TENSION", "", "Ease the lever; walk back if the tension stays",
                            "pay out", ALARM_WARNING},
    [ALARM_MOTOR_TRIPPED] = {"motor_tripped", "MOTOR TRIPPED", "overload or overspeed, no torque",
                             "Return the lever to neutral and wait; then heave gently", "", ALARM_WARNING},
    [ALARM_BRAKE_HOT] = {"brake_hot", "BRAKE HOT", "", "Stop veering. Let the lining cool", "", ALARM_WARNING},
    [ALARM_PUMP] = {"pump_lost", "PUMP LOST", "the motor has part of its torque",
                    "Heave slowly, with the pump that is left", "", ALARM_WARNING},
    [ALARM_WRONG_WAY] = {"wrong_way_round", "WRONG WAY ROUND", "flukes point into the hull",
                         "Walk back, let the anchor turn, then heave again", "pay out", ALARM_WARNING},
    [ALARM_JAMMED] = {"jammed", "JAMMED", "motor stalled, anchor not home", "Walk back, then heave again slowly",
                      "pay out", ALARM_WARNING},
    [ALARM_PRESET] = {"preset_length", "PRESET LENGTH REACHED", "", "Stop veering. Apply the band brake",
                      "tighten the brake", ALARM_WARNING},
    [ALARM_CLUTCH_LOADED] = {"clutch_loaded", "CLUTCH LOADED", "the dogs stay in under load",
                             "With the brake set, walk back until the dogs come out", "pay out", ALARM_WARNING},
    [ALARM_NOT_IN_GEAR] = {"not_in_gear", "NOT IN GEAR", "clutch lever in, dogs out",
                           "Move the lever slowly until the dogs engage", "heave", ALARM_CAUTION},
    [ALARM_NOT_AT_NEUTRAL] = {"not_at_neutral", "NOT AT NEUTRAL", "command changed over, the drive is stopped",
                              "Move the lever to neutral to take command", "", ALARM_CAUTION},
};

#define STALL_MARGIN 1.1 // greatest tension of a stall over the motor's pull: 1.05 in the shipped scenarios [1]

alarm_limits alarm_limits_of(double pull, double runaway, double lining) {
    return (alarm_limits){.tension = STALL_MARGIN * pull, .runaway = runaway, .lining = lining};
}

static uint32_t bit_if(alarm_kind k, bool holds) { return holds ? 1u << k : 0; }

// Conditions of the chain, as long as there is one.
static uint32_t chain_conditions(const dyn_gauges *v, const alarm_limits *l) {
    return bit_if(ALARM_RUNAWAY, l->runaway > 0 && -v->speed_m_s > l->runaway) |
           bit_if(ALARM_BITTER_END, v->bitter_end) | bit_if(ALARM_BRAKE_SLIPS, v->brake_slips && v->speed_m_s < 0) |
           bit_if(ALARM_OVER_TENSION, l->tension > 0 && v->tension_n > l->tension) |
           bit_if(ALARM_WRONG_WAY, v->wrong_way) | bit_if(ALARM_JAMMED, v->jammed) |
           bit_if(ALARM_PRESET, v->controls & RT_CONTROL_PRESET) | bit_if(ALARM_DRAGGING, v->dragging);
}

// Neither a power failure, which has its own alarm, nor the operator's stop button.
static bool is_off_unasked(const dyn_gauges *v) {
    return v->motor == 3 && !(v->supply & DYN_SUPPLY_POWER) && !(v->controls & RT_CONTROL_STOP_PUMP);
}

uint32_t alarm_conditions(const dyn_gauges *v, const alarm_limits *l) {
    uint32_t machine =
        bit_if(ALARM_MOTOR_BURST, v->motor == 2) | bit_if(ALARM_STOPPER_BROKEN, v->stopper == TACKLE_STOPPER_BROKEN) |
        bit_if(ALARM_CLAW_PARTED, v->claw == TACKLE_CLAW_PARTED) | bit_if(ALARM_RELEASE, v->release) |
        bit_if(ALARM_ESTOP, v->estop) | bit_if(ALARM_FAILSAFE, v->safety == RT_SAFETY_FAILSAFE && !v->estop) |
        bit_if(ALARM_POWER, v->supply & DYN_SUPPLY_POWER) | bit_if(ALARM_PUMP, v->supply & DYN_SUPPLY_PUMP) |
        bit_if(ALARM_MOTOR_OFF, is_off_unasked(v)) | bit_if(ALARM_SIGNAL, v->safety == RT_SAFETY_STALE) |
        bit_if(ALARM_MOTOR_TRIPPED, v->motor == 1) | bit_if(ALARM_BRAKE_HOT, l->lining > 0 && v->lining_c > l->lining) |
        bit_if(ALARM_CLUTCH_LOADED, v->engaged && !v->clutch) | bit_if(ALARM_NOT_IN_GEAR, v->clutch && !v->engaged) |
        bit_if(ALARM_NOT_AT_NEUTRAL, v->controls & RT_CONTROL_WAITS);
    machine |= bit_if(ALARM_AGROUND, v->aground);
    return v->lost ? machine | 1u << ALARM_ANCHOR_LOST : machine | chain_conditions(v, l);
}

alarm_priority alarm_priority_of(alarm_kind k) { return row[k].priority; }
int alarm_highest_priority(uint32_t conditions) {
    int highest = -1;
    for (int k = 0; k < ALARM_KINDS; k++)
        if (conditions >> k & 1 && (int)row[k].priority > highest) highest = (int)row[k].priority;
    return highest;
}

const char *alarm_key(alarm_kind k) { return row[k].key; }
const char *alarm_name(alarm_kind k) { return row[k].name; }

const char *alarm_priority_name(alarm_priority p) {
    static const char *const name[] = {"caution", "warning", "alarm"};
    return name[p];
}

const char *alarm_action(alarm_kind k, const char **control) {
    *control = row[k].control;
    return row[k].action;
}

double alarm_value(alarm_kind k, const dyn_gauges *v) {
    switch (k) {
    case ALARM_RUNAWAY:
        return -v->speed_m_s;
    case ALARM_OVER_TENSION:
        return v->tension_n;
    case ALARM_BRAKE_HOT:
        return v->lining_c;
    case ALARM_PRESET:
        return v->chain_out_m;
    default:
        return (double)NAN;
    }
}

void alarm_write(alarm_kind k, double value, const alarm_limits *l, char *text, size_t size) {
    const char *name = row[k].name;
    switch (k) {
    case ALARM_RUNAWAY:
        snprintf(text, size, "%s: chain out at %.0f m/min (limit %.0f)", name, 60 * value, 60 * l->runaway);
        break;
    case ALARM_OVER_TENSION:
        snprintf(text, size, "%s: %.0f kN (limit %.0f)", name, value / 1e3, l->tension / 1e3);
        break;
    case ALARM_BRAKE_HOT:
        snprintf(text, size,
                 "%s: %.0f \xc2\xb0"
                 "C, the lining fades above %.0f",
                 name, value, l->lining);
        break;
    case ALARM_PRESET:
        snprintf(text, size, "%s: %.1f m of chain out", name, value);
        break;
    default:
        snprintf(text, size, "%s: %s", name, row[k].state);
    }
}
