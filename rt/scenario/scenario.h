// SPDX-License-Identifier: MIT
// The scenario: all settings of a user, read from YAML by a table of keys (`hawse check --schema` prints it). A
// scenario is a ship's anchor handling or, with the section `model`, a mechanism.
#ifndef HAWSE_RT_SCENARIO_SCENARIO_H
#define HAWSE_RT_SCENARIO_SCENARIO_H

#include "contact/law/structure.h"
#include "dynamics/ground/bottom.h"
#include "dynamics/water/waves.h"
#include "rt/command/telegraph.h"
#include "rt/config/config.h"
#include "rt/model/model.h"

// A point of a contact law's table: force over depth, or friction coefficient over speed.
typedef struct scenario_curve_point {
    rt_item item;
    double x, y; // [m], [N] or [m/s], [1]
} scenario_curve_point;

typedef RT_ITEMS(scenario_curve_point) scenario_curve;

// A special link of the chain.
typedef struct scenario_special {
    rt_item item;
    int link; // counted from 1 at the anchor
    char mesh[RT_CONFIG_TEXT];
    double scale, mass, bar_diameter;
} scenario_special;

enum { SCENARIO_SHIP_MESH = 0, SCENARIO_SHIP_BOW };

// A part of the hull with a structure of its own.
typedef struct scenario_structure {
    rt_item item;
    double from[3], to[3], thickness, frame_spacing, panel_length, edge;
} scenario_structure;

typedef struct scenario_ship {
    int type;                                           // SCENARIO_SHIP_...
    char hull[RT_CONFIG_TEXT], scenery[RT_CONFIG_TEXT]; // scenery: a folder, for pictures only
    double hull_scale;
    bool hull_open;
    double mouth[3], pipe_axis[3], face_normal[3], lifter[3];
    double pipe_bore, pipe_length, deck;
    struct {
        double pipe_angle, bore, bolster_radius, deck_lip, depth, height, width, flare, rim_radius, corner_radius,
            seat_height;
    } pocket; // of the parametric bow
} scenario_ship;

enum {
    SCENARIO_ANCHOR_MESHES = 0,
    SCENARIO_ANCHOR_HALL,
    SCENARIO_ANCHOR_SPEK,
    SCENARIO_ANCHOR_AC14,
    SCENARIO_ANCHOR_NAVY,
    SCENARIO_ANCHOR_DANFORTH,
    SCENARIO_ANCHOR_HALL_PALMS,
    SCENARIO_ANCHORS
};

typedef struct scenario_anchor {
    int type; // SCENARIO_ANCHOR_...
    char shank[RT_CONFIG_TEXT], head[RT_CONFIG_TEXT];
    double mass, head_share, head_shift; // of an anchor by type
    double scale, density, shank_mass, head_mass, shackle, hinge_stop, stop_restitution, slop, pin_friction,
        swivel_friction;
    double shank_centre[3], shank_inertia[3], head_centre[3], head_inertia[3];
} scenario_anchor;

// An entry of the chain's list of parts.
typedef struct scenario_part {
    rt_item item;
    int part;  // tackle_kind
    int count; // number of parts, or of lengths
    double length;
    int joined; // SCENARIO_JOINED_*: shackle between the lengths
    double strength;
} scenario_part;

#define SCENARIO_KEYS 320 // capacity of the table of keys

// A row of the operator's rules: a rule's first condition with its controls, or a further condition.
typedef struct scenario_rule {
    rt_item item;
    rt_name rule, next;
    double lever, brake;
    bool clutch, stopper;
    char until[RT_CONFIG_TEXT];
} scenario_rule;

// A region of the bottom with a soil of its own.
typedef struct scenario_area {
    rt_item item;
    double x, y, radius, length, width;
    int soil; // SCENARIO_SOIL_...
    double chain_along, chain_across, angle, shear, shear_rise, cover;
} scenario_area;

typedef struct scenario {
    char path[RT_CONFIG_TEXT];
    int line[SCENARIO_KEYS];    // of each key of the table (scenario_keys); 0: absent, or the text is no user's file
    char *resolved;             // every key with its value, in SI: a scenario text that loads to the same values
    int model_line;             // line of the section `model`; 0: a ship
    scenario_model model;       // of a mechanism
    char title[RT_CONFIG_TEXT]; // of the exercise; empty: none
    double record_interval;     // between two rows of a time series [s]; 0: the kind of world decides
    struct {
        scenario_ship ship;
        scenario_anchor anchor;
    } given;            // as in the file
    scenario_ship ship; // as the run uses them: completed by the types
    scenario_anchor anchor;
    struct {
        double thickness, frame_spacing, panel_length;
        RT_ITEMS(scenario_structure) parts;
    } structure; // of the hull behind its surface
    struct {
        double bar_diameter, joint_friction, length;
        int capacity, type;
        RT_ITEMS(scenario_special) special;
        int grade;
        double phase, shock_time;
        RT_ITEMS(scenario_part) parts;
    } chain;
    struct {
        double max_tension, rated_speed, rated_tension, brake_capacity, motor_brake, pump_share, brake_fade,
            lifter_inertia, motor_inertia;
        int motor; // tackle_motor_kind
        double rated_current, power_factor;
        double motor_droop, pull_out_slip, working_pressure, overload, overload_time, reset_time, overspeed, burst;
        double gear_efficiency, gear_overrun, dogs, dog_play, clutch_speed, clash_speed, clutch_release;
        double band_wrap, band_friction, band_friction_hot, fade_start, fade_end, band_running;
        double lining_heat, drum_heat, lining_conductance, brake_cooling, ambient, brake_wear, wear_rate, brake_travel;
        double spurling_drop, bitter_end, runaway;
    } windlass;
    struct {
        double place, strength, stiffness, play, bar_mass, lift_load;
    } stopper;
    struct {
        int law, method;
        double foundation_modulus;
        double anchor_stiffness, link_stiffness, exponent, restitution, anchor_damping, link_damping, mu_static,
            mu_dynamic, mu_viscous, v_stick, link_v_stick, pre_slide;
        scenario_curve anchor_force, link_force, mu;
        double anchor_impact_damping, link_impact_damping, impact_depth, v_transition;
        int friction;
        double v_dynamic, link_v_dynamic;
        char law_library[RT_CONFIG_TEXT];
        int law_library_line; // line of that key
        bool chain_on_anchor;
    } contact;
    struct {
        char table[RT_CONFIG_TEXT], responses[RT_CONFIG_TEXT];
        int waves; // SCENARIO_MOTION_...
        double origin[3], antenna[3], ulen;
        double length, beam, draught, block, waterplane, metacentric_height, roll_damping, roll_period;
        int manoeuvring; // SCENARIO_MANOEUVRING_...
        double heading, latitude, longitude;
        double speed, full_speed, bow_thruster, wind_frontal, wind_lateral, wind_centroid;
        // 0: of dynamics/manoeuvre/standard.h
        double cross_flow_drag, shaft_time, start_delay, reverse_below, astern_thrust, propeller_walk, rudder_most,
            rudder_rate, thruster_time, thruster_fades;
        double thruster_left, reversed_thrust;
        double telegraph[RT_TELEGRAPH_POSITIONS]; // revolutions over the full ones, > 0 also astern; stop: 0
    } motion;                                     // of the ship
    struct {
        int immersion, waves; // SCENARIO_IMMERSION_..., SCENARIO_WAVES_...
        double density, wave_height, wave_period, wave_direction, wave_phase, peak_enhancement;
        int seed, waves_every;
        double chain_drag, chain_drag_along, anchor_drag, current, current_direction, current_depth;
        bool added_mass, fluke_lift, shelter;
        double chain_added_mass, anchor_added_mass, held_water, run_off;
    } sea;
    struct {
        double depth, slope, slope_to; // depth 0: none, or by the bathymetry
        char bathymetry[RT_CONFIG_TEXT];
        int values;       // SCENARIO_VALUES_...
        int axes;         // SCENARIO_AXES_...
        double origin[3]; // of the world in the bathymetry's axes
        int soil;         // SCENARIO_SOIL_...
        struct {
            double thickness, shear, shear_rise, weight;
            int soil;
        } cover;
        RT_ITEMS(scenario_area) areas;
        double chain_along, chain_across, angle, exponent, weight, friction, shear, shear_rise, adhesion, suction,
            consolidation, mobilise, patch, carries;
        bool rest; // links at rest on the bottom sleep
    } ground;
    struct {
        double speed, from, roughness, drift, rises_to, rise_begin, rise_time;
        int gusts, seed; // SCENARIO_GUSTS_...
    } wind;
    struct {
        double step, gamma, tolerance;
        int max_newton, linear;
        double dissipation, projection_tolerance;
        int projections, substeps;
    } solver;
    struct {
        char script[RT_CONFIG_TEXT], map[RT_CONFIG_TEXT];
        double lever_rate, brake_rate, release_rate;
        int type; // SCENARIO_OPERATOR_...
        struct {
            double slow_at, read_at, lever, flukes, lower, wait, tension;
            int tries;
        } house;
        RT_ITEMS(scenario_rule) rules; // empty: the rules of `house`
    } operator;
    struct {
        double depth, yaw, swing, settle;
        int flukes;
    } start;
    struct {
        double duration;
        int stop_when_housed;
        int on_overrun; // rt_overrun
        double pin_distance, pin_least, fluke_load, tension_min, tension_max, speed, hold;
        struct {
            double hinge, tolerance;
        } stowed;
        struct {
            double roll, pitch, slam, slack, pulse, slam_pulse;
        } proof;
        bool stop_when_parted;
    } end;
} scenario;

enum { SCENARIO_OPERATOR_SCRIPT = 0, SCENARIO_OPERATOR_HOUSE };
enum { SCENARIO_CONTACT_REGIONS = 0, SCENARIO_CONTACT_FOUNDATION };
enum { SCENARIO_MOTION_NONE = 0, SCENARIO_MOTION_CLOSED_FORM, SCENARIO_MOTION_RESPONSES };
enum { SCENARIO_MANOEUVRING_NONE = 0, SCENARIO_MANOEUVRING_MMG };
enum { SCENARIO_GUSTS_NONE = 0, SCENARIO_GUSTS_DAVENPORT };
enum { SCENARIO_IMMERSION_NONE = 0, SCENARIO_IMMERSION_BUOYANCY_DRAG };
enum { SCENARIO_SOIL_SAND = 0, SCENARIO_SOIL_SOFT_CLAY, SCENARIO_SOIL_STIFF_CLAY, SCENARIO_SOIL_ROCK };
enum { SCENARIO_VALUES_NONE = 0, SCENARIO_VALUES_DEPTH, SCENARIO_VALUES_ELEVATION };
enum { SCENARIO_AXES_SHIP = 0, SCENARIO_AXES_NORTH };
enum { SCENARIO_WAVES_REGULAR = 0, SCENARIO_WAVES_JONSWAP };
enum { SCENARIO_CHAIN_STUD = 0, SCENARIO_CHAIN_STUDLESS };
enum { SCENARIO_JOINED_NONE = 0, SCENARIO_JOINED_KENTER, SCENARIO_JOINED_D_SHACKLE };
#define SCENARIO_SPECIAL_LINKS 100 // largest number of special links in a simulation
extern const rt_list scenario_special_list, scenario_part_list, scenario_rule_list;
enum { SCENARIO_FLUKES_OUTBOARD = 0, SCENARIO_FLUKES_HULL, SCENARIO_FLUKES_CLOSED, SCENARIO_FLUKES_FOUL };

// Reads and checks a scenario. Its paths must lie in rt_config_root, unless anywhere is true. Free
// the lists with scenario_free; a copy of the structure shares them. On failure there is nothing to free.
rt_status scenario_load(const char *file, bool anywhere, scenario *s, rt_diag *d);
void scenario_free(scenario *s);
// The same from the text of a resolved scenario in the file `holder`, a recording, whose root holds for its paths
// (NULL: anywhere). path: the scenario's former path, for messages. Ignores the operator's files, script and device
// map, which may no longer exist.
rt_status scenario_load_resolved(const char *text, const char *path, const char *holder, scenario *s, rt_diag *d);
// The same for a freshly written text, with the operator's files.
rt_status scenario_load_text(const char *text, const char *path, bool anywhere, scenario *s, rt_diag *d);
// Fills the table of the scenario's keys; returns their number, at most SCENARIO_KEYS.
int scenario_keys(const scenario *s, rt_key table[]);
// Line of a key in the file; 0: absent.
int scenario_key_line(const scenario *s, const char *key);
// Checks that no output of the command line replaces the scenario or a file that it names (rt/file/outputs.h). False
// with a message.
bool scenario_spare_inputs(const scenario *s, rt_diag *d);
// Writes the name of the exercise: the title, or the file's name with blanks for underscores.
void scenario_title(const scenario *s, char text[RT_CONFIG_TEXT]);
// Calls `visit` with the path of every file that the scenario names.
void scenario_visit_files(const scenario *s, void (*visit)(void *ctx, const char *path), void *ctx);
void scenario_print_schema(FILE *f);

// Checks the section `windlass` as a whole: the order of sizes of its keys. line: the line of each of the table's n
// keys.
rt_status scenario_windlass_check(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                                  rt_diag *d);
// Checks the keys `ship.motion`: each kind of motion has what it needs. line: the line of each of the table's n keys.
rt_status scenario_motion_check(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                                rt_diag *d);
// Revolutions over the full ones at the telegraph's positions, negative astern.
void scenario_telegraph(const scenario *s, double share[RT_TELEGRAPH_POSITIONS]);
// Whether the ship moves.
bool scenario_ship_moves(const scenario *s);
// Checks the section `sea`: waves need immersion, or a ship that moves in them, and must not be too steep.
// immersion_line, height_line: lines of those keys, 0 if absent.
rt_status scenario_sea_check(const char *file, const scenario *s, int immersion_line, int height_line, rt_diag *d);
// The scenario's waves; without any: still water.
dyn_waves scenario_waves(const scenario *s);
// Velocity of the current in the world [m/s].
dyn_current scenario_current(const scenario *s);
// Checks the section `ground`: a bottom lies below the keel and needs sea.immersion. line: the line of each of the
// table's n keys.
rt_status scenario_ground_check(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                                rt_diag *d);
bool scenario_has_bottom(const scenario *s);
// Makes the bottom with its soils; the file ground.bathymetry is not read. breadth: of the anchor [m]. Set-up.
void scenario_bottom(const scenario *s, double breadth, ground_bottom *b);
extern const rt_list scenario_area_list;
// Key tables of the points of a force table and of a friction table.
extern const rt_list scenario_force_point_list, scenario_mu_point_list;
// Checks the ship's plating and the list ship.structure.
rt_status scenario_structure_check(const char *file, const scenario *s, int thickness_line, rt_diag *d);
extern const rt_list scenario_structure_list;
// Checks the section `contact` as a whole: each law has its table, and the tables are curves. law_line, friction_line:
// lines of those keys, 0 if absent; mu_line: of a friction coefficient.
rt_status scenario_contact_check(const char *file, const scenario *s, int law_line, int friction_line, int mu_line,
                                 rt_diag *d);

#endif
