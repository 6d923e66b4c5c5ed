// SPDX-License-Identifier: MIT
// The contact methods for a body's mesh on the hull's mesh, for cases that every method must pass.
#ifndef HAWSE_TESTS_VALIDATION_METHODS_H
#define HAWSE_TESTS_VALIDATION_METHODS_H

#include "contact/set/hull_foundation.h"
#include "tests/validation/sliding_body.h"

// A sliding body with the force element of one method.
typedef struct method_body {
    sliding_body b;
    contact_surface surface;
    contact_hull_foundation foundation;
} method_body;

typedef struct method {
    const char *name;
    // Adds the element between m->b.body and the hull; between sliding_body_begin and _finish.
    void (*add)(method_body *m, const contact_mesh *mesh, const contact_mesh *hull, const contact_material *material);
} method;

static inline void method_add_regions(method_body *m, const contact_mesh *mesh, const contact_mesh *hull,
                                      const contact_material *material) {
    sliding_body_add_regions(&m->b, mesh, hull, material);
}

// The scenario's default modulus.
static inline void method_add_foundation(method_body *m, const contact_mesh *mesh, const contact_mesh *hull,
                                         const contact_material *material) {
    rt_diag d = {0};
    assert_int_equal(contact_bvh_build(hull, &m->b.hull_tree), RT_OK);
    assert_int_equal(contact_surface_create(&m->surface, hull, &m->b.hull_tree), RT_OK);
    assert_int_equal(contact_hull_foundation_create(&m->foundation, m->b.body, mesh, &m->surface, 1e10, material, &d),
                     RT_OK);
    dyn_add_force(&m->b.model, &m->foundation.force);
}

static const method METHOD[] = {{"regions", method_add_regions}, {"foundation", method_add_foundation}};
enum { METHODS = sizeof METHOD / sizeof *METHOD, METHOD_REGIONS = 0, METHOD_FOUNDATION = 1 };

static inline void method_body_free(method_body *m) {
    contact_hull_foundation_free(&m->foundation);
    contact_surface_free(&m->surface);
    sliding_body_free(&m->b);
}

#endif
