// SPDX-License-Identifier: MIT
// Batch: one shape drawn many times in one call.
#ifndef HAWSE_RENDER_GL_BATCH_H
#define HAWSE_RENDER_GL_BATCH_H

#include <epoxy/gl.h>

#include "render/shape/shape.h"

// Paint of an instance; the shader branches on it.
typedef enum batch_paint {
    BATCH_STEEL = 0, // lit
    BATCH_HULL,      // lit, coloured by height and slope
    BATCH_ARROW,     // nearly unlit
    BATCH_MUDDY,     // steel; the fraction added to it is the share of the surface that mud covers
} batch_paint;

typedef struct batch_instance {
    float row[3][4]; // world from shape
    float colour[3]; // linear
    float paint;
} batch_instance;

typedef struct batch {
    GLuint vao, vertices, indices, instances;
    int n_indices;
    float radius;         // of the shape about its origin [m]
    bool closed;          // back faces are culled
    int n, max;           // number of instances, capacity
    batch_instance *list; // (max)
} batch;

// Copies the shape to the GPU and reserves `max` instances. Returns false when out of memory.
bool batch_create(batch *b, const shape *s, int max);
void batch_free(batch *b);
// Adds an instance: x_world = pose (scale x_shape), scale along the shape's axes. A full batch drops the instance.
// paint: a batch_paint, for mud with its fraction.
void batch_add(batch *b, const pose *p, vec3 scale, vec3 colour, double paint);
// Paint of steel of which mud covers this share.
static inline double batch_muddy(double share) { return share > 0.01 ? BATCH_MUDDY + fmin(share, 0.99) : BATCH_STEEL; }
// Uploads the instances; batch_draw then draws them any number of times.
void batch_send(batch *b);
void batch_draw(const batch *b);
// Radius of a sphere about the instance's origin that contains the instance [m].
float batch_reach(const batch *b, const batch_instance *i);

#endif
