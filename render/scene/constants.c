// SPDX-License-Identifier: MIT
#include "render/scene/constants.h"
#include "render/gl/shaders.h"
#include <assert.h>
#include <stdio.h>

#define GROWN 3.0 // most height of the waves over that of the definition, as acts of an exercise may set it

static const double line = 0.2; // height of the foam on the hull's waterline, at most [m]

void scene_constants(char text[SCENE_CONSTANTS], const scene_lights *lights, const dyn_waves *water, const shadow *map,
                     vec3 mud) {
    static const char *const lamp[RENDER_LAMPS] = {"deck", "port", "starboard"};
    const vec3 sun = lights->sun;
    mat4 m;
    shadow_matrix(map, m);
    double c[16]; // nine digits reproduce a float exactly
    for (int i = 0; i < 16; i++) c[i] = (double)m[i / 4][i % 4];
    int n =
        snprintf(text, SCENE_CONSTANTS,
                 "%s%sconst vec4 sun_level = vec4(%.9g, %.9g, %.9g, %.9g);\n"
                 "const float crest = float(%.9g), shadow_pixel = float(%.9g), deck_level = float(%.9g);\n"
                 "const mat4 shadow_matrix = mat4(%.9g, %.9g, %.9g, %.9g, %.9g, %.9g, %.9g, %.9g, %.9g, %.9g, "
                 "%.9g, %.9g, %.9g, %.9g, %.9g, %.9g);\n",
                 lights->night ? SHADER_NIGHT : "", water->n > 0 ? SHADER_WAVES : "", sun.x, sun.y, sun.z, water->level,
                 water->level + GROWN * dyn_waves_crest(water) + line, 1.0 / map->size, lights->deck, c[0], c[1], c[2],
                 c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11], c[12], c[13], c[14], c[15]);
    for (int k = 0; k < RENDER_LAMPS; k++) {
        const vec3 p = lights->lamp[k];
        n += snprintf(text + n, (size_t)(SCENE_CONSTANTS - n), "const vec3 %s_lamp = vec3(%.9g, %.9g, %.9g);\n",
                      lamp[k], p.x, p.y, p.z);
    }
    n += snprintf(text + n, (size_t)(SCENE_CONSTANTS - n), "const vec3 MUD = vec3(%.9g, %.9g, %.9g);\n", mud.x, mud.y,
                  mud.z);
    assert(n < SCENE_CONSTANTS);
}
