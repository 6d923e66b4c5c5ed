// SPDX-License-Identifier: MIT
#include "render/draw2d_quad.h"
#include "render/gl_program.h"
#include "render/shaders.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = (FONT_GLYPHS + DRAW2D_COLUMNS - 1) / DRAW2D_COLUMNS };

// The three sizes below each other; the last line is full, for what is not text.
static bool make_atlas(draw2d *g) {
    uint8_t *atlas = calloc(DRAW2D_ATLAS_WIDTH, DRAW2D_ATLAS_HEIGHT);
    int top = DRAW2D_GAP;
    if (!atlas) return false;
    for (int k = 0; k < FONT_SIZES; k++) {
        const font_cells *c = &font_size[k];
        for (int i = 0; i < FONT_GLYPHS; i++)
            font_unpack(c->runs[i], c->width,
                        atlas + (top + i / DRAW2D_COLUMNS * (c->height + DRAW2D_GAP)) * DRAW2D_ATLAS_WIDTH +
                            i % DRAW2D_COLUMNS * (c->width + DRAW2D_GAP),
                        DRAW2D_ATLAS_WIDTH);
        g->row[k] = (float)top / DRAW2D_ATLAS_HEIGHT;
        top += ROWS * (c->height + DRAW2D_GAP);
    }
    memset(atlas + (DRAW2D_ATLAS_HEIGHT - 4) * DRAW2D_ATLAS_WIDTH, 255, 4 * DRAW2D_ATLAS_WIDTH);
    glGenTextures(1, &g->atlas);
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_FONT);
    glBindTexture(GL_TEXTURE_2D, g->atlas);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, DRAW2D_ATLAS_WIDTH, DRAW2D_ATLAS_HEIGHT, 0, GL_RED, GL_UNSIGNED_BYTE, atlas);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    free(atlas);
    return true;
}

static void attribute(GLuint place, int size, GLenum type, size_t offset) {
    glEnableVertexAttribArray(place);
    glVertexAttribPointer(place, size, type, type == GL_UNSIGNED_BYTE, sizeof(draw2d_vertex), (const void *)offset);
}

rt_status draw2d_create(draw2d *g, rt_diag *d) {
    *g = (draw2d){.vertex = malloc(DRAW2D_VERTICES * sizeof *g->vertex)};
    if (!g->vertex || !make_atlas(g)) {
        rt_diag_error(d, NULL, 0, 0, "no memory for the instruments");
        return RT_ERR_MEMORY;
    }
    g->program = gl_program_create("flat", "", shader_flat_vertex, shader_flat_fragment, d);
    if (!g->program) return RT_ERR_DEVICE;
    g->size = glGetUniformLocation(g->program, "size");
    glGenVertexArrays(1, &g->vao);
    glBindVertexArray(g->vao);
    glGenBuffers(1, &g->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, g->buffer);
    attribute(0, 2, GL_FLOAT, offsetof(draw2d_vertex, x));
    attribute(1, 2, GL_FLOAT, offsetof(draw2d_vertex, u));
    attribute(2, 4, GL_UNSIGNED_BYTE, offsetof(draw2d_vertex, rgba));
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
    // a narrow picture makes the instruments smaller rather than cut
    float points = fminf((float)height / 720, (float)width / 1180);
    g->px = points;
    g->width = (float)width / points;
    g->height = (float)height / points;
    g->n = 0;
}

void draw2d_end(draw2d *g) {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glUseProgram(g->program);
    glUniform2f(g->size, g->width, g->height);
    glBindVertexArray(g->vao);
    glBindBuffer(GL_ARRAY_BUFFER, g->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)g->n * sizeof *g->vertex), g->vertex, GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, g->n);
    glDisable(GL_BLEND);
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
            t[k][0],
            t[k][1],
            {(uint8_t)(colour >> 24), (uint8_t)(colour >> 16), (uint8_t)(colour >> 8), (uint8_t)colour}};
    }
}

static void plain(draw2d *g, const float p[4][2], uint32_t colour) {
    const float full[2] = {0.5f, (DRAW2D_ATLAS_HEIGHT - 2.0f) / DRAW2D_ATLAS_HEIGHT};
    const float t[4][2] = {{full[0], full[1]}, {full[0], full[1]}, {full[0], full[1]}, {full[0], full[1]}};
    draw2d_quad(g, p, t, colour);
}

// Cleared, for that is cheaper than pixels of the font's program where no GPU helps.
void draw2d_backdrop(const draw2d *g, float y, float height, uint32_t colour) {
    int above = (int)lroundf((g->height - y) * g->px), below = (int)lroundf((g->height - y - height) * g->px);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, below, (int)lroundf(g->width * g->px), above - below);
    glClearColor((float)(colour >> 24) / 255, (float)(colour >> 16 & 255) / 255, (float)(colour >> 8 & 255) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
}

void draw2d_rect(draw2d *g, float x, float y, float width, float height, uint32_t colour) {
    const float p[4][2] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    plain(g, p, colour);
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
    plain(g, p, colour);
}

void draw2d_arc(draw2d *g, float x, float y, float inner, float outer, float from, float to, uint32_t colour) {
    int n = 1 + (int)(fabsf(to - from) / 0.06f);
    for (int i = 0; i < n; i++) {
        float a = from + (to - from) * (float)i / (float)n, b = from + (to - from) * (float)(i + 1) / (float)n;
        const float p[4][2] = {{x + inner * sinf(a), y - inner * cosf(a)},
                               {x + outer * sinf(a), y - outer * cosf(a)},
                               {x + outer * sinf(b), y - outer * cosf(b)},
                               {x + inner * sinf(b), y - inner * cosf(b)}};
        plain(g, p, colour);
    }
}
