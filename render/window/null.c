// SPDX-License-Identifier: MIT
// The renderer of a build without pictures (HAWSE_RENDER=OFF). It offers no window, picture or sound, so callers
// continue as without a display. Functions that need a renderer are never called.
#include "render/image/png_write.h"
#include "render/sound/sound.h"
#include "render/window/render.h"
#include <stdlib.h>

#pragma GCC diagnostic ignored "-Wunused-parameter" // nothing here uses its arguments

static void report_no_renderer(rt_diag *d) {
    rt_diag_error(d, NULL, 0, 0,
                  "this build has no window and no pictures: HAWSE_RENDER=OFF; build with HAWSE_RENDER=ON");
}

render *render_create(const render_def *def, rt_diag *d) {
    report_no_renderer(d);
    return NULL;
}

uint8_t *png_encode_rgb(const uint8_t *rgb, int width, int height, size_t *size, rt_diag *d) {
    report_no_renderer(d);
    return NULL;
}

sound *sound_open(double link_length_m, double tension_max_n, rt_diag *d) {
    rt_diag_error(d, NULL, 0, 0, "this build has no sound: HAWSE_RENDER=OFF; build with HAWSE_RENDER=ON");
    return NULL;
}

// These accept NULL, their only possible argument.
void sound_close(sound *s) {}
void sound_update(sound *s, const dyn_snapshot *now, bool running, sound_alarm alarm) {}
sound_alarm sound_alarm_of(const alarm_log *alarms) { abort(); }
void sound_mute(sound *s, bool muted) {}

void render_destroy(render *r) { abort(); }
rt_status render_load(render *r, const render_def *def, rt_diag *d) { abort(); }
void render_frame(render *r, const dyn_snapshot *previous, const dyn_snapshot *next, double alpha) { abort(); }
void render_set_time(render *r, int64_t now_ns) { abort(); }
void render_record_snapshot(render *r, const dyn_snapshot *s) { abort(); }
void render_record_charts(render *r, const dyn_snapshot *s, bool beside, bool clear) { abort(); }
render_view render_get_view(const render *r) { abort(); }
void render_set_view(render *r, render_view view) { abort(); }
const char *const *render_views(const render *r) { abort(); }
uint32_t render_get_charts(const render *r) { abort(); }
int render_most_charts(const render *r) { abort(); }
void render_set_charts(render *r, uint32_t charts) { abort(); }
const char *render_chart(int k, const char **help) { abort(); }
void render_set_state(render *r, const char *state, const char *help, bool urgent) { abort(); }
rt_status render_load_beside(render *r, const render_def *def, rt_diag *d) { abort(); }
void render_set_beside(render *r, const char *name, const char *other, const dyn_snapshot *s) { abort(); }
const alarm_log *render_alarms(const render *r) { abort(); }
void render_set_alarms(render *r, const alarm_log *alarms, bool given) { abort(); }
void render_acknowledge(render *r, int record) { abort(); }
void render_acknowledge_all(render *r) { abort(); }
void render_test_lamps(render *r) { abort(); }
void render_set_preset(render *r, double length_m) { abort(); }
void render_present(render *r) { abort(); }
bool render_handle_event(render *r, const SDL_Event *event) { abort(); }
render_hand render_get_hand(const render *r) { abort(); }
bool render_pick(const render *r, const render_def *def, render_hand hand, pick *out) { abort(); }
vec3 render_hand_place(const render *r, render_hand hand, vec3 place) { abort(); }
void render_hint(const render *r, char *text, size_t size) { abort(); }
void render_set_operator(render *r, const operator_keys *keys) { abort(); }
display render_get_display(const render *r) { abort(); }
void render_set_display(render *r, display shown) { abort(); }
void render_toggle(render *r, display_switch s) { abort(); }
panel *render_panel(render *r, rt_diag *d) { abort(); }
void render_set_panel_state(render *r, const panel_state *s) { abort(); }
panel_action render_panel_action(render *r) { abort(); }
bool render_is_lost(const render *r) { abort(); }
bool render_is_software(const render *r) { abort(); }
void render_read_rgb(render *r, uint8_t *rgb) { abort(); }
rt_status render_write_png(render *r, const char *path, rt_diag *d) { abort(); }
bool panel_is_shown(const panel *p) { abort(); }
void panel_show(panel *p, bool shown) { abort(); }
