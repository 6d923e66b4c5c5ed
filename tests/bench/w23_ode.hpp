// SPDX-License-Identifier: MIT
// Parts of W2 and W3 in ODE (double): world, meshes, bodies, drag, contacts.
#ifndef HAWSE_TESTS_BENCH_W23_ODE_HPP
#define HAWSE_TESTS_BENCH_W23_ODE_HPP

#include "tests/bench/w1.h"
#include "tests/bench/w23.h"
#include <ode/ode.h>
#include <string>
#include <vector>

namespace w23 {

constexpr int max_contacts = 32; // of a pair of geometries
constexpr int quick_sweeps = 50;

// A triangle mesh geometry with its data.
struct Mesh {
    std::vector<double> vertex;
    std::vector<dTriIndex> index;
    dTriMeshDataID data = nullptr;
    dGeomID geom = nullptr;
    bool load(dSpaceID space, const w23_setup &s, const std::string &name);
    ~Mesh();
};

struct World {
    dWorldID world;
    dJointGroupID group;
    double h = 0, t = 0;
    bool quick = false;
    std::vector<dBodyID> body;
    std::vector<w23_drag> drag;
    std::vector<dJointID> joint;
    std::vector<double> above, below; // each joint point's place along x of the two bodies [m]
    Mesh hull;
    std::vector<dJointFeedback> feedback; // of this step's contacts
    std::vector<dBodyID> touched;
    int contacts = 0;
    double depth = 0, force = 0;

    World(const w23_setup &s, bool quick);
    ~World();
    // Adds a body of W1's data at x with the attitude r (columns: its axes).
    dBodyID add_body(const w1_body &b, const double x[3], const dMatrix3 r, const w23_drag &drag);
    // Registers a joint between two bodies for `gap`.
    void register_joint(dJointID j, double above_offset, double below_offset);
    // Adds the two-body anchor, shackle at x, with a ball joint to `above` (null: free). Its hinge is joint.back().
    void add_anchor(const double x[3], dBodyID above, double above_offset, const w23_drag &drag);
    void apply_drag();
    void collide(dGeomID g);
    void advance(); // runs one step of ODE, then deletes its contact joints
    void sample(w23_sample &s) const;
};

} // namespace w23

extern "C" {
extern const w23_code w2_ode_step, w2_ode_quick, w3_ode_step, w3_ode_quick;
}

#endif
