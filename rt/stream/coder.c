// SPDX-License-Identifier: MIT
#include "rt/stream/coder.h"
#include "dynamics/math/quat.h"
#include "rt/base/plain.h"
#include <string.h>

// The low `bytes` bytes of a word; returns the word read, or 0.
static uint64_t code_word(coder *c, uint64_t v, int bytes) {
    uint64_t read = 0;
    if (c->left < (size_t)bytes) {
        c->bad = true;
        return 0;
    }
    for (int k = 0; k < bytes; k++) {
        if (c->writes) c->at[k] = (unsigned char)(v >> 8 * k);
        read |= (uint64_t)c->at[k] << 8 * k;
    }
    c->at += bytes;
    c->left -= (size_t)bytes;
    return read;
}

void code_int(coder *c, int32_t *v, int32_t lo, int32_t hi) {
    const int64_t range = (int64_t)hi - lo;
    if (range < 0 || (c->writes && (*v < lo || *v > hi))) c->bad = true;
    uint64_t word = c->writes ? (uint64_t)((int64_t)*v - lo) : 0;
    word = code_word(c, word, range < 256 ? 1 : range < 65536 ? 2 : 4);
    if (c->writes) return;
    if (word > (uint64_t)range) c->bad = true;
    *v = c->bad ? lo : (int32_t)((int64_t)word + lo);
}

void code_byte(coder *c, uint8_t *v, int most) {
    int32_t own = c->writes ? *v : 0;
    code_int(c, &own, 0, most);
    if (!c->writes) *v = (uint8_t)own;
}

void code_count(coder *c, uint64_t *v) {
    uint64_t word = code_word(c, c->writes ? *v : 0, 8);
    if (!c->writes) *v = word;
}

void code_long(coder *c, int64_t *v) {
    const int64_t most = INT64_MAX / 4;
    int64_t own = c->writes ? *v : 0;
    uint64_t word;
    memcpy(&word, &own, sizeof own);
    word = code_word(c, word, 8);
    memcpy(&own, &word, sizeof own);
    if (own < -most || own > most) c->bad = true;
    if (!c->writes) *v = c->bad ? 0 : own;
}

// The number to write, or 0 to be replaced.
static double number_to_write(coder *c, const double *v, double most, bool unknown) {
    if (!c->writes) return 0;
    if (isnan(*v)) c->bad = c->bad || !unknown;
    return isnan(*v) ? *v : fmin(fmax(*v, -most), most);
}

static void take_number(coder *c, double *v, double read, double most, bool unknown) {
    if (c->writes) return;
    if (isnan(read) ? !unknown : fabs(read) > most) c->bad = true;
    *v = c->bad ? 0 : read;
}

void code_double(coder *c, double *v, double most) {
    double own = number_to_write(c, v, most, false);
    uint64_t word;
    memcpy(&word, &own, sizeof own);
    word = code_word(c, word, 8);
    memcpy(&own, &word, sizeof own);
    take_number(c, v, own, most, false);
}

void code_float(coder *c, double *v, double most, bool unknown) {
    float own = (float)number_to_write(c, v, most, unknown);
    uint32_t half;
    memcpy(&half, &own, sizeof own);
    half = (uint32_t)code_word(c, half, 4);
    memcpy(&own, &half, sizeof own);
    take_number(c, v, own, most, unknown);
}

void code_vector(coder *c, vec3 *v, double most, bool unknown) {
    double *const part[] = {&v->x, &v->y, &v->z};
    for (int k = 0; k < 3; k++) code_float(c, part[k], most, unknown);
}

void code_pose(coder *c, pose *p, double most) {
    const double unit = 1e-5; // tolerance of a rounded unit quaternion's squared length
    quat q = {0};
    double *const part[] = {&q.w, &q.x, &q.y, &q.z};
    if (c->writes) q = quat_of(&p->r);
    code_vector(c, &p->p, most, false);
    for (int k = 0; k < 4; k++) code_float(c, part[k], 2, false);
    if (c->writes) return;
    if (!(fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < unit)) c->bad = true;
    p->r = c->bad ? mat3_identity() : quat_matrix(q);
}

static void replace_unprintable(char *text) {
    for (int length; *text; text += length > 0 ? length : 1) {
        length = rt_utf8_length(text);
        if (length == 0 || (unsigned char)*text < ' ' || *text == 0x7f) *text = '?';
    }
}

void code_text(coder *c, char *text, int size) {
    int32_t n = c->writes ? (int32_t)strnlen(text, (size_t)size - 1) : 0;
    code_int(c, &n, 0, size - 1);
    if (c->bad || c->left < (size_t)n) {
        c->bad = true;
        n = 0;
    }
    if (c->writes)
        memcpy(c->at, text, (size_t)n);
    else
        memcpy(text, c->at, (size_t)n);
    c->at += n;
    c->left -= (size_t)n;
    if (c->writes) return;
    text[n] = 0;
    replace_unprintable(text);
}
