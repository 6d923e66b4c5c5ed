// SPDX-License-Identifier: MIT
// The three-dimensional scene: sky, water, hull, anchor, chain, gypsy, force arrows.
#ifndef HAWSE_RENDER_SCENE_SCENE_H
#define HAWSE_RENDER_SCENE_SCENE_H

#include "render/gl/batch.h"
#include "render/gl/program.h"
#include "render/scene/constants.h"
#include "render/scene/links.h"
#include "render/scene/mechanism.h"
#include "render/scene/shadow.h"
#include "render/scene/water.h"
#include "render/shape/windlass.h"
#include "render/trace/furrow.h"
#include "render/trace/marks.h"
#include "render/view/camera.h"
#include "render/view/display.h"

#define SCENE_DECK_LINKS 24 // links drawn beyond the last simulated one

typedef enum scene_batch {
    SCENE_HULL = 0,
    SCENE_HULL_COARSE,                          // for the inset, and from afar in software
    SCENE_SCENERY,                              // one batch per render_paint
    SCENE_DECK = SCENE_SCENERY + RENDER_PAINTS, // one batch per windlass_part; up to here nothing moves
    SCENE_SHANK = SCENE_DECK + WINDLASS_PARTS,
    SCENE_HEAD,
    SCENE_SHANK_COARSE, // from afar
    SCENE_HEAD_COARSE,
    SCENE_LIFTER,
    SCENE_BAR, // of the chain stopper
    SCENE_BOTTOM,
    SCENE_FURROW,
    SCENE_ARROW,
    SCENE_ARROW_HIDDEN, // the same arrows where something hides them
    SCENE_BATCHES
} scene_batch;

// Programs of one light, and their uniforms.
typedef struct scene_programs {
    GLuint solid, sky;
    GLuint section;                           // of the cut face
    GLint clip_from_world, toward_eye, ghost; // uniforms of solid
    GLint solid_cut, section_cut;             // uniforms of solid and section
    GLint lowest, below, studio;              // uniforms of sky
} scene_programs;

// The second anchor with its chain, at rest.
enum { SCENE_SECOND_LINKS = 80 };
typedef struct scene_second {
    bool known;
    render_def def;              // of its side: mouth, pipe and gypsy
    dyn_snapshot_body anchor[2]; // shank, head
    int n;
    dyn_snapshot_body link[SCENE_SECOND_LINKS]; // (n)
} scene_second;

typedef struct scene {
    render_def def;
    batch batch[SCENE_BATCHES];
    scene_links links;
    scene_mechanism *mechanism; // NULL for a ship
    scene_second second;
    furrow furrow;
    trace_marks marks;
    double ball_height, ball_t; // of the anchor ball over its place on deck [m]; at this time [s]
    bool ball_known;
    vec3 scenery_lo[RENDER_PAINTS], scenery_hi[RENDER_PAINTS]; // boxes [m]
    scene_programs light[2];                                   // by day and by night
    const scene_programs *now;                                 // of the picture being drawn
    GLuint frame_block, empty;                                 // buffer of gl_frame; vertex array without attributes
    shadow shadow;
    scene_water water;
    scene_lights lights;
    int links_a_shackle;
} scene;

enum { SCENE_COVERED = 5 };

// Input of one picture: what to draw of a snapshot, and how.
typedef struct scene_view {
    const dyn_snapshot_body *body; // (n_bodies)
    int n_bodies;
    const dyn_snapshot_contact *contact; // (n_contacts)
    int n_contacts;
    const double *tension_n; // axial forces by body, colour the links; NULL: painted links (n_bodies)
    const float *mud;        // shares of the bodies' surfaces that soil covers; NULL: none (n_bodies)
    pose ship;               // the ship's axes in the world: the sea's place
    double t, chain_out_m;   // [s], [m]
    int stopper;             // tackle_stopper_state
    unsigned controls;       // rt_control
    double swell;            // height of the waves over that of the definition, less 1
    display shown;
    int frame[4];                  // area of the picture in its framebuffer: left, bottom, width, height [px]
    int seen[4];                   // visible part of the framebuffer; instruments hide the rest
    int covered[SCENE_COVERED][4]; // further hidden areas, as `frame` (n_covered)
    int n_covered;
    bool inset;         // drawn over another picture of the same moment, with that picture's shadows
    bool live_software; // live picture rendered in software
} scene_view;

// Creates shapes, programs and shadow map for def. Meshes are read during the call only. live_software as in
// scene_view. On failure d holds an error; then call scene_free.
rt_status scene_create(scene *s, const render_def *def, bool live_software, rt_diag *d);
void scene_free(scene *s);
// Lists the moving shapes, then draws their shadows except for an inset. Binds another framebuffer.
void scene_prepare(scene *s, const scene_view *v, const camera *c);
// Draws the scene into the bound framebuffer.
void scene_draw(scene *s, const scene_view *v, const camera *c, mat4 view_projection);

#endif
