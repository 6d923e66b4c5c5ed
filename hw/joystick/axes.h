// SPDX-License-Identifier: MIT
// A joystick's axes to be looked at and calibrated one by one, with no conversation (hw/joystick/calibrate.h has one):
// for a panel with live bars. Main thread.
#ifndef HAWSE_HW_JOYSTICK_AXES_H
#define HAWSE_HW_JOYSTICK_AXES_H

#include "hw/joystick/raw.h"
#include "hw/map/store.h"

#define HW_AXIS_TRAVEL 4000 // least way of an axis that was moved on purpose [counts of 65536]
#define HW_AXIS_DETENT 0.02 // half width of the detent, of the axis' travel

// Where an axis stands to be calibrated.
typedef enum hw_axis_point { HW_AXIS_LOW = 0, HW_AXIS_CENTRE, HW_AXIS_HIGH, HW_AXIS_POINTS } hw_axis_point;

typedef struct hw_axes {
    hw_joystick_raw raw;
    bool open;
    bool given;                                 // the map was given for this run: a stored one would not count
    hw_map map;                                 // in use, or to be
    int32_t taken[HW_CHANNELS][HW_AXIS_POINTS]; // [raw counts]
    unsigned has[HW_CHANNELS];                  // of those: a bit each
} hw_axes;

// Ends and detent of an axis that stood at these counts: the lever's detent is about its centre, the brake's, which
// has no centre, at its open end, the low one.
void hw_axis_set_points(hw_axis_map *m, const int32_t at[HW_AXIS_POINTS], bool lever);

// Opens the one joystick that is plugged in; false where there is none, or several. Its map is what is stored for it,
// else `in_use`, by which a running device reads it (NULL: none does), else the default. given: in_use goes before what
// is stored, as it does for the device.
bool hw_axes_open(hw_axes *a, const hw_map *in_use, bool given);
void hw_axes_close(hw_axes *a);
// Reads where they stand; false when it has gone: then it is closed.
bool hw_axes_read(hw_axes *a);
// The map of the axis, or NULL: it has no role. *role: "lever", "brake", or "".
const hw_axis_map *hw_axes_map(const hw_axes *a, int axis, const char **role);
// Takes where the axis stands now for one of its points.
void hw_axes_set_point(hw_axes *a, int axis, hw_axis_point point);
// Stores the calibration of the axis for this very joystick and tells the file. One without a role becomes the brake
// where there is none. RT_ERR_USAGE with a message when points are missing, stand too near or in no order, the axis can
// have no role, or the map was given; RT_ERR_FILE.
rt_status hw_axes_store(hw_axes *a, int axis, char path[HW_STORE_PATH], rt_diag *d);

#endif
