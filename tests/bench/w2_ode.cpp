// SPDX-License-Identifier: MIT
// W2 in ODE: OPCODE trimesh against trimesh.
#include "tests/bench/w23_ode.hpp"
#include <cmath>
#include <memory>

namespace {

struct Ship : w23::World {
    w23::Mesh shank, flukes;
    using World::World;
};

template <bool quick> void *create(const w23_setup *s) {
    auto c = std::make_unique<Ship>(*s, quick);
    if (!c->hull.load(nullptr, *s, std::string("hull_") + s->hull) || !c->shank.load(nullptr, *s, "shank") ||
        !c->flukes.load(nullptr, *s, "flukes"))
        return nullptr;
    c->add_anchor(w2_shackle, nullptr, 0, w2_drag);
    dGeomSetBody(c->shank.geom, c->body[0]);
    dGeomSetBody(c->flukes.geom, c->body[1]);
    return c.release();
}

void apply_cable_force(Ship &c) {
    dVector3 p, v;
    dBodyGetRelPointPos(c.body[0], -w1_shank.upper, 0, 0, p);
    dBodyGetRelPointVel(c.body[0], -w1_shank.upper, 0, 0, v);
    double d[3], length = 0, rate = 0;
    for (int i = 0; i < 3; i++) d[i] = p[i] - w2_winch[i];
    length = std::hypot(d[0], d[1], d[2]);
    for (int i = 0; i < 3; i++) rate += d[i] * v[i] / length;
    c.force = w2_cable_force(c.t, length, rate, nullptr, nullptr);
    const double f = -c.force / length;
    dBodyAddForceAtRelPos(c.body[0], f * d[0], f * d[1], f * d[2], -w1_shank.upper, 0, 0);
}

void step(void *self) {
    Ship &c = *static_cast<Ship *>(self);
    c.contacts = 0;
    c.depth = 0;
    c.apply_drag();
    apply_cable_force(c);
    dJointID hinge = c.joint.back();
    dJointAddHingeTorque(hinge, -w2_hinge_stiffness * dJointGetHingeAngle(hinge) -
                                    w2_hinge_damping * dJointGetHingeAngleRate(hinge));
    c.collide(c.shank.geom);
    c.collide(c.flukes.geom);
    c.advance();
}

void sample(const void *self, w23_sample *s) { static_cast<const Ship *>(self)->sample(*s); }
void destroy(void *self) { delete static_cast<Ship *>(self); }

} // namespace

extern "C" {
const w23_code w2_ode_step = {"w2", "step", create<false>, step, sample, destroy};
const w23_code w2_ode_quick = {"w2", "quickstep", create<true>, step, sample, destroy};
}
