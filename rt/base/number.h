// SPDX-License-Identifier: MIT
// Decimal numbers in text of users.
#ifndef HAWSE_RT_BASE_NUMBER_H
#define HAWSE_RT_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

// Length of the decimal number at the start of s: sign, digits, point, exponent; 0 if there is none. strtod would also
// accept hexadecimal, infinity and nan.
size_t rt_number_length(const char *s);
// Reads the decimal number at the start of s; *rest is the text after it. False: there is none, or it is too large.
bool rt_number_parse(const char *s, double *value, const char **rest);

#endif
