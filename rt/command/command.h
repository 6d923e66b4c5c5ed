// SPDX-License-Identifier: MIT
// The operator's raw input, its conditioning, and the conditioned command: the only input of the physics.
#ifndef HAWSE_RT_COMMAND_COMMAND_H
#define HAWSE_RT_COMMAND_COMMAND_H

#include "rt/base/base.h"
#include "rt/command/pull.h"
#include "rt/command/weather.h"

// Why the input of a sending device is not valid. While a fault lasts, the device gives no new stamp.
typedef enum rt_input_fault {
    RT_FAULT_NONE = 0,
    RT_FAULT_RANGE,  // a count beyond the ends of its axis: a broken wire
    RT_FAULT_STUCK,  // a lever away from neutral whose reading has no noise at all
    RT_FAULT_FROZEN, // the device's own time or heartbeat does not advance
} rt_input_fault;

// Planted failures on deck, by the instructor's switch or the scenario's script; one bit each in rt_command.failures.
typedef enum rt_failure {
    RT_FAILURE_POWER = 0, // no power: the motor has no torque, and its spring-set brake is applied
    RT_FAILURE_PUMP,      // one pump failed: part of the motor's torque remains
    RT_FAILURE_BRAKE,     // the band brake faded: part of its capacity remains
    RT_FAILURE_MOTOR,     // the motor bursts: no torque, and no motor brake
    RT_FAILURE_STOPPER,   // the stopper's bar does not seat and holds no chain
    RT_FAILURE_CLUTCH,    // the dog clutch jumps out
    RT_FAILURE_SWIVEL,    // the swivel has seized: it does not turn
    RT_FAILURE_TENSION,   // sensor failed, its instrument is blank: tension or motor pressure
    RT_FAILURE_SPEED,     // the same: chain speed
    RT_FAILURE_COUNTER,   // the same: chain counter
    RT_FAILURE_LINING,    // the same: lining temperature of the band brake
    RT_FAILURE_COUNT
} rt_failure;

// Controls of the deck that are on or off, beside clutch and stopper: bits of rt_command.controls. 0: as at the start,
// so a recording without them reads as before.
typedef enum rt_control {
    RT_CONTROL_LASHING = 1 << 0,   // the devil's claw is hooked on the chain
    RT_CONTROL_STOP_PUMP = 1 << 1, // hydraulic pump, or an electric motor's supply, stopped at its button
    RT_CONTROL_ZERO = 1 << 2,      // the chain counter counts from the place where the bit was set
    RT_CONTROL_BELL = 1 << 3,      // forecastle bell, struck when the bit changes
    RT_CONTROL_SLOW = 1 << 4,      // slow speed range of the motor
    RT_CONTROL_WASH = 1 << 5,      // water jets in the hawse pipe wash the chain
    RT_CONTROL_BALL = 1 << 6,      // anchor ball hoisted: COLREGs, rule 30
    RT_CONTROL_PRESET = 1 << 7,    // contact of the chain counter: the preset length is reached while veering
    RT_CONTROL_REMOTE = 1 << 8,    // selector LOCAL/REMOTE: the remote position has command
    RT_CONTROL_WAITS = 1 << 9,     // contact of the changeover: the position in command must come to neutral first
    RT_CONTROL_WATCH = 1 << 10,    // anchor watch, set anew when the bit changes
} rt_control;
enum { RT_CONTROLS = 11 };

// Orders of the bridge, in thousandths of full revolutions, of the largest rudder angle, of the bow thruster's force;
// positive: ahead, to starboard.
typedef struct rt_orders {
    int16_t engine, rudder, thruster;
} rt_orders;
enum { RT_ORDER_FULL = 1000 };
typedef enum rt_gives {
    RT_GIVES_ENGINE = 1,
    RT_GIVES_RUDDER = 2,
    RT_GIVES_THRUSTER = 4,
    RT_GIVES_ALL = 7
} rt_gives; // a bit per order

// The order as a share, -1..1.
static inline double rt_order_share(int16_t order) { return (double)order / RT_ORDER_FULL; }

// A device's sample, mapped to 0..1 or -1..1, with its time.
typedef struct rt_input {
    int64_t t_ns;       // time of the sample on the loop's clock [ns]; 0: never
    int64_t heard_ns;   // when this program had the whole sample [ns]; for a polled device equal to t_ns
    double lever;       // windlass lever, -1 (full pay out) .. +1 (full heave)
    double brake;       // band brake, 0 (open) .. 1 (fully set)
    bool clutch;        // dog clutch engaged
    bool dead_man;      // dead-man held (true for devices without one)
    bool estop;         // emergency stop pressed
    bool reset;         // re-arm after an emergency stop or a loss
    bool release;       // emergency release held: opens the band brake in any state; not an emergency stop
    bool has_device;    // a device is connected
    uint8_t fault;      // rt_input_fault
    bool stopper;       // bar of the chain stopper lowered
    bool no_brake;      // the device has no control of the band brake; its brake value is 0
    uint16_t failures;  // from a script: a bit per rt_failure
    uint16_t controls;  // from a script: rt_control
    uint8_t bridge;     // orders of the bridge that the device gives: rt_gives
    rt_orders orders;   // each within RT_ORDER_FULL
    uint8_t phrase;     // what the operator reports: rt/command/phrase.h
    uint8_t act;        // from a recording: as in rt_command
    rt_weather weather; // the same
    rt_pull pull;       // from a recording
} rt_input;

// The conditioned command; recorded every frame.
typedef struct rt_command {
    double lever;     // -1..1, rate-limited
    double brake;     // 0..1, rate-limited
    uint8_t clutch;   // 1: engaged
    uint8_t failsafe; // 1: not armed, input lost or emergency stop: lever 0, motor brake applied, band brake being
                      // applied, clutch unchanged
    uint8_t release;  // 1: emergency release opens the band brake although failsafe is 1; the motor brake stays applied
    uint8_t stopper;  // 1: the chain stopper's bar is lowered; it engages when a link is in phase
    uint16_t failures;  // a bit per rt_failure
    uint16_t controls;  // rt_control
    rt_orders orders;   // of the bridge; the windlass's fail-safe does not change them
    uint8_t phrase;     // what the operator reports to the bridge: rt/command/phrase.h; the physics ignores it
    uint8_t act;        // number of the exercise's act that takes place in this frame, from 1; 0: none
    rt_weather weather; // by acts of the exercise
    rt_pull pull;       // by hand in the window, or from a recording
} rt_command;

// Limits and delays of the conditioning.
typedef struct rt_command_limits {
    double lever_rate;   // [1/s]
    double brake_rate;   // [1/s]
    double release_rate; // of the band brake in an emergency release [1/s]
    int64_t stale_ns;    // age at which the input becomes stale: the last command is held
    int64_t failsafe_ns; // age at which the input is lost: fail-safe
    double neutral;      // |lever| below this counts as neutral for re-arming
} rt_command_limits;

// State of the path from the operator to the windlass. Only active and stale pass commands.
//
//   unknown   first fresh input                            -> disarmed
//   disarmed  lever at neutral                             -> active
//   active    input older than stale_ns                    -> stale
//   stale     fresh input again                            -> active
//   any       input older than failsafe_ns, device gone,
//             not finite, emergency stop or release        -> fail-safe
//   fail-safe reset newly pressed with the lever at
//             neutral, neither stop nor release            -> active
//
// Until the first command that moves something on deck, a lost signal has nothing to stop: old input leaves the state,
// lost input leads from active to disarmed, and fresh input arms again. A program whose first picture takes long, or
// whose machine is busy, so starts without a reset. Emergency stop and release act from the start.
//
// A reset moves nothing. The band brake holds the setting of the fail-safe until its control has reached that setting
// once (within 0.05), as on a motor fader. For a device without a brake control it holds until the lever leaves neutral
// with the dead-man held. Clutch and stopper hold until their controls match their state: a button pressed in fail-safe
// has no effect later. The emergency release overrides these holds.
//
// Changeover: when RT_CONTROL_REMOTE changes, another position takes command. The lever is 0 at once, and brake, clutch
// and stopper keep their state. The commands of the position that takes over pass after its lever has been at neutral
// with neither reset nor emergency release pressed; until then RT_CONTROL_WAITS is set. Its brake, clutch and stopper
// then take over as after a reset. A button held through the changeover must be released and pressed anew. An emergency
// stop acts meanwhile. SOLAS II-1, regulation 31, paragraph 2.5, on propulsion: control from one location at a time, an
// indicator at each location. That a transfer changes no thrust is IMO's wording elsewhere, not checked in SOLAS
// itself.
typedef enum rt_safety {
    RT_SAFETY_UNKNOWN = 0, // no input yet, so no loss either
    RT_SAFETY_DISARMED,    // waits for the lever at neutral
    RT_SAFETY_ACTIVE,      // the input passes, rate-limited
    RT_SAFETY_STALE,       // the last command is held; releasing the dead-man sets the lever to 0
    RT_SAFETY_FAILSAFE,    // lever 0, motor brake applied, band brake being applied, clutch unchanged: until a reset at
                           // neutral
    RT_SAFETY_COUNT
} rt_safety;

// The failure's column name in a script, such as "power_lost".
const char *rt_failure_name(rt_failure f);
// The state's name in the report, such as "active".
const char *rt_safety_name(rt_safety s);

// Memory of the conditioning between frames; part of the run, not of the physics state.
typedef struct rt_conditioner {
    rt_command last;
    rt_safety state;
    bool estop_latched; // an emergency stop came: latched until a reset
    bool releasing;     // the emergency release is held
    bool old;           // the newest input is stale or lost
    bool reset_up,
        release_up;   // the button was up in the last frame, with fresh input: a stuck button has no effect
    bool used;        // a command has moved lever, brake, clutch or stopper, or fail-safe was entered
    double held;      // after a reset: least setting of the band brake [0..1]; 0: the control has taken over
    bool clutch_held, // after a reset: hold until the control matches
        stopper_held;
    bool remote;      // the remote position has command
    bool waits;       // since the changeover the position in command has not been at neutral
    uint8_t fault;    // rt_input_fault of the newest input
    int64_t sound_ns; // stamp of the newest input without a fault [ns]
} rt_conditioner;

rt_command_limits rt_command_limits_default(void);
// A conditioner without input, with the state of the deck at the start: band brake 0..1 and clutch.
rt_conditioner rt_conditioner_start(double brake, bool clutch);
// Continues from the command of another moment of the run, after a rewind. A brake held then or now does not open by
// this. If that moment was in fail-safe, clutch and stopper hold too.
void rt_conditioner_resume(rt_conditioner *c, const rt_command *last);
// The command of this frame from the newest input at time now_ns, h_s [s] after the last. *events (bit per rt_event;
// may be NULL): what happened, with one event for each state entered. Lost input never acts like a centred lever.
// Without the dead-man the lever is 0 at once. The emergency release works with fresh input in every state, also during
// an emergency stop, while release and dead-man are held. It ends in fail-safe, which applies the brake. Frame thread.
rt_command rt_command_condition(rt_conditioner *c, const rt_command_limits *l, const rt_input *in, int64_t now_ns,
                                double h_s, rt_events *events);

#endif
