// SPDX-License-Identifier: MIT
#include "hw/firmware/hawse_console/reference.h"

static const wire_channel table[REFERENCE_CHANNELS] = {
    {0, WIRE_KIND_LEVER, WIRE_UNIT_COUNT, REFERENCE_LOW, REFERENCE_NEUTRAL_LOW, REFERENCE_NEUTRAL_HIGH, REFERENCE_HIGH,
     861},
    {1, WIRE_KIND_BRAKE, WIRE_UNIT_COUNT, REFERENCE_LOW, REFERENCE_LOW, REFERENCE_BRAKE_OPEN, REFERENCE_HIGH, 861},
    {0, WIRE_KIND_CLUTCH_SWITCH, WIRE_UNIT_NORMALLY_OPEN, 0, 0, 0, 0, 0},
    {1, WIRE_KIND_ESTOP, WIRE_UNIT_NORMALLY_CLOSED, 0, 0, 0, 0, 0},
    {2, WIRE_KIND_RESET, WIRE_UNIT_NORMALLY_OPEN, 0, 0, 0, 0, 0},
    {3, WIRE_KIND_DEAD_MAN, WIRE_UNIT_NORMALLY_OPEN, 0, 0, 0, 0, 0},
    {4, WIRE_KIND_STOPPER_SWITCH, WIRE_UNIT_NORMALLY_OPEN, 0, 0, 0, 0, 0},
};

static const uint8_t source[REFERENCE_CHANNELS] = {REFERENCE_ADC_LEVER,  REFERENCE_ADC_BRAKE, REFERENCE_PIN_CLUTCH,
                                                   REFERENCE_PIN_ESTOP,  REFERENCE_PIN_RESET, REFERENCE_PIN_DEAD_MAN,
                                                   REFERENCE_PIN_STOPPER};

const console_def reference_console = {
    .hello = {.major = WIRE_MAJOR,
              .minor = WIRE_MINOR,
              .device_class = WIRE_CLASS_WINDLASS,
              .n_channels = REFERENCE_CHANNELS,
              .serial = "HC-0001",
              .firmware = "hawse console 2"},
    .table = table,
    .source = source,
    .lamp = {REFERENCE_LAMP_ARMED, CONSOLE_NO_PIN, REFERENCE_LAMP_FAILSAFE, REFERENCE_LAMP_ESTOP, REFERENCE_LAMP_ALARM,
             REFERENCE_LAMP_CLUTCH, CONSOLE_NO_PIN, CONSOLE_NO_PIN},
    .no_host = REFERENCE_PIN_NO_HOST,
    .buzzer = REFERENCE_PIN_BUZZER,
    .tension = {REFERENCE_PWM_TENSION, 1000000},    // 1000 kN
    .speed = {REFERENCE_PWM_SPEED, 500},            // 0.5 m/s
    .motor = {REFERENCE_PWM_MOTOR, 1000},           // 100 % of the largest value
    .brake_temp = {REFERENCE_PWM_BRAKE_TEMP, 3000}, // 300 °C
};
