// SPDX-License-Identifier: MIT
// A condition as text: GAUGE < QUANTITY, or >; then "for" and a time, if it must hold for a while.
#include "rt/config/config.h"
#include "rt/rules/rules.h"
#include <string.h>

static int find_gauge(const char *word) {
    for (int g = 0; g < RULES_GAUGE_COUNT; g++)
        if (strcmp(word, rules_gauge_word((rules_gauge)g)) == 0) return g;
    return -1;
}

static bool refuse_gauge(const char *word, char *why, size_t size) {
    const char *choice[RULES_GAUGE_COUNT];
    for (int g = 0; g < RULES_GAUGE_COUNT; g++) choice[g] = rules_gauge_word((rules_gauge)g);
    const char *near = rt_find_nearest(word, choice, RULES_GAUGE_COUNT);
    int n = snprintf(why, size, "expected a gauge (");
    for (int g = 0; g < RULES_GAUGE_COUNT && n > 0 && (size_t)n < size; g++)
        n += snprintf(why + n, size - (size_t)n, "%s%s", g ? ", " : "", choice[g]);
    if (n > 0 && (size_t)n < size)
        snprintf(why + n, size - (size_t)n, "), found '%.40s'%s%s%s", word, near ? "; did you mean '" : "",
                 near ? near : "", near ? "'?" : "");
    return false;
}

bool rules_read_exit(const char *text, rules_exit *e, char *why, size_t size) {
    char word[RULES_NAME], sign, value[64], hold[64] = "0 s";
    int used = 0;
    *e = (rules_exit){.next = -1};
    if (sscanf(text, " %23[a-z] %c %n", word, &sign, &used) != 2 || used == 0 || (sign != '<' && sign != '>')) {
        snprintf(why, size, "expected a condition such as 'tension > 170 kN for 1 s', found '%.80s'", text);
        return false;
    }
    int gauge = find_gauge(word);
    if (gauge < 0) return refuse_gauge(word, why, size);
    const char *rest = text + used, *lasts = strstr(rest, " for ");
    snprintf(value, sizeof value, "%.*s", lasts ? (int)(lasts - rest) : 63, rest);
    if (lasts) snprintf(hold, sizeof hold, "%s", lasts + 5);
    e->gauge = (rules_gauge)gauge;
    e->above = sign == '>';
    if (!rt_quantity_parse(value, rules_gauge_unit(e->gauge), &e->value, why, size)) return false;
    if (!rt_quantity_parse(hold, "s", &e->hold, why, size)) return false;
    if (e->hold >= 0) return true;
    snprintf(why, size, "expected a time of 0 s or more after 'for', found '%s'", hold);
    return false;
}

void rules_write_exit(const rules_exit *e, char *text, size_t size) {
    const char *unit = rules_gauge_unit(e->gauge);
    bool pure = strcmp(unit, "1") == 0;
    int n = snprintf(text, size, "%s %c %.10g%s%s", rules_gauge_word(e->gauge), e->above ? '>' : '<', e->value,
                     pure ? "" : " ", pure ? "" : unit);
    if (e->hold > 0 && n > 0 && (size_t)n < size) snprintf(text + n, size - (size_t)n, " for %.10g s", e->hold);
}
