// SPDX-License-Identifier: MIT
// A joystick or USB console as an operator device, through SDL's raw joystick interface (SDL's game-controller
// interface supports game pads only). Main thread: SDL allows no other.
//
// Unplugging: SDL reports every axis at zero and every button up, and only then the removal. Those events look like a
// centred lever. Events therefore change only the pending state, and the poll publishes it only if SDL reports the
// device as attached. Otherwise the poll publishes the last input with has_device false and the old stamp. A device
// that returns is recognised by GUID and serial number; SDL gives it a new instance id.
//
// Connecting: SDL events report changes only. The device therefore reads all buttons, and the axes that have moved
// since it was plugged in. A button that is already down does not count as pressed.
//
// Map: the user's stored calibration of this device (hw/map/store.h), else the given map. A device that is first
// plugged in after the start gets its map then; the thresholds stay those of the start.
#ifndef HAWSE_HW_JOYSTICK_JOYSTICK_H
#define HAWSE_HW_JOYSTICK_JOYSTICK_H

#include "hw/device/kinds.h"
#include "hw/map/map.h"

// hw_joystick_open opens the first joystick that the map's GUID and serial number allow and stays with it; without one
// it warns and waits until one is plugged in. Without a map it opens only a device with a stored calibration; with a
// named map it ignores stored calibrations. RT_ERR_DEVICE when SDL does not start, RT_ERR_FORMAT when the stored
// calibration of one cannot be read and no other fits.

// Whether hw_joystick_open would find a joystick, or a stored calibration that it cannot read.
bool hw_joystick_present(const hw_map *map, bool stored);

#endif
