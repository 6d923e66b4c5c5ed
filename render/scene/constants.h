// SPDX-License-Identifier: MIT
// Writes values that are constant for a ship into its shaders' source text. In the frame block, each component of them
// costs llvmpipe (Mesa 22.3) two dozen instructions in every run of the fragment shader.
#ifndef HAWSE_RENDER_SCENE_CONSTANTS_H
#define HAWSE_RENDER_SCENE_CONSTANTS_H

#include "dynamics/water/waves.h"
#include "render/scene/shadow.h"
#include "render/view/def.h"

enum { SCENE_CONSTANTS = 1536 };

// Lights of a picture: the sun, by night the moon, and the lamps of the deck and over both sides.
typedef struct scene_lights {
    bool night;
    vec3 sun;                // unit
    vec3 lamp[RENDER_LAMPS]; // [m]
    double deck;             // the deck's lamp lights nothing below this height [m]
} scene_lights;

// Writes lights, water, shadow map and the linear colour of mud as GLSL constants, to precede shader_shared.
void scene_constants(char text[SCENE_CONSTANTS], const scene_lights *lights, const dyn_waves *water, const shadow *map,
                     vec3 mud);

#endif
