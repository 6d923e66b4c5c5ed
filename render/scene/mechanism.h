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
    int *mesh_of;      // index into mesh, by part; -1: none (n_parts)
    render_between *between;
    batch solid[RENDER_MESH]; // one per solid except meshes
    batch *mesh;              // one per mesh, shared by its parts (n_meshes)
} scene_mechanism;

// Creates the solids of m. Meshes are read during the call only. Returns false when out of memory; then call
// scene_mechanism_free.
bool scene_mechanism_make(scene_mechanism *s, const render_mechanism *m);
void scene_mechanism_free(scene_mechanism *s);
// Lists and uploads the solids; body (n) in the picture's frame.
void scene_mechanism_list(scene_mechanism *s, const dyn_snapshot_body *body, int n);
// Fills list with the batches that cast shadows, at most `most`. Returns their number.
int scene_mechanism_shadows(const scene_mechanism *s, const batch **list, int most);
void scene_mechanism_draw(const scene_mechanism *s);

#endif
