// SPDX-License-Identifier: MIT
#include "render/sound/sound.h"
#include "render/sound/synth.h"
#include "rt/frame/exchange.h"
#include <SDL.h>
#include <stdlib.h>

enum { BLOCK = 512, FADE_MS = 300 }; // samples per block; longest wait for a fade

struct sound {
    SDL_AudioDeviceID device;
    rt_latest cues; // to the audio thread
    sound_ear ear;
    bool muted;
    sound_synth synth;   // used on the audio thread only
    _Atomic bool silent; // the fade-out is complete
};

// Fills a block. SDL's audio thread.
static void fill_block(void *user, Uint8 *out, int bytes) {
    sound *s = user;
    bool fresh;
    const sound_cues *c = rt_latest_front(&s->cues, &fresh);
    if (fresh) sound_synth_set_cues(&s->synth, c);
    sound_synth_fill(&s->synth, (float *)(void *)out, bytes / (int)sizeof(float));
    atomic_store(&s->silent, s->synth.master == 0);
}

// Opens the output device. The check comes first, because ALSA prints lengthy messages when asked without a device.
static bool open_device(sound *s, rt_diag *d) {
    SDL_AudioSpec wanted = {.freq = SOUND_RATE,
                            .format = AUDIO_F32SYS,
                            .channels = 1,
                            .samples = BLOCK,
                            .callback = fill_block,
                            .userdata = s};
    if (SDL_GetNumAudioDevices(0) == 0 && !SDL_getenv("AUDIODEV")) {
        rt_diag_error(d, NULL, 0, 0, "audio: no output device found (driver %s)", SDL_GetCurrentAudioDriver());
        return false;
    }
    s->device = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
    if (!s->device) rt_diag_error(d, NULL, 0, 0, "audio: cannot open the output device: %s", SDL_GetError());
    return s->device != 0;
}

sound *sound_open(double link_length_m, double tension_max_n, rt_diag *d) {
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) {
        rt_diag_error(d, NULL, 0, 0, "audio: cannot start: %s", SDL_GetError());
        return NULL;
    }
    sound *s = calloc(1, sizeof *s);
    if (s && rt_latest_init(&s->cues, sizeof(sound_cues)) == RT_OK) {
        sound_ear_init(&s->ear, link_length_m, tension_max_n);
        sound_synth_init(&s->synth, link_length_m);
        atomic_init(&s->silent, true);
        if (open_device(s, d)) {
            SDL_PauseAudioDevice(s->device, 0);
            return s;
        }
        rt_latest_free(&s->cues);
    } else {
        rt_diag_error(d, NULL, 0, 0, "audio: no memory");
    }
    free(s);
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
    return NULL;
}

static void publish_cues(sound *s) {
    s->ear.cues.muted = s->muted;
    *(sound_cues *)rt_latest_back(&s->cues) = s->ear.cues;
    rt_latest_publish(&s->cues);
}

void sound_update(sound *s, const dyn_snapshot *now, bool running, sound_alarm alarm) {
    if (!s) return;
    sound_ear_update(&s->ear, now, running, alarm);
    publish_cues(s);
}

void sound_mute(sound *s, bool muted) {
    if (!s) return;
    s->muted = muted;
    publish_cues(s);
}

void sound_close(sound *s) {
    if (!s) return;
    sound_mute(s, true);
    for (int ms = 0; ms < FADE_MS && !atomic_load(&s->silent); ms += 5) SDL_Delay(5);
    SDL_CloseAudioDevice(s->device); // waits for the audio thread
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
    rt_latest_free(&s->cues);
    free(s);
}
