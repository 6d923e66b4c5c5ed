// SPDX-License-Identifier: MIT
// A joystick's axes, calibrated one by one without a dialogue, for a panel with live bars (hw/joystick/calibrate.h has
// the dialogue). Main thread.
#ifndef HAWSE_HW_JOYSTICK_AXES_H
#define HAWSE_HW_JOYSTICK_AXES_H

#include "hw/joystick/raw.h"
#include "hw/map/store.h"

#define HW_AXIS_TRAVEL 4000 // least travel of a deliberate move [counts of 65536]
#define HW_AXIS_DETENT 0.02 // half width of the detent, part of the axis' travel

// Position of an axis at a calibration point.
typedef enum hw_axis_point { HW_AXIS_LOW = 0, HW_AXIS_CENTRE, HW_AXIS_HIGH, HW_AXIS_POINTS } hw_axis_point;

typedef struct hw_axes {
    hw_joystick_raw raw;
    bool open;
    bool given;                                 // the user gave a map for this run: it precedes a stored one
    hw_map map;                                 // map in use
    int32_t taken[HW_CHANNELS][HW_AXIS_POINTS]; // [raw counts]
    unsigned has[HW_CHANNELS];                  // points taken, a bit each
} hw_axes;

// Sets ends and detent of the axis from the counts at the calibration points. The lever's detent is about its centre.
// The brake has no centre; its detent is at the open end, HW_AXIS_LOW.
void hw_axis_set_points(hw_axis_map *m, const int32_t at[HW_AXIS_POINTS], bool lever);

// Opens the only joystick plugged in; false if there is none, or several. Map: the stored one, else `in_use`, the
// running device's (NULL: none), else the default. given: in_use precedes the stored one, as in the device.
bool hw_axes_open(hw_axes *a, const hw_map *in_use, bool given);
void hw_axes_close(hw_axes *a);
// Reads the axes; false, and closes the joystick, if it was unplugged.
bool hw_axes_read(hw_axes *a);
// The map of the axis, or NULL: it has no role. *role: "lever", "brake", or "".
const hw_axis_map *hw_axes_map(const hw_axes *a, int axis, const char **role);
// Sets one calibration point of the axis to its present position.
void hw_axes_set_point(hw_axes *a, int axis, hw_axis_point point);
// Stores the calibration of the axis for this joystick and returns the file. An axis without a role becomes the brake
// if there is none. RT_ERR_USAGE with a message if points are missing, too close or not in order, if lever and brake
// are other axes, or if the map was given; else the errors of hw_store_save.
rt_status hw_axes_store(hw_axes *a, int axis, char path[HW_STORE_PATH], rt_diag *d);

#endif
