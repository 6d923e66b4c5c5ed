// SPDX-License-Identifier: MIT
// State of a sim in named sections with one hash each: saving, restoring, comparing, and names of its values.
#ifndef HAWSE_RT_SIM_STATE_H
#define HAWSE_RT_SIM_STATE_H

#include "rt/sim/sim.h"

// Finds the sections of the finished model's state: step count, coordinates by kind, multipliers, internal state of
// each force element, active bodies. The last section of force elements holds all beyond SIM_SECTIONS. Set-up.
void sim_find_sections(sim *s);
// Name of a force element of the model, such as "shank on hull".
void sim_force_name(const sim *s, int force, char *name, size_t size);
// Name of a body, such as "link 12"; of a coordinate (0..2) of a node, such as "link 12's inboard end, x"; of a
// constraint row.
void sim_body_name(const sim *s, int body, char *name, size_t size);
void sim_node_name(const sim *s, int node, int coordinate, char *name, size_t size);
void sim_row_name(const sim *s, int row, char *name, size_t size);

// Bytes of a saved sim: state, command, outcome, pulls by hand and verdict.
size_t sim_saved_size(const sim *s);
// Saves the sim between two frames. Frame thread.
void sim_save(sim *s, void *to);
// Restores a saved sim; the next frame repeats the one that followed the save. The sim must come from the same
// scenario.
void sim_restore(sim *s, const void *from);
// Compares the state of a saved sim with this one, value by value. Returns the number of values that differ. Writes a
// line for each section with differences into text: how many differ, and the value that differs most.
int sim_compare(sim *s, const void *saved, char *text, size_t size);

#endif
