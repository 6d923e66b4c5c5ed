// SPDX-License-Identifier: MIT
// Draws an anchor's meshes into a small picture: parallel projection, depth buffer, one light.
#include "rt/picture/gallery.h"
#include "contact/prepare/load.h"
#include <math.h>
#include <stdlib.h>

enum { FINE = 3, WIDE = FINE * GALLERY_SIZE }; // samples a pixel and side
#define EDGE 0.06                              // share of the picture that stays free
#define OPEN 0.5                               // hinge angle drawn [rad]

typedef struct sheet {
    float depth[WIDE][WIDE], light[WIDE][WIDE]; // light 0: nothing
    vec3 u, v, eye, sun;
    double scale, x0, y0; // [samples per metre], of the lower left corner [m]
} sheet;

typedef struct box {
    double lo[2], hi[2];
} box;

static void grow(box *b, const sheet *s, vec3 x) {
    const double at[2] = {vec3_dot(x, s->u), vec3_dot(x, s->v)};
    for (int i = 0; i < 2; i++) b->lo[i] = fmin(b->lo[i], at[i]), b->hi[i] = fmax(b->hi[i], at[i]);
}

static double cross2(const double a[2], const double b[2], double x, double y) {
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static void fill_triangle(sheet *s, const vec3 x[3], double light) {
    double p[3][2], depth[3];
    double lo[2] = {WIDE, WIDE}, hi[2] = {0, 0};
    for (int k = 0; k < 3; k++) {
        p[k][0] = s->scale * (vec3_dot(x[k], s->u) - s->x0), p[k][1] = s->scale * (vec3_dot(x[k], s->v) - s->y0);
        depth[k] = vec3_dot(x[k], s->eye);
        for (int i = 0; i < 2; i++) lo[i] = fmin(lo[i], p[k][i]), hi[i] = fmax(hi[i], p[k][i]);
    }
    double twice = cross2(p[0], p[1], p[2][0], p[2][1]);
    if (!(fabs(twice) > 1e-9)) return;
    for (int row = (int)fmax(0, lo[1]); row < WIDE && row <= hi[1]; row++)
        for (int column = (int)fmax(0, lo[0]); column < WIDE && column <= hi[0]; column++) {
            double a = cross2(p[1], p[2], column + 0.5, row + 0.5) / twice,
                   b = cross2(p[2], p[0], column + 0.5, row + 0.5) / twice, c = 1 - a - b;
            float z = (float)(a * depth[0] + b * depth[1] + c * depth[2]);
            if (a < 0 || b < 0 || c < 0 || z <= s->depth[row][column]) continue;
            s->depth[row][column] = z;
            s->light[row][column] = (float)light;
        }
}

static void draw_mesh(sheet *s, const contact_mesh *m, const mat3 *turn) {
    for (int k = 0; k < m->nt; k++) {
        vec3 x[3], n = mat3_mul(turn, m->normal[k]);
        if (vec3_dot(n, s->eye) <= 0) continue;
        for (int i = 0; i < 3; i++) x[i] = mat3_mul(turn, m->vertex[m->tri[k].v[i]]);
        fill_triangle(s, x, 0.25 + 0.75 * fmax(0, vec3_dot(n, s->sun)));
    }
}

static void fit(sheet *s, const contact_mesh *shank, const contact_mesh *head, const mat3 *turn) {
    box b = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int k = 0; k < shank->nv; k++) grow(&b, s, shank->vertex[k]);
    for (int k = 0; k < head->nv; k++) grow(&b, s, mat3_mul(turn, head->vertex[k]));
    double size = fmax(b.hi[0] - b.lo[0], b.hi[1] - b.lo[1]) / (1 - 2 * EDGE);
    s->scale = WIDE / size;
    s->x0 = 0.5 * (b.lo[0] + b.hi[0] - size), s->y0 = 0.5 * (b.lo[1] + b.hi[1] - size);
}

// Averages the samples of each pixel; what is covered in part is transparent in part.
static void write_pixels(const sheet *s, uint8_t rgba[GALLERY_SIZE][GALLERY_SIZE][4]) {
    static const double steel[3] = {176, 190, 204};
    for (int row = 0; row < GALLERY_SIZE; row++)
        for (int column = 0; column < GALLERY_SIZE; column++) {
            double light = 0, covered = 0;
            for (int k = 0; k < FINE * FINE; k++) {
                double at = (double)s->light[WIDE - 1 - (FINE * row + k / FINE)][FINE * column + k % FINE];
                light += at, covered += at > 0;
            }
            uint8_t *pixel = rgba[row][column];
            for (int i = 0; i < 3; i++) pixel[i] = (uint8_t)(covered > 0 ? steel[i] * light / covered : 0);
            pixel[3] = (uint8_t)(255 * covered / (FINE * FINE));
        }
}

rt_status gallery_draw(int type, uint8_t rgba[GALLERY_SIZE][GALLERY_SIZE][4], rt_diag *d) {
    const scenario_anchor_type *t = scenario_anchor_type_of(type);
    char path[2][RT_CONFIG_TEXT];
    contact_mesh shank = {0}, head = {0};
    const contact_mesh_options o = {.scale = 1};
    sheet *s = calloc(1, sizeof *s);
    if (!s) {
        rt_diag_error(d, NULL, 0, 0, "no memory for the picture of an anchor");
        return RT_ERR_MEMORY;
    }
    snprintf(path[0], sizeof path[0], "%s/%s.ply", scenario_models_folder(), t->shank);
    snprintf(path[1], sizeof path[1], "%s/%s.ply", scenario_models_folder(), t->head);
    rt_status status = contact_mesh_load(path[0], &o, &shank, NULL, d);
    if (status == RT_OK) status = contact_mesh_load(path[1], &o, &head, NULL, d);
    if (status == RT_OK) {
        s->eye = vec3_unit(vec3_make(0.55, 0.75, 0.3));
        s->u = vec3_unit(vec3_cross(vec3_make(0, 0, 1), s->eye));
        s->v = vec3_cross(s->eye, s->u);
        s->sun = vec3_unit(vec3_make(0.2, 0.8, 0.7));
        for (int k = 0; k < WIDE * WIDE; k++) s->depth[k / WIDE][k % WIDE] = -INFINITY;
        mat3 straight = mat3_rotation(vec3_make(1, 0, 0), 0), turn = mat3_rotation(vec3_make(1, 0, 0), -OPEN);
        fit(s, &shank, &head, &turn);
        draw_mesh(s, &shank, &straight);
        draw_mesh(s, &head, &turn);
        write_pixels(s, rgba);
    }
    contact_mesh_free(&shank);
    contact_mesh_free(&head);
    free(s);
    return status;
}
