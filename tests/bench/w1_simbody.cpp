// SPDX-License-Identifier: MIT
// W1 in Simbody: joint coordinates, order-N recursion. Simbody's universal, ball and pin joints; integrators at a fixed
// step with their defaults. No constraint needs projection; Simbody normalises the quaternions of the ball. "merson" is
// the reference: error-controlled Runge-Kutta-Merson, h only the reporting interval.
#include "tests/bench/w1.h"
#include <Simbody.h>
#include <cmath>
#include <memory>
#include <string>

using namespace SimTK;

namespace {

const double reference_accuracy = 1e-11; // of "merson", relative, per step

struct Chain {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::unique_ptr<Integrator> integrator;
    MobilizedBodyIndex last;
    double h = 0;
    long done = 0;
    bool failed = false; // Simbody threw; from here on the position is NaN
};

Body::Rigid body_of(const w1_body &b) {
    return Body::Rigid(MassProperties(b.mass, Vec3(0), Inertia(b.inertia[0], b.inertia[1], b.inertia[2])));
}

Rotation start_attitude() {
    double r[3][3];
    w1_attitude(r);
    return Rotation(Mat33(r[0][0], r[0][1], r[0][2], r[1][0], r[1][1], r[1][2], r[2][0], r[2][1], r[2][2]), true);
}

// Joint frames: columns are the joint's axes in body axes. Simbody's universal turns about the parent frame's x, then
// about the child frame's y; its pin about z.
const Rotation universal_axes(Mat33(0, 0, 1, 1, 0, 0, 0, 1, 0), true); // (y, z, x)
const Rotation pin_axes(Mat33(0, 1, 0, 0, 0, 1, 1, 0, 0), true);       // (z, x, y)

void build(Chain &c, int n) {
    Force::UniformGravity(c.forces, c.matter, Vec3(0, 0, -w1_gravity));
    MobilizedBody parent = c.matter.updGround();
    for (int k = 0; k < w1_bodies(n); k++) {
        const w1_body *b = w1_body_at(n, k);
        Rotation start = k == 0 ? start_attitude() : Rotation();
        Vec3 above = k == 0 ? Vec3(0) : Vec3(w1_body_at(n, k - 1)->lower, 0, 0), below(-b->upper, 0, 0);
        if (k < n)
            parent = MobilizedBody::Universal(parent, Transform(start * universal_axes, above), body_of(*b),
                                              Transform(universal_axes, below));
        else if (k == n)
            parent = MobilizedBody::Ball(parent, above, body_of(*b), below);
        else
            parent = MobilizedBody::Pin(parent, Transform(pin_axes, above), body_of(*b), Transform(pin_axes, below));
        c.last = parent.getMobilizedBodyIndex();
    }
}

template <class I> std::unique_ptr<Integrator> fixed_step(const MultibodySystem &system, double h) {
    auto integrator = std::make_unique<I>(system);
    integrator->setFixedStepSize(h);
    return integrator;
}

// The same with a constructor that takes the step.
template <class I> std::unique_ptr<Integrator> first_order(const MultibodySystem &system, double h) {
    return std::make_unique<I>(system, h);
}

std::unique_ptr<Integrator> merson(const MultibodySystem &system, double) {
    auto integrator = std::make_unique<RungeKuttaMersonIntegrator>(system);
    integrator->setAccuracy(reference_accuracy);
    integrator->setConstraintTolerance(1e-13);
    return integrator;
}

template <std::unique_ptr<Integrator> (*make)(const MultibodySystem &, double)> void *create(int n, double h) {
    try {
        auto c = std::make_unique<Chain>();
        build(*c, n);
        State state = c->system.realizeTopology();
        double w[3];
        w1_omega_body(n, w);
        const MobilizedBody &first = c->matter.getMobilizedBody(MobilizedBodyIndex(1));
        first.setOneU(state, 0, w[1]);
        first.setOneU(state, 1, w[2]);
        c->integrator = make(c->system, h);
        c->integrator->setAllowInterpolation(false);
        c->integrator->setReturnEveryInternalStep(false);
        c->integrator->initialize(state);
        c->h = h;
        return c.release();
    } catch (const std::exception &) {
        return nullptr;
    }
}

void step(void *self, int steps) {
    Chain &c = *static_cast<Chain *>(self);
    try {
        for (int k = 0; k < steps; k++) {
            const double target = double(++c.done) * c.h;
            // The first call returns at the start.
            while (c.integrator->stepTo(target) != Integrator::ReachedReportTime) {}
        }
    } catch (const std::exception &) {
        c.failed = true;
    }
}

void flukes(const void *self, double x[3]) {
    const Chain &c = *static_cast<const Chain *>(self);
    Vec3 p(NaN);
    if (!c.failed && std::isfinite(c.integrator->getState().getQ().norm())) {
        c.system.realize(c.integrator->getState(), Stage::Position);
        p = c.matter.getMobilizedBody(c.last).getBodyOriginLocation(c.integrator->getState());
    }
    for (int i = 0; i < 3; i++) x[i] = p[i];
}

double gap(const void *) { return 0; } // joint coordinates: a joint cannot open

void destroy(void *self) { delete static_cast<Chain *>(self); }

} // namespace

const char w1_code_name[] = "simbody";
const w1_code w1_codes[] = {
    {"euler", create<first_order<SemiExplicitEulerIntegrator>>, step, flukes, gap, destroy},
    {"euler2", create<fixed_step<SemiExplicitEuler2Integrator>>, step, flukes, gap, destroy},
    {"verlet", create<fixed_step<VerletIntegrator>>, step, flukes, gap, destroy},
    {"rk3", create<fixed_step<RungeKutta3Integrator>>, step, flukes, gap, destroy},
    {"merson", create<merson>, step, flukes, gap, destroy},
    {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr},
};
