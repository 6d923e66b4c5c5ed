// SPDX-License-Identifier: MIT
// The water's surface, with foam and spray.
#ifndef HAWSE_RENDER_SCENE_WATER_H
#define HAWSE_RENDER_SCENE_WATER_H

#include "render/gl/program.h"
#include "render/scene/foam.h"
#include "render/view/def.h"

typedef struct scene_water {
    // programs by day and by night; the surface seen from below has its own: neither view pays for the other
    GLuint surface[2], from_below[2], spray[2];
    GLuint empty;      // vertex array without attributes
    GLuint vao, marks; // vertex array and buffer of the spray
    GLuint heights;    // texture: table of wave heights; none for still water
    float way[4];      // gl_frame.sea
    int rows;          // entries of the table, a multiple of three
    int n_marks;
    dyn_waves base, water;               // as defined, and as they are now
    foam foam;                           // in the world, as its marks
    vec3 lo[FOAM_PARTS], hi[FOAM_PARTS]; // bounding boxes of shank and head
    bool known[FOAM_PARTS];
    foam_pipe pipe; // in the ship's axes
    vec3 focus;     // the same [m]
} scene_water;

// Creates programs and buffers. `defines`: texts of scene_constants by day and by night.
rt_status scene_water_create(scene_water *w, const render_def *def, const char *const defines[2], rt_diag *d);
void scene_water_free(scene_water *w);
// Sets the height of the waves over that of the definition, less 1.
void scene_water_swell(scene_water *w, double swell);
// Updates waves, foam and spray for these bodies (n) in the ship's axes at time t; wash: the chain wash is on.
void scene_water_prepare(scene_water *w, double t, const pose *ship, const dyn_snapshot_body *body, int n, bool wash);
void scene_water_draw(const scene_water *w, bool night, bool from_below);

#endif
