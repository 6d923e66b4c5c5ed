// SPDX-License-Identifier: MIT
#include "rt/report/report.h"
#include "hw/device/house.h"
#include "rt/base/alloc_count.h"
#include "rt/deck/deck.h"
#include "rt/file/text.h"
#include "rt/judge/verdict.h"
#include "rt/report/events.h"
#include "rt/report/jam.h"
#include "rt/report/link.h"
#include "rt/report/loop.h"
#include "rt/report/peaks.h"
#include "rt/watch/report.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void write_frame(rt_json *j, const session *s, const report_run *run) {
    const rt_loop_stats *loop = run->loop;
    rt_json_object(j, "frame");
    rt_json_int(j, "frames", (int64_t)s->work.n); // of one step or several; frames without a step do not count
    rt_json_int(j, "period_ns", loop->period_ns);
    rt_json_int(j, "budget_ns", loop->budget_ns);
    // paced: missed deadlines; not paced: frames whose work exceeds the period
    rt_json_int(j, "misses", (int64_t)(run->real_time ? loop->misses : s->over_budget));
    rt_json_int(j, "max_consecutive_misses",
                (int64_t)(run->real_time ? loop->max_consecutive_misses : s->over_budget_longest));
    rt_json_int(j, "slips", (int64_t)loop->slips);
    report_histogram(j, "work_ns", &s->work);
    report_bins(j, "work_bins", &s->work);
    if (run->real_time) report_histogram(j, "cpu_ns", &loop->cpu);
    report_histogram(j, "wakeup_ns", &loop->wakeup);
    rt_json_int(j, "warm_up_steps", (int64_t)loop->warm_up_steps);
    rt_json_int(j, "warm_up_ns", loop->warm_up_ns);
    if (run->real_time) report_paced(j, loop);
    rt_json_end(j);
    rt_json_object(j, "phase_ns");
    for (int k = 0; k < RT_PHASE_COUNT; k++) report_histogram(j, rt_phase_name((rt_phase)k), &s->phase[k]);
    rt_json_end(j);
}

static void write_injected(rt_json *j, const session *s) {
    rt_json_object(j, "inject_slow");
    rt_json_text(j, "phase", rt_phase_name(s->slow.phase));
    rt_json_number(j, "share", s->slow.share);
    rt_json_end(j);
}

static void write_headroom(rt_json *j, const headroom *h, const rt_loop_stats *loop) {
    rt_json_object(j, "headroom");
    rt_json_bool(j, "found", h->found); // false: the run ended before a miss by own work; the margin is larger
    rt_json_int(j, "margin_ns", h->margin_ns);
    rt_json_number(j, "margin_percent", 100 * (double)h->margin_ns / (double)loop->budget_ns);
    rt_json_int(j, "load_ns", h->load_ns);
    if (h->found) rt_json_int(j, "first_own_miss", (int64_t)h->first_miss);
    rt_json_end(j);
}

static void write_solver(rt_json *j, const session *s) {
    const sim_counters *c = &s->sim.counters;
    rt_json_object(j, "solver");
    rt_json_number(j, "newton_mean", c->newton_frames ? (double)c->newton / (double)c->newton_frames : 0);
    rt_json_int(j, "newton_max", c->newton_max);
    rt_json_int(j, "cap_hits", (int64_t)c->cap_hits);
    rt_json_int(j, "pivots", (int64_t)c->pivots);
    rt_json_int(j, "divided_steps", (int64_t)c->divided);
    rt_json_int(j, "substeps", (int64_t)c->substeps); // of the divided steps
    rt_json_number(j, "phi_max_m", c->phi_max_m);
    rt_json_number(j, "rcond_min", c->rcond_min);
    rt_json_text(j, "tangent",
                 "mass, penalties, constraint geometric stiffness (full, its positive part where a pivot is bad), "
                 "forces and contact");
    rt_json_text(j, "linear", (const char *[]){"block", "klu"}[s->sim.sc.solver.linear]);
    rt_json_end(j);
    rt_json_object(j, "contact");
    rt_json_int(j, "pairs_max", c->pairs_max);
    rt_json_int(j, "regions_max", c->regions_max);
    rt_json_int(j, "points_max", c->points_max);
    rt_json_int(j, "dropped", (int64_t)c->dropped);
    rt_json_end(j);
}

// The rules that the operator followed, with their times. Nothing for an operator without rules.
static void write_rules(rt_json *j, const session *s) {
    const rules_table *t;
    const rules_state *z;
    if (!s->device || !hw_house_story(s->device, &t, &z)) return;
    int lower = rules_find(t, "lower");
    rt_json_bool(j, "rules_done", rules_done(t, z));
    if (lower >= 0) rt_json_int(j, "tries", z->visits[lower]);
    rt_json_int(j, "rules_dropped", (int64_t)z->dropped);
    rt_json_array(j, "rules");
    for (int k = 0; k < z->entries; k++) {
        rt_json_object(j, NULL);
        rt_json_number(j, "t_s", z->log[k].t);
        rt_json_text(j, "rule", t->rule[z->log[k].rule].name);
        rt_json_number(j, "chain_m", z->log[k].chain);
        rt_json_end(j);
    }
    rt_json_end(j);
}

// State of the operator's input at the end; `event_list` has its history.
static void write_operator(rt_json *j, const session *s) {
    hw_identity id = {.kind = "recording"};
    if (s->device) hw_device_identity(s->device, &id);
    rt_json_object(j, "operator");
    rt_json_text(j, "device", id.kind);
    rt_json_text(j, "name", id.name);
    rt_json_text(j, "id", id.id);
    rt_json_text(j, "safety", rt_safety_name(s->conditioner.state));
    rt_json_bool(j, "estop_latched", s->conditioner.estop_latched);
    rt_json_bool(j, "release_held", s->conditioner.releasing);
    rt_json_int(j, "stale_ns", s->limits.stale_ns);
    rt_json_int(j, "failsafe_ns", s->limits.failsafe_ns);
    if (s->age.heard.n > 0) {
        report_histogram(j, "input_ns", &s->age.heard);
        report_histogram(j, "sample_ns", &s->age.sampled);
    }
    write_rules(j, s);
    rt_json_end(j);
}

static double input_age_in_periods(const picture_age *p) {
    return (double)rt_histogram_quantile(&p->heard, 0.99) / (double)rt_histogram_quantile(&p->period, 0.5);
}

// Leaves out the input keys if no picture showed an input.
static void write_picture(rt_json *j, const picture_age *p) {
    rt_json_object(j, "picture");
    rt_json_int(j, "pictures", (int64_t)p->period.n + (p->shown_ns != 0));
    if (p->begun_ns > 0 && p->first_ns > 0) rt_json_int(j, "start_to_first_ns", p->first_ns - p->begun_ns);
    report_histogram(j, "period_ns", &p->period);
    if (p->heard.n > 0 && p->period.n > 0) {
        report_histogram(j, "input_ns", &p->heard);
        rt_json_number(j, "per_input_p99_periods", input_age_in_periods(p));
    }
    rt_json_int(j, "not_followed", (int64_t)atomic_load(&p->waiting.dropped));
    rt_json_end(j);
}

// Verdict on the chain's peak load, in words.
static const char *chain_verdict(const sim *s, const tackle_strength_def *def) {
    if (s->outcome.last.parted) return "parted: the anchor is lost";
    if (s->outcome.last.end_parted) return "bitter end parted: anchor and chain are lost";
    if (s->outcome.peak_breaking_share > def->proof / def->breaking) return "over proof load: it is to be proved again";
    return "within proof load";
}

// The chain's peak load against its proof and breaking load.
static void write_strength(rt_json *j, const sim *s) {
    const outcome *o = &s->outcome;
    const deck *ship = deck_of(s);
    if (!ship) return;
    const tackle_strength_def *def = &ship->strength.def;
    double proof = def->proof / def->breaking;
    rt_json_number(j, "proof_load_n", def->proof);
    rt_json_number(j, "breaking_load_n", def->breaking);
    rt_json_number(j, "peak_share_of_proof", o->peak_breaking_share / proof);
    rt_json_number(j, "peak_share_of_breaking", o->peak_breaking_share);
    rt_json_int(j, "peak_link", o->peak_link);
    rt_json_bool(j, "parted", o->parted_s >= 0);
    rt_json_number(j, "parted_s", o->parted_s >= 0 ? o->parted_s : (double)NAN);
    rt_json_int(j, "parted_link", o->last.parted);
    rt_json_text(j, "chain_verdict", chain_verdict(s, def));
}

static void write_verdict(rt_json *j, const sim *s) {
    char evidence[512];
    const deck *ship = deck_of(s);
    const outcome *o = deck_outcome(s);
    if (!ship) return;
    outcome_write_evidence(o, &s->sc, evidence, sizeof evidence);
    rt_json_text(j, "verdict", outcome_verdict_name(outcome_judge(o, &s->sc)));
    rt_json_text(j, "evidence", evidence);
    rt_json_number(j, "left_fluke_n", seat_fluke_load(&o->last.seat, SEAT_LEFT));
    rt_json_number(j, "right_fluke_n", seat_fluke_load(&o->last.seat, SEAT_RIGHT));
    rt_json_number(j, "least_fluke_n", outcome_least_fluke_load(o, &s->sc));
    proof_write(&ship->proof, &s->sc, &s->outcome, j);
}

static void write_outcome(rt_json *j, const session *s) {
    char why[512];
    sim_explain(&s->sim, why, sizeof why);
    if (!why[0]) snprintf(why, sizeof why, "a %s", s->sim.kind->name);
    rt_json_object(j, "outcome");
    outcome_write(deck_outcome(&s->sim), j);
    write_verdict(j, &s->sim);
    write_strength(j, &s->sim);
    rt_json_text(j, "why", why);
    report_jam_write(j, &s->sim);
    rt_json_end(j);
}

static void write_blows(rt_json *j, const sim *s) {
    const deck *ship = deck_of(s);
    if (!ship) return;
    blow_log log = ship->blows;
    blow_log_end(&log);
    blow_log_write(&log, &s->sc, j, deck_hull_triangle, ship);
}

// The anchor watch of a ship over a bottom.
static void write_watch(rt_json *j, const sim *s) {
    const deck *ship = deck_of(s);
    if (ship && ship->ground_chain.n > 0) anchor_watch_write(&ship->watch, &ship->watch_def, j);
}

// Links that slept on the bottom, with ground.rest.
static void write_sleeping_links(rt_json *j, const sim *s) {
    const deck *ship = deck_of(s);
    if (!ship || !ship->ground_rest.chain) return;
    const ground_rest_state *z = ground_rest_state_of(&ship->ground_rest, &s->model, &s->state);
    rt_json_object(j, "sleeping_links");
    rt_json_int(j, "asleep", z->asleep);
    rt_json_int(j, "fell_asleep", z->fallen);
    rt_json_int(j, "woke", z->woken);
    rt_json_number(j, "lost_j", z->lost);
    rt_json_end(j);
}

static void write_start(rt_json *j, const session *s) {
    rt_json_object(j, "start");
    rt_json_number(j, "position_residual_m", s->sim.residual[0]);
    rt_json_number(j, "velocity_residual_m_s", s->sim.residual[1]);
    rt_json_number(j, "acceleration_residual_m_s2", s->sim.residual[2]);
    rt_json_end(j);
}

// Who made which exercise, and when: for a recording, when it was recorded.
static void write_exercise(rt_json *j, const session *s, const report_run *run) {
    char made[64] = "unknown", exercise[RT_CONFIG_TEXT];
    time_t now = time(NULL);
    struct tm tm;
    if (run->info)
        recording_info_find(run->info, "recorded", 0, made, sizeof made);
    else if (gmtime_r(&now, &tm))
        strftime(made, sizeof made, "%Y-%m-%dT%H:%M:%SZ", &tm);
    scenario_title(&s->sim.sc, exercise);
    if (run->trainee) rt_json_text(j, "trainee", run->trainee);
    rt_json_text(j, "exercise", exercise);
    rt_json_text(j, "made", made);
}

static void write_report(rt_json *j, const session *s, const report_run *run) {
    char hash[20];
    double t = run->info ? (double)s->frames * s->sim.model.h : sim_time(&s->sim); // a replay counts from from_s
    snprintf(hash, sizeof hash, "%016" PRIx64, s->hash);
    rt_json_object(j, NULL);
    rt_json_text(j, "scenario", s->sim.sc.path);
    rt_json_text(j, "version", HAWSE_VERSION);
    write_exercise(j, s, run);
    if (run->info)
        report_recorded_host(j, run->info, run->loop);
    else
        report_host(j, run->loop);
    rt_json_number(j, "h_s", s->sim.model.h);
    if (run->info) rt_json_number(j, "from_s", run->from_s);
    rt_json_int(j, "steps", (int64_t)s->frames);
    rt_json_number(j, "sim_time_s", t);
    rt_json_number(j, "wall_time_s", run->wall_s);
    rt_json_number(j, "real_time_factor", run->wall_s > 0 ? t / run->wall_s : (double)NAN);
    write_frame(j, s, run);
    if (run->latency) report_latency(j, run->latency, run->beside->work_ns);
    if (run->headroom) write_headroom(j, run->headroom, run->loop);
    if (s->slow.share > 0) write_injected(j, s);
    write_start(j, s);
    write_solver(j, s);
    trust_write(&s->sim.counters.trust, j);
    pull_log_write(&s->sim.pulls, s->sim.model.h, j);
    // NAN: not counted in this build or in a recording
    rt_json_number(j, "allocations_in_loop",
                   rt_alloc_count_available() && !run->info ? (double)s->allocations : (double)NAN);
    rt_json_text(j, "state_hash", hash);
    write_operator(j, s);
    if (run->picture) write_picture(j, run->picture);
    report_events_write(j, s);
    report_peaks_write(j, &s->sim);
    report_brake_write(j, &s->sim);
    report_soil_write(j, &s->sim);
    if (!run->info) report_alarms_write(j, s); // a replay raises none: a recording does not tell the safety's state
    write_outcome(j, s);
    write_blows(j, &s->sim);
    write_watch(j, &s->sim);
    write_sleeping_links(j, &s->sim);
    if (s->device) report_link_write(j, s->device);
    if (run->more) run->more(j, s, run->more_ctx);
    rt_json_end(j);
}

char *report_text(const session *s, const report_run *run, rt_diag *d) {
    rt_text t;
    rt_json j = {.file = rt_text_open(&t)};
    if (j.file) write_report(&j, s, run);
    char *text = rt_text_close(&t);
    if (!text) rt_diag_error(d, NULL, 0, 0, "no memory for the report");
    return text;
}

rt_status report_write(const char *path, const char *text, rt_diag *d) {
    rt_whole_file w;
    rt_status status = rt_whole_open(&w, path, d);
    if (status != RT_OK) return status;
    fputs(text, w.file);
    return rt_whole_close(&w, d);
}

static void print_headroom(FILE *f, const headroom *h, const rt_loop_stats *loop) {
    double us = 1e-3 * (double)h->margin_ns, percent = 100 * (double)h->margin_ns / (double)loop->budget_ns;
    if (h->found)
        fprintf(f,
                "headroom: %.0f us, %.0f %% of the budget; the first miss by our own work was frame %" PRIu64
                " with %.0f us of injected load\n",
                us, percent, h->first_miss, 1e-3 * (double)h->load_ns);
    else
        fprintf(f, "headroom: at least %.0f us, %.0f %% of the budget: no miss by our own work before the end\n", us,
                percent);
}

static void print_ages(FILE *f, const session *s, const picture_age *p) {
    if (s->age.heard.n > 0) {
        report_print_histogram(f, "input", &s->age.heard);
        report_print_histogram(f, "sample", &s->age.sampled);
    }
    if (!p || p->period.n == 0) return;
    report_print_histogram(f, "picture", &p->period);
    if (p->heard.n == 0) return;
    report_print_histogram(f, "shown", &p->heard);
    fprintf(f, "  an input appears in the window after at most %.1f picture periods (p99)\n", input_age_in_periods(p));
}

static void print_latency(FILE *f, const report_run *run) {
    char frames[48], name[96];
    latency_describe(run->beside, frames, sizeof frames);
    snprintf(name, sizeof name, "%s on another processor during the run", frames);
    report_print_loop(f, name, run->latency);
}

// The last words on the terminal.
static void print_trust(FILE *f, const trust *r) {
    char why[512];
    trust_explain(r, why, sizeof why);
    if (!trust_holds(r)) fprintf(f, "DO NOT TRUST THIS RUN: %s\n  %s\n", why, trust_advice(r));
}

// A verdict on a run in which a person pulled is not the ship's.
static void print_pulls(FILE *f, const sim *s) {
    char text[128];
    pull_log_explain(&s->pulls, s->model.h, text, sizeof text);
    if (text[0]) fprintf(f, "PULLED BY HAND: %s\n", text);
}

static void print_verdict(FILE *f, const sim *s, const deck *ship) {
    char evidence[512], proof[512];
    const tackle_strength_def *def = &ship->strength.def;
    const outcome *o = deck_outcome(s);
    proof_write_text(&ship->proof, &s->sc, proof, sizeof proof);
    outcome_write_evidence(o, &s->sc, evidence, sizeof evidence);
    fprintf(f, "%s: %s\n", outcome_verdict_words(outcome_judge(o, &s->sc)), evidence);
    if (*proof) fprintf(f, "%s\n", proof);
    fprintf(f, "chain: %s; at most %.1f %% of its breaking load, in link %d\n", chain_verdict(s, def),
            100 * o->peak_breaking_share, o->peak_link);
}

// Outcome first, then time and timing.
void report_print(FILE *f, const session *s, const report_run *run) {
    const deck *ship = deck_of(&s->sim);
    double t = sim_time(&s->sim);
    if (s->failed) fprintf(f, "the state became non-finite in frame %" PRIu64 "\n", s->failed_frame);
    if (ship) print_verdict(f, &s->sim, ship);
    print_pulls(f, &s->sim);
    fprintf(f, "%.3f s simulated in %.3f s (%.2f times real time), %" PRIu64 " %s, state hash %016" PRIx64 "\n", t,
            run->wall_s, run->wall_s > 0 ? t / run->wall_s : 0, s->frames, s->steps_a_frame > 1 ? "steps" : "frames",
            s->hash);
    if (run->real_time) report_print_loop(f, "frames", run->loop);
    print_ages(f, s, run->picture);
    if (run->latency) print_latency(f, run);
    if (run->headroom) print_headroom(f, run->headroom, run->loop);
    const sim_counters *c = &s->sim.counters;
    if (s->device) report_link_print(f, s->device);
    if (!ship)
        fprintf(f, "start consistent to %.1e m, %.1e m/s, %.1e m/s²; largest constraint violation %.1e m\n",
                s->sim.residual[0], s->sim.residual[1], s->sim.residual[2], c->phi_max_m);
    print_trust(f, &c->trust);
}
