// SPDX-License-Identifier: MIT
// The ATmega328P at 16 MHz with the pins of an Arduino Uno or Nano. Sections and registers: the data sheet,
// DS40002061B. Built by avr-gcc alone (README.md), not by the project.
#include "hw/firmware/hawse_console/board.h"
#include "hw/firmware/hawse_console/reference.h"
#include <avr/interrupt.h>
#include <avr/io.h>

// ---- time: timer 0, 16 MHz / 64, an overflow each 1024 us (section 15) ----------------------------------------------

static volatile uint32_t overflows;

ISR(TIMER0_OVF_vect) { overflows++; }

uint32_t board_micros(void) {
    uint8_t before = SREG;
    cli();
    uint32_t high = overflows;
    uint8_t low = TCNT0;
    if ((TIFR0 & _BV(TOV0)) && low < 255) high++; // overflowed; the interrupt has not counted it yet
    SREG = before;
    return (high << 8 | low) * 4;
}

// ---- line: USART 0, 115200 baud (section 20) ------------------------------------------------------------------------

#define RING 128 // bytes, a power of two: 11 ms of line

static volatile uint8_t rx[RING], tx[RING], rx_head, rx_tail, tx_head, tx_tail;

// A full ring loses the byte; the checksum reveals the loss.
ISR(USART_RX_vect) {
    uint8_t byte = UDR0;
    if ((uint8_t)(rx_tail - rx_head) < RING) rx[rx_tail++ % RING] = byte;
}

ISR(USART_UDRE_vect) {
    if (tx_head == tx_tail)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    else
        UDR0 = tx[tx_head++ % RING];
}

bool board_uart_get(uint8_t *byte) {
    if (rx_head == rx_tail) return false;
    *byte = rx[rx_head % RING];
    rx_head++;
    return true;
}

bool board_uart_put(uint8_t byte) {
    if ((uint8_t)(tx_tail - tx_head) >= RING) return false;
    tx[tx_tail % RING] = byte;
    tx_tail++;
    UCSR0B |= _BV(UDRIE0);
    return true;
}

// ---- converter: ten bits, 16 MHz / 128, 104 us a reading (section 24) -----------------------------------------------

int16_t board_read_adc(uint8_t input) {
    ADMUX = (uint8_t)(_BV(REFS0) | (input & 7));
    ADCSRA |= _BV(ADSC);
    while (ADCSRA & _BV(ADSC)) {}
    return (int16_t)ADC;
}

// ---- pins by their Arduino numbers: 0-7 port D, 8-13 port B, 14-19 port C (A0-A5) -----------------------------------

bool board_read_pin(uint8_t pin) {
    uint8_t port = pin < 8 ? PIND : pin < 14 ? PINB : PINC;
    return !(port >> (pin < 8 ? pin : pin < 14 ? pin - 8 : pin - 14) & 1); // contacts close to ground
}

void board_write_pin(uint8_t pin, bool on) {
    volatile uint8_t *port = pin < 8 ? &PORTD : pin < 14 ? &PORTB : &PORTC;
    uint8_t bit = (uint8_t)_BV(pin < 8 ? pin : pin < 14 ? pin - 8 : pin - 14);
    *port = (uint8_t)(on ? *port | bit : *port & ~bit);
}

// ---- gauges: timers 1 and 2 as 8-bit PWM (sections 16, 18) ----------------------------------------------------------

void board_pwm(uint8_t output, uint8_t level) {
    if (output == REFERENCE_PWM_TENSION) OCR1AL = level;   // D9
    if (output == REFERENCE_PWM_SPEED) OCR1BL = level;     // D10
    if (output == REFERENCE_PWM_MOTOR) OCR2B = level;      // D3
    if (output == REFERENCE_PWM_BRAKE_TEMP) OCR2A = level; // D11
}

static void start(void) {
    TCCR0B = _BV(CS01) | _BV(CS00);
    TIMSK0 = _BV(TOIE0);
    UBRR0 = 16; // 117.6 kBd, 2.1 % fast: within a receiver's tolerance
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
    TCCR1A = _BV(COM1A1) | _BV(COM1B1) | _BV(WGM10);
    TCCR1B = _BV(WGM12) | _BV(CS10);
    TCCR2A = _BV(COM2A1) | _BV(COM2B1) | _BV(WGM21) | _BV(WGM20);
    TCCR2B = _BV(CS20);
    DDRD = _BV(3) | _BV(5);                            // motor gauge, lamp
    DDRB = _BV(1) | _BV(2) | _BV(3) | _BV(4) | _BV(5); // gauges, no host, buzzer
    DDRC = _BV(2) | _BV(3) | _BV(4) | _BV(5);          // lamps
    PORTD = _BV(2) | _BV(4) | _BV(6) | _BV(7);         // pull-ups of the contacts
    PORTB = _BV(0);
    sei();
}

int main(void) {
    static console c;
    start();
    console_init(&c, &reference_console);
    for (;;) console_step(&c);
}
