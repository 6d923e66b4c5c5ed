// SPDX-License-Identifier: MIT
// Review of a ship's design before a run: pipe, lifter, anchor and the start against the meshes. What cannot be is an
// error, what is odd a warning, each with its number and place. Set-up only.
#ifndef HAWSE_RT_REVIEW_REVIEW_H
#define HAWSE_RT_REVIEW_REVIEW_H

#include "contact/prepare/prepare.h"
#include "rt/scenario/scenario.h"

// The design: the scenario, its meshes, and the start as it is laid out.
typedef struct review_ship {
    const scenario *sc;
    const contact_prepared *hull, *shank, *head;
    const ground_bottom *bottom; // NULL: none
    bool laid_out;               // false: no start could be laid out, and what follows is unknown
    pose shank_at, head_at;      // at the start
    vec3 shackle, hang, top;     // corners of the chain: from the anchor, where it hangs free, above the deck [m]
    double chain_width, pitch;   // outside width of the widest part of the chain; pitch of the common link [m]
    double fall;                 // downward acceleration of the shank's first point after the settling [m/s²]
} review_ship;

enum { REVIEW_HANGING = 0, REVIEW_PIPE, REVIEW_LEAD, REVIEW_LEGS }; // legs of the chain's path at the start
enum { REVIEW_SHANK = 0, REVIEW_HEAD, REVIEW_PARTS };

// The hawse pipe in the hull's mesh.
typedef struct review_pipe {
    double gap;           // distance of the mouth from the nearest point of the hull [m]
    vec3 nearest;         // that point
    double scale;         // unit factor under which the mouth would lie on the hull; 0: none known
    double bore, bore_at; // free diameter about the axis, and its place from the mouth along the axis [m]
    double walled;        // share of the pipe's length with a wall all round
    int blocked;          // leg of the chain's path that the hull blocks; -1: the path is free
    vec3 enters;          // where that leg meets the hull
    double enters_at;     // distance of that point from the beginning of the leg [m]
} review_pipe;

// The lead of the chain from the pipe's upper end to the cable lifter.
typedef struct review_lead {
    vec3 end;           // upper end of the pipe: mouth + pipe_length along the axis
    double above_deck;  // of that end [m]
    double lifter_high; // of the lifter above the deck [m]
    double length;      // of the lead [m]
    double turn;        // angle between the lead and the pipe's inboard direction, seen from above [rad]
} review_lead;

// A part of the anchor.
typedef struct review_part {
    double low, high;      // extent along z of its frame, from the crown pin [m]
    double size;           // largest edge of its box [m]
    double given, by_mesh; // mass given and mass by volume and density [kg]
    double overlap;        // depth inside the hull at the start [m]; 0: clear
    vec3 overlap_at;       // its deepest point
    double buried;         // depth below the bottom at the start, of a ship at rest [m]; at most 0: clear, or no bottom
} review_part;

typedef struct review {
    double hull_size; // largest edge of the hull's box [m]
    review_pipe pipe;
    review_lead lead;
    review_part part[REVIEW_PARTS];
    double envelope; // diameter of the smallest circle around the part of the shank that enters the pipe [m]
    double enters;   // that part begins here, from the crown pin [m]
} review;

// The anchor drawn home without a pull: the shank on the pipe's axis, the head as far in as the hull lets it.
typedef struct review_home {
    double pin;   // crown pin outboard of the mouth, along the pipe [m]
    double hinge; // angle of the head against the shank, positive: flukes up [rad]
    double play;  // of the bore around the shank on its axis, inboard of the mouth [m]
    double sides; // least distance of the head from a wall to either side [m]; INFINITY: none within 3 m
    double above; // least distance of the head from what is above it [m]; INFINITY: none within 3 m
    pose shank_at, head_at;
} review_home;

// Measures the anchor drawn home. The ship must be laid out. Takes a second; set-up.
void review_measure_home(const review_ship *s, review_home *h);

// Receives a line of a drawing.
typedef void review_line(void *ctx, vec3 a, vec3 b);
// The section of the mesh by the plane through the point.
void review_cut(const contact_mesh *m, vec3 point, vec3 normal, review_line *line, void *ctx);
// The edges between faces that look toward the eye and faces that look away from it.
void review_outline(const contact_mesh *m, const pose *at, vec3 to_eye, review_line *line, void *ctx);

// Measures the design.
void review_measure(const review_ship *s, review *r);
// Reports what cannot be and what is odd. RT_ERR_FORMAT if anything cannot be.
rt_status review_judge(const review_ship *s, const review *r, rt_diag *d);
// After the settling, by the poses and the fall in s: RT_ERR_FORMAT for an anchor that lies in the hull; a warning for
// one that nothing bears.
rt_status review_judge_settled(const review_ship *s, rt_diag *d);
// Prints the measured values.
void review_print(FILE *f, const review_ship *s, const review *r);

// Name of a part in messages and its key: "shank".
const char *review_part_name(int part);

#endif
