// SPDX-License-Identifier: MIT
#include "rt/picture/scenery.h"
#include "contact/prepare/load.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const file_of[RENDER_PAINTS] = {
    [RENDER_PAINT_HULL] = "plating",
    [RENDER_PAINT_HOUSE] = "house",
    [RENDER_PAINT_WHITE] = "white",
    [RENDER_PAINT_DARK] = "dark",
    [RENDER_PAINT_FITTINGS] = "fittings",
    [RENDER_PAINT_MACHINERY] = "machinery",
    [RENDER_PAINT_ROPE] = "rope",
    [RENDER_PAINT_BALL] = "ball",
    [RENDER_PAINT_DECK_LAMP] = "lamp_deck",
    [RENDER_PAINT_PORT_LAMP] = "lamp_port",
    [RENDER_PAINT_STARBOARD_LAMP] = "lamp_starboard",
};

static rt_status load_part(const char *path, const contact_mesh **out, rt_diag *d) {
    const contact_mesh_options as_it_is = {.scale = 1};
    rt_diag own = {0}; // collects the warnings: parts may touch or be open
    contact_mesh *m = calloc(1, sizeof *m);
    rt_status status = m ? contact_mesh_load(path, &as_it_is, m, NULL, &own) : RT_ERR_MEMORY;
    if (status == RT_OK) {
        *out = m;
        return RT_OK;
    }
    rt_diag_error(d, path, 0, 0, "ship.scenery: %s", m ? own.text : "no memory for the mesh");
    free(m);
    return status;
}

rt_status picture_scenery_load(const char *folder, const contact_mesh *scenery[RENDER_PAINTS], rt_diag *d) {
    int n = 0;
    if (!folder[0]) return RT_OK;
    for (int k = 0; k < RENDER_PAINTS; k++) {
        char path[PATH_MAX];
        int length = snprintf(path, sizeof path, "%s/%s.ply", folder, file_of[k]);
        if (length >= (int)sizeof path || access(path, F_OK) != 0) continue;
        rt_status status = load_part(path, &scenery[k], d);
        if (status != RT_OK) return status;
        n++;
    }
    if (n > 0) return RT_OK;
    rt_diag_error(d, folder, 0, 0, "ship.scenery: found no mesh, expected a folder with %s.ply", file_of[0]);
    return RT_ERR_FILE;
}

void picture_scenery_free(const contact_mesh *scenery[RENDER_PAINTS]) {
    for (int k = 0; k < RENDER_PAINTS; k++) {
        contact_mesh *m = (contact_mesh *)scenery[k];
        if (m) contact_mesh_free(m);
        free(m);
        scenery[k] = NULL;
    }
}
