// SPDX-License-Identifier: MIT
#include "hw/map/map.h"
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#define TEXT(path, field, def, help)                                                                                   \
    { path, RT_KEY_TEXT, NULL, 0, 0, def, offsetof(hw_map, field), NULL, help }
#define COUNT(path, field, def, help)                                                                                  \
    { path, RT_KEY_INT, NULL, INT_MIN, INT_MAX, def, offsetof(hw_map, field), NULL, help }
#define CHANNEL(path, field, min, def, help)                                                                           \
    { path, RT_KEY_INT, NULL, min, HW_CHANNELS - 1, def, offsetof(hw_map, field), NULL, help }
#define FLAG(path, field, help)                                                                                        \
    { path, RT_KEY_BOOL, NULL, 0, 0, "false", offsetof(hw_map, field), NULL, help }
#define PART(path, field, max, def, help)                                                                              \
    { path, RT_KEY_NUMBER, "1", 0, max, def, offsetof(hw_map, field), NULL, help }
#define WHOLE(path, field, min, max, def, help)                                                                        \
    { path, RT_KEY_INT, NULL, min, max, def, offsetof(hw_map, field), NULL, help }
#define AGE(path, field, min, def, help)                                                                               \
    { path, RT_KEY_NUMBER, "s", min, 60, def, offsetof(hw_map, field), NULL, help }
// An axis of the bridge.
#define ORDER(name, i, what, at_min, at_max)                                                                           \
    CHANNEL(name ".channel", bridge[i].channel, HW_NO_CHANNEL, "-1", "axis of the " what "; -1: none"),                \
        COUNT(name ".min", bridge[i].min, "-32768", "raw count at " at_min),                                           \
        COUNT(name ".neutral_low", bridge[i].neutral_low, "-1638", "lowest raw count of stop or midships"),            \
        COUNT(name ".neutral_high", bridge[i].neutral_high, "1638", "highest raw count of stop or midships"),          \
        COUNT(name ".max", bridge[i].max, "32767", "raw count at " at_max),                                            \
        FLAG(name ".invert", bridge[i].invert, "exchanges the two ends"),                                              \
        PART(name ".dead_band", bridge[i].dead_band, 0.9, "0", "additional part of the travel that gives no order")

static const rt_key keys[] = {
    TEXT("name", name, NULL, "name of the device in lists and messages"),
    TEXT("guid", guid, "any", "32 hexadecimal digits, from `hawse devices`, or any: the first joystick found"),
    TEXT("serial", serial, "any", "serial number of the device, or any"),
    CHANNEL("lever.channel", lever.channel, 0, NULL, "axis of the windlass lever"),
    COUNT("lever.min", lever.min, "-32768", "raw count at full pay out"),
    COUNT("lever.neutral_low", lever.neutral_low, "-1638", "lowest raw count of the neutral detent"),
    COUNT("lever.neutral_high", lever.neutral_high, "1638", "highest raw count of the neutral detent"),
    COUNT("lever.max", lever.max, "32767", "raw count at full heave"),
    FLAG("lever.invert", lever.invert, "min is full heave and max full pay out"),
    PART("lever.dead_band", lever.dead_band, 0.9, "0", "additional part of the travel that counts as neutral"),
    PART("lever.expo", lever.expo, 1, "0", "0 linear .. 1 cubic: finer control near neutral"),
    WHOLE("lever.margin", lever.margin, 0, INT_MAX, "0", "counts beyond min or max that mean a broken wire; 0: off"),
    AGE("lever.stuck", lever.stuck, 0, "0 s",
        "the lever is stuck if its count, off neutral, does not change for this long; 0: off. Needs a lever with "
        "noise"),
    CHANNEL("brake.channel", brake.channel, HW_NO_CHANNEL, "-1", "axis of the band brake; -1: the device has none"),
    COUNT("brake.min", brake.min, "-32768", "raw count at the lower end"),
    COUNT("brake.neutral_low", brake.neutral_low, "-32768", "inverted: the brake is open from here up"),
    COUNT("brake.neutral_high", brake.neutral_high, "-32768", "the brake is open up to here"),
    COUNT("brake.max", brake.max, "32767", "raw count at the upper end: fully set"),
    FLAG("brake.invert", brake.invert, "fully set at min, open from neutral_low up"),
    PART("brake.dead_band", brake.dead_band, 0.9, "0", "additional part of the travel that counts as open"),
    PART("brake.expo", brake.expo, 1, "0", "0 linear .. 1 cubic: finer control near open"),
    WHOLE("brake.margin", brake.margin, 0, INT_MAX, "0", "counts beyond min or max that mean a broken wire; 0: off"),
    AGE("brake.stuck", brake.stuck, 0, "0 s", "as lever.stuck"),
    ORDER("engine", RT_ORDER_ENGINE, "engine telegraph", "full astern", "full ahead"),
    ORDER("rudder", RT_ORDER_RUDDER, "rudder order", "full to port", "full to starboard"),
    ORDER("bow_thruster", RT_ORDER_THRUSTER, "bow thruster", "full to port", "full to starboard"),
    CHANNEL("clutch.channel", button[HW_CLUTCH].channel, HW_NO_CHANNEL, "-1", "button of the dog clutch; -1: none"),
    FLAG("clutch.invert", button[HW_CLUTCH].invert, "pressed is what the device reports as up"),
    {"clutch.action", RT_KEY_ENUM, NULL, 0, 0, "toggle", offsetof(hw_map, clutch_action), "toggle|switch",
     "toggle: each press engages or disengages; switch: engaged while pressed"},
    CHANNEL("estop.channel", button[HW_ESTOP].channel, HW_NO_CHANNEL, "-1", "button of the emergency stop; -1: none"),
    FLAG("estop.invert", button[HW_ESTOP].invert, "a normally-closed contact: pressed is reported as up"),
    CHANNEL("reset.channel", button[HW_RESET].channel, 0, NULL, "button that re-arms after a stop or a loss"),
    FLAG("reset.invert", button[HW_RESET].invert, "pressed is what the device reports as up"),
    CHANNEL("dead_man.channel", button[HW_DEAD_MAN].channel, HW_NO_CHANNEL, "-1",
            "button that the operator holds while working; -1: none, counts as held"),
    FLAG("dead_man.invert", button[HW_DEAD_MAN].invert, "held is what the device reports as up"),
    CHANNEL("release.channel", button[HW_RELEASE].channel, HW_NO_CHANNEL, "-1",
            "button of the emergency release: opens the band brake while it and the dead-man are held; -1: none"),
    FLAG("release.invert", button[HW_RELEASE].invert, "pressed is what the device reports as up"),
    CHANNEL("stopper.channel", button[HW_STOPPER].channel, HW_NO_CHANNEL, "-1",
            "button of the chain stopper's bar; -1: none"),
    FLAG("stopper.invert", button[HW_STOPPER].invert, "pressed is what the device reports as up"),
    {"stopper.action", RT_KEY_ENUM, NULL, 0, 0, "toggle", offsetof(hw_map, stopper_action), "toggle|switch",
     "toggle: each press lowers or lifts the bar; switch: down while pressed"},
    AGE("safety.stale", stale, 0.01, "0.1 s", "age from which the input is stale: the last command stays in force"),
    AGE("safety.failsafe", failsafe, 0.01, "0.3 s",
        "age from which the input is lost: lever zero and motor brake set until a reset"),
    AGE("safety.frozen", frozen, 0, "0.25 s",
        "fault if the device reports, but its own clock does not advance for this long; 0: off"),
    PART("safety.neutral", neutral, 0.5, "0.05", "part of the lever's travel that counts as neutral for re-arming"),
    WHOLE("modbus.unit", modbus.unit, 1, 247, "1", "unit address of the console"),
    WHOLE("modbus.baud", modbus.baud, 1200, 4000000, "19200", "bits per second"),
    {"modbus.parity", RT_KEY_ENUM, NULL, 0, 0, "even", offsetof(hw_map, modbus.parity), "none|even|odd",
     "parity of each byte"},
    WHOLE("modbus.stop_bits", modbus.stop_bits, 1, 2, "1", "stop bits after each byte"),
    AGE("modbus.period", modbus.period, 0.001, "20 ms", "time between two readings"),
    AGE("modbus.timeout", modbus.timeout, 0.001, "50 ms", "longest wait for a complete answer"),
    WHOLE("modbus.axes", modbus.axes, 0, 65535, "0", "input register of axis 0; the next axes follow; signed, 16 bits"),
    WHOLE("modbus.buttons", modbus.buttons, 0, 65535, "0", "discrete input of button 0; the next buttons follow"),
    CHANNEL("modbus.heartbeat", modbus.heartbeat, HW_NO_CHANNEL, "-1",
            "axis number of a register that changes while the console runs (safety.frozen); -1: none"),
    WHOLE("modbus.gauges", modbus.gauges, -1, 65530, "-1",
          "first of 6 holding registers written: a counter that advances, state (0 unknown, 1 disarmed, 2 active, 3 "
          "stale, "
          "4 fail-safe, 5 emergency stop), tension [kN], speed [mm/s], chain out [cm], motor [0.1 %]; -1: none"),
    WHOLE("modbus.deck", modbus.deck, -1, 65533, "-1",
          "first of 3 further holding registers written: chain stopper (0 open, 1 down, 2 holding, 3 broken), motor (0 "
          "sound, 1 tripped, 2 burst), lining temperature [0.1 deg C]; -1: none"),
    WHOLE(
        "modbus.lamps", modbus.lamps, -1, 65528, "-1",
        "first of 8 coils written: clutch, active, stale, fail-safe, emergency stop, housed, alarm, buzzer; -1: none"),
};
enum { KEYS = sizeof keys / sizeof keys[0] };

typedef struct map_file {
    const char *path;
    int lines[KEYS];
    rt_diag *diag;
} map_file;

// Line of the key; 0 if the file lacks it.
static int line_of(const map_file *f, const char *key) {
    for (int i = 0; i < KEYS; i++)
        if (strcmp(keys[i].path, key) == 0) return f->lines[i];
    return 0;
}

static void check_axis(const map_file *f, const char *role, const hw_axis_map *a, bool low_side, bool high_side) {
    char key[64];
    snprintf(key, sizeof key, "%s.channel", role);
    if (a->channel == HW_NO_CHANNEL) return;
    if (a->min > a->neutral_low || a->neutral_low > a->neutral_high || a->neutral_high > a->max)
        rt_diag_error(f->diag, f->path, line_of(f, key), 0,
                      "%s: expected min <= neutral_low <= neutral_high <= max, found %d, %d, %d, %d", role, a->min,
                      a->neutral_low, a->neutral_high, a->max);
    else if ((low_side && a->min == a->neutral_low) || (high_side && a->neutral_high == a->max))
        rt_diag_error(f->diag, f->path, line_of(f, key), 0, "%s: no travel between %s", role,
                      low_side && a->min == a->neutral_low ? "min and neutral_low" : "neutral_high and max");
}

// Refuses an axis with two roles, and check_channels such a button: a typing error in a map would move a windlass.
static void check_axes(const map_file *f, const hw_map *m) {
    static const char *const role[] = {"lever", "brake", "engine", "rudder", "bow_thruster"};
    const int channel[] = {m->lever.channel, m->brake.channel, m->bridge[RT_ORDER_ENGINE].channel,
                           m->bridge[RT_ORDER_RUDDER].channel, m->bridge[RT_ORDER_THRUSTER].channel};
    for (size_t i = 0; i < sizeof channel / sizeof *channel; i++)
        for (size_t k = 0; k < i; k++) {
            char key[64];
            if (channel[i] == HW_NO_CHANNEL || channel[i] != channel[k]) continue;
            snprintf(key, sizeof key, "%s.channel", role[i]);
            rt_diag_error(f->diag, f->path, line_of(f, key), 0, "%s: axis %d is already the %s", key, channel[i],
                          role[k]);
        }
}

static void check_channels(const map_file *f, const hw_map *m) {
    static const char *const role[HW_BUTTON_ROLES] = {"clutch", "estop", "reset", "dead_man", "release", "stopper"};
    for (int i = 0; i < HW_BUTTON_ROLES; i++)
        for (int k = 0; k < i; k++) {
            char key[64];
            if (m->button[i].channel == HW_NO_CHANNEL || m->button[i].channel != m->button[k].channel) continue;
            snprintf(key, sizeof key, "%s.channel", role[i]);
            rt_diag_error(f->diag, f->path, line_of(f, key), 0, "%s: button %d is already the %s", key,
                          m->button[i].channel, role[k]);
        }
}

static void check_guid(const map_file *f, const char *guid) {
    size_t digits = 0;
    while (isxdigit((unsigned char)guid[digits])) digits++;
    if (strcmp(guid, "any") != 0 && (digits != 32 || guid[digits] != '\0'))
        rt_diag_error(f->diag, f->path, line_of(f, "guid"), 0,
                      "guid: expected 32 hexadecimal digits or any, found \"%s\"", guid);
}

rt_status hw_map_load(const char *file, hw_map *m, rt_diag *d) {
    map_file f = {.path = file, .diag = d};
    memset(m, 0, sizeof *m);
    rt_status status = rt_config_load(file, keys, KEYS, NULL, m, f.lines, d);
    if (status != RT_OK) return status;
    int before = d->errors;
    check_guid(&f, m->guid);
    check_axis(&f, "lever", &m->lever, true, true);
    check_axis(&f, "brake", &m->brake, m->brake.invert, !m->brake.invert);
    check_axis(&f, "engine", &m->bridge[RT_ORDER_ENGINE], true, true);
    check_axis(&f, "rudder", &m->bridge[RT_ORDER_RUDDER], true, true);
    check_axis(&f, "bow_thruster", &m->bridge[RT_ORDER_THRUSTER], true, true);
    check_axes(&f, m);
    check_channels(&f, m);
    if (m->failsafe <= m->stale)
        rt_diag_error(d, file, line_of(&f, "safety.failsafe"), 0,
                      "safety.failsafe: expected more than safety.stale, %g s, found %g s", m->stale, m->failsafe);
    return d->errors == before ? RT_OK : RT_ERR_FORMAT;
}

void hw_map_default(hw_map *m) {
    memset(m, 0, sizeof *m);
    rt_config_defaults(keys, KEYS, m);
}

void hw_map_print_schema(FILE *f) { rt_config_print_schema(f, keys, KEYS); }

void hw_map_write(FILE *f, const hw_map *m) { rt_config_write(f, keys, KEYS, m); }

double hw_axis_value(const hw_axis_map *a, int32_t raw) {
    double value = 0.0; // a side without travel stays neutral
    if (raw > a->neutral_high && a->max > a->neutral_high)
        value = ((double)raw - a->neutral_high) / ((double)a->max - a->neutral_high);
    else if (raw < a->neutral_low && a->neutral_low > a->min)
        value = ((double)raw - a->neutral_low) / ((double)a->neutral_low - a->min);
    double size = fmin(fabs(value), 1.0);
    size = size <= a->dead_band ? 0.0 : (size - a->dead_band) / (1.0 - a->dead_band);
    // Cubic blend, as in radio-control transmitters: 0 and 1 stay, the slope at 0 is 1 - expo.
    size = (1.0 - a->expo) * size + a->expo * size * size * size;
    return (value < 0.0) != a->invert ? -size : size;
}

hw_map_state hw_map_start(const hw_map *m, bool clutch, bool stopper) {
    hw_map_state s = {.clutch = clutch, .stopper = stopper};
    // A channel without a report is up. A normally-closed emergency stop then counts as pressed: the safe side.
    for (int i = 0; i < HW_BUTTON_ROLES; i++)
        s.button[i].down = m->button[i].channel != HW_NO_CHANNEL && m->button[i].invert;
    return s;
}

void hw_map_set_axis(hw_map_state *s, const hw_map *m, int channel, int32_t raw) {
    hw_axis_state *a = channel == m->lever.channel ? &s->lever : channel == m->brake.channel ? &s->brake : NULL;
    for (int i = 0; i < RT_ORDERS && !a; i++)
        if (channel == m->bridge[i].channel) a = &s->bridge[i];
    if (!a || channel == HW_NO_CHANNEL) return;
    a->changed = a->changed || !a->seen || raw != a->raw;
    a->raw = raw;
    a->seen = true;
}

void hw_map_set_clock(hw_map_state *s, uint32_t clock, int64_t now_ns) {
    if (!s->has_clock || clock != s->clock) s->tick_ns = now_ns;
    s->has_clock = true;
    s->clock = clock;
}

void hw_map_set_button(hw_map_state *s, const hw_map *m, int channel, bool down) {
    for (int i = 0; i < HW_BUTTON_ROLES; i++)
        if (m->button[i].channel == channel) hw_button_set(&s->button[i], down != m->button[i].invert);
}

void hw_map_end_report(hw_map_state *s) {
    for (int i = 0; i < HW_BUTTON_ROLES && !s->begun; i++) s->button[i].pressed = false;
    s->begun = true;
}

static double brake_value(const hw_map_state *s, const hw_map *m) {
    if (m->brake.channel == HW_NO_CHANNEL) return 0.0;
    return s->brake.seen ? fmax(hw_axis_value(&m->brake, s->brake.raw), 0.0) : 1.0;
}

// Reads a latched control: a toggle changes *is at each press, a switch sets it.
static bool read_latched(hw_map_state *s, const hw_map *m, hw_button_role role, int action, bool *is, int64_t now_ns) {
    hw_button *b = &s->button[role];
    hw_button_read(b, now_ns);
    if (m->button[role].channel == HW_NO_CHANNEL) return *is;
    if (action == HW_CLUTCH_SWITCH)
        *is = b->down;
    else if (b->struck)
        *is = !*is;
    return *is;
}

static int64_t nanoseconds(double seconds) { return (int64_t)(1e9 * seconds); }

hw_thresholds hw_map_thresholds(const hw_map *m) {
    return (hw_thresholds){nanoseconds(m->stale), nanoseconds(m->failsafe), m->neutral};
}

static rt_input_fault find_axis_fault(hw_axis_state *s, const hw_axis_map *a, int64_t now_ns) {
    if (a->channel == HW_NO_CHANNEL || !s->seen) return RT_FAULT_NONE;
    if (s->changed) s->since_ns = now_ns;
    s->changed = false;
    if (a->margin > 0 && (s->raw > (int64_t)a->max + a->margin || s->raw < (int64_t)a->min - a->margin))
        return RT_FAULT_RANGE;
    bool off_neutral = hw_axis_value(a, s->raw) != 0.0;
    bool rigid = a->stuck > 0 && now_ns - s->since_ns > nanoseconds(a->stuck);
    return off_neutral && rigid ? RT_FAULT_STUCK : RT_FAULT_NONE;
}

static rt_input_fault find_fault(hw_map_state *s, const hw_map *m, int64_t now_ns) {
    rt_input_fault lever = find_axis_fault(&s->lever, &m->lever, now_ns),
                   brake = find_axis_fault(&s->brake, &m->brake, now_ns);
    if (s->has_clock && m->frozen > 0 && now_ns - s->tick_ns > nanoseconds(m->frozen)) return RT_FAULT_FROZEN;
    return lever != RT_FAULT_NONE ? lever : brake;
}

void hw_map_copy_stops(rt_input *last, const rt_input *unsound) {
    last->estop = unsound->estop;
    last->dead_man = last->dead_man && unsound->dead_man;
    last->fault = unsound->fault;
}

// Orders of the bridge, of the axes that have reported.
static void read_orders(const hw_map_state *s, const hw_map *m, rt_input *out) {
    int16_t *const order[RT_ORDERS] = {&out->orders.engine, &out->orders.rudder, &out->orders.thruster};
    out->bridge = 0;
    for (int i = 0; i < RT_ORDERS; i++) {
        if (m->bridge[i].channel == HW_NO_CHANNEL || !s->bridge[i].seen) continue;
        *order[i] = (int16_t)lround(RT_ORDER_FULL * hw_axis_value(&m->bridge[i], s->bridge[i].raw));
        out->bridge |= (uint8_t)(RT_GIVES_ENGINE << i);
    }
}

bool hw_map_input(hw_map_state *s, const hw_map *m, int64_t now_ns, rt_input *out) {
    out->lever = hw_axis_value(&m->lever, s->lever.raw);
    out->brake = brake_value(s, m);
    out->no_brake = m->brake.channel == HW_NO_CHANNEL;
    out->clutch = read_latched(s, m, HW_CLUTCH, m->clutch_action, &s->clutch, now_ns);
    out->stopper = read_latched(s, m, HW_STOPPER, m->stopper_action, &s->stopper, now_ns);
    out->estop = hw_button_read(&s->button[HW_ESTOP], now_ns);
    out->reset = hw_button_read(&s->button[HW_RESET], now_ns);
    out->fault = (uint8_t)find_fault(s, m, now_ns);
    // Dead-man and release end at once when let go: hw_button_read would extend a short press.
    out->dead_man = m->button[HW_DEAD_MAN].channel == HW_NO_CHANNEL || s->button[HW_DEAD_MAN].down;
    out->release = m->button[HW_RELEASE].channel != HW_NO_CHANNEL && s->button[HW_RELEASE].down;
    read_orders(s, m, out);
    return s->lever.seen && out->fault == RT_FAULT_NONE;
}
