// SPDX-License-Identifier: MIT
// The pull test of a housed anchor.
#include "rt/judge/proof.h"
#include "rt/base/line.h"
#include "rt/judge/deck_events.h"
#include "rt/judge/verdict.h"

#define G 9.81            // [m/s²]
#define EASES_MOST 60.0   // the windlass has walked back by then, or cannot [s]
#define SETTLES_MOST 10.0 // [s]
#define PI 3.14159265358979323846
#define DEGREE (PI / 180)

enum { PULSES = 6 }; // three amplitudes, to both sides

// Pulse k: its peak [m/s²] and its duration [s]; zero: none.
typedef struct pulse {
    vec3 peak;
    double duration;
} pulse;

static pulse pulse_of(const scenario *sc, int k) {
    double way = (k & 1 ? -1 : 1) * G;
    switch (k / 2) {
    case 0:
        return (pulse){vec3_make(0, way * sc->end.proof.roll, 0), sc->end.proof.pulse};
    case 1:
        return (pulse){vec3_make(0, 0, way * sc->end.proof.pitch), sc->end.proof.pulse};
    default:
        return (pulse){vec3_make(0, 0, way * sc->end.proof.slam), sc->end.proof.slam_pulse};
    }
}

bool proof_is_asked(const scenario *sc) {
    return sc->end.proof.roll > 0 || sc->end.proof.pitch > 0 || sc->end.proof.slam > 0;
}

bool proof_runs(const proof_test *p) { return p->stage > PROOF_WAITS && p->stage < PROOF_DONE; }

// Finds the pulse at this time after the first pause began, and the time within it; -1 and the end of all pulses after
// the last one.
static int find_pulse(const scenario *sc, double t, double *within) {
    double from = PROOF_PAUSE;
    for (int k = 0; k < PULSES; k++) {
        pulse p = pulse_of(sc, k);
        if (vec3_norm2(p.peak) == 0) continue;
        if (t < from + p.duration) {
            *within = t - from;
            return k;
        }
        from += p.duration + PROOF_PAUSE;
    }
    *within = from - PROOF_PAUSE;
    return -1;
}

vec3 proof_acceleration(const proof_test *p, const scenario *sc, double t) {
    double within;
    int k = p->stage == PROOF_SHAKES ? find_pulse(sc, t - p->since, &within) : -1;
    if (k < 0 || within < 0) return vec3_make(0, 0, 0);
    pulse now = pulse_of(sc, k);
    return vec3_scale(sin(PI * within / now.duration), now.peak);
}

// Corner of the head at the tip of this half's fluke.
static vec3 tip_of(const jam_def *d, const outcome_input *in, int side) {
    double x = side == SEAT_LEFT ? d->head_lo.x : d->head_hi.x;
    return vec3_madd(vec3_madd(in->pin, d->head_hi.z, in->flukes), x, in->across);
}

static double angle_between(vec3 a, vec3 b) { return acos(fmax(-1, fmin(1, vec3_dot(a, b)))); }

static void begin(proof_test *p, const jam_def *d, const outcome *o) {
    *p = (proof_test){.stage = PROOF_EASES, .since = o->last.t, .begun_s = o->last.t, .before = *o};
    for (int side = 0; side < SEAT_SIDES; side++) p->tip[side] = tip_of(d, &o->last, side);
}

static void measure(proof_test *p, const scenario *sc, const jam_def *d, const outcome *o, double load) {
    const outcome_input *in = &o->last, *first = &p->before.last;
    double turn = fmax(angle_between(in->across, first->across), angle_between(in->flukes, first->flukes));
    p->eased_m = in->chain_out - first->chain_out;
    p->shift_m = fmax(p->shift_m, vec3_norm(vec3_sub(in->pin, first->pin)));
    p->turn = fmax(p->turn, turn);
    p->tension_n = fmax(p->tension_n, fmax(in->tension, load));
    p->impact_n = fmax(p->impact_n, in->impact_force);
    p->blows += in->impacts;
    for (int side = 0; side < SEAT_SIDES; side++) {
        vec3 moved = vec3_sub(tip_of(d, in, side), p->tip[side]);
        p->gap_m = fmax(p->gap_m, vec3_dot(moved, outcome_face(sc)));
    }
}

static void enter(proof_test *p, proof_stage stage, double t) {
    p->stage = stage;
    p->since = t;
}

void proof_update(proof_test *p, const scenario *sc, const jam_def *d, const outcome *o, double load) {
    const outcome_input *in = &o->last;
    double within, spent = in->t - p->since;
    bool over = in->t >= sc->end.duration - 0.5 * sc->solver.step;
    if (proof_runs(p)) measure(p, sc, d, o, load);
    switch ((proof_stage)p->stage) {
    case PROOF_WAITS:
        if (proof_is_asked(sc) && o->housed && (in->held || over)) begin(p, d, o);
        break;
    case PROOF_EASES:
        if (p->eased_m >= sc->end.proof.slack || spent > EASES_MOST) enter(p, PROOF_SHAKES, in->t);
        break;
    case PROOF_SHAKES:
        if (find_pulse(sc, spent, &within) < 0) enter(p, PROOF_SETTLES, in->t);
        break;
    case PROOF_SETTLES:
        if (spent < sc->end.hold || (spent < SETTLES_MOST && !outcome_has_held(o, sc, o->still_since))) break;
        p->left_m = o->pin_distance - p->before.pin_distance;
        p->stayed = o->parted_s < 0 && outcome_seated(o, sc) && p->left_m < deck_limits_default().moved;
        enter(p, PROOF_DONE, in->t);
        break;
    case PROOF_DONE:
        break;
    }
}

void proof_write(const proof_test *p, const scenario *sc, const outcome *after, rt_json *j) {
    char text[512];
    if (!proof_is_asked(sc)) return;
    proof_write_text(p, sc, text, sizeof text);
    rt_json_object(j, "proof");
    rt_json_bool(j, "done", p->stage == PROOF_DONE);
    rt_json_bool(j, "stayed", p->stayed);
    rt_json_text(j, "text", text);
    if (p->stage != PROOF_WAITS) {
        outcome_write_evidence(after, sc, text, sizeof text);
        rt_json_text(j, "verdict_after", outcome_verdict_name(outcome_judge(after, sc)));
        rt_json_text(j, "evidence_after", text);
        rt_json_number(j, "begun_s", p->begun_s);
        rt_json_number(j, "eased_m", p->eased_m);
        rt_json_number(j, "largest_shift_m", p->shift_m);
        rt_json_number(j, "left_m", p->left_m);
        rt_json_number(j, "largest_turn_rad", p->turn);
        rt_json_number(j, "largest_gap_m", p->gap_m);
        rt_json_number(j, "largest_tension_n", p->tension_n);
        rt_json_number(j, "largest_force_n", p->impact_n);
        rt_json_int(j, "blows", p->blows);
        rt_json_number(j, "left_fluke_n", seat_fluke_load(&after->last.seat, SEAT_LEFT));
        rt_json_number(j, "right_fluke_n", seat_fluke_load(&after->last.seat, SEAT_RIGHT));
    }
    rt_json_end(j);
}

void proof_write_text(const proof_test *p, const scenario *sc, char *text, size_t size) {
    text_line l = text_line_begin(text, size);
    if (!proof_is_asked(sc)) return;
    if (p->stage == PROOF_WAITS) {
        text_line_add(&l, "no pull test: the anchor was not housed with its chain held");
        return;
    }
    text_line_add(&l, "pull test with roll %.2f g, pitch %.2f g, slam %.2f g, slack %.0f mm: %s", sc->end.proof.roll,
                  sc->end.proof.pitch, sc->end.proof.slam, 1e3 * p->eased_m,
                  p->stage != PROOF_DONE ? "broken off"
                  : p->stayed            ? "it stays"
                                         : "it does not stay");
    if (p->stage == PROOF_DONE) text_line_add(&l, " (crown pin %.0f mm further out)", 1e3 * p->left_m);
    text_line_add(&l, "; crown pin shifts up to %.0f mm, head turns up to %.1f deg, fluke tips lift up to %.0f mm",
                  1e3 * p->shift_m, p->turn / DEGREE, 1e3 * p->gap_m);
    text_line_add(&l, "; chain up to %.0f kN, hull up to %.0f kN, %d blows", p->tension_n / 1e3, p->impact_n / 1e3,
                  (int)p->blows);
}
