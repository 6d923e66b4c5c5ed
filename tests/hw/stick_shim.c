// SPDX-License-Identifier: MIT
// Preloaded into a program (LD_PRELOAD): plugs in SDL's virtual joystick at the first poll for events and moves it on
// the monotonic clock, as a hand would. Never part of the product.
#include <SDL.h>
#include <dlfcn.h>
#include <time.h>

#define SHOWN __attribute__((visibility("default")))

enum { AXES = 6, BUTTONS = 6, LEVER = 1, BRAKE = 2, ENGINE = 3, RUDDER = 4, THRUSTER = 5, RESET = 2 };

typedef struct move {
    double t; // time since plugging in [s]
    enum { AXIS, BUTTON } kind;
    int channel, value;
} move;

// Moves by the channels of config/devices/generic_joystick.yaml: open the brake, touch the lever, heave, let go. On
// further axes the orders of the bridge: half astern, rudder to port, bow thrust to starboard.
static const move moves[] = {{0.20, AXIS, BRAKE, 32767},   {0.25, AXIS, BRAKE, -32768},  {0.30, AXIS, LEVER, 1000},
                             {0.35, AXIS, LEVER, 0},       {0.50, BUTTON, RESET, 1},     {0.60, BUTTON, RESET, 0},
                             {0.70, AXIS, ENGINE, -20316}, {0.72, AXIS, RUDDER, -32768}, {0.74, AXIS, THRUSTER, 32767},
                             {0.80, AXIS, LEVER, 12345},   {0.90, AXIS, LEVER, 23456},   {1.00, AXIS, LEVER, 32000},
                             {1.60, AXIS, LEVER, 10000},   {1.70, AXIS, LEVER, 0},       {1.80, AXIS, BRAKE, 32767}};

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static SDL_Joystick *plug_in(void) {
    const SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                          .type = SDL_JOYSTICK_TYPE_FLIGHT_STICK,
                                          .naxes = AXES,
                                          .nbuttons = BUTTONS,
                                          .name = "stick shim"};
    return SDL_JoystickOpen(SDL_JoystickAttachVirtualEx(&desc));
}

static void move_it(void) {
    static SDL_Joystick *stick;
    static double plugged;
    static size_t next;
    if (!stick && (stick = plug_in())) plugged = now_s();
    for (; stick && next < SDL_arraysize(moves) && now_s() - plugged >= moves[next].t; next++) {
        const move *m = &moves[next];
        if (m->kind == AXIS)
            SDL_JoystickSetVirtualAxis(stick, m->channel, (Sint16)m->value);
        else
            SDL_JoystickSetVirtualButton(stick, m->channel, (Uint8)m->value);
    }
}

SHOWN int SDL_PollEvent(SDL_Event *e);
SHOWN int SDL_PollEvent(SDL_Event *e) {
    int (*next)(SDL_Event *);
    *(void **)&next = dlsym(RTLD_NEXT, "SDL_PollEvent");
    if (SDL_WasInit(SDL_INIT_JOYSTICK)) move_it();
    return next(e);
}
