// SPDX-License-Identifier: MIT
// What the bottom is made of.
#ifndef HAWSE_DYNAMICS_GROUND_SOIL_H
#define HAWSE_DYNAMICS_GROUND_SOIL_H

#include "dynamics/math/math3.h"

// Memory of a place of a body on or in the soil.
typedef struct ground_grip {
    vec3 anchor;   // of the bristle, in the world [m]
    double holds;  // 1: in contact; 0: no anchor
    double rested; // clay: share of the adhesion regained at rest, 0..1
    double gained; // clay: rise of the shear strength by consolidation, over that strength
} ground_grip;

// Law of a face that moves through the soil.
typedef enum ground_law {
    GROUND_SAND, // drained: sand.h
    GROUND_CLAY, // undrained: clay.h
    GROUND_ROCK  // nothing enters it: rock.h
} ground_law;

typedef struct ground_soil {
    // of a chain on it
    double sinks;         // depth to which a resting link sinks [m]
    double damping;       // c of the normal force [s/m]
    double along, across; // coefficients of friction
    double slip;          // displacement that mobilises friction [m]
    double settle;        // time constant of the bristle's damping [s]
    double bears;         // bearing pressure on an enclosed chain at its surface, per length of chain [N/m]
    double bears_up;      // its increase over depth [N/m²]; both 0: links do not sink in (buried.h)
    double bears_along;   // the same along the chain, over that across it
    double clings;        // way through water that washes all but 1/e of the soil off [m]
    // of a body in it
    ground_law law;
    double strength;        // sand, zeta: stress over depth on a level plate that sinks [Pa/m]
    double exponent;        // sand: power of depth by which its stress grows, 0..1 (sand.h); 0: as 1, in proportion
    double friction;        // sand, rock: coefficient of a face on it
    double weight;          // submerged unit weight [N/m3], of layers
    double shear, shear_up; // clay: undrained shear strength at its surface [Pa], its increase over depth [Pa/m]
    double adhesion;        // clay: shear stress on a sliding face, over the shear strength
    double rested_adhesion; // clay: the same after a long rest; no more than `adhesion`: none is regained
    double rest;            // clay: time constant of the regain [s]; 0: none
    double wear;            // clay: sliding that wears it off [m]
    double gain;            // clay: rise of the shear strength over the pressure that has consolidated it
    double suction;         // clay: share of the bearing pressure with which it holds a receding face
    double breadth;         // clay: of the body, which sets the depth of its full bearing pressure [m]
    double mobilise;        // displacement that mobilises the stress [m]
    double bearing;         // rock: pressure on a patch over its depth [Pa/m]
    double body_settle;     // time constant of that bristle's damping [s]
} ground_soil;

#endif
