// SPDX-License-Identifier: MIT
#include "hw/virtual/board.h"
#include "hw/firmware/hawse_console/board.h"
#include "hw/firmware/hawse_console/reference.h"
#include <math.h>

virtual_board the_board = {.clock_rate = 1};

// ---- board.h --------------------------------------------------------------------------------------------------------

int16_t board_read_adc(uint8_t input) { return the_board.adc[input]; }

bool board_read_pin(uint8_t pin) { return the_board.closed[pin]; }

void board_write_pin(uint8_t pin, bool on) { the_board.lit[pin] = on; }

void board_pwm(uint8_t output, uint8_t level) { the_board.pwm[output] = level; }

bool board_uart_get(uint8_t *byte) { return virtual_line_read(the_board.from_host, byte, 1, the_board.now_ns) == 1; }

bool board_uart_put(uint8_t byte) { return virtual_line_send(the_board.to_host, byte, the_board.now_ns); }

uint32_t board_micros(void) { return (uint32_t)(uint64_t)((double)the_board.now_ns * the_board.clock_rate / 1000); }

// ---- hands ----------------------------------------------------------------------------------------------------------

static int16_t interpolate(double part, int from, int to) { return (int16_t)lround(from + part * (to - from)); }

void virtual_board_set_hands(virtual_board *b, const rt_input *hands) {
    double lever = hands->lever;
    b->adc[REFERENCE_ADC_LEVER] = lever > 0   ? interpolate(lever, REFERENCE_NEUTRAL_HIGH, REFERENCE_HIGH)
                                  : lever < 0 ? interpolate(-lever, REFERENCE_NEUTRAL_LOW, REFERENCE_LOW)
                                              : (REFERENCE_NEUTRAL_LOW + REFERENCE_NEUTRAL_HIGH) / 2;
    b->adc[REFERENCE_ADC_BRAKE] = interpolate(hands->brake, REFERENCE_BRAKE_OPEN, REFERENCE_HIGH);
    b->closed[REFERENCE_PIN_CLUTCH] = hands->clutch;
    b->closed[REFERENCE_PIN_ESTOP] = !hands->estop;
    b->closed[REFERENCE_PIN_RESET] = hands->reset;
    b->closed[REFERENCE_PIN_DEAD_MAN] = hands->dead_man;
    b->closed[REFERENCE_PIN_STOPPER] = hands->stopper;
}
