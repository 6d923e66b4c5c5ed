// SPDX-License-Identifier: MIT
// Board functions of the console's firmware. Only board_read_adc waits, for its conversion. board_atmega328p.c and
// hw/virtual/board.c implement them.
#ifndef HAWSE_HW_FIRMWARE_BOARD_H
#define HAWSE_HW_FIRMWARE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

int16_t board_read_adc(uint8_t input);         // counts
bool board_read_pin(uint8_t pin);              // true: the contact is closed
void board_write_pin(uint8_t pin, bool on);    // lamp or buzzer
void board_pwm(uint8_t output, uint8_t level); // pointer of a gauge: 0 .. 255
bool board_uart_get(uint8_t *byte);            // false: no byte received
bool board_uart_put(uint8_t byte);             // false: the buffer is full
uint32_t board_micros(void);                   // time, wraps at 2^32 [us]

#endif
