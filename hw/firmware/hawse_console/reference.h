// SPDX-License-Identifier: MIT
// The reference console: two potentiometers, five contacts, four gauges, six lamps, a buzzer. Pins by Arduino number;
// no pin is free, so stale input has no lamp but makes the buzzer pulse.
#ifndef HAWSE_HW_FIRMWARE_REFERENCE_H
#define HAWSE_HW_FIRMWARE_REFERENCE_H

#include "hw/firmware/hawse_console/console.h"

// Channels in the order of the table, and their pins.
enum {
    REFERENCE_LEVER = 0,
    REFERENCE_BRAKE,
    REFERENCE_CLUTCH,
    REFERENCE_ESTOP,
    REFERENCE_RESET,
    REFERENCE_DEAD_MAN,
    REFERENCE_STOPPER
};
enum { REFERENCE_CHANNELS = 7 };
enum { REFERENCE_ADC_LEVER = 0, REFERENCE_ADC_BRAKE = 1 };
enum {
    REFERENCE_PIN_CLUTCH = 2,
    REFERENCE_PIN_ESTOP = 4,
    REFERENCE_PIN_STOPPER = 6,
    REFERENCE_PIN_RESET = 7,
    REFERENCE_PIN_DEAD_MAN = 8,
    REFERENCE_PIN_NO_HOST = 12,
    REFERENCE_PIN_BUZZER = 13,
    REFERENCE_LAMP_ARMED = 5,
    REFERENCE_LAMP_FAILSAFE = 16,
    REFERENCE_LAMP_ESTOP = 17,
    REFERENCE_LAMP_ALARM = 18,
    REFERENCE_LAMP_CLUTCH = 19,
};
enum { REFERENCE_PWM_TENSION = 0, REFERENCE_PWM_SPEED, REFERENCE_PWM_MOTOR, REFERENCE_PWM_BRAKE_TEMP };

// Counts of the lever's and the brake's converter, 10 bits over 0..5 V. The potentiometers deliver 0.5..4.5 V,
// 102..922. A voltage outside 0.4..4.6 V, 82..942, is a broken wire.
enum {
    REFERENCE_LOW = 82,
    REFERENCE_HIGH = 942,
    REFERENCE_NEUTRAL_LOW = 490,
    REFERENCE_NEUTRAL_HIGH = 534,
    REFERENCE_BRAKE_OPEN = 122,
};

extern const console_def reference_console;

#endif
