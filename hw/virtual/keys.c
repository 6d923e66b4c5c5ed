// SPDX-License-Identifier: MIT
#include "hw/virtual/keys.h"
#include <fcntl.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

#define STEP 0.05

static struct termios before;
static int flags_before;

bool virtual_keys_begin(void) {
    if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &before) != 0) return false;
    struct termios keys = before;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &keys);
    flags_before = fcntl(STDIN_FILENO, F_GETFL);
    fcntl(STDIN_FILENO, F_SETFL, flags_before | O_NONBLOCK);
    printf("w s lever   n neutral   a d brake   c clutch   b stopper   space e-stop   r reset (held till the next key) "
           "  m dead-man\n"
           "0 no fault");
    for (int i = 1; i < HW_FAULTS; i++) printf("   %c %s", i < 10 ? '0' + i : 'A' + i - 10, hw_fault_name((hw_fault)i));
    printf("\nq ends\n");
    return true;
}

void virtual_keys_end(void) {
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    fcntl(STDIN_FILENO, F_SETFL, flags_before);
    printf("\n");
}

static double clamp(double v, double low, double high) { return v < low ? low : v > high ? high : v; }

static void apply_key(char key, rt_input *h, hw_fault *fault) {
    int digit = key >= '0' && key <= '9' ? key - '0' : key >= 'A' && key < 'A' + HW_FAULTS - 10 ? key - 'A' + 10 : -1;
    h->reset = key == 'r';
    if (digit >= 0) *fault = (hw_fault)digit;
    if (key == 'w' || key == 's') h->lever = clamp(h->lever + (key == 'w' ? STEP : -STEP), -1, 1);
    if (key == 'a' || key == 'd') h->brake = clamp(h->brake + (key == 'd' ? STEP : -STEP), 0, 1);
    if (key == 'n') h->lever = 0;
    if (key == 'c') h->clutch = !h->clutch;
    if (key == 'b') h->stopper = !h->stopper;
    if (key == ' ') h->estop = !h->estop;
    if (key == 'm') h->dead_man = !h->dead_man;
}

bool virtual_keys_read(rt_input *hands, hw_fault *fault) {
    char key;
    while (read(STDIN_FILENO, &key, 1) == 1) {
        if (key == 'q') return false;
        apply_key(key, hands, fault);
    }
    return true;
}
