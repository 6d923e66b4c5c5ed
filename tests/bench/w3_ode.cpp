// SPDX-License-Identifier: MIT
// W3 in ODE: the links are capsules between their joint points.
#include "tests/bench/w23_ode.hpp"
#include <cmath>
#include <memory>

namespace {

struct Chain : w23::World {
    std::vector<dGeomID> capsule;
    using World::World;
    ~Chain() {
        for (dGeomID g : capsule) dGeomDestroy(g);
    }
};

// Universal joint between the last two links: one axis fixed in each, at right angles, rolled 45° about the chain.
void add_universal_joint(Chain &c, const double p[3], const dMatrix3 r) {
    dBodyID upper = c.body[c.body.size() - 2], lower = c.body.back();
    dJointID j = dJointCreateUniversal(c.world, nullptr);
    dJointAttach(j, upper, lower);
    const double s = std::sqrt(0.5);
    dJointSetUniversalAnchor(j, p[0], p[1], p[2]);
    dJointSetUniversalAxis1(j, s * (r[1] + r[2]), s * (r[5] + r[6]), s * (r[9] + r[10]));
    dJointSetUniversalAxis2(j, s * (r[2] - r[1]), s * (r[6] - r[5]), s * (r[10] - r[9]));
    c.register_joint(j, w1_link.lower, -w1_link.upper);
}

template <bool quick> void *create(const w23_setup *s) {
    auto c = std::make_unique<Chain>(*s, quick);
    if (!c->hull.load(nullptr, *s, std::string("hull_") + s->hull)) return nullptr;
    double x[W3_LINKS + 1][3];
    w3_joint_points(x);
    const double pitch = w1_link.upper + w1_link.lower;
    for (int k = 0; k < W3_LINKS; k++) {
        double d[3], middle[3]; // the chain lies in the plane y = 0
        for (int i = 0; i < 3; i++) d[i] = (x[k + 1][i] - x[k][i]) / pitch, middle[i] = 0.5 * (x[k][i] + x[k + 1][i]);
        const dMatrix3 r = {d[0], 0, -d[2], 0, d[1], 1, 0, 0, d[2], 0, d[0], 0};
        dBodyID b = c->add_body(w1_link, middle, r, w3_link_drag);
        if (k > 0) add_universal_joint(*c, x[k], r);
        dGeomID g = dCreateCapsule(nullptr, w3_capsule, pitch);
        const dMatrix3 z_to_x = {0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0};
        dGeomSetBody(g, b);
        dGeomSetOffsetRotation(g, z_to_x);
        c->capsule.push_back(g);
    }
    c->add_anchor(x[W3_LINKS], c->body.back(), w1_link.lower, w3_anchor_drag);
    return c.release();
}

void apply_winch_force(Chain &c) {
    dVector3 p, v;
    double x[3], rate[3], f[3];
    w3_winch_motion(c.t, x, rate);
    dBodyGetRelPointPos(c.body[0], -w1_link.upper, 0, 0, p);
    dBodyGetRelPointVel(c.body[0], -w1_link.upper, 0, 0, v);
    for (int i = 0; i < 3; i++) f[i] = w3_winch_stiffness * (x[i] - p[i]) + w3_winch_damping * (rate[i] - v[i]);
    c.force = std::hypot(f[0], f[1], f[2]);
    dBodyAddForceAtRelPos(c.body[0], f[0], f[1], f[2], -w1_link.upper, 0, 0);
}

void step(void *self) {
    Chain &c = *static_cast<Chain *>(self);
    c.contacts = 0;
    c.depth = 0;
    c.apply_drag();
    apply_winch_force(c);
    for (dGeomID g : c.capsule) c.collide(g);
    c.advance();
}

void sample(const void *self, w23_sample *s) { static_cast<const Chain *>(self)->sample(*s); }
void destroy(void *self) { delete static_cast<Chain *>(self); }

} // namespace

extern "C" {
const w23_code w3_ode_step = {"w3", "step", create<false>, step, sample, destroy};
const w23_code w3_ode_quick = {"w3", "quickstep", create<true>, step, sample, destroy};
}
