// SPDX-License-Identifier: MIT
// W1 in MuJoCo: joint coordinates, one mass matrix factored along the tree. A universal joint is two hinges of one
// body. Semi-implicit Euler or RK4; no contact, no sensors; all else is the default.
#include "tests/bench/w1.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mujoco/mujoco.h>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Chain {
    mjModel *model = nullptr;
    mjData *data = nullptr;
    ~Chain() {
        if (data) mj_deleteData(data);
        if (model) mj_deleteModel(model);
    }
};

const char *joints_of(int n, int k) {
    if (k < n) return "<joint type='hinge' axis='0 1 0' pos='0 0 0'/><joint type='hinge' axis='0 0 1' pos='0 0 0'/>";
    return k == n ? "<joint type='ball' pos='0 0 0'/>" : "<joint type='hinge' axis='0 1 0' pos='0 0 0'/>";
}

// Files of the model's description. The XML reader accepts at most 100 nested elements, so a file ends after 50 bodies
// and includes the next one. Each body's frame is at its upper joint.
std::vector<std::string> description(int n, double h, const char *integrator) {
    const int depth = 50, bodies = w1_bodies(n);
    double r[3][3];
    w1_attitude(r);
    std::vector<std::string> files;
    for (int first = 0; first < bodies; first += depth) {
        const int end = std::min(first + depth, bodies);
        std::ostringstream s;
        s.precision(17);
        if (first == 0)
            s << "<mujoco><compiler angle='radian' inertiafromgeom='false' boundmass='0' boundinertia='0'/>"
              << "<option timestep='" << h << "' gravity='0 0 " << -w1_gravity << "' integrator='" << integrator
              << "'><flag contact='disable'/></option><worldbody><body xyaxes='" << r[0][0] << ' ' << r[1][0] << ' '
              << r[2][0] << ' ' << r[0][1] << ' ' << r[1][1] << ' ' << r[2][1] << "'>";
        else
            s << "<mujocoinclude>";
        for (int k = first; k < end; k++) {
            const w1_body *b = w1_body_at(n, k);
            if (k > 0) s << "<body pos='" << w1_body_at(n, k - 1)->upper + w1_body_at(n, k - 1)->lower << " 0 0'>";
            s << joints_of(n, k) << "<inertial pos='" << b->upper << " 0 0' mass='" << b->mass << "' diaginertia='"
              << b->inertia[0] << ' ' << b->inertia[1] << ' ' << b->inertia[2] << "'/>";
        }
        if (end < bodies) s << "<include file='w1_" << files.size() + 1 << ".xml'/>";
        for (int k = first; k < end; k++) s << "</body>";
        s << (first == 0 ? "</worldbody></mujoco>" : "</mujocoinclude>");
        files.push_back(s.str());
    }
    return files;
}

mjModel *compile(const std::vector<std::string> &texts) {
    auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    for (size_t k = 0; k < texts.size(); k++) {
        const std::string name = "w1_" + std::to_string(k) + ".xml";
        if (mj_makeEmptyFileVFS(files.get(), name.c_str(), int(texts[k].size())) != 0) return nullptr;
        std::memcpy(files->filedata[k], texts[k].data(), texts[k].size());
    }
    char error[500] = "";
    mjModel *model = mj_loadXML("w1_0.xml", files.get(), error, sizeof error);
    if (!model) std::fprintf(stderr, "mujoco: %s\n", error);
    mj_deleteVFS(files.get());
    return model;
}

void *create_chain(int n, double h, const char *integrator) {
    auto c = std::make_unique<Chain>();
    c->model = compile(description(n, h, integrator));
    c->data = c->model ? mj_makeData(c->model) : nullptr;
    if (!c->data) return nullptr;
    // By default MuJoCo writes warnings to a file of the working folder; flukes() detects the failures.
    mju_user_warning = [](const char *) {};
    double w[3];
    w1_omega_body(n, w);
    c->data->qvel[0] = w[1];
    c->data->qvel[1] = w[2];
    return c.release();
}

void *create_euler(int n, double h) { return create_chain(n, h, "Euler"); }
void *create_rk4(int n, double h) { return create_chain(n, h, "RK4"); }

void step(void *self, int steps) {
    Chain &c = *static_cast<Chain *>(self);
    for (int k = 0; k < steps; k++) mj_step(c.model, c.data);
}

// The poses in the data are those of the start of the step; mj_kinematics computes the present ones.
void flukes(const void *self, double x[3]) {
    const Chain &c = *static_cast<const Chain *>(self);
    mj_kinematics(c.model, c.data);
    for (int i = 0; i < 3; i++) x[i] = c.data->xipos[3 * (c.model->nbody - 1) + i];
    if (c.data->warning[mjWARN_BADQACC].number || c.data->warning[mjWARN_BADQPOS].number ||
        c.data->warning[mjWARN_BADQVEL].number)
        x[0] = NAN; // MuJoCo found the state invalid and reset it
}

double gap(const void *) { return 0; } // joint coordinates: a joint cannot open

void destroy(void *self) { delete static_cast<Chain *>(self); }

} // namespace

const char w1_code_name[] = "mujoco";
const w1_code w1_codes[] = {
    {"euler", create_euler, step, flukes, gap, destroy},
    {"rk4", create_rk4, step, flukes, gap, destroy},
    {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr},
};
