// SPDX-License-Identifier: MIT
#include "rt/station/parse.h"
#include "rt/command/telegraph.h"
#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS = 2, ACTS = 64, DAY_S = 86400 };

typedef struct form {
    const char *word, *field[FIELDS];
} form;

static const form forms[STATION_DOES] = {
    [STATION_FAIL] = {"failure", {"failure", "on"}}, [STATION_PRESS] = {"press", {"act"}},
    [STATION_ORDER] = {"order", {"order", "share"}}, [STATION_PAUSE] = {"pause", {NULL}},
    [STATION_RESUME] = {"resume", {NULL}},           [STATION_WRITE] = {"note", {"text"}},
    [STATION_BACK] = {"back", {"seconds"}},          [STATION_KEEP] = {"snapshot", {"name"}},
    [STATION_RETURN] = {"restore", {"name"}},
};

static bool refuse(char why[STATION_WHY], const char *field, const char *expected) {
    snprintf(why, STATION_WHY, "'%.40s': expected %s", field, expected);
    return false;
}

static bool has_field(const form *f, const char *key) {
    for (int k = 0; k < FIELDS; k++)
        if (f->field[k] && strcmp(f->field[k], key) == 0) return true;
    return strcmp(key, "do") == 0;
}

// Finds the form, and that the object has its fields and no others.
static bool find_form(json_t *o, station_do *what, char why[STATION_WHY]) {
    const json_t *word = json_object_get(o, "do");
    const char *key;
    json_t *value;
    int k = 0;
    while (json_is_string(word) && k < STATION_DOES && strcmp(forms[k].word, json_string_value(word)) != 0) k++;
    if (!json_is_string(word) || k == STATION_DOES)
        return refuse(why, "do", "failure, press, order, pause, resume, note, back, snapshot or restore");
    *what = (station_do)k;
    json_object_foreach(o, key, value) if (!has_field(&forms[k], key)) return refuse(why, key, "no such field");
    for (int n = 0; n < FIELDS; n++)
        if (forms[k].field[n] && !json_object_get(o, forms[k].field[n]))
            return refuse(why, forms[k].field[n], "this field");
    return true;
}

static bool parse_failure(json_t *o, station_command *c, char why[STATION_WHY]) {
    const char *name = json_string_value(json_object_get(o, "failure"));
    int k = 0;
    while (name && k < RT_FAILURE_COUNT && strcmp(rt_failure_name((rt_failure)k), name) != 0) k++;
    if (!name || k == RT_FAILURE_COUNT) return refuse(why, "failure", "the name of a failure, such as power_lost");
    if (!json_is_boolean(json_object_get(o, "on"))) return refuse(why, "on", "true or false");
    c->which = k;
    c->on = json_is_true(json_object_get(o, "on"));
    return true;
}

static bool parse_press(json_t *o, station_command *c, char why[STATION_WHY]) {
    const json_t *act = json_object_get(o, "act");
    const json_int_t k = json_integer_value(act);
    if (!json_is_integer(act) || k < 1 || k > ACTS) return refuse(why, "act", "a whole number 1 .. 64");
    c->which = (int)k;
    return true;
}

static bool parse_order(json_t *o, station_command *c, char why[STATION_WHY]) {
    static const char *const name[RT_ORDERS] = {"engine", "rudder", "thruster"};
    const char *which = json_string_value(json_object_get(o, "order"));
    const json_t *share = json_object_get(o, "share");
    int k = 0;
    while (which && k < RT_ORDERS && strcmp(name[k], which) != 0) k++;
    if (!which || k == RT_ORDERS) return refuse(why, "order", "engine, rudder or thruster");
    const double v = json_number_value(share);
    if (!json_is_number(share) || !(v >= -1 && v <= 1)) return refuse(why, "share", "a number -1 .. 1");
    c->which = k;
    c->share = v;
    return true;
}

// Copies a text of 1 .. most bytes.
static bool parse_text(json_t *o, const char *key, size_t most, station_command *c, char why[STATION_WHY]) {
    const char *text = json_string_value(json_object_get(o, key));
    const size_t n = text ? strlen(text) : 0;
    bool plain = n > 0 && n <= most;
    for (size_t k = 0; plain && k < n; k++) plain = (unsigned char)text[k] >= 0x20 && text[k] != 0x7f;
    if (!plain)
        return refuse(why, key,
                      most == STATION_NOTE ? "a text of 1 .. 200 bytes without control characters"
                                           : "a name of 1 .. 40 bytes without control characters");
    memcpy(c->text, text, n + 1);
    return true;
}

static bool parse_back(json_t *o, station_command *c, char why[STATION_WHY]) {
    const json_t *seconds = json_object_get(o, "seconds");
    c->seconds = json_number_value(seconds);
    if (json_is_number(seconds) && c->seconds > 0 && c->seconds <= DAY_S) return true;
    return refuse(why, "seconds", "a number above 0, at most 86400");
}

static bool parse_object(json_t *o, station_command *c, char why[STATION_WHY]) {
    if (!json_is_object(o)) return refuse(why, "command", "an object");
    if (!find_form(o, &c->what, why)) return false;
    switch (c->what) {
    case STATION_FAIL:
        return parse_failure(o, c, why);
    case STATION_PRESS:
        return parse_press(o, c, why);
    case STATION_ORDER:
        return parse_order(o, c, why);
    case STATION_WRITE:
        return parse_text(o, "text", STATION_NOTE, c, why);
    case STATION_KEEP:
    case STATION_RETURN:
        return parse_text(o, "name", STATION_NAME, c, why);
    case STATION_BACK:
        return parse_back(o, c, why);
    default:
        return true;
    }
}

static json_t *load(const char *text, size_t n, char why[STATION_WHY]) {
    json_error_t error;
    json_t *o = n <= STATION_MESSAGE ? json_loadb(text, n, JSON_REJECT_DUPLICATES, &error) : NULL;
    if (n > STATION_MESSAGE)
        refuse(why, "command", "at most 4096 bytes");
    else if (!o)
        snprintf(why, STATION_WHY, "no JSON: line %d, column %d: %.80s", error.line, error.column, error.text);
    return o;
}

static bool parse_pairing(const json_t *o, char code[STATION_CODE + 1], char why[STATION_WHY]) {
    const json_t *ask = json_object_get(o, "ask");
    const char *given = json_string_value(json_object_get(o, "code"));
    code[0] = 0;
    if (json_object_size(o) == 1 && json_is_true(ask)) return true;
    if (json_object_size(o) != 1 || !given || strlen(given) != STATION_CODE ||
        strspn(given, "0123456789") != STATION_CODE)
        return refuse(why, "code", "{\"ask\": true}, or the six digits that the simulator shows");
    memcpy(code, given, STATION_CODE + 1);
    return true;
}

bool station_parse_pairing(const char *text, size_t n, char code[STATION_CODE + 1], char why[STATION_WHY]) {
    json_t *o = load(text, n, why);
    const bool good = o && parse_pairing(o, code, why);
    json_decref(o);
    return good;
}

bool station_parse(const char *text, size_t n, station_command *out, char why[STATION_WHY]) {
    *out = (station_command){0};
    json_t *o = load(text, n, why);
    const bool good = o && parse_object(o, out, why);
    json_decref(o);
    return good;
}
