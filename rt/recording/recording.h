// SPDX-License-Identifier: MIT
// The recording of a sim that runs: its resolved scenario and initial state at the head, every frame, a row of the CSV
// file's columns as often as the CSV file has one, and the whole sim each second and at the end.
#ifndef HAWSE_RT_RECORDING_RECORDING_H
#define HAWSE_RT_RECORDING_RECORDING_H

#include "rt/record/record.h"
#include "rt/recording/csv_pace.h"

typedef struct recording {
    rt_recorder *recorder;
    int64_t period_ns;      // of the clock that paces the frames; 0: manual, start and release cannot be compared
    uint64_t keyframe_each; // frames
    unsigned char *saved;   // (sim_saved_size)
    double *value;          // (sim_columns)
    csv_pace pace;          // of the rows of channels
    bool failure_told;
} recording;

// Begins a recording of the sim as it stands, at its start. period_ns: of the frames, where a clock paces them; then a
// thread of its own writes. 0: none does, and the caller drains between frames. NULL with a message.
recording *recording_open(const char *path, sim *s, int64_t period_ns, rt_diag *d);
// Begins a recording of a branch: copies what p (the recording called name) has up to the sim's present state, then
// goes on. NULL with a message.
recording *recording_branch(const char *path, sim *s, rt_player *p, const char *name, int64_t period_ns, rt_diag *d);
// Records a frame that was just run: row has its number, command, hash (just taken by sim_hash) and events; the times
// come from its intended release and its profile. Returns the events of the recording itself, as bits. Frame thread.
uint32_t recording_frame(recording *r, sim *s, rt_record_row row, int64_t release_ns, const rt_profile *p);
// Writes complete chunks between frames, if no thread does.
void recording_drain(recording *r);
// Records the present state, writes the rest, closes and frees. NULL is allowed.
rt_status recording_close(recording *r, sim *s, rt_diag *d);

// The resolved scenario, with the duration that counts; NULL for want of memory. Free it.
char *recording_scenario(const sim *s);

// Copies the frames from the last recorded state at or before `from` up to end - 1, with what was recorded with them.
rt_status recording_copy(rt_player *p, rt_recorder *to, uint64_t from, uint64_t end, rt_diag *d);

// "key=value" lines on the program, its floating point, the machine, and each file that the scenario names; NULL for
// want of memory. Free it.
char *recording_info(const sim *s, int64_t period_ns, uint64_t keyframe_each);
// The value of a key's n-th line (from 0) in such text, into value; false when there is none.
bool recording_info_find(const char *info, const char *key, int n, char *value, size_t size);
// Hash of a file as 16 hexadecimal digits; false if it cannot be read.
bool recording_file_hash(const char *path, char hash[20]);
// How this thread computes: rounding, and whether it flushes what is too small.
void recording_floating_point(char *text, size_t size);

#endif
