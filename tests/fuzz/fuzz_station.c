// SPDX-License-Identifier: MIT
// Fuzz target: a command of the instructor's page. What is accepted lies in its ranges; what is refused has a reason.
#include "rt/command/telegraph.h"
#include "rt/station/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Unlike assert, active in every build.
#define CHECK(holds)                                                                                                   \
    do {                                                                                                               \
        if (!(holds)) {                                                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #holds);                                                \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    station_command c;
    char why[STATION_WHY] = "";
    if (!station_parse((const char *)data, size, &c, why)) {
        CHECK(why[0] && memchr(why, 0, sizeof why));
        return 0;
    }
    CHECK(size <= STATION_MESSAGE && c.what >= 0 && c.what < STATION_DOES);
    if (c.what == STATION_FAIL) CHECK(c.which >= 0 && c.which < RT_FAILURE_COUNT);
    if (c.what == STATION_PRESS) CHECK(c.which >= 1 && c.which <= 64);
    if (c.what == STATION_ORDER) CHECK(c.which >= 0 && c.which < RT_ORDERS && c.share >= -1 && c.share <= 1);
    if (c.what == STATION_BACK) CHECK(c.seconds > 0 && c.seconds <= 86400);
    if (c.what == STATION_KEEP || c.what == STATION_RETURN) CHECK(strlen(c.text) <= STATION_NAME);
    if (c.what != STATION_WRITE && c.what != STATION_KEEP && c.what != STATION_RETURN) return 0;
    CHECK(c.text[0] && memchr(c.text, 0, sizeof c.text));
    for (const char *k = c.text; *k; k++) CHECK((unsigned char)*k >= 0x20 && *k != 0x7f);
    return 0;
}
