// SPDX-License-Identifier: MIT
#include "rt/desk/key_table.h"
#include <stdio.h>

bool key_table_find(const key_row *table, int rows, SDL_Keycode key, double speed, double now, panel_action *action) {
    int k = 0;
    while (k < rows && table[k].key != key) k++;
    if (k == rows) return false;
    *action = (panel_action){.ask = table[k].ask, .value = table[k].value};
    if (table[k].kind == KEY_INDEX) action->index = (int)table[k].value;
    if (table[k].kind == KEY_TIMES) action->value *= speed;
    if (table[k].kind == KEY_FROM_NOW) action->value += now;
    return true;
}

void key_table_help(const key_row *table, int rows, const char *first, const char *last, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "  %s\n", first);
    for (int k = 0; k < rows && used < size; k++)
        if (table[k].name)
            used += (size_t)snprintf(text + used, size - used, "  %-6s %s\n", table[k].name, table[k].help);
    if (used < size) snprintf(text + used, size - used, "  %s\n", last);
}
