// SPDX-License-Identifier: MIT
// Status codes, set-up diagnostics and run-time event kinds, used by every folder.
// A bug asserts. A set-up problem is an rt_status and a message in an rt_diag. A run-time event is counted (rt_event).
#ifndef HAWSE_RT_BASE_BASE_H
#define HAWSE_RT_BASE_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rt_status {
    RT_OK = 0,
    RT_ERR_USAGE,   // the command line or an argument
    RT_ERR_FILE,    // a file that cannot be opened, read or written
    RT_ERR_FORMAT,  // a file with unexpected content
    RT_ERR_MEMORY,  // out of memory, before the loop starts
    RT_ERR_NUMERIC, // a singular matrix or a non-finite state
    RT_ERR_DEVICE,  // an operator device that is not there or does not answer
} rt_status;

// The set-up messages of one command, in order, one a line: "file:line:column: error: what, expected, found".
typedef struct rt_diag {
    int errors;       // number of errors added
    int warnings;     // number of warnings added
    size_t used;      // bytes of whole messages in text, without the count of dropped ones
    char text[16384]; // messages; when text is full, its last line counts the dropped ones
} rt_diag;

// Adds an error. file may be NULL. line and column are 1-based; 0: unknown.
void rt_diag_error(rt_diag *d, const char *file, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
// Adds a warning; as rt_diag_error.
void rt_diag_warning(rt_diag *d, const char *file, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// Run-time events, counted per kind and listed with the frame in the report.
typedef enum rt_event {
    RT_EVENT_OVERRUN = 0,    // a frame missed its deadline
    RT_EVENT_TIME_SLIP,      // the schedule was re-anchored after falling too far behind
    RT_EVENT_NEWTON_CAP,     // a step accepted at the iteration cap
    RT_EVENT_CONTACT_FULL,   // a contact capacity was full: the least deep was dropped
    RT_EVENT_NON_FINITE,     // the state became non-finite
    RT_EVENT_LINK_JOINED,    // a link left the cable lifter and joined the simulated chain
    RT_EVENT_LINK_LEFT,      // the gypsy took a link
    RT_EVENT_CHAIN_END,      // no further link: the end of the capacity or of the chain
    RT_EVENT_HULL_IMPACT,    // the anchor struck the hull
    RT_EVENT_DEVICE_LOST,    // an operator device went stale
    RT_EVENT_DEVICE_BACK,    // the operator device sends again
    RT_EVENT_DEVICE_FROZEN,  // the console sends, but its clock has stopped
    RT_EVENT_AXIS_RANGE,     // an axis reads beyond its calibrated ends: a broken wire
    RT_EVENT_AXIS_STUCK,     // a lever whose reading has no noise at all
    RT_EVENT_DISARMED,       // input arrives; commands are locked until the lever is at neutral
    RT_EVENT_ACTIVE,         // commands reach the windlass
    RT_EVENT_STALE,          // the input is too old: the last command is held
    RT_EVENT_FAILSAFE,       // lever 0, brakes applied, until a reset at neutral
    RT_EVENT_ESTOP,          // emergency stop latched
    RT_EVENT_RELEASE,        // emergency release of the band brake started
    RT_EVENT_JAMMED,         // the motor stalled at its limit with the anchor not home
    RT_EVENT_HOUSED,         // the anchor came home
    RT_EVENT_RECORD_DROPPED, // the recording queue was full
    RT_EVENT_ALLOCATION,     // a frame called the malloc family
    RT_EVENT_RECORD_FAILED,  // writing the recording failed: it ends here, the run continues
    RT_EVENT_FAILURE,        // a planted failure on deck, by panel switch or script
    RT_EVENT_PROOF_LOAD,     // a link of the chain bears more than its proof load
    RT_EVENT_CHAIN_PARTED,   // a link of the chain broke: anchor and chain below it are lost
    // chain and anchor: rt/judge/deck_events.h
    RT_EVENT_SHACKLE_IN_WATER,  // a joining shackle passed the water's surface
    RT_EVENT_SHACKLE_ON_DECK,   // a joining shackle passed the hawse pipe's end at the deck
    RT_EVENT_SHACKLE_AT_LIFTER, // a joining shackle passed the cable lifter
    RT_EVENT_LONG_STAY,         // the chain leads far out; the anchor on the ground
    RT_EVENT_MEDIUM_STAY,       // chain lead between long and short stay
    RT_EVENT_SHORT_STAY,        // the chain leads steeply down
    RT_EVENT_UP_AND_DOWN,       // the chain leads straight down
    RT_EVENT_AWEIGH,            // the anchor broke out of the ground
    RT_EVENT_IN_SIGHT,          // the crown rose into sight
    RT_EVENT_CLEAR_OF_WATER,    // the whole anchor hangs above the surface
    RT_EVENT_AT_HAWSE,          // the anchor shackle entered the hawse pipe
    RT_EVENT_WRONG_WAY_ROUND,   // at the hawse, the flukes point into the hull
    RT_EVENT_DISLODGED,         // the housed anchor moved although the chain was held
    RT_EVENT_SNAP_LOAD,         // the chain was slack and came up with a jerk
    // the bar of the chain stopper: dynamics/tackle/stopper.h
    RT_EVENT_STOPPER_HOLDS,      // the bar fell between two links and holds the chain
    RT_EVENT_STOPPER_OPEN,       // the bar was lifted
    RT_EVENT_STOPPER_REFUSED,    // the bar could not be lifted: the chain presses on it
    RT_EVENT_STOPPER_ON_RUNNING, // the bar was lowered on a running chain
    RT_EVENT_STOPPER_BROKEN,     // the bar broke

    RT_EVENT_MOTOR_TRIPPED,     // the motor's protection tripped: overload, or overspeed of an electric motor
    RT_EVENT_MOTOR_OVERSPEED,   // the load drives the motor above its speed limit
    RT_EVENT_MOTOR_BURST,       // the motor burst, and its brake with it
    RT_EVENT_MOTOR_STALL,       // the motor is at its torque limit
    RT_EVENT_CLUTCH_CLASH,      // the dogs went in at a mismatch of speed
    RT_EVENT_CLUTCH_REFUSED,    // the dogs did not engage (mismatch of speed) or not disengage (load)
    RT_EVENT_BRAKE_SLIP,        // the set band brake slips
    RT_EVENT_RUNAWAY,           // the chain runs out faster than the limit for veering
    RT_EVENT_BITTER_END,        // all chain is out, and the bitter end is taut
    RT_EVENT_BITTER_END_PARTED, // the bitter end parted: the chain is lost
    RT_EVENT_SUBSTEP_LIMIT,     // an impact needs more substeps than a frame may have

    RT_EVENT_LAW_REFUSED, // a user's contact law returned an unusable value; its force is 0 in that evaluation
    RT_EVENT_CHANGEOVER,  // command changed over between the local and the remote position

    RT_EVENT_IMPACT_SOFTENED, // a fast impact, too short for the step, acts with a share of its force

    RT_EVENT_BROUGHT_UP,   // the ship rides to her anchor
    RT_EVENT_ANCHOR_DRAGS, // the anchor itself has left the place where it lay
    RT_EVENT_AGROUND,      // the ship's keel touched the bottom

    RT_EVENT_COUNT
} rt_event;

// Events of a frame, a bit per rt_event.
typedef uint64_t rt_events;
#define RT_EVENT_BIT(event) ((rt_events)1 << (event))
#define RT_EVENT_BITS 64 // capacity of a recording's event field

// The event's name in the report, such as "newton_cap".
const char *rt_event_name(rt_event e);

#ifdef __cplusplus
}
#endif

#endif
