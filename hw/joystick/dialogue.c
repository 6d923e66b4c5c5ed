// SPDX-License-Identifier: MIT
#include "hw/joystick/dialogue.h"
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define READING_MS 20
#define SHOWN_AXES 6
#define SHOWN_BUTTONS 16
enum { HALF = 8 }; // characters of a bar on each side of its middle

static bool stopped(const hw_dialogue *q) { return q->terminal->stop && atomic_load(q->terminal->stop); }

// Draws the count, -32768..32767, as "   |###    ".
static void draw_bar(char *text, int32_t count) {
    int end = (int)((int64_t)count * HALF / 32768);
    for (int i = -HALF; i <= HALF; i++) {
        bool filled = i != 0 && ((i > 0 && i <= end) || (i < 0 && i >= end));
        text[i + HALF] = (char)(i == 0 ? '|' : filled ? '#' : ' ');
    }
    text[2 * HALF + 1] = '\0';
}

void hw_dialogue_print(hw_dialogue *q, const char *text) {
    char bar[2 * HALF + 2];
    if (!q->terminal->live) return;
    FILE *f = q->terminal->out;
    fprintf(f, "\r\x1b[K"); // return to the start of the line and clear it
    for (int i = 0; i < q->raw.axes && i < SHOWN_AXES; i++) {
        draw_bar(bar, q->raw.axis[i]);
        fprintf(f, "%d [%s] ", i, bar);
    }
    for (int i = 0; i < q->raw.buttons && i < SHOWN_BUTTONS; i++) fputc(q->raw.button[i] ? '1' : '0', f);
    fprintf(f, " %s", text);
    fflush(f);
}

// Moves a complete line of the input into q->line; false if there is none yet.
static bool pop_line(hw_dialogue *q) {
    char *end = memchr(q->pending, '\n', (size_t)q->n_pending);
    bool full = q->n_pending == (int)sizeof q->pending; // longer than any answer: cut off
    if (!end && !full) return false;
    int n = end ? (int)(end - q->pending) : q->n_pending - 1;
    memcpy(q->line, q->pending, (size_t)n);
    q->line[n] = '\0';
    q->n_pending -= n + 1;
    memmove(q->pending, q->pending + n + 1, (size_t)q->n_pending);
    return true;
}

static bool find_changed(hw_dialogue *q) {
    for (int i = 0; i < q->raw.buttons; i++)
        if (q->raw.button[i] != q->before[i]) {
            q->changed = i;
            return true;
        }
    return false;
}

bool hw_dialogue_read(hw_dialogue *q) {
    hw_joystick_raw_update();
    return hw_joystick_raw_read(&q->raw);
}

hw_answer hw_dialogue_wait(hw_dialogue *q, bool buttons) {
    for (;;) {
        if (pop_line(q)) return HW_ANSWER_LINE;
        if (stopped(q)) return HW_ANSWER_END;
        if (!hw_dialogue_read(q)) return HW_ANSWER_GONE;
        if (buttons && find_changed(q)) return HW_ANSWER_BUTTON;
        hw_dialogue_print(q, "");
        struct pollfd p = {.fd = q->terminal->in, .events = POLLIN};
        if (poll(&p, 1, READING_MS) <= 0) continue;
        ssize_t n = read(p.fd, q->pending + q->n_pending, sizeof q->pending - (size_t)q->n_pending);
        if (n <= 0) return HW_ANSWER_END;
        q->n_pending += (int)n;
    }
}

bool hw_dialogue_read_for(hw_dialogue *q, double seconds, void (*each)(hw_dialogue *q, void *ctx), void *ctx) {
    const struct timespec pause = {.tv_nsec = READING_MS * 1000000};
    for (int64_t k = 0; (double)(k * READING_MS) < 1e3 * seconds; k++) {
        if (stopped(q) || !hw_dialogue_read(q)) return false;
        if (each) each(q, ctx);
        nanosleep(&pause, NULL);
    }
    return true;
}
