// SPDX-License-Identifier: MIT
#include "hw/nmea/sentences.h"
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846, knot = 1852.0 / 3600;

// A sentence under construction. A text that is full takes no more.
typedef struct line {
    char *text;
    size_t n;
} line;

static void add(line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(line *l, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(l->text + l->n, NMEA_SENTENCE - l->n, format, args);
    va_end(args);
    if (n > 0) l->n = l->n + (size_t)n < NMEA_SENTENCE ? l->n + (size_t)n : NMEA_SENTENCE - 1;
}

// Adds a field; an unknown value leaves it empty. A value that rounds to zero has no sign.
static void add_number(line *l, double value, int decimals) {
    char text[32];
    if (!isfinite(value) || fabs(value) > 1e9) {
        add(l, ",");
        return;
    }
    snprintf(text, sizeof text, "%.*f", decimals, value);
    bool zero = strspn(text, "-0.") == strlen(text);
    add(l, ",%s", zero && text[0] == '-' ? text + 1 : text);
}

// Adds an angle 0..359.9 [deg]; round: to the last decimal, so that 360.0 is 0.0.
static void add_compass(line *l, double angle) {
    double deg = isfinite(angle) ? fmod(round(angle * 1800 / pi) / 10, 360) : angle;
    add_number(l, deg < 0 ? deg + 360 : deg, 1);
}

// Adds degrees and minutes with the hemisphere. width: digits of the degrees.
static void add_place(line *l, double angle, int width, char positive, char negative) {
    if (!(fabs(angle) <= pi)) {
        add(l, ",,");
        return;
    }
    long parts = lround(fabs(angle) * 180 / pi * 60 * 1e4); // of a minute
    add(l, ",%0*ld%02ld.%04ld,%c", width, parts / 600000, parts % 600000 / 10000, parts % 10000,
        angle < 0 ? negative : positive);
}

static void add_time(line *l, time_t utc, int hundredths) {
    struct tm t;
    gmtime_r(&utc, &t);
    add(l, ",%02d%02d%02d.%02d", t.tm_hour, t.tm_min, t.tm_sec, hundredths);
}

static void write_rmc(line *l, const nmea_ship *s, time_t utc, int hundredths, char mode) {
    struct tm t;
    gmtime_r(&utc, &t);
    add(l, "$GPRMC");
    add_time(l, utc, hundredths);
    add(l, ",A");
    add_place(l, s->latitude, 2, 'N', 'S');
    add_place(l, s->longitude, 3, 'E', 'W');
    add_number(l, s->ground / knot, 1);
    add_compass(l, s->course);
    add(l, ",%02d%02d%02d,,,%c", t.tm_mday, t.tm_mon + 1, t.tm_year % 100, mode);
}

static void write_vtg(line *l, const nmea_ship *s, char mode) {
    add(l, "$GPVTG");
    add_compass(l, s->course);
    add(l, ",T,,M");
    add_number(l, s->ground / knot, 1);
    add(l, ",N");
    add_number(l, s->ground * 3.6, 1);
    add(l, ",K,%c", mode);
}

static void write_vhw(line *l, const nmea_ship *s) {
    add(l, "$VWVHW");
    add_compass(l, s->heading);
    add(l, ",T,,M");
    add_number(l, s->ahead / knot, 1);
    add(l, ",N");
    add_number(l, s->ahead * 3.6, 1);
    add(l, ",K");
}

static void write_mwv(line *l, const nmea_ship *s) {
    add(l, "$WIMWV");
    add_compass(l, s->wind_from);
    add(l, ",R");
    add_number(l, s->wind, 1);
    add(l, ",M,A");
}

// A positive offset is the transducer's depth below the waterline.
static void write_dpt(line *l, const nmea_ship *s) {
    add(l, "$SDDPT");
    add_number(l, s->under_keel, 1);
    add_number(l, s->draught, 1);
    add(l, ",");
}

static void write_rpm(line *l, const nmea_ship *s) {
    add(l, "$IIRPM,S,1");
    add_number(l, 60 * s->shaft, 1);
    add(l, ",100.0,A"); // a propeller of fixed pitch
}

static void write_attitude(line *l, const nmea_ship *s) {
    add(l, "$YXXDR,A");
    add_number(l, s->pitch * 180 / pi, 1);
    add(l, ",D,Pitch,A");
    add_number(l, s->roll * 180 / pi, 1);
    add(l, ",D,Roll");
}

static void write_chain(line *l, const nmea_ship *s) {
    add(l, "$YXXDR,D");
    add_number(l, s->chain, 1);
    add(l, ",M,Chain#1,N");
    add_number(l, s->tension, 0);
    add(l, ",N,Chain#1");
}

static void write_body(line *l, nmea_sentence which, const nmea_ship *s, time_t utc, int hundredths, char mode) {
    switch (which) {
    case NMEA_HDT:
        add(l, "$HEHDT");
        add_compass(l, s->heading);
        add(l, ",T");
        return;
    case NMEA_ROT:
        add(l, "$TIROT");
        add_number(l, s->turn * 180 / pi * 60, 1);
        add(l, ",A");
        return;
    case NMEA_RMC:
        write_rmc(l, s, utc, hundredths, mode);
        return;
    case NMEA_VTG:
        write_vtg(l, s, mode);
        return;
    case NMEA_VHW:
        write_vhw(l, s);
        return;
    case NMEA_MWV:
        write_mwv(l, s);
        return;
    case NMEA_DPT:
        write_dpt(l, s);
        return;
    case NMEA_RSA:
        add(l, "$IIRSA");
        add_number(l, s->rudder * 180 / pi, 1);
        add(l, ",A,,V");
        return;
    case NMEA_RPM:
        write_rpm(l, s);
        return;
    case NMEA_XDR_ATTITUDE:
        write_attitude(l, s);
        return;
    default:
        write_chain(l, s);
    }
}

size_t nmea_write(nmea_sentence which, const nmea_ship *s, time_t utc, int hundredths, char mode,
                  char out[NMEA_SENTENCE]) {
    line l = {.text = out};
    unsigned sum = 0;
    out[0] = 0;
    write_body(&l, which, s, utc, hundredths, mode);
    for (size_t k = 1; k < l.n; k++) sum ^= (unsigned char)out[k];
    add(&l, "*%02X\r\n", sum);
    return l.n;
}
