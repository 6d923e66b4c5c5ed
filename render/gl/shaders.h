// SPDX-License-Identifier: MIT
// GLSL sources. Colours are linear until the last line of each fragment shader.
#ifndef HAWSE_RENDER_GL_SHADERS_H
#define HAWSE_RENDER_GL_SHADERS_H

extern const char shader_frame[];      // the frame block, head of every 3-D source
extern const char shader_shared[];     // the frame block with sky, water and light; follows the scene's constants
#define SHADER_WAVES "#define WAVES\n" // define before both: the water has waves
#define SHADER_NIGHT "#define NIGHT\n" // define before both: moon and lamps instead of the sun
#define SHADER_FROM_BELOW "#define FROM_BELOW\n" // define: the eye is below the surface
#define SHADER_TRACE "#define TRACE\n"           // define before the solid's: the bottom, with the chain's trace
extern const char shader_solid_vertex[], shader_solid_fragment[];
extern const char shader_section_vertex[], shader_section_fragment[];
extern const char shader_depth_fragment[];
extern const char shader_sky_vertex[], shader_sky_fragment[];
extern const char shader_water_vertex[], shader_waves_vertex[], shader_water_fragment[];
extern const char shader_spray_vertex[], shader_spray_fragment[];
extern const char shader_flat_vertex[], shader_flat_fragment[];

#endif
