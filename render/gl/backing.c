// SPDX-License-Identifier: MIT
#include "render/gl/backing.h"
#include <string.h>

void backing_free(backing *b) {
    if (b->framebuffer) glDeleteFramebuffers(1, &b->framebuffer);
    if (b->colour) glDeleteTextures(1, &b->colour);
    *b = (backing){0};
}

bool backing_resize(backing *b, int width, int height) {
    if (b->framebuffer && b->width == width && b->height == height) return true;
    GLint other;
    backing_free(b);
    // the caller's binding is restored below: each texture unit keeps its texture for good
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &other);
    glGenTextures(1, &b->colour);
    glBindTexture(GL_TEXTURE_2D, b->colour);
    // Mesa stores this format like a window's, so the copy is a plain byte copy.
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, (GLuint)other);
    glGenFramebuffers(1, &b->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, b->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, b->colour, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        backing_free(b);
        return false;
    }
    b->width = width;
    b->height = height;
    return true;
}

bool backing_is_current(backing *b, int k, const int box[4], uint64_t content, const float colour[3]) {
    backing_area *a = &b->area[k];
    if (k < b->n && a->content == content && memcmp(a->box, box, sizeof a->box) == 0) return true;
    memcpy(a->box, box, sizeof a->box);
    a->content = content;
    if (k >= b->n) b->n = k + 1;
    glBindFramebuffer(GL_FRAMEBUFFER, b->framebuffer);
    glViewport(0, 0, b->width, b->height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(box[0], b->height - box[1] - box[3], box[2], box[3]);
    glClearColor(colour[0], colour[1], colour[2], 1);
    glClear(GL_COLOR_BUFFER_BIT);
    return false;
}

void backing_copy(backing *b, int n, GLuint to) {
    b->n = n;
    glDisable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, b->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    for (int k = 0; k < n; k++) {
        const int *box = b->area[k].box;
        int right = box[0] + box[2], top = b->height - box[1] - box[3];
        glBlitFramebuffer(box[0], top, right, top + box[3], box[0], box[1] + box[3], right, box[1], GL_COLOR_BUFFER_BIT,
                          GL_NEAREST);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, to);
}
