// SPDX-License-Identifier: MIT
#include "render/scene/mechanism.h"
#include <stdlib.h>
#include <string.h>

static const double crease = 0.6; // edges sharper than this stay sharp [rad]
static const vec3 dark_tile = {0.20, 0.21, 0.22}, light_tile = {0.40, 0.41, 0.42};

static bool upload_shape(batch *b, bool made, shape *s, int max, bool closed) {
    bool ok = made && batch_create(b, s, max);
    b->closed = closed;
    shape_free(s);
    return ok;
}

// Number of parts of this solid, or with this mesh.
static int count_solids(const render_mechanism *m, render_solid solid, const contact_mesh *mesh) {
    int n = 0;
    for (int i = 0; i < m->n_parts; i++) n += m->part[i].solid == solid && (!mesh || m->part[i].mesh == mesh);
    for (int i = 0; i < m->n_between; i++) n += m->between[i].solid == solid;
    return n;
}

static bool make_solids(scene_mechanism *s, const render_mechanism *m) {
    shape made = {0};
    int floors = count_solids(m, RENDER_FLOOR, NULL);
    return upload_shape(&s->solid[RENDER_BALL], shape_ball(24, &made), &made, count_solids(m, RENDER_BALL, NULL) + 1,
                        true) &&
           upload_shape(&s->solid[RENDER_ROD], shape_rod(20, &made), &made, count_solids(m, RENDER_ROD, NULL) + 1,
                        true) &&
           upload_shape(&s->solid[RENDER_COIL], shape_coil(9, 6, &made), &made, count_solids(m, RENDER_COIL, NULL) + 1,
                        false) &&
           upload_shape(&s->solid[RENDER_FLOOR], shape_tile(&made), &made,
                        floors * RENDER_FLOOR_TILES * RENDER_FLOOR_TILES + 1, false);
}

static bool make_mesh(scene_mechanism *s, const render_mechanism *m, int part) {
    const contact_mesh *mesh = m->part[part].mesh;
    for (int i = 0; i < part; i++)
        if (m->part[i].mesh == mesh) {
            s->mesh_of[part] = s->mesh_of[i];
            return true;
        }
    shape made = {0};
    s->mesh_of[part] = s->n_meshes++;
    return upload_shape(&s->mesh[s->mesh_of[part]], shape_from_mesh(mesh, crease, 0, &made), &made,
                        count_solids(m, RENDER_MESH, mesh), mesh->closed);
}

bool scene_mechanism_make(scene_mechanism *s, const render_mechanism *m) {
    *s = (scene_mechanism){.frame = mechanism_frame_of(m), .n_parts = m->n_parts, .n_between = m->n_between};
    s->part = calloc((size_t)m->n_parts + 1, sizeof *s->part);
    s->mesh_of = calloc((size_t)m->n_parts + 1, sizeof *s->mesh_of);
    s->mesh = calloc((size_t)m->n_parts + 1, sizeof *s->mesh);
    s->between = calloc((size_t)m->n_between + 1, sizeof *s->between);
    if (!s->part || !s->mesh_of || !s->mesh || !s->between) return false;
    if (m->n_parts > 0) memcpy(s->part, m->part, (size_t)m->n_parts * sizeof *s->part);
    if (m->n_between > 0) memcpy(s->between, m->between, (size_t)m->n_between * sizeof *s->between);
    bool ok = make_solids(s, m);
    for (int i = 0; i < m->n_parts; i++) s->mesh_of[i] = -1;
    for (int i = 0; ok && i < m->n_parts; i++)
        if (m->part[i].solid == RENDER_MESH) ok = make_mesh(s, m, i);
    for (int i = 0; i < m->n_parts; i++) s->part[i].mesh = NULL;
    return ok;
}

void scene_mechanism_free(scene_mechanism *s) {
    for (int i = 0; i < RENDER_MESH; i++) batch_free(&s->solid[i]);
    for (int i = 0; i < s->n_meshes; i++) batch_free(&s->mesh[i]);
    free(s->part);
    free(s->mesh_of);
    free(s->mesh);
    free(s->between);
    *s = (scene_mechanism){0};
}

// Finds a body. Bodies and points are ordered by number, so the guess is usually right.
static const dyn_snapshot_body *find_body(const dyn_snapshot_body *body, int n, int guess, int kind, int number) {
    if (guess < n && body[guess].kind == kind && body[guess].number == number) return &body[guess];
    for (int i = 0; i < n; i++)
        if (body[i].kind == kind && body[i].number == number) return &body[i];
    return NULL;
}

// Adds chequered tiles from corner to corner.
static void list_floor(batch *b, const pose *at, vec3 half) {
    double dx = 2 * half.x / RENDER_FLOOR_TILES, dy = 2 * half.y / RENDER_FLOOR_TILES;
    for (int i = 0; i < RENDER_FLOOR_TILES; i++)
        for (int k = 0; k < RENDER_FLOOR_TILES; k++) {
            pose tile = {at->r, pose_point(at, vec3_make(i * dx - half.x, k * dy - half.y, 0))};
            batch_add(b, &tile, vec3_make(dx, dy, 1), (i + k) % 2 ? dark_tile : light_tile, BATCH_STEEL);
        }
}

static void list_part(scene_mechanism *s, int i, const dyn_snapshot_body *body, int n, int points) {
    const render_part *p = &s->part[i];
    const double scale = s->frame.scale;
    pose at;
    if (p->number == RENDER_GROUND) {
        at = mechanism_frame_pose(&s->frame, &p->place);
    } else {
        int guess = p->number + (p->kind == DYN_SHOW_POINT ? points : 0);
        const dyn_snapshot_body *carrier = find_body(body, n, guess, p->kind, p->number);
        if (!carrier) return;
        at.r = mat3_matmul(&carrier->pose.r, &p->place.r);
        at.p = pose_point(&carrier->pose, vec3_scale(scale, p->place.p));
    }
    if (p->solid == RENDER_FLOOR)
        list_floor(&s->solid[RENDER_FLOOR], &at, vec3_scale(scale, p->size));
    else if (p->solid == RENDER_MESH)
        batch_add(&s->mesh[s->mesh_of[i]], &at, vec3_make(scale, scale, scale), p->colour, BATCH_STEEL);
    else
        batch_add(&s->solid[p->solid], &at, vec3_scale(scale, p->size), p->colour, BATCH_STEEL);
}

static void list_between(scene_mechanism *s, const render_between *b, const dyn_snapshot_body *body, int n,
                         int points) {
    const dyn_snapshot_body *from = find_body(body, n, points + b->point[0], DYN_SHOW_POINT, b->point[0]);
    const dyn_snapshot_body *to = find_body(body, n, points + b->point[1], DYN_SHOW_POINT, b->point[1]);
    if (!from || !to) return;
    vec3 along = vec3_sub(to->pose.p, from->pose.p);
    double length = vec3_norm(along), radius = s->frame.scale * b->radius;
    if (length <= 0) return;
    vec3 z = vec3_scale(1 / length, along), x = vec3_any_normal(z);
    pose at = {mat3_columns(x, vec3_cross(z, x), z), from->pose.p};
    batch_add(&s->solid[b->solid], &at, vec3_make(radius, radius, length), b->colour, BATCH_STEEL);
}

void scene_mechanism_list(scene_mechanism *s, const dyn_snapshot_body *body, int n) {
    int points = 0;
    while (points < n && body[points].kind != DYN_SHOW_POINT) points++;
    for (int i = 0; i < RENDER_MESH; i++) s->solid[i].n = 0;
    for (int i = 0; i < s->n_meshes; i++) s->mesh[i].n = 0;
    for (int i = 0; i < s->n_parts; i++) list_part(s, i, body, n, points);
    for (int i = 0; i < s->n_between; i++) list_between(s, &s->between[i], body, n, points);
    for (int i = 0; i < RENDER_MESH; i++) batch_send(&s->solid[i]);
    for (int i = 0; i < s->n_meshes; i++) batch_send(&s->mesh[i]);
}

int scene_mechanism_shadows(const scene_mechanism *s, const batch **list, int most) {
    int n = 0;
    for (int i = 0; i < RENDER_FLOOR && n < most; i++) list[n++] = &s->solid[i];
    for (int i = 0; i < s->n_meshes && n < most; i++) list[n++] = &s->mesh[i];
    return n;
}

void scene_mechanism_draw(const scene_mechanism *s) {
    for (int i = 0; i < RENDER_MESH; i++) batch_draw(&s->solid[i]);
    for (int i = 0; i < s->n_meshes; i++) batch_draw(&s->mesh[i]);
}
