// SPDX-License-Identifier: MIT
// Parses units: a symbol table, products and quotients of symbols, and the check of dimensions. Factors are numerator
// and denominator: 62 mm becomes the double nearest to 0.062.
#include "rt/base/number.h"
#include "rt/config/config.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Exponents of metre, kilogram, second, radian, kelvin, degree Celsius and ampere. The angle is a dimension of its own:
// Hz is not rad/s. So is degree Celsius, which no factor converts to kelvin.
typedef struct dimension {
    int m, kg, s, rad, k, celsius, a;
} dimension;

typedef struct unit {
    dimension dim;
    double num, den;
} unit;

#define PI 3.14159265358979323846

static const struct {
    const char *symbol;
    unit unit;
} symbols[] = {
    {"1", {{0, 0, 0, 0, 0, 0, 0}, 1, 1}},        {"%", {{0, 0, 0, 0, 0, 0, 0}, 1, 100}},
    {"m", {{1, 0, 0, 0, 0, 0, 0}, 1, 1}},        {"mm", {{1, 0, 0, 0, 0, 0, 0}, 1, 1000}},
    {"cm", {{1, 0, 0, 0, 0, 0, 0}, 1, 100}},     {"km", {{1, 0, 0, 0, 0, 0, 0}, 1000, 1}},
    {"kg", {{0, 1, 0, 0, 0, 0, 0}, 1, 1}},       {"g", {{0, 1, 0, 0, 0, 0, 0}, 1, 1000}},
    {"t", {{0, 1, 0, 0, 0, 0, 0}, 1000, 1}},     {"s", {{0, 0, 1, 0, 0, 0, 0}, 1, 1}},
    {"ms", {{0, 0, 1, 0, 0, 0, 0}, 1, 1000}},    {"us", {{0, 0, 1, 0, 0, 0, 0}, 1, 1e6}},
    {"min", {{0, 0, 1, 0, 0, 0, 0}, 60, 1}},     {"h", {{0, 0, 1, 0, 0, 0, 0}, 3600, 1}},
    {"Hz", {{0, 0, -1, 0, 0, 0, 0}, 1, 1}},      {"rad", {{0, 0, 0, 1, 0, 0, 0}, 1, 1}},
    {"deg", {{0, 0, 0, 1, 0, 0, 0}, PI, 180}},   {"rpm", {{0, 0, -1, 1, 0, 0, 0}, 2 * PI, 60}},
    {"N", {{1, 1, -2, 0, 0, 0, 0}, 1, 1}},       {"kN", {{1, 1, -2, 0, 0, 0, 0}, 1000, 1}},
    {"MN", {{1, 1, -2, 0, 0, 0, 0}, 1e6, 1}},    {"Pa", {{-1, 1, -2, 0, 0, 0, 0}, 1, 1}},
    {"kPa", {{-1, 1, -2, 0, 0, 0, 0}, 1000, 1}}, {"MPa", {{-1, 1, -2, 0, 0, 0, 0}, 1e6, 1}},
    {"GPa", {{-1, 1, -2, 0, 0, 0, 0}, 1e9, 1}},  {"J", {{2, 1, -2, 0, 0, 0, 0}, 1, 1}},
    {"kJ", {{2, 1, -2, 0, 0, 0, 0}, 1000, 1}},   {"W", {{2, 1, -3, 0, 0, 0, 0}, 1, 1}},
    {"kW", {{2, 1, -3, 0, 0, 0, 0}, 1000, 1}},   {"MW", {{2, 1, -3, 0, 0, 0, 0}, 1e6, 1}},
    {"K", {{0, 0, 0, 0, 1, 0, 0}, 1, 1}},        {"degC", {{0, 0, 0, 0, 0, 1, 0}, 1, 1}},
    {"A", {{0, 0, 0, 0, 0, 0, 1}, 1, 1}},
};

static const struct {
    const char *name;
    dimension dim;
} names[] = {
    {"a number without unit", {0, 0, 0, 0, 0, 0, 0}},
    {"a length", {1, 0, 0, 0, 0, 0, 0}},
    {"an area", {2, 0, 0, 0, 0, 0, 0}},
    {"a volume", {3, 0, 0, 0, 0, 0, 0}},
    {"a mass", {0, 1, 0, 0, 0, 0, 0}},
    {"a time", {0, 0, 1, 0, 0, 0, 0}},
    {"an angle", {0, 0, 0, 1, 0, 0, 0}},
    {"a velocity", {1, 0, -1, 0, 0, 0, 0}},
    {"an acceleration", {1, 0, -2, 0, 0, 0, 0}},
    {"an angular velocity", {0, 0, -1, 1, 0, 0, 0}},
    {"an angular acceleration", {0, 0, -2, 1, 0, 0, 0}},
    {"a frequency", {0, 0, -1, 0, 0, 0, 0}},
    {"a force", {1, 1, -2, 0, 0, 0, 0}},
    {"a torque or an energy", {2, 1, -2, 0, 0, 0, 0}},
    {"a pressure", {-1, 1, -2, 0, 0, 0, 0}},
    {"a power", {2, 1, -3, 0, 0, 0, 0}},
    {"a density", {-3, 1, 0, 0, 0, 0, 0}},
    {"a moment of inertia", {2, 1, 0, 0, 0, 0, 0}},
    {"a mass per length", {-1, 1, 0, 0, 0, 0, 0}},
    {"a stiffness", {0, 1, -2, 0, 0, 0, 0}},
    {"a damping", {0, 1, -1, 0, 0, 0, 0}},
    {"a rotational stiffness", {2, 1, -2, -1, 0, 0, 0}},
    {"a rotational damping", {2, 1, -1, -1, 0, 0, 0}},
    {"a temperature difference", {0, 0, 0, 0, 1, 0, 0}},
    {"a temperature", {0, 0, 0, 0, 0, 1, 0}},
    {"an electric current", {0, 0, 0, 0, 0, 0, 1}},
    {"a heat capacity", {2, 1, -2, 0, -1, 0, 0}},
    {"a thermal conductance", {2, 1, -3, 0, -1, 0, 0}},
};

static bool is_same_dimension(dimension a, dimension b) { return memcmp(&a, &b, sizeof a) == 0; }

static const char *name_dimension(dimension d) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_same_dimension(names[i].dim, d)) return names[i].name;
    return "a quantity";
}

static const unit *symbol_find(const char *s, size_t n) {
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strlen(symbols[i].symbol) == n && memcmp(symbols[i].symbol, s, n) == 0) return &symbols[i].unit;
    return NULL;
}

// Multiplies u by the factor v to the power of p (1..4).
static void multiply(unit *u, const unit *v, int p, bool divide) {
    int e = divide ? -p : p;
    u->dim = (dimension){u->dim.m + e * v->dim.m,     u->dim.kg + e * v->dim.kg, u->dim.s + e * v->dim.s,
                         u->dim.rad + e * v->dim.rad, u->dim.k + e * v->dim.k,   u->dim.celsius + e * v->dim.celsius,
                         u->dim.a + e * v->dim.a};
    for (int i = 0; i < p; i++) {
        u->num *= divide ? v->den : v->num;
        u->den *= divide ? v->num : v->den;
    }
}

// Parses "N s/m", "kg m2", "m/s^2": symbols with an optional power of 2..4, multiplied by a space, '*' or '.'; '/'
// divides by the one symbol that follows. False on a fault, with *bad at its place.
static bool unit_parse(const char *s, unit *u, const char **bad) {
    *u = (unit){{0, 0, 0, 0, 0, 0, 0}, 1, 1};
    bool divide = false, first = true;
    for (;;) {
        while (isspace((unsigned char)*s)) s++;
        *bad = s;
        if (!*s) return !first && !divide;
        if (*s == '/' || *s == '*' || *s == '.') {
            if (first || divide) return false;
            divide = *s++ == '/';
            while (isspace((unsigned char)*s)) s++;
            *bad = s;
        }
        size_t n = *s == '1' || *s == '%' ? 1 : 0;
        if (!n)
            while (isalpha((unsigned char)s[n])) n++;
        const unit *v = symbol_find(s, n);
        if (!v) return false;
        s += n;
        const char *power = s + (*s == '^');
        int p = *power >= '2' && *power <= '4' ? *power - '0' : 1;
        if (p > 1) s = power + 1;
        if (isalnum((unsigned char)*s) || *s == '^') return false;
        multiply(u, v, p, divide);
        divide = first = false;
    }
}

static const char *example(dimension d) {
    static const struct {
        dimension dim;
        const char *text;
    } known[] = {{{1, 0, 0, 0, 0, 0, 0}, " such as '62 mm'"},   {{0, 1, 0, 0, 0, 0, 0}, " such as '4.5 t'"},
                 {{0, 0, 1, 0, 0, 0, 0}, " such as '300 ms'"},  {{0, 0, 0, 1, 0, 0, 0}, " such as '45 deg'"},
                 {{1, 1, -2, 0, 0, 0, 0}, " such as '183 kN'"}, {{0, 0, -1, 1, 0, 0, 0}, " such as '12 rpm'"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_same_dimension(known[i].dim, d)) return known[i].text;
    return "";
}

bool rt_quantity_parse(const char *text, const char *si_unit, double *value, char *why, size_t size) {
    unit si, u;
    const char *bad, *s = text;
    if (!unit_parse(si_unit, &si, &bad)) {
        snprintf(why, size, "the key table has an unknown unit '%s'", si_unit);
        return false;
    }
    char expected[128];
    snprintf(expected, sizeof expected, "expected %s%s%s%s%s", name_dimension(si.dim), strcmp(si_unit, "1") ? " [" : "",
             strcmp(si_unit, "1") ? si_unit : "", strcmp(si_unit, "1") ? "]" : "", example(si.dim));
    while (isspace((unsigned char)*s)) s++;
    size_t n = rt_number_length(s);
    const char *rest = s + n;
    if (n == 0) {
        snprintf(why, size, "%s, found '%.80s'", expected, text);
        return false;
    }
    if (*rest == ',' && isdigit((unsigned char)rest[1])) {
        snprintf(why, size, "%s, found '%.80s': the decimal sign is a point", expected, text);
        return false;
    }
    double v = strtod(s, NULL);
    if (!isfinite(v)) {
        snprintf(why, size, "%s, found '%.80s', which is too large for a number", expected, text);
        return false;
    }
    while (isspace((unsigned char)*rest)) rest++;
    if (!*rest) {
        *value = v; // a bare number is SI
        return true;
    }
    if (!unit_parse(rest, &u, &bad)) {
        snprintf(why, size, "%s, found '%.80s': unknown unit at '%.40s'", expected, text, *bad ? bad : rest);
        return false;
    }
    if (!is_same_dimension(u.dim, si.dim)) {
        snprintf(why, size, "%s, found '%.80s', %s", expected, text, name_dimension(u.dim));
        return false;
    }
    *value = v * (u.num * si.den) / (u.den * si.num);
    if (isfinite(*value)) return true;
    snprintf(why, size, "%s, found '%.80s', which is too large for a number", expected, text);
    return false;
}
