// SPDX-License-Identifier: MIT
// Lays out chain and anchor of a ship's scenario, lets them settle and finds a consistent start.
#include "dynamics/core/start.h"
#include "contact/tree/ray.h"
#include "rt/deck/private.h"
#include "rt/frame/clock.h"
#include "rt/scenario/parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHOW_AFTER 1000000000 // [ns]
#define SHOW_EVERY 500000000  // [ns]
#define CLEAR 3.0             // bar diameters between the hanging chain's centre line and the shell
#define TURN 2.0              // the same between a turn of the chain and the anchor
#define RESIDUAL 1e-3         // limit for the residual of the acceleration constraints at the start [m/s²]
// Time constant of the drag on the settling chain [s]. Slack sinks at g times this constant. In weigh.yaml no node is
// faster than 1 cm/s after 2.5 s; with 4.5 ms one node still had 2.7 cm/s after 7.5 s.
#define DRAG_TIME 20e-3

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

// Finds the last point of the segment a b at `distance` from `from`; false if there is none.
static bool find_on_segment(vec3 from, double distance, vec3 a, vec3 b, vec3 *x) {
    vec3 u = vec3_sub(b, a), w = vec3_sub(a, from);
    double p = vec3_norm2(u), q = vec3_dot(u, w), r = vec3_norm2(w) - distance * distance, disc = q * q - p * r;
    if (disc < 0) return false;
    double t = (-q + sqrt(disc)) / p;
    if (t < 0 || t > 1) return false;
    *x = vec3_madd(a, t, u);
    return true;
}

enum { CORNERS = 12 };

// The line of the chain before it settles, from the shackle to the lifter.
typedef struct chain_line {
    vec3 corner[CORNERS];
    int n;
} chain_line;

static void add_corner(chain_line *line, vec3 x) { line->corner[line->n++] = x; }

// Places the joints between links, each its pitch from the one before, along the line and beyond.
static void place_joints(const deck *dk, const chain_line *line, int n, vec3 *path) {
    const int end = line->n - 1;
    double far = 0;
    for (int k = 0; k < n; k++) far += 2 * deck_pitch(dk, k);
    vec3 c[CORNERS + 1];
    memcpy(c, line->corner, sizeof line->corner);
    c[end + 1] = vec3_madd(c[end], far, vec3_unit(vec3_sub(c[end], c[end - 1])));
    path[0] = c[0];
    for (int k = 0, at = 0; k < n; k++)
        for (int i = at < end ? at + 1 : end; i >= at; i--) // the next segment where it is within reach
            if (find_on_segment(path[k], deck_pitch(dk, k), c[i], c[i + 1], &path[k + 1])) {
                at = i;
                break;
            }
}

// Finds the yaw of the anchor and of the chain's first links [rad]. In a list of parts without a swivel the anchor
// turns with the chain. With a swivel the links below it turn with the anchor. Without a list the shackle swivels.
static void find_yaws(const deck *dk, double *anchor, double *chain) {
    const scenario *sc = &dk->sim->sc;
    bool list = sc->chain.parts.n > 0, together = list && dk->swivel < 0;
    *anchor = sc->start.yaw + (together ? sc->chain.phase : 0);
    *chain = list ? *anchor : sc->start.yaw + sc->chain.phase;
}

// Finds the corners of the chain: between hanging and pipe, and between pipe and lead to the lifter.
static void find_turns(const deck *dk, start_layout *l) {
    const scenario *sc = &dk->sim->sc;
    vec3 mouth = vector(sc->ship.mouth), axis = vec3_unit(vector(sc->ship.pipe_axis)), lifter = vector(sc->ship.lifter);
    double outward = -vec3_dot(axis, vec3_unit(vector(sc->ship.face_normal)));
    l->hang = vec3_madd(mouth, -CLEAR * sc->chain.bar_diameter / outward, axis);
    l->top = vec3_madd(mouth, (lifter.z - mouth.z) / axis.z, axis);
}

// Lays the chain along the line, on over the pipe's ends to the lifter, and counts the links that are out.
static rt_status lay_chain(const deck *dk, chain_line *line, start_layout *l, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    vec3 lifter = vector(sc->ship.lifter), lead = vec3_unit(vec3_sub(lifter, l->top));
    add_corner(line, l->hang);
    add_corner(line, l->top);
    add_corner(line, lifter);
    double pitch = 4 * sc->chain.bar_diameter;
    int n = scenario_max_links(sc);
    l->path = calloc((size_t)n + 1, sizeof *l->path);
    if (!l->path) {
        rt_diag_error(d, sc->path, 0, 0, "no memory for the chain");
        return RT_ERR_MEMORY;
    }
    place_joints(dk, line, n, l->path);
    while (l->links <= n && vec3_dot(vec3_sub(l->path[l->links], lifter), lead) < 0) l->links++;
    if (l->links >= n || l->links < 3) {
        double length = vec3_norm(vec3_sub(lifter, l->top)) + vec3_norm(vec3_sub(l->top, l->hang)) + sc->start.depth;
        rt_diag_error(d, sc->path, 0, 0, "%s is %d links: the start needs at least %d between anchor and lifter",
                      n == sc->chain.capacity ? "chain.capacity" : "the list chain.parts", n,
                      (int)ceil(length / pitch) + 3);
        return RT_ERR_FORMAT;
    }
    l->sigma0 = vec3_norm(vec3_sub(l->path[l->links], lifter)) / pitch;
    return RT_OK;
}

static rt_status check_stopper(const scenario *sc, const start_layout *l, rt_diag *d) {
    double room = vec3_norm(vec3_sub(vector(sc->ship.lifter), l->top)), place = sc->stopper.place,
           least = START_STOPPER_ROOM * 4 * sc->chain.bar_diameter;
    bool fits = place == 0 || (place >= least && place <= room);
    if (fits && sc->stopper.play < 2 * sc->chain.bar_diameter) return RT_OK;
    rt_diag_error(d, sc->path, 0, 0,
                  "the chain stopper does not fit: expected stopper.place in %.3g .. %.3g m, between lifter and hawse "
                  "pipe, and stopper.play below %.3g m, found %.3g m and %.3g m",
                  least, room, 2 * sc->chain.bar_diameter, place, sc->stopper.play);
    return RT_ERR_FORMAT;
}

// Hangs the anchor from its shackle, and sets the yaw of anchor and chain and the hinge angle.
static void hang_anchor(const deck *dk, vec3 shackle, start_layout *l) {
    const scenario *sc = &dk->sim->sc;
    const double side[3] = {1, -1, 0};
    vec3 m = vec3_unit(vector(sc->ship.face_normal)), up = vec3_make(0, 0, 1);
    double anchor, chain;
    find_yaws(dk, &anchor, &chain);
    mat3 yaw = mat3_rotation(up, anchor), turned = mat3_rotation(up, chain);
    vec3 y = mat3_mul(&yaw, vec3_scale(-1, m));
    l->side = mat3_mul(&turned, vec3_scale(-1, m));
    l->shank.r = mat3_columns(vec3_cross(y, up), y, up); // a positive hinge angle turns the flukes outboard
    l->shank.p = vec3_madd(shackle, -sc->anchor.shackle, up);
    l->hinge = side[sc->start.flukes] * sc->anchor.hinge_stop;
}

// Hangs the anchor crown up by a turn of the chain round its crown, whose end is there: the chain leads from the
// shackle along the shank into the slot between shank and fluke, once round the arm of the head, and up on the ship's
// side. There it cannot slip off, as from a mere bight in the slot. Adds the corners of that line.
static rt_status hang_foul(const deck *dk, vec3 top, start_layout *l, chain_line *line, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    const contact_mesh *head = &dk->head.mesh;
    const vec3 down = vec3_make(0, 0, -1), y = vec3_scale(-1, vec3_unit(vector(sc->ship.face_normal)));
    const double clear = TURN * sc->chain.bar_diameter, x = dk->shank.mesh.hi.x + clear, x2 = x + 1.2 * clear,
                 above = head->hi.z + 1, reach = above - head->lo.z,
                 slot = contact_ray_first(head, &dk->head.tree, vec3_make(x, 0, above), down, reach, NULL);
    if (!sc->contact.chain_on_anchor || !(slot < reach)) {
        rt_diag_error(d, sc->path, scenario_key_line(sc, "start.flukes"), 0, "start.flukes: foul expects %s",
                      sc->contact.chain_on_anchor ? "a head that reaches beyond the shank and the chain beside it"
                                                  : "contact.chain_on_anchor: true, found false");
        return RT_ERR_FORMAT;
    }
    const double floor = above - slot + clear, out = head->hi.y + clear, over = head->lo.z - clear;
    const vec3 at[] = {{0, 0, sc->anchor.shackle},
                       {x, 0, sc->anchor.shackle - x},
                       {x, 0, floor},
                       {x, out, floor},
                       {x, out, over},
                       {x, -out, over},
                       {x2, -out, floor},
                       {x2, out, floor},
                       {x2, out, over}};
    enum { END = sizeof at / sizeof at[0] - 1 };
    l->shank.r = mat3_columns(vec3_cross(y, down), y, down);
    l->shank.p = vec3_sub(top, mat3_mul(&l->shank.r, at[END]));
    l->side = y;
    l->hinge = 0;
    for (int k = 0; k <= END; k++) add_corner(line, pose_point(&l->shank, at[k]));
    return RT_OK;
}

rt_status start_lay_out(const deck *dk, start_layout *l, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    vec3 axis = vec3_unit(vector(sc->ship.pipe_axis));
    if (!(-vec3_dot(axis, vec3_unit(vector(sc->ship.face_normal))) > 0.05) || !(axis.z > 0.05)) {
        rt_diag_error(d, sc->path, 0, 0, "ship.pipe_axis must point inboard and upward, against ship.face_normal");
        return RT_ERR_FORMAT;
    }
    find_turns(dk, l);
    chain_line line = {.n = 0};
    vec3 from = vec3_make(l->hang.x, l->hang.y, sc->ship.mouth[2] - sc->start.depth);
    rt_status status = RT_OK;
    if (sc->start.flukes == SCENARIO_FLUKES_FOUL) {
        status = hang_foul(dk, from, l, &line, d);
    } else {
        hang_anchor(dk, from, l);
        add_corner(&line, from);
    }
    if (status == RT_OK) status = lay_chain(dk, &line, l, d);
    if (status == RT_OK) status = check_stopper(sc, l, d);
    return status;
}

void start_lay_out_free(start_layout *l) { free(l->path); }

// Rotates the anchor and the hanging chain rigidly about dk->hang, so that the anchor gets its speed
// start.swing along the shell.
static void set_swinging(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    vec3 m = vec3_unit(vector(sc->ship.face_normal)), omega = vec3_scale(sc->start.swing / fmax(sc->start.depth, 1), m);
    dyn_state *st = &dk->sim->state;
    const int points[] = {dk->anchor.shackle, dk->anchor.pin, dk->anchor.pin_head, dk->anchor.tip};
    const int vectors[] = {dk->anchor.hinge_axis, dk->anchor.v_shank, dk->anchor.v_head};
    for (int i = 0; i < 4; i++) st->qd[points[i]] = vec3_cross(omega, vec3_sub(st->q[points[i]], dk->hang));
    for (int i = 0; i < 3; i++) st->qd[vectors[i]] = vec3_cross(omega, st->q[vectors[i]]);
    for (int k = 0; k < dk->chain.capacity && st->q[dk->chain.p[k + 1]].z < dk->hang.z - 0.5; k++) {
        st->qd[dk->chain.p[k + 1]] = vec3_cross(omega, vec3_sub(st->q[dk->chain.p[k + 1]], dk->hang));
        st->qd[dk->chain.u[k]] = vec3_cross(omega, st->q[dk->chain.u[k]]);
        st->qd[dk->chain.v[k]] = vec3_cross(omega, st->q[dk->chain.v[k]]);
    }
}

// Progress of the settling on a terminal, from its second second on: a short step needs many steps before the first
// frame.
typedef struct settling_progress {
    rt_clock clock;
    int64_t next_ns; // time of the next line; INT64_MAX: the standard error is no terminal
    bool begun;
} settling_progress;

static settling_progress begin_progress(void) {
    settling_progress p = {.clock = rt_clock_monotonic()};
    p.next_ns = isatty(STDERR_FILENO) ? rt_clock_now_ns(&p.clock) + SHOW_AFTER : INT64_MAX;
    return p;
}

static void show_progress(settling_progress *p, int step, int steps) {
    int64_t now = rt_clock_now_ns(&p->clock);
    if (now < p->next_ns) return;
    fprintf(stderr, "\rsettling before the first frame: step %d of %d (%d %%) ", step, steps,
            (int)(100.0 * step / steps));
    p->next_ns = now + SHOW_EVERY;
    p->begun = true;
}

static void end_progress(const settling_progress *p) {
    if (p->begun) fputc('\n', stderr);
}

// Lets the chain settle on a ship at rest in still water, finds consistent accelerations and sets the anchor swinging.
static rt_status settle(deck *dk, rt_diag *d) {
    const rt_command hold = {.brake = 1, .clutch = 1};
    const dyn_model *m = &dk->sim->model;
    dyn_state *st = &dk->sim->state;
    rt_events events = 0;
    dk->sea.calm = true;
    deck_hold_ship(dk, true);
    dyn_initial_acceleration(m, st, dk->sim->work, &hold);
    double keep = exp(-m->h / DRAG_TIME);
    int steps = (int)lround(dk->sim->sc.start.settle / m->h);
    settling_progress shown = begin_progress();
    for (int k = 0; k < steps && dyn_state_finite(m, st); k++) {
        if (k % 64 == 0) show_progress(&shown, k, steps);
        tackle_lifter_exchange(&dk->lifter, m, st, &events);
        dyn_step(m, st, dk->sim->work, &hold, NULL, &events);
        for (int i = 0; i < m->n_nodes; i++) st->qd[i] = vec3_scale(keep, st->qd[i]);
    }
    end_progress(&shown);
    for (int i = 0; i < m->n_nodes; i++) st->qd[i] = st->qdd[i] = vec3_make(0, 0, 0);
    set_swinging(dk);
    dk->sea.calm = false;
    st->step = 0;
    deck_hold_ship(dk, false);
    deck_start_rest(dk);
    double residual = dyn_initial_acceleration(m, st, dk->sim->work, &hold);
    dk->sim->command = hold;
    if (!dyn_state_finite(m, st)) {
        rt_diag_error(
            d, dk->sim->sc.path, 0, 0,
            "the chain did not settle: its state became non-finite; usual causes: contact stiffness or damping too "
            "high for solver.step, or a hull in the way of the chain");
        return RT_ERR_NUMERIC;
    }
    dk->sim->residual[2] = residual;
    if (residual < RESIDUAL) return deck_review_settled(dk, d);
    rt_diag_error(d, dk->sim->sc.path, 0, 0, "no consistent start: acceleration residual %.3g m/s² (at most %g)",
                  residual, RESIDUAL);
    return RT_ERR_NUMERIC;
}

rt_status deck_start(sim *s, rt_diag *d) {
    deck *dk = s->self;
    rt_status status = settle(dk, d);
    if (status == RT_OK && (status = deck_init_verdict(dk)) != RT_OK)
        rt_diag_error(d, dk->sim->sc.path, 0, 0, "no memory for the chain's joining shackles");
    return status;
}
