// SPDX-License-Identifier: MIT
// Board functions of the console's firmware. None waits, except for the converter. Implementations: board_atmega328p.c
// and the virtual console's board.
#ifndef HAWSE_HW_FIRMWARE_BOARD_H
#define HAWSE_HW_FIRMWARE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

int16_t board_read_adc(uint8_t input);         // counts
bool board_read_pin(uint8_t pin);              // true: the contact is closed
void board_write_pin(uint8_t pin, bool on);    // lamp or buzzer
void board_pwm(uint8_t output, uint8_t level); // pointer of a gauge, 0 .. 255
bool board_uart_get(uint8_t *byte);            // false: nothing came
bool board_uart_put(uint8_t byte);             // false: no room now
uint32_t board_micros(void);                   // wraps [us]

#endif
