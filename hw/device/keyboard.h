// SPDX-License-Identifier: MIT
// The keyboard as an operator device, fed with the SDL events of the program's window. Main thread.
//
//   W or Up, S or Down    lever toward heave, toward pay out, while held; springs back to neutral when released, as the
//                         hoist lever of a windlass does
//   D or Right, A or Left brake a step tighter, a step slacker (key repeat counts); stays where it is
//   C                     clutch in or out
//   B                     chain stopper: bar down or up
//   Space                 emergency stop; stays pressed until R
//   X                     emergency release of the brake, while held
//   R                     releases the emergency stop and asks for re-arming, while held
//
// In fail-safe, which sets the band brake, the brake's keys stand at fully set, so that they go on from there after the
// reset, and clutch and stopper take no presses.
//
// The dead-man is held while the window has the keyboard focus. Without focus the lever is neutral, the dead-man is not
// held and no stamp is given, so that the input goes stale.
#ifndef HAWSE_HW_DEVICE_KEYBOARD_H
#define HAWSE_HW_DEVICE_KEYBOARD_H

#include "hw/device/device.h"

#define HW_KEYBOARD_LEVER_RATE 2.0  // [1/s] while a key is held: neutral to full in half a second
#define HW_KEYBOARD_RETURN_RATE 4.0 // [1/s] of the spring
#define HW_KEYBOARD_BRAKE_STEP 0.05 // of the brake's travel a key stroke

// Opens the keyboard; brake, clutch and stopper begin as in `start` (the scenario's), so that nothing moves by itself.
rt_status hw_keyboard_open(hw_device *d, const rt_command *start, rt_diag *diag);
// One line a key, for help and lists.
const char *hw_keyboard_help(void);

#endif
