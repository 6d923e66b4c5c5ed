// SPDX-License-Identifier: MIT
// What is heard on deck, synthesised from snapshots: chain over the lifter link by link, brake, motor, alarm, impacts.
// Main thread; the samples are made on SDL's audio thread, which the frames never wait for.
#ifndef HAWSE_RENDER_SOUND_SOUND_H
#define HAWSE_RENDER_SOUND_SOUND_H

#include "dynamics/snapshot/snapshot.h"

typedef struct sound sound;

// link_length: chain over the gypsy from one link to the next [m]; tension_max: full load [N]. NULL with a message if
// there is no audio: the program goes on without. The audio thread inherits the caller's processors.
sound *sound_open(double link_length_m, double tension_max_n, rt_diag *d);
// Fades out, in 0.3 s at most. NULL is allowed.
void sound_close(sound *s);
// Updates the sound from a snapshot; a blow between two snapshots is lost. running: simulated time advances; otherwise
// everything fades out. After a jump, such as a rewind, skipped time is silent. NULL is allowed.
void sound_update(sound *s, const dyn_snapshot *now, bool running);
// Fades out or in again in 0.1 s. NULL is allowed.
void sound_mute(sound *s, bool muted);

#endif
