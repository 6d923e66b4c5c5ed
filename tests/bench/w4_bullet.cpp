// SPDX-License-Identifier: MIT
// W4 in Bullet's btMultiBody (float64): joint coordinates, spherical joints from a fixed base, capsules on a kinematic
// box that moves. 10 iterations of the contact solver, its default, or 100. Damping and sleeping are off, the
// gyroscopic term is on; all else is Bullet's default.
#include "tests/bench/w4.h"
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyJointFeedback.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <btBulletDynamicsCommon.h>
#include <cmath>
#include <memory>
#include <vector>

namespace {

struct Chain {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btMultiBodyConstraintSolver solver;
    btMultiBodyDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    btCapsuleShapeX capsule{0.5 * w4_bar, w4_pitch};
    btBoxShape box{btVector3(1000, 1000, 1)};
    btRigidBody bottom{btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &box)};
    std::unique_ptr<btMultiBody> body;
    std::vector<std::unique_ptr<btMultiBodyLinkCollider>> collider;
    btMultiBodyJointFeedback held;
    double h = 0;
    ~Chain() {
        for (auto &c : collider) world.removeCollisionObject(c.get());
        if (body) world.removeMultiBody(body.get());
        world.removeRigidBody(&bottom);
    }
};

double tilt_of(int n, int k) {
    double a[3], b[3];
    w4_joint(n, k, a);
    w4_joint(n, k + 1, b);
    return std::atan2(a[2] - b[2], b[0] - a[0]); // about y
}

void add_links(btMultiBody &m, int n) {
    const btVector3 inertia(w4_inertia[0], w4_inertia[1], w4_inertia[1]), middle(0.5 * w4_pitch, 0, 0);
    double above = 0;
    for (int k = 0; k < n; k++) {
        const double tilt = tilt_of(n, k);
        const btQuaternion turn(btVector3(0, 1, 0), above - tilt); // from the link above to this one's components
        m.setupSpherical(k, w4_mass, inertia, k - 1, turn, k > 0 ? middle : btVector3(0, 0, 0), middle, true);
        above = tilt;
    }
}

void add_colliders(Chain &c, int n) {
    for (int k = 0; k < n; k++) {
        auto own = std::make_unique<btMultiBodyLinkCollider>(c.body.get(), k);
        own->setCollisionShape(&c.capsule);
        own->setFriction(w4_friction);
        c.world.addCollisionObject(own.get(), 2, 1); // with the bottom only
        c.body->getLink(k).m_collider = own.get();
        c.collider.push_back(std::move(own));
    }
    btAlignedObjectArray<btQuaternion> q;
    btAlignedObjectArray<btVector3> p;
    c.body->forwardKinematics(q, p);
    c.body->updateCollisionObjectWorldTransforms(q, p);
}

void add_bottom(Chain &c) {
    c.bottom.setCollisionFlags(c.bottom.getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    c.bottom.setActivationState(DISABLE_DEACTIVATION);
    c.bottom.setWorldTransform(btTransform(btQuaternion(0, 0, 0, 1), btVector3(0, 0, -1 - 0.5 * w4_bar)));
    c.bottom.setFriction(1); // Bullet multiplies the two
    c.world.addRigidBody(&c.bottom, 1, 2);
}

template <int sweeps> void *create(int n, double h) {
    auto c = std::make_unique<Chain>();
    double top[3];
    w4_joint(n, 0, top);
    c->h = h;
    c->world.setGravity(btVector3(0, 0, -w4_gravity));
    c->world.getSolverInfo().m_numIterations = sweeps;
    c->body = std::make_unique<btMultiBody>(n, 0, btVector3(0, 0, 0), true, false);
    btMultiBody &m = *c->body;
    m.setBaseWorldTransform(btTransform(btQuaternion(0, 0, 0, 1), btVector3(top[0], top[1], top[2])));
    add_links(m, n);
    m.finalizeMultiDof();
    m.setHasSelfCollision(false);
    m.setCanSleep(false);
    m.setLinearDamping(0);
    m.setAngularDamping(0);
    m.setUseGyroTerm(true);
    m.setMaxCoordinateVelocity(1e30);
    m.getLink(0).m_jointFeedback = &c->held;
    c->world.addMultiBody(&m);
    add_colliders(*c, n);
    add_bottom(*c);
    return c.release();
}

void step(void *self) {
    Chain &c = *static_cast<Chain *>(self);
    btTransform at = c.bottom.getWorldTransform();
    at.getOrigin().setX(at.getOrigin().x() + w4_speed * c.h);
    c.bottom.setWorldTransform(at);
    c.world.stepSimulation(c.h, 0, c.h);
}

void calm(void *self) {
    btMultiBody &m = *static_cast<Chain *>(self)->body;
    for (int k = 0; k < m.getNumLinks(); k++) {
        const btScalar *v = m.getJointVelMultiDof(k);
        btScalar slower[3] = {0.98 * v[0], 0.98 * v[1], 0.98 * v[2]};
        m.setJointVelMultiDof(k, slower);
    }
}

double tension(const void *self) {
    return static_cast<const Chain *>(self)->held.m_reactionForces.getLinear().length();
}

double gap(const void *) { return 0; } // joint coordinates: a joint cannot open

void destroy(void *self) { delete static_cast<Chain *>(self); }

} // namespace

const char w4_code_name[] = "bullet";
const w4_code w4_codes[] = {
    {"multibody", create<10>, calm, step, tension, gap, destroy},
    {"multibody_100", create<100>, calm, step, tension, gap, destroy},
    {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr},
};
