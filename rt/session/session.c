// SPDX-License-Identifier: MIT
#include "rt/session/session.h"
#include "rt/base/alloc_count.h"
#include "rt/base/float_env.h"
#include <math.h>
#include <string.h>

rt_status session_init(session *s, hw_device *device, rt_diag *d) {
    s->device = device;
    s->conditioner = rt_conditioner_start(1, true);
    rt_status status = rt_latest_init(&s->snapshot, sizeof(dyn_snapshot));
    if (status == RT_OK) status = rt_latest_init(&s->pull, sizeof(rt_pull));
    if (status != RT_OK) rt_diag_error(d, NULL, 0, 0, "no memory for the snapshots");
    return status;
}

void session_free(session *s) {
    rt_latest_free(&s->snapshot);
    rt_latest_free(&s->pull);
    sim_destroy(&s->sim);
}

void session_pull(session *s, const rt_pull *pull) {
    *(rt_pull *)rt_latest_back(&s->pull) = pull ? *pull : (rt_pull){0};
    rt_latest_publish(&s->pull);
}

void session_configure(session *s) {
    const scenario *sc = &s->sim.sc;
    s->limits = rt_command_limits_default();
    s->limits.lever_rate = sc->operator.lever_rate;
    s->limits.brake_rate = sc->operator.brake_rate;
    s->limits.release_rate = sc->operator.release_rate;
    const hw_thresholds *own = &s->device->thresholds;
    s->alarm_limits = alarm_limits_of(sc->windlass.max_tension, sc->windlass.runaway, sc->windlass.fade_start);
    if (own->stale_ns > 0) s->limits.stale_ns = own->stale_ns;
    if (own->failsafe_ns > 0) s->limits.failsafe_ns = own->failsafe_ns;
    if (own->neutral > 0) s->limits.neutral = own->neutral;
}

static uint64_t count_steps(const session *s, double duration) {
    return (uint64_t)fmax(1, round(duration / s->sim.model.h)); // 0 would mean: until stopped
}

void session_end_after(session *s, double duration) { s->max_frames = count_steps(s, duration); }

void session_pause_after(session *s, double duration) { s->pause_at = count_steps(s, duration); }

static void list_events(session *s, uint64_t frame, rt_events events) {
    int n = s->n_events;
    for (int k = 0; k < RT_EVENT_COUNT; k++)
        if ((events >> k & 1) && n < SESSION_EVENTS) {
            session_event *e = &s->event[n];
            *e = (session_event){.frame = frame, .kind = (rt_event)k};
            e->has_evidence = sim_evidence(&s->sim, e->kind, &e->evidence);
            s->n_events = ++n;
        }
}

// Lists the loop's events of the previous frame. Misses are only counted, since the loop lists them. Lists
// nothing while another thread holds the sim; the next frame catches up.
static void list_loop_events(session *s) {
    if (!s->loop || session_pace_is_lent(&s->pace)) return;
    session_time_end(s);
    s->input_events[RT_EVENT_OVERRUN] += s->loop->misses - s->loop_misses;
    s->loop_misses = s->loop->misses;
    if (s->loop->slips == s->loop_slips) return;
    s->input_events[RT_EVENT_TIME_SLIP] += s->loop->slips - s->loop_slips;
    s->loop_slips = s->loop->slips;
    s->loop_slip_ns = s->loop->slip_ns;
    list_events(s, s->frames, RT_EVENT_BIT(RT_EVENT_TIME_SLIP));
}

static void update_alarms(session *s, const dyn_gauges *truth, double t) {
    const dyn_gauges shown = dyn_gauges_shown(truth);
    if (s->sim.kind->has_windlass) alarm_log_update(&s->alarms, alarm_conditions(&shown, &s->alarm_limits), &shown, t);
}

static void fill_snapshot(session *s, dyn_snapshot *out) {
    sim_snapshot(&s->sim, out);
    out->gauges.safety = (uint8_t)s->conditioner.state;
    out->gauges.estop = s->conditioner.estop_latched;
    update_alarms(s, &out->gauges, out->t);
    out->info.work_ns = s->last_work_ns;
    out->info.misses = s->loop ? s->loop_misses : s->over_budget;
    out->info.slip_ns = s->loop_slip_ns;
    out->info.steps = s->steps_a_frame;
    out->timing = s->timing;
}

static bool has_reached_pause(const session *s) { return s->pause_at > 0 && s->frames >= s->pause_at; }

// Tells the end of the run, or that a mechanism is behind the clock.
static void write_message(const session *s, dyn_snapshot *out) {
    const double tolerated = 0.5; // behind the clock [s]
    double behind = 1e-9 * (double)s->loop_slip_ns;
    if (s->sim.kind->has_windlass) return; // a ship's messages are of the deck
    if (has_reached_pause(s))
        snprintf(out->message, sizeof out->message, "Paused: end of the run: %g s. Rewind or restart",
                 (double)s->pause_at * s->sim.model.h);
    else if (behind > tolerated)
        snprintf(out->message, sizeof out->message,
                 "%.1f s behind the clock: processor too slow. Slow motion keeps pace", behind);
}

static void publish(session *s, int64_t now_ns) {
    dyn_snapshot *out = rt_latest_back(&s->snapshot);
    fill_snapshot(s, out);
    write_message(s, out);
    out->wall_ns = now_ns;
    session_feedback(s, &out->gauges, now_ns);
    if (s->nmea) session_send_conning(s, out);
    rt_latest_publish(&s->snapshot);
}

static void count_work(session *s, const rt_profile *p, int64_t period_ns) {
    int64_t work = 0;
    for (int k = 0; k < RT_PHASE_COUNT; k++) {
        work += p->ns[k];
        rt_histogram_add(&s->phase[k], p->ns[k]);
    }
    rt_histogram_add(&s->work, work);
    s->last_work_ns = work;
    session_time_frame(s, p, work);
    s->over_budget_run = work > period_ns ? s->over_budget_run + 1 : 0;
    s->over_budget += work > period_ns;
    if (s->over_budget_run > s->over_budget_longest) s->over_budget_longest = s->over_budget_run;
}

// Predicted cost of a step [us], on the processor of the fit in tests/bench/loop.md, "What a frame costs".
static int32_t predict_step_cost(const sim *m, const sim_contacts *c) {
    double a_link = 0.78 * m->step.evaluations + 0.55 * m->step.factors;
    return (int32_t)(40 + a_link * sim_bodies(m) + 4.1 * c->items + 0.85 * c->anchor_pairs);
}

// Counts the work items of a step. The loop judges a late frame by them.
static void count_load(const session *s, rt_profile *p) {
    const sim *m = &s->sim;
    p->work[RT_WORK_NEWTON] += m->step.newton;
    p->work[RT_WORK_FACTORS] += m->step.factors;
    const sim_contacts c = sim_contacts_of(m);
    p->work[RT_WORK_PAIRS] += c.anchor_pairs;
    p->work[RT_WORK_REGIONS] += m->outcome.last.regions;
    p->work[RT_WORK_POINTS] += c.items;
    p->work[RT_WORK_LINKS] += sim_bodies(m);
    p->work[RT_WORK_LOAD] += predict_step_cost(m, &c);
}

static void inject_load(session *s, rt_profile *p) {
    int64_t load = s->headroom ? headroom_load(s->headroom, s->loop) : 0;
    if (load > 0) rt_burn_ns(load);
    p->work[RT_WORK_INJECTED] = (int32_t)((load + s->slow.spent_ns) / 1000);
}

// Whether the device runs in simulated time, as a script does. A run that slips, pauses or runs slowly then gets the
// same commands.
static bool follows_steps(const session *s) { return hw_device_polls_in_frame(s->device); }

static int64_t steps_time_ns(const session *s) {
    return s->script_ns + (int64_t)s->frames * (int64_t)llround(1e9 * s->sim.model.h);
}

// Whether input and loop use the monotonic clock. A device that follows the steps does not.
static bool has_real_stamps(const session *s) {
    return s->loop && !follows_steps(s) && (!s->manual || hw_device_is_live(s->device));
}

uint64_t session_warm_up(void *ctx) {
    session *s = ctx;
    return sim_warm_up(&s->sim, SESSION_WARM_UP, rt_latest_back(&s->snapshot));
}

// The input while simulated time is paused. A changeover acts when time runs: after a rewind the selector may differ
// from that of the moment.
static rt_input input_at_pause(session *s) {
    rt_input in = *hw_device_input(s->device);
    in.controls &= (uint16_t)~RT_CONTROL_REMOTE;
    if (s->conditioner.remote) in.controls |= RT_CONTROL_REMOTE;
    return in;
}

// A frame while simulated time is paused. It reads the device, so that no input is stale on resuming.
static bool idle_frame(session *s, int64_t now_ns, int64_t release_ns, rt_profile *p) {
    rt_events events = 0;
    uint64_t before = rt_alloc_count();
    rt_alloc_guard_begin();
    if (!follows_steps(s)) {
        const rt_input in = input_at_pause(s);
        const rt_command standing = s->conditioner.last; // kept: the rate limits apply in simulated time
        const bool used = s->conditioner.used;           // kept: on a paused deck nothing moves
        rt_command_condition(&s->conditioner, &s->limits, &in, now_ns, s->sim.model.h, &events);
        s->conditioner.last = standing;
        s->conditioner.used = used || s->conditioner.state == RT_SAFETY_FAILSAFE;
        for (int k = 0; k < RT_EVENT_COUNT; k++) s->input_events[k] += events >> k & 1;
        list_events(s, s->frames, events);
    }
    publish(s, release_ns);
    rt_alloc_guard_end();
    p->allocations = (int32_t)(rt_alloc_count() - before);
    s->allocations += (uint64_t)p->allocations;
    return true;
}

bool session_rewind(session *s, replay *r, uint64_t frame, rt_diag *d) {
    uint64_t first = rt_play_header(r->player)->first_frame;
    rt_float_env_set(); // this thread may also run a display driver, which may change it
    bool good = frame <= first ? replay_seek(r, first, d) : replay_run_to(r, frame, d) != RT_PLAY_DAMAGED;
    s->frames = r->next;
    s->hash = sim_hash(&s->sim);
    rt_conditioner_resume(&s->conditioner, &s->sim.command);
    rt_bridge_resume(&s->bridge, &s->sim.command.orders);
    s->weather = s->sim.command.weather;
    s->ended = false;
    if (s->director.rewound) s->director.rewound(s->director.ctx, s->frames);
    while (s->n_events > 0 && s->event[s->n_events - 1].frame >= s->frames) s->n_events--;
    dyn_snapshot *out = rt_latest_back(&s->snapshot);
    fill_snapshot(s, out);
    rt_latest_publish(&s->snapshot);
    return good;
}

#define GIVEN (1u << 16) // bit of session.order

void session_order(session *s, rt_order which, int16_t order) {
    atomic_store_explicit(&s->order[which], GIVEN | (uint16_t)order, memory_order_relaxed);
}

void session_report(session *s, uint8_t phrase) { atomic_store_explicit(&s->phrase, phrase, memory_order_relaxed); }

static int16_t order_or(session *s, rt_order which, double share) {
    const uint32_t given = atomic_load_explicit(&s->order[which], memory_order_relaxed);
    return given ? (int16_t)(uint16_t)given : (int16_t)lround(RT_ORDER_FULL * share);
}

rt_orders session_orders(session *s) {
    const dyn_snapshot_conning *c = &((const dyn_snapshot *)rt_latest_front(&s->snapshot, NULL))->ship.conning;
    return (rt_orders){.engine = order_or(s, RT_ORDER_ENGINE, c->engine_order),
                       .rudder = order_or(s, RT_ORDER_RUDDER, c->rudder_order),
                       .thruster = order_or(s, RT_ORDER_THRUSTER, c->thruster_order)};
}

// Notes for other threads that this frame took over something from outside.
static void note_intake(session *s, int kind, uint8_t number) {
    atomic_store_explicit(&s->took[kind], (s->frames + 1) << 8 | number, memory_order_relaxed);
}

static uint16_t take_failures(session *s) {
    const unsigned failures = atomic_load_explicit(&s->failures, memory_order_relaxed);
    if (failures != s->failures_taken) note_intake(s, SESSION_TOOK_FAILURES, 0);
    s->failures_taken = failures;
    return (uint16_t)failures;
}

// Takes over what keys and panels ordered since the last frame.
static void take_orders(session *s, rt_command *c) {
    for (rt_order k = 0; k < RT_ORDERS; k++) {
        const uint32_t given = atomic_exchange_explicit(&s->order[k], 0, memory_order_relaxed);
        if (!given) continue;
        rt_bridge_give(&s->bridge, k, (int16_t)(uint16_t)given);
        note_intake(s, (int)k, 0);
    }
    c->orders = rt_bridge_orders(&s->bridge, &c->orders);
}

// Conditions the device's input into this frame's command.
static rt_command condition_input(session *s, int64_t now_ns, rt_profile *p, rt_events *events) {
    const uint16_t controls = (uint16_t)atomic_load_explicit(&s->controls, memory_order_relaxed);
    hw_device_select(s->device, controls & RT_CONTROL_REMOTE);
    const rt_input *in = hw_device_input(s->device);
    rt_command c = rt_command_condition(&s->conditioner, &s->limits, in, now_ns, s->sim.model.h, events);
    c.failures |= take_failures(s);
    c.controls |= controls;
    take_orders(s, &c);
    if (c.pull.kind == RT_PULL_NONE) c.pull = *(const rt_pull *)rt_latest_front(&s->pull, NULL);
    const uint8_t phrase = atomic_exchange_explicit(&s->phrase, 0, memory_order_relaxed);
    if (phrase) c.phrase = phrase;
    for (int k = 0; k < RT_WEATHERS; k++)
        if (!c.weather.of[k]) c.weather.of[k] = s->weather.of[k]; // what an act has set stays
    if (s->director.step) s->director.step(s->director.ctx, s, &c, *events);
    s->weather = c.weather;
    if (c.act) note_intake(s, SESSION_TOOK_ACT, c.act);
    if (c.phrase) note_intake(s, SESSION_TOOK_REPORT, c.phrase);
    rt_profile_end(p, RT_PHASE_INPUT);
    if (has_real_stamps(s)) input_age_record(&s->age, in, s->sim.state.step + 1, p->mark_ns);
    return c;
}

// Counts a step and its events.
static void count_step(session *s, rt_events events) {
    for (int k = 0; k < RT_EVENT_COUNT; k++) s->input_events[k] += (events & ~s->sim.events) >> k & 1;
    list_events(s, s->frames, events);
    s->frames++;
}

// Closes the frame's accounts in its slack: injected load, allocations, work, events of its last step. allocations:
// count of the process before the frame.
static void count_frame(session *s, rt_profile *p, uint64_t allocations, rt_events events) {
    inject_load(s, p);
    p->allocations = (int32_t)(rt_alloc_count() - allocations);
    s->allocations += (uint64_t)p->allocations;
    if (p->allocations > 0) events |= RT_EVENT_BIT(RT_EVENT_ALLOCATION);
    count_work(s, p, session_period_ns(s));
    count_step(s, events);
}

static bool should_continue(session *s, bool finite) {
    if (!finite) {
        s->failed = true;
        s->failed_frame = s->frames - 1;
        return false;
    }
    bool go_on = !s->after || s->after(s->after_ctx, s);
    if (sim_goes_on(&s->sim)) return go_on;
    if (s->ended) return false;
    if (s->sim.sc.end.stop_when_housed && !s->director.step && s->sim.outcome.housed) return false;
    if (s->sim.sc.end.stop_when_parted && !s->director.step && s->sim.outcome.parted_s >= 0) return false;
    if (s->headroom && s->headroom->found) return false;
    return go_on && (s->max_frames == 0 || s->frames < s->max_frames);
}

// Profile of the phases since `before`.
static rt_profile profile_since(const rt_profile *before, const rt_profile *p) {
    rt_profile own = *p;
    for (int k = 0; k < RT_PHASE_COUNT; k++) own.ns[k] -= before->ns[k];
    return own;
}

// Makes one step, from the device's input to its row in the recording. The last step of a frame publishes the snapshot.
// False: the state became non-finite.
static bool run_step(session *s, int64_t now_ns, int64_t release_ns, bool last, rt_profile *p, rt_events *events) {
    const rt_profile before = *p;
    *events = 0;
    rt_command c = condition_input(s, now_ns, p, events);
    bool finite = sim_frame(&s->sim, &c, p);
    s->hash = sim_hash(&s->sim);
    if (finite && last) publish(s, release_ns);
    if (finite && s->history) report_history_add(s->history, &s->sim);
    rt_profile_end(p, RT_PHASE_PUBLISH);
    *events |= s->sim.events;
    const rt_record_row row = {.frame = s->frames, .command = c, .hash = s->hash, .events = *events};
    const rt_profile own = profile_since(&before, p);
    if (s->recording) *events |= recording_frame(s->recording, &s->sim, row, release_ns, &own);
    rt_profile_end(p, RT_PHASE_PUBLISH);
    count_load(s, p);
    return finite;
}

// The steps that are due, at most those left before the end of the run.
static int steps_left(const session *s, int due) {
    uint64_t end = s->pause_at > 0 ? s->pause_at : s->max_frames;
    int64_t left = (int64_t)end - (int64_t)s->frames;
    return (int)(end > 0 && left < due && left > 0 ? left : due);
}

#define QUICK_SHARE 0.75 // of the period that the steps of fast motion may use [1]

static int64_t work_so_far(const rt_profile *p) {
    int64_t work = 0;
    for (int k = 0; k < RT_PHASE_COUNT; k++) work += p->ns[k];
    return work;
}

// Whether step k of a frame is its last: the n-th, or in fast motion the one after which no other fits.
static bool is_last_step(const session *s, const rt_profile *p, int k, int n) {
    int pace = s->steps_a_frame > 1 ? s->steps_a_frame : 1;
    if (k + 1 >= n || k + 1 < pace) return k + 1 >= n;
    return (double)(work_so_far(p) + 2 * s->step_ns) > QUICK_SHARE * (double)session_period_ns(s);
}

static int64_t time_now(const session *s, int64_t release_ns) {
    return follows_steps(s) ? steps_time_ns(s) : release_ns - s->origin_ns;
}

bool session_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    session *s = ctx;
    rt_events events = 0;
    uint64_t allocations = rt_alloc_count();
    (void)frame;
    list_loop_events(s);
    int due = session_pace_steps(&s->pace, s->steps_a_frame > 1 ? s->steps_a_frame : 1);
    bool finite = true;
    p->idle = due == 0;
    if (session_pace_is_lent(&s->pace)) return true; // the other thread owns all of the session but its pace
    if (has_reached_pause(s)) {
        session_pace_run(&s->pace, false);
        p->idle = true;
        due = 0;
    }
    // Software-in-the-loop counts time from its first frame, so that a script begins there. A device with its own
    // thread stamps by the clock itself.
    if (s->frames == 0) s->origin_ns = s->manual && !hw_device_is_live(s->device) ? release_ns : 0;
    if (due == 0) return idle_frame(s, time_now(s, release_ns), release_ns, p);
    bool last = false;
    for (int k = 0, n = steps_left(s, due); !last && finite; k++) {
        if (k > 0) count_step(s, events);
        int64_t now_ns = time_now(s, release_ns);
        if (s->manual || hw_device_polls_in_frame(s->device)) hw_device_poll(s->device, now_ns);
        rt_alloc_guard_begin();
        p->slow = s->slow.share > 0 ? &s->slow : NULL;
        if (k == 0) rt_profile_begin(p);
        last = is_last_step(s, p, k, n);
        finite = run_step(s, now_ns, release_ns, last, p, &events);
        s->step_ns = work_so_far(p) / (k + 1);
        rt_alloc_guard_end();
    }
    count_frame(s, p, allocations, events);
    return should_continue(s, finite);
}
