// SPDX-License-Identifier: MIT
#include "render/scene/shadow.h"
#include "render/gl/shaders.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Creates a depth map with comparison on sampling, and a framebuffer for it.
static bool create_map(int size, GLuint *map, GLuint *framebuffer) {
    glGenTextures(1, map);
    glBindTexture(GL_TEXTURE_2D, *map);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glGenFramebuffers(1, framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, *framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, *map, 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

rt_status shadow_create(shadow *s, vec3 centre, double radius, int size, double slack, vec3 sun, rt_diag *d) {
    *s = (shadow){.radius = radius,
                  .size = size,
                  .slack = 2 * radius * slack / size,
                  .program =
                      gl_program_create("shadow", "", shader_frame, shader_solid_vertex, shader_depth_fragment, d)};
    if (!s->program) return RT_ERR_DEVICE;
    s->clip_from_world = glGetUniformLocation(s->program, "clip_from_world");
    s->cut = glGetUniformLocation(s->program, "cut");
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_SHADOW); // the map bound last stays bound: shaders sample it
    if (!create_map(size, &s->still_map, &s->still) || !create_map(size, &s->all_map, &s->all)) {
        rt_diag_error(d, NULL, 0, 0, "cannot create a shadow map of %d x %d pixels", size, size);
        return RT_ERR_DEVICE;
    }
    float from[3], to[3], up[3] = {1, 0, 0}, r = (float)radius;
    glmath_vec3(vec3_madd(centre, 2 * radius, sun), from);
    glmath_vec3(centre, to);
    mat4 view, projection;
    glm_lookat(from, to, up, view);
    glm_ortho(-r, r, -r, r, 0.5f * r, 3.5f * r, projection);
    glm_mat4_mul(projection, view, s->clip);
    return RT_OK;
}

void shadow_free(shadow *s) {
    glDeleteProgram(s->program);
    glDeleteFramebuffers(2, (GLuint[]){s->still, s->all});
    glDeleteTextures(2, (GLuint[]){s->still_map, s->all_map});
    free(s->caster);
    *s = (shadow){0};
}

void shadow_matrix(const shadow *s, mat4 out) {
    mat4 to_map = {{0.5f, 0, 0, 0}, {0, 0.5f, 0, 0}, {0, 0, 0.5f, 0}, {0.5f, 0.5f, 0.5f, 1}}, clip;
    glm_mat4_copy((vec4 *)s->clip, clip);
    glm_mat4_mul(to_map, clip, out);
}

// Projects a ball onto the map: centre and radius [px].
static void project_ball(const shadow *s, const float p[3], double radius, float at[2], float *reach) {
    for (int k = 0; k < 2; k++)
        at[k] = 0.5f * (float)s->size *
                (1 + s->clip[0][k] * p[0] + s->clip[1][k] * p[1] + s->clip[2][k] * p[2] + s->clip[3][k]);
    *reach = (float)(0.5 * s->size * radius / s->radius);
}

bool shadow_reaches(const shadow *s, vec3 p, double radius) {
    float world[3], at[2], reach;
    glmath_vec3(p, world);
    project_ball(s, world, radius, at, &reach);
    return at[0] > -reach && at[1] > -reach && at[0] < (float)s->size + reach && at[1] < (float)s->size + reach;
}

// Pixel of the map, clamped. NaN gives an edge.
static int clamp_to_map(const shadow *s, float x) { return (int)fminf(fmaxf(x, 0), (float)s->size); }

static void add_dirty(shadow *s, const batch *b) {
    int *r = s->dirty;
    for (int i = 0; i < b->n; i++) {
        const batch_instance *at = &b->list[i];
        const float p[3] = {at->row[0][3], at->row[1][3], at->row[2][3]};
        float c[2], reach;
        project_ball(s, p, (double)batch_reach(b, at), c, &reach);
        for (int k = 0; k < 2; k++) {
            int lo = clamp_to_map(s, c[k] - reach - 1), hi = clamp_to_map(s, c[k] + reach + 2);
            r[k] = lo < r[k] ? lo : r[k];
            r[2 + k] = hi > r[2 + k] ? hi : r[2 + k];
        }
    }
}

// Restores the static map in the dirty area.
static void restore_static_map(shadow *s) {
    const int *r = s->dirty;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, s->still);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, s->all);
    if (r[0] < r[2] && r[1] < r[3])
        glBlitFramebuffer(r[0], r[1], r[2], r[3], r[0], r[1], r[2], r[3], GL_DEPTH_BUFFER_BIT, GL_NEAREST);
    memcpy(s->dirty, (int[4]){s->size, s->size, 0, 0}, sizeof s->dirty);
}

static void draw_casters(const shadow *s, GLuint framebuffer, const batch *const *list, int n) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, s->size, s->size);
    glUseProgram(s->program);
    glUniformMatrix4fv(s->clip_from_world, 1, GL_FALSE, (const float *)s->clip);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2, 4);
    for (int i = 0; i < n; i++) batch_draw(list[i]);
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void shadow_draw_still(shadow *s, const batch *const *list, int n) {
    glBindFramebuffer(GL_FRAMEBUFFER, s->still);
    glClear(GL_DEPTH_BUFFER_BIT);
    draw_casters(s, s->still, list, n);
    s->n_casters = -1;
    memcpy(s->dirty, (int[4]){0, 0, s->size, s->size}, sizeof s->dirty);
}

// Upper bound of the movement of any point of the shape [m].
static double bound_movement(const batch *b, const batch_instance *from, const batch_instance *to) {
    double sum = 0;
    for (int r = 0; r < 3; r++) {
        const float *x = from->row[r], *y = to->row[r];
        double a = (double)(y[0] - x[0]), b2 = (double)(y[1] - x[1]), c = (double)(y[2] - x[2]);
        double way = fabs((double)(y[3] - x[3])) + (double)b->radius * sqrt(a * a + b2 * b2 + c * c);
        sum += way * way;
    }
    return sqrt(sum);
}

static bool casters_unmoved(const shadow *s, const batch *const *list, int n) {
    int k = 0;
    if (s->n_casters < 0) return false;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < list[i]->n; j++, k++) {
            const shadow_caster *t = &s->caster[k];
            if (k == s->n_casters || t->by != list[i] ||
                !(bound_movement(list[i], &t->at, &list[i]->list[j]) <= s->slack))
                return false;
        }
    return k == s->n_casters;
}

// Stores the casters as drawn. When out of memory, shadows are redrawn with every picture.
static void store_casters(shadow *s, const batch *const *list, int n) {
    int most = 0;
    for (int i = 0; i < n; i++) most += list[i]->max;
    if (most > s->casters_max) {
        free(s->caster);
        s->caster = malloc((size_t)most * sizeof *s->caster);
        s->casters_max = s->caster ? most : 0;
    }
    s->n_casters = s->caster ? 0 : -1;
    for (int i = 0; i < n && s->caster; i++)
        for (int j = 0; j < list[i]->n; j++) s->caster[s->n_casters++] = (shadow_caster){list[i], list[i]->list[j]};
}

void shadow_draw_moving(shadow *s, const batch *const *list, int n) {
    if (casters_unmoved(s, list, n)) return;
    restore_static_map(s);
    draw_casters(s, s->all, list, n);
    for (int i = 0; i < n; i++) add_dirty(s, list[i]);
    store_casters(s, list, n);
}
