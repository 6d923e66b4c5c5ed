// SPDX-License-Identifier: MIT
// Pictures of the moments that show the lost points, drawn off-screen from the recording.
#include "rt/debrief_page/private.h"
#include "rt/picture/picture.h"
#include "rt/sim/state.h"
#include <stdlib.h>
#include <string.h>

#define NEAR_HAWSE_M 4.0 // crown pin from its place in the mouth [m]

// Camera of a moment. What the hand does is seen on deck, the anchor at the hawse close up, all else from the air.
static render_view view_of(const debrief_part *p, int k, int *closer) {
    static const char *const of_deck[] = {"brake",   "lever",  "clutch", "stopper",
                                          "in_gear", "lining", "motor",  "lashing"};
    const train_result *r = &p->page->total->result[p->item[k].at];
    *closer = 1;
    for (size_t i = 0; i < sizeof of_deck / sizeof of_deck[0]; i++)
        if (strstr(r->text, of_deck[i]) || strstr(r->channel, of_deck[i])) return RENDER_VIEW_DECK;
    if (!(debrief_value_at(p->record, "pin_distance", p->item[k].t) < NEAR_HAWSE_M)) return RENDER_VIEW_OVERVIEW;
    *closer = 3;
    return RENDER_VIEW_ANCHOR;
}

// Runs the replay to a moment and draws it.
static void draw_moment(replay *r, debrief_part *p, int k, picture *easel) {
    static dyn_snapshot seen;
    rt_diag ignored = {0}; // the end of a recording that was cut off
    int closer;
    const render_view view = view_of(p, k, &closer);
    if (replay_run_to(r, p->item[k].frame + 1, &ignored) == RT_PLAY_DAMAGED) {
        rt_diag_error(&p->why, p->page->file, 0, 0, "the recording cannot be run again to %.1f s", p->item[k].t);
        return;
    }
    sim_snapshot(r->sim, &seen);
    p->picture[k].png = picture_png(easel, view, closer, &seen, &p->picture[k].size, &p->why);
}

// The earliest moment first: the replay only goes forward.
static void draw_in_order(replay *r, debrief_part *p, int n, picture *easel) {
    bool done[DEBRIEF_PICTURES] = {false};
    for (int drawn = 0; drawn < n; drawn++) {
        int first = -1;
        for (int k = 0; k < n; k++)
            if (!done[k] && (first < 0 || p->item[k].frame < p->item[first].frame)) first = k;
        done[first] = true;
        draw_moment(r, p, first, easel);
    }
}

void debrief_draw_moments(debrief_part *p, int n) {
    sim *s = p->page->sim;
    replay r = {0};
    unsigned char *kept = malloc(sim_saved_size(s));
    const sim_counters counters = s->counters;
    rt_player *player = kept ? rt_play_open(p->page->file, &p->why) : NULL;
    if (!kept) rt_diag_error(&p->why, p->page->file, 0, 0, "no memory for the pictures");
    picture *easel = player ? picture_create(s, RENDER_VIEW_BOLSTER, DEBRIEF_WIDTH, DEBRIEF_HEIGHT, &p->why) : NULL;
    if (player && !easel) rt_play_close(player);
    if (easel) {
        sim_save(s, kept);
        if (replay_open_in(&r, p->page->file, player, s, &p->why) == RT_OK) {
            draw_in_order(&r, p, n, easel);
            replay_close(&r);
        }
        sim_restore(s, kept);
        s->counters = counters;
        picture_destroy(easel);
    }
    free(kept);
}
