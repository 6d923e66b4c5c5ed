// SPDX-License-Identifier: MIT
// Carries out the acts of an exercise in the frames of a run: by time, by condition, at the instructor's button. What
// it does is part of the frame's command, so a recording has it and a replay needs no director.
#ifndef HAWSE_RT_TRAIN_DIRECTOR_H
#define HAWSE_RT_TRAIN_DIRECTOR_H

#include "rt/session/session.h"
#include "rt/train/exercise.h"
#include "rt/train/weather.h"

typedef struct train_director {
    const train_exercise *e; // bound to the session's world
    double *value;           // (columns of the world)
    session *s;
    bool pauses;                       // the end of the exercise pauses the run, for a window; false: it ends the run
    double h;                          // step [s]
    uint64_t first;                    // frame with which the run begins
    csv_pace pace;                     // of the rows at which conditions are tested: those of the recording
    uint64_t event_at[RT_EVENT_COUNT]; // frame at which each event first occurred; UINT64_MAX: never
    uint64_t act_at[TRAIN_ACTS];       // frame at which each act took place; UINT64_MAX: not yet
    uint64_t armed_at[TRAIN_ACTS];     // frame at which its condition came to hold; UINT64_MAX: not yet
    train_watch watch[TRAIN_ACTS], end;
    rt_events events;               // that have occurred so far
    uint64_t done[TRAIN_ACTS / 64]; // acts that have taken place
    uint16_t failures;              // that they have switched on
    train_weather weather;          // to which they change it
    _Atomic uint64_t pressed;       // bit k: the instructor has pressed the button of act k
    _Atomic uint64_t taken_place;   // done, for other threads
    _Atomic int newest;             // number of the act that took place last, from 1; 0: none
} train_director;

// Initialises the director of a session whose sim is at the exercise's start, and attaches it. The run ends at the time
// limit; pauses: it pauses then, and stays paused, for a window. RT_ERR_MEMORY with a message.
rt_status train_director_begin(train_director *t, const train_exercise *e, session *s, bool pauses, rt_diag *d);
// Notes a frame of a recorded run that the session continues. Call for each, in order, before the first frame.
void train_director_note(train_director *t, uint64_t frame, const rt_command *c, rt_events events);
// The instructor presses the button of that act, counted from 0. Any thread.
void train_director_press(train_director *t, int act);
// Detaches and frees.
void train_director_end(train_director *t, session *s);

#endif
