// SPDX-License-Identifier: MIT
// Writes values that are constant for a ship into its shaders' source text. In the frame block, each component of them
// costs llvmpipe (Mesa 22.3) two dozen instructions in every run of the fragment shader.
#ifndef HAWSE_RENDER_SCENE_CONSTANTS_H
#define HAWSE_RENDER_SCENE_CONSTANTS_H

#include "dynamics/water/waves.h"
#include "render/scene/shadow.h"

enum { SCENE_CONSTANTS = 1024 };

// Writes sun (unit), water and shadow map as GLSL constants, to precede shader_shared.
void scene_constants(char text[SCENE_CONSTANTS], vec3 sun, const dyn_waves *water, const shadow *map);

#endif
