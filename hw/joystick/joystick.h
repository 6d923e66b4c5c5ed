// SPDX-License-Identifier: MIT
// A joystick or USB console as an operator device, through SDL's raw joystick interface (its game-controller interface
// knows game pads only). Main thread: SDL allows no other.
//
// Unplugging: SDL sends every axis to zero and every button up, and only then the removal. Those events look like a
// centred lever, so events only change what is pending. The poll publishes it only if SDL says that the device is
// attached; otherwise it drops what is pending and publishes the last input with has_device false and the old stamp.
// Plugged in again, the device is known by its GUID and serial number and gets a new instance id.
//
// How it stands when it comes: SDL tells by events only what changes, so buttons are asked for, and axes that have
// moved since it was plugged in; what is held down then has not been pressed.
//
// Which map: the calibration that the user stored for this very device (hw/map/store.h) where there is one, else the
// given map. One that is plugged in for the first time after the start gets its map then; the thresholds stay those
// that were known at the start.
#ifndef HAWSE_HW_JOYSTICK_JOYSTICK_H
#define HAWSE_HW_JOYSTICK_JOYSTICK_H

#include "hw/device/kinds.h"
#include "hw/map/map.h"

// hw_joystick_open opens the first joystick that the map's GUID and serial number allow and stays with it; without one
// it warns and waits until one is plugged in. Without a map it opens only a device with a stored calibration; with a
// named map it ignores stored calibrations. RT_ERR_DEVICE when SDL does not start, RT_ERR_FORMAT when the stored
// calibration of one cannot be read and no other fits.

// Whether a joystick is plugged in that hw_joystick_open would accept.
bool hw_joystick_present(const hw_map *map, bool stored);

#endif
