// SPDX-License-Identifier: MIT
#include "hw/joystick/axes.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool hw_axes_open(hw_axes *a, const hw_map *in_use, bool given) {
    rt_diag ignored = {0};
    char path[HW_STORE_PATH];
    memset(a, 0, sizeof *a);
    if (hw_joystick_raw_open(&a->raw, NULL, &ignored) != RT_OK) return false;
    a->open = true;
    a->given = in_use && given;
    bool stored = !a->given && hw_store_path(a->raw.guid, a->raw.serial, path) && access(path, F_OK) == 0;
    if (stored && hw_map_load(path, &a->map, &ignored) == RT_OK) return true;
    hw_map_default(&a->map);
    snprintf(a->map.name, sizeof a->map.name, "%s", a->raw.name);
    if (in_use) a->map = *in_use;
    return true;
}

void hw_axes_close(hw_axes *a) {
    if (a->open) hw_joystick_raw_close(&a->raw);
    a->open = false;
}

bool hw_axes_read(hw_axes *a) {
    if (a->open && !hw_joystick_raw_read(&a->raw)) hw_axes_close(a);
    return a->open;
}

const hw_axis_map *hw_axes_map(const hw_axes *a, int axis, const char **role) {
    bool lever = a->map.lever.channel == axis, brake = a->map.brake.channel == axis;
    *role = lever ? "lever" : brake ? "brake" : "";
    return lever ? &a->map.lever : brake ? &a->map.brake : NULL;
}

void hw_axes_set_point(hw_axes *a, int axis, hw_axis_point point) {
    if (axis < 0 || axis >= a->raw.axes) return;
    a->taken[axis][point] = a->raw.axis[axis];
    a->has[axis] |= 1u << point;
}

static rt_status refuse(const hw_axes *a, rt_diag *d, int axis, const char *why) {
    rt_diag_error(d, NULL, 0, 0, "joystick \"%s\", axis %d: %s", a->raw.name, axis, why);
    return RT_ERR_USAGE;
}

void hw_axis_set_points(hw_axis_map *m, const int32_t at[HW_AXIS_POINTS], bool lever) {
    int32_t low = at[HW_AXIS_LOW], high = at[HW_AXIS_HIGH], neutral = lever ? at[HW_AXIS_CENTRE] : low;
    int32_t wide = (int32_t)(HW_AXIS_DETENT * abs(high - low));
    m->invert = low > high;
    m->min = m->invert ? high : low;
    m->max = m->invert ? low : high;
    m->neutral_low = neutral - (lever || m->invert ? wide : 0);
    m->neutral_high = neutral + (lever || !m->invert ? wide : 0);
}

rt_status hw_axes_store(hw_axes *a, int axis, char path[HW_STORE_PATH], rt_diag *d) {
    if (axis < 0 || axis >= a->raw.axes) return refuse(a, d, axis, "there is no such axis");
    if (a->given)
        return refuse(a, d, axis, "a stored calibration would not count, this run was given the map (joystick@MAP)");
    const int32_t *at = a->taken[axis];
    bool lever = a->map.lever.channel == axis;
    if (!lever && a->map.brake.channel != axis && a->map.brake.channel != HW_NO_CHANNEL)
        return refuse(a, d, axis, "lever and brake are other axes; hawse devices --calibrate changes that");
    unsigned needed = 1u << HW_AXIS_LOW | 1u << HW_AXIS_HIGH | (unsigned)lever << HW_AXIS_CENTRE;
    if ((a->has[axis] & needed) != needed)
        return refuse(a, d, axis,
                      lever ? "expected low, centre and high to be taken first"
                            : "expected low and high to be taken first");
    int32_t centre = at[HW_AXIS_CENTRE], low = at[HW_AXIS_LOW], high = at[HW_AXIS_HIGH];
    bool ordered = low < high ? low + HW_AXIS_TRAVEL < centre && centre + HW_AXIS_TRAVEL < high
                              : low > centre + HW_AXIS_TRAVEL && centre > high + HW_AXIS_TRAVEL;
    if (lever && !ordered)
        return refuse(a, d, axis, "expected the centre between low and high, and well away from both");
    if (abs(high - low) < 2 * HW_AXIS_TRAVEL) return refuse(a, d, axis, "expected low and high well apart");
    hw_map changed = a->map;
    hw_axis_map *m = lever ? &changed.lever : &changed.brake;
    m->channel = axis;
    snprintf(changed.guid, sizeof changed.guid, "%s",
             a->raw.guid); // stored for this joystick, even if the map names another
    snprintf(changed.serial, sizeof changed.serial, "%s", a->raw.serial[0] ? a->raw.serial : "any");
    hw_axis_set_points(m, at, lever);
    rt_status status = hw_store_save(&changed, path, d);
    if (status == RT_OK) a->map = changed;
    return status;
}
