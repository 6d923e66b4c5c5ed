// SPDX-License-Identifier: MIT
// Names of the cameras, and the default definition of the picture.
#include "render/view/def.h"

render_def render_def_default(void) {
    return (render_def){.width = 1280,
                        .height = 720,
                        .title = "hawse",
                        .view = RENDER_VIEW_BOLSTER,
                        .outboard = {0, 1, 0},
                        .tension_max_n = 250e3};
}

const char *const render_view_name[RENDER_VIEWS] = {
    [RENDER_VIEW_OVERVIEW] = "overview", [RENDER_VIEW_BOLSTER] = "bolster",       [RENDER_VIEW_DECK] = "deck",
    [RENDER_VIEW_ANCHOR] = "anchor",     [RENDER_VIEW_UNDERWATER] = "underwater", [RENDER_VIEW_PIPE] = "pipe",
    [RENDER_VIEW_FREE] = "free",         [RENDER_VIEW_OPERATOR] = "operator",     [RENDER_VIEW_OVERSIDE] = "overside",
};

const char *const render_mechanism_view_name[RENDER_MECHANISM_VIEWS] = {
    [RENDER_VIEW_OVERVIEW] = "overview", [RENDER_VIEW_FRONT] = "front",   [RENDER_VIEW_SIDE] = "side",
    [RENDER_VIEW_TOP] = "top",           [RENDER_VIEW_FOLLOW] = "follow", [RENDER_VIEW_NEAR] = "near",
    [RENDER_VIEW_FREE] = "free",
};
