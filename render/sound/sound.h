// SPDX-License-Identifier: MIT
// What is heard on deck, synthesised from snapshots: chain over the lifter link by link, brake, motor, alarm, impacts.
// Main thread; the samples are made on SDL's audio thread, which the frames never wait for.
#ifndef HAWSE_RENDER_SOUND_SOUND_H
#define HAWSE_RENDER_SOUND_SOUND_H

#include "dynamics/snapshot/snapshot.h"

typedef struct sound sound;

// link_length: chain that passes the lifter from one link to the next [m]; tension_max: full load [N]. NULL with a
// message where there is no audio: the program goes on without. The audio thread may use the processors that the caller
// may use.
sound *sound_open(double link_length_m, double tension_max_n, rt_diag *d);
// Fades out, in 0.3 s at most. NULL is allowed.
void sound_close(sound *s);
// What is heard from now on, of as many snapshots as are seen: a blow between two of them is not. running: simulated
// time goes on; otherwise all fades out. Where it jumps, as after a rewind, what lies between is not heard. NULL is
// allowed.
void sound_update(sound *s, const dyn_snapshot *now, bool running);
// Fades out or in again in 0.1 s. NULL is allowed.
void sound_mute(sound *s, bool muted);

#endif
