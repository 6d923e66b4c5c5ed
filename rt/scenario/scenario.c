// SPDX-License-Identifier: MIT
#include "contact/law/curve.h"
#include "dynamics/windlass/motor.h"
#include "rt/file/outputs.h"
#include "rt/file/text.h"
#include "rt/scenario/chain.h"
#include "rt/scenario/rules.h"
#include "rt/scenario/type.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(field) offsetof(scenario, field)

// clang-format off
static const rt_key common_key[] = {
    {"title", RT_KEY_TEXT, NULL, 0, 0, "", AT(title), NULL, "name of the exercise, in the window's title and the report; not given: the file's name"},
    {"solver.step", RT_KEY_NUMBER, "s", 1e-7, 0.02, "1 ms", AT(solver.step), NULL, "time step and frame period"},
    {"solver.gamma", RT_KEY_NUMBER, "1", 1, 1e9, "1e7", AT(solver.gamma), NULL, "penalty factor of the constraints, scaled by row"},
    {"solver.tolerance", RT_KEY_NUMBER, "m", 1e-14, 1e-3, "1e-7", AT(solver.tolerance), NULL, "largest move of a node at which the Newton iteration stops"},
    {"solver.max_newton", RT_KEY_INT, NULL, 1, 100, "12", AT(solver.max_newton), NULL, "cap of Newton iterations a step"},
    {"solver.linear", RT_KEY_ENUM, NULL, 0, 0, "block", AT(solver.linear), "block|klu", "linear solver"},
    {"solver.dissipation", RT_KEY_NUMBER, "1", 0, 0.5, "0", AT(solver.dissipation), NULL, "numerical dissipation: x of Newmark's gamma = 1/2 + x; 0: the trapezoidal rule"},
    {"solver.projections", RT_KEY_INT, NULL, 0, 100, "1", AT(solver.projections), NULL, "largest number of passes of the velocity and acceleration projections a step; 0: none"},
    {"solver.substeps", RT_KEY_INT, NULL, 1, 8, "1", AT(solver.substeps), NULL, "mechanism: largest number of equal substeps of a step during an impact, from the step with a predicted first touch on; an impact gets 8 substeps in all, if possible; such a frame costs up to that many frames, which the budget must allow; 1: off"},
    {"solver.projection_tolerance", RT_KEY_NUMBER, "m/s", 0, 1, "0 m/s", AT(solver.projection_tolerance), NULL, "largest violation of a velocity constraint (m/s2: of an acceleration constraint) at which the passes stop; 0: all passes"},
    {"operator.script", RT_KEY_PATH, NULL, 0, 0, "", AT(operator.script), NULL, "lever, brake and clutch over time (CSV, YAML or a recording)"},
    {"operator.map", RT_KEY_PATH, NULL, 0, 0, "", AT(operator.map), NULL, "device map of the joystick"},
    {"operator.lever_rate", RT_KEY_NUMBER, "Hz", 0.01, 1e3, "2 Hz", AT(operator.lever_rate), NULL, "fastest change of the lever, full strokes per second"},
    {"operator.brake_rate", RT_KEY_NUMBER, "Hz", 0.01, 1e3, "2 Hz", AT(operator.brake_rate), NULL, "fastest change of the brake, full strokes per second"},
    {"operator.release_rate", RT_KEY_NUMBER, "Hz", 0.01, 1e3, "0.5 Hz", AT(operator.release_rate), NULL, "rate at which the emergency release opens the brake, full strokes per second"},
    {"record_interval", RT_KEY_NUMBER, "s", 0, 1e6, "0 s", AT(record_interval), NULL, "time between two rows of --csv and of a recording's columns, not below solver.step, which gives every step; 0: 10 ms, of a mechanism at most 1 % of the duration"},
    {"end.duration", RT_KEY_NUMBER, "s", 0.001, 1e6, "120 s", AT(end.duration), NULL, "simulated time"},
    {"end.on_overrun", RT_KEY_ENUM, NULL, 0, 0, "slip", AT(end.on_overrun), "slip|halt", "after a missed deadline: slip: catch up, and shift the schedule when too far behind; halt: end the run"},
};

static const rt_key ship_key[] = {
    {"ship.type", RT_KEY_ENUM, NULL, 0, 0, "mesh", AT(given.ship.type), "mesh|bow", "a mesh of your own, or the parametric bow: its hull and everything about its hawse pipe then follow from ship.pocket"},
    {"ship.hull", RT_KEY_PATH, NULL, 0, 0, "", AT(given.ship.hull), NULL, "closed hull mesh (OBJ, STL or PLY) in the ship frame: x forward, y port, z up from the waterline"},
    {"ship.hull_scale", RT_KEY_NUMBER, "1", 1e-6, 1e6, "1", AT(given.ship.hull_scale), NULL, "factor on the mesh's coordinates (0.001 for millimetres)"},
    {"ship.hull_open", RT_KEY_BOOL, NULL, 0, 0, "false", AT(given.ship.hull_open), NULL, "accept a hull that is not closed: contact then relies on the orientation of its faces"},
    {"ship.mouth", RT_KEY_VECTOR, "m", -1e4, 1e4, "[0, 0, 0]", AT(given.ship.mouth), NULL, "centre of the hawse pipe's mouth, where its axis leaves the shell or pocket"},
    {"ship.pipe_axis", RT_KEY_VECTOR, "1", -1, 1, "[0, 0, 0]", AT(given.ship.pipe_axis), NULL, "direction of the hawse pipe, inboard and upward"},
    {"ship.face_normal", RT_KEY_VECTOR, "1", -1, 1, "[0, 0, 0]", AT(given.ship.face_normal), NULL, "outward horizontal normal of the shell or pocket at the mouth"},
    {"ship.pipe_bore", RT_KEY_NUMBER, "m", 0, 10, "0 m", AT(given.ship.pipe_bore), NULL, "inner diameter of the hawse pipe"},
    {"ship.pipe_length", RT_KEY_NUMBER, "m", 0, 100, "0 m", AT(given.ship.pipe_length), NULL, "length of the hawse pipe along its axis, mouth to deck"},
    {"ship.lifter", RT_KEY_VECTOR, "m", -1e4, 1e4, "[0, 0, 0]", AT(given.ship.lifter), NULL, "point where the chain enters the cable lifter"},
    {"ship.deck", RT_KEY_NUMBER, "m", -1e3, 1e3, "0 m", AT(given.ship.deck), NULL, "height of the deck at the hawse pipe"},
    {"ship.scenery", RT_KEY_PATH, NULL, 0, 0, "", AT(given.ship.scenery), NULL, "folder of meshes that dress the hull in pictures: foredeck, after body, lamps; its port half then stands for both. Contact does not know them. None: the hull alone"},
    {"ship.motion.table", RT_KEY_PATH, NULL, 0, 0, "", AT(motion.table), NULL, "CSV file that prescribes the ship's motion: time_s, surge_m, sway_m, heave_m, roll_deg, pitch_deg, yaw_deg; from time 0 or before, smooth; after its end the ship comes to rest in 10 s. None: no prescribed motion"},
    {"ship.motion.waves", RT_KEY_ENUM, NULL, 0, 0, "none", AT(motion.waves), "none|closed_form|responses", "motion of the ship in the sea's waves (sea.wave_height): none; heave, pitch and roll from its main dimensions, in short head seas an under-estimate (Jensen, Mansour & Olsen 2004); by a table of responses"},
    {"ship.motion.responses", RT_KEY_PATH, NULL, 0, 0, "", AT(motion.responses), NULL, "responses: file of response amplitude operators, by its ending: .csv our own format (dynamics/ship/README.md), .4 WAMIT, .txt OrcaFlex"},
    {"ship.motion.ulen", RT_KEY_NUMBER, "m", 1e-3, 1e3, "1 m", AT(motion.ulen), NULL, "responses, WAMIT: the length scale ULEN of its rotations"},
    {"ship.motion.origin", RT_KEY_VECTOR, "m", -1e4, 1e4, "[0, 0, 0]", AT(motion.origin), NULL, "point of the ship whose motions table, closed forms and responses (.4, .txt) give; closed_form: midship at the waterline"},
    {"ship.motion.length", RT_KEY_NUMBER, "m", 0, 600, "0 m", AT(motion.length), NULL, "closed_form: length on the waterline, needed"},
    {"ship.motion.beam", RT_KEY_NUMBER, "m", 0, 120, "0 m", AT(motion.beam), NULL, "closed_form: beam, needed"},
    {"ship.motion.draught", RT_KEY_NUMBER, "m", 0, 40, "0 m", AT(motion.draught), NULL, "closed_form: draught, needed"},
    {"ship.motion.block", RT_KEY_NUMBER, "1", 0.3, 1, "0.75", AT(motion.block), NULL, "closed_form: block coefficient"},
    {"ship.motion.waterplane", RT_KEY_NUMBER, "1", 0, 1, "0", AT(motion.waterplane), NULL, "closed_form: waterplane coefficient; 0: (1 + 2 block)/3 (Schneekluth & Bertram 1998)"},
    {"ship.motion.metacentric_height", RT_KEY_NUMBER, "m", 0.05, 30, "1 m", AT(motion.metacentric_height), NULL, "closed_form: transverse metacentric height GM"},
    {"ship.motion.roll_damping", RT_KEY_NUMBER, "1", 0, 1, "0.05", AT(motion.roll_damping), NULL, "closed_form: roll damping besides that by waves, over the critical; our assumption"},
    {"ship.motion.roll_period", RT_KEY_NUMBER, "s", 0, 60, "0 s", AT(motion.roll_period), NULL, "closed_form: natural period of roll; 0: by beam, draught, length and metacentric height"},
    {"ship.motion.manoeuvring", RT_KEY_ENUM, NULL, 0, 0, "none", AT(motion.manoeuvring), "none|mmg", "slow motion in the horizontal plane under engine, rudder, bow thruster, wind, current and chain: none, or the MMG standard method (Yasukawa & Yoshimura 2015) with the derivatives of the tanker KVLCC2, at low speed by cross flow; needs length, beam and draught"},
    {"ship.motion.speed", RT_KEY_NUMBER, "m/s", -5, 15, "0 m/s", AT(motion.speed), NULL, "mmg: speed ahead through the water at the start"},
    {"ship.motion.full_speed", RT_KEY_NUMBER, "m/s", 0.5, 20, "7.5 m/s", AT(motion.full_speed), NULL, "mmg: speed in calm water at an engine order of 1"},
    {"ship.motion.bow_thruster", RT_KEY_NUMBER, "N", 0, 2e6, "0 N", AT(motion.bow_thruster), NULL, "mmg: force of the bow thruster at an order of 1; 0: none"},
    {"ship.motion.wind_frontal", RT_KEY_NUMBER, "m2", 0, 1e4, "0 m2", AT(motion.wind_frontal), NULL, "mmg: projected area that the wind from ahead meets; 0: by the length, as of a bulk carrier in ballast"},
    {"ship.motion.wind_lateral", RT_KEY_NUMBER, "m2", 0, 3e4, "0 m2", AT(motion.wind_lateral), NULL, "mmg: projected area that the wind from abeam meets; 0: the same"},
    {"ship.motion.wind_centroid", RT_KEY_NUMBER, "m", -200, 200, "0 m", AT(motion.wind_centroid), NULL, "mmg: centroid of the lateral area ahead of ship.motion.origin"},
    {"ship.plating_thickness", RT_KEY_NUMBER, "m", 0, 0.2, "0 mm", AT(structure.thickness), NULL, "thickness of the hull's plating, which yields between its frames where anchor and chain press on it; 0: rigid"},
    {"ship.frame_spacing", RT_KEY_NUMBER, "m", 0, 10, "0 m", AT(structure.frame_spacing), NULL, "distance of the frames that hold the plating; needed with plating_thickness"},
    {"ship.panel_length", RT_KEY_NUMBER, "m", 0, 100, "0 m", AT(structure.panel_length), NULL, "length of a panel of plating along the frames, between stringers; 0: long"},
    {"ship.structure", RT_KEY_LIST, NULL, 0, CONTACT_STRUCTURE_BOXES, "", AT(structure.parts), &scenario_structure_list, "parts of the hull with a structure of their own: doubled or stiffened plating, castings; a later one covers an earlier one"},
    {"ship.pocket.pipe_angle", RT_KEY_NUMBER, "rad", 0.6, 1.13, "50 deg", AT(given.ship.pocket.pipe_angle), NULL, "angle of the hawse pipe above the horizontal"},
    {"ship.pocket.bore", RT_KEY_NUMBER, "m", 0.45, 0.7, "560 mm", AT(given.ship.pocket.bore), NULL, "inner diameter of the hawse pipe"},
    {"ship.pocket.bolster_radius", RT_KEY_NUMBER, "m", 0.08, 0.35, "270 mm", AT(given.ship.pocket.bolster_radius), NULL, "radius of the bolster: the lip where the hawse pipe meets the pocket's face"},
    {"ship.pocket.deck_lip", RT_KEY_NUMBER, "m", 0.1, 0.4, "300 mm", AT(given.ship.pocket.deck_lip), NULL, "radius of the lip at the deck"},
    {"ship.pocket.depth", RT_KEY_NUMBER, "m", 0.15, 0.55, "324.1 mm", AT(given.ship.pocket.depth), NULL, "depth of the pocket's face inboard of the shell, at the height of the mouth"},
    {"ship.pocket.height", RT_KEY_NUMBER, "m", 1.2, 2.6, "1.9 m", AT(given.ship.pocket.height), NULL, "height of the pocket's upper rim above the mouth"},
    {"ship.pocket.width", RT_KEY_NUMBER, "m", 1.5, 3.6, "3 m", AT(given.ship.pocket.width), NULL, "width of the pocket along its face"},
    {"ship.pocket.flare", RT_KEY_NUMBER, "rad", 0.16, 0.36, "13.5 deg", AT(given.ship.pocket.flare), NULL, "flare of the shell at the pocket, from the vertical"},
    {"ship.pocket.rim_radius", RT_KEY_NUMBER, "m", 0.03, 0.2, "100 mm", AT(given.ship.pocket.rim_radius), NULL, "radius of the pocket's lip, where its walls meet the shell"},
    {"ship.pocket.corner_radius", RT_KEY_NUMBER, "m", 0.1, 0.6, "350 mm", AT(given.ship.pocket.corner_radius), NULL, "radius of the pocket's upper corners"},
    {"ship.pocket.seat_height", RT_KEY_NUMBER, "m", 0, 1.5, "1.04 m", AT(given.ship.pocket.seat_height), NULL, "height of the fluke seats above the mouth, by anchor (config/models/README.md); 0: no seats, a flat back face"},
    {"anchor.type", RT_KEY_ENUM, NULL, 0, 0, "meshes", AT(given.anchor.type), "meshes|hall|spek|ac14|navy|danforth", "meshes of your own, or a type: its meshes, masses and stops then follow from anchor.mass"},
    {"anchor.mass", RT_KEY_NUMBER, "kg", 0, 1e5, "0 kg", AT(given.anchor.mass), NULL, "anchor by type: mass with pin and shackle; the lengths scale with its cube root"},
    {"anchor.head_share", RT_KEY_NUMBER, "1", 0, 0.95, "0", AT(given.anchor.head_share), NULL, "anchor by type: share of the mass in the head; 0: the type's default"},
    {"anchor.head_shift", RT_KEY_NUMBER, "m", -2, 2, "0 m", AT(given.anchor.head_shift), NULL, "shift of the head's centre of mass from that of its mesh, toward the fluke tips; negative: toward the crown"},
    {"anchor.shank", RT_KEY_PATH, NULL, 0, 0, "", AT(given.anchor.shank), NULL, "closed mesh of the shank: origin at the crown pin, x along the hinge, z toward the shackle"},
    {"anchor.head", RT_KEY_PATH, NULL, 0, 0, "", AT(given.anchor.head), NULL, "closed mesh of the head, same origin; z toward the fluke tips when closed"},
    {"anchor.scale", RT_KEY_NUMBER, "1", 1e-6, 1e6, "1", AT(given.anchor.scale), NULL, "factor on the anchor meshes' coordinates"},
    {"anchor.density", RT_KEY_NUMBER, "kg/m3", 1, 1e5, "7850 kg/m3", AT(given.anchor.density), NULL, "density for a part without a given mass, and for the displaced volume in the sea"},
    {"anchor.shank_mass", RT_KEY_NUMBER, "kg", 0, 1e6, "0 kg", AT(given.anchor.shank_mass), NULL, "mass of the shank with pin and shackle; 0: from its mesh and the density"},
    {"anchor.head_mass", RT_KEY_NUMBER, "kg", 0, 1e6, "0 kg", AT(given.anchor.head_mass), NULL, "mass of the head; 0: from its mesh and the density"},
    {"anchor.shank_centre", RT_KEY_VECTOR, "m", -100, 100, "[0, 0, 0]", AT(given.anchor.shank_centre), NULL, "centre of mass of the shank, used with shank_inertia; without that: from its mesh"},
    {"anchor.shank_inertia", RT_KEY_VECTOR, "kg m2", 0, 1e9, "[0, 0, 0]", AT(given.anchor.shank_inertia), NULL, "moments of inertia of the shank about its centre of mass, along x, y, z; zeros: from its mesh"},
    {"anchor.head_centre", RT_KEY_VECTOR, "m", -100, 100, "[0, 0, 0]", AT(given.anchor.head_centre), NULL, "centre of mass of the head, used with head_inertia; without that: from its mesh"},
    {"anchor.head_inertia", RT_KEY_VECTOR, "kg m2", 0, 1e9, "[0, 0, 0]", AT(given.anchor.head_inertia), NULL, "moments of inertia of the head about its centre of mass, along x, y, z; zeros: from its mesh"},
    {"anchor.shackle", RT_KEY_NUMBER, "m", 0, 20, "0 m", AT(given.anchor.shackle), NULL, "distance of the shackle's bearing point from the crown pin"},
    {"anchor.hinge_stop", RT_KEY_NUMBER, "rad", 0, 1.5, "0 rad", AT(given.anchor.hinge_stop), NULL, "largest angle of the head against the shank, both ways; 0: by the type, 45 deg for meshes of your own"},
    {"anchor.stop_restitution", RT_KEY_NUMBER, "1", 0.01, 1, "0.2", AT(given.anchor.stop_restitution), NULL, "rebound of the head from its stops, and from its pin's play; usually 0.1 to 0.2"},
    {"anchor.slop", RT_KEY_NUMBER, "m", 0, 0.02, "0 m", AT(given.anchor.slop), NULL, "play of the crown pin in its bores, on the diameter; 2 to 5 mm are usual; 0: none"},
    {"anchor.pin_friction", RT_KEY_NUMBER, "N m", 0, 1e6, "200 N m", AT(given.anchor.pin_friction), NULL, "friction torque of the crown pin"},
    {"anchor.swivel_friction", RT_KEY_NUMBER, "m", 0, 1, "2 mm", AT(given.anchor.swivel_friction), NULL, "friction torque of the swivel per newton of tension"},
    {"chain.bar_diameter", RT_KEY_NUMBER, "m", 0.005, 0.3, NULL, AT(chain.bar_diameter), NULL, "bar diameter of the common link; all else follows by ISO 1704"},
    {"chain.type", RT_KEY_ENUM, NULL, 0, 0, "stud", AT(chain.type), "stud|studless", "type of the common links"},
    {"chain.special", RT_KEY_LIST, NULL, 0, SCENARIO_SPECIAL_LINKS, "", AT(chain.special), &scenario_special_list, "links other than common ones: by their own mesh (swivel, Kenter link, D-shackle) or by another bar (end link, enlarged link)"},
    {"chain.parts", RT_KEY_LIST, NULL, 0, 64, "", AT(chain.parts), &scenario_part_list, "the chain as a list of its parts, from the anchor on; not given: common links, and a swivel in the anchor's shackle"},
    {"chain.grade", RT_KEY_INT, NULL, 1, 3, "3", AT(chain.grade), NULL, "grade of the steel, which gives proof and breaking load"},
    {"chain.shock_time", RT_KEY_NUMBER, "s", 0, 1, "20 ms", AT(chain.shock_time), NULL, "averaging time of a link's tension for the comparison with proof and breaking load: the simulated links do not stretch, and the shocks of a real chain last about sqrt(anchor's mass x length / stiffness)"},
    {"chain.phase", RT_KEY_NUMBER, "rad", -6.3, 6.3, "0", AT(chain.phase), NULL, "turn of the chain about its axis at the start, relative to the anchor's yaw: down to the first swivel, or with the anchor if a list of parts has no swivel; the cable lifter's pockets turn it to the nearest right angle"},
    {"chain.capacity", RT_KEY_INT, NULL, 4, 1500, "130", AT(chain.capacity), NULL, "largest number of links simulated at once between cable lifter and anchor; a list of fewer parts lowers it"},
    {"chain.length", RT_KEY_NUMBER, "m", 0, 2000, "0 m", AT(chain.length), NULL, "length of the whole chain, from the anchor to the bitter end in the locker; 0: as much as capacity allows"},
    {"chain.joint_friction", RT_KEY_NUMBER, "1", 0, 2, "0.2", AT(chain.joint_friction), NULL, "friction coefficient between links"},
    {"windlass.max_tension", RT_KEY_NUMBER, "N", 1e3, 1e8, NULL, AT(windlass.max_tension), NULL, "largest chain tension that the motor can pull (its torque limit)"},
    {"windlass.rated_speed", RT_KEY_NUMBER, "m/s", 0.01, 5, "0.15 m/s", AT(windlass.rated_speed), NULL, "chain speed at full lever and rated tension (UR A3: 9 m/min or more)"},
    {"windlass.rated_tension", RT_KEY_NUMBER, "N", 1e3, 1e8, NULL, AT(windlass.rated_tension), NULL, "continuous pull at the rated speed (UR A3: 47.5 d2 N for grade 3)"},
    {"windlass.brake_capacity", RT_KEY_NUMBER, "N", 1e3, 1e8, NULL, AT(windlass.brake_capacity), NULL, "chain tension that the fully applied, cold band brake holds against paying out (UR A3: 45 % of the breaking load with a stopper)"},
    {"windlass.motor_brake", RT_KEY_NUMBER, "N", 1e3, 1e8, NULL, AT(windlass.motor_brake), NULL, "chain tension that the spring-set motor brake holds"},
    {"windlass.pump_share", RT_KEY_NUMBER, "1", 0, 1, "0.38", AT(windlass.pump_share), NULL, "share of the motor's torque that remains without one pump (50 of 130 bar)"},
    {"windlass.brake_fade", RT_KEY_NUMBER, "1", 0, 1, "0.33", AT(windlass.brake_fade), NULL, "share of the band brake's capacity that remains when faded (running : static, about 1 : 3)"},
    {"windlass.lifter_inertia", RT_KEY_NUMBER, "kg m2", 0, 1e6, "0 kg m2", AT(windlass.lifter_inertia), NULL, "moment of inertia of cable lifter and shaft; 0: 200 kg m2 for a bar of 50 mm, times the fifth power of the bar diameters' ratio"},
    {"windlass.motor_inertia", RT_KEY_NUMBER, "kg m2", 0, 1e7, "0 kg m2", AT(windlass.motor_inertia), NULL, "moment of inertia of the motor, referred to the lifter; 0: 800 kg m2 for a bar of 50 mm, scaled the same"},
    // Defaults marked UR A3 follow that rule (IACS, anchor windlass design). All other defaults from here to `runaway`
    // are typical values, to be replaced by the maker's.
    {"windlass.motor", RT_KEY_ENUM, NULL, 0, 0, "hydraulic_high", AT(windlass.motor), TACKLE_MOTOR_WORDS, TACKLE_MOTOR_HELP},
    {"windlass.motor_droop", RT_KEY_NUMBER, "1", 0, 0.5, "0", AT(windlass.motor_droop), NULL, "loss of speed by leakage or slip at the torque limit, as a share of the rated speed; 0: by kind, 0.02, low pressure 0.08"},
    {"windlass.pull_out_slip", RT_KEY_NUMBER, "1", 0.02, 2, "0.5", AT(windlass.pull_out_slip), NULL, "pole-changing motor: slip at which its torque is largest (high-resistance rotor)"},
    {"windlass.working_pressure", RT_KEY_NUMBER, "Pa", 0, 100000000.0, "0 Pa", AT(windlass.working_pressure), NULL, "hydraulic motor: pressure at the torque limit; 0: by kind, 22.5 MPa, low pressure 3.5 MPa"},
    {"windlass.rated_current", RT_KEY_NUMBER, "A", 0, 10000.0, "0 A", AT(windlass.rated_current), NULL, "electric motor: line current at the rated tension and speed, for the ammeter; 0: by the rated power at 440 V and an efficiency of 0.9"},
    {"windlass.power_factor", RT_KEY_NUMBER, "1", 0.3, 0.98, "0.8", AT(windlass.power_factor), NULL, "electric motor: power factor at the rated tension and speed"},
    {"windlass.overload", RT_KEY_NUMBER, "1", 1.01, 10, "1.5", AT(windlass.overload), NULL, "short-time rating, as a multiple of the rated tension (UR A3)"},
    {"windlass.overload_time", RT_KEY_NUMBER, "s", 0.1, 100000.0, "120 s", AT(windlass.overload_time), NULL, "duration of that overload before the protection trips (UR A3: 2 minutes)"},
    {"windlass.reset_time", RT_KEY_NUMBER, "s", 0, 10000.0, "10 s", AT(windlass.reset_time), NULL, "time with the lever at neutral after which a tripped motor is ready again"},
    {"windlass.overspeed", RT_KEY_NUMBER, "1", 1.05, 100, "1.3", AT(windlass.overspeed), NULL, "overspeed of a motor driven by the load, as a multiple of the rated speed: gives an event, and trips an electric motor (UR A3 3.4)"},
    {"windlass.burst", RT_KEY_NUMBER, "1", 1.05, 100, "2.2", AT(windlass.burst), NULL, "hydraulic motor: bursting speed, as a multiple of the rated speed"},
    {"windlass.gear_efficiency", RT_KEY_NUMBER, "1", 0.3, 1, "0.9", AT(windlass.gear_efficiency), NULL, "efficiency of the gearbox when the motor drives (spur gears)"},
    {"windlass.gear_overrun", RT_KEY_NUMBER, "1", 0.3, 1, "0.87", AT(windlass.gear_overrun), NULL, "the same when the load drives the motor"},
    {"windlass.dogs", RT_KEY_NUMBER, "1", 1, 64, "5", AT(windlass.dogs), NULL, "number of dogs of the clutch"},
    {"windlass.dog_play", RT_KEY_NUMBER, "1", 0.01, 1, "0.3", AT(windlass.dog_play), NULL, "play of the dogs in the gaps, as a share of their pitch: the dogs engage only over the gaps"},
    {"windlass.clutch_speed", RT_KEY_NUMBER, "m/s", 0, 1, "20 mm/s", AT(windlass.clutch_speed), NULL, "largest difference of speed for clean engagement, as chain speed"},
    {"windlass.clash_speed", RT_KEY_NUMBER, "m/s", 0, 5, "100 mm/s", AT(windlass.clash_speed), NULL, "largest difference of speed at which the dogs engage with a clash; above it they do not engage"},
    {"windlass.clutch_release", RT_KEY_NUMBER, "N", 0, 100000000.0, "15 kN", AT(windlass.clutch_release), NULL, "largest load at which the dogs disengage, as chain tension"},
    {"windlass.band_wrap", RT_KEY_NUMBER, "rad", 0.5, 12, "300 deg", AT(windlass.band_wrap), NULL, "wrap angle of the band brake: the ratio of its end tensions is exp(friction x wrap)"},
    {"windlass.band_friction", RT_KEY_NUMBER, "1", 0.05, 1, "0.38", AT(windlass.band_friction), NULL, "friction coefficient of the brake lining, static and cold"},
    {"windlass.band_friction_hot", RT_KEY_NUMBER, "1", 0.01, 1, "0.175", AT(windlass.band_friction_hot), NULL, "the same when faded, from fade_end on"},
    {"windlass.fade_start", RT_KEY_NUMBER, "degC", 50, 1000, "250 degC", AT(windlass.fade_start), NULL, "lining temperature at which fading starts"},
    {"windlass.fade_end", RT_KEY_NUMBER, "degC", 60, 1200, "450 degC", AT(windlass.fade_end), NULL, "lining temperature at which fading is complete"},
    {"windlass.band_running", RT_KEY_NUMBER, "1", 0.1, 1, "0.8", AT(windlass.band_running), NULL, "ratio of running to static friction; with fading, about the 3 : 1 of capacities in seamanship texts"},
    {"windlass.lining_heat", RT_KEY_NUMBER, "J/K", 5000.0, 100000000.0, "12 kJ/K", AT(windlass.lining_heat), NULL, "heat capacity of lining and drum surface"},
    {"windlass.drum_heat", RT_KEY_NUMBER, "J/K", 5000.0, 1000000000.0, "70 kJ/K", AT(windlass.drum_heat), NULL, "heat capacity of the drum"},
    {"windlass.lining_conductance", RT_KEY_NUMBER, "W/K", 0, 100000.0, "2 kW/K", AT(windlass.lining_conductance), NULL, "thermal conductance from the lining's surface to the drum"},
    {"windlass.brake_cooling", RT_KEY_NUMBER, "W/K", 0, 100000.0, "60 W/K", AT(windlass.brake_cooling), NULL, "thermal conductance from the drum to the air"},
    {"windlass.ambient", RT_KEY_NUMBER, "degC", -60, 60, "20 degC", AT(windlass.ambient), NULL, "temperature of the air"},
    {"windlass.brake_wear", RT_KEY_NUMBER, "m", 0, 0.1, "0 mm", AT(windlass.brake_wear), NULL, "wear of the lining at the start"},
    {"windlass.wear_rate", RT_KEY_NUMBER, "m/J", 0, 1e-06, "3e-11", AT(windlass.wear_rate), NULL, "lining wear per work (0.03 mm/MJ)"},
    {"windlass.brake_travel", RT_KEY_NUMBER, "m", 0.0001, 0.1, "10 mm", AT(windlass.brake_travel), NULL, "wear at which the screw has no travel left to apply the band; the capacity falls toward this wear"},
    {"windlass.spurling_drop", RT_KEY_NUMBER, "m", 0, 50, "3 m", AT(windlass.spurling_drop), NULL, "length of the chain that hangs from the lifter down the spurling pipe"},
    {"windlass.bitter_end", RT_KEY_NUMBER, "1", 0, 1, "0.2", AT(windlass.bitter_end), NULL, "strength of the bitter end, as a share of the breaking load (15 to 30 %)"},
    {"windlass.runaway", RT_KEY_NUMBER, "m/s", 0.1, 50, "5 m/s", AT(windlass.runaway), NULL, "chain speed that counts as a runaway"},
    {"stopper.place", RT_KEY_NUMBER, "m", 0, 1e3, "0 m", AT(stopper.place), NULL, "distance of the chain stopper's bar from the cable lifter, along the chain's lead; 0: half way to the hawse pipe"},
    {"stopper.strength", RT_KEY_NUMBER, "N", 0, 1e9, "0 N", AT(stopper.strength), NULL, "chain tension at which the bar breaks; 0: 80 % of the breaking load (IACS UR A1)"},
    {"stopper.stiffness", RT_KEY_NUMBER, "N/m", 0, 1e12, "0 N/m", AT(stopper.stiffness), NULL, "stiffness of bar and frame along the chain; 0: a deflection of 0.2 bar diameters of the chain at its strength"},
    {"stopper.play", RT_KEY_NUMBER, "m", 0, 1, "0 m", AT(stopper.play), NULL, "free travel of the chain with the bar down, less than two bar diameters; 0: 0.8 bar diameters"},
    {"stopper.bar_mass", RT_KEY_NUMBER, "kg", 0, 1e5, "0 kg", AT(stopper.bar_mass), NULL, "mass of the bar; 0: five links"},
    {"stopper.lift_load", RT_KEY_NUMBER, "N", 0, 1e8, "10 kN", AT(stopper.lift_load), NULL, "chain tension on the bar above which it cannot be lifted"},
    {"contact.method", RT_KEY_ENUM, NULL, 0, 0, "regions", AT(contact.method), "regions|foundation", "anchor on hull: contact regions with one force each, or a pressure over all of its surface inside the hull"},
    {"contact.foundation_modulus", RT_KEY_NUMBER, "Pa/m", 1e6, 1e14, "10 GPa/m", AT(contact.foundation_modulus), NULL, "anchor on hull with the method foundation: pressure per depth; replaces anchor_stiffness and exponent"},
    {"contact.law", RT_KEY_ENUM, NULL, 0, 0, "exact", AT(contact.law), "exact|hunt-crossley|flores|lankarani|herbert-mcwhannell|lee-wang|zhiying-qishao|gonthier|hu-guo|table|impact|poisson|volume|user", "normal force law; exact: the rebound ratio equals the restitution; table: the same with your own forces; user: from law_library; volume: mechanisms only; the others as published"},
    {"contact.law_library", RT_KEY_PATH, NULL, 0, 0, "", AT(contact.law_library), NULL, "laws user: a shared object with laws of your own for anchor and links, as contact/law/user.h describes"},
    {"contact.anchor_stiffness", RT_KEY_NUMBER, "1", 1e4, 1e13, "2e9", AT(contact.anchor_stiffness), NULL, "anchor on hull: K of F = K depth^n [N/m^n]"},
    {"contact.link_stiffness", RT_KEY_NUMBER, "1", 1e4, 1e13, "5e7", AT(contact.link_stiffness), NULL, "link on hull: K of F = K depth^n [N/m^n]"},
    {"contact.exponent", RT_KEY_NUMBER, "1", 1, 3, "1.5", AT(contact.exponent), NULL, "exponent n of the normal force"},
    {"contact.restitution", RT_KEY_NUMBER, "1", 0, 1, "0.2", AT(contact.restitution), NULL, "coefficient of restitution"},
    {"contact.anchor_damping", RT_KEY_NUMBER, "1", 0, 1e3, "20", AT(contact.anchor_damping), NULL, "anchor on hull: cap of the contact's damping over its elastic force [s/m]"},
    {"contact.link_damping", RT_KEY_NUMBER, "1", 0, 1e3, "2", AT(contact.link_damping), NULL, "link on hull: the same; a loaded link is overdamped beyond about 2 s/m, and the trapezoidal rule rings"},
    {"contact.mu_static", RT_KEY_NUMBER, "1", 0, 2, "0.25", AT(contact.mu_static), NULL, "static friction coefficient, hull on anchor and chain"},
    {"contact.mu_dynamic", RT_KEY_NUMBER, "1", 0, 2, "0.22", AT(contact.mu_dynamic), NULL, "dynamic friction coefficient"},
    {"contact.mu_viscous", RT_KEY_NUMBER, "N s/m", 0, 1e6, "0", AT(contact.mu_viscous), NULL, "viscous friction of each contact"},
    {"contact.v_stick", RT_KEY_NUMBER, "m/s", 1e-5, 1, "3 mm/s", AT(contact.v_stick), NULL, "anchor on hull: speed at which stick turns into slide"},
    {"contact.link_v_stick", RT_KEY_NUMBER, "m/s", 1e-5, 1, "200 mm/s", AT(contact.link_v_stick), NULL, "link on hull: the same; about the speed that friction takes from a loaded link in a step"},
    {"contact.pre_slide", RT_KEY_NUMBER, "m", 1e-6, 0.01, "0.2 mm", AT(contact.pre_slide), NULL, "elastic displacement before sliding at the static limit"},
    {"contact.anchor_force", RT_KEY_LIST, NULL, 0, CONTACT_CURVE_POINTS, "", AT(contact.anchor_force), &scenario_force_point_list, "anchor on hull, law table: force over depth, a smooth curve from the origin through these points, straight beyond"},
    {"contact.link_force", RT_KEY_LIST, NULL, 0, CONTACT_CURVE_POINTS, "", AT(contact.link_force), &scenario_force_point_list, "link on hull: the same"},
    {"contact.anchor_impact_damping", RT_KEY_NUMBER, "N s/m", 0, 1e9, "1e5 N s/m", AT(contact.anchor_impact_damping), NULL, "anchor on hull, law impact: full damping"},
    {"contact.link_impact_damping", RT_KEY_NUMBER, "N s/m", 0, 1e9, "1e3 N s/m", AT(contact.link_impact_damping), NULL, "link on hull: the same"},
    {"contact.impact_depth", RT_KEY_NUMBER, "m", 1e-7, 1, "0.1 mm", AT(contact.impact_depth), NULL, "law impact: depth at which the damping is full"},
    {"contact.v_transition", RT_KEY_NUMBER, "m/s", 1e-6, 1, "10 mm/s", AT(contact.v_transition), NULL, "law poisson: speed over which loading turns into unloading"},
    {"contact.friction", RT_KEY_ENUM, NULL, 0, 0, "stick-slip", AT(contact.friction), "stick-slip|step|step-dynamic|table|user", "friction law; stick-slip holds at rest, the others creep; step: Coulomb with static and dynamic friction; step-dynamic: with dynamic friction only; table: your own coefficients; user: from law_library"},
    {"contact.v_dynamic", RT_KEY_NUMBER, "m/s", 1e-5, 10, "6 mm/s", AT(contact.v_dynamic), NULL, "anchor on hull, step: speed from which friction is dynamic; static at v_stick"},
    {"contact.link_v_dynamic", RT_KEY_NUMBER, "m/s", 1e-5, 10, "400 mm/s", AT(contact.link_v_dynamic), NULL, "link on hull: the same"},
    {"contact.mu", RT_KEY_LIST, NULL, 0, CONTACT_CURVE_POINTS, "", AT(contact.mu), &scenario_mu_point_list, "friction table: coefficient over speed, a smooth curve from zero at rest through these points, constant beyond"},
    {"sea.immersion", RT_KEY_ENUM, NULL, 0, 0, "none", AT(sea.immersion), "none|buoyancy_drag", "forces of the sea on anchor and chain: none, or buoyancy, drag and wave forces (without added mass and slamming); ship.motion moves the ship"},
    {"sea.density", RT_KEY_NUMBER, "kg/m3", 500, 2000, "1025 kg/m3", AT(sea.density), NULL, "density of the water"},
    {"sea.wave_height", RT_KEY_NUMBER, "m", 0, 20, "0 m", AT(sea.wave_height), NULL, "height of the waves, crest over trough; jonswap: the significant one; 0: still water; needs sea.immersion or ship.motion.waves"},
    {"sea.wave_period", RT_KEY_NUMBER, "s", 1, 30, "8 s", AT(sea.wave_period), NULL, "period of the waves; jonswap: of the spectrum's peak; the water is deep"},
    {"sea.wave_direction", RT_KEY_NUMBER, "rad", -6.3, 6.3, "180 deg", AT(sea.wave_direction), NULL, "direction of travel of the waves, from the bow toward port: 0 following sea, 90 deg from starboard, 180 deg head sea"},
    {"sea.waves", RT_KEY_ENUM, NULL, 0, 0, "regular", AT(sea.waves), "regular|jonswap", "one sine wave (Airy), or an irregular, long-crested sea of the JONSWAP spectrum"},
    {"sea.wave_phase", RT_KEY_NUMBER, "rad", -6.3, 6.3, "0", AT(sea.wave_phase), NULL, "regular: phase at the ship's origin at time zero; 0: a crest"},
    {"sea.peak_enhancement", RT_KEY_NUMBER, "1", 1, 7, "3.3", AT(sea.peak_enhancement), NULL, "jonswap: the spectrum's peak factor gamma; 1: Pierson-Moskowitz"},
    {"sea.seed", RT_KEY_INT, NULL, 0, 1e9, "1", AT(sea.seed), NULL, "jonswap: seed of the random phases"},
    {"sea.current", RT_KEY_NUMBER, "m/s", 0, 5, "0 m/s", AT(sea.current), NULL, "speed of the current, the same at every depth; acts on chain and anchor (sea.immersion) and on a ship that manoeuvres"},
    {"sea.current_direction", RT_KEY_NUMBER, "rad", -6.3, 6.3, "180 deg", AT(sea.current_direction), NULL, "direction that the current sets to, as sea.wave_direction: 180 deg against the bow"},
    {"sea.chain_drag", RT_KEY_NUMBER, "1", 0, 10, "0", AT(sea.chain_drag), NULL, "drag coefficient across the chain, on its bar diameter; 0: by type, 2.6, studless 2.4"},
    {"sea.chain_drag_along", RT_KEY_NUMBER, "1", 0, 10, "0", AT(sea.chain_drag_along), NULL, "the same along the chain, on its bar diameter; 0: by type, 1.4, studless 1.15"},
    {"sea.anchor_drag", RT_KEY_NUMBER, "1", 0, 10, "1.9", AT(sea.anchor_drag), NULL, "drag coefficient of shank and head, on their projected area (flat plate, DNV-RP-C205)"},
    {"wind.speed", RT_KEY_NUMBER, "m/s", 0, 60, "0 m/s", AT(wind.speed), NULL, "mean speed of the true wind at 10 m; acts on a ship that manoeuvres"},
    {"wind.from", RT_KEY_NUMBER, "rad", -6.3, 6.3, "0 deg", AT(wind.from), NULL, "direction that the wind comes from: 0 from ahead of the ship at its start, 90 deg from port"},
    {"wind.gusts", RT_KEY_ENUM, NULL, 0, 0, "none", AT(wind.gusts), "none|davenport", "gusts: none, or by the spectrum of Davenport (1961), averaged over the ship's lateral area"},
    {"wind.roughness", RT_KEY_NUMBER, "1", 1e-4, 0.05, "0.0026", AT(wind.roughness), NULL, "davenport: surface drag coefficient; the standard deviation is sqrt(6 roughness) of the mean"},
    {"wind.seed", RT_KEY_INT, NULL, 0, 1e9, "1", AT(wind.seed), NULL, "davenport: seed of the random phases"},
    {"start.depth", RT_KEY_NUMBER, "m", -10, 1e3, "10 m", AT(start.depth), NULL, "depth of the anchor's shackle below the mouth"},
    {"start.yaw", RT_KEY_NUMBER, "rad", -6.3, 6.3, "0", AT(start.yaw), NULL, "turn of the anchor about the vertical; 0: hinge along the shell"},
    {"start.swing", RT_KEY_NUMBER, "m/s", -10, 10, "0", AT(start.swing), NULL, "speed of the anchor along the shell at the start"},
    {"start.settle", RT_KEY_NUMBER, "s", 0, 60, "2.5 s", AT(start.settle), NULL, "time in which the chain settles, damped, before time zero"},
    {"start.flukes", RT_KEY_ENUM, NULL, 0, 0, "outboard", AT(start.flukes), "outboard|hull|closed", "side to which the flukes have fallen"},
    {"operator.type", RT_KEY_ENUM, NULL, 0, 0, "script", AT(operator.type), "script|house", "the operator: script: by operator.script; house: by rules and the gauges on deck, until the anchor is home; `operator: house` is the same as `operator: {type: house}`"},
    {"operator.house.slow_at", RT_KEY_NUMBER, "m", 0, 100, "1 m", AT(operator.house.slow_at), NULL, "house: chain outboard of the hawse at which heaving becomes slow"},
    {"operator.house.read_at", RT_KEY_NUMBER, "m", -1, 100, "0.5 m", AT(operator.house.read_at), NULL, "house: chain outboard of the hawse at which the operator stops to read the flukes"},
    {"operator.house.lever", RT_KEY_NUMBER, "1", 0.05, 1, "0.5", AT(operator.house.lever), NULL, "house: lever for slow heaving"},
    {"operator.house.flukes", RT_KEY_NUMBER, "rad", 0, 1.5, "10 deg", AT(operator.house.flukes), NULL, "house: least direction of the flukes out of the hull with which the anchor is hauled home"},
    {"operator.house.tries", RT_KEY_INT, NULL, 0, 20, "3", AT(operator.house.tries), NULL, "house: times that the anchor is lowered to turn, before the operator gives up"},
    {"operator.house.lower", RT_KEY_NUMBER, "m", 0.1, 100, "4 m", AT(operator.house.lower), NULL, "house: chain paid out for the anchor to turn"},
    {"operator.house.wait", RT_KEY_NUMBER, "s", 0, 1000, "20 s", AT(operator.house.wait), NULL, "house: longest wait for it to turn"},
    {"operator.house.tension", RT_KEY_NUMBER, "N", 0, 1e8, "0 N", AT(operator.house.tension), NULL, "house: chain tension at which hauling ends; 0: 0.9 of windlass.max_tension"},
    {"operator.rules", RT_KEY_LIST, NULL, 0, 96, "", AT(operator.rules), &scenario_rule_list, "house: rules of your own instead of the default, which hawse check prints"},
    {"end.stop_when_housed", RT_KEY_BOOL, NULL, 0, 0, "false", AT(end.stop_when_housed), NULL, "end as soon as the anchor is housed"},
    {"end.stop_when_parted", RT_KEY_BOOL, NULL, 0, 0, "false", AT(end.stop_when_parted), NULL, "end as soon as the chain has parted"},
    {"end.pin_distance", RT_KEY_NUMBER, "m", 0.01, 10, NULL, AT(end.pin_distance), NULL, "housed: crown pin at most this far outboard of the mouth, along the pipe"},
    {"end.pin_least", RT_KEY_NUMBER, "m", -10, 10, "0 m", AT(end.pin_least), NULL, "housed: crown pin at least this far outboard of the mouth, along the pipe; nearer: over-hauled"},
    {"end.fluke_load", RT_KEY_NUMBER, "N", 0, 1e8, "0 N", AT(end.fluke_load), NULL, "housed: normal force between hull and head at least, on each half of the head; 0: 5 % of the anchor's weight, which is lost at 0.1 g off the hull (a heel of 6 deg)"},
    {"end.stowed.hinge", RT_KEY_NUMBER, "rad", 0, 1.5, "0 deg", AT(end.stowed.hinge), NULL, "housed, by the designed pose: angle of the head against the shank"},
    {"end.stowed.tolerance", RT_KEY_NUMBER, "rad", 0, 1.5, "0 deg", AT(end.stowed.tolerance), NULL, "housed, by the designed pose: largest deviation of that angle, and largest turn of the hinge from the horizontal of the face; 0: the pose is not judged"},
    {"end.proof.roll", RT_KEY_NUMBER, "1", 0, 5, "0", AT(end.proof.roll), NULL, "pull test of the housed anchor, once the operator holds the chain: peak acceleration athwart the ship [g], with the component of gravity; the yard's figure for the ship and the place of the hawse; the run ends after the test"},
    {"end.proof.pitch", RT_KEY_NUMBER, "1", 0, 5, "0", AT(end.proof.pitch), NULL, "pull test: peak vertical acceleration by pitch and heave [g]"},
    {"end.proof.slam", RT_KEY_NUMBER, "1", 0, 5, "0", AT(end.proof.slam), NULL, "pull test: peak vertical acceleration by slamming [g]"},
    {"end.proof.slack", RT_KEY_NUMBER, "m", 0, 2, "0 m", AT(end.proof.slack), NULL, "pull test: length by which the chain is eased first, as onto a stopper with play"},
    {"end.proof.pulse", RT_KEY_NUMBER, "s", 0.05, 60, "4 s", AT(end.proof.pulse), NULL, "pull test: duration of the half-sine pulses of roll and pitch: half their period"},
    {"end.proof.slam_pulse", RT_KEY_NUMBER, "s", 0.01, 10, "0.2 s", AT(end.proof.slam_pulse), NULL, "pull test: duration of the half-sine pulses of slamming"},
    {"end.speed", RT_KEY_NUMBER, "m/s", 1e-6, 1, "1 mm/s", AT(end.speed), NULL, "housed: largest speed of any part of the anchor"},
    {"end.hold", RT_KEY_NUMBER, "s", 0.01, 60, "2 s", AT(end.hold), NULL, "housed: time for which all conditions must hold"},
    {"end.tension_min", RT_KEY_NUMBER, "N", 0, 1e8, "10 kN", AT(end.tension_min), NULL, "housed: residual chain tension at least"},
    {"end.tension_max", RT_KEY_NUMBER, "N", 0, 1e8, "1 MN", AT(end.tension_max), NULL, "housed: residual chain tension at most"},
};

// Keys of older scenarios. They come last in the table of loading, and only there.
static const rt_key retired[] = {
    {"end.regions", RT_KEY_RETIRED, NULL, 0, 0, "", 0, NULL, "the number of contact regions says nothing about a seat: 'housed' needs both flukes to bear (end.fluke_load)"},
};
// clang-format on

enum {
    RETIRED = sizeof retired / sizeof retired[0],
    COMMON = sizeof common_key / sizeof common_key[0],
    SHIP = sizeof ship_key / sizeof ship_key[0],
    MOST = SCENARIO_KEYS
};

// Sections that only one kind of scenario may have; [0]: a mechanism's; from STUDY on: a study's.
static const char *const section[] = {"model",   "ship", "anchor", "chain", "windlass", "stopper",
                                      "contact", "sea",  "wind",   "start", "base",     "variants"};
enum { SECTIONS = sizeof section / sizeof section[0], STUDY = SECTIONS - 2 };

// Fills the keys of a mechanism's or a ship's scenario, common ones first; returns their number.
static int fill_table(bool mechanism, rt_key table[MOST]) {
    int n = SHIP;
    const rt_key *keys = mechanism ? scenario_model_keys(&n) : ship_key;
    assert(COMMON + n + RETIRED <= MOST);
    memcpy(table, common_key, sizeof common_key);
    memcpy(table + COMMON, keys, (size_t)n * sizeof *keys);
    for (int i = COMMON; i < COMMON + n && mechanism; i++) table[i].offset += offsetof(scenario, model);
    return COMMON + n;
}

static bool check_sections(const char *file, const int line[SECTIONS], rt_diag *d) {
    bool good = true;
    if (line[STUDY] > 0 && line[STUDY + 1] > 0) {
        rt_diag_error(
            d, file, line[STUDY], 0,
            "this is a study, with 'base' and 'variants': expected a scenario; run the study by hawse study %s", file);
        return false;
    }
    for (int k = 1; k < STUDY && line[0] > 0; k++) {
        if (line[k] == 0) continue;
        rt_diag_error(d, file, line[k], 0,
                      "section '%s' is a ship's, and line %d has the section 'model' of a mechanism: "
                      "expected one or the other",
                      section[k], line[0]);
        good = false;
    }
    return good;
}

static int find_line(const char *path, const rt_key *table, int n, const int *line) {
    int k = 0;
    while (k < n && strcmp(table[k].path, path) != 0) k++;
    assert(k < n);
    return line[k];
}

static int find_line_if_ship(const scenario *s, const char *path, const rt_key *table, int n, const int *line) {
    return s->model_line ? 0 : find_line(path, table, n, line);
}

// A ship's contacts, windlass and gypsy use whole frames.
static rt_status check_substeps(const char *file, const scenario *s, int line, rt_diag *d) {
    if (s->model_line || s->solver.substeps == 1) return RT_OK;
    rt_diag_error(d, file, line, 0,
                  "solver.substeps: only a mechanism has substeps: expected 1 in a ship's "
                  "scenario, found %d",
                  s->solver.substeps);
    return RT_ERR_FORMAT;
}

static rt_status check_rules(const char *file, const scenario *s, rt_diag *d) {
    rules_table t;
    return scenario_rules(file, s, &t, d);
}

// Writes the scenario as read, before types and parts are resolved.
static rt_status write_resolved(const rt_key *table, int n, scenario *s, rt_diag *d) {
    rt_text t;
    if (rt_text_open(&t)) rt_config_write(t.file, table, n, s);
    s->resolved = rt_text_close(&t);
    if (s->resolved) return RT_OK;
    rt_diag_error(d, s->path, 0, 0, "no memory for the scenario");
    return RT_ERR_MEMORY;
}

// Loads a scenario. path: the file's path, present or former; written: the file is from rt_config_write; holder: the
// file whose root holds (NULL: anywhere).
static rt_status load_file(const char *file, const char *path, bool written, const char *holder, scenario *s,
                           rt_diag *d) {
    char root[RT_CONFIG_TEXT + 8];
    rt_key table[MOST];
    int line[SECTIONS], key_line[MOST];
    memset(s, 0, sizeof *s);
    rt_status status = rt_config_find_sections(file, written, section, SECTIONS, line, d);
    if (status != RT_OK) return status;
    if (!check_sections(file, line, d)) return RT_ERR_FORMAT;
    int n = fill_table(line[0] > 0, table);
    if (holder) rt_config_root(holder, root, sizeof root);
    memset(key_line, -1, sizeof key_line);
    memcpy(table + n, retired, sizeof retired);
    status = (written ? rt_config_load_written : rt_config_load)(file, table, n + RETIRED, holder ? root : NULL, s,
                                                                 key_line, d);
    s->model_line = line[0];
    if (!s->model_line && key_line[0] >= 0) { // the document is readable: report all missing keys at once
        rt_status parts = scenario_type_check(file, s, table, n, key_line, d);
        if (status == RT_OK && parts != RT_OK) scenario_free(s);
        if (status == RT_OK) status = parts;
    }
    if (status != RT_OK) return status;
    snprintf(s->path, sizeof s->path, "%s", path);
    for (int k = 0; k < n && !written; k++) s->line[k] = key_line[k];
    if (!s->model_line) s->contact.law_library_line = find_line("contact.law_library", table, n, key_line);
    status = check_substeps(file, s, find_line("solver.substeps", table, n, key_line), d);
    if (status == RT_OK) status = write_resolved(table, n, s, d);
    int mu = find_line_if_ship(s, "contact.mu_dynamic", table, n, key_line);
    if (mu == 0) mu = find_line_if_ship(s, "contact.mu_static", table, n, key_line);
    if (status == RT_OK)
        status = s->model_line ? scenario_model_check(file, &s->model, d)
                               : scenario_contact_check(file, s, find_line("contact.law", table, n, key_line),
                                                        find_line("contact.friction", table, n, key_line), mu, d);
    if (status == RT_OK && !s->model_line)
        status = scenario_structure_check(file, s, find_line("ship.plating_thickness", table, n, key_line), d);
    if (status == RT_OK && !s->model_line) status = scenario_motion_check(file, s, table, n, key_line, d);
    if (status == RT_OK && !s->model_line)
        status = scenario_sea_check(file, s, find_line("sea.immersion", table, n, key_line),
                                    find_line("sea.wave_height", table, n, key_line), d);
    if (status == RT_OK && !s->model_line) status = scenario_type_derive(file, s, d);
    if (status == RT_OK && !s->model_line) status = scenario_chain_check(file, s, d);
    if (status == RT_OK && !s->model_line) status = scenario_windlass_check(file, s, table, n, key_line, d);
    if (status == RT_OK && !s->model_line) status = check_rules(file, s, d);
    if (status != RT_OK) scenario_free(s);
    return status;
}

rt_status scenario_load(const char *file, bool anywhere, scenario *s, rt_diag *d) {
    return load_file(file, file, false, anywhere ? NULL : file, s, d);
}

// Writes the text; with `physics` without the lines of the operator's files.
static bool write_text(int fd, const char *text, bool physics) {
    FILE *f = fdopen(fd, "w");
    for (size_t n; f && *text; text += n) {
        n = strcspn(text, "\n");
        n += text[n] != 0;
        bool operators = strncmp(text, "  script: ", 10) == 0 || strncmp(text, "  map: ", 7) == 0;
        if (!physics || !operators) fwrite(text, 1, n, f);
    }
    bool good = f && !ferror(f);
    return f && fclose(f) == 0 && good;
}

// Loads a text through a temporary file. what: start of the message, which has no line numbers, since the file no
// longer exists.
static rt_status load_text(const char *text, const char *path, const char *holder, bool physics, const char *what,
                           scenario *s, rt_diag *d) {
    char file[] = P_tmpdir "/hawse-scenario-XXXXXX";
    rt_diag *own = calloc(1, sizeof *own);
    int fd = mkstemp(file);
    rt_status status = RT_ERR_FILE;
    if (own && fd >= 0 && write_text(fd, text, physics)) status = load_file(file, path, true, holder, s, own);
    if (status != RT_OK) {
        const char *why =
            own && strstr(own->text, "error: ") ? strstr(own->text, "error: ") + 7 : "cannot write a temporary file\n";
        rt_diag_error(d, path, 0, 0, "%s: %.*s", what, (int)strcspn(why, "\n"), why);
    }
    if (fd >= 0) unlink(file);
    free(own);
    return status;
}

rt_status scenario_load_resolved(const char *text, const char *path, const char *holder, scenario *s, rt_diag *d) {
    return load_text(text, path, holder, true, "the recorded scenario cannot be used", s, d);
}

rt_status scenario_load_text(const char *text, const char *path, bool anywhere, scenario *s, rt_diag *d) {
    return load_text(text, path, anywhere ? NULL : path, false, "conflicting settings", s, d);
}

int scenario_keys(const scenario *s, rt_key table[]) { return fill_table(s->model_line > 0, table); }

int scenario_key_line(const scenario *s, const char *key) {
    rt_key table[MOST];
    int n = scenario_keys(s, table);
    return find_line(key, table, n, s->line);
}

void scenario_visit_files(const scenario *s, void (*visit)(void *ctx, const char *path), void *ctx) {
    rt_key table[MOST];
    int n = fill_table(s->model_line > 0, table);
    rt_config_visit_paths(table, n, s, visit, ctx);
    if (s->model_line) return;
    if (s->ship.type != SCENARIO_SHIP_MESH) visit(ctx, s->ship.hull);
    if (s->anchor.type == SCENARIO_ANCHOR_MESHES) return;
    visit(ctx, s->anchor.shank);
    visit(ctx, s->anchor.head);
}

typedef struct spared {
    bool good;
    rt_diag *d;
} spared;

static void spare(void *ctx, const char *path) {
    spared *c = ctx;
    if (*path) c->good = rt_outputs_spare(path, "a file that the scenario names", c->d) && c->good;
}

bool scenario_spare_inputs(const scenario *s, rt_diag *d) {
    spared c = {.good = rt_outputs_spare(s->path, "the scenario", d), .d = d};
    scenario_visit_files(s, spare, &c);
    return c.good;
}

void scenario_free(scenario *s) {
    int n;
    const rt_key *keys = scenario_model_keys(&n);
    scenario_model_free(&s->model);
    rt_config_free(keys, n, &s->model);
    rt_config_free(ship_key, SHIP, s);
    free(s->resolved);
    s->resolved = NULL;
}

void scenario_print_schema(FILE *f) {
    int n;
    const rt_key *keys = scenario_model_keys(&n);
    fprintf(f, "every scenario:\n\n");
    rt_config_print_schema(f, common_key, COMMON);
    fprintf(f, "\nthe scenario of a ship:\n\n");
    rt_config_print_schema(f, ship_key, SHIP);
    fprintf(f, "\n  Gauges of operator.rules, with the units of their values:\n\n");
    for (int g = 0; g < RULES_GAUGE_COUNT; g++)
        fprintf(f, "    %-8s [%s] %s\n", rules_gauge_word((rules_gauge)g), rules_gauge_unit((rules_gauge)g),
                rules_gauge_help((rules_gauge)g));
    fprintf(f, "\nthe scenario of a mechanism:\n\n");
    scenario_model_print_summary(f);
    fputc('\n', f);
    rt_config_print_schema(f, keys, n);
}

void scenario_title(const scenario *s, char text[RT_CONFIG_TEXT]) {
    const char *slash = strrchr(s->path, '/'), *name = slash ? slash + 1 : s->path, *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    if (s->title[0]) {
        memcpy(text, s->title, RT_CONFIG_TEXT);
        return;
    }
    snprintf(text, RT_CONFIG_TEXT, "%.*s", length, name);
    for (char *c = text; *c; c++)
        if (*c == '_') *c = ' ';
}
