// SPDX-License-Identifier: MIT
// W1 in Bullet's btMultiBody (float64): joint coordinates, Featherstone's recursion, semi-implicit Euler or the
// library's RK4. A universal joint is two revolutes with a massless body between them. Damping and sleeping are off,
// the gyroscopic term is on; all else is Bullet's default.
#include "tests/bench/w1.h"
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <memory>

namespace {

struct Chain {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btMultiBodyConstraintSolver solver;
    btMultiBodyDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    std::unique_ptr<btMultiBody> body;
    double h = 0;
    ~Chain() {
        if (body) world.removeMultiBody(body.get());
    }
};

btMatrix3x3 start_attitude() {
    double r[3][3];
    w1_attitude(r);
    return btMatrix3x3(r[0][0], r[0][1], r[0][2], r[1][0], r[1][1], r[1][2], r[2][0], r[2][1], r[2][2]);
}

btVector3 inertia_of(const w1_body &b) { return btVector3(b.inertia[0], b.inertia[1], b.inertia[2]); }

// Bullet's links 2k and 2k + 1 are the cross and the body of link k; then shank and flukes.
void add_links(btMultiBody &m, int n) {
    const btQuaternion same(0, 0, 0, 1);
    const btVector3 y(0, 1, 0), z(0, 0, 1), none(0, 0, 0);
    btVector3 above(0, 0, 0);
    for (int k = 0; k < n; k++) {
        const w1_body *b = w1_body_at(n, k);
        m.setupRevolute(2 * k, 0, none, 2 * k - 1, same, y, above, none, true);
        m.setupRevolute(2 * k + 1, b->mass, inertia_of(*b), 2 * k, same, z, none, btVector3(b->upper, 0, 0), true);
        above = btVector3(b->lower, 0, 0);
    }
    m.setupSpherical(2 * n, w1_shank.mass, inertia_of(w1_shank), 2 * n - 1, same, above,
                     btVector3(w1_shank.upper, 0, 0), true);
    m.setupRevolute(2 * n + 1, w1_flukes.mass, inertia_of(w1_flukes), 2 * n, same, y, btVector3(w1_shank.lower, 0, 0),
                    btVector3(w1_flukes.upper, 0, 0), true);
}

template <bool rk4> void *create(int n, double h) {
    auto c = std::make_unique<Chain>();
    c->h = h;
    c->world.setGravity(btVector3(0, 0, -w1_gravity));
    c->body = std::make_unique<btMultiBody>(2 * n + 2, 0, btVector3(0, 0, 0), true, false);
    btMultiBody &m = *c->body;
    m.setBaseWorldTransform(btTransform(start_attitude()));
    add_links(m, n);
    m.finalizeMultiDof();
    m.setHasSelfCollision(false);
    m.setCanSleep(false);
    m.setLinearDamping(0);
    m.setAngularDamping(0);
    m.setUseGyroTerm(true);
    m.setMaxCoordinateVelocity(1e30);
    m.useRK4Integration(rk4);
    double w[3];
    w1_omega_body(n, w);
    m.setJointVel(0, w[1]);
    m.setJointVel(1, w[2]);
    c->world.addMultiBody(&m);
    return c.release();
}

void step(void *self, int steps) {
    Chain &c = *static_cast<Chain *>(self);
    for (int k = 0; k < steps; k++) c.world.stepSimulation(c.h, 0, c.h);
}

void flukes(const void *self, double x[3]) {
    const btMultiBody &m = *static_cast<const Chain *>(self)->body;
    btVector3 p = m.localPosToWorld(m.getNumLinks() - 1, btVector3(0, 0, 0));
    for (int i = 0; i < 3; i++) x[i] = p[i];
}

double gap(const void *) { return 0; } // joint coordinates: a joint cannot open

void destroy(void *self) { delete static_cast<Chain *>(self); }

} // namespace

const char w1_code_name[] = W1_BULLET_NAME;
const w1_code w1_codes[] = {
    {"multibody", create<false>, step, flukes, gap, destroy},
    {"rk4", create<true>, step, flukes, gap, destroy},
    {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr},
};
