// SPDX-License-Identifier: MIT
// Everything three-dimensional: sky, water, hull, anchor, chain, cable lifter, force arrows.
#ifndef HAWSE_RENDER_SCENE_SCENE_H
#define HAWSE_RENDER_SCENE_SCENE_H

#include "render/gl/batch.h"
#include "render/gl/program.h"
#include "render/scene/links.h"
#include "render/scene/mechanism.h"
#include "render/scene/shadow.h"
#include "render/scene/water.h"
#include "render/shape/windlass.h"
#include "render/view/camera.h"
#include "render/view/display.h"

#define SCENE_DECK_LINKS 24 // beyond the last simulated link

typedef enum scene_batch {
    SCENE_HULL = 0,
    SCENE_HULL_COARSE, // for the inset
    SCENE_DECK,        // one batch for each windlass_part; up to here nothing moves
    SCENE_SHANK = SCENE_DECK + WINDLASS_PARTS,
    SCENE_HEAD,
    SCENE_SHANK_COARSE, // from afar
    SCENE_HEAD_COARSE,
    SCENE_LIFTER,
    SCENE_BAR, // of the chain stopper
    SCENE_ARROW,
    SCENE_BATCHES
} scene_batch;

typedef struct scene {
    render_def def;
    batch batch[SCENE_BATCHES];
    scene_links links;
    scene_mechanism *mechanism;               // NULL: a ship's
    GLuint solid, sky;                        // programs
    GLuint section;                           // program of the hull's cut face
    GLint clip_from_world, toward_eye, ghost; // uniforms of solid
    GLint solid_cut, section_cut;             // of solid and section
    GLint lowest, below, studio;              // uniforms of sky
    GLuint frame_block, empty;                // buffer of gl_frame; vertex array without attributes
    shadow shadow;
    scene_water water;
    vec3 sun;
    int links_a_shackle;
} scene;

enum { SCENE_COVERED = 4 };

// What of the snapshot is drawn, and how.
typedef struct scene_view {
    const dyn_snapshot_body *body; // (n_bodies)
    int n_bodies;
    const dyn_snapshot_contact *contact; // (n_contacts)
    int n_contacts;
    const double *tension_n; // of the bodies: colours the links; NULL: they are painted (n_bodies)
    double t, chain_out_m;   // [s], [m]
    int stopper;             // tackle_stopper_state
    display shown;
    int frame[4];                  // left, bottom, width and height of the picture in its framebuffer [px]
    int seen[4];                   // the part of the framebuffer that is seen; the instruments hide the others
    int covered[SCENE_COVERED][4]; // further hidden areas, like `frame` (n_covered)
    int n_covered;
    bool inset;         // drawn over another picture of the same moment, with the same shadows
    bool live_software; // a live picture that the processor draws
} scene_view;

// Shapes, programs and shadow map for def, whose meshes are read here only; live_software as in scene_view. On failure
// an error in d; then scene_free.
rt_status scene_create(scene *s, const render_def *def, bool live_software, rt_diag *d);
void scene_free(scene *s);
// Fills the lists of moving shapes, then draws their shadows (binds another framebuffer), except in an inset.
void scene_prepare(scene *s, const scene_view *v, const camera *c);
// Draws into the bound framebuffer.
void scene_draw(scene *s, const scene_view *v, const camera *c, mat4 view_projection);

#endif
