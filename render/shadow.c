// SPDX-License-Identifier: MIT
#include "render/shadow.h"
#include "render/shaders.h"

enum { SIZE = 2048 }; // of a map [px]

// A depth map that compares when it is sampled, and a framebuffer that draws into it.
static bool make_map(GLuint *map, GLuint *framebuffer) {
    glGenTextures(1, map);
    glBindTexture(GL_TEXTURE_2D, *map);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, SIZE, SIZE, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
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

rt_status shadow_create(shadow *s, vec3 centre, double radius, vec3 sun, rt_diag *d) {
    *s = (shadow){.program = gl_program_create("shadow", shader_shared, shader_solid_vertex, shader_depth_fragment, d)};
    if (!s->program) return RT_ERR_DEVICE;
    s->clip_from_world = glGetUniformLocation(s->program, "clip_from_world");
    if (!make_map(&s->still_map, &s->still) || !make_map(&s->moving_map, &s->moving)) {
        rt_diag_error(d, NULL, 0, 0, "no shadow map of %d x %d pixels", SIZE, SIZE);
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
    glDeleteFramebuffers(2, (GLuint[]){s->still, s->moving});
    glDeleteTextures(2, (GLuint[]){s->still_map, s->moving_map});
    *s = (shadow){0};
}

void shadow_matrix(const shadow *s, mat4 out) {
    mat4 to_map = {{0.5f, 0, 0, 0}, {0, 0.5f, 0, 0}, {0, 0, 0.5f, 0}, {0.5f, 0.5f, 0.5f, 1}}, clip;
    glm_mat4_copy((vec4 *)s->clip, clip);
    glm_mat4_mul(to_map, clip, out);
}

void shadow_draw(const shadow *s, bool moving, const batch *const *list, int n) {
    glActiveTexture(GL_TEXTURE0 + (moving ? GL_UNIT_SHADOW_MOVING : GL_UNIT_SHADOW_STILL));
    glBindTexture(GL_TEXTURE_2D, moving ? s->moving_map : s->still_map);
    glBindFramebuffer(GL_FRAMEBUFFER, moving ? s->moving : s->still);
    glViewport(0, 0, SIZE, SIZE);
    glUseProgram(s->program);
    glUniformMatrix4fv(s->clip_from_world, 1, GL_FALSE, (const float *)s->clip);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2, 4);
    for (int i = 0; i < n; i++) batch_draw(list[i]);
    glDisable(GL_POLYGON_OFFSET_FILL);
}
