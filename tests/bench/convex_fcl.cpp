// SPDX-License-Identifier: MIT
#include "tests/bench/convex.h"
#include <fcl/fcl.h>
#include <memory>

namespace {

using geometry = std::shared_ptr<fcl::CollisionGeometryd>;

struct solid {
    geometry shape;
    fcl::Transform3d at = fcl::Transform3d::Identity();
};

// FCL has only cylinders and cones of the frustums, with their origin in the middle. The shape is null for other
// frustums.
solid make_solid(const convex_solid *s) {
    solid made;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) made.at.linear()(i, j) = s->r[i][j];
        made.at.translation()(i) = s->p[i];
    }
    const double *v = s->size;
    switch (s->kind) {
    case CONVEX_SPHERE:
        made.shape = std::make_shared<fcl::Sphered>(v[0]);
        break;
    case CONVEX_BOX:
        made.shape = std::make_shared<fcl::Boxd>(2 * v[0], 2 * v[1], 2 * v[2]);
        break;
    case CONVEX_ELLIPSOID:
        made.shape = std::make_shared<fcl::Ellipsoidd>(v[0], v[1], v[2]);
        break;
    case CONVEX_FRUSTUM:
        if (v[1] == v[0]) made.shape = std::make_shared<fcl::Cylinderd>(v[0], v[2]);
        if (v[1] == 0) made.shape = std::make_shared<fcl::Coned>(v[0], v[2]);
        made.at.translation() += made.at.linear() * fcl::Vector3d(0, 0, v[2] / 2);
        break;
    default:
        break;
    }
    return made;
}

template <fcl::GJKSolverType solver> struct query_of {
    solid a, b;
    fcl::CollisionRequestd request{1, true};
    fcl::CollisionResultd result;

    static void *create(const convex_solid *a, const convex_solid *b) {
        auto made = std::make_unique<query_of>();
        made->a = make_solid(a), made->b = make_solid(b);
        made->request.gjk_solver_type = solver;
        return made->a.shape && made->b.shape ? made.release() : nullptr;
    }
    static void destroy(void *self) { delete static_cast<query_of *>(self); }
    static void query(void *self, convex_found *out) {
        auto *q = static_cast<query_of *>(self);
        q->result.clear();
        out->meet = fcl::collide(q->a.shape.get(), q->a.at, q->b.shape.get(), q->b.at, q->request, q->result) > 0;
        if (!out->meet) return;
        const fcl::Contactd &c = q->result.getContact(0);
        out->depth = c.penetration_depth;
        for (int i = 0; i < 3; i++) out->normal[i] = c.normal(i), out->point[i] = c.pos(i);
    }
};

template <fcl::GJKSolverType solver> constexpr convex_code code(const char *name, const char *setting) {
    using q = query_of<solver>;
    return {name, setting, q::create, q::query, q::destroy};
}

} // namespace

const convex_code convex_fcl[] = {code<fcl::GST_LIBCCD>("fcl ccd", "fcl::collide, one contact, GST_LIBCCD"),
                                  code<fcl::GST_INDEP>("fcl indep", "fcl::collide, one contact, GST_INDEP"),
                                  {}};
