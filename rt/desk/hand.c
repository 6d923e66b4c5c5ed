// SPDX-License-Identifier: MIT
// The hand: Shift and the left button grip a part in the picture and pull at it, as a command of the session. A tool of
// designers and instructors; a trainee at a ship has none.
#include "rt/desk/run.h"

#define NEWS_NS 3000000000 // a refusal stays this long [ns]

// Why the hand must not grip what is under it, or NULL with the part in c->hand.
static const char *grip_part(run *c, render_hand hand) {
    const sim *s = &c->s->sim;
    pick p;
    rt_pull pull;
    if (s->kind->has_windlass && c->role_now == DISPLAY_TRAINEE)
        return "Pulling at parts: choose instructor or engineer on page View (F2)";
    if (!render_pick(c->window, &c->solids, hand, &p)) return "Nothing to grip here";
    if (!s->kind->grip(s, p.kind, p.number, p.at, &pull)) return "This part cannot be pulled: it has no mass";
    c->hand.kind = p.kind;
    c->hand.number = p.number;
    c->hand.at = p.at;
    return NULL;
}

static const dyn_snapshot_body *find_held(const run *c, const dyn_snapshot *now) {
    for (int k = 0; k < now->n_bodies; k++)
        if (now->body[k].kind == c->hand.kind && now->body[k].number == c->hand.number) return &now->body[k];
    return NULL;
}

static void let_go(run *c) {
    if (c->hand.grips) session_pull(c->s, NULL);
    c->hand.grips = false;
}

// Draws the held part to the place under the hand. A link that the gypsy took is gone.
static void draw_part(run *c, render_hand hand, const dyn_snapshot *now) {
    const sim *s = &c->s->sim;
    const dyn_snapshot_body *b = find_held(c, now);
    rt_pull pull;
    if (!b || !s->kind->grip(s, c->hand.kind, c->hand.number, c->hand.at, &pull)) {
        let_go(c);
        return;
    }
    vec3 to = render_hand_place(c->window, hand, pose_point(&b->pose, c->hand.at));
    pull.to[0] = to.x, pull.to[1] = to.y, pull.to[2] = to.z;
    session_pull(c->s, &pull);
}

void run_update_hand(run *c, const dyn_snapshot *now, int64_t now_ns) {
    render_hand hand = render_get_hand(c->window);
    bool pressed = hand.down && !c->hand.down;
    c->hand.down = hand.down;
    if (pressed) {
        c->hand.refused = grip_part(c, hand);
        c->hand.grips = !c->hand.refused;
        c->hand.pressed_ns = now_ns;
    }
    if (!hand.down)
        let_go(c);
    else if (c->hand.grips)
        draw_part(c, hand, now);
}

const char *run_hand_refusal(const run *c, int64_t now_ns) {
    if (c->hand.pressed_ns == 0 || now_ns - c->hand.pressed_ns > NEWS_NS) return NULL;
    if (c->hand.grips && !session_pace_runs(&c->s->pace)) return "Time is paused: the pull acts when it runs";
    return c->hand.refused;
}
