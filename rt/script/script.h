// SPDX-License-Identifier: MIT
// The operator's script: input over time, from CSV or YAML. Lever and brake are interpolated linearly; all others hold
// until the next row. Before the first row its values hold, after the last row that one's.
//
// CSV: a header row of columns in any order, with a unit if it is not SI ("t [ms], lever [%], brake, clutch"), then one
// row a line; '#' starts a comment. YAML: a list of mappings, {t: 2 s, lever: 0.5, brake: 0, clutch: true}. Columns: t
// [s], strictly increasing from 0 or later; lever -1..1; brake 0..1; clutch. Optional: dead_man (default 1), estop,
// reset, release (the emergency release), stopper, and the failures (power_lost, pump_lost, brake_faded, motor_burst,
// stopper_unseated, clutch_out, swivel_seized, tension_sensor, speed_sensor, counter_sensor, lining_sensor), and the
// controls by hand (lashing, stop_pump, zero_counter, bell, slow, wash, ball, remote, watch_set), and two contacts, of
// the chain counter (preset_reached) and of the changeover (waits_for_neutral). All from clutch on are 0, 1, false or
// true. The orders of the bridge (engine, rudder, bow_thruster) are -1..1, ahead and to starboard positive; each holds
// until the next row. engine may also be a position of the telegraph, such as half_astern. report is what the operator
// reports, such as aweigh or shackles_on_deck_3 (rt/command/phrase.h). From a recording: act is the number of an
// exercise's act; wind, wind_from, current and wave_height are the weather by its acts (rt/command/weather.h), -1: as
// in the scenario.
#ifndef HAWSE_RT_SCRIPT_SCRIPT_H
#define HAWSE_RT_SCRIPT_SCRIPT_H

#include "rt/command/command.h"

typedef enum rt_script_column {
    RT_SCRIPT_T = 0,
    RT_SCRIPT_LEVER,
    RT_SCRIPT_BRAKE,
    RT_SCRIPT_CLUTCH,
    RT_SCRIPT_DEAD_MAN,
    RT_SCRIPT_ESTOP,
    RT_SCRIPT_RESET,
    RT_SCRIPT_RELEASE,
    RT_SCRIPT_STOPPER,
    RT_SCRIPT_FAILURE,                                        // first of RT_FAILURE_COUNT
    RT_SCRIPT_CONTROL = RT_SCRIPT_FAILURE + RT_FAILURE_COUNT, // first of RT_CONTROLS
    RT_SCRIPT_ENGINE = RT_SCRIPT_CONTROL + RT_CONTROLS,
    RT_SCRIPT_RUDDER,
    RT_SCRIPT_THRUSTER,
    RT_SCRIPT_REPORT, // a phrase
    RT_SCRIPT_ACT,
    RT_SCRIPT_WEATHER, // first of RT_WEATHERS
    RT_SCRIPT_COLUMNS = RT_SCRIPT_WEATHER + RT_WEATHERS
} rt_script_column;

// A pull by hand in the row of that number.
typedef struct rt_script_pull {
    int row;
    rt_pull pull;
} rt_script_pull;

typedef struct rt_script {
    double (*row)[RT_SCRIPT_COLUMNS]; // (n) by increasing time
    int n;
    rt_script_pull *pull; // of a recording, by increasing row (n_pulls)
    int n_pulls;
} rt_script;

// Reads a script; its ending selects the reader: .csv, .yaml, .yml or .rec (a recording). Reports all faults with file
// and line. Warns if the lever does not start at neutral, because the conditioning would not arm.
rt_status rt_script_load(const char *file, rt_script *s, rt_diag *d);
// Makes the script that reproduces a recording's commands, a row a frame. Conditioned with the recording's rates it
// gives the same commands and states, bit for bit. The events differ: fail-safe becomes an emergency stop.
rt_status rt_script_load_recording(const char *file, rt_script *s, rt_diag *d);
void rt_script_free(rt_script *s);
// Time of the last row [s].
double rt_script_duration(const rt_script *s);
// The input at time t [s]. Its time stamp is 0; the device sets it. Any thread.
rt_input rt_script_input(const rt_script *s, double t);

#endif
