// SPDX-License-Identifier: MIT
// Slow motion of a ship in the horizontal plane under hull, propeller, rudder, bow thruster, wind, current and tackle.
//
// Axes of the manoeuvring literature, in this room only: origin midship, x ahead, y to starboard; headings, turns and
// rudder to starboard positive. The world's axes are those of a ship with heading 0. motion.h converts to the axes of
// dynamics/ship.
#ifndef HAWSE_DYNAMICS_MANOEUVRE_MANOEUVRE_H
#define HAWSE_DYNAMICS_MANOEUVRE_MANOEUVRE_H

#include <math.h>

// Surge and sway force [N], yaw moment about midship [N m].
typedef struct manoeuvre_force {
    double x, y, n;
} manoeuvre_force;

// Main dimensions and derivatives of a hull. Prime system of Yasukawa & Yoshimura (2015): forces by ½ρLdU², moments by
// ½ρL²dU², added masses by ½ρL²d, added inertia by ½ρL⁴d.
typedef struct manoeuvre_hull {
    double length, draught; // [m]
    double volume;          // displaced [m³]
    double centre;          // centre of gravity ahead of midship [m]
    double gyration;        // radius of gyration about it, over the length
    double mass_x, mass_y, inertia;
    double resistance;                           // R0'
    double x_vv, x_vr, x_rr, x_vvvv;             // surge
    double y_v, y_r, y_vvv, y_vvr, y_vrr, y_rrr; // sway
    double n_v, n_r, n_vvv, n_vvr, n_vrr, n_rrr; // yaw
    double cross_drag;                           // drag coefficient of the cross flow, by length and draught
} manoeuvre_hull;

typedef struct manoeuvre_propeller {
    double diameter;         // [m]
    double k[3];             // thrust coefficient: k0 + k1 J + k2 J²
    double thrust_deduction; // t_P
    double wake;             // w_P0: wake fraction straight ahead
    double place;            // ahead of midship, over the length: x_P'
    double astern;           // bollard thrust astern over that ahead at the same revolutions
    double reversed;         // largest thrust coefficient with the inflow reversed, over k0
    double walk;             // transverse force over the thrust astern: moves the stern to port
} manoeuvre_propeller;

typedef struct manoeuvre_rudder {
    double area, height;      // [m²], [m]
    double lift;              // f_alpha: slope of the normal force over the sine of the angle of attack
    double wake_ratio;        // epsilon
    double race;              // kappa: share of the race's acceleration that the rudder feels
    double drag_share;        // t_R: steering resistance deduction
    double hull_share;        // a_H: increase of the lateral force by the hull
    double hull_place, place; // x_H', x_R' ahead of midship, over the length
    double flow[2];           // gamma_R for flow from starboard (beta_R < 0) and from port
    double flow_place;        // l_R'
} manoeuvre_rudder;

typedef struct manoeuvre_thruster {
    double force; // at full order in still water [N]; 0: none
    double place; // ahead of midship [m]
    double fades; // speed ahead or astern at which the flow past the hull has taken its force [m/s]
    double left;  // share of its force that no speed takes
} manoeuvre_thruster;

// Areas and coefficients of Blendermann (1994), Parameter identification of wind loads on ships, J. Wind Eng. Ind.
// Aerodyn. 51, 339-351.
typedef struct manoeuvre_windage {
    double frontal, lateral;             // projected areas [m²]
    double centroid;                     // of the lateral area, ahead of midship [m]
    double across, bow, stern, coupling; // CD_t; CD_l of the frontal area from ahead, from astern; delta
} manoeuvre_windage;

// How engine, steering gear and thruster follow their orders.
typedef struct manoeuvre_gear {
    double shaft_lag;    // time constant of the shaft's revolutions [s]
    double reverse_at;   // revolutions below which a reversing engine starts in the other direction [1/s]
    double start_delay;  // of a start in the other direction [s]
    double rudder_most;  // [rad]
    double rudder_rate;  // [rad/s]
    double thruster_lag; // [s]
} manoeuvre_gear;

typedef struct manoeuvre_ship {
    double water, air; // densities [kg/m³]
    manoeuvre_hull hull;
    manoeuvre_propeller propeller;
    manoeuvre_rudder rudder;
    manoeuvre_thruster thruster;
    manoeuvre_windage windage;
    manoeuvre_gear gear;
} manoeuvre_ship;

// Orders of the bridge.
typedef struct manoeuvre_order {
    double shaft;    // revolutions; negative: astern [1/s]
    double rudder;   // [rad]
    double thruster; // -1..1, 1: bow to starboard
} manoeuvre_order;

// What acts on the ship besides its own gear.
typedef struct manoeuvre_around {
    double current[2]; // velocity of the water in the world [m/s]
    double wind[2];    // velocity of the air in the world [m/s]
    manoeuvre_force tackle;
} manoeuvre_around;

// State of the motion. All doubles, so that a comparison of states can name them.
typedef struct manoeuvre_state {
    double x, y, heading; // of midship in the world [m], [rad]
    double u, v, r;       // surge and sway velocity through the water, rate of turn [m/s], [rad/s]
    double du, dv, dr;    // their derivatives
    double shaft;         // revolutions [1/s]
    double waited;        // for the start in the other direction [s]
    double rudder, thruster;
} manoeuvre_state;

// Forces of each source in this state. Pure functions. Any thread.
//
// Hull by the MMG standard method where it holds, by cross flow where the ship is slow, drifts, turns on the spot or
// moves astern; a blend between (hull.c).
manoeuvre_force manoeuvre_hull_force(const manoeuvre_ship *s, double u, double v, double r);
// The two parts of the blend.
manoeuvre_force manoeuvre_hull_mmg(const manoeuvre_ship *s, double u, double v, double r);
manoeuvre_force manoeuvre_hull_slow(const manoeuvre_ship *s, double u, double v, double r);
manoeuvre_force manoeuvre_propeller_force(const manoeuvre_ship *s, const manoeuvre_state *m);
manoeuvre_force manoeuvre_rudder_force(const manoeuvre_ship *s, const manoeuvre_state *m);
manoeuvre_force manoeuvre_thruster_force(const manoeuvre_ship *s, const manoeuvre_state *m);
// relative: velocity of the air relative to the ship, in its axes [m/s].
manoeuvre_force manoeuvre_wind_force(const manoeuvre_ship *s, const double relative[2]);

// Inflow velocity of the propeller [m/s] and its thrust coefficient.
double manoeuvre_inflow(const manoeuvre_ship *s, double u, double v, double r);
double manoeuvre_thrust_coefficient(const manoeuvre_propeller *p, double inflow, double shaft);

// Sum of all forces, and the accelerations du, dv, dr that follow.
manoeuvre_force manoeuvre_forces(const manoeuvre_ship *s, const manoeuvre_state *m, const manoeuvre_around *a);
void manoeuvre_accelerate(const manoeuvre_ship *s, const manoeuvre_force *f, manoeuvre_state *m);

// Sets a state's accelerations for a start at rest or under way.
void manoeuvre_start(const manoeuvre_ship *s, const manoeuvre_around *a, manoeuvre_state *m);
// Advances the state by h [s]: gear toward its orders, then the motion by the trapezoidal rule with one correction.
// Frame thread: no allocation, bounded work.
void manoeuvre_step(const manoeuvre_ship *s, const manoeuvre_order *o, const manoeuvre_around *a, double h,
                    manoeuvre_state *m);

// Velocity of midship over the ground in the world [m/s].
void manoeuvre_over_ground(const manoeuvre_state *m, const manoeuvre_around *a, double out[2]);

#endif
