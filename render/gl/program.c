// SPDX-License-Identifier: MIT
#include "render/gl/program.h"

static GLuint compile_shader(const char *name, GLenum kind, const char *defines, const char *shared, const char *source,
                             rt_diag *d) {
    const char *part[4] = {"#version 330 core\n", defines, shared, source};
    GLuint shader = glCreateShader(kind);
    GLint ok;
    glShaderSource(shader, 4, part, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (ok) return shader;
    char text[600];
    glGetShaderInfoLog(shader, sizeof text, NULL, text);
    rt_diag_error(d, NULL, 0, 0, "shader %s (%s): %s", name, kind == GL_VERTEX_SHADER ? "vertex" : "fragment", text);
    glDeleteShader(shader);
    return 0;
}

// Textures and the frame block have fixed binding points, so drawing sets no uniform for them.
static void set_binding_points(GLuint program) {
    static const char *const sampler[] = {[GL_UNIT_SHADOW] = "shadow_map",
                                          [GL_UNIT_FONT] = "font",
                                          [GL_UNIT_SEA] = "sea_heights",
                                          [GL_UNIT_TRACE] = "trace_map"};
    glUseProgram(program);
    for (int i = 0; i < GL_UNITS; i++) glUniform1i(glGetUniformLocation(program, sampler[i]), i); // -1 is ignored
    GLuint block = glGetUniformBlockIndex(program, "Frame");
    if (block != GL_INVALID_INDEX) glUniformBlockBinding(program, block, 0);
}

GLuint gl_program_create(const char *name, const char *defines, const char *shared, const char *vertex,
                         const char *fragment, rt_diag *d) {
    GLuint v = compile_shader(name, GL_VERTEX_SHADER, defines, shared, vertex, d);
    GLuint f = v ? compile_shader(name, GL_FRAGMENT_SHADER, defines, shared, fragment, d) : 0;
    if (!f) {
        glDeleteShader(v);
        return 0;
    }
    GLuint program = glCreateProgram();
    GLint ok;
    glAttachShader(program, v);
    glAttachShader(program, f);
    glLinkProgram(program);
    glDeleteShader(v);
    glDeleteShader(f);
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (ok) {
        set_binding_points(program);
        return program;
    }
    char text[600];
    glGetProgramInfoLog(program, sizeof text, NULL, text);
    rt_diag_error(d, NULL, 0, 0, "shader %s (link): %s", name, text);
    glDeleteProgram(program);
    return 0;
}
