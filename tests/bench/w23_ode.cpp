// SPDX-License-Identifier: MIT
#include "tests/bench/w23_ode.hpp"
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace w23 {

bool Mesh::load(dSpaceID space, const w23_setup &s, const std::string &name) {
    const std::string path = std::string(s.data) + "/w2_" + name + ".obj";
    std::ifstream file(path);
    for (std::string line, kind; std::getline(file, line);) {
        std::istringstream in(line);
        in >> kind;
        for (int k = 0; k < 3; k++) {
            double x = 0;
            long v = 0;
            if (kind == "v" && in >> x) vertex.push_back(x);
            if (kind == "f" && in >> v) index.push_back(static_cast<dTriIndex>(v - 1));
        }
    }
    if (index.empty()) {
        std::fprintf(stderr, "cannot read %s\n", path.c_str());
        return false;
    }
    data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(data, vertex.data(), 3 * sizeof(double), static_cast<int>(vertex.size() / 3),
                                index.data(), static_cast<int>(index.size()), 3 * sizeof(dTriIndex));
    geom = dCreateTriMesh(space, data, nullptr, nullptr, nullptr);
    return true;
}

Mesh::~Mesh() {
    if (geom) dGeomDestroy(geom);
    if (data) dGeomTriMeshDataDestroy(data);
}

World::World(const w23_setup &s, bool quick_step) : quick(quick_step) {
    static const bool started = dInitODE2(0) != 0 && dAllocateODEDataForThread(dAllocateMaskAll) != 0;
    (void)started;
    world = dWorldCreate();
    group = dJointGroupCreate(0);
    h = s.h;
    dWorldSetGravity(world, 0, 0, -W23_GRAVITY);
    dWorldSetQuickStepNumIterations(world, quick_sweeps);
    feedback.resize(1024);
}

World::~World() {
    dJointGroupDestroy(group);
    dWorldDestroy(world);
}

dBodyID World::add_body(const w1_body &b, const double x[3], const dMatrix3 r, const w23_drag &d) {
    dBodyID id = dBodyCreate(world);
    dMass mass;
    dMassSetParameters(&mass, b.mass, 0, 0, 0, b.inertia[0], b.inertia[1], b.inertia[2], 0, 0, 0);
    dBodySetMass(id, &mass);
    dBodySetPosition(id, x[0], x[1], x[2]);
    dBodySetRotation(id, r);
    body.push_back(id);
    drag.push_back(d);
    return id;
}

void World::joined(dJointID j, double above_offset, double below_offset) {
    joint.push_back(j);
    above.push_back(above_offset);
    below.push_back(below_offset);
}

void World::add_anchor(const double x[3], dBodyID link, double above_offset, const w23_drag &d) {
    const dMatrix3 r = {0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0}; // x down, y along y
    const double length = w1_shank.upper + w1_shank.lower;
    const double c[2][3] = {{x[0], x[1], x[2] - w1_shank.upper}, {x[0], x[1], x[2] - length - w1_flukes.upper}};
    dBodyID shank = add_body(w1_shank, c[0], r, d), flukes = add_body(w1_flukes, c[1], r, d);
    if (link) {
        dJointID ball = dJointCreateBall(world, nullptr);
        dJointAttach(ball, link, shank);
        dJointSetBallAnchor(ball, x[0], x[1], x[2]);
        register_joint(ball, above_offset, -w1_shank.upper);
    }
    dJointID hinge = dJointCreateHinge(world, nullptr);
    dJointAttach(hinge, shank, flukes);
    dJointSetHingeAnchor(hinge, x[0], x[1], x[2] - length);
    dJointSetHingeAxis(hinge, 0, 1, 0);
    register_joint(hinge, w1_shank.lower, -w1_flukes.upper);
}

void World::apply_drag() {
    for (std::size_t k = 0; k < body.size(); k++) {
        const dReal *v = dBodyGetLinearVel(body[k]), *w = dBodyGetAngularVel(body[k]);
        const double a = -drag[k].translation, b = -drag[k].rotation;
        dBodyAddForce(body[k], a * v[0], a * v[1], a * v[2]);
        dBodyAddTorque(body[k], b * w[0], b * w[1], b * w[2]);
    }
}

void World::collide(dGeomID g) {
    dContactGeom found[max_contacts];
    const int n = dCollide(g, hull.geom, max_contacts, found, sizeof found[0]);
    for (int k = 0; k < n; k++) {
        dContact c = {};
        c.surface.mode = dContactApprox1;
        c.surface.mu = W23_FRICTION;
        c.geom = found[k];
        dJointID j = dJointCreateContact(world, group, &c);
        dJointAttach(j, dGeomGetBody(g), nullptr);
        if (static_cast<std::size_t>(contacts) < feedback.size()) dJointSetFeedback(j, &feedback[contacts]);
        contacts++;
        depth = std::fmax(depth, found[k].depth);
    }
}

void World::advance() {
    if (quick)
        dWorldQuickStep(world, h);
    else
        dWorldStep(world, h);
    dJointGroupEmpty(group);
    t += h;
}

void World::sample(w23_sample &s) const {
    s = {};
    double sum[3] = {0, 0, 0};
    for (int k = 0; k < contacts; k++)
        for (int i = 0; i < 3; i++) sum[i] += feedback[k].f1[i];
    s.contact = std::sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    s.contacts = contacts;
    s.depth = depth;
    s.force = force;
    for (std::size_t k = 0; k < joint.size(); k++) {
        dVector3 a, b;
        dBodyGetRelPointPos(dJointGetBody(joint[k], 0), above[k], 0, 0, a);
        dBodyGetRelPointPos(dJointGetBody(joint[k], 1), below[k], 0, 0, b);
        s.gap = std::fmax(s.gap, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
    }
    const dReal *p = dBodyGetPosition(body.back());
    for (int i = 0; i < 3; i++) s.x[i] = p[i];
    s.finite = std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]);
}

} // namespace w23

extern "C" {
const char w23_code_name[] = "ode";
const w23_code *const w23_codes[] = {&w2_ode_step, &w2_ode_quick, &w3_ode_step, &w3_ode_quick, nullptr};
}
