// SPDX-License-Identifier: MIT
// The operator's script: what the hands do over time, from CSV or YAML. Lever and brake are interpolated linearly, all
// else holds until the next row; before the first and after the last row their values hold.
//
// CSV: a header row of columns in any order, with a unit if it is not SI ("t [ms], lever [%], brake, clutch"), then one
// row a line; '#' starts a comment. YAML: a list of mappings, {t: 2 s, lever: 0.5, brake: 0, clutch: true}.
// Columns: t [s], strictly increasing from 0 or later; lever -1..1; brake 0..1; clutch, and, where wanted, dead_man
// (held unless said), estop, reset, release (the emergency release), stopper, and what fails on deck (power_lost,
// pump_lost, brake_faded, motor_burst, stopper_unseated, clutch_out, swivel_seized, tension_sensor, speed_sensor,
// counter_sensor, lining_sensor), which are 0, 1, false or true.
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
    RT_SCRIPT_FAILURE, // first of RT_FAILURE_COUNT
    RT_SCRIPT_COLUMNS = RT_SCRIPT_FAILURE + RT_FAILURE_COUNT
} rt_script_column;

typedef struct rt_script {
    double (*row)[RT_SCRIPT_COLUMNS]; // (n) by increasing time
    int n;
} rt_script;

// Reads a script by its ending, .csv, .yaml, .yml or .rec (a recording); all faults at once with file and line. Warns
// when the lever does not start at neutral, where the conditioning would not arm.
rt_status rt_script_load(const char *file, rt_script *s, rt_diag *d);
// The hands that would give a recording's commands again, a row a frame: conditioned with the rates of the recording
// they are the same commands to the bit, and so the same states. The recording's events are not repeated: fail-safe is
// played as an emergency stop.
rt_status rt_script_load_recording(const char *file, rt_script *s, rt_diag *d);
void rt_script_free(rt_script *s);
// Time of the last row [s].
double rt_script_duration(const rt_script *s);
// What the hands do at time t [s]; the time stamp is left 0 for the device to set. Any thread.
rt_input rt_script_input(const rt_script *s, double t);

#endif
