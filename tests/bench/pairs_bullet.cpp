// SPDX-License-Identifier: MIT
#include "tests/bench/pairs.h"
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>
#include <vector>

namespace {

// Collects the triangles of each contact instead of a manifold.
struct collector : btManifoldResult {
    std::vector<pairs_pair> found;
    int a = -1, b = -1;
    collector(const btCollisionObjectWrapper *x, const btCollisionObjectWrapper *y) : btManifoldResult(x, y) {}
    void setShapeIdentifiersA(int, int index) override { a = index; }
    void setShapeIdentifiersB(int, int index) override { b = index; }
    void addContactPoint(const btVector3 &, const btVector3 &, btScalar) override {
        if (found.empty() || found.back().a != a || found.back().b != b) found.push_back({a, b});
    }
};

struct body {
    btTriangleIndexVertexArray data;
    btGImpactMeshShape shape;
    btCollisionObject object;
    explicit body(const pairs_mesh *m)
        : data(m->nt, m->tri, 3 * sizeof(int), m->nv, m->vertex, 3 * sizeof(double)), shape(&data) {
        shape.setMargin(0);
        shape.updateBound();
        object.setCollisionShape(&shape);
        object.setWorldTransform(btTransform::getIdentity());
    }
};

struct self {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    body a, b;
    std::vector<pairs_pair> found;
    self(const pairs_mesh *x, const pairs_mesh *y) : a(x), b(y) {}
};

btTransform pose_of(const pairs_pose *at) {
    const double(*r)[3] = at->r;
    return btTransform(btMatrix3x3(r[0][0], r[0][1], r[0][2], r[1][0], r[1][1], r[1][2], r[2][0], r[2][1], r[2][2]),
                       btVector3(at->p[0], at->p[1], at->p[2]));
}

void *create(const pairs_mesh *a, const pairs_mesh *b) { return new self(a, b); }
void destroy(void *p) { delete static_cast<self *>(p); }

int query(void *p, const pairs_pose *at, pairs_pair *out, int max) {
    self *c = static_cast<self *>(p);
    c->a.object.setWorldTransform(pose_of(at));
    btCollisionObjectWrapper wa(nullptr, &c->a.shape, &c->a.object, c->a.object.getWorldTransform(), -1, -1);
    btCollisionObjectWrapper wb(nullptr, &c->b.shape, &c->b.object, c->b.object.getWorldTransform(), -1, -1);
    btCollisionAlgorithmConstructionInfo info(&c->dispatcher, 1);
    btGImpactCollisionAlgorithm algorithm(info, &wa, &wb);
    btDispatcherInfo dispatch;
    collector result(&wa, &wb);
    result.found.swap(c->found);
    result.found.clear();
    algorithm.processCollision(&wa, &wb, dispatch, &result);
    int n = static_cast<int>(result.found.size());
    for (int i = 0; i < n && i < max; i++) out[i] = result.found[i];
    c->found.swap(result.found);
    return n;
}

} // namespace

const pairs_code pairs_bullet[] = {{"bullet", "btGImpactCollisionAlgorithm, margin 0, float64", create, query, destroy},
                                   {}};
