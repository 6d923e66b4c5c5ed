// SPDX-License-Identifier: MIT
#include "tests/bench/pairs.h"
#include <fcl/fcl.h>
#include <memory>

namespace {

template <class BV> using model = fcl::BVHModel<BV>;

template <class BV> struct query_of {
    std::shared_ptr<model<BV>> a, b;
    fcl::CollisionResultd result; // one for all queries, to reuse its memory

    static std::shared_ptr<model<BV>> load(const pairs_mesh *m) {
        std::vector<fcl::Vector3d> v;
        std::vector<fcl::Triangle> t;
        for (int i = 0; i < m->nv; i++) v.emplace_back(m->vertex[3 * i], m->vertex[3 * i + 1], m->vertex[3 * i + 2]);
        for (int i = 0; i < m->nt; i++) t.emplace_back(m->tri[3 * i], m->tri[3 * i + 1], m->tri[3 * i + 2]);
        auto made = std::make_shared<model<BV>>();
        made->beginModel(m->nt, m->nv);
        made->addSubModel(v, t);
        made->endModel();
        return made;
    }
    static void *create(const pairs_mesh *a, const pairs_mesh *b) { return new query_of{load(a), load(b), {}}; }
    static void destroy(void *self) { delete static_cast<query_of *>(self); }
    static int query(void *self, const pairs_pose *at, pairs_pair *out, int max) {
        auto *c = static_cast<query_of *>(self);
        fcl::Transform3d pose = fcl::Transform3d::Identity();
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) pose.linear()(i, j) = at->r[i][j];
            pose.translation()(i) = at->p[i];
        }
        fcl::CollisionRequestd request(static_cast<std::size_t>(max), false);
        c->result.clear();
        fcl::collide(c->a.get(), pose, c->b.get(), fcl::Transform3d::Identity(), request, c->result);
        int n = static_cast<int>(c->result.numContacts());
        for (int i = 0; i < n && i < max; i++) {
            const fcl::Contactd &found = c->result.getContact(static_cast<std::size_t>(i));
            out[i] = {static_cast<int>(found.b1), static_cast<int>(found.b2)};
        }
        return n;
    }
};

template <class BV> constexpr pairs_code code(const char *name) {
    return {name, "fcl::collide, num_max_contacts without bound, enable_contact off", query_of<BV>::create,
            query_of<BV>::query, query_of<BV>::destroy};
}

} // namespace

const pairs_code pairs_fcl[] = {
    code<fcl::OBBRSSd>("fcl OBBRSS"), code<fcl::OBBd>("fcl OBB"), code<fcl::kIOSd>("fcl kIOS"), {}};
