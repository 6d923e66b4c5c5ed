// SPDX-License-Identifier: MIT
#include "render/overlay/paint.h"
#include "render/gl/program.h"
#include "render/gl/shaders.h"
#include <stddef.h>
#include <stdlib.h>

static const float behind = 0.5f; // factor of the opacity where hidden

static const char vertex_source[] = "layout(location = 0) in vec3 position;\n"
                                    "layout(location = 1) in vec4 tint;\n"
                                    "uniform float faint;\n"
                                    "out vec4 shade;\n"
                                    "void main() {\n"
                                    "    shade = vec4(tint.rgb, tint.a * faint);\n"
                                    "    gl_Position = view_projection * vec4(position, 1.0);\n"
                                    "}\n";
static const char fragment_source[] = "in vec4 shade;\n"
                                      "out vec4 colour;\n"
                                      "void main() { colour = shade; }\n";

rt_status paint_create(paint *p, rt_diag *d) {
    *p = (paint){.vertex = malloc(PAINT_VERTICES * sizeof *p->vertex)};
    if (!p->vertex) {
        rt_diag_error(d, NULL, 0, 0, "no memory for the overlay's lines");
        return RT_ERR_MEMORY;
    }
    p->program = gl_program_create("paint", "", shader_frame, vertex_source, fragment_source, d);
    if (!p->program) return RT_ERR_DEVICE;
    p->faint = glGetUniformLocation(p->program, "faint");
    glGenVertexArrays(1, &p->vao);
    glBindVertexArray(p->vao);
    glGenBuffers(1, &p->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, p->buffer);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(paint_vertex), NULL);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(paint_vertex),
                          (const void *)offsetof(paint_vertex, rgba));
    return RT_OK;
}

void paint_free(paint *p) {
    glDeleteProgram(p->program);
    glDeleteVertexArrays(1, &p->vao);
    glDeleteBuffers(1, &p->buffer);
    free(p->vertex);
    *p = (paint){0};
}

void paint_begin(paint *p, const camera *c, int height, double lift) {
    p->n = p->dropped = 0;
    p->eye = camera_eye(c);
    p->m_per_px = 2 * tan(c->fov_y / 2) / height;
    p->lift = lift;
}

static paint_vertex lifted_vertex(const paint *p, vec3 at, uint32_t colour) {
    vec3 to_eye = vec3_sub(p->eye, at);
    double far = vec3_norm(to_eye);
    vec3 x = vec3_madd(at, fmin(p->lift / fmax(far, 1e-6), 0.5), to_eye);
    return (paint_vertex){(float)x.x,
                          (float)x.y,
                          (float)x.z,
                          {(uint8_t)(colour >> 24), (uint8_t)(colour >> 16), (uint8_t)(colour >> 8), (uint8_t)colour}};
}

static void add_triangle(paint *p, const vec3 at[3], const uint32_t colour[3]) {
    if (p->n + 3 > PAINT_VERTICES) {
        p->dropped += 3;
        return;
    }
    for (int k = 0; k < 3; k++) p->vertex[p->n++] = lifted_vertex(p, at[k], colour[k]);
}

void paint_triangle(paint *p, const vec3 at[3], uint32_t colour) {
    add_triangle(p, at, (const uint32_t[3]){colour, colour, colour});
}

void paint_quad(paint *p, const vec3 at[4], uint32_t colour) {
    paint_triangle(p, at, colour);
    paint_triangle(p, (const vec3[3]){at[0], at[2], at[3]}, colour);
}

// Half the line's width at one of its ends: across the line and the line of sight.
static vec3 line_offset(const paint *p, vec3 at, vec3 along, double width) {
    vec3 sight = vec3_sub(at, p->eye);
    return vec3_scale(0.5 * width * p->m_per_px * vec3_norm(sight), vec3_unit(vec3_cross(along, sight)));
}

void paint_line(paint *p, vec3 a, vec3 b, double width, uint32_t colour_a, uint32_t colour_b) {
    vec3 along = vec3_sub(b, a), u = line_offset(p, a, along, width), v = line_offset(p, b, along, width);
    const vec3 c[4] = {vec3_add(a, u), vec3_sub(a, u), vec3_sub(b, v), vec3_add(b, v)};
    add_triangle(p, (const vec3[3]){c[0], c[1], c[2]}, (const uint32_t[3]){colour_a, colour_a, colour_b});
    add_triangle(p, (const vec3[3]){c[0], c[2], c[3]}, (const uint32_t[3]){colour_a, colour_b, colour_b});
}

void paint_arrow(paint *p, vec3 from, vec3 to, double width, uint32_t colour) {
    vec3 along = vec3_sub(to, from), side = line_offset(p, to, along, 4 * width);
    double length = vec3_norm(along), head = fmin(3 * vec3_norm(side), 0.6 * length);
    if (!(length > 0)) return;
    vec3 neck = vec3_madd(to, -head / length, along);
    paint_line(p, from, neck, width, colour, colour);
    paint_triangle(p, (const vec3[3]){to, vec3_add(neck, side), vec3_sub(neck, side)}, colour);
}

static void draw_pass(const paint *p, GLenum depth, float faint) {
    glDepthFunc(depth);
    glUniform1f(p->faint, faint);
    glDrawArrays(GL_TRIANGLES, 0, p->n);
}

void paint_draw(const paint *p) {
    if (p->n == 0) return;
    glUseProgram(p->program);
    glBindVertexArray(p->vao);
    glBindBuffer(GL_ARRAY_BUFFER, p->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)p->n * sizeof *p->vertex), p->vertex, GL_STREAM_DRAW);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    draw_pass(p, GL_GREATER, behind);
    draw_pass(p, GL_LEQUAL, 1);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
}
