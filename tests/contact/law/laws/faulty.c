// SPDX-License-Identifier: MIT
// Faulty contact laws; FAULT_... chooses the fault.
#include "contact/law/user.h"
#include <math.h>

#ifndef FAULT_NO_VERSION
#ifdef FAULT_VERSION
const int hawse_contact_version = HAWSE_CONTACT_VERSION + 1;
#else
const int hawse_contact_version = HAWSE_CONTACT_VERSION;
#endif
#endif
#ifndef FAULT_NO_NAME
const char hawse_contact_name[] = "faulty";
#endif

#ifdef FAULT_NO_NORMAL
int hawse_contact_friction(const hawse_contact_slide *in, hawse_contact_friction_force *out) {
    (void)in, (void)out;
    return 0;
}
#elif !defined FAULT_NO_LAW
// A spring up to a depth of 1 mm; deeper, NaN or a tensile force.
int hawse_contact_normal(const hawse_contact_press *in, hawse_contact_normal_force *out) {
    out->force = out->elastic = -1e5 * in->gap;
    out->d_gap = -1e5;
#ifdef FAULT_NAN
    if (in->gap < -1e-3) out->force = NAN;
#endif
#ifdef FAULT_PULLS
    if (in->gap < -1e-3) out->force = -1;
#endif
    return 0;
}
#endif
