// SPDX-License-Identifier: MIT
#include "rt/report.h"
#include "rt/alloc_count.h"
#include "rt/json.h"
#include "rt/report_link.h"
#include <inttypes.h>
#include <string.h>
#include <sys/utsname.h>

static void write_host(rt_json *j, const rt_loop_stats *loop) {
    struct utsname u;
    char line[256], cpu[200] = "unknown";
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "model name", 10) == 0) {
            const char *value = strchr(line, ':');
            if (value) snprintf(cpu, sizeof cpu, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
            break;
        }
    if (f) fclose(f);
    rt_json_object(j, "host");
    rt_json_text(j, "cpu", cpu);
    rt_json_text(j, "kernel", uname(&u) == 0 ? u.release : "unknown");
    rt_json_text(j, "scheduler", loop->scheduler);
    if (loop->refused[0]) rt_json_text(j, "refused", loop->refused);
    rt_json_end(j);
}

static void write_histogram(rt_json *j, const char *key, const rt_histogram *h, bool tail) {
    rt_json_object(j, key);
    rt_json_int(j, "p50", rt_histogram_quantile(h, 0.5));
    rt_json_int(j, "p99", rt_histogram_quantile(h, 0.99));
    if (tail) rt_json_int(j, "p99_9", rt_histogram_quantile(h, 0.999));
    rt_json_int(j, "max", h->max_ns);
    rt_json_end(j);
}

static void write_miss(rt_json *j, const rt_miss *m) {
    char text[512];
    rt_miss_describe(m, text, sizeof text);
    rt_json_object(j, NULL);
    rt_json_int(j, "frame", (int64_t)m->frame);
    rt_json_text(j, "cause", rt_miss_cause_name(m->cause));
    rt_json_text(j, "phase", rt_phase_name(m->longest));
    rt_json_int(j, "late_ns", m->late_ns);
    rt_json_int(j, "newton", m->work[0]);
    rt_json_int(j, "pairs", m->work[1]);
    rt_json_int(j, "regions", m->work[2]);
    rt_json_int(j, "points", m->work[3]);
    rt_json_text(j, "text", text);
    rt_json_end(j);
}

// Every miss of the last RT_LOOP_RECENT, and the latest ends of all.
static void write_misses(rt_json *j, const rt_loop_stats *loop) {
    rt_json_object(j, "causes");
    for (int k = 0; k < RT_MISS_CAUSE_COUNT; k++)
        rt_json_int(j, rt_miss_cause_name((rt_miss_cause)k), (int64_t)loop->cause_count[k]);
    rt_json_end(j);
    rt_json_array(j, "worst");
    for (int k = 0; k < loop->n_worst; k++) write_miss(j, &loop->worst[k]);
    rt_json_end(j);
    rt_json_array(j, "missed");
    uint64_t first = loop->misses > RT_LOOP_RECENT ? loop->misses - RT_LOOP_RECENT : 0;
    for (uint64_t k = first; k < loop->misses; k++) write_miss(j, &loop->recent[k % RT_LOOP_RECENT]);
    rt_json_end(j);
}

static void write_frame(rt_json *j, const session *s, const report_run *run) {
    const rt_loop_stats *loop = run->loop;
    rt_json_object(j, "frame");
    rt_json_int(j, "period_ns", loop->period_ns);
    rt_json_int(j, "budget_ns", loop->budget_ns);
    // paced: deadlines that passed; not paced: frames whose own work would have passed them
    rt_json_int(j, "misses", (int64_t)(run->real_time ? loop->misses : s->over_budget));
    rt_json_int(j, "max_consecutive_misses",
                (int64_t)(run->real_time ? loop->max_consecutive_misses : s->over_budget_longest));
    rt_json_int(j, "slips", (int64_t)loop->slips);
    write_histogram(j, "work_ns", &s->work, true);
    write_histogram(j, "wakeup_ns", &loop->wakeup, true);
    if (run->real_time) write_misses(j, loop);
    rt_json_end(j);
    rt_json_object(j, "phase_ns");
    for (int k = 0; k < RT_PHASE_COUNT; k++) write_histogram(j, rt_phase_name((rt_phase)k), &s->phase[k], false);
    rt_json_end(j);
}

static void write_solver(rt_json *j, const session *s) {
    const sim_counters *c = &s->sim.counters;
    rt_json_object(j, "solver");
    rt_json_number(j, "newton_mean", c->newton_frames ? (double)c->newton / (double)c->newton_frames : 0);
    rt_json_int(j, "newton_max", c->newton_max);
    rt_json_int(j, "cap_hits", (int64_t)c->cap_hits);
    rt_json_number(j, "phi_max_m", c->phi_max_m);
    rt_json_number(j, "rcond_min", c->rcond_min);
    rt_json_text(j, "tangent",
                 "mass, penalties, constraint geometric stiffness (full, its positive part where a pivot is bad), "
                 "forces and contact");
    rt_json_text(j, "linear", (const char *[]){"block", "klu", "ldl"}[s->sim.sc.solver.linear]);
    rt_json_end(j);
    rt_json_object(j, "contact");
    rt_json_int(j, "pairs_max", c->pairs_max);
    rt_json_int(j, "regions_max", c->regions_max);
    rt_json_int(j, "points_max", c->points_max);
    rt_json_int(j, "dropped", (int64_t)c->dropped);
    rt_json_end(j);
}

static void write_events(rt_json *j, const session *s) {
    rt_json_object(j, "events");
    for (int k = 0; k < RT_EVENT_COUNT; k++) {
        uint64_t n = s->sim.counters.event[k] + s->input_events[k];
        if (n > 0) rt_json_int(j, rt_event_name((rt_event)k), (int64_t)n);
    }
    rt_json_end(j);
    rt_json_array(j, "event_list"); // the first SESSION_EVENTS but for the links' coming and going
    for (int k = 0; k < s->n_events; k++) {
        const session_event *e = &s->event[k];
        if (e->kind == RT_EVENT_LINK_JOINED || e->kind == RT_EVENT_LINK_LEFT) continue;
        rt_json_object(j, NULL);
        rt_json_int(j, "frame", (int64_t)e->frame);
        rt_json_number(j, "t_s", (double)e->frame * s->sim.model.h);
        rt_json_text(j, "event", rt_event_name(e->kind));
        rt_json_end(j);
    }
    rt_json_end(j);
}

// Where the operator's input stands at the end; how it came there is in the events.
static void write_operator(rt_json *j, const session *s) {
    hw_identity id;
    hw_device_identity(s->device, &id);
    rt_json_object(j, "operator");
    rt_json_text(j, "device", id.kind);
    rt_json_text(j, "name", id.name);
    rt_json_text(j, "id", id.id);
    rt_json_text(j, "safety", rt_safety_name(s->conditioner.state));
    rt_json_bool(j, "estop_latched", s->conditioner.estop_latched);
    rt_json_bool(j, "release_held", s->conditioner.releasing);
    rt_json_int(j, "stale_ns", s->limits.stale_ns);
    rt_json_int(j, "failsafe_ns", s->limits.failsafe_ns);
    rt_json_end(j);
}

static void write_outcome(rt_json *j, const session *s) {
    const outcome *o = &s->sim.outcome;
    char why[512] = "a mechanism";
    if (!sim_is_mechanism(&s->sim)) outcome_explain(o, &s->sim.sc, why, sizeof why);
    rt_json_object(j, "outcome");
    rt_json_bool(j, "housed", o->housed);
    rt_json_bool(j, "jammed", o->was_jammed);
    rt_json_number(j, "time_s", o->time_s >= 0 ? o->time_s : (double)NAN);
    rt_json_number(j, "chain_in_m", o->chain_in_m);
    rt_json_number(j, "peak_tension_n", o->peak_tension_n);
    rt_json_int(j, "hull_impacts", (int64_t)o->hull_impacts);
    rt_json_number(j, "max_impact_n", o->max_impact_n);
    rt_json_number(j, "pin_distance_m", o->pin_distance);
    rt_json_int(j, "regions", o->last.regions);
    rt_json_number(j, "tension_n", o->last.tension);
    rt_json_text(j, "why", why);
    rt_json_end(j);
}

rt_status report_write(const char *path, const session *s, const report_run *run, rt_diag *d) {
    rt_json j;
    char hash[20];
    rt_status status = rt_json_open(&j, path, d);
    if (status != RT_OK) return status;
    double t = sim_time(&s->sim);
    snprintf(hash, sizeof hash, "%016" PRIx64, s->hash);
    rt_json_object(&j, NULL);
    rt_json_text(&j, "scenario", s->sim.sc.path);
    rt_json_text(&j, "version", HAWSE_VERSION);
    write_host(&j, run->loop);
    rt_json_number(&j, "h_s", s->sim.model.h);
    rt_json_int(&j, "steps", (int64_t)s->frames);
    rt_json_number(&j, "sim_time_s", t);
    rt_json_number(&j, "wall_time_s", run->wall_s);
    rt_json_number(&j, "real_time_factor", run->wall_s > 0 ? t / run->wall_s : (double)NAN);
    write_frame(&j, s, run);
    rt_json_object(&j, "start");
    rt_json_number(&j, "position_residual_m", s->sim.residual[0]);
    rt_json_number(&j, "velocity_residual_m_s", s->sim.residual[1]);
    rt_json_number(&j, "acceleration_residual_m_s2", s->sim.residual[2]);
    rt_json_end(&j);
    write_solver(&j, s);
    if (rt_alloc_count_available())
        rt_json_int(&j, "allocations_in_loop", (int64_t)s->allocations);
    else
        rt_json_number(&j, "allocations_in_loop", NAN); // not counted in this build
    rt_json_text(&j, "state_hash", hash);
    write_operator(&j, s);
    write_events(&j, s);
    write_outcome(&j, s);
    report_link_write(&j, s->device);
    rt_json_end(&j);
    return rt_json_close(&j, d);
}

void report_print(FILE *f, const session *s, const report_run *run) {
    char why[512] = "";
    if (!sim_is_mechanism(&s->sim)) outcome_explain(&s->sim.outcome, &s->sim.sc, why, sizeof why);
    double t = sim_time(&s->sim);
    fprintf(f, "%.3f s simulated in %.3f s (%.2f times real time), %" PRIu64 " frames, state hash %016" PRIx64 "\n", t,
            run->wall_s, run->wall_s > 0 ? t / run->wall_s : 0, s->frames, s->hash);
    if (run->real_time)
        fprintf(f,
                "%" PRIu64 " of %" PRIu64 " deadlines missed (%" PRIu64 " by our own work), %" PRIu64
                " time slips; %s\n",
                run->loop->misses, run->loop->frames, run->loop->cause_count[RT_MISS_OWN_WORK], run->loop->slips,
                run->loop->scheduler);
    const sim_counters *c = &s->sim.counters;
    if (c->cap_hits > c->newton_frames / 100)
        fprintf(f,
                "the Newton iteration reached its cap in %.1f %% of the steps: do not trust this run; a closed hull, a "
                "lower contact stiffness or a smaller solver.step help\n",
                100 * (double)c->cap_hits / (double)c->newton_frames);
    report_link_print(f, s->device);
    if (s->failed) fprintf(f, "the state became non-finite in frame %" PRIu64 "\n", s->failed_frame);
    if (sim_is_mechanism(&s->sim))
        fprintf(f, "start consistent to %.1e m, %.1e m/s, %.1e m/s²; largest constraint violation %.1e m\n",
                s->sim.residual[0], s->sim.residual[1], s->sim.residual[2], c->phi_max_m);
    else
        fprintf(f, "%s\n", why);
}
