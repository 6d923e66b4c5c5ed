// SPDX-License-Identifier: MIT
// The keyboard as an operator device, fed with the SDL events of the program's window. Main thread.
//
//   W or Up, S or Down    lever toward heave, toward pay out, while held; springs back to neutral when released, as the
//                         hoist lever of a windlass does
//   D or Right, A or Left apply or ease the brake a step (key repeat counts); the brake keeps its value
//   C                     clutch in or out
//   B                     chain stopper: bar down or up
//   Space                 emergency stop; stays pressed until R
//   X                     emergency release of the brake, while held
//   R                     releases the emergency stop and asks for re-arming, while held
//
// Fail-safe applies the band brake. The keyboard's brake value is then 1, and the keys go on from there after the
// reset; clutch and stopper ignore their keys.
//
// While another position has command, brake, clutch and stopper follow the deck's; the emergency stop works.
//
// The dead-man is held while the window has the keyboard focus. Without focus the lever is neutral, the dead-man is not
// held, and the input gets no stamp and becomes stale.
//
// hw_keyboard_open starts brake, clutch and stopper as its parameter `start` has them: opening moves nothing.
#ifndef HAWSE_HW_DEVICE_KEYBOARD_H
#define HAWSE_HW_DEVICE_KEYBOARD_H

#include "hw/device/kinds.h"

#define HW_KEYBOARD_LEVER_RATE 2.0  // [1/s] while a key is held: neutral to full in half a second
#define HW_KEYBOARD_RETURN_RATE 4.0 // [1/s] of the spring
#define HW_KEYBOARD_BRAKE_STEP 0.05 // of the brake's travel a key stroke

// One line a key, for help and lists.
const char *hw_keyboard_help(void);

#endif
