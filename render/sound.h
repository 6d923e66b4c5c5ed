// SPDX-License-Identifier: MIT
// What is heard on deck, synthesised from snapshots: chain over the lifter link by link, brake, motor, alarm, impacts.
// Main thread; the samples are made on SDL's audio thread, which the frames never wait for.
#ifndef HAWSE_RENDER_SOUND_H
#define HAWSE_RENDER_SOUND_H

#include "dynamics/snapshot.h"

typedef struct sound sound;

// link_length: chain that passes the lifter from one link to the next [m]; tension_max: full load [N]. NULL with a
// message where there is no audio: the program goes on without.
sound *sound_open(double link_length_m, double tension_max_n, rt_diag *d);
// NULL is allowed.
void sound_close(sound *s);
// What is heard from now on. running: simulated time goes on; otherwise all fades out.
void sound_update(sound *s, const dyn_snapshot *now, bool running);
void sound_mute(sound *s, bool muted);

#endif
