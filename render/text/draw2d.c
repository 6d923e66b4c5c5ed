// SPDX-License-Identifier: MIT
#include "render/gl/program.h"
#include "render/gl/shaders.h"
#include "render/text/draw2d_quad.h"
#include "rt/base/hash.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Refills the texture if the picture's scale needs other cells.
static bool upload_atlas(draw2d *g) {
    if (memcmp(g->cells, g->drawn, sizeof g->cells) == 0) return true;
    uint8_t *atlas = draw2d_make_atlas(g);
    if (!atlas) return false;
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_FONT);
    glBindTexture(GL_TEXTURE_2D, g->atlas);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, g->atlas_width, g->atlas_height, 0, GL_RED, GL_UNSIGNED_BYTE, atlas);
    // text is drawn pixel for pixel
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    free(atlas);
    memcpy(g->drawn, g->cells, sizeof g->drawn);
    return true;
}

static void set_attribute(GLuint place, int size, GLenum type, size_t offset) {
    glEnableVertexAttribArray(place);
    glVertexAttribPointer(place, size, type, type == GL_UNSIGNED_BYTE, sizeof(draw2d_vertex), (const void *)offset);
}

rt_status draw2d_create(draw2d *g, rt_diag *d) {
    *g = (draw2d){.vertex = malloc(DRAW2D_VERTICES * sizeof *g->vertex)};
    if (!g->vertex) {
        rt_diag_error(d, NULL, 0, 0, "no memory for the instruments");
        return RT_ERR_MEMORY;
    }
    g->program = gl_program_create("flat", "", "", shader_flat_vertex, shader_flat_fragment, d);
    if (!g->program) return RT_ERR_DEVICE;
    g->size = glGetUniformLocation(g->program, "size");
    g->up = glGetUniformLocation(g->program, "up");
    glGenTextures(1, &g->atlas);
    glGenVertexArrays(1, &g->vao);
    glBindVertexArray(g->vao);
    glGenBuffers(1, &g->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, g->buffer);
    set_attribute(0, 2, GL_FLOAT, offsetof(draw2d_vertex, x));
    set_attribute(1, 2, GL_FLOAT, offsetof(draw2d_vertex, u));
    set_attribute(2, 4, GL_UNSIGNED_BYTE, offsetof(draw2d_vertex, rgba));
    return RT_OK;
}

void draw2d_free(draw2d *g) {
    glDeleteProgram(g->program);
    glDeleteTextures(1, &g->atlas);
    glDeleteVertexArrays(1, &g->vao);
    glDeleteBuffers(1, &g->buffer);
    free(g->vertex);
    *g = (draw2d){0};
}

void draw2d_begin(draw2d *g, int width, int height) {
    // In a narrow picture the instruments shrink instead of being cut off, down to the least readable size.
    float px = fminf((float)height / 720, (float)width / 1180);
    g->px = fmaxf(px, DRAW2D_LEAST_PX);
    g->width = (float)width / g->px;
    g->height = (float)height / g->px;
    g->n = g->n_backdrops = 0;
    for (int k = 0; k < FONT_SIZES; k++) g->cells[k] = font_choose(k, g->px);
    draw2d_place_fonts(g);
}

bool draw2d_box(const draw2d *g, float x, float y, float width, float height, int box[4]) {
    box[0] = (int)lroundf(x * g->px);
    box[1] = (int)lroundf((g->height - y - height) * g->px);
    box[2] = (int)lroundf((x + width) * g->px) - box[0];
    box[3] = (int)lroundf((g->height - y) * g->px) - box[1];
    return box[2] > 0 && box[3] > 0;
}

static void unpack_colour(const draw2d_area *a, float colour[3]) {
    for (int k = 0; k < 3; k++) colour[k] = (float)(a->colour >> (24 - 8 * k) & 255) / 255;
}

static void clear_backdrops(const draw2d *g) {
    glEnable(GL_SCISSOR_TEST);
    for (int k = 0; k < g->n_backdrops; k++) {
        const draw2d_area *a = &g->backdrop[k];
        int box[4];
        float colour[3];
        if (!draw2d_box(g, a->x, a->y, a->width, a->height, box)) continue;
        unpack_colour(a, colour);
        glScissor(box[0], box[1], box[2], box[3]);
        glClearColor(colour[0], colour[1], colour[2], 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
}

// Draws vertices `first` to `end` (exclusive). up = -1 draws upside down.
static void draw_vertices(draw2d *g, int first, int end, float up) {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glUseProgram(g->program);
    glUniform2f(g->size, g->width, g->height);
    glUniform1f(g->up, up);
    glBindVertexArray(g->vao);
    glBindBuffer(GL_ARRAY_BUFFER, g->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)(end - first) * sizeof *g->vertex), &g->vertex[first],
                 GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, end - first);
    glDisable(GL_BLEND);
}

void draw2d_flush(draw2d *g) {
    clear_backdrops(g);
    if (!upload_atlas(g)) g->dropped += g->n;
    draw_vertices(g, 0, g->n, 1);
    g->n = g->n_backdrops = 0;
}

// Hash of backdrop k and everything drawn on it.
static uint64_t hash_backdrop(const draw2d *g, int k, int end) {
    const draw2d_area *a = &g->backdrop[k];
    uint64_t hash = rt_hash(a->colour, g->cells, sizeof g->cells);
    return rt_hash(hash, &g->vertex[a->first], (size_t)(end - a->first) * sizeof *g->vertex);
}

void draw2d_flush_backed(draw2d *g, backing *b, GLuint to) {
    int areas = 0, loose = g->n_backdrops > 0 ? g->backdrop[0].first : g->n;
    if (!upload_atlas(g)) g->dropped += g->n;
    if (loose > 0) draw_vertices(g, 0, loose, 1);
    for (int k = 0; k < g->n_backdrops; k++) {
        const draw2d_area *a = &g->backdrop[k];
        int end = k + 1 < g->n_backdrops ? g->backdrop[k + 1].first : g->n, box[4];
        float colour[3];
        unpack_colour(a, colour);
        if (!draw2d_box(g, a->x, a->y, a->width, a->height, box)) continue;
        if (!backing_is_current(b, areas++, box, hash_backdrop(g, k, end), colour)) draw_vertices(g, a->first, end, -1);
    }
    backing_copy(b, areas, to);
    g->n = g->n_backdrops = 0;
}

void draw2d_quad(draw2d *g, const float p[4][2], const float t[4][2], uint32_t colour) {
    static const int order[6] = {0, 1, 2, 0, 2, 3};
    if (g->n + 6 > DRAW2D_VERTICES) {
        g->dropped += 6;
        return;
    }
    for (int i = 0; i < 6; i++) {
        int k = order[i];
        g->vertex[g->n++] = (draw2d_vertex){
            p[k][0],
            p[k][1],
            t[k][0] / (float)g->atlas_width,
            t[k][1] / (float)g->atlas_height,
            {(uint8_t)(colour >> 24), (uint8_t)(colour >> 16), (uint8_t)(colour >> 8), (uint8_t)colour}};
    }
}

static void add_plain_quad(draw2d *g, const float p[4][2], uint32_t colour) {
    static const float nowhere[4][2] = {{0}};
    draw2d_quad(g, p, nowhere, colour);
}

void draw2d_backdrop(draw2d *g, float x, float y, float width, float height, uint32_t colour) {
    if (g->n_backdrops == DRAW2D_BACKDROPS) {
        g->dropped += 6;
        return;
    }
    g->backdrop[g->n_backdrops++] = (draw2d_area){x, y, width, height, colour, g->n};
}

void draw2d_rect(draw2d *g, float x, float y, float width, float height, uint32_t colour) {
    const float p[4][2] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    add_plain_quad(g, p, colour);
}

void draw2d_frame(draw2d *g, float x, float y, float width, float height, float thick, uint32_t colour) {
    draw2d_rect(g, x, y, width, thick, colour);
    draw2d_rect(g, x, y + height - thick, width, thick, colour);
    draw2d_rect(g, x, y + thick, thick, height - 2 * thick, colour);
    draw2d_rect(g, x + width - thick, y + thick, thick, height - 2 * thick, colour);
}

void draw2d_line(draw2d *g, float x0, float y0, float x1, float y1, float thick, uint32_t colour) {
    float dx = x1 - x0, dy = y1 - y0, l = sqrtf(dx * dx + dy * dy);
    if (l <= 0) return;
    float u = -dy / l * thick / 2, v = dx / l * thick / 2;
    const float p[4][2] = {{x0 + u, y0 + v}, {x1 + u, y1 + v}, {x1 - u, y1 - v}, {x0 - u, y0 - v}};
    add_plain_quad(g, p, colour);
}

void draw2d_arc(draw2d *g, float x, float y, float inner, float outer, float from, float to, uint32_t colour) {
    int n = 1 + (int)(fabsf(to - from) / 0.06f);
    for (int i = 0; i < n; i++) {
        float a = from + (to - from) * (float)i / (float)n, b = from + (to - from) * (float)(i + 1) / (float)n;
        const float p[4][2] = {{x + inner * sinf(a), y - inner * cosf(a)},
                               {x + outer * sinf(a), y - outer * cosf(a)},
                               {x + outer * sinf(b), y - outer * cosf(b)},
                               {x + inner * sinf(b), y - inner * cosf(b)}};
        add_plain_quad(g, p, colour);
    }
}
