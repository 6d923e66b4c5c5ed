// SPDX-License-Identifier: MIT
// A mechanism of a scenario file (`model:` and `record:`): plain data in SI, names resolved to indices, checked as far
// as possible without solving. For optional keys without a default: rt_config_is_given(&scenario_..._list).
#ifndef HAWSE_RT_MODEL_MODEL_H
#define HAWSE_RT_MODEL_MODEL_H

#include "contact/law/law.h"
#include "contact/shape/shape.h"
#include "dynamics/joint/kinds.h"
#include "dynamics/math/math3.h"
#include "dynamics/math/table.h"
#include "rt/model/record.h"

enum { SCENARIO_WORLD = 0, SCENARIO_OF_BODY };

// A point: a node or, with `on`, a further point of a body.
typedef struct scenario_point {
    rt_item item;
    rt_name name;
    scenario_repeat repeat;
    double at[3], velocity[3]; // world, at the start; at: after the load
    int frame;                 // of `at` in the file: SCENARIO_WORLD, SCENARIO_OF_BODY
    double mass;               // of a point mass at a node; 0: none
    bool fixed;
    scenario_ref on; // body
} scenario_point;

// A unit vector; bodies may share it.
typedef struct scenario_vector {
    rt_item item;
    rt_name name;
    scenario_repeat repeat;
    double along[3]; // unit after the load
    bool fixed;
} scenario_vector;

// A rigid body. Its frame: scenario_body_pose.
typedef struct scenario_body {
    rt_item item;
    rt_name name;
    scenario_repeat repeat;
    rt_names points, vectors;
    int point[2], vector[2];                         // indices; SCENARIO_NONE: the assembly adds a node
    double x_axis[3], y_axis[3];                     // after the load also from angles and quaternion
    double angles[3], quaternion[4];                 // as read
    double mass, centre[3], inertia[3], products[3]; // body frame: xx, yy, zz and xy, yz, zx about the centre of mass
    double velocity[3], angular_velocity[3];         // world; velocity: of the first point; used only if given
} scenario_body;

// inline: point[1] stays on the axis through point[0], on body[0]; no second body. distance: no bodies. gear, rack:
// two coordinates.
typedef struct scenario_joint {
    rt_item item;
    rt_name name;
    scenario_repeat repeat;
    int kind; // dyn_joint_kind
    rt_names bodies, points, coordinates;
    int coordinate[2];
    double ratio, radius;           // as read; gear, rack: change of the second coordinate per change of the first
    int body[2], point[2];          // indices; equal points: the body that lacks the point carries it too
    double axis[3], second_axis[3]; // unit after the load, world, at the start; second_axis is on body[1]
} scenario_joint;

typedef enum scenario_coordinate_kind { SCENARIO_ANGLE = 0, SCENARIO_LENGTH, SCENARIO_TRAVEL } scenario_coordinate_kind;

// A relative coordinate: the angle of body[1] against body[0] of a joint about its axis, right-handed, zero at the
// start [rad]; the distance of two points [m]; or the travel of a joint's second point from its first along the axis
// [m].
typedef struct scenario_coordinate {
    rt_item item;
    rt_name name;
    scenario_repeat repeat;
    int kind;
    scenario_ref joint;
    int axis; // of a joint with two angles: 1 or 2
    rt_names points;
    int point[2];
} scenario_coordinate;

// offset + rate t + acceleration t²/2 + amplitude sin(2 pi frequency t + phase)
typedef struct scenario_motion {
    double offset, rate, acceleration, amplitude; // [m] or [rad]
    double frequency, phase;                      // [Hz], [rad]
} scenario_motion;

// A point of a table: time [s] and value.
typedef struct scenario_table_point {
    rt_item item;
    double t, value; // [s]; [m], [rad] or [1]
} scenario_table_point;

typedef RT_ITEMS(scenario_table_point) scenario_table;

// A rheonomic constraint: a coordinate, or along·r of a point, follows the motion.
typedef struct scenario_driver {
    rt_item item;
    rt_name name;
    scenario_repeat repeat;
    scenario_ref coordinate, point;
    double along[3];                     // unit after the load
    scenario_motion length, angle;       // as read
    scenario_motion motion;              // the effective one; without a given offset it agrees with the start
    scenario_table table, angular_table; // as read
    char file[RT_CONFIG_TEXT];           // of a table
    dyn_table *function;                 // the table as a spline; NULL: none
} scenario_driver;

typedef enum scenario_force_kind {
    SCENARIO_SPRING = 0, // between points
    SCENARIO_TORSION,    // about a joint or in a coordinate
    SCENARIO_FRICTION,   // in a joint or a coordinate
    SCENARIO_STOP,       // in a joint or a coordinate
    SCENARIO_APPLIED_FORCE,
    SCENARIO_APPLIED_TORQUE,
    SCENARIO_ACTUATOR, // between points, in a joint or a coordinate
    SCENARIO_ROPE,     // through points
    SCENARIO_DRAG,     // at a point
} scenario_force_kind;

// Constants of an element, for a length [m, N] or an angle [rad, N m].
typedef struct scenario_law {
    double stiffness, damping, rest;
    double limit, yield; // largest force of friction or actuator; elastic displacement before sliding
    double low, high;    // stops; infinite: none
} scenario_law;

enum { SCENARIO_PATH = 8 }; // most points of a rope

typedef struct scenario_force {
    rt_item item;
    rt_name name;
    scenario_repeat repeat;
    int kind;
    rt_names points, bodies;
    scenario_ref point_ref, joint, coordinate;
    int axis; // 1 or 2, of a joint with two angles
    int point[2], body[2];
    int path[SCENARIO_PATH];                // of a rope: its points
    bool angular;                           // acts on an angle
    scenario_law length, angle;             // as read
    scenario_law law;                       // the effective one
    double force[3], torque[3];             // applied, world
    double time_constant;                   // first-order lag of an actuator [s]; 0: none
    int command;                            // of an actuator: SCENARIO_COMMAND_...
    scenario_motion program;                // offset and amplitude as shares of the limit
    double density, drag_coefficient, area; // [kg/m³], [1], [m²]
    scenario_table table;                   // a share or factor over time, as read
    char file[RT_CONFIG_TEXT];              // of a table
    dyn_table *function;                    // the table, linear; NULL: none
} scenario_force;

enum { SCENARIO_COMMAND_NONE = 0, SCENARIO_COMMAND_LEVER };

typedef enum scenario_shape_kind {
    SCENARIO_PLANE = 0,
    SCENARIO_SPHERE,
    SCENARIO_BOX,
    SCENARIO_ELLIPSOID,
    SCENARIO_CYLINDER,
    SCENARIO_FRUSTUM,
    SCENARIO_HULL,
    SCENARIO_MESH,
    SCENARIO_CURVE,
} scenario_shape_kind;

// A point of a curve, in the plane of its shape.
typedef struct scenario_contour_point {
    rt_item item;
    double x, y;
} scenario_contour_point;

// A contact shape, on a body or on ground.
typedef struct scenario_shape {
    rt_item item;
    rt_name name;
    scenario_repeat repeat;
    int kind;
    scenario_ref on;                         // body; SCENARIO_GROUND
    int frame;                               // of its place in the file: SCENARIO_WORLD, SCENARIO_OF_BODY
    double at[3], x_axis[3], z_axis[3];      // as read
    double angles[3], quaternion[4];         // as read
    pose pose;                               // its frame in the world at the start, after the load
    double radius, top_radius, height;       // cylinder and frustum start at z = 0
    double size[3], semi_axes[3], scale;     // box edges; ellipsoid; factor on a file's coordinates
    char file[RT_CONFIG_TEXT];               // hull: its vertices; mesh; curve: its points
    double sagitta;                          // of a primitive to be tessellated [m]; 0: the exact surface
    bool closed;                             // curve
    double smooth_angle, reach;              // curve [rad], [m]
    RT_ITEMS(scenario_contour_point) points; // curve without a file
} scenario_shape;

// A pair of surfaces: the laws of a contact.
typedef struct scenario_material {
    rt_item item;
    rt_name name;
    contact_material law; // without tables and user's law
    struct {
        double modulus, poissons_ratio, depth;
    } layer[2];                       // volume law: elastic layer of each body; depth 0: rigid
    char law_library[RT_CONFIG_TEXT]; // shared object with the user's laws
} scenario_material;

typedef struct scenario_contact_pair {
    rt_item item;
    rt_name name;
    scenario_repeat repeat;
    rt_names shapes;
    int shape[2];
    scenario_ref material;
    int manifold; // for flat faces: SCENARIO_CORNERS, SCENARIO_CENTRE
} scenario_contact_pair;

enum { SCENARIO_CORNERS = 0, SCENARIO_CENTRE };

typedef struct scenario_model {
    double gravity[3];
    RT_ITEMS(scenario_point) points;
    RT_ITEMS(scenario_vector) vectors;
    RT_ITEMS(scenario_body) bodies;
    RT_ITEMS(scenario_joint) joints;
    RT_ITEMS(scenario_coordinate) coordinates;
    RT_ITEMS(scenario_driver) drivers;
    RT_ITEMS(scenario_force) forces;
    RT_ITEMS(scenario_shape) shapes;
    RT_ITEMS(scenario_material) materials;
    RT_ITEMS(scenario_contact_pair) contacts;
    RT_ITEMS(scenario_record) records;
} scenario_model;

extern const rt_list scenario_point_list, scenario_vector_list, scenario_body_list, scenario_joint_list,
    scenario_coordinate_list, scenario_driver_list, scenario_force_list, scenario_shape_list, scenario_material_list,
    scenario_contact_list, scenario_record_list;

// Prints what a mechanism can be made of, and an example.
void scenario_model_print_summary(FILE *f);
// The keys of a mechanism; offsets count from a scenario_model.
const rt_key *scenario_model_keys(int *n);
// Expands repeated entries, resolves every name, makes the tables and reports all faults, with the line of the entry or
// the name.
rt_status scenario_model_check(const char *file, scenario_model *m, rt_diag *d);
// The body frame at the start: origin at the first point; x to the second point, or along x_axis; y towards y_axis
// if the file gives it or the orientation, else towards the first vector, else towards the default of y_axis. The frame
// is orthonormal and right-handed. False if these directions do not span a frame, which a good load rules out.
bool scenario_body_pose(const scenario_model *m, const scenario_body *b, pose *out);
// Frees what the load made beside the entries of the lists.
void scenario_model_free(scenario_model *m);
// The shape's kind in the table of pairs.
contact_shape_kind scenario_shape_contact_kind(const scenario_shape *s);
// The shape's kind before tessellation.
contact_shape_kind scenario_shape_primitive_kind(const scenario_shape *s);

#endif
