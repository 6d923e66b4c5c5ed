// SPDX-License-Identifier: MIT
#include "render/gl/batch.h"
#include "render/shape/glmath.h"
#include <stdlib.h>

static void set_attribute(GLuint place, int size, size_t stride, size_t offset, GLuint divisor) {
    glEnableVertexAttribArray(place);
    glVertexAttribPointer(place, size, GL_FLOAT, GL_FALSE, (GLsizei)stride, (const void *)offset);
    glVertexAttribDivisor(place, divisor);
}

bool batch_create(batch *b, const shape *s, int max) {
    *b = (batch){.n_indices = s->ni, .max = max, .list = malloc((size_t)max * sizeof *b->list)};
    if (!b->list) return false;
    for (int i = 0; i < s->nv; i++) {
        const float *p = s->vertex[i].position;
        b->radius = fmaxf(b->radius, sqrtf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
    }
    glGenVertexArrays(1, &b->vao);
    glBindVertexArray(b->vao);
    glGenBuffers(1, &b->vertices);
    glBindBuffer(GL_ARRAY_BUFFER, b->vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)s->nv * sizeof *s->vertex), s->vertex, GL_STATIC_DRAW);
    set_attribute(0, 3, sizeof(shape_vertex), offsetof(shape_vertex, position), 0);
    set_attribute(1, 3, sizeof(shape_vertex), offsetof(shape_vertex, normal), 0);
    glGenBuffers(1, &b->indices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, b->indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)((size_t)s->ni * sizeof *s->index), s->index, GL_STATIC_DRAW);
    glGenBuffers(1, &b->instances);
    glBindBuffer(GL_ARRAY_BUFFER, b->instances);
    for (GLuint i = 0; i < 3; i++)
        set_attribute(2 + i, 4, sizeof(batch_instance), offsetof(batch_instance, row) + i * 4 * sizeof(float), 1);
    set_attribute(5, 4, sizeof(batch_instance), offsetof(batch_instance, colour), 1);
    return true;
}

void batch_free(batch *b) {
    glDeleteVertexArrays(1, &b->vao);
    glDeleteBuffers(3, (GLuint[]){b->vertices, b->indices, b->instances});
    free(b->list);
    *b = (batch){0};
}

void batch_add(batch *b, const pose *p, vec3 scale, vec3 colour, double paint) {
    if (b->n >= b->max) return;
    batch_instance *i = &b->list[b->n++];
    const double position[3] = {p->p.x, p->p.y, p->p.z}, s[3] = {scale.x, scale.y, scale.z};
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) i->row[r][c] = (float)(p->r.m[r][c] * s[c]);
        i->row[r][3] = (float)position[r];
    }
    glmath_vec3(colour, i->colour);
    i->paint = (float)paint;
}

void batch_send(batch *b) {
    if (b->n == 0) return;
    glBindBuffer(GL_ARRAY_BUFFER, b->instances);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)b->n * sizeof *b->list), b->list, GL_STREAM_DRAW);
}

void batch_draw(const batch *b) {
    if (b->n == 0) return;
    glBindVertexArray(b->vao);
    if (b->closed)
        glEnable(GL_CULL_FACE);
    else
        glDisable(GL_CULL_FACE);
    glDrawElementsInstanced(GL_TRIANGLES, b->n_indices, GL_UNSIGNED_INT, NULL, b->n);
}

float batch_reach(const batch *b, const batch_instance *i) {
    float scale2 = 0;
    for (int c = 0; c < 3; c++) {
        float x = i->row[0][c], y = i->row[1][c], z = i->row[2][c];
        scale2 = fmaxf(scale2, x * x + y * y + z * z);
    }
    return b->radius * sqrtf(scale2);
}
