// SPDX-License-Identifier: MIT
#include "render/scene_water.h"
#include "render/glmath.h"
#include "render/shaders.h"

// A mark as the GPU gets it.
typedef struct mark {
    float place[3], size;
    float opacity, drop;
} mark;

static void attribute(GLuint place, int size, size_t offset) {
    glEnableVertexAttribArray(place);
    glVertexAttribPointer(place, size, GL_FLOAT, GL_FALSE, sizeof(mark), (const void *)offset);
    glVertexAttribDivisor(place, 1);
}

static void know_box(scene_water *w, int part, const contact_mesh *m) {
    if (!m) return;
    w->lo[part] = m->lo;
    w->hi[part] = m->hi;
    w->known[part] = true;
}

rt_status scene_water_create(scene_water *w, const render_def *def, rt_diag *d) {
    *w = (scene_water){.level = def->water_level};
    know_box(w, 0, def->shank);
    know_box(w, 1, def->head);
    w->surface = gl_program_create("water", shader_shared, shader_water_vertex, shader_water_fragment, d);
    w->spray =
        w->surface ? gl_program_create("spray", shader_shared, shader_spray_vertex, shader_spray_fragment, d) : 0;
    if (!w->spray) return RT_ERR_DEVICE;
    glGenVertexArrays(1, &w->empty);
    glGenVertexArrays(1, &w->vao);
    glBindVertexArray(w->vao);
    glGenBuffers(1, &w->marks);
    glBindBuffer(GL_ARRAY_BUFFER, w->marks);
    attribute(0, 4, offsetof(mark, place));
    attribute(1, 2, offsetof(mark, opacity));
    return RT_OK;
}

void scene_water_free(scene_water *w) {
    glDeleteProgram(w->surface);
    glDeleteProgram(w->spray);
    glDeleteVertexArrays(2, (GLuint[]){w->empty, w->vao});
    glDeleteBuffers(1, &w->marks);
    *w = (scene_water){0};
}

void scene_water_prepare(scene_water *w, double t, const dyn_snapshot_body *body, int n) {
    foam_body part[FOAM_PARTS];
    foam_mark seen[FOAM_MOST];
    mark sent[FOAM_MOST];
    int parts = 0;
    for (int i = 0; i < n && parts < FOAM_PARTS; i++) {
        int k = body[i].kind == DYN_SHOW_SHANK ? 0 : body[i].kind == DYN_SHOW_HEAD ? 1 : -1;
        if (k >= 0 && w->known[k]) part[parts++] = (foam_body){body[i].pose, w->lo[k], w->hi[k]};
    }
    foam_update(&w->foam, t, w->level, part, parts);
    w->n_marks = foam_marks(&w->foam, w->level, seen);
    for (int i = 0; i < w->n_marks; i++) {
        sent[i] = (mark){.size = (float)seen[i].size, .opacity = (float)seen[i].opacity, .drop = seen[i].drop};
        glmath_vec3(seen[i].place, sent[i].place);
    }
    if (w->n_marks == 0) return;
    glBindBuffer(GL_ARRAY_BUFFER, w->marks);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)w->n_marks * sizeof *sent), sent, GL_STREAM_DRAW);
}

void scene_water_draw(const scene_water *w) {
    glEnable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glDepthMask(GL_FALSE);
    glUseProgram(w->surface);
    glBindVertexArray(w->empty);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    if (w->n_marks > 0) {
        glUseProgram(w->spray);
        glBindVertexArray(w->vao);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, w->n_marks);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}
