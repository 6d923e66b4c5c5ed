// SPDX-License-Identifier: MIT
// Draws world-space lines of a width in pixels and flat polygons over the scene, in one pass: opaque in front, faint
// behind objects.
#ifndef HAWSE_RENDER_OVERLAY_PAINT_H
#define HAWSE_RENDER_OVERLAY_PAINT_H

#include "render/view/camera.h"
#include "rt/base/base.h"
#include <epoxy/gl.h>

#define PAINT_VERTICES 49152

typedef struct paint_vertex {
    float x, y, z;
    uint8_t rgba[4];
} paint_vertex;

typedef struct paint {
    GLuint program, vao, buffer;
    GLint faint;          // uniform: factor of opacity
    int n, dropped;       // vertices; those dropped from this picture because the list was full
    paint_vertex *vertex; // (PAINT_VERTICES)
    vec3 eye;
    double m_per_px; // size of a pixel at a distance of 1 m [m]
    double lift;     // offset of all vertices toward the eye, off the surface below [m]
} paint;

// Colours are 0xRRGGBBAA, as on screen.
rt_status paint_create(paint *p, rt_diag *d);
void paint_free(paint *p);
// Starts a picture of this height [px].
void paint_begin(paint *p, const camera *c, int height, double lift);
void paint_triangle(paint *p, const vec3 at[3], uint32_t colour);
void paint_quad(paint *p, const vec3 at[4], uint32_t colour);
// Ribbon from a to b that faces the eye, with a width [px] and a colour at each end.
void paint_line(paint *p, vec3 a, vec3 b, double width, uint32_t colour_a, uint32_t colour_b);
// Arrow that faces the eye: a shaft and a head.
void paint_arrow(paint *p, vec3 from, vec3 to, double width, uint32_t colour);
// Draws the list with the bound frame block, into the current scissor rectangle.
void paint_draw(const paint *p);

#endif
