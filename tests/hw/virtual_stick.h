// SPDX-License-Identifier: MIT
// SDL's virtual joystick, and a temporary configuration folder.
#ifndef HAWSE_TESTS_HW_VIRTUAL_STICK_H
#define HAWSE_TESTS_HW_VIRTUAL_STICK_H

#include "tests/check.h"
#include <SDL.h>
#include <stdlib.h>
#include <string.h>

static inline int virtual_attach(const char *name) {
    const SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                          .type = SDL_JOYSTICK_TYPE_FLIGHT_STICK,
                                          .naxes = 4,
                                          .nbuttons = 6,
                                          .name = name};
    return SDL_JoystickAttachVirtualEx(&desc);
}

// Plugs in a virtual joystick and opens a handle to move it.
static inline SDL_Joystick *virtual_plug_in(const char *name) {
    int index = virtual_attach(name);
    assert_true(index >= 0);
    SDL_Joystick *stick = SDL_JoystickOpen(index);
    assert_non_null(stick);
    return stick;
}

static inline void virtual_unplug(SDL_Joystick *stick) {
    SDL_JoystickID instance = SDL_JoystickInstanceID(stick);
    for (int i = 0; i < SDL_NumJoysticks(); i++)
        if (SDL_JoystickGetDeviceInstanceID(i) == instance) assert_int_equal(SDL_JoystickDetachVirtual(i), 0);
    SDL_JoystickClose(stick);
}

static char config_home[64];

// Creates the temporary folder and names it in XDG_CONFIG_HOME.
static inline void config_begin(void) {
    snprintf(config_home, sizeof config_home, "/tmp/hawse-config-XXXXXX");
    assert_non_null(mkdtemp(config_home));
    setenv("XDG_CONFIG_HOME", config_home, 1);
}

// Starts SDL without a screen and creates the folder; 0, or the exit code of a skipped test.
static inline int virtual_begin(void) {
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    config_begin();
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_JOYSTICK) != 0) {
        fprintf(stderr, "SDL: %s\n", SDL_GetError());
        return 1;
    }
    if (SDL_NumJoysticks() == 0) return 0;
    print_message("skipped: this machine has joysticks of its own\n");
    return 77;
}

static inline void config_end(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", config_home);
    assert_int_equal(system(command), 0);
}

#endif
