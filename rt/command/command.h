// SPDX-License-Identifier: MIT
// The operator's command: raw input as a device delivers it, and the conditioned command, the only input of the
// physics.
#ifndef HAWSE_RT_COMMAND_COMMAND_H
#define HAWSE_RT_COMMAND_COMMAND_H

#include "rt/base/base.h"

// Why a device that talks is not to be believed. It gives no new stamp while there is a fault.
typedef enum rt_input_fault {
    RT_FAULT_NONE = 0,
    RT_FAULT_RANGE,  // a count beyond the ends of its axis: a broken wire
    RT_FAULT_STUCK,  // a lever away from neutral that does not even tremble
    RT_FAULT_FROZEN, // the device's own time or heartbeat does not advance
} rt_input_fault;

// What fails on deck, by the instructor's switch or the scenario's script: a bit each in rt_command.failures.
typedef enum rt_failure {
    RT_FAILURE_POWER = 0, // no power: the motor gives no torque and its spring-set brake is on
    RT_FAILURE_PUMP,      // one pump has failed: part of the motor's torque remains
    RT_FAILURE_BRAKE,     // the band brake has faded: a part of its capacity is left
    RT_FAILURE_MOTOR,     // the motor bursts: no torque, and its spring-set brake goes with it
    RT_FAILURE_STOPPER,   // the stopper's bar does not seat: it holds nothing
    RT_FAILURE_CLUTCH,    // the dog clutch jumps out
    RT_FAILURE_SWIVEL,    // the swivel has seized: it does not turn
    RT_FAILURE_TENSION,   // the sensor of an instrument fails and shows nothing: tension or motor pressure
    RT_FAILURE_SPEED,     // speed of the chain
    RT_FAILURE_COUNTER,   // chain counter
    RT_FAILURE_LINING,    // lining temperature of the band brake
    RT_FAILURE_COUNT
} rt_failure;

// What a device delivers, mapped to 0..1 or -1..1, with the time at which it was true.
typedef struct rt_input {
    int64_t t_ns;      // time of the sample on the loop's clock [ns]; 0: never
    int64_t heard_ns;  // when this program had the whole sample [ns]; a polled device hears it as it samples it: t_ns
    double lever;      // windlass lever, -1 (full pay out) .. +1 (full heave)
    double brake;      // band brake, 0 (open) .. 1 (fully set)
    bool clutch;       // dog clutch in
    bool dead_man;     // dead-man held (true for devices without one)
    bool estop;        // emergency stop pressed
    bool reset;        // re-arm after an emergency stop or a loss
    bool release;      // emergency release held: opens the band brake in any state; not an emergency stop
    bool has_device;   // a device is connected
    uint8_t fault;     // rt_input_fault
    bool stopper;      // bar of the chain stopper let down
    bool no_brake;     // the device has no control of the band brake, and says that it is open
    uint32_t failures; // of a script: a bit per rt_failure
} rt_input;

// The conditioned command; recorded every frame.
typedef struct rt_command {
    double lever;      // -1..1, rate-limited
    double brake;      // 0..1, rate-limited
    uint8_t clutch;    // 1: in
    uint8_t failsafe;  // 1: not armed, input lost or emergency stop: lever 0, motor brake set, band brake being set,
                       // clutch untouched
    uint8_t release;   // 1: emergency release: the band brake being opened although failsafe is 1; the motor stays held
    uint8_t stopper;   // 1: the chain stopper's bar is lowered; it engages when a link is in phase
    uint32_t failures; // a bit per rt_failure
} rt_command;

// Limits and delays of the conditioning.
typedef struct rt_command_limits {
    double lever_rate;   // [1/s]
    double brake_rate;   // [1/s]
    double release_rate; // of the band brake in an emergency release [1/s]
    int64_t stale_ns;    // age from which the input is stale: held, with an event
    int64_t failsafe_ns; // age from which it is lost: fail-safe
    double neutral;      // |lever| below this counts as neutral for re-arming
} rt_command_limits;

// Where the chain from hand to windlass stands. Only active and stale let a command through.
//
//   unknown   first sound input                            -> disarmed
//   disarmed  lever at neutral                             -> active
//   active    input older than stale_ns                    -> stale
//   stale     sound input again                            -> active
//   any       input older than failsafe_ns, device gone or
//             not numbers, emergency stop or release       -> fail-safe
//   fail-safe reset newly pressed with the lever at
//             neutral, neither stop nor release            -> active
//
// A reset moves nothing. The band brake stays as far set as the fail-safe has set it until its control has once been
// there (within 0.05), as a fader is taken over; for a device without such a control, until the lever leaves neutral
// with the dead-man held.
// Clutch and stopper stay, too, until their controls are seen to ask for what is: what was pressed in fail-safe is not
// carried out later. The emergency release is not held by this.
typedef enum rt_safety {
    RT_SAFETY_UNKNOWN = 0, // nothing was heard of an operator yet; nothing that could be lost
    RT_SAFETY_DISARMED,    // the lever has not been seen at neutral
    RT_SAFETY_ACTIVE,      // the input passes, limited in rate
    RT_SAFETY_STALE,       // the last command is held; the lever only until a dead-man is let go
    RT_SAFETY_FAILSAFE,    // lever 0, motor brake set, band brake being set, clutch untouched: until a reset at neutral
    RT_SAFETY_COUNT
} rt_safety;

// The failure's name as a script's column has it, such as "power_lost".
const char *rt_failure_name(rt_failure f);
// The state's name in the report, such as "active".
const char *rt_safety_name(rt_safety s);

// What the conditioning remembers between frames; part of the run, not of the physics state.
typedef struct rt_conditioner {
    rt_command last;
    rt_safety state;
    bool estop_latched; // an emergency stop was seen: latched until a reset
    bool releasing;     // the emergency release is held
    bool old;           // the newest input is not fresh
    bool reset_up,
        release_up;   // seen not pressed since the input came: a button that is stuck or tied down does nothing
    double held;      // after a reset: the band brake is set at least so far [0..1], 0: taken over
    bool clutch_held, // after a reset: both stay until their controls match
        stopper_held;
    uint8_t fault;    // rt_input_fault of the newest input
    int64_t sound_ns; // stamp of the newest input without a fault [ns]
} rt_conditioner;

rt_command_limits rt_command_limits_default(void);
// A conditioner that has not seen any input, with the deck as it stands at the start: band brake 0..1 and clutch.
rt_conditioner rt_conditioner_start(double brake, bool clutch);
// Goes on from the command of another moment of the run, to which it was set back. A brake that was held there, or is
// held now, is not let go by this; clutch and stopper stay, too, where that moment was in fail-safe.
void rt_conditioner_return(rt_conditioner *c, const rt_command *last);
// The command of this frame from the newest input at time now_ns, h_s after the last; *events (bit per rt_event) tells
// what happened, with one for each state that is entered. Lost input never looks like a centred lever. Without the
// dead-man the lever is 0 at once. The emergency release works with sound input in every state, an emergency stop does
// not bar it, and lasts while it and the dead-man are held; it ends in fail-safe, the brake being set. Frame thread.
rt_command rt_command_condition(rt_conditioner *c, const rt_command_limits *l, const rt_input *in, int64_t now_ns,
                                double h_s, rt_events *events);

#endif
