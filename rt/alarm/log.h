// SPDX-License-Identifier: MIT
// The alarm log: each alarm with the times at which it was raised and cleared, latched until acknowledged (IMO
// MSC.302(87)). A condition that returns within ALARM_CLEAR_S belongs to the same alarm, so a value about its limit
// raises one. Fixed memory; no thread of its own.
#ifndef HAWSE_RT_ALARM_LOG_H
#define HAWSE_RT_ALARM_LOG_H

#include "rt/alarm/alarm.h"

#define ALARM_CLEAR_S 1.0 // [s]
enum { ALARM_RECORDS = 128 };

typedef enum alarm_state {
    ALARM_NORMAL = 0,
    ALARM_RECTIFIED,    // the condition is over, not acknowledged
    ALARM_ACKNOWLEDGED, // the condition holds, acknowledged
    ALARM_ACTIVE,       // the condition holds, not acknowledged
} alarm_state;

typedef struct alarm_record {
    int32_t kind;        // alarm_kind
    bool acknowledged;   // by the operator; a caution needs none
    bool active;         // the condition holds, or held within ALARM_CLEAR_S
    bool first;          // first-out: no other alarm or warning was unacknowledged when it was raised
    double raised, held; // when the condition began, and when it last held [s]
    double worst;        // greatest value (alarm_value); NaN: none
} alarm_record;

// Zero-initialised: no alarm yet.
typedef struct alarm_log {
    alarm_record record[ALARM_RECORDS]; // (n), in the order of `raised`
    int n;
    int dropped; // records removed for want of room, the oldest of those in the normal state
    double t;    // of the last update [s]
} alarm_log;

// Adds a frame: the conditions at time t [s] (alarm_conditions), and the gauges as the deck shows them, for `worst`. A
// time before the last, after a rewind, removes the later records and reopens those that held at t.
void alarm_log_update(alarm_log *a, uint32_t conditions, const dyn_gauges *shown, double t);
// Copies the log as it was at an earlier time t [s], with today's acknowledgements; `worst` may be from after t. Its
// records have the indices of the whole log.
void alarm_log_at(const alarm_log *whole, double t, alarm_log *then);
alarm_state alarm_state_of(const alarm_record *r);
// Whether the condition of this kind held at the log's time.
bool alarm_log_holds(const alarm_log *a, alarm_kind k);
// Acknowledges one record, by its index; or all that are listed. Records outside the log are ignored.
void alarm_log_acknowledge(alarm_log *a, int record);
void alarm_log_acknowledge_all(alarm_log *a);
// Indices of the records that are not normal: unacknowledged before acknowledged, then by priority, then the newest
// first. Returns their number.
int alarm_log_list(const alarm_log *a, int list[ALARM_RECORDS]);
// The gravest unacknowledged alarm or warning, for the sound: its priority, or -1.
int alarm_log_sounding(const alarm_log *a);
// Whether the newest unacknowledged record was raised after t.
bool alarm_log_raised_since(const alarm_log *a, double t);

#endif
