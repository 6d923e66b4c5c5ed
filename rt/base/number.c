// SPDX-License-Identifier: MIT
#include "rt/base/number.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

size_t rt_number_length(const char *s) {
    size_t i = 0, digits = 0;
    if (s[i] == '+' || s[i] == '-') i++;
    for (; isdigit((unsigned char)s[i]); i++) digits++;
    if (s[i] == '.')
        for (i++; isdigit((unsigned char)s[i]); i++) digits++;
    if (!digits) return 0;
    if (s[i] == 'e' || s[i] == 'E') {
        size_t j = i + 1;
        if (s[j] == '+' || s[j] == '-') j++;
        if (isdigit((unsigned char)s[j])) {
            while (isdigit((unsigned char)s[j])) j++;
            i = j;
        }
    }
    return i;
}

bool rt_number_parse(const char *s, double *value, const char **rest) {
    size_t n = rt_number_length(s);
    *rest = s + n;
    bool hexadecimal = **rest == 'x' || **rest == 'X'; // strtod would read on
    *value = n > 0 && !hexadecimal ? strtod(s, NULL) : 0;
    return n > 0 && !hexadecimal && isfinite(*value);
}
