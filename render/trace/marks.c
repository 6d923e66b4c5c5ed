// SPDX-License-Identifier: MIT
#include "render/trace/marks.h"
#include "render/gl/shaders.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double edge = 0.25;    // of a cell: the map is 128 m wide, the bottom drawn 120 m [m]
static const double breadth = 3.6;  // of a link over its bar (ISO 1704)
static const double overhang = 1;   // of a link beyond its pitch, at each end, over its bar
static const double standing = 2.2; // highest middle of a link that lies, if on its edge, over its bar

static rt_status report_no_memory(rt_diag *d) {
    rt_diag_error(d, NULL, 0, 0, "no memory for the chain's trace");
    return RT_ERR_MEMORY;
}

static void create_texture(trace_marks *m) {
    glGenTextures(1, &m->texture);
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_TRACE);
    glBindTexture(GL_TEXTURE_2D, m->texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, TRACE_NODES, TRACE_NODES, 0, GL_RED, GL_UNSIGNED_BYTE, m->trace.mark);
    trace_clean(&m->trace);
}

static rt_status create_program(trace_marks *m, int light, const char *defines, rt_diag *d) {
    const size_t size = strlen(defines) + sizeof SHADER_TRACE;
    char *own = malloc(size);
    if (!own) return report_no_memory(d);
    snprintf(own, size, "%s" SHADER_TRACE, defines);
    const GLuint p = gl_program_create("bottom", own, shader_shared, shader_solid_vertex, shader_solid_fragment, d);
    free(own);
    m->program[light] = p;
    if (!p) return RT_ERR_DEVICE;
    m->clip_from_world[light] = glGetUniformLocation(p, "clip_from_world");
    m->window[light] = glGetUniformLocation(p, "window");
    m->ghost[light] = glGetUniformLocation(p, "ghost");
    glUseProgram(p);
    glUniform2f(glGetUniformLocation(p, "cell"), (float)edge, (float)(1 / (edge * TRACE_NODES)));
    return RT_OK;
}

rt_status trace_marks_create(trace_marks *m, const render_def *def, const char *const defines[2], rt_diag *d) {
    *m = (trace_marks){.known = def->bottom.known && !def->mechanism};
    if (!m->known) return RT_OK;
    if (!trace_create(&m->trace, edge, breadth * def->bar_diameter)) return report_no_memory(d);
    create_texture(m);
    const rt_status day = create_program(m, 0, defines[0], d);
    return day == RT_OK ? create_program(m, 1, defines[1], d) : day;
}

void trace_marks_free(trace_marks *m) {
    if (!m->known) return;
    trace_free(&m->trace);
    glDeleteTextures(1, &m->texture);
    for (int light = 0; light < 2; light++) glDeleteProgram(m->program[light]);
    m->known = false;
}

void trace_marks_follow(trace_marks *m, const render_def *def, double t, vec3 middle, const pose *ship,
                        const dyn_snapshot_body *body, int n) {
    if (!m->known || !trace_begin(&m->trace, t, middle)) return;
    const double bar = def->bar_diameter, half = (2 + overhang) * bar;
    for (int i = 0; i < n; i++) {
        if (body[i].kind != DYN_SHOW_LINK) continue;
        const vec3 at = pose_point(ship, body[i].pose.p);
        if (!(at.z - render_bottom_height(&def->bottom, at.x, at.y) < standing * bar)) continue;
        trace_add(&m->trace, body[i].number, pose_point(ship, pose_point(&body[i].pose, vec3_make(0, 0, -half))),
                  pose_point(ship, pose_point(&body[i].pose, vec3_make(0, 0, half))));
    }
}

static void upload(trace_marks *m) {
    const int *rows = m->trace.dirty;
    if (rows[0] > rows[1]) return;
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_TRACE);
    glBindTexture(GL_TEXTURE_2D, m->texture);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, rows[0], TRACE_NODES, rows[1] - rows[0] + 1, GL_RED, GL_UNSIGNED_BYTE,
                    &m->trace.mark[(size_t)rows[0] * TRACE_NODES]);
    trace_clean(&m->trace);
}

void trace_marks_draw(trace_marks *m, const batch *bottom, bool night, mat4 view_projection) {
    if (bottom->n == 0) return;
    const double x = (m->trace.from[0] + 1) * edge, y = (m->trace.from[1] + 1) * edge, wide = (TRACE_NODES - 2) * edge;
    upload(m);
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_TRACE);
    glBindTexture(GL_TEXTURE_2D, m->texture); // another scene has its own
    glUseProgram(m->program[night]);
    glUniformMatrix4fv(m->clip_from_world[night], 1, GL_FALSE, (const float *)view_projection);
    glUniform4f(m->window[night], (float)x, (float)y, (float)(x + wide), (float)(y + wide));
    glUniform1f(m->ghost[night], 1);
    batch_draw(bottom);
}
