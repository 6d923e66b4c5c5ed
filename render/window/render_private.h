// SPDX-License-Identifier: MIT
// Shared by the parts of the renderer.
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
    backing flat_backing, panel_backing; // of a window drawn into directly
    gauges gauges;
    camera camera;
    camera_scene place; // input of the presets; the anchor as last drawn
    render_view view;
    bool view_pending; // the camera is framed at the next frame, when the anchor's place is known
    display shown;
    bool key_repeats; // the last key is held
    panel *panel;     // NULL: not requested
    const panel_state *panel_state;
    panel_action panel_action; // of the last frame
    char device[128];
    mat4 view_projection; // of the last frame
    dyn_snapshot_body body[DYN_SNAPSHOT_BODIES];
    mechanism_frame frame; // of a mechanism; scale 0: a ship's
    dyn_snapshot turned;   // a mechanism's, in that frame
};

// Sets the cameras' input from the meshes while they exist.
camera_scene render_place(const render_def *def);
// Camera of this picture; the poses of n_bodies are known.
void render_move_camera(render *r, int n_bodies);

#endif
