// SPDX-License-Identifier: MIT
#include "rt/command/phrase.h"
#include "rt/command/telegraph.h"
#include "rt/config/config.h"
#include "rt/config/yaml.h"
#include "rt/script/read.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *name, *unit; // unit NULL: 0 or 1
    double min, max, unset;
    bool required;
} column[RT_SCRIPT_COLUMNS] = {
    {"t", "s", 0, 1e9, 0, true},
    {"lever", "1", -1, 1, 0, true},
    {"brake", "1", 0, 1, 0, true},
    {"clutch", NULL, 0, 1, 0, true},
    {"dead_man", NULL, 0, 1, 1, false},
    {"estop", NULL, 0, 1, 0, false},
    {"reset", NULL, 0, 1, 0, false},
    {"release", NULL, 0, 1, 0, false},
    {"stopper", NULL, 0, 1, 0, false},
    {"power_lost", NULL, 0, 1, 0, false},
    {"pump_lost", NULL, 0, 1, 0, false},
    {"brake_faded", NULL, 0, 1, 0, false},
    {"motor_burst", NULL, 0, 1, 0, false},
    {"stopper_unseated", NULL, 0, 1, 0, false},
    {"clutch_out", NULL, 0, 1, 0, false},
    {"swivel_seized", NULL, 0, 1, 0, false},
    {"tension_sensor", NULL, 0, 1, 0, false},
    {"speed_sensor", NULL, 0, 1, 0, false},
    {"counter_sensor", NULL, 0, 1, 0, false},
    {"lining_sensor", NULL, 0, 1, 0, false},
    {"lashing", NULL, 0, 1, 0, false},
    {"stop_pump", NULL, 0, 1, 0, false},
    {"zero_counter", NULL, 0, 1, 0, false},
    {"bell", NULL, 0, 1, 0, false},
    {"slow", NULL, 0, 1, 0, false},
    {"wash", NULL, 0, 1, 0, false},
    {"ball", NULL, 0, 1, 0, false},
    {"preset_reached", NULL, 0, 1, 0, false},
    {"remote", NULL, 0, 1, 0, false},
    {"waits_for_neutral", NULL, 0, 1, 0, false},
    {"watch_set", NULL, 0, 1, 0, false},
    {"engine", "1", -1, 1, 0, false},
    {"rudder", "1", -1, 1, 0, false},
    {"bow_thruster", "1", -1, 1, 0, false},
    {"report", "1", 0, 255, 0, false},
    {"act", "1", 0, 255, 0, false},
    {"wind", "m/s", -1, 60, -1, false},
    {"wind_from", "rad", -1, 6.3, -1, false},
    {"current", "m/s", -1, 5, -1, false},
    {"wave_height", "m", -1, 20, -1, false},
};

int rt_script_column_find(const char *name) {
    for (int i = 0; i < RT_SCRIPT_COLUMNS; i++)
        if (strcmp(column[i].name, name) == 0) return i;
    return -1;
}

const char *rt_script_column_name(int i) { return column[i].name; }

bool rt_script_column_required(int i) { return column[i].required; }

const char *rt_script_column_nearest(const char *name) {
    const char *choice[RT_SCRIPT_COLUMNS];
    for (int i = 0; i < RT_SCRIPT_COLUMNS; i++) choice[i] = column[i].name;
    return rt_find_nearest(name, choice, RT_SCRIPT_COLUMNS);
}

void rt_script_row_clear(double *row) {
    for (int i = 0; i < RT_SCRIPT_COLUMNS; i++) row[i] = column[i].unset;
}

// Names the kinds of phrases: "aweigh", "leading_N".
static void refuse_phrase(const char *text, char why[SCRIPT_WHY]) {
    int n = snprintf(why, SCRIPT_WHY, "expected a report (");
    for (int k = 1; k < RT_PHRASE_KINDS && n < SCRIPT_WHY; k++)
        n += snprintf(why + n, (size_t)(SCRIPT_WHY - n), "%s%s%s", k > 1 ? ", " : "", rt_phrase_word((rt_phrase_kind)k),
                      rt_phrase_has_number((rt_phrase_kind)k) ? "_N" : "");
    if (n < SCRIPT_WHY) snprintf(why + n, (size_t)(SCRIPT_WHY - n), "), found '%.40s'", text);
}

bool rt_script_set_value(double *row, int i, const char *text, const char *unit, char why[SCRIPT_WHY]) {
    if (i == RT_SCRIPT_REPORT) {
        uint8_t phrase = 0;
        const bool known = rt_phrase_parse(text, &phrase);
        row[i] = phrase;
        if (!known) refuse_phrase(text, why);
        return known;
    }
    if (!column[i].unit) {
        bool on = strcmp(text, "1") == 0 || strcmp(text, "true") == 0;
        row[i] = on;
        if (on || strcmp(text, "0") == 0 || strcmp(text, "false") == 0) return true;
        snprintf(why, SCRIPT_WHY, "expected 0, 1, false or true, found '%.80s'", text);
        return false;
    }
    int position = i == RT_SCRIPT_ENGINE ? rt_telegraph_find(text) : -1;
    if (position >= 0) {
        row[i] = rt_order_share(rt_telegraph[position].engine);
        return true;
    }
    char with_unit[200];
    snprintf(with_unit, sizeof with_unit, "%.100s%s%.80s", text, unit ? " " : "", unit ? unit : "");
    if (!rt_quantity_parse(with_unit, column[i].unit, &row[i], why, SCRIPT_WHY)) return false;
    if (row[i] >= column[i].min && row[i] <= column[i].max) return true;
    snprintf(why, SCRIPT_WHY, "expected %g .. %g, found '%.100s'", column[i].min, column[i].max, with_unit);
    return false;
}

void rt_script_append(rt_script *s, const double *row, const char *file, int line, rt_diag *d) {
    if (s->n > 0 && !(row[RT_SCRIPT_T] > s->row[s->n - 1][RT_SCRIPT_T])) {
        rt_diag_error(d, file, line, 0, "t: expected a time after %.10g s, found %.10g s: times must increase",
                      s->row[s->n - 1][RT_SCRIPT_T], row[RT_SCRIPT_T]);
        return;
    }
    if ((s->n & (s->n - 1)) == 0) { // full: doubles the capacity
        void *grown = realloc(s->row, 2 * (size_t)(s->n + 1) * sizeof *s->row);
        if (!grown) {
            rt_diag_error(d, file, line, 0, "no memory for another row");
            return;
        }
        s->row = grown;
    }
    memcpy(s->row[s->n++], row, sizeof *s->row);
}

rt_status rt_script_append_pull(rt_script *s, const rt_pull *pull, const char *file, rt_diag *d) {
    if ((s->n_pulls & (s->n_pulls - 1)) == 0) { // full: doubles the capacity
        void *grown = realloc(s->pull, 2 * (size_t)(s->n_pulls + 1) * sizeof *s->pull);
        if (!grown) {
            rt_diag_error(d, file, 0, 0, "no memory for another pull");
            return RT_ERR_MEMORY;
        }
        s->pull = grown;
    }
    s->pull[s->n_pulls++] = (rt_script_pull){s->n - 1, *pull};
    return RT_OK;
}

void rt_script_free(rt_script *s) {
    free(s->row);
    free(s->pull);
    memset(s, 0, sizeof *s);
}

double rt_script_duration(const rt_script *s) { return s->n ? s->row[s->n - 1][RT_SCRIPT_T] : 0; }

// The pull of the row, by binary search.
static rt_pull find_pull(const rt_script *s, int row) {
    int lo = 0, hi = s->n_pulls;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (s->pull[mid].row < row)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < s->n_pulls && s->pull[lo].row == row ? s->pull[lo].pull : (rt_pull){0};
}

static int16_t order(double share) { return (int16_t)lround(RT_ORDER_FULL * share); }

rt_input rt_script_input(const rt_script *s, double t) {
    int lo = 0, hi = s->n; // binary search for the first row later than t
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (s->row[mid][RT_SCRIPT_T] <= t)
            lo = mid + 1;
        else
            hi = mid;
    }
    int at = lo > 0 ? lo - 1 : 0;
    const double *a = s->row[at], *b = s->row[lo < s->n ? lo : s->n - 1];
    double span = b[RT_SCRIPT_T] - a[RT_SCRIPT_T], w = span > 0 ? (t - a[RT_SCRIPT_T]) / span : 0;
    unsigned failures = 0, controls = 0;
    for (int k = 0; k < RT_FAILURE_COUNT; k++) failures |= (unsigned)(a[RT_SCRIPT_FAILURE + k] != 0) << k;
    for (int k = 0; k < RT_CONTROLS; k++) controls |= (unsigned)(a[RT_SCRIPT_CONTROL + k] != 0) << k;
    rt_weather weather = {0};
    for (rt_weather_kind k = 0; k < RT_WEATHERS; k++)
        if (a[RT_SCRIPT_WEATHER + k] >= 0) rt_weather_set(&weather, k, a[RT_SCRIPT_WEATHER + k]);
    return (rt_input){.lever = a[RT_SCRIPT_LEVER] + w * (b[RT_SCRIPT_LEVER] - a[RT_SCRIPT_LEVER]),
                      .brake = a[RT_SCRIPT_BRAKE] + w * (b[RT_SCRIPT_BRAKE] - a[RT_SCRIPT_BRAKE]),
                      .clutch = a[RT_SCRIPT_CLUTCH] != 0,
                      .dead_man = a[RT_SCRIPT_DEAD_MAN] != 0,
                      .estop = a[RT_SCRIPT_ESTOP] != 0,
                      .reset = a[RT_SCRIPT_RESET] != 0,
                      .release = a[RT_SCRIPT_RELEASE] != 0,
                      .stopper = a[RT_SCRIPT_STOPPER] != 0,
                      .has_device = true,
                      .failures = (uint16_t)failures,
                      .controls = (uint16_t)controls,
                      .bridge = RT_GIVES_ALL,
                      .orders = {.engine = order(a[RT_SCRIPT_ENGINE]),
                                 .rudder = order(a[RT_SCRIPT_RUDDER]),
                                 .thruster = order(a[RT_SCRIPT_THRUSTER])},
                      .phrase = (uint8_t)a[RT_SCRIPT_REPORT],
                      .act = (uint8_t)a[RT_SCRIPT_ACT],
                      .weather = weather,
                      .pull = find_pull(s, at)};
}
