// SPDX-License-Identifier: MIT
// The console's firmware: reports its channels, shows the host's output, and lights "no host" when the host is silent.
// No operating system, memory allocation or floating point. console_step is bounded: loops over channels and over a
// limited number of bytes.
#ifndef HAWSE_HW_FIRMWARE_CONSOLE_H
#define HAWSE_HW_FIRMWARE_CONSOLE_H

#include "hw/wire/message.h"

#define CONSOLE_LAMPS 8
#define CONSOLE_NO_PIN 255

// A gauge: its PWM output, and the value at full deflection in the unit of wire_output, at most 8 000 000; 0: no gauge.
typedef struct console_gauge {
    uint8_t output;
    int32_t full;
} console_gauge;

// Configuration of a console.
typedef struct console_def {
    wire_hello hello;
    const wire_channel *table;   // (hello.n_channels)
    const uint8_t *source;       // (hello.n_channels) converter input of an axis, pin of a button
    uint8_t lamp[CONSOLE_LAMPS]; // pin of each wire_lamp, in bit order; CONSOLE_NO_PIN: none
    uint8_t no_host, buzzer;     // pins
    console_gauge tension, speed, motor, brake_temp;
} console_def;

typedef enum console_state {
    CONSOLE_GREETING = 0, // sends HELLO until the host answers
    CONSOLE_REFUSED,      // the host refused; sends HELLO once a second
    CONSOLE_REPORTING,
} console_state;

typedef struct console {
    const console_def *def;
    console_state state;
    wire_decoder decoder;
    wire_accept accept;
    wire_output output;             // last OUTPUT of the host; a chain counter's display reads it here
    bool no_host;                   // the watchdog has expired
    uint16_t seq, host_seq;         // sequence of our next frame, of the host's last one
    uint32_t host_us;               // arrival of the host's last frame
    uint32_t sent_us;               // time of the last HELLO or INPUT
    uint32_t sample_us;             // time of the last contact sample
    uint32_t closed;                // debounced contacts, a bit per channel
    uint8_t differs[WIRE_CHANNELS]; // consecutive samples that differ from the debounced state
    uint8_t tx[WIRE_FRAME_MAX];
    uint8_t n_tx, at_tx; // length of the frame, bytes already sent
} console;

void console_init(console *c, const console_def *def);
// One pass of the firmware's main loop.
void console_step(console *c);

#endif
