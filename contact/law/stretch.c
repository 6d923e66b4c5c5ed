// SPDX-License-Identifier: MIT
// Tangential displacement of a contact since it began to stick.
#include "contact/law/plane.h"

static vec3 tangential(vec3 v, vec3 normal) { return vec3_madd(v, -vec3_dot(v, normal), normal); }

vec3 contact_bristle_stretch(const contact_memory *mem, vec3 slip, vec3 normal) {
    vec3 turned = vec3_scale(vec3_norm(mem->bristle), vec3_unit(tangential(mem->bristle, normal)));
    return vec3_add(turned, tangential(slip, normal));
}
