// SPDX-License-Identifier: MIT
// Synthesiser of the deck's sound: 48 kHz, one channel, |x| <= 1. Same cues at the same samples give the same samples,
// for any block size. No SDL, no allocation; one thread at a time.
//
// - Chain: a clank for each link that passes the gypsy; louder with speed and tension.
// - Brake: a stick-slip tone of 300 + 900 s Hz, s = b v / (b v + 0.25 m/s) from setting b and speed v; its level
//   follows s.
// - Motor: a hum of 48 Hz + 400 Hz/(m/s) of motor speed, as chain speed in gear; its level follows the load.
// - Alarm: alarm 800 and 1000 Hz in turn, 1/4 s each; emergency stop 1000 and 1400 Hz, 1/10 s each; warning 500 and
//   650 Hz, 0.15 s each, then 0.7 s of silence.
// - Blows: a thud of the anchor, a knock of a link on the plating.
// - Bell: a stroke of the forecastle bell.
// - Chain wash: the hiss of water jets on steel.
#ifndef HAWSE_RENDER_SOUND_SYNTH_H
#define HAWSE_RENDER_SOUND_SYNTH_H

#include "render/sound/cues.h"
#include "render/sound/voice.h"

// State of the synthesiser; plain values.
typedef struct sound_synth {
    sound_cues cues;
    bool has_cues;                         // cues have been set
    double links, speed, tension;          // smoothed position [links], speed [m/s], tension [share]
    int64_t link;                          // number of the link on the gypsy
    sound_body flat, upright, thud, knock; // flat and upright links on the gypsy; anchor and link on the plating
    sound_body bell;
    sound_tone motor, brake, alarm;
    double motor_hz, brake_hz, alarm_hz;
    double motor_level, brake_level, roughness, alarm_level; // 0..1; roughness -1..1
    double wash_level, hiss;                                 // 0..1; low-passed noise
    double alarm_s;                                          // time since the alarm began [s]
    int32_t alarm_kind;                                      // sounding alarm
    double master;                                           // 0 silent .. 1
    uint32_t seed;                                           // of the noise
    uint32_t used;                                           // samples of tick[] already copied out
    float tick[SOUND_TICK];
} sound_synth;

// link_length: pitch of the links [m]; determines the bar's diameter and the frequencies of a clank.
void sound_synth_init(sound_synth *s, double link_length_m);
// Sets the cues from now on. Accepts any values: non-finite ones count as 0, large ones are clipped.
void sound_synth_set_cues(sound_synth *s, const sound_cues *c);
// Writes the next n samples.
void sound_synth_fill(sound_synth *s, float *out, int n);

#endif
