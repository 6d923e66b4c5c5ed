// SPDX-License-Identifier: MIT
#include "hw/serial/console_private.h"
#include <math.h>
#include <string.h>

_Static_assert((int)HW_HOST_DISARMED == WIRE_STATE_DISARMED && (int)HW_HOST_ESTOP == WIRE_STATE_ESTOP,
               "the line carries the host's states unconverted");
_Static_assert((int)HW_STOPPER_BROKEN == WIRE_STOPPER_BROKEN && (int)HW_MOTOR_OFF == WIRE_MOTOR_OFF,
               "the line carries the states of stopper and motor unconverted");

static const wire_channel *find(const wire_hello *h, const wire_channel *table, bool axis, int id) {
    for (int i = 0; i < h->n_channels; i++)
        if (wire_is_axis(&table[i]) == axis && table[i].id == id) return &table[i];
    return NULL;
}

static bool has_lever(const wire_hello *h, const wire_channel *table) {
    for (int i = 0; i < h->n_channels; i++)
        if (table[i].kind == WIRE_KIND_LEVER && table[i].min < table[i].neutral_low &&
            table[i].neutral_high < table[i].max)
            return true;
    return false;
}

static bool check_map(const wire_hello *h, const wire_channel *table, const hw_map *m, char *why, size_t size) {
    const int axis[] = {m->lever.channel, m->brake.channel, m->bridge[RT_ORDER_ENGINE].channel,
                        m->bridge[RT_ORDER_RUDDER].channel, m->bridge[RT_ORDER_THRUSTER].channel};
    for (size_t i = 0; i < sizeof axis / sizeof *axis; i++)
        if (axis[i] != HW_NO_CHANNEL && !find(h, table, true, axis[i])) {
            snprintf(why, size, "axis %d of the device map is missing", axis[i]);
            return false;
        }
    for (int i = 0; i < HW_BUTTON_ROLES; i++)
        if (m->button[i].channel != HW_NO_CHANNEL && !find(h, table, false, m->button[i].channel)) {
            snprintf(why, size, "button %d of the device map is missing", m->button[i].channel);
            return false;
        }
    return true;
}

bool console_check_hello(const wire_hello *h, const wire_channel *table, const hw_map *map, char *why, size_t size) {
    if (h->major != WIRE_MAJOR) {
        snprintf(why, size, "expected protocol %d.x, found %d.%d", WIRE_MAJOR, h->major, h->minor);
        return false;
    }
    if (h->device_class != WIRE_CLASS_WINDLASS) {
        snprintf(why, size, "expected class %d (windlass console), found %d", WIRE_CLASS_WINDLASS, h->device_class);
        return false;
    }
    if (map) return check_map(h, table, map, why, size);
    if (has_lever(h, table)) return true;
    snprintf(why, size, "expected a lever with travel to both sides, found none");
    return false;
}

static hw_axis_map axis_map(const wire_channel *c) {
    return (hw_axis_map){
        .channel = c->id, .min = c->min, .neutral_low = c->neutral_low, .neutral_high = c->neutral_high, .max = c->max};
}

void console_map_from_table(const wire_hello *h, const wire_channel *table, hw_map *m) {
    hw_map_default(m);
    m->lever.channel = m->brake.channel = HW_NO_CHANNEL;
    snprintf(m->name, sizeof m->name, "%s", h->serial);
    for (int i = 0; i < HW_BUTTON_ROLES; i++) m->button[i].channel = HW_NO_CHANNEL;
    for (int i = 0; i < h->n_channels; i++) {
        const wire_channel *c = &table[i];
        hw_button_map button = {c->id, c->unit == WIRE_UNIT_NORMALLY_CLOSED};
        if (c->kind == WIRE_KIND_LEVER) m->lever = axis_map(c);
        if (c->kind == WIRE_KIND_BRAKE) m->brake = axis_map(c);
        if (c->kind >= WIRE_KIND_ENGINE && c->kind <= WIRE_KIND_THRUSTER)
            m->bridge[c->kind - WIRE_KIND_ENGINE] = axis_map(c);
        if (c->kind == WIRE_KIND_CLUTCH || c->kind == WIRE_KIND_CLUTCH_SWITCH) {
            m->button[HW_CLUTCH] = button;
            m->clutch_action = c->kind == WIRE_KIND_CLUTCH ? HW_CLUTCH_TOGGLE : HW_CLUTCH_SWITCH;
        }
        if (c->kind == WIRE_KIND_ESTOP) m->button[HW_ESTOP] = button;
        if (c->kind == WIRE_KIND_RESET) m->button[HW_RESET] = button;
        if (c->kind == WIRE_KIND_DEAD_MAN) m->button[HW_DEAD_MAN] = button;
        if (c->kind == WIRE_KIND_RELEASE) m->button[HW_RELEASE] = button;
        if (c->kind == WIRE_KIND_STOPPER || c->kind == WIRE_KIND_STOPPER_SWITCH) {
            m->button[HW_STOPPER] = button;
            m->stopper_action = c->kind == WIRE_KIND_STOPPER ? HW_CLUTCH_TOGGLE : HW_CLUTCH_SWITCH;
        }
    }
}

static int32_t scaled(double value, double unit, int32_t most) {
    double v = round(value / unit);
    return v > most ? most : v < -most ? -most : (int32_t)v;
}

static int16_t scale_gauge(double value, double unit) {
    return isfinite(value) ? (int16_t)scaled(value, unit, INT16_MAX) : (int16_t)WIRE_NO_VALUE;
}

static uint8_t lamp_bits(const hw_feedback *f) {
    unsigned lit = 0;
    if (f->state == HW_HOST_ACTIVE || f->state == HW_HOST_STALE) lit |= WIRE_LAMP_ARMED;
    if (f->state == HW_HOST_STALE) lit |= WIRE_LAMP_STALE;
    if (f->state == HW_HOST_FAILSAFE) lit |= WIRE_LAMP_FAILSAFE;
    if (f->state == HW_HOST_ESTOP) lit |= WIRE_LAMP_ESTOP;
    if (f->alarm) lit |= WIRE_LAMP_ALARM;
    if (f->clutch) lit |= WIRE_LAMP_CLUTCH;
    if (f->housed) lit |= WIRE_LAMP_HOUSED;
    if (f->stopper == HW_STOPPER_HOLDING) lit |= WIRE_LAMP_STOPPER;
    return (uint8_t)lit;
}

wire_output console_output(const hw_feedback *f, uint16_t input_seq, int64_t now_ns) {
    wire_output o = {.input_seq = input_seq,
                     .tension = INT32_MIN,
                     .speed = WIRE_NO_VALUE,
                     .counter = INT32_MIN,
                     .motor = WIRE_NO_VALUE,
                     .brake_temp = WIRE_NO_VALUE};
    if (!hw_feedback_counts(f, now_ns)) return o;
    o.state = (uint8_t)f->state;
    o.lamps = lamp_bits(f);
    o.buzzer = (uint8_t)f->buzzer;
    if (isfinite(f->tension_n)) o.tension = scaled(f->tension_n, 1, INT32_MAX);
    if (isfinite(f->counter_m)) o.counter = scaled(f->counter_m, 1e-3, INT32_MAX);
    o.speed = scale_gauge(f->speed_m_s, 1e-3);
    o.motor = scale_gauge(f->motor, 1e-3);
    o.brake_temp = scale_gauge(f->brake_temp, 0.1);
    o.stopper = (uint8_t)f->stopper;
    o.motor_state = (uint8_t)f->motor_state;
    return o;
}
