// SPDX-License-Identifier: MIT
#include "render/scene/scenery.h"

static const vec3 paint_of[RENDER_PAINTS] = {
    [RENDER_PAINT_HULL] = {1, 1, 1},
    [RENDER_PAINT_HOUSE] = {0.36, 0.38, 0.39},
    [RENDER_PAINT_WHITE] = {0.62, 0.63, 0.62},
    [RENDER_PAINT_DARK] = {0.012, 0.014, 0.016},
    [RENDER_PAINT_FITTINGS] = {0.035, 0.036, 0.04},
    [RENDER_PAINT_MACHINERY] = {0.13, 0.19, 0.17},
    [RENDER_PAINT_ROPE] = {0.40, 0.31, 0.16},
    [RENDER_PAINT_DECK_LAMP] = {1.0, 0.95, 0.8},
    [RENDER_PAINT_PORT_LAMP] = {1.0, 0.95, 0.8},
    [RENDER_PAINT_STARBOARD_LAMP] = {1.0, 0.95, 0.8},
};

bool scene_scenery_mirrors(const render_def *def) { return def->scenery[RENDER_PAINT_HULL] != NULL; }

void scene_scenery_lights(const render_def *def, scene_lights *lights) {
    vec3 out = vec3_unit(vec3_make(def->outboard.x, def->outboard.y, 0));
    vec3 opening = vec3_madd(def->focus, def->pipe_length, def->pipe_axis), over = vec3_madd(def->focus, 3, out);
    over.z = opening.z + 2;
    // without scenery: above the deck behind the windlass, and outboard of the hawse pipe
    vec3 usual[RENDER_LAMPS] = {vec3_madd(vec3_add(opening, vec3_make(0, 0, 7)), -5, out), over,
                                vec3_make(over.x, -over.y, over.z)};
    for (int k = 0; k < RENDER_LAMPS; k++) {
        const contact_mesh *m = def->scenery[RENDER_PAINT_DECK_LAMP + k];
        lights->lamp[k] = m ? vec3_scale(0.5, vec3_add(m->lo, m->hi)) : usual[k];
    }
    lights->deck = def->pipe_length > 0 ? opening.z : -1e6;
}

bool scene_scenery_make(scene *s) {
    const double crease = 0.6; // edges sharper than this stay sharp [rad]
    pose at = {.r = mat3_identity()};
    for (int k = 0; k < RENDER_PAINTS; k++) {
        const contact_mesh *m = s->def.scenery[k];
        batch *b = &s->batch[SCENE_SCENERY + k];
        shape made = {0};
        if (!m) continue;
        bool ok = shape_from_mesh(m, crease, 0, &made) && batch_create(b, &made, 1);
        shape_free(&made);
        if (!ok) return false;
        b->closed = m->closed;
        s->scenery_lo[k] = m->lo;
        s->scenery_hi[k] = m->hi;
        batch_paint paint = k == RENDER_PAINT_HULL        ? BATCH_HULL
                            : k >= RENDER_PAINT_DECK_LAMP ? BATCH_ARROW
                                                          : BATCH_STEEL;
        batch_add(b, &at, vec3_make(1, 1, 1), paint_of[k], paint);
    }
    return true;
}

bool scene_scenery_seen(const scene *s, int paint, mat4 view_projection) {
    vec3 lo = s->scenery_lo[paint], hi = s->scenery_hi[paint];
    int beyond[5] = {0}; // corners beyond left, right, lower and upper edge, and behind the eye
    for (int k = 0; k < 8; k++) {
        vec4 p = {(float)(k & 1 ? hi.x : lo.x), (float)(k & 2 ? hi.y : lo.y), (float)(k & 4 ? hi.z : lo.z), 1}, c;
        glm_mat4_mulv(view_projection, p, c);
        beyond[0] += c[0]<-c[3], beyond[1] += c[0]> c[3];
        beyond[2] += c[1]<-c[3], beyond[3] += c[1]> c[3];
        beyond[4] += c[3] < 0;
    }
    for (int k = 0; k < 5; k++)
        if (beyond[k] == 8) return false;
    return true;
}
