// SPDX-License-Identifier: MIT
#include "render/scene/water.h"
#include "render/gl/shaders.h"
#include "render/scene/constants.h"
#include "render/shape/glmath.h"
#include <stdio.h>

enum { ROWS = 1023 };               // capacity of the table of heights
static const double farthest = 800; // greatest length of the table [m]

// A foam mark in GPU format.
typedef struct mark {
    float place[3], size;
    float opacity, drop;
} mark;

static void set_attribute(GLuint place, int size, size_t offset) {
    glEnableVertexAttribArray(place);
    glVertexAttribPointer(place, size, GL_FLOAT, GL_FALSE, sizeof(mark), (const void *)offset);
    glVertexAttribDivisor(place, 1);
}

static void store_box(scene_water *w, int part, const contact_mesh *m) {
    if (!m) return;
    w->lo[part] = m->lo;
    w->hi[part] = m->hi;
    w->known[part] = true;
}

// Creates the table of heights and slopes, with 48 entries to the shortest wave.
static void create_wave_table(scene_water *w, const render_def *def) {
    double shortest = INFINITY;
    for (int i = 0; i < def->water.n; i++) shortest = fmin(shortest, 2 * M_PI / def->water.wave[i].number);
    double each = shortest / 48, length = fmin(ROWS * each, farthest);
    w->way[0] = (float)def->water.way.x, w->way[1] = (float)def->water.way.y, w->way[3] = (float)(1 / length);
    w->rows = (int)(length / each + 0.5) / 3 * 3;
    glGenTextures(1, &w->heights);
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_SEA);
    glBindTexture(GL_TEXTURE_2D, w->heights);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

// Uploads the waves at time t, about the point `middle` of the world. Toward the table's ends they fade to the flat
// water beyond.
static void upload_wave_table(scene_water *w, double t, vec3 middle) {
    w->way[2] = (float)(vec3_dot(w->water.way, middle) - 0.5 / (double)w->way[3]);
    static const double edge = 0.15; // fraction at each end over which the waves fade
    float table[ROWS][2];
    int rows = w->rows;
    double step = 1 / ((double)w->way[3] * rows);
    for (int i = 0; i < rows; i++) {
        double s = (double)w->way[2] + (i + 0.5) * step, inward = fmin(i + 0.5, rows - i - 0.5) / (edge * rows);
        double keep = inward < 1 ? inward * inward * (3 - 2 * inward) : 1, height = 0, slope = 0;
        for (int k = 0; k < w->water.n; k++) {
            const dyn_wave *v = &w->water.wave[k];
            double p = v->number * s - v->frequency * t + v->phase;
            height += v->amplitude * cos(p), slope -= v->amplitude * v->number * sin(p);
        }
        table[i][0] = (float)(keep * height), table[i][1] = (float)(keep * slope);
    }
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_SEA);
    glBindTexture(GL_TEXTURE_2D, w->heights);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32F, rows, 1, 0, GL_RG, GL_FLOAT, table);
}

// Programs of one light; false, with the compiler's message, on failure.
static bool create_programs(scene_water *w, int light, const char *defines, rt_diag *d) {
    const char *vertex = w->water.n > 0 ? shader_waves_vertex : shader_water_vertex;
    char below[SCENE_CONSTANTS + sizeof SHADER_FROM_BELOW];
    snprintf(below, sizeof below, "%s" SHADER_FROM_BELOW, defines);
    w->surface[light] = gl_program_create("water", defines, shader_shared, vertex, shader_water_fragment, d);
    w->from_below[light] = !w->surface[light] ? 0
                                              : gl_program_create("water from below", below, shader_shared, vertex,
                                                                  shader_water_fragment, d);
    w->spray[light] = !w->from_below[light] ? 0
                                            : gl_program_create("spray", defines, shader_shared, shader_spray_vertex,
                                                                shader_spray_fragment, d);
    return w->spray[light] != 0;
}

rt_status scene_water_create(scene_water *w, const render_def *def, const char *const defines[2], rt_diag *d) {
    *w = (scene_water){.base = def->water,
                       .water = def->water,
                       .focus = def->focus,
                       .pipe = {def->focus, def->pipe_axis, def->pipe_length, def->pipe_bore}};
    if (def->water.n > 0) create_wave_table(w, def);
    store_box(w, 0, def->shank);
    store_box(w, 1, def->head);
    for (int light = 0; light < 2; light++)
        if (!create_programs(w, light, defines[light], d)) return RT_ERR_DEVICE;
    glGenVertexArrays(1, &w->empty);
    glGenVertexArrays(1, &w->vao);
    glBindVertexArray(w->vao);
    glGenBuffers(1, &w->marks);
    glBindBuffer(GL_ARRAY_BUFFER, w->marks);
    set_attribute(0, 4, offsetof(mark, place));
    set_attribute(1, 2, offsetof(mark, opacity));
    return RT_OK;
}

void scene_water_free(scene_water *w) {
    for (int light = 0; light < 2; light++) {
        glDeleteProgram(w->surface[light]);
        glDeleteProgram(w->from_below[light]);
        glDeleteProgram(w->spray[light]);
    }
    glDeleteVertexArrays(2, (GLuint[]){w->empty, w->vao});
    glDeleteBuffers(1, &w->marks);
    glDeleteTextures(1, &w->heights);
    *w = (scene_water){0};
}

// Lists the links of chain that a puff may come from, in the world. Returns their number.
static int list_links(const pose *ship, const dyn_snapshot_body *body, int n, foam_link out[FOAM_LINKS]) {
    int links = 0;
    for (int i = 0; i < n && links < FOAM_LINKS; i++)
        if (body[i].kind == DYN_SHOW_LINK) out[links++] = (foam_link){body[i].number, pose_point(ship, body[i].pose.p)};
    return links;
}

// Lists shank and head, in the world. Returns their number.
static int list_parts(const scene_water *w, const pose *ship, const dyn_snapshot_body *body, int n,
                      foam_body out[FOAM_PARTS]) {
    int parts = 0;
    for (int i = 0; i < n && parts < FOAM_PARTS; i++) {
        int k = body[i].kind == DYN_SHOW_SHANK ? 0 : body[i].kind == DYN_SHOW_HEAD ? 1 : -1;
        const pose *p = &body[i].pose;
        if (k < 0 || !w->known[k]) continue;
        out[parts++] = (foam_body){{mat3_matmul(&ship->r, &p->r), pose_point(ship, p->p)}, w->lo[k], w->hi[k]};
    }
    return parts;
}

void scene_water_swell(scene_water *w, double swell) {
    for (int i = 0; i < w->water.n; i++) w->water.wave[i].amplitude = (1 + swell) * w->base.wave[i].amplitude;
}

void scene_water_prepare(scene_water *w, double t, const pose *ship, const dyn_snapshot_body *body, int n, bool wash) {
    foam_body part[FOAM_PARTS];
    foam_mark seen[FOAM_MOST];
    mark sent[FOAM_MOST];
    if (w->water.n > 0) upload_wave_table(w, t, pose_point(ship, w->focus));
    foam_link link[FOAM_LINKS];
    int parts = list_parts(w, ship, body, n, part), links = list_links(ship, body, n, link);
    const foam_pipe pipe = {pose_point(ship, w->pipe.mouth), mat3_mul(&ship->r, w->pipe.axis), w->pipe.length,
                            w->pipe.bore};
    foam_update_chain(&w->foam, t, &w->water, link, links);
    foam_update(&w->foam, t, &w->water, part, parts);
    foam_update_wash(&w->foam, t, &w->water, &pipe, wash, link, links);
    w->n_marks = foam_list_marks(&w->foam, &w->water, seen);
    for (int i = 0; i < w->n_marks; i++) {
        sent[i] = (mark){.size = (float)seen[i].size, .opacity = (float)seen[i].opacity, .drop = seen[i].drop};
        glmath_vec3(seen[i].place, sent[i].place);
    }
    if (w->n_marks == 0) return;
    glBindBuffer(GL_ARRAY_BUFFER, w->marks);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)w->n_marks * sizeof *sent), sent, GL_STREAM_DRAW);
}

void scene_water_draw(const scene_water *w, bool night, bool from_below) {
    glEnable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glDepthMask(GL_FALSE);
    glUseProgram(from_below ? w->from_below[night] : w->surface[night]);
    glBindVertexArray(w->empty);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, w->water.n > 0 ? 2 * (w->rows / 3 + 2) : 4);
    if (w->n_marks > 0) {
        glUseProgram(w->spray[night]);
        glBindVertexArray(w->vao);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, w->n_marks);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}
