// SPDX-License-Identifier: MIT
// The solids of a mechanism in the picture's frame (mechanism_frame.h).
#ifndef HAWSE_RENDER_SCENE_MECHANISM_H
#define HAWSE_RENDER_SCENE_MECHANISM_H

#include "render/gl/batch.h"
#include "render/view/mechanism_frame.h"

typedef struct scene_mechanism {
    mechanism_frame frame;
    int n_parts, n_between, n_meshes;
    render_part *part; // (n_parts)
    int *mesh_of;      // of a part: index into mesh; -1: none (n_parts)
    render_between *between;
    batch solid[RENDER_MESH]; // of each solid but meshes
    batch *mesh;              // (n_meshes), one a mesh for all its parts
} scene_mechanism;

// Solids of m, whose meshes are read here only. False without memory; then scene_mechanism_free.
bool scene_mechanism_make(scene_mechanism *s, const render_mechanism *m);
void scene_mechanism_free(scene_mechanism *s);
// Lists and sends the solids; body (n) in the picture's frame.
void scene_mechanism_list(scene_mechanism *s, const dyn_snapshot_body *body, int n);
// The batches that throw shadows, at most `most` of them, into list; returns how many.
int scene_mechanism_shadows(const scene_mechanism *s, const batch **list, int most);
void scene_mechanism_draw(const scene_mechanism *s);

#endif
