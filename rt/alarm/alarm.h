// SPDX-License-Identifier: MIT
// The deck's alarms: which conditions hold, their priority, their text, and what the operator does about each. Pure.
//
// Priorities follow IMO MSC.302(87), bridge alert management: an alarm needs immediate attention and action, a warning
// immediate attention, a caution awareness.
#ifndef HAWSE_RT_ALARM_ALARM_H
#define HAWSE_RT_ALARM_ALARM_H

#include "dynamics/snapshot/snapshot.h"

typedef enum alarm_priority { ALARM_CAUTION = 0, ALARM_WARNING, ALARM_ALARM } alarm_priority;

// The gravest first.
typedef enum alarm_kind {
    ALARM_ANCHOR_LOST = 0, // the chain or its bitter end parted
    ALARM_AGROUND,         // the ship's keel touches the bottom
    ALARM_RUNAWAY,         // the chain runs out faster than the limit for veering
    ALARM_BITTER_END,      // all chain is out, and the bitter end is taut
    ALARM_MOTOR_BURST,     // the motor burst, and its brake with it
    ALARM_STOPPER_BROKEN,  // the stopper's bar broke
    ALARM_CLAW_PARTED,     // the lashing of the chain parted
    ALARM_DRAGGING,        // the ship lies outside the alarm circle of the anchor watch
    ALARM_RELEASE,         // the emergency release opens the band brake
    ALARM_ESTOP,           // the emergency stop is latched
    ALARM_FAILSAFE,        // controls locked, brakes applied
    ALARM_POWER,           // no power: the motor has no torque, its spring-set brake is applied
    ALARM_MOTOR_OFF,       // the motor has stopped, and starts with the lever at neutral only
    ALARM_BRAKE_SLIPS,     // the band brake is set, and the chain pays out under it
    ALARM_SIGNAL,          // the input is too old: the last command is held
    ALARM_OVER_TENSION,    // the chain bears more than a stall of the motor gives
    ALARM_MOTOR_TRIPPED,   // the motor's protection tripped
    ALARM_BRAKE_HOT,       // the lining is so hot that its friction fades
    ALARM_PUMP,            // one of the pumps is lost
    ALARM_WRONG_WAY,       // at the hawse, the flukes point into the hull
    ALARM_JAMMED,          // the motor stalled with the anchor not home
    ALARM_PRESET,          // the chain counter has passed its preset length while veering
    ALARM_CLUTCH_LOADED,   // the dogs stay in under load, although the clutch lever is out
    ALARM_NOT_IN_GEAR,     // the clutch lever is in, the dogs are not
    ALARM_NOT_AT_NEUTRAL,  // the position that takes command is not at neutral
    ALARM_KINDS
} alarm_kind;

// Limits of the alarms; 0: no such alarm.
typedef struct alarm_limits {
    double tension; // [N]
    double runaway; // of a chain that runs out [m/s]
    double lining;  // temperature at which the lining begins to fade [deg C]
} alarm_limits;

// Limits by the windlass: the motor's greatest pull [N], the chain speed that counts as running away [m/s], the
// temperature at which the lining begins to fade [deg C]. The rotor's inertia takes the tension of a stall a little
// above the motor's pull; that is no alarm.
alarm_limits alarm_limits_of(double pull, double runaway, double lining);

// Kinds whose condition holds, a bit each, by the gauges that the deck shows. A lost anchor raises no alarm of a chain.
uint32_t alarm_conditions(const dyn_gauges *shown, const alarm_limits *l);
alarm_priority alarm_priority_of(alarm_kind k);
// The highest priority among these conditions, or -1.
int alarm_highest_priority(uint32_t conditions);
// Key in reports: "over_tension".
const char *alarm_key(alarm_kind k);
// Name on the deck: "OVER-TENSION".
const char *alarm_name(alarm_kind k);
// "alarm", "warning", "caution".
const char *alarm_priority_name(alarm_priority p);
// The operator's next action, and a word of the help line of the control that does it ("": none).
const char *alarm_action(alarm_kind k, const char **control);
// The number that the alarm is about: speed [m/s], tension [N], temperature [deg C], chain [m]; NaN: none.
double alarm_value(alarm_kind k, const dyn_gauges *shown);
// Writes name and state, with value and limit: "OVER-TENSION: 187 kN (limit 178)".
void alarm_write(alarm_kind k, double value, const alarm_limits *l, char *text, size_t size);

#endif
