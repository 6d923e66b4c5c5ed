// SPDX-License-Identifier: MIT
// Sound of the deck, synthesised from snapshots: chain over the gypsy link by link, brake, motor, alarm, impacts. Main
// thread; SDL's audio thread makes the samples. Frames never wait for the audio thread.
#ifndef HAWSE_RENDER_SOUND_SOUND_H
#define HAWSE_RENDER_SOUND_SOUND_H

#include "render/sound/cues.h"

typedef struct sound sound;

// link_length: pitch of the chain on the gypsy [m]; tension_max: full load [N]. Returns NULL with a message if there is
// no audio; the program continues without. The audio thread inherits the caller's processors.
sound *sound_open(double link_length_m, double tension_max_n, rt_diag *d);
// Fades out within 0.3 s and closes. NULL is allowed.
void sound_close(sound *s);
// Updates the sound from a snapshot. A link's contact that begins and ends between two snapshots is silent. running:
// simulated time advances; otherwise the sound fades out. alarm: what sounds until the operator acknowledges. After a
// jump, such as a rewind, skipped time is silent. NULL is allowed.
void sound_update(sound *s, const dyn_snapshot *now, bool running, sound_alarm alarm);
// Fades out, or in again, within 0.1 s. NULL is allowed.
void sound_mute(sound *s, bool muted);

#endif
