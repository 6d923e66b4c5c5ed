// SPDX-License-Identifier: MIT
// Calibrates a joystick by dialogue: asks the user to move each control, finds roles, ends and detent, and stores the
// map for this device (hw/map/store.h).
#ifndef HAWSE_HW_JOYSTICK_CALIBRATE_H
#define HAWSE_HW_JOYSTICK_CALIBRATE_H

#include "hw/joystick/dialogue.h"

// Calibrates the joystick that `which` names (hw_joystick_raw_open). On a wrong answer the dialogue says why and
// asks again. An early end stores nothing: RT_ERR_USAGE after the end of the input, Ctrl-C or "n" to the last question,
// RT_ERR_DEVICE after unplugging, each with a message.
rt_status hw_calibrate(hw_terminal *t, const char *which, rt_diag *diag);
// Prints the joystick's counts, and their meaning if calibrated, until Ctrl-C or for `seconds` (0: no limit). If out is
// not a terminal, prints a line per change. RT_ERR_DEVICE if the joystick is unplugged.
rt_status hw_watch(hw_terminal *t, const char *which, double seconds, rt_diag *diag);

#endif
