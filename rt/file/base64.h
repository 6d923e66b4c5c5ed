// SPDX-License-Identifier: MIT
// Bytes as text of 64 characters, for pictures within a page (RFC 4648, section 4).
#ifndef HAWSE_RT_FILE_BASE64_H
#define HAWSE_RT_FILE_BASE64_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Writes n bytes as base64, padded, without line breaks.
void rt_base64_write(FILE *f, const uint8_t *b, size_t n);

#endif
