// SPDX-License-Identifier: MIT
// Shared by the files of the renderer.
#ifndef HAWSE_RENDER_WINDOW_RENDER_PRIVATE_H
#define HAWSE_RENDER_WINDOW_RENDER_PRIVATE_H

#include "render/gl/backing.h"
#include "render/instrument/gauges.h"
#include "render/overlay/overlay.h"
#include "render/scene/scene.h"
#include "render/view/camera.h"
#include "render/view/display.h"
#include "render/view/mechanism_frame.h"
#include "render/window/window.h"

struct render {
    render_def def;
    window window;
    scene scene;
    overlay overlay;
    draw2d flat;
    backing flat_backing, panel_backing; // used when the window is drawn directly
    char hint[128];                      // of the last frame
    gauges gauges;
    camera camera;
    camera_scene place; // input of the presets; anchor as last drawn
    render_view view;
    bool view_pending; // the next frame frames the camera, once it knows the anchor's position
    display shown;
    bool key_repeats; // the last key is repeating
    render_hand hand;
    vec3 owed;    // way of what the camera follows while the hand is down [m]
    int n_bodies; // in `body`, of the last frame
    int seen[4];  // visible part of the last frame: left, bottom, width, height [px]
    panel *panel; // NULL: not requested
    const panel_state *panel_state;
    panel_action panel_action; // of the last frame
    char device[128];
    mat4 view_projection; // of the last frame
    dyn_snapshot_body body[DYN_SNAPSHOT_BODIES];
    struct beside {
        bool loaded;
        scene scene;
        const dyn_snapshot *shown; // NULL: none
        char name[2][64];
        strip_chart chart;
    } beside;              // of the run to compare with
    mechanism_frame frame; // of a mechanism; scale 0: a ship
    dyn_snapshot turned;   // a mechanism's snapshot in that frame
};

// Computes the cameras' input from the meshes, while they exist.
camera_scene render_camera_input(const render_def *def);
// Draws the pictures of both runs, side by side in the seen area beside the desk's panels.
void render_draw_beside(render *r, const scene_view *whole);
// Moves the camera for this picture of a ship at this pose in the world. r->body holds n_bodies poses.
void render_move_camera(render *r, const pose *ship, int n_bodies);

#endif
