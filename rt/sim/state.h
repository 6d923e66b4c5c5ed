// SPDX-License-Identifier: MIT
// The state of a sim in named sections, each with a hash of its own; saved and restored whole; and what its values are
// called.
#ifndef HAWSE_RT_SIM_STATE_H
#define HAWSE_RT_SIM_STATE_H

#include "rt/sim/sim.h"

// Finds the sections of the finished model's state: the step count, coordinates by kind, multipliers, the internal
// state of each force element (beyond SIM_SECTIONS: of several), active bodies. Set-up.
void sim_find_sections(sim *s);
// Name of a force element that the sim has put into its model, such as "shank on hull".
void sim_force_name(const sim *s, int force, char *name, size_t size);
// Name of a body, such as "link 12"; of a coordinate (0..2) of a node, such as "link 12's inboard end, x"; of a
// constraint row.
void sim_body_name(const sim *s, int body, char *name, size_t size);
void sim_node_name(const sim *s, int node, int coordinate, char *name, size_t size);
void sim_row_name(const sim *s, int row, char *name, size_t size);

// Bytes of a saved sim: the state, and what judges the manoeuvre.
size_t sim_saved_size(const sim *s);
// Saves the sim between two frames. Frame thread.
void sim_save(sim *s, void *to);
// Takes it back: the next frame is the one that followed. The sim must have been made from the same scenario.
void sim_restore(sim *s, const void *from);
// Compares a saved sim with this one, value by value; says how many of each section differ and names the one that
// differs most, a line each, in text. Returns the number of values that differ.
int sim_compare(sim *s, const void *saved, char *text, size_t size);

#endif
