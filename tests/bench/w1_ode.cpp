// SPDX-License-Identifier: MIT
// W1 in ODE (double): all coordinates, dWorldStep (direct, dense factor) or QuickStep (iterative, 20 sweeps). Default
// ERP and CFM.
#include "tests/bench/w1.h"
#include <cmath>
#include <memory>
#include <ode/ode.h>
#include <vector>

namespace {

struct Joint {
    dJointID id;
    dBodyID above, below;              // above: null for the world
    double above_offset, below_offset; // of the joint point along each body's x [m]
};

struct Chain {
    dWorldID world = dWorldCreate();
    std::vector<dBodyID> body;
    std::vector<Joint> joint;
    double h = 0;
    ~Chain() { dWorldDestroy(world); }
};

void add_bodies(Chain &c, int n) {
    double r[3][3], x[3], w[3];
    w1_attitude(r);
    w1_omega(n, w);
    const dMatrix3 attitude = {r[0][0], r[0][1], r[0][2], 0,       r[1][0], r[1][1],
                               r[1][2], 0,       r[2][0], r[2][1], r[2][2], 0};
    for (int k = 0; k < w1_bodies(n); k++) {
        const w1_body *b = w1_body_at(n, k);
        dBodyID body = dBodyCreate(c.world);
        dMass mass;
        dMassSetParameters(&mass, b->mass, 0, 0, 0, b->inertia[0], b->inertia[1], b->inertia[2], 0, 0, 0);
        dBodySetMass(body, &mass);
        w1_centre(n, k, x);
        dBodySetPosition(body, x[0], x[1], x[2]);
        dBodySetRotation(body, attitude);
        dBodySetAngularVel(body, w[0], w[1], w[2]);
        dBodySetLinearVel(body, w[1] * x[2] - w[2] * x[1], w[2] * x[0] - w[0] * x[2], w[0] * x[1] - w[1] * x[0]);
        c.body.push_back(body);
    }
}

void add_joints(Chain &c, int n) {
    double r[3][3], x[3];
    w1_attitude(r);
    for (int k = 0; k < w1_bodies(n); k++) {
        const w1_body *b = w1_body_at(n, k);
        Joint j = {nullptr, k > 0 ? c.body[k - 1] : nullptr, c.body[k], k > 0 ? w1_body_at(n, k - 1)->lower : 0,
                   -b->upper};
        w1_centre(n, k, x);
        const double p[3] = {x[0] - b->upper * r[0][0], x[1] - b->upper * r[1][0], x[2] - b->upper * r[2][0]};
        j.id = k < n    ? dJointCreateUniversal(c.world, nullptr)
               : k == n ? dJointCreateBall(c.world, nullptr)
                        : dJointCreateHinge(c.world, nullptr);
        dJointAttach(j.id, j.above, j.below);
        if (k < n) { // in a joint to the world, ODE makes the body the first one, which swaps the axes
            const int first = k > 0 ? 1 : 2, second = k > 0 ? 2 : 1;
            dJointSetUniversalAnchor(j.id, p[0], p[1], p[2]);
            dJointSetUniversalAxis1(j.id, r[0][first], r[1][first], r[2][first]);
            dJointSetUniversalAxis2(j.id, r[0][second], r[1][second], r[2][second]);
        } else if (k == n) {
            dJointSetBallAnchor(j.id, p[0], p[1], p[2]);
        } else {
            dJointSetHingeAnchor(j.id, p[0], p[1], p[2]);
            dJointSetHingeAxis(j.id, r[0][1], r[1][1], r[2][1]);
        }
        c.joint.push_back(j);
    }
}

void *create(int n, double h) {
    static const bool started = dInitODE2(0) != 0;
    if (!started) return nullptr;
    auto c = std::make_unique<Chain>();
    c->h = h;
    dWorldSetGravity(c->world, 0, 0, -w1_gravity);
    add_bodies(*c, n);
    add_joints(*c, n);
    return c.release();
}

void step(void *self, int steps) {
    Chain &c = *static_cast<Chain *>(self);
    for (int k = 0; k < steps; k++) dWorldStep(c.world, c.h);
}

void quick_step(void *self, int steps) {
    Chain &c = *static_cast<Chain *>(self);
    for (int k = 0; k < steps; k++) dWorldQuickStep(c.world, c.h);
}

void flukes(const void *self, double x[3]) {
    const dReal *p = dBodyGetPosition(static_cast<const Chain *>(self)->body.back());
    for (int i = 0; i < 3; i++) x[i] = p[i];
}

double gap(const void *self) {
    double worst = 0;
    for (const Joint &j : static_cast<const Chain *>(self)->joint) {
        dVector3 above = {0, 0, 0, 0}, below;
        if (j.above) dBodyGetRelPointPos(j.above, j.above_offset, 0, 0, above);
        dBodyGetRelPointPos(j.below, j.below_offset, 0, 0, below);
        double d = std::hypot(above[0] - below[0], above[1] - below[1], above[2] - below[2]);
        worst = d > worst ? d : worst;
    }
    return worst;
}

void destroy(void *self) { delete static_cast<Chain *>(self); }

} // namespace

const char w1_code_name[] = "ode";
const w1_code w1_codes[] = {
    {"step", create, step, flukes, gap, destroy},
    {"quickstep", create, quick_step, flukes, gap, destroy},
    {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr},
};
