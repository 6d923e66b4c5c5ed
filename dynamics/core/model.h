// SPDX-License-Identifier: MIT
// The model: bodies in natural coordinates (shared points and vectors), constraints and force elements; constant during
// a run. To assemble it, add nodes, bodies, joints and forces, then call dyn_model_finish. Its structure is then fixed.
//
// A node is three coordinates: a point, a vector, or up to three scalars. A body is two points and two vectors:
//   r = p0 + c1 (p1 - p0) + c2 u + c3 v,  c = Xb⁻¹ (rb - rb_p0),  Xb = [rb_p1 - rb_p0, ub, vb]
// (García de Jalón & Bayo 1994; constant mass matrix). Joints are shared nodes and constraint rows.
#ifndef HAWSE_DYNAMICS_CORE_MODEL_H
#define HAWSE_DYNAMICS_CORE_MODEL_H

#include "dynamics/core/force.h"
#include "dynamics/solver/matrix.h"
#include "dynamics/solver/solver.h"

// Ground nodes of every model: the zero vector and the unit vectors of the axes.
enum { DYN_ZERO = 0, DYN_EX, DYN_EY, DYN_EZ, DYN_FIRST_NODE };

// A body in a state: absent, moving, or asleep, at rest in the world (sleep.h).
enum { DYN_OFF = 0, DYN_AWAKE, DYN_ASLEEP };

enum { DYN_LANES = 8, DYN_BODY_ROWS = 6, DYN_ROW_NODES = 8 };

typedef struct dyn_body {
    int node[4];       // p0, p1, u, v
    mat3 xb_inverse;   // Xb⁻¹
    vec3 rb0;          // p0 in the body frame [m]
    double mass;       // [kg]
    double m[4][4];    // mass matrix in blocks of I3 [kg]
    double gravity[4]; // m × weights of the centre of mass [kg]
    double scale[DYN_BODY_ROWS], constant[DYN_BODY_ROWS];
    int block[4][4]; // matrix blocks of its node pairs, symmetric
} dyn_body;

typedef struct dyn_body_def {
    int p0, p1, u, v;          // nodes
    vec3 rb_p0, rb_p1, ub, vb; // their body-frame coordinates [m]
    double mass;               // [kg]
    vec3 centre;               // centre of mass, body frame [m]
    mat3 inertia;              // about the centre of mass, body frame [kg m²]
} dyn_body_def;

// Constants of DYN_LANES bodies side by side, for the vector unit. A lane without a body has zero mass and DYN_ZERO as
// its nodes.
typedef struct dyn_body_batch {
    int node[4][DYN_LANES];
    int block[10][DYN_LANES];          // matrix blocks of the pairs (i, j <= i) of its nodes
    unsigned char flip[10][DYN_LANES]; // 1: the block is stored transposed
    double m[10][DYN_LANES];           // mass of the pairs [kg]
    double gravity[4][DYN_LANES];      // [kg]
    double scale[DYN_BODY_ROWS][DYN_LANES], constant[DYN_BODY_ROWS][DYN_LANES];
} dyn_body_batch;

// A constraint row that is bilinear in the nodes: phi = scale ((xa - xb)·(xc - xd) - constant) [m]. -1: DYN_ZERO.
typedef struct dyn_row_def {
    int a, b, c, d;
    double scale, constant;
} dyn_row_def;

// An evaluated row: value, gradient and rates at the iterate.
typedef struct dyn_row {
    int n; // nodes in its gradient; 0: its bodies are inactive
    int node[DYN_ROW_NODES];
    vec3 g[DYN_ROW_NODES]; // d phi / d node
    double phi;            // [m] or [rad]
    double phi_t;          // d phi / dt [m/s]
    double gamma;          // (d phi_q/dt) qd + d phi_t/dt [m/s²]
} dyn_row;

// Rows that are not bilinear with constant coefficients.
typedef struct dyn_row_group {
    const void *self;
    int n_rows;
    // Fills n_rows rows from q, qd (by node), the time and the group's part of the state.
    void (*eval)(const void *self, const dyn_eval *e, dyn_row *row);
    // Adds weight (Σ lambda_k d²phi_k/dq²) to the tangent; NULL: zero or neglected. lambda: of the group's rows.
    void (*curve)(const void *self, const dyn_eval *e, const double *lambda, double weight);
    int first_row;
} dyn_row_group;

typedef struct dyn_model {
    double h;                 // step [s]
    vec3 gravity;             // in the world [m/s²]
    const dyn_motion *motion; // of the axes of all coordinates, set before the first state is created; NULL: at rest
    bool sleeps;              // bodies may sleep (sleep.h); set before the first state is created
    int n_nodes, n_bodies, n_batches, n_row_defs, n_rows, n_groups, n_forces;
    int cap_nodes, cap_bodies, cap_row_defs, cap_groups, cap_forces;
    vec3 *node0;           // initial coordinates (n_nodes)
    vec3 *node_inertia;    // inertia of point masses and scalars (n_nodes)
    double *node_weight;   // mass on which gravity acts, of point masses [kg] (n_nodes)
    unsigned char *fixed;  // node is ground (n_nodes)
    unsigned char *lone;   // node is an unknown that belongs to no body (n_nodes)
    dyn_body *body;        // (n_bodies)
    dyn_body_batch *batch; // the bodies in lanes (n_batches)
    dyn_row_def *row_def;  // bilinear rows (n_row_defs)
    int *row_body[2];      // the two bodies of a row, active when both are; -1: always active (n_row_defs)
    int (*row_block)[10];  // matrix blocks of the pairs (i, j <= i) of a, b, c, d of each bilinear row (n_row_defs)
    dyn_row_group *group;
    const dyn_force **force;
    size_t *force_z; // offset of each force's internal state in z (n_forces)
    size_t z_size;   // [bytes]
    double gamma;    // penalty factor, as given to dyn_model_finish
    double *alpha;   // penalty of each row [N/m], frozen at finish (n_rows)
    dyn_pattern pattern;
    dyn_matrix matrix_pattern; // pattern of the tangent; dyn_work holds the values
} dyn_model;

// Index of row r of a body: 0: |p1 - p0|, 1, 2: |u|, |v|, 3, 4: p1 - p0 with u, v, 5: u with v. Rows are numbered:
// six per body in lanes, then bilinear rows, then rows of groups.
static inline int dyn_body_row(int body, int r) {
    return body / DYN_LANES * (DYN_BODY_ROWS * DYN_LANES) + r * DYN_LANES + body % DYN_LANES;
}
// Index of the k-th bilinear row; valid after dyn_model_finish.
static inline int dyn_bilinear_row(const dyn_model *m, int k) { return m->n_batches * DYN_BODY_ROWS * DYN_LANES + k; }

// Creates an empty model with capacity for the given numbers, besides the ground nodes; false: out of memory.
bool dyn_model_create(dyn_model *m, double h, vec3 gravity, int nodes, int bodies, int rows, int groups, int forces);
void dyn_model_destroy(dyn_model *m);

// Adds a node at x; a fixed one is ground. Returns its number.
int dyn_add_node(dyn_model *m, vec3 x, bool fixed);
// Makes a node ground.
void dyn_fix_node(dyn_model *m, int node);
// Adds a node that belongs to no body: a further point or vector, or up to three scalars, with these inertias (zero:
// rows alone determine the node). Returns its number.
int dyn_add_lone_node(dyn_model *m, vec3 x, vec3 inertia);
// Sets the inertias of a node of scalars.
void dyn_set_node_inertia(dyn_model *m, int node, vec3 inertia);
// Adds a point mass [kg] at a node.
void dyn_add_point_mass(dyn_model *m, int node, double mass);
// Adds a rigid body and its six rows. The inertia must be physical: RT_ERR_NUMERIC otherwise (a planar moment < 0).
rt_status dyn_add_body(dyn_model *m, const dyn_body_def *def, int *body);
// Adds a bilinear row between two bodies (-1: ground); active while both are. Returns k of dyn_bilinear_row.
int dyn_add_row(dyn_model *m, const dyn_row_def *def, int body1, int body2);
// Adds a group of rows; the caller declares the nodes that it couples with dyn_couple. Returns its number.
int dyn_add_rows(dyn_model *m, const dyn_row_group *group);
// Adds a force element; elements are evaluated in the order of adding. Returns its number.
int dyn_add_force(dyn_model *m, const dyn_force *force);
// Declares that the tangent may couple these nodes.
void dyn_couple(dyn_model *m, const int *nodes, int n);
// Declares that the tangent may couple the nodes of two bodies.
void dyn_couple_bodies(dyn_model *m, int a, int b);

// Fixes the pattern and the penalties alpha_k = gamma 4/h² / sigma_k. An iteration with its multiplier update leaves
// 1/(1 + gamma sigma/sigma_k) of the violation of a mode. Convergence therefore depends on gamma, not on alpha, which
// grows with 1/h² and the row's mass.
rt_status dyn_model_finish(dyn_model *m, double gamma);

#endif
