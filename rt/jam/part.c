// SPDX-License-Identifier: MIT
// Finds the parts of anchor and hull at a contact, from its position and normal.
#include "rt/jam/jam.h"

#define FACES 0.985    // smallest cosine between the normals of a face and of a contact on it: 10 deg
#define NEAR 6         // largest distance of a pocket from the mouth, in pipe bores
#define LIP_SLACK 0.25 // allowance for the lip's measured radius, in pipe bores

// The position in the head's box decides. The upper third above the pin is the fluke tip. Below the flukes' root lies
// the crown; a point there that protrudes beyond the crown's thickness is on a tripping palm.
dyn_anchor_part jam_part(const jam_def *d, bool head, vec3 at) {
    if (!head) return at.z > 0.9 * d->shackle ? DYN_PART_SHACKLE_END : DYN_PART_SHANK;
    if (at.z > d->head_hi.z * 2 / 3) return DYN_PART_FLUKE_TIP;
    if (at.z > d->head_hi.z / 6) return DYN_PART_FLUKE;
    bool proud = fabs(at.y) > 0.6 * fmax(-d->head_lo.y, d->head_hi.y) && at.z > 0.75 * d->head_lo.z;
    return proud ? DYN_PART_PALM : DYN_PART_CROWN;
}

// Reach of the lip around the mouth, from the pipe's axis and out of the face: a fillet between wall and face, or a
// ring that stands on the face and is 2 lip wide.
static bool is_on_mouth_lip(const jam_def *d, double off, double out) {
    return off < 0.5 * d->bore + 2 * d->lip + LIP_SLACK * d->bore && out < d->lip + LIP_SLACK * d->bore;
}

// The pipe's wall has normals across the pipe's axis. Between that wall and the face around the mouth is the bolster's
// lip. A pocket's walls are normal to its back face; their rounding into the shell is the rim. Without a pocket, the
// face is the shell.
dyn_hull_face jam_face(const jam_def *d, vec3 position, vec3 normal) {
    vec3 r = vec3_sub(position, d->mouth);
    double along = vec3_dot(r, d->axis), off = vec3_norm(vec3_madd(r, -along, d->axis)), out = vec3_dot(r, d->face);
    double facing = vec3_dot(normal, d->face), across = fabs(vec3_dot(normal, d->axis));
    bool in_bore = off < 0.65 * d->bore, at_face = fabs(out) < 0.25 * d->bore;
    if (in_bore && along > d->pipe_length - d->bore) return across < 0.1 ? DYN_FACE_PIPE_WALL : DYN_FACE_DECK_LIP;
    if (in_bore && along > 0 && across < 0.1) return DYN_FACE_PIPE_WALL;
    if (at_face && facing > FACES) return d->has_pocket ? DYN_FACE_POCKET_BACK : DYN_FACE_SHELL;
    bool on_shell = fabs(vec3_dot(r, d->shell)) < 0.1 * d->bore && vec3_dot(normal, d->shell) > FACES;
    if (!d->has_pocket && on_shell) return DYN_FACE_SHELL; // the face may lean against the horizontal normal
    if (is_on_mouth_lip(d, off, out)) return DYN_FACE_BOLSTER_LIP;
    if (!d->has_pocket || vec3_norm(r) > NEAR * d->bore || vec3_dot(normal, d->shell) > FACES) return DYN_FACE_SHELL;
    return fabs(facing) < 0.3 ? DYN_FACE_POCKET_WALL : DYN_FACE_POCKET_RIM;
}

bool jam_is_lip(dyn_hull_face face) {
    return face == DYN_FACE_DECK_LIP || face == DYN_FACE_BOLSTER_LIP || face == DYN_FACE_POCKET_RIM;
}
