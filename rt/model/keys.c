// SPDX-License-Identifier: MIT
// Tables of a mechanism's keys.
#include "rt/model/model.h"

#define FAR 1e6
#define BIG 1e12
#define MANY 20000
#define VEC RT_KEY_VECTOR
#define NUM RT_KEY_NUMBER
#define REPEAT                                                                                                         \
    "makes this many copies of the entry, whose names get the numbers 1, 2, ...: P1, P2; in copy k a name X of "       \
    "another repeated entry means Xk, and X+1 the next one"
#define ANGLES "roll, pitch and yaw: turned about the fixed axes x, then y, then z of "
#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

// clang-format off
#define AT(field) offsetof(scenario_point, field)
static const rt_key point_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, AT(name), NULL, "name of the point; names are unique in the model"},
    {"repeat", RT_KEY_INT, NULL, 1, MANY, "", AT(repeat.times), NULL, REPEAT},
    {"offset", VEC, "m", -FAR, FAR, "[0, 0, 0]", AT(repeat.offset), NULL, "repeat: place of each copy against the one before"},
    {"at", VEC, "m", -FAR, FAR, NULL, AT(at), NULL, "position at the start, in the world or in the frame of its body"},
    {"frame", RT_KEY_ENUM, NULL, 0, 0, "world", AT(frame), "world|body", "what the position counts from; body: the frame of the body in on"},
    {"velocity", VEC, "m/s", -FAR, FAR, "", AT(velocity), NULL, "velocity at the start; overrides its body's; default: from its body, else zero"},
    {"fixed", RT_KEY_BOOL, NULL, 0, 0, "false", AT(fixed), NULL, "the point is ground"},
    {"mass", NUM, "kg", 1e-12, BIG, "", AT(mass), NULL, "point mass"},
    {"on", RT_KEY_NAME, NULL, 0, 0, "", AT(on.name), NULL, "body that carries this further point, beside its defining points"},
};
#undef AT
#define AT(field) offsetof(scenario_vector, field)
static const rt_key vector_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, AT(name), NULL, "name of the vector"},
    {"repeat", RT_KEY_INT, NULL, 1, MANY, "", AT(repeat.times), NULL, REPEAT},
    {"along", VEC, "1", -FAR, FAR, NULL, AT(along), NULL, "direction at the start; hawse makes its length 1"},
    {"fixed", RT_KEY_BOOL, NULL, 0, 0, "false", AT(fixed), NULL, "the vector is ground"},
};
#undef AT
#define AT(field) offsetof(scenario_body, field)
static const rt_key body_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, AT(name), NULL, "name of the body"},
    {"repeat", RT_KEY_INT, NULL, 1, MANY, "", AT(repeat.times), NULL, REPEAT},
    {"points", RT_KEY_NAMES, NULL, 1, 2, NULL, AT(points), NULL, "defining points; the first is the origin of the body's frame; bodies that share a point have a spherical joint there"},
    {"vectors", RT_KEY_NAMES, NULL, 1, 2, "", AT(vectors), NULL, "defining vectors; bodies that share a point and a vector have a revolute joint there; hawse adds what is missing to two points and two vectors"},
    {"x_axis", VEC, "1", -FAR, FAR, "[1, 0, 0]", AT(x_axis), NULL, "body of one point: x of its frame, in the world at the start; with two points x goes to the second"},
    {"y_axis", VEC, "1", -FAR, FAR, "[0, 1, 0]", AT(y_axis), NULL, "direction toward which y of the frame goes, in the world at the start; not given: the first vector, if any"},
    {"angles", VEC, "rad", -FAR, FAR, "", AT(angles), NULL, "body of one point: " ANGLES "the world (the same as yaw, pitch, roll about its own z, y, x: ISO 8855), in place of x_axis and y_axis"},
    {"quaternion", RT_KEY_QUATERNION, "1", -FAR, FAR, "", AT(quaternion), NULL, "the same orientation as [w, x, y, z], the scalar part first; hawse makes its length 1"},
    {"mass", NUM, "kg", 1e-12, BIG, NULL, AT(mass), NULL, "mass"},
    {"centre", VEC, "m", -FAR, FAR, NULL, AT(centre), NULL, "centre of mass in the body frame"},
    {"inertia", VEC, "kg m2", 0, BIG, NULL, AT(inertia), NULL, "moments of inertia xx, yy, zz about the centre of mass, along the axes of the body frame"},
    {"products", VEC, "kg m2", -BIG, BIG, "[0, 0, 0]", AT(products), NULL, "entries xy, yz, zx of the same inertia tensor (minus the integral of x y dm)"},
    {"velocity", VEC, "m/s", -FAR, FAR, "", AT(velocity), NULL, "velocity of the first point at the start, in the world"},
    {"angular_velocity", VEC, "rad/s", -FAR, FAR, "", AT(angular_velocity), NULL, "angular velocity at the start, in the world"},
};
#undef AT
#define AT(field) offsetof(scenario_joint, field)
#define LAST(NAME, word, place, coordinates, meaning) #word ": " meaning
#define NEXT(NAME, word, place, coordinates, meaning) "; " #word ": " meaning
#define MEANING(NAME, word, bodies, axes, place, freedom, nodes, angles, travel, meaning) #word ": " meaning "; "
#define MEANINGS DYN_JOINT_LIST(MEANING) DYN_COUPLING_LIST(LAST, NEXT)
static const rt_key joint_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, AT(name), NULL, "name of the joint"},
    {"repeat", RT_KEY_INT, NULL, 1, MANY, "", AT(repeat.times), NULL, REPEAT},
    {"kind", RT_KEY_ENUM, NULL, 0, 0, NULL, AT(kind), DYN_JOINT_WORDS, MEANINGS},
    {"bodies", RT_KEY_NAMES, NULL, 1, 2, "", AT(bodies), NULL, "the two bodies, of which one may be ground; inline: the body with the axis; distance: none"},
    {"points", RT_KEY_NAMES, NULL, 1, 2, "", AT(points), NULL, "the joint's point on each body; one name: a point of at least one of them, for both"},
    {"axis", VEC, "1", -FAR, FAR, "", AT(axis), NULL, "axis in the world at the start; universal: the axis on the first body"},
    {"second_axis", VEC, "1", -FAR, FAR, "", AT(second_axis), NULL, "universal: the axis on the second body"},
    {"coordinates", RT_KEY_NAMES, NULL, 2, 2, "", AT(coordinates), NULL, "gear, rack: two relative coordinates; rack: an angle, then a travel or distance"},
    {"ratio", NUM, "1", -FAR, FAR, "0", AT(ratio), NULL, "gear: change of the second coordinate over that of the first; two outer gears with parallel axes: -(teeth of the first)/(teeth of the second)"},
    {"radius", NUM, "m", -FAR, FAR, "0 m", AT(radius), NULL, "rack: change of the length over that of the angle in rad: pitch radius, drum radius, lead/(2 pi)"},
};
#undef AT
#define AT(field) offsetof(scenario_coordinate, field)
static const rt_key coordinate_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, AT(name), NULL, "name of the relative coordinate"},
    {"repeat", RT_KEY_INT, NULL, 1, MANY, "", AT(repeat.times), NULL, REPEAT},
    {"kind", RT_KEY_ENUM, NULL, 0, 0, NULL, AT(kind), "angle|distance|travel", "angle: of the second body against the first about the joint's axis, zero at the start; distance: of two points; travel: of the joint's second point from its first along the axis"},
    {"joint", RT_KEY_NAME, NULL, 0, 0, "", AT(joint.name), NULL, "angle: a joint with an angle about its axis, such as a revolute one; travel: one that slides, such as a prismatic one"},
    {"axis", RT_KEY_INT, NULL, 1, 2, "1", AT(axis), NULL, "angle in a universal joint: number of the axis"},
    {"points", RT_KEY_NAMES, NULL, 2, 2, "", AT(points), NULL, "distance: the two points"},
};
#undef AT
#define AT(field) offsetof(scenario_driver, field)
static const rt_key length_table_key[] = {
    {"t", NUM, "s", -FAR, FAR, NULL, offsetof(scenario_table_point, t), NULL, "time"},
    {"length", NUM, "m", -FAR, FAR, NULL, offsetof(scenario_table_point, value), NULL, "value"},
};
static const rt_key angle_table_key[] = {
    {"t", NUM, "s", -FAR, FAR, NULL, offsetof(scenario_table_point, t), NULL, "time"},
    {"angle", NUM, "rad", -FAR, FAR, NULL, offsetof(scenario_table_point, value), NULL, "value"},
};
static const rt_key factor_table_key[] = {
    {"t", NUM, "s", -FAR, FAR, NULL, offsetof(scenario_table_point, t), NULL, "time"},
    {"factor", NUM, "1", -FAR, FAR, NULL, offsetof(scenario_table_point, value), NULL, "value"},
};
static const rt_list length_table_list = {length_table_key, COUNT(length_table_key), sizeof(scenario_table_point)};
static const rt_list angle_table_list = {angle_table_key, COUNT(angle_table_key), sizeof(scenario_table_point)};
static const rt_list factor_table_list = {factor_table_key, COUNT(factor_table_key), sizeof(scenario_table_point)};
static const rt_key driver_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, AT(name), NULL, "name of the driver: offset + rate t + acceleration t²/2 + amplitude sin(2 pi frequency t + phase) + its table"},
    {"repeat", RT_KEY_INT, NULL, 1, MANY, "", AT(repeat.times), NULL, REPEAT},
    {"coordinate", RT_KEY_NAME, NULL, 0, 0, "", AT(coordinate.name), NULL, "coordinate that follows the motion"},
    {"point", RT_KEY_NAME, NULL, 0, 0, "", AT(point.name), NULL, "point that follows the motion, along one direction"},
    {"along", VEC, "1", -FAR, FAR, "", AT(along), NULL, "direction of the point's motion, in the world"},
    {"offset", NUM, "m", -FAR, FAR, "", AT(length.offset), NULL, "distance, or position along the direction; not given: agrees with the start"},
    {"rate", NUM, "m/s", -FAR, FAR, "0 m/s", AT(length.rate), NULL, "its constant rate"},
    {"acceleration", NUM, "m/s2", -FAR, FAR, "0 m/s2", AT(length.acceleration), NULL, "its constant acceleration"},
    {"amplitude", NUM, "m", -FAR, FAR, "0 m", AT(length.amplitude), NULL, "its amplitude"},
    {"angular_offset", NUM, "rad", -FAR, FAR, "", AT(angle.offset), NULL, "angle; not given: agrees with the start"},
    {"angular_rate", NUM, "rad/s", -FAR, FAR, "0 rad/s", AT(angle.rate), NULL, "its constant rate"},
    {"angular_acceleration", NUM, "rad/s2", -FAR, FAR, "0 rad/s2", AT(angle.acceleration), NULL, "its constant acceleration"},
    {"angular_amplitude", NUM, "rad", -FAR, FAR, "0 rad", AT(angle.amplitude), NULL, "its amplitude"},
    {"frequency", NUM, "Hz", 0, FAR, "0 Hz", AT(motion.frequency), NULL, "frequency of the sine"},
    {"phase", NUM, "rad", -FAR, FAR, "0 rad", AT(motion.phase), NULL, "phase of the sine"},
    {"table", RT_KEY_LIST, NULL, 2, MANY, "", AT(table), &length_table_list, "distance, or position along the direction, over time; a natural cubic spline: rate and acceleration are continuous, before and after the table straight on"},
    {"angular_table", RT_KEY_LIST, NULL, 2, MANY, "", AT(angular_table), &angle_table_list, "angle over time, likewise"},
    {"table_file", RT_KEY_PATH, NULL, 0, 0, "", AT(file), NULL, "the same from a CSV file in SI: a line t, value each"},
};
#undef AT
#define AT(field) offsetof(scenario_force, field)
static const rt_key force_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, AT(name), NULL, "name of the force element"},
    {"repeat", RT_KEY_INT, NULL, 1, MANY, "", AT(repeat.times), NULL, REPEAT},
    {"kind", RT_KEY_ENUM, NULL, 0, 0, NULL, AT(kind), "spring|torsion|friction|stop|force|torque|actuator|rope|drag", "spring and torsion: spring-dampers of a distance and of an angle; force and torque: applied, with a direction constant in the world; rope: pulls its ends together and runs over blocks without friction, never pushes; drag: -density drag_coefficient area |v| v/2 at a point, in a fluid at rest"},
    {"points", RT_KEY_NAMES, NULL, 2, SCENARIO_PATH, "", AT(points), NULL, "spring, actuator: its two points; rope: its end, the blocks that it runs over, its other end"},
    {"joint", RT_KEY_NAME, NULL, 0, 0, "", AT(joint.name), NULL, "torsion, friction, stop, actuator: its joint"},
    {"coordinate", RT_KEY_NAME, NULL, 0, 0, "", AT(coordinate.name), NULL, "the same: its relative coordinate"},
    {"axis", RT_KEY_INT, NULL, 1, 2, "1", AT(axis), NULL, "in a universal joint: number of the axis"},
    {"point", RT_KEY_NAME, NULL, 0, 0, "", AT(point_ref.name), NULL, "force, drag: point of application"},
    {"force", VEC, "N", -BIG, BIG, "", AT(force), NULL, "force: the vector, in the world"},
    {"bodies", RT_KEY_NAMES, NULL, 1, 2, "", AT(bodies), NULL, "torque: the body of the torque and the body of the reaction; one name: the reaction is on ground"},
    {"torque", VEC, "N m", -BIG, BIG, "", AT(torque), NULL, "torque: the vector, in the world"},
    {"stiffness", NUM, "N/m", 0, BIG, "0 N/m", AT(length.stiffness), NULL, "spring, stop, rope (all of its length): stiffness"},
    {"damping", NUM, "N s/m", 0, BIG, "0 N s/m", AT(length.damping), NULL, "spring, stop, rope: damping"},
    {"rest", NUM, "m", 0, FAR, "0 m", AT(length.rest), NULL, "spring: length without force; rope: the same; not given: its length at the start"},
    {"torsional_stiffness", NUM, "N m/rad", 0, BIG, "0 N m/rad", AT(angle.stiffness), NULL, "torsion, stop of an angle: stiffness"},
    {"torsional_damping", NUM, "N m s/rad", 0, BIG, "0 N m s/rad", AT(angle.damping), NULL, "torsion, stop of an angle: damping"},
    {"rest_angle", NUM, "rad", -FAR, FAR, "0 rad", AT(angle.rest), NULL, "torsion: angle without torque; angles of a joint count from the start"},
    {"max_force", NUM, "N", 0, BIG, "0 N", AT(length.limit), NULL, "friction, actuator: the largest force"},
    {"max_torque", NUM, "N m", 0, BIG, "0 N m", AT(angle.limit), NULL, "friction, actuator in an angle: the largest torque"},
    {"yield", NUM, "m", 1e-9, FAR, "0.1 mm", AT(length.yield), NULL, "friction: elastic displacement before sliding"},
    {"yield_angle", NUM, "rad", 1e-9, FAR, "0.005 rad", AT(angle.yield), NULL, "friction: elastic rotation before sliding"},
    {"min", NUM, "m", -FAR, FAR, "", AT(length.low), NULL, "stop: the lower end"},
    {"max", NUM, "m", -FAR, FAR, "", AT(length.high), NULL, "stop: the upper end"},
    {"min_angle", NUM, "rad", -FAR, FAR, "", AT(angle.low), NULL, "stop of an angle: the lower end"},
    {"max_angle", NUM, "rad", -FAR, FAR, "", AT(angle.high), NULL, "stop of an angle: the upper end"},
    {"time_constant", NUM, "s", 0, FAR, "0 s", AT(time_constant), NULL, "actuator: first-order lag behind the command; 0: none"},
    {"command", RT_KEY_ENUM, NULL, 0, 0, "none", AT(command), "none|lever", "actuator: none: command_offset + command_amplitude sin(2 pi frequency t + phase), within -1 .. 1 of the largest force; lever: the same plus the operator's lever"},
    {"command_offset", NUM, "1", -1, 1, "0", AT(program.offset), NULL, "actuator: constant part"},
    {"command_amplitude", NUM, "1", -1, 1, "0", AT(program.amplitude), NULL, "actuator: amplitude of the sine"},
    {"frequency", NUM, "Hz", 0, FAR, "0 Hz", AT(program.frequency), NULL, "actuator: frequency of the sine"},
    {"phase", NUM, "rad", -FAR, FAR, "0 rad", AT(program.phase), NULL, "actuator: phase of the sine"},
    {"table", RT_KEY_LIST, NULL, 2, MANY, "", AT(table), &factor_table_list, "force, torque: factor of the vector over time; actuator: adds to the command, as a share of the largest force; straight from point to point, constant before and after the table"},
    {"table_file", RT_KEY_PATH, NULL, 0, 0, "", AT(file), NULL, "the same from a CSV file: a line t, factor each"},
    {"drag_coefficient", NUM, "1", 0, FAR, "0", AT(drag_coefficient), NULL, "drag: coefficient; sphere 0.47, flat plate across the flow 1.2, long cylinder 1.2 (Hoerner 1965)"},
    {"area", NUM, "m2", 0, BIG, "0 m2", AT(area), NULL, "drag: area to which the coefficient belongs, mostly the one across the flow"},
    {"density", NUM, "kg/m3", 0, BIG, "1.225 kg/m3", AT(density), NULL, "drag: of the fluid; default: air at sea level (ISO 2533)"},
};
#undef AT
#define AT(field) offsetof(scenario_contour_point, field)
static const rt_key contour_key[] = {
    {"x", NUM, "m", -FAR, FAR, NULL, AT(x), NULL, "in the frame of the shape"},
    {"y", NUM, "m", -FAR, FAR, NULL, AT(y), NULL, "in the frame of the shape"},
};
static const rt_list contour_list = {contour_key, COUNT(contour_key), sizeof(scenario_contour_point)};
#undef AT
#define AT(field) offsetof(scenario_shape, field)
static const rt_key shape_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, AT(name), NULL, "name of the shape"},
    {"repeat", RT_KEY_INT, NULL, 1, MANY, "", AT(repeat.times), NULL, REPEAT},
    {"offset", VEC, "m", -FAR, FAR, "[0, 0, 0]", AT(repeat.offset), NULL, "repeat: place of each copy against the one before"},
    {"kind", RT_KEY_ENUM, NULL, 0, 0, NULL, AT(kind), "plane|sphere|box|ellipsoid|cylinder|frustum|hull|mesh|curve", "plane: solid below its z = 0; hull: the convex hull of a file's vertices; mesh: a file's triangles; curve: a contour in its plane z = 0 with the material on the left, against curves in parallel planes, or against a sphere as a circle"},
    {"on", RT_KEY_NAME, NULL, 0, 0, "", AT(on.name), NULL, "the body that carries it; not given: ground"},
    {"frame", RT_KEY_ENUM, NULL, 0, 0, "world", AT(frame), "world|body", "what its place and orientation count from: the world, or the frame of the body that carries it"},
    {"at", VEC, "m", -FAR, FAR, NULL, AT(at), NULL, "origin of its frame at the start: the middle of a sphere, box or ellipsoid, that of the lower face of a cylinder or frustum, a point of a plane"},
    {"x_axis", VEC, "1", -FAR, FAR, "", AT(x_axis), NULL, "direction toward which x of its frame goes, at the start; not given: x, or y if z is along x"},
    {"z_axis", VEC, "1", -FAR, FAR, "[0, 0, 1]", AT(z_axis), NULL, "direction of z of its frame: axis of a cylinder or frustum, outward normal of a plane"},
    {"angles", VEC, "rad", -FAR, FAR, "", AT(angles), NULL, ANGLES "the world or the body (as ISO 8855's yaw, pitch, roll), in place of x_axis and z_axis"},
    {"quaternion", RT_KEY_QUATERNION, "1", -FAR, FAR, "", AT(quaternion), NULL, "the same orientation as [w, x, y, z], the scalar part first; hawse makes its length 1"},
    {"radius", NUM, "m", 1e-9, FAR, "", AT(radius), NULL, "sphere, cylinder; frustum: of the lower face"},
    {"top_radius", NUM, "m", 0, FAR, "", AT(top_radius), NULL, "frustum: of the upper face; 0: a cone"},
    {"height", NUM, "m", 1e-9, FAR, "", AT(height), NULL, "cylinder, frustum: along z"},
    {"size", VEC, "m", 1e-9, FAR, "", AT(size), NULL, "box: its edges along x, y and z; plane with a sagitta: sides of its rectangle along x and y"},
    {"semi_axes", VEC, "m", 1e-9, FAR, "", AT(semi_axes), NULL, "ellipsoid: along x, y and z"},
    {"file", RT_KEY_PATH, NULL, 0, 0, "", AT(file), NULL, "hull, mesh: OBJ, STL or PLY, in the frame of the shape; curve: CSV, a point x, y a line, anticlockwise around material"},
    {"scale", NUM, "1", 1e-6, 1e6, "1", AT(scale), NULL, "hull, mesh, curve: factor on the file's coordinates; 0.001 for a file in mm"},
    {"points", RT_KEY_LIST, NULL, 2, MANY, "", AT(points), &contour_list, "curve: its points in place of a file"},
    {"closed", RT_KEY_BOOL, NULL, 0, 0, "true", AT(closed), NULL, "curve: its last point is joined to the first"},
    {"smooth_angle", NUM, "rad", 0, 1.04, "15 deg", AT(smooth_angle), NULL, "curve: smooth, without facets, where neighbouring segments turn by less; elsewhere a corner; 0: a polygon"},
    {"reach", NUM, "m", 1e-9, FAR, "", AT(reach), NULL, "curve, open or clockwise: depth of its material"},
    {"sagitta", NUM, "m", 1e-9, FAR, "", AT(sagitta), NULL, "plane, sphere, box, ellipsoid, cylinder, frustum: largest distance of its triangles from its surface; it then touches as a mesh; not given: the exact surface"},
};
#undef AT
#define AT(field) offsetof(scenario_material, law.field)
static const rt_key material_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, offsetof(scenario_material, name), NULL, "name of the pair of surfaces"},
    {"law", RT_KEY_ENUM, NULL, 0, 0, "exact", AT(law), "exact|hunt-crossley|flores|lankarani|herbert-mcwhannell|lee-wang|zhiying-qishao|gonthier|hu-guo|table|impact|poisson|volume|user", "normal force law; exact: the rebound ratio equals the restitution; volume: elastic layers over the contact area; user: from law_library; table: not for mechanisms; the others as published"},
    {"stiffness", NUM, "1", 1e-3, 1e15, "", AT(stiffness), NULL, "K of F = K depth^n [N/m^n]; none for the laws volume and user"},
    {"exponent", NUM, "1", 1, 3, "", AT(exponent), NULL, "exponent n of the normal force; not given: 1.5, law volume 1"},
    {"restitution", NUM, "1", 0, 1, "0.2", AT(restitution), NULL, "coefficient of restitution"},
    {"damping_cap", NUM, "1", 0, 1e9, "100", AT(damping_max), NULL, "cap of the damping over the elastic force [s/m]"},
    {"v_min", NUM, "m/s", 1e-9, 1, "20 mm/s", AT(v_min), NULL, "lowest approach speed for the damping"},
    {"impact_damping", NUM, "N s/m", 0, 1e9, "1e5 N s/m", AT(impact_damping), NULL, "laws impact and volume: full damping"},
    {"impact_depth", NUM, "m", 1e-9, 1, "0.1 mm", AT(impact_depth), NULL, "laws impact and volume: depth at which the damping is full"},
    {"v_transition", NUM, "m/s", 1e-9, 1, "10 mm/s", AT(v_transition), NULL, "law poisson: speed over which loading turns into unloading"},
    {"friction", RT_KEY_ENUM, NULL, 0, 0, "stick-slip", AT(friction), "stick-slip|step|step-dynamic|table|user", "friction law; stick-slip holds at rest, the others creep; step: Coulomb with static and dynamic friction; step-dynamic: with dynamic friction only; user: from law_library; table: not for mechanisms"},
    {"mu_static", NUM, "1", 0, 10, "0", AT(mu_static), NULL, "static friction coefficient"},
    {"mu_dynamic", NUM, "1", 0, 10, "0", AT(mu_dynamic), NULL, "dynamic friction coefficient"},
    {"mu_viscous", NUM, "N s/m", 0, 1e6, "0 N s/m", AT(mu_viscous), NULL, "viscous friction of each hit"},
    {"v_stick", NUM, "m/s", 1e-9, 1, "3 mm/s", AT(v_stick), NULL, "speed at which stick turns into slide; about mu g times the step"},
    {"v_dynamic", NUM, "m/s", 1e-9, 10, "6 mm/s", AT(v_dynamic), NULL, "friction step: speed from which friction is dynamic; static at v_stick"},
    {"pre_slide", NUM, "m", 1e-9, 0.01, "0.2 mm", AT(pre_slide), NULL, "elastic displacement before sliding at the static limit"},
    {"patch_radius", NUM, "m", 0, 1, "0 m", AT(patch_radius), NULL, "radius of the contact patch for the pivoting friction of a touching point; 0: none"},
#undef AT
#define AT(field) offsetof(scenario_material, field)
    {"elastic_modulus", NUM, "Pa", 1, 1e13, "", AT(layer[0].modulus), NULL, "law volume: Young's modulus of the layer on the first shape; its pressure is K depth^n with K = (1 - nu) E / ((1 + nu) (1 - 2 nu) layer_depth) [Pa/m^n]"},
    {"poissons_ratio", NUM, "1", 0, 0.499, "0.3", AT(layer[0].poissons_ratio), NULL, "law volume: nu of that layer"},
    {"layer_depth", NUM, "m", 1e-9, FAR, "", AT(layer[0].depth), NULL, "law volume: depth of that layer"},
    {"second_elastic_modulus", NUM, "Pa", 1, 1e13, "", AT(layer[1].modulus), NULL, "law volume: Young's modulus of the layer on the second shape, in series with the first; not given: that shape is rigid"},
    {"second_poissons_ratio", NUM, "1", 0, 0.499, "0.3", AT(layer[1].poissons_ratio), NULL, "law volume: nu of that layer"},
    {"second_layer_depth", NUM, "m", 1e-9, FAR, "", AT(layer[1].depth), NULL, "law volume: depth of that layer"},
    {"law_library", RT_KEY_PATH, NULL, 0, 0, "", AT(law_library), NULL, "laws user: a shared object with your own laws, as contact/law/user.h describes"},
};
#undef AT
#define AT(field) offsetof(scenario_contact_pair, field)
static const rt_key contact_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, AT(name), NULL, "name of the contact"},
    {"repeat", RT_KEY_INT, NULL, 1, MANY, "", AT(repeat.times), NULL, REPEAT},
    {"shapes", RT_KEY_NAMES, NULL, 2, 2, NULL, AT(shapes), NULL, "the two shapes, of different bodies"},
    {"material", RT_KEY_NAME, NULL, 0, 0, NULL, AT(material.name), NULL, "the pair of surfaces, of model.materials"},
    {"manifold", RT_KEY_ENUM, NULL, 0, 0, "corners", AT(manifold), "corners|centre", "boxes, cylinders, frustums, hulls and ellipsoids against each other: a force at each corner of the overlap of their faces, at most four, or one at its centre; other pairs: corners"},
};
#undef AT
#define AT(field) offsetof(scenario_record, field)
static const rt_key record_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, AT(name), NULL, "name of the column in the CSV file"},
    {"repeat", RT_KEY_INT, NULL, 1, MANY, "", AT(repeat.times), NULL, REPEAT},
    {"of", RT_KEY_NAME, NULL, 0, 0, "", AT(of.name), NULL, "a point, body, joint, coordinate, driver, force or contact of the model; not given: the whole model"},
    {"what", RT_KEY_ENUM, NULL, 0, 0, NULL, AT(what), "x|y|z|vx|vy|vz|ax|ay|az|wx|wy|wz|position|rate|acceleration|effort|force_x|force_y|force_z|torque_x|torque_y|torque_z|energy|kinetic|potential|energy_error|newton|phi_max|depth|normal_force|friction_force|hits|qw|qx|qy|qz|roll|pitch|yaw|lx|ly|lz|point_x|point_y|point_z|normal_x|normal_y|normal_z",
     "point, body (its centre of mass): x .. az; body also wx .. wz (angular velocity), its orientation by a quaternion qw .. qz (qw >= 0) or by roll, pitch, yaw as in angles, and lx .. lz (angular momentum about its centre); joint: position, rate, and the reaction force_x .. torque_z on the first body, at the joint's second point; gear, rack: effort on the second coordinate; coordinate, force: position, rate; coordinate: acceleration; driver, force: effort (force or torque; positive raises the position, so that a pull is negative); force and drag: force_x .. force_z; torque: torque_x .. torque_z; the model: energy (kinetic and potential: gravity and springs), energy_error (its change since the start), lx .. lz (angular momentum about the world's origin), newton (iterations), phi_max; contact: depth (of its deepest hit), normal_force, friction_force, hits (that touch), force_x .. force_z (the sum on the first shape), point_x .. point_z and normal_x .. normal_z (means by normal force, from the second shape into the first; nan: no touch)"},
};
#undef AT
#define AT(field) offsetof(scenario_model, field)
static const rt_key model_key[] = {
    {"model.gravity", VEC, "m/s2", -FAR, FAR, "[0, 0, -9.81]", AT(gravity), NULL, "acceleration of gravity"},
    {"model.points", RT_KEY_LIST, NULL, 1, MANY, NULL, AT(points), &scenario_point_list, "points in natural coordinates"},
    {"model.vectors", RT_KEY_LIST, NULL, 0, MANY, "", AT(vectors), &scenario_vector_list, "unit vectors that bodies share"},
    {"model.bodies", RT_KEY_LIST, NULL, 0, MANY, "", AT(bodies), &scenario_body_list, "rigid bodies"},
    {"model.joints", RT_KEY_LIST, NULL, 0, MANY, "", AT(joints), &scenario_joint_list, "joints, and names for those that shared points and vectors make"},
    {"model.coordinates", RT_KEY_LIST, NULL, 0, MANY, "", AT(coordinates), &scenario_coordinate_list, "relative (mixed) coordinates"},
    {"model.drivers", RT_KEY_LIST, NULL, 0, MANY, "", AT(drivers), &scenario_driver_list, "rheonomic constraints"},
    {"model.forces", RT_KEY_LIST, NULL, 0, MANY, "", AT(forces), &scenario_force_list, "force elements beside gravity"},
    {"model.shapes", RT_KEY_LIST, NULL, 0, MANY, "", AT(shapes), &scenario_shape_list, "shapes that can touch"},
    {"model.materials", RT_KEY_LIST, NULL, 0, MANY, "", AT(materials), &scenario_material_list, "pairs of surfaces: the laws of contacts"},
    {"model.contacts", RT_KEY_LIST, NULL, 0, MANY, "", AT(contacts), &scenario_contact_list, "pairs of shapes that can touch each other; all others pass through each other"},
    {"record", RT_KEY_LIST, NULL, 0, 1000, "", AT(records), &scenario_record_list, "columns of the CSV file"},
};
#undef AT
// clang-format on

const rt_list scenario_point_list = {point_key, COUNT(point_key), sizeof(scenario_point)};
const rt_list scenario_vector_list = {vector_key, COUNT(vector_key), sizeof(scenario_vector)};
const rt_list scenario_body_list = {body_key, COUNT(body_key), sizeof(scenario_body)};
const rt_list scenario_joint_list = {joint_key, COUNT(joint_key), sizeof(scenario_joint)};
const rt_list scenario_coordinate_list = {coordinate_key, COUNT(coordinate_key), sizeof(scenario_coordinate)};
const rt_list scenario_driver_list = {driver_key, COUNT(driver_key), sizeof(scenario_driver)};
const rt_list scenario_force_list = {force_key, COUNT(force_key), sizeof(scenario_force)};
const rt_list scenario_shape_list = {shape_key, COUNT(shape_key), sizeof(scenario_shape)};
const rt_list scenario_material_list = {material_key, COUNT(material_key), sizeof(scenario_material)};
const rt_list scenario_contact_list = {contact_key, COUNT(contact_key), sizeof(scenario_contact_pair)};
const rt_list scenario_record_list = {record_key, COUNT(record_key), sizeof(scenario_record)};

const rt_key *scenario_model_keys(int *n) {
    *n = COUNT(model_key);
    return model_key;
}
