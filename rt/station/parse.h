// SPDX-License-Identifier: MIT
// A command of the page: text to a checked struct, without a server or a run.
#ifndef HAWSE_RT_STATION_PARSE_H
#define HAWSE_RT_STATION_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STATION_MESSAGE = 4096, STATION_NOTE = 200, STATION_NAME = 40, STATION_CODE = 6, STATION_WHY = 160 }; // bytes

typedef enum station_do {
    STATION_FAIL,   // a failure on or off
    STATION_PRESS,  // the button of an act of the exercise
    STATION_ORDER,  // an order of the bridge
    STATION_PAUSE,  // of simulated time
    STATION_RESUME, // of simulated time
    STATION_WRITE,  // a note
    STATION_BACK,   // to an earlier moment
    STATION_KEEP,   // a snapshot: names the present moment
    STATION_RETURN, // to a snapshot
    STATION_DOES
} station_do;

typedef struct station_command {
    uint64_t id;      // of the request
    int64_t given_ns; // when it came [ns]
    station_do what;
    int which;                   // rt_failure, act from 1, rt_order
    bool on;                     // of a failure
    double share;                // of an order, -1..1
    double seconds;              // to go back, above 0 [s]
    char text[STATION_NOTE + 1]; // of a note; name of a snapshot
} station_command;

// Parses n bytes of JSON; README.md has the forms. Refuses unknown, missing and doubled fields, wrong types, numbers
// out of their range, control characters. Sets what the form has, and zero elsewhere. False, with the reason in why.
bool station_parse(const char *text, size_t n, station_command *out, char why[STATION_WHY]);

// Parses n bytes of JSON to pair: {"ask": true} leaves code empty, {"code": "123456"} sets it. False, with the reason
// in why.
bool station_parse_pairing(const char *text, size_t n, char code[STATION_CODE + 1], char why[STATION_WHY]);

#endif
