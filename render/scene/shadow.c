// SPDX-License-Identifier: MIT
#include "render/scene/shadow.h"
#include "render/gl/shaders.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A depth map that compares when it is sampled, and a framebuffer that draws into it.
static bool make_map(int size, GLuint *map, GLuint *framebuffer) {
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
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_SHADOW); // the last map stays bound: it is the one that is sampled
    if (!make_map(size, &s->still_map, &s->still) || !make_map(size, &s->all_map, &s->all)) {
        rt_diag_error(d, NULL, 0, 0, "no shadow map of %d x %d pixels", size, size);
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
    free(s->thrown);
    *s = (shadow){0};
}

void shadow_matrix(const shadow *s, mat4 out) {
    mat4 to_map = {{0.5f, 0, 0, 0}, {0, 0.5f, 0, 0}, {0, 0, 0.5f, 0}, {0.5f, 0.5f, 0.5f, 1}}, clip;
    glm_mat4_copy((vec4 *)s->clip, clip);
    glm_mat4_mul(to_map, clip, out);
}

// Centre of a ball on the map, and its radius there [px].
static void on_map(const shadow *s, const float p[3], double radius, float at[2], float *reach) {
    for (int k = 0; k < 2; k++)
        at[k] = 0.5f * (float)s->size *
                (1 + s->clip[0][k] * p[0] + s->clip[1][k] * p[1] + s->clip[2][k] * p[2] + s->clip[3][k]);
    *reach = (float)(0.5 * s->size * radius / s->radius);
}

bool shadow_reaches(const shadow *s, vec3 p, double radius) {
    float world[3], at[2], reach;
    glmath_vec3(p, world);
    on_map(s, world, radius, at, &reach);
    return at[0] > -reach && at[1] > -reach && at[0] < (float)s->size + reach && at[1] < (float)s->size + reach;
}

// A pixel of the map; a coordinate that is no number is the edge.
static int pixel(const shadow *s, float x) { return (int)fminf(fmaxf(x, 0), (float)s->size); }

static void add_dirty(shadow *s, const batch *b) {
    int *r = s->dirty;
    for (int i = 0; i < b->n; i++) {
        const batch_instance *at = &b->list[i];
        const float p[3] = {at->row[0][3], at->row[1][3], at->row[2][3]};
        float c[2], reach;
        on_map(s, p, (double)batch_reach(b, at), c, &reach);
        for (int k = 0; k < 2; k++) {
            int lo = pixel(s, c[k] - reach - 1), hi = pixel(s, c[k] + reach + 2);
            r[k] = lo < r[k] ? lo : r[k];
            r[2 + k] = hi > r[2 + k] ? hi : r[2 + k];
        }
    }
}

// Restores the map without moving casters.
static void restore(shadow *s) {
    const int *r = s->dirty;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, s->still);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, s->all);
    if (r[0] < r[2] && r[1] < r[3])
        glBlitFramebuffer(r[0], r[1], r[2], r[3], r[0], r[1], r[2], r[3], GL_DEPTH_BUFFER_BIT, GL_NEAREST);
    memcpy(s->dirty, (int[4]){s->size, s->size, 0, 0}, sizeof s->dirty);
}

static void draw(const shadow *s, GLuint framebuffer, const batch *const *list, int n) {
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
    draw(s, s->still, list, n);
    s->n_thrown = -1;
    memcpy(s->dirty, (int[4]){0, 0, s->size, s->size}, sizeof s->dirty);
}

// How far any point of the shape has come, at most [m].
static double moved(const batch *b, const batch_instance *from, const batch_instance *to) {
    double sum = 0;
    for (int r = 0; r < 3; r++) {
        const float *x = from->row[r], *y = to->row[r];
        double a = (double)(y[0] - x[0]), b2 = (double)(y[1] - x[1]), c = (double)(y[2] - x[2]);
        double way = fabs((double)(y[3] - x[3])) + (double)b->radius * sqrt(a * a + b2 * b2 + c * c);
        sum += way * way;
    }
    return sqrt(sum);
}

static bool as_drawn(const shadow *s, const batch *const *list, int n) {
    int k = 0;
    if (s->n_thrown < 0) return false;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < list[i]->n; j++, k++) {
            const shadow_thrown *t = &s->thrown[k];
            if (k == s->n_thrown || t->by != list[i] || !(moved(list[i], &t->at, &list[i]->list[j]) <= s->slack))
                return false;
        }
    return k == s->n_thrown;
}

// Without memory for it the shadows are drawn anew each time.
static void store_casters(shadow *s, const batch *const *list, int n) {
    int most = 0;
    for (int i = 0; i < n; i++) most += list[i]->max;
    if (most > s->most_thrown) {
        free(s->thrown);
        s->thrown = malloc((size_t)most * sizeof *s->thrown);
        s->most_thrown = s->thrown ? most : 0;
    }
    s->n_thrown = s->thrown ? 0 : -1;
    for (int i = 0; i < n && s->thrown; i++)
        for (int j = 0; j < list[i]->n; j++) s->thrown[s->n_thrown++] = (shadow_thrown){list[i], list[i]->list[j]};
}

void shadow_draw_moving(shadow *s, const batch *const *list, int n) {
    if (as_drawn(s, list, n)) return;
    restore(s);
    draw(s, s->all, list, n);
    for (int i = 0; i < n; i++) add_dirty(s, list[i]);
    store_casters(s, list, n);
}
