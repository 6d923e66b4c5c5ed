// SPDX-License-Identifier: MIT
// The snapshot: a plain copied struct, the only output of the physics. World frame, SI.
#ifndef HAWSE_DYNAMICS_SNAPSHOT_SNAPSHOT_H
#define HAWSE_DYNAMICS_SNAPSHOT_SNAPSHOT_H

#include "dynamics/math/math3.h"
#include "rt/command/command.h"
#include "rt/frame/miss.h"
#include "rt/frame/profile.h"

#define DYN_SNAPSHOT_BODIES 1536 // links, shank and head; further ones are simulated but not drawn
#define DYN_SNAPSHOT_VECTORS 512 // contact forces
#define DYN_SNAPSHOT_REGIONS 96  // contact regions between meshes, and their contours
#define DYN_SNAPSHOT_CORNERS 768

// DYN_SHOW_BODY and DYN_SHOW_POINT belong to a mechanism, each numbered from 0; a point's pose is aligned with the
// world.
typedef enum dyn_snapshot_kind {
    DYN_SHOW_LINK = 0,
    DYN_SHOW_SHANK,
    DYN_SHOW_HEAD,
    DYN_SHOW_BODY,
    DYN_SHOW_POINT
} dyn_snapshot_kind;

// A body: kind, running number in the chain (0 at the anchor), pose of its mesh frame.
// A link's frame: origin at its middle, x along its width (in its plane), y normal to its plane, z along it toward the
// lifter.
typedef struct dyn_snapshot_body {
    int32_t kind, number;
    pose pose;
} dyn_snapshot_body;

// Parts of the anchor and faces of the hull that a contact names.
typedef enum dyn_anchor_part {
    DYN_PART_NONE = 0, // not a part of the anchor
    DYN_PART_SHANK,
    DYN_PART_SHACKLE_END,
    DYN_PART_CROWN,
    DYN_PART_PALM,
    DYN_PART_FLUKE,
    DYN_PART_FLUKE_TIP
} dyn_anchor_part;

typedef enum dyn_hull_face {
    DYN_FACE_NONE = 0, // unknown
    DYN_FACE_PIPE_WALL,
    DYN_FACE_DECK_LIP,
    DYN_FACE_BOLSTER_LIP,
    DYN_FACE_POCKET_BACK,
    DYN_FACE_POCKET_WALL,
    DYN_FACE_POCKET_RIM,
    DYN_FACE_SHELL
} dyn_hull_face;

static inline const char *dyn_anchor_part_name(int part) {
    static const char *const name[] = {"",      "shank",    "shank's shackle end", "crown", "tripping palm",
                                       "fluke", "fluke tip"};
    return part > 0 && part <= DYN_PART_FLUKE_TIP ? name[part] : "";
}

static inline const char *dyn_hull_face_name(int face) {
    static const char *const name[] = {
        "", "pipe wall", "deck lip", "bolster lip", "pocket's back face", "pocket wall", "pocket rim", "shell"};
    return face > 0 && face <= DYN_FACE_SHELL ? name[face] : "";
}

// A contact; its forces act on the moving body.
typedef struct dyn_snapshot_contact {
    vec3 position;      // point of action [m]
    vec3 normal;        // unit, from the hull into the body
    vec3 normal_force;  // [N]
    vec3 tangent_force; // [N]
    double depth;       // penetration depth [m]
    double area;        // of the contact [m²]; 0: a point
    double mu;          // static coefficient of friction
    int64_t identity;   // the same number in successive steps: the same contact
    int32_t body;       // index into body[]
    int32_t sticking;   // 1: sticks, 0: slides
    int32_t part, face; // dyn_anchor_part, dyn_hull_face
    int32_t pair;       // of a mechanism: number of the contact in its scenario
    int32_t pad;
} dyn_snapshot_contact;

// A contact region of two surfaces: its plane, and the box of its outline in that plane.
typedef struct dyn_snapshot_region {
    vec3 centre, normal; // [m]; unit, from the hull into the body
    vec3 half[2];        // half axes of the box, about the centre [m]
    int32_t contact;     // index into contact[]
    int32_t pad;
} dyn_snapshot_region;

// A line where the two surfaces cut each other; it bounds a region.
typedef struct dyn_snapshot_contour {
    int32_t region;       // index into region[]; the deepest if regions share the line
    int32_t first, count; // of corner[]
    int32_t closed;       // 1: the last corner is joined to the first
} dyn_snapshot_contour;

typedef enum dyn_snapshot_joint { DYN_SHOW_HINGE = 0, DYN_SHOW_SHACKLE, DYN_SHOW_JOINTS } dyn_snapshot_joint;

// Force in a joint of the anchor: hinge, on the head by the shank; shackle, on the shank by the chain.
typedef struct dyn_snapshot_reaction {
    vec3 position, force; // [m], [N]
} dyn_snapshot_reaction;

// A pull by hand: a spring from a point of a body to a place in the world.
typedef struct dyn_snapshot_pull {
    int32_t acts;   // 1: a pull acts
    int32_t body;   // index into body[]
    vec3 at;        // gripped point in the body's frame [m]
    vec3 to;        // [m]
    double force_n; // [N]
} dyn_snapshot_pull;

// Position of the chain stopper's bar.
typedef enum tackle_stopper_state {
    TACKLE_STOPPER_OPEN = 0,
    TACKLE_STOPPER_DOWN,    // lowered, but not between two links: without hold
    TACKLE_STOPPER_HOLDING, // between two links
    TACKLE_STOPPER_BROKEN,  // broken: without hold
} tackle_stopper_state;

// The devil's claw.
typedef enum tackle_claw_state {
    TACKLE_CLAW_OFF = 0,
    TACKLE_CLAW_ON,
    TACKLE_CLAW_PARTED,
} tackle_claw_state;

// The operator's gauges. Every double also has a row in DYN_READINGS.
typedef struct dyn_gauges {
    double tension_n;        // chain tension at the cable lifter [N]
    double anchor_tension_n; // chain tension at the anchor shackle [N]
    double chain_out_m;      // chain between lifter and anchor [m]
    double speed_m_s;        // of the chain, heaving positive [m/s]
    double lever, brake;     // conditioned command
    double motor_torque_nm;  // at the lifter, less the losses of the gearbox [N m]
    double hinge_rad;        // angle of the head against the shank [rad]
    double motor_rad_s;      // speed of the motor referred to the lifter, heaving positive [rad/s]
    double motor_load;       // torque over its limit, 0..1; of a hydraulic motor the pressure over its limit
    double lining_c;         // temperature of the band brake's lining [deg C]
    double wear_m;           // of the lining [m]
    uint8_t clutch, failsafe, housed, jammed;
    uint8_t release, estop; // emergency release held; emergency stop latched
    uint8_t safety;         // rt_safety; unknown during a replay
    uint8_t motor_brake;    // spring-set brake of the motor is on
    uint8_t engaged;        // the dogs are in mesh
    uint8_t stopper;        // tackle_stopper_state
    uint8_t motor;          // tackle_motor_state: sound, tripped, burst, off
    uint8_t blind;          // failed sensors: a bit per rt_failure from RT_FAILURE_TENSION
    uint8_t supply;         // failed supplies: DYN_SUPPLY_POWER, DYN_SUPPLY_PUMP
    uint8_t lost;           // the chain or its bitter end parted: anchor and chain are lost
    uint8_t bitter_end;     // all chain is out, and the bitter end is taut
    uint8_t brake_slips;    // the chain pays out under the set band brake
    uint8_t wrong_way;      // the anchor is at the hawse the wrong way round
    uint8_t claw;           // tackle_claw_state
    uint16_t controls;      // rt_control
    uint8_t secured;        // housed and secured for sea: bar down, lashed, brake set, out of gear, lever neutral
    uint8_t dragging;       // the ship lies outside the alarm circle of the anchor watch
    uint8_t aground;        // the ship's keel touches the bottom
    uint8_t pad[1];
    double counter_m; // reading of the chain counter: from its zero, if it was set; constant while its sensor has
                      // failed [m]
    double motor_pa;  // pressure across a hydraulic motor [Pa]; 0 of an electric one
    double motor_a;   // current of an electric motor [A]; 0 of a hydraulic one
    // What the eye sees from deck; NaN: the anchor is not in sight
    double anchor_m;   // crown pin outboard of the mouth, along the pipe [m]
    double flukes_rad; // direction of the flukes out of the hull: 0 along the shell, negative into the hull [rad]
    double sway_m_s;   // speed of the anchor [m/s]
} dyn_gauges;

// Bits of `supply`.
enum { DYN_SUPPLY_POWER = 1 << RT_FAILURE_POWER, DYN_SUPPLY_PUMP = 1 << RT_FAILURE_PUMP };

// Bits of `blind`.
enum {
    DYN_SENSOR_TENSION = 1, // tension and motor pressure
    DYN_SENSOR_SPEED = 1 << (RT_FAILURE_SPEED - RT_FAILURE_TENSION),
    DYN_SENSOR_LINING = 1 << (RT_FAILURE_LINING - RT_FAILURE_TENSION)
};

// Every double of dyn_gauges, and the sensors that it needs: the reading is 0 if one of them has failed.
#define DYN_READINGS(X)                                                                                                \
    X(tension_n, DYN_SENSOR_TENSION)                                                                                   \
    X(anchor_tension_n, DYN_SENSOR_TENSION)                                                                            \
    X(chain_out_m, 0) /* dyn_gauges_shown has the counter's reading instead */                                         \
    X(speed_m_s, DYN_SENSOR_SPEED)                                                                                     \
    X(lever, 0)                                                                                                        \
    X(brake, 0)                                                                                                        \
    X(motor_torque_nm, DYN_SENSOR_TENSION)                                                                             \
    X(hinge_rad, 0)                                                                                                    \
    X(motor_rad_s, DYN_SENSOR_SPEED)                                                                                   \
    X(motor_load, DYN_SENSOR_TENSION)                                                                                  \
    X(lining_c, DYN_SENSOR_LINING)                                                                                     \
    X(wear_m, 0)                                                                                                       \
    X(counter_m, 0)                                                                                                    \
    X(motor_pa, DYN_SENSOR_TENSION)                                                                                    \
    X(motor_a, 0)                                                                                                      \
    X(anchor_m, 0)                                                                                                     \
    X(flukes_rad, 0)                                                                                                   \
    X(sway_m_s, 0)

#define DYN_NUMBER(member, sensors) DYN_READING_##member,
enum { DYN_READINGS(DYN_NUMBER) DYN_READING_COUNT };
#undef DYN_NUMBER
_Static_assert(sizeof(dyn_gauges) == DYN_READING_COUNT * sizeof(double) + 24, "a row for each double beside 24 bytes");

static inline bool dyn_gauges_blind(const dyn_gauges *g, rt_failure sensor) {
    return g->blind >> (sensor - RT_FAILURE_TENSION) & 1;
}

// The gauges as the instruments on deck show them. Without its sensor an instrument shows 0 and the chain counter its
// last reading. No lamp reports the failure.
static inline dyn_gauges dyn_gauges_shown(const dyn_gauges *g) {
    dyn_gauges s = *g;
#define DYN_SHOW(member, sensors)                                                                                      \
    if (g->blind & (sensors)) s.member = 0;
    DYN_READINGS(DYN_SHOW)
#undef DYN_SHOW
    if (dyn_gauges_blind(g, RT_FAILURE_COUNTER) || g->controls & RT_CONTROL_ZERO) s.chain_out_m = s.counter_m;
    return s;
}

// How the last step and frame went.
typedef struct dyn_snapshot_info {
    int32_t newton, pairs, regions, points, links; // iterations; contact counts; active links
    double phi_max_m;                              // largest constraint violation [m]
    double
        blows_n; // sum of the anchor's blows on the hull since the start; a reader that skips snapshots misses none [N]
    int32_t steps;   // steps a frame; 0: one
    int64_t work_ns; // own work of the frame [ns]
    uint64_t misses; // deadlines missed since the start
    int64_t slip_ns; // lag of the simulation behind the clock that it never makes up [ns]
} dyn_snapshot_info;

// Frame times for the timing panel. A reader skips snapshots, so the longest of each run of DYN_TIMING_RUN frames
// stays: frame k, counted from 0, belongs to slot (k / DYN_TIMING_RUN) % DYN_TIMING_SLOTS.
enum { DYN_TIMING_RUN = 64, DYN_TIMING_SLOTS = 32, DYN_TIMING_BINS = 32 };
typedef struct dyn_timing {
    int64_t period_ns, budget_ns;            // of a frame [ns]; 0: no timing
    uint64_t frames;                         // timed since the start
    int32_t worst_work_ns[DYN_TIMING_SLOTS]; // own work [ns]
    int32_t worst_end_ns[DYN_TIMING_SLOTS];  // end of the frame after its release [ns]; without a loop own work
    uint32_t bin[DYN_TIMING_BINS];           // frames by own work, a twentieth of the budget each; the last: longer
    int32_t phase_ns[RT_PHASE_COUNT];        // of the last frame [ns]
    uint64_t cause[RT_MISS_CAUSE_COUNT];     // misses so far, by rt_miss_cause
} dyn_timing;

// Instruments of the bridge, of a ship that manoeuvres. Headings and courses are true, angles and turns to starboard
// positive. known 0: none.
typedef struct dyn_snapshot_conning {
    double known;
    double north_m, east_m;                            // of midship from the start
    double heading_rad, turn_rad_s;                    // rate of turn
    double ground_m_s, course_rad;                     // over ground
    double ahead_m_s, starboard_m_s;                   // through the water
    double wind_m_s, wind_rad;                         // apparent wind, and the angle from the bow that it comes from
    double under_keel_m, draught_m;                    // depth of the water under the keel, NaN without a bottom
    double shaft_per_s, rudder_rad, thrust;            // propeller's revolutions, rudder, bow thruster -1..1
    double rudder_most_rad;                            // largest rudder angle
    double engine_order, rudder_order, thruster_order; // shares, -1..1
} dyn_snapshot_conning;

// The ship's axes in the world: X = place + R x, R by the rotation vector `turn` [rad]. Bodies, contacts and cameras
// are in the ship's axes, the sea is not. Zero: at rest, where the two coincide.
typedef struct dyn_snapshot_ship {
    vec3 place, turn;           // [m], [rad]
    double roll_rad, pitch_rad; // R = yaw pitch roll: to starboard and bow down positive
    double hawse_m_s;           // speed of the hawse's mouth, upward
    double swell;               // height of the waves over the picture's, less 1
    dyn_snapshot_conning conning;
} dyn_snapshot_ship;

// The anchor watch: where the anchor lies and how the ship rides to it. Places are in the world, directions true.
enum { DYN_TRACK = 256 };
typedef enum dyn_watch_state {
    DYN_WATCH_OFF = 0,    // no anchor on the bottom
    DYN_WATCH_LAYING,     // on the bottom, the ship not brought up
    DYN_WATCH_BROUGHT_UP, // the ship rides to the anchor
    DYN_WATCH_WEIGHING,   // the chain comes in
} dyn_watch_state;

typedef struct dyn_snapshot_watch {
    int32_t state;   // dyn_watch_state
    int32_t outside; // 1: the ship lies outside the alarm circle
    int32_t drags;   // 1: the anchor has dragged, by its own way
    int32_t n_track;
    float track[DYN_TRACK][2]; // of the antenna, from the let-go: x and y (n_track) [m]
    vec3 anchor, dropped;      // crown pin, now and as it came to the bottom
    vec3 centre;               // of the circles: the anchor's place as the bridge knows it
    vec3 hawse, antenna;
    vec3 touchdown;                 // where the chain from the ship meets the bottom; NaN: nowhere
    vec3 bottom, bottom_normal;     // a point of the bottom, and its upward normal
    double outboard_m, on_bottom_m; // chain outboard of the hawse; chain between touchdown and anchor
    double lead_rad;                // of the chain below the horizontal at the hawse; NaN: none outboard
    double scope_m;                 // horizontal scope
    double swing_m, limit_m;        // radii of swinging circle and alarm circle
    double off_m;                   // antenna from the centre
    double distance_m, bearing_rad; // of the anchor from the hawse
    double dragged_m;               // anchor's distance from where it was let go or, since, brought up
    double north_rad;               // direction of the world's x axis
    vec3 midship;
    double length_m, beam_m, draught_m; // of the ship; length 0: unknown
    double wind_m_s, wind_rad;          // true wind, and the direction that it comes from
    double current_m_s, current_rad;    // mean over the draught, and the direction that it sets to
} dyn_snapshot_watch;

static inline pose dyn_snapshot_ship_pose(const dyn_snapshot_ship *s) {
    double angle = vec3_norm(s->turn);
    if (angle == 0) return (pose){mat3_identity(), s->place};
    return (pose){mat3_rotation(vec3_scale(1 / angle, s->turn), angle), s->place};
}

enum { DYN_SNAPSHOT_MESSAGE = 81 }; // bytes of the operator's message: 80 characters
typedef struct dyn_snapshot {
    uint64_t frame;
    double t;        // simulated time [s]
    int64_t wall_ns; // time of publication on the loop's clock [ns]
    dyn_gauges gauges;
    dyn_snapshot_ship ship;
    dyn_snapshot_watch watch;
    dyn_snapshot_info info;
    dyn_timing timing;
    dyn_snapshot_pull pull;
    char message[DYN_SNAPSHOT_MESSAGE]; // message to the operator, such as why the anchor is not housed; "": none
    int32_t n_contacts, n_bodies;
    dyn_snapshot_contact contact[DYN_SNAPSHOT_VECTORS]; // (n_contacts)
    dyn_snapshot_body body[DYN_SNAPSHOT_BODIES];        // (n_bodies), links from the anchor up, then shank, head
    // axial force of each link at its middle, of the link in the lifter at the exit; tension positive; 0 of other
    // bodies (n_bodies) [N]
    double tension_n[DYN_SNAPSHOT_BODIES];
    float mud[DYN_SNAPSHOT_BODIES]; // share of the surface that soil covers (n_bodies), if has_mud
    int32_t n_regions, n_contours, n_corners;
    int32_t undrawn;                                    // contacts, regions and corners of contours that did not fit
    int32_t n_reactions;                                // DYN_SHOW_JOINTS for a ship, 0 for a mechanism
    int32_t has_mud;                                    // 1: there is a bottom
    dyn_snapshot_region region[DYN_SNAPSHOT_REGIONS];   // (n_regions)
    dyn_snapshot_contour contour[DYN_SNAPSHOT_REGIONS]; // (n_contours)
    vec3 corner[DYN_SNAPSHOT_CORNERS];                  // (n_corners) [m]
    dyn_snapshot_reaction reaction[DYN_SHOW_JOINTS];    // (n_reactions)
} dyn_snapshot;

#endif
