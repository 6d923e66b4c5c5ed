// SPDX-License-Identifier: MIT
// W4 in ODE (double): all coordinates, ball joints, capsules on a plane whose surface moves; QuickStep (iterative, 20
// sweeps, its default) or with 200 sweeps. dWorldStep's dense factor of so many contacts takes seconds a step. Default
// ERP and CFM.
#include "tests/bench/w4.h"
#include <cmath>
#include <memory>
#include <ode/ode.h>
#include <vector>

namespace {

struct Chain {
    dWorldID world = dWorldCreate();
    dSpaceID space = dSimpleSpaceCreate(nullptr);
    dJointGroupID contacts = dJointGroupCreate(0);
    dGeomID bottom = dCreatePlane(space, 0, 0, 1, -0.5 * w4_bar);
    std::vector<dBodyID> body;
    std::vector<dGeomID> geom;
    std::vector<dJointID> joint;
    dJointFeedback held = {};
    double h = 0;
    ~Chain() {
        dJointGroupDestroy(contacts);
        dSpaceDestroy(space);
        dWorldDestroy(world);
    }
};

void add_link(Chain &c, int n, int k) {
    double a[3], b[3];
    w4_joint(n, k, a);
    w4_joint(n, k + 1, b);
    const double tilt = std::atan2(b[0] - a[0], b[2] - a[2]); // the capsule's z along the link
    dBodyID body = dBodyCreate(c.world);
    dMass mass;
    dMassSetParameters(&mass, w4_mass, 0, 0, 0, w4_inertia[1], w4_inertia[1], w4_inertia[0], 0, 0, 0);
    dBodySetMass(body, &mass);
    dBodySetPosition(body, 0.5 * (a[0] + b[0]), 0, 0.5 * (a[2] + b[2]));
    dMatrix3 r;
    dRFromAxisAndAngle(r, 0, 1, 0, tilt);
    dBodySetRotation(body, r);
    dGeomID geom = dCreateCapsule(nullptr, 0.5 * w4_bar, w4_pitch);
    dGeomSetBody(geom, body);
    dJointID joint = dJointCreateBall(c.world, nullptr);
    dJointAttach(joint, body, k > 0 ? c.body.back() : nullptr);
    dJointSetBallAnchor(joint, a[0], 0, a[2]);
    if (k == 0) dJointSetFeedback(joint, &c.held);
    c.body.push_back(body), c.geom.push_back(geom), c.joint.push_back(joint);
}

template <int sweeps> void *create(int n, double h) {
    static const bool started = dInitODE2(0) != 0;
    if (!started) return nullptr;
    auto c = std::make_unique<Chain>();
    c->h = h;
    dWorldSetGravity(c->world, 0, 0, -w4_gravity);
    dWorldSetQuickStepNumIterations(c->world, sweeps);
    for (int k = 0; k < n; k++) add_link(*c, n, k);
    return c.release();
}

void add_contacts(Chain &c, size_t k) {
    dContactGeom at[4];
    const int n = dCollide(c.geom[k], c.bottom, 4, at, sizeof at[0]);
    for (int i = 0; i < n; i++) {
        dContact contact = {};
        contact.geom = at[i];
        contact.surface.mode = dContactApprox1 | dContactMotion1 | dContactFDir1;
        contact.surface.mu = w4_friction;
        contact.surface.motion1 = w4_speed;
        contact.fdir1[0] = 1;
        dJointAttach(dJointCreateContact(c.world, c.contacts, &contact), c.body[k], nullptr);
    }
}

void step(void *self) {
    Chain &c = *static_cast<Chain *>(self);
    for (size_t k = 0; k < c.geom.size(); k++) add_contacts(c, k);
    dWorldQuickStep(c.world, c.h);
    dJointGroupEmpty(c.contacts);
}

void calm(void *self) {
    for (dBodyID b : static_cast<Chain *>(self)->body) {
        const dReal *v = dBodyGetLinearVel(b), *w = dBodyGetAngularVel(b);
        dBodySetLinearVel(b, 0.98 * v[0], 0.98 * v[1], 0.98 * v[2]);
        dBodySetAngularVel(b, 0.98 * w[0], 0.98 * w[1], 0.98 * w[2]);
    }
}

double tension(const void *self) {
    const dReal *f = static_cast<const Chain *>(self)->held.f1;
    return std::hypot(f[0], f[1], f[2]);
}

double gap(const void *self) {
    double worst = 0;
    for (dJointID j : static_cast<const Chain *>(self)->joint) {
        dVector3 a, b;
        dJointGetBallAnchor(j, a);
        dJointGetBallAnchor2(j, b);
        worst = std::fmax(worst, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
    }
    return worst;
}

void destroy(void *self) { delete static_cast<Chain *>(self); }

} // namespace

const char w4_code_name[] = "ode";
const w4_code w4_codes[] = {
    {"quickstep", create<20>, calm, step, tension, gap, destroy},
    {"quickstep_200", create<200>, calm, step, tension, gap, destroy},
    {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr},
};
