// SPDX-License-Identifier: MIT
// The model: bodies in natural coordinates (shared points and vectors), constraints and force elements; constant while
// running. Assembled once: add nodes, bodies, joints and forces, then dyn_model_finish; nothing structural after it.
//
// A node is three coordinates: a point, a vector, or up to three scalars. A body is two points and two vectors:
//   r = p0 + c1 (p1 - p0) + c2 u + c3 v,  c = Xb⁻¹ (rb - rb_p0),  Xb = [rb_p1 - rb_p0, ub, vb]
// (García de Jalón & Bayo 1994; constant mass matrix). Joints come from sharing nodes, and from constraint rows.
#ifndef HAWSE_DYNAMICS_MODEL_H
#define HAWSE_DYNAMICS_MODEL_H

#include "dynamics/force.h"
#include "dynamics/matrix.h"
#include "dynamics/solver.h"

typedef struct dyn_body {
    int node[4];       // p0, p1, u, v
    mat3 xb_inverse;   // Xb⁻¹
    vec3 rb0;          // p0 in the body frame [m]
    double mass;       // [kg]
    double m[4][4];    // mass matrix in blocks of I3 [kg]
    double gravity[4]; // m × weights of the centre of mass [kg]
    int block[4][4];   // matrix blocks of its node pairs, symmetric
    int rows;          // first of its six rigid-body rows; its length |p1 - p0| is the first
} dyn_body;

typedef struct dyn_body_def {
    int p0, p1, u, v;          // nodes
    vec3 rb_p0, rb_p1, ub, vb; // their body-frame coordinates [m]
    double mass;               // [kg]
    vec3 centre;               // centre of mass, body frame [m]
    mat3 inertia;              // about the centre of mass, body frame [kg m²]
} dyn_body_def;

// A constraint row that is bilinear in the nodes: phi = scale ((xa - xb)·(xc - xd) - constant) [m]. b, d may be -1.
typedef struct dyn_row_def {
    int a, b, c, d;
    double scale, constant;
} dyn_row_def;

// Value and gradient of a row at the present coordinates.
typedef struct dyn_row {
    int n; // nodes it touches
    int node[4];
    vec3 g[4];        // d phi / d node
    double phi;       // [m]
    double gamma;     // (dPhi_q/dt) qd [m/s²]
    double geometric; // scale of the positive semi-definite part of lambda Phi_qq, for rows with a = c, b = d; else 0
} dyn_row;

// A joint with rows of its own that are not bilinear with constant coefficients.
typedef struct dyn_joint {
    const void *self;
    int n_rows;
    // Fills n_rows rows from q, qd (by node) and the joint's part of the state. No present joint depends on time.
    void (*eval)(const void *self, const dyn_eval *e, dyn_row *row);
    int first_row;
} dyn_joint;

typedef struct dyn_model {
    double h;     // step [s]
    vec3 gravity; // [m/s²]
    int n_nodes, n_bodies, n_row_defs, n_rows, n_joints, n_forces;
    int cap_nodes, cap_bodies, cap_row_defs, cap_joints, cap_forces;
    vec3 *node0;          // initial coordinates (n_nodes)
    vec3 *node_inertia;   // inertia of scalar nodes, zero otherwise (n_nodes)
    unsigned char *fixed; // node is ground (n_nodes)
    dyn_body *body;       // (n_bodies)
    dyn_row_def *row_def; // bilinear rows: six a body, then added ones (n_row_defs)
    int *row_body[2];     // bodies a row belongs to: active when both are; -1: always (n_row_defs)
    int (*row_block)[10]; // matrix blocks of each bilinear row's node pairs (n_row_defs)
    dyn_joint *joint;
    const dyn_force **force;
    size_t *force_z; // offset of each force's internal state in z (n_forces)
    size_t z_size;   // [bytes]
    double *alpha;   // penalty of each row [N/m], frozen at finish (n_rows)
    dyn_pattern pattern;
    dyn_matrix matrix_pattern; // the tangent's pattern; its values are the work's
    bool failed;
} dyn_model;

// An empty model that holds up to the given numbers; false for want of memory.
bool dyn_model_create(dyn_model *m, double h, vec3 gravity, int nodes, int bodies, int rows, int joints, int forces);
void dyn_model_destroy(dyn_model *m);

// Adds a node at x; a fixed one is ground. Returns its number.
int dyn_add_node(dyn_model *m, vec3 x, bool fixed);
// Makes a node ground.
void dyn_fix_node(dyn_model *m, int node);
// Gives a node of scalars its inertias.
void dyn_set_node_inertia(dyn_model *m, int node, vec3 inertia);
// Adds a rigid body and its six rows. The inertia must be physical: RT_ERR_NUMERIC otherwise (a planar moment < 0).
rt_status dyn_add_body(dyn_model *m, const dyn_body_def *def, int *body);
// Adds a bilinear row between two bodies (-1: ground); active while both are.
int dyn_add_row(dyn_model *m, const dyn_row_def *def, int body1, int body2);
// Adds a joint; what it couples is declared by dyn_couple.
int dyn_add_joint(dyn_model *m, const dyn_joint *joint);
// Adds a force element, evaluated in this order.
int dyn_add_force(dyn_model *m, const dyn_force *force);
// Declares that the tangent may couple these nodes.
void dyn_couple(dyn_model *m, const int *nodes, int n);

// Fixes the pattern and the penalties alpha_k = gamma 4/h² / sigma_k. Each
// iteration with its multiplier update leaves 1/(1 + gamma sigma/sigma_k) of the violation of a mode, so what counts is
// gamma, not alpha: alpha grows as 1/h² and with the row's mass.
rt_status dyn_model_finish(dyn_model *m, double gamma);

#endif
