// SPDX-License-Identifier: MIT
#include "render/scene/links.h"

static const double crease = 0.6; // edges sharper than this stay sharp [rad]

// Per level: segments of a bow, sides of the bar, tolerance of a simplified mesh [bar diameters].
static const struct {
    int arc, sides;
    double flatness;
} detail[LINK_LEVELS] = {
    [LINK_NEAR] = {8, 10, 0.03}, [LINK_MIDDLE] = {4, 6, 0.12}, [LINK_FAR] = {2, 4, 0.4}, [LINK_SHADOW] = {3, 5, 0.3}};

static bool make_level(batch *b, bool made, shape *s, bool closed, int max) {
    bool ok = made && batch_create(b, s, max);
    b->closed = closed;
    shape_free(s);
    return ok;
}

// Size in the link's own bar diameters: as given, else of the common link's pitch.
static link_size get_link_size(const render_def *def, const render_link *own) {
    double bar = own->bar_diameter;
    link_size size = link_size_of(def->studless || own->open, 4 * def->bar_diameter / bar);
    if (own->length > 0 && own->width > 0) {
        size.radius = 0.5 * (own->width / bar - 1);
        size.half = 0.5 * (own->length - own->width) / bar;
    }
    return size;
}

static bool add_bar(scene_links *l, const render_def *def, const render_link *own, int max) {
    link_shape *to = &l->shape[l->n++];
    link_size size = get_link_size(def, own);
    to->number = own->number;
    to->bar = to->one = own->bar_diameter;
    bool ok = true;
    for (int k = 0; ok && k < LINK_LEVELS; k++) {
        shape made = {0};
        ok = make_level(&to->level[k], shape_link(&size, detail[k].arc, detail[k].sides, &made), &made, true, max);
    }
    return ok;
}

static bool add_mesh(scene_links *l, const render_def *def, int number, const contact_mesh *m) {
    link_shape *to = &l->shape[l->n++];
    to->number = number;
    to->bar = def->bar_diameter;
    to->one = 1;
    bool ok = true;
    for (int k = 0; ok && k < LINK_LEVELS; k++) {
        shape made = {0};
        bool fits = shape_from_mesh(m, crease, detail[k].flatness * def->bar_diameter, &made);
        ok = make_level(&to->level[k], fits, &made, m->closed, 1);
    }
    return ok;
}

bool scene_links_make(scene_links *l, const render_def *def) {
    if (def->bar_diameter <= 0) return true;
    bool ok = add_bar(l, def, &(render_link){.number = -1, .bar_diameter = def->bar_diameter}, DYN_SNAPSHOT_BODIES);
    for (int i = 0; ok && i < def->n_special; i++) {
        const render_link *own = &def->special[i];
        ok = own->mesh ? add_mesh(l, def, own->number, own->mesh) : add_bar(l, def, own, 1);
    }
    return ok;
}

void scene_links_free(scene_links *l) {
    for (int i = 0; i < l->n; i++)
        for (int k = 0; k < LINK_LEVELS; k++) batch_free(&l->shape[i].level[k]);
    l->n = 0;
}

void scene_links_clear(scene_links *l) {
    for (int i = 0; i < l->n; i++)
        for (int k = 0; k < LINK_LEVELS; k++) l->shape[i].level[k].n = 0;
}

static link_shape *find_link_shape(scene_links *l, int number) {
    for (int i = 1; i < l->n; i++)
        if (l->shape[i].number == number) return &l->shape[i];
    return &l->shape[0];
}

// Level of detail by the bar's diameter in the picture.
static link_level choose_level(double bar_px) {
    return bar_px > 12 ? LINK_NEAR : bar_px > 3.5 ? LINK_MIDDLE : LINK_FAR;
}

void scene_links_add(scene_links *l, const shadow *map, const dyn_snapshot_body *b, vec3 colour, double paint, vec3 eye,
                     double px_at_1m) {
    if (l->n == 0) return;
    link_shape *as = find_link_shape(l, b->number);
    double far = vec3_norm(vec3_sub(b->pose.p, eye)), one = as->one;
    link_level level = choose_level(as->bar * px_at_1m / fmax(far, 0.1));
    batch *thrown = &as->level[LINK_SHADOW];
    batch_add(&as->level[level], &b->pose, vec3_make(one, one, one), colour, paint);
    if (map && shadow_reaches(map, b->pose.p, one * (double)thrown->radius))
        batch_add(thrown, &b->pose, vec3_make(one, one, one), colour, paint);
}

void scene_links_send(scene_links *l) {
    for (int i = 0; i < l->n; i++)
        for (int k = 0; k < LINK_LEVELS; k++) batch_send(&l->shape[i].level[k]);
}

void scene_links_draw(const scene_links *l) {
    for (int i = 0; i < l->n; i++)
        for (int k = 0; k < LINK_SHADOW; k++) batch_draw(&l->shape[i].level[k]);
}
