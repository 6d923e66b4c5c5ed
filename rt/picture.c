// SPDX-License-Identifier: MIT
#include "rt/picture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct picture {
    render *render;
};

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

render_def picture_def(const sim *s) {
    render_def def = render_def_default();
    vec3 lead = vec3_unit(vec3_make(-s->sc.ship.face_normal[0], -s->sc.ship.face_normal[1], 0));
    def.hull = &s->hull.mesh;
    def.shank = &s->shank.mesh;
    def.head = &s->head.mesh;
    def.bar_diameter = s->sc.chain.bar_diameter;
    def.focus = vector(s->sc.ship.mouth);
    def.outboard = vector(s->sc.ship.face_normal);
    def.has_lifter = true;
    // the chain enters on top of the lifter, whose axis lies across the lead; it turns positively as chain pays out
    def.lifter_centre = vec3_madd(vector(s->sc.ship.lifter), -s->lifter.radius, vec3_make(0, 0, 1));
    def.lifter_axis = vec3_cross(lead, vec3_make(0, 0, 1));
    def.tension_max_n = s->sc.windlass.max_tension;
    def.tension_rated_n = s->sc.windlass.rated_tension;
    def.speed_rated_m_s = s->sc.windlass.rated_speed;
    def.torque_max_nm = s->sc.windlass.max_tension * s->lifter.radius;
    def.view = RENDER_VIEW_BOLSTER;
    return def;
}

bool picture_view(const char *name, render_view *view, rt_diag *d) {
    static const char *const known[RENDER_VIEWS] = {"overview", "bolster", "deck", "anchor", "underwater"};
    for (int k = 0; k < RENDER_VIEWS; k++)
        if (strcmp(name, known[k]) == 0) {
            *view = (render_view)k;
            return true;
        }
    rt_diag_error(d, NULL, 0, 0, "--view: expected overview, bolster, deck, anchor or underwater, found '%s'", name);
    return false;
}

picture *picture_create(const sim *s, render_view view, rt_diag *d) {
    picture *p = calloc(1, sizeof *p);
    render_def def = picture_def(s);
    def.offscreen = true;
    def.view = view;
    if (p) p->render = render_create(&def, d);
    if (p && p->render) return p;
    free(p);
    return NULL;
}

void picture_destroy(picture *p) {
    if (p) render_destroy(p->render);
    free(p);
}

rt_status picture_write(picture *p, const char *dir, const dyn_snapshot *snap, rt_diag *d) {
    char path[1024];
    snprintf(path, sizeof path, "%s/frame_%06ld.png", dir, (long)(snap->t * 1000 + 0.5));
    render_frame(p->render, snap, snap, 1);
    return render_write_png(p->render, path, d);
}
