// SPDX-License-Identifier: MIT
// What a live run must not be mistaken for: the mark on the picture. And keys that need an
// answer: Esc, those of the windlass while the run is paused or another position has command, and a hand that grips
// nothing.
#include "rt/desk/run.h"

#define ANSWER_NS 3000000000 // an answer stays this long [ns]

bool run_handle_escape(run *c, int64_t now_ns) {
    bool again = c->esc_ns != 0 && now_ns - c->esc_ns < RUN_ESC_NS;
    c->esc_ns = now_ns;
    return !again;
}

void run_note_dead_key(run *c, SDL_Keycode key, int64_t now_ns) {
    static const SDL_Keycode windlass[] = {SDLK_w, SDLK_s,  SDLK_a,    SDLK_d,    SDLK_c,     SDLK_b,
                                           SDLK_x, SDLK_UP, SDLK_DOWN, SDLK_LEFT, SDLK_RIGHT, SDLK_r};
    bool used = false;
    for (size_t k = 0; k < sizeof windlass / sizeof windlass[0]; k++) used = used || windlass[k] == key;
    bool other = c->devices.keyboard && !run_keyboard_has_command(c);
    if (used && (other || !session_pace_runs(&c->s->pace))) c->dead_ns = now_ns;
}

static void write_speed(double speed, char text[32]) {
    text[0] = 0;
    if (speed < 1) snprintf(text, 32, "SLOW 1/%.0f", 1 / speed);
    if (speed > 1) snprintf(text, 32, "FAST %.0fx", speed);
}

void run_show_state(run *c, int64_t now_ns) {
    char text[32], help[96] = "";
    bool paused = !session_pace_runs(&c->s->pace), rewound = c->rewind.held && c->s->frames < c->rewind.end,
         asked = c->esc_ns != 0 && now_ns - c->esc_ns < RUN_ESC_NS,
         dead = c->dead_ns != 0 && now_ns - c->dead_ns < ANSWER_NS && (paused || !run_keyboard_has_command(c));
    write_speed(c->speed, text);
    if (paused) {
        snprintf(text, sizeof text, rewound ? "REWOUND" : "PAUSED");
        snprintf(help, sizeof help, "%s", rewound ? "F5 resumes from here, in a branch" : "Press F5 to resume");
        if (!c->started) snprintf(help, sizeof help, "Press F5 to start");
    }
    if (dead && paused)
        snprintf(help, sizeof help, "Time is paused: the windlass does not move. F5 %s",
                 c->started ? "resumes" : "starts");
    else if (dead)
        snprintf(help, sizeof help, "%s has command. Del changes over",
                 c->devices.keyboard_remote ? "LOCAL" : "REMOTE");
    if (!(paused && !c->started)) run_show_exercise(c, now_ns, text, help);
    const char *refused = run_hand_refusal(c, now_ns);
    if (refused) snprintf(help, sizeof help, "%s", refused);
    if (asked) snprintf(help, sizeof help, "Press Esc again to end the run");
    render_set_state(c->window, text, help, asked || dead || refused);
}
