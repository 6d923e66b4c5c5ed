// SPDX-License-Identifier: MIT
#include "hw/device/keyboard.h"
#include "hw/device/button.h"
#include <SDL.h>
#include <math.h>
#include <stdatomic.h>

// Longest time that moves the lever in one poll: the operator does not see it move while the polling thread pauses.
#define LONGEST_POLL_NS 100000000

enum { KEY_W = 1, KEY_UP = 2, KEY_S = 4, KEY_DOWN = 8 };

typedef struct keyboard {
    unsigned held; // lever keys, a bit each
    double lever, brake;
    bool clutch, stopper, estop, release, focus;
    hw_button reset;
    int64_t polled_ns, stamp_ns;
    // of the newest feedback, set by the frame thread
    _Atomic bool failsafe, without_command, set_clutch, set_stopper;
    _Atomic double set_brake;
} keyboard;

static unsigned lever_key(SDL_Keycode key) {
    switch (key) {
    case SDLK_w:
        return KEY_W;
    case SDLK_UP:
        return KEY_UP;
    case SDLK_s:
        return KEY_S;
    case SDLK_DOWN:
        return KEY_DOWN;
    default:
        return 0;
    }
}

static void key_pressed(keyboard *k, SDL_Keycode key, bool repeat) {
    k->held |= lever_key(key);
    if (key == SDLK_d || key == SDLK_RIGHT) k->brake = fmin(k->brake + HW_KEYBOARD_BRAKE_STEP, 1.0);
    if (key == SDLK_a || key == SDLK_LEFT) k->brake = fmax(k->brake - HW_KEYBOARD_BRAKE_STEP, 0.0);
    if (key == SDLK_SPACE) k->estop = true;
    if (key == SDLK_x) k->release = true;
    if (repeat) return;
    bool latches = !atomic_load(&k->failsafe); // keys pressed in fail-safe would take effect after it
    if (key == SDLK_c && latches) k->clutch = !k->clutch;
    if (key == SDLK_b && latches) k->stopper = !k->stopper;
    if (key == SDLK_r) {
        k->estop = false;
        hw_button_set(&k->reset, true);
    }
}

static void set_focus(keyboard *k, bool focus) {
    k->focus = focus;
    if (focus) return;
    k->held = 0;
    k->lever = 0.0;
    k->release = false;
    k->reset = (hw_button){0};
}

static void keyboard_event(hw_device *d, const SDL_Event *e) {
    keyboard *k = d->self;
    if (e->type == SDL_KEYDOWN) {
        // With a modifier the key is a shortcut of the program. The emergency stop works with any modifier.
        bool shortcut = (e->key.keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) != 0;
        if (!shortcut || e->key.keysym.sym == SDLK_SPACE) key_pressed(k, e->key.keysym.sym, e->key.repeat != 0);
    } else if (e->type == SDL_KEYUP) {
        k->held &= ~lever_key(e->key.keysym.sym);
        if (e->key.keysym.sym == SDLK_r) hw_button_set(&k->reset, false);
        if (e->key.keysym.sym == SDLK_x) k->release = false;
    } else if (e->type == SDL_WINDOWEVENT && e->window.event == SDL_WINDOWEVENT_FOCUS_GAINED) {
        set_focus(k, true);
    } else if (e->type == SDL_WINDOWEVENT && e->window.event == SDL_WINDOWEVENT_FOCUS_LOST) {
        set_focus(k, false);
    }
}

// Fail-safe applies the brake; the operator eases it from there. Without command, brake, clutch and stopper follow
// those of the deck, so that taking command moves nothing.
static void follow_deck(keyboard *k) {
    if (atomic_load(&k->failsafe)) k->brake = 1.0;
    if (!atomic_load(&k->without_command)) return;
    k->brake = atomic_load(&k->set_brake);
    k->clutch = atomic_load(&k->set_clutch);
    k->stopper = atomic_load(&k->set_stopper);
}

// Moves the lever by the held keys; with none, or both directions, the spring returns it.
static void move_lever(keyboard *k, double dt) {
    bool heave = (k->held & (KEY_W | KEY_UP)) != 0, pay_out = (k->held & (KEY_S | KEY_DOWN)) != 0;
    if (heave != pay_out) {
        double step = HW_KEYBOARD_LEVER_RATE * dt;
        k->lever = fmax(-1.0, fmin(1.0, k->lever + (heave ? step : -step)));
    } else {
        k->lever = copysign(fmax(fabs(k->lever) - HW_KEYBOARD_RETURN_RATE * dt, 0.0), k->lever);
    }
}

static void keyboard_poll(hw_device *d, int64_t now_ns) {
    keyboard *k = d->self;
    int64_t passed = now_ns - k->polled_ns;
    if (k->polled_ns != 0 && passed > 0)
        move_lever(k, 1e-9 * (double)(passed < LONGEST_POLL_NS ? passed : LONGEST_POLL_NS));
    k->polled_ns = hw_device_stamp(now_ns);
    if (k->focus) k->stamp_ns = k->polled_ns;
    follow_deck(k);
    rt_input in = {.t_ns = k->stamp_ns,
                   .lever = k->lever,
                   .brake = k->brake,
                   .clutch = k->clutch,
                   .stopper = k->stopper,
                   .dead_man = k->focus,
                   .estop = k->estop,
                   .release = k->release,
                   .reset = hw_button_read(&k->reset, now_ns),
                   .has_device = true};
    hw_device_publish(d, &in);
}

static void keyboard_feedback(hw_device *d, const hw_feedback *f) {
    keyboard *k = d->self;
    atomic_store(&k->failsafe, f->state == HW_HOST_FAILSAFE || f->state == HW_HOST_ESTOP);
    atomic_store(&k->set_brake, f->set_brake);
    atomic_store(&k->set_clutch, f->set_clutch);
    atomic_store(&k->set_stopper, f->set_stopper);
    atomic_store(&k->without_command, f->without_command);
}

static void keyboard_identity(const hw_device *d, hw_identity *out) {
    (void)d;
    snprintf(out->name, sizeof out->name, "keyboard");
}

static const hw_device_ops ops = {.kind = "keyboard",
                                  .event = keyboard_event,
                                  .poll = keyboard_poll,
                                  .identity = keyboard_identity,
                                  .feedback = keyboard_feedback};

rt_status hw_keyboard_open(hw_device *d, const hw_opening *o, rt_diag *diag) {
    rt_status status = hw_device_init(d, &ops, sizeof(keyboard), diag);
    if (status != RT_OK) return status;
    keyboard *k = d->self;
    k->brake = o->start->brake;
    k->clutch = o->start->clutch != 0;
    k->stopper = o->start->stopper != 0;
    k->focus = SDL_GetKeyboardFocus() != NULL; // the window may have held it before this device opened
    return RT_OK;
}

const char *hw_keyboard_help(void) {
    return "W or Up      lever toward heave (springs back)\n"
           "S or Down    lever toward pay out (springs back)\n"
           "D or Right   tighten the brake one step\n"
           "A or Left    ease the brake one step\n"
           "C            clutch in or out\n"
           "B            chain stopper: bar down or up\n"
           "Space        emergency stop\n"
           "X            emergency release: opens the brake while held\n"
           "R            reset: re-arm, with the lever at neutral\n";
}
