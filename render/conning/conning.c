// SPDX-License-Identifier: MIT
#include "render/conning/conning.h"
#include <math.h>
#include <stdio.h>

enum { TEXT = 40 };

static const double pi = 3.14159265358979323846, knot = 1852.0 / 3600;

// The value within lo..hi; 0 where it is unknown.
static double within(double value, double lo, double hi) { return isnan(value) ? 0 : fmin(fmax(value, lo), hi); }

// A reading: writes its value, with the unit.
typedef struct reading {
    const char *title;
    int rank; // the strip omits the highest ranks first
    void (*write)(const dyn_snapshot_conning *v, char text[TEXT]);
} reading;

// Angle 0..359 [deg], as on a compass card.
static double compass(double angle) {
    double deg = fmod(round(within(angle * 180 / pi, -720, 720)), 360);
    return deg < 0 ? deg + 360 : deg;
}

// "P" or "S" before a value of this sign; "" where the shown value is zero.
static const char *side(double shown) { return shown < 0 ? "P " : shown > 0 ? "S " : ""; }

static void write_heading(const dyn_snapshot_conning *v, char text[TEXT]) {
    snprintf(text, TEXT, "%05.1f\xc2\xb0", fmod(within(v->heading_rad * 180 / pi, 0, 360), 360));
}

static void write_turn(const dyn_snapshot_conning *v, char text[TEXT]) {
    double shown = 0.1 * round(within(v->turn_rad_s * 60 * 180 / pi, -999, 999) * 10);
    snprintf(text, TEXT, "%s%.1f\xc2\xb0/min", side(shown), fabs(shown));
}

static void write_ground(const dyn_snapshot_conning *v, char text[TEXT]) {
    snprintf(text, TEXT, "%.1f kn %03.0f\xc2\xb0", within(v->ground_m_s / knot, 0, 99), compass(v->course_rad));
}

static void write_water(const dyn_snapshot_conning *v, char text[TEXT]) {
    snprintf(text, TEXT, "%+.1f kn", within(v->ahead_m_s / knot, -99, 99));
}

static void write_wind(const dyn_snapshot_conning *v, char text[TEXT]) {
    double from = compass(v->wind_rad), shown = from > 180 ? from - 360 : from;
    snprintf(text, TEXT, "%.0f kn %s%.0f\xc2\xb0", within(v->wind_m_s / knot, 0, 199), side(shown), fabs(shown));
}

// Depth of the water under the keel; nothing where there is no bottom.
static void write_under_keel(const dyn_snapshot_conning *v, char text[TEXT]) {
    text[0] = 0;
    if (!isnan(v->under_keel_m)) snprintf(text, TEXT, "%.1f m", within(v->under_keel_m, -99, 9999));
}

static void write_engine(const dyn_snapshot_conning *v, char text[TEXT]) {
    snprintf(text, TEXT, "%+.0f %% %+.0f rpm", within(100 * v->engine_order, -100, 100),
             within(60 * v->shaft_per_s, -999, 999));
}

static void write_rudder(const dyn_snapshot_conning *v, char text[TEXT]) {
    double shown = round(within(v->rudder_rad * 180 / pi, -99, 99));
    snprintf(text, TEXT, "%s%.0f\xc2\xb0", side(shown), fabs(shown));
}

static void write_thruster(const dyn_snapshot_conning *v, char text[TEXT]) {
    double shown = round(within(100 * v->thrust, -100, 100));
    snprintf(text, TEXT, "%s%.0f %%", side(shown), fabs(shown));
}

static const reading readings[] = {{"HDG", 1, write_heading}, {"ROT", 4, write_turn},   {"SOG", 2, write_ground},
                                   {"LOG", 6, write_water},   {"WIND", 5, write_wind},  {"UKC", 3, write_under_keel},
                                   {"ENG", 3, write_engine},  {"RUD", 3, write_rudder}, {"BOW", 7, write_thruster}};
enum { READINGS = sizeof readings / sizeof readings[0], RANKS = 7 };

static const float edge = 10;

float conning_height(const draw2d *g, const dyn_snapshot_conning *v) {
    return v->known > 0 ? draw2d_cell_height(g, FONT_MEDIUM) + 6 : 0;
}

// Title and value of each reading in one line, spread over the width.
void conning_draw(draw2d *g, const palette *c, area strip, const dyn_snapshot_conning *v) {
    const float cell = draw2d_cell_width(g, FONT_SMALL), gap = 1.5f * cell,
                lower = draw2d_cell_height(g, FONT_MEDIUM) - draw2d_cell_height(g, FONT_SMALL);
    char text[READINGS][TEXT];
    float title[READINGS], width[READINGS], room = strip.width - 2 * edge, x = strip.x + edge;
    bool kept[READINGS] = {false};
    for (int rank = 1; rank <= RANKS; rank++)
        for (int i = 0; i < READINGS; i++) {
            if (readings[i].rank != rank) continue;
            readings[i].write(v, text[i]);
            title[i] = draw2d_text_width(g, FONT_SMALL, readings[i].title) + cell;
            width[i] = title[i] + draw2d_text_width(g, FONT_MEDIUM, text[i]);
            kept[i] = text[i][0] && width[i] <= room;
            if (kept[i]) room -= width[i] + gap;
        }
    draw2d_backdrop(g, strip.x, strip.y, strip.width, strip.height, c->panel);
    for (int i = 0; i < READINGS; i++) {
        if (!kept[i]) continue;
        draw2d_text(g, x, strip.y + 2 + lower, FONT_SMALL, DRAW2D_LEFT, c->dim, readings[i].title);
        draw2d_text(g, x + title[i], strip.y + 2, FONT_MEDIUM, DRAW2D_LEFT, c->bright, text[i]);
        x += width[i] + gap + fmaxf(0, room / READINGS);
    }
}
