// SPDX-License-Identifier: MIT
// Finds out, by asking, which axis and button of a joystick is what and where its lever's ends and detent are, and
// stores it for that very device (hw/map/store.h).
#ifndef HAWSE_HW_JOYSTICK_CALIBRATE_H
#define HAWSE_HW_JOYSTICK_CALIBRATE_H

#include "hw/joystick/dialogue.h"

// Calibrates the joystick that `which` names (hw_joystick_raw_open). An answer that makes no sense is refused with the
// reason and asked for again. When the conversation ends early (end of the input, Ctrl-C, "n" to the last question, the
// joystick unplugged) an older calibration stays as it was: RT_ERR_USAGE or RT_ERR_DEVICE with a message.
rt_status hw_calibrate(hw_terminal *t, const char *which, rt_diag *diag);
// Shows the joystick's counts, and their meaning if calibrated, until Ctrl-C or for that many seconds (0: no limit);
// one line a change if out is no terminal. RT_ERR_DEVICE when it is unplugged.
rt_status hw_watch(hw_terminal *t, const char *which, double seconds, rt_diag *diag);

#endif
