// SPDX-License-Identifier: MIT
// hawse run: runs the frames in real time in their own thread, with window and operator devices in the main thread.
#include "rt/desk/run.h"
#include "contact/law/permit.h"
#include "hw/device/keyboard.h"
#include "rt/base/signals.h"
#include "rt/desk/command.h"
#include "rt/desk/settling.h"
#include "rt/desk/views.h"
#include "rt/file/options.h"
#include "rt/scenario/rules.h"
#include "rt/scenario/shipped.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Whether a lever commands an actuator of the mechanism.
static bool has_lever(const scenario_model *m) {
    for (int k = 0; k < m->forces.n; k++)
        if (m->forces.item[k].kind == SCENARIO_ACTUATOR && m->forces.item[k].command == SCENARIO_COMMAND_LEVER)
            return true;
    return false;
}

// Opens the device of --device. Without that option the operator works a ship, or a mechanism with a lever; any other
// mechanism runs without an operator.
static rt_status open_selected_device(run *c) {
    if (c->device_name || !c->sc.model_line)
        return open_device(c->device_name ? c->device_name : "auto", &c->devices, &c->device, &c->d);
    if (has_lever(&c->sc.model) && (c->window || c->sc.operator.script[0]))
        return open_device("auto", &c->devices, &c->device, &c->d);
    return open_device_none(&c->devices, &c->device, &c->d);
}

static rt_status open_operator(run *c) {
    rt_clock clock = rt_clock_monotonic();
    if (!c->sc.model_line && scenario_rules(c->sc.path, &c->sc, &c->rules, &c->d) != RT_OK) return RT_ERR_FORMAT;
    c->devices = (device_context){.map = c->sc.operator.map,
                                  .script = c->sc.operator.script,
                                  .rules = c->sc.model_line ? NULL : &c->rules,
                                  .by_rules = c->sc.operator.type == SCENARIO_OPERATOR_HOUSE,
                                  .window = c->window != NULL,
                                  .sdl_events = true,
                                  .wall_clock = true,
                                  .start_ns = rt_clock_now_ns(&clock),
                                  .start = {.brake = 1, .clutch = 1}};
    rt_status status = open_selected_device(c);
    if (c->devices.keyboard) fputs(hw_keyboard_help(), stdout);
    if (status == RT_OK && !c->device_name && !c->window && !c->headless && hw_device_polls_in_frame(&c->device) &&
        !c->sc.model_line)
        fprintf(stderr, "no window to operate it in: the scenario's operator works it for %g s\n", c->sc.end.duration);
    return status;
}

// The role that --role names; -1: none.
static int find_role(const char *name) {
    for (int k = 0; k < DISPLAY_ROLES; k++)
        if (strcmp(name, display_role_name[k]) == 0) return k;
    return -1;
}

static rt_status read_recorded_scenario(run *c) {
    rt_player *p = rt_play_open(c->branch_of, &c->d);
    if (!p) return RT_ERR_FORMAT;
    const rt_record_header *h = rt_play_header(p);
    rt_status status =
        editor_open_recorded(&c->editor, h->scenario_text, h->scenario_path, c->branch_of, c->anywhere, &c->d);
    rt_play_close(p);
    return status;
}

static rt_status read_scenario(run *c) {
    if (c->with_latency && c->cpu < 0) {
        rt_diag_error(&c->d, NULL, 0, 0, "--latency needs a second processor: expected at least 2, found 1");
        return RT_ERR_USAGE;
    }
    if (c->latency_work > 0 && !c->with_latency) {
        rt_diag_error(&c->d, NULL, 0, 0, "--latency-work needs --latency");
        return RT_ERR_USAGE;
    }
    if (c->role && find_role(c->role) < 0) {
        rt_diag_error(&c->d, NULL, 0, 0, "--role: expected trainee, instructor or engineer, found '%s'", c->role);
        return RT_ERR_USAGE;
    }
    rt_status status = law_permit(&c->laws, &c->d);
    if (status == RT_OK) status = stream_check(&c->streams, &c->d);
    if (status == RT_OK && c->branch_of) return read_recorded_scenario(c);
    if (status == RT_OK) status = scenario_find(c->scenario, c->found, &c->d);
    if (status == RT_OK) status = train_run_load(&c->exercise, c->found, c->anywhere, &c->d);
    if (status == RT_OK) status = editor_open(&c->editor, c->found, c->anywhere, &c->d);
    if (status == RT_OK) variants_keep(&c->variants, &c->editor);
    return status;
}

// Begins at a moment of the recording that the user has replayed, with its marks and notes.
static rt_status begin_branch(run *c) {
    const char *file = c->branch_of;
    char notes[PATH_MAX];
    c->branch_of = NULL; // a restarted run begins at time zero
    rt_status status = run_rewind_begin_at(&c->rewind, c->s, &c->loop, file, c->branch_frame, &c->d);
    if (status != RT_OK) return status;
    rt_diag ignored = {0}; // hawse replay has reported damage and bad notes
    static alarm_log recorded;
    timeline_read_recording(&c->marks, c->rewind.replay.player, &recorded, &ignored);
    rt_play_seek(c->rewind.replay.player, c->rewind.replay.next);
    alarm_log_at(&recorded, sim_time(&c->s->sim), &c->s->alarms);
    if (c->window) render_set_alarms(c->window, &c->s->alarms, false);
    if (timeline_notes_file(file, notes, sizeof notes)) timeline_read_notes(&c->marks, notes, &ignored);
    c->started = true;
    return RT_OK;
}

// Opens the recording. A run in a window can be rewound, so it is recorded even without --record.
static rt_status open_recording(run *c) {
    if (c->branch_of) return begin_branch(c);
    if (!c->record && !c->window && !c->exercise.active) return RT_OK;
    rt_diag own = {0};
    rt_status status = run_rewind_begin(&c->rewind, c->s, &c->loop, c->record, c->record ? &c->d : &own);
    if (status == RT_OK) return run_begin_log(c);
    if (c->record) return status;
    fprintf(stderr, "no rewind in this run, continuing without it: %s", own.text);
    return RT_OK;
}

static rt_status prepare_window(run *c) {
    if (!c->window) return RT_OK;
    rt_status status = picture_age_init(&c->picture);
    c->picture.begun_ns = c->begun_ns;
    c->begun_ns = 0;
    c->s->age.waiting = &c->picture.waiting;
    c->speed = 1;
    c->meter = (speed_meter){0};
    c->marks = (timeline){0};
    c->events_read = 0;
    c->esc_ns = c->dead_ns = 0;
    c->unapplied = false;
    run_list_scenarios(c);
    c->started = !run_waits_for_start(c) && !c->branch_of;
    if ((c->branch_of || c->exercise.active) && c->panel) panel_show(c->panel, true); // debriefing, briefing
    session_pace_run(&c->s->pace, c->started);
    return status;
}

// Prepares a run of the desk's present scenario.
static rt_status prepare(run *c) {
    session *s = c->s;
    rt_status status = editor_scenario(&c->editor, &c->sc, &c->d);
    if (status == RT_OK && c->duration >= 0) c->sc.end.duration = c->duration;
    if (status == RT_OK && !scenario_spare_inputs(&c->sc, &c->d)) status = RT_ERR_USAGE;
    if (status == RT_OK) status = sim_assemble(&s->sim, &c->sc, &c->d);
    if (status != RT_OK) return status;
    run_settling start;
    run_settling_begin(&start, &s->sim, c->cpu, &c->d);
    c->role_shown = c->role ? find_role(c->role) : c->sc.model_line ? -1 : DISPLAY_TRAINEE;
    run_open_window(c);
    status = run_settling_end(&start);
    if (status == RT_OK) status = open_operator(c);
    if (status == RT_OK && c->window) run_configure_hints(c);
    if (status == RT_OK) status = session_init(s, &c->device, &c->d);
    if (status != RT_OK) return status;
    session_configure(s);
    s->nmea = c->nmea;
    s->script_ns = c->devices.start_ns;
    if (s->sim.kind->frame_of_steps) s->steps_a_frame = session_steps_for(s->sim.model.h);
    if (s->steps_a_frame > 1)
        printf("%d steps of %g ms a frame of %g ms\n", s->steps_a_frame, 1e3 * s->sim.model.h,
               1e-6 * (double)session_period_ns(s));
    s->loop = c->stats; // only the frame thread writes and reads it during the run
    bool until_closed = c->window && c->duration < 0;
    if (!until_closed) session_end_after(s, c->sc.end.duration);
    if (until_closed && c->sc.model_line) session_pause_after(s, c->sc.end.duration);
    status = train_run_begin(&c->exercise, s, until_closed, &c->d);
    if (status == RT_OK) status = prepare_window(c);
    c->headroom = (headroom){0};
    if (c->with_headroom) s->headroom = &c->headroom;
    if (status == RT_OK) status = session_loop_prepare(s, &c->options, &c->def, &c->d);
    c->def.cpu = c->cpu;
    c->def.standby_cpu = rt_loop_choose_cpu_except(c->cpu);
    if (status == RT_OK && !latency_work_fits(c->latency_work, &c->def, "--latency-work", &c->d)) status = RT_ERR_USAGE;
    if (status == RT_OK && c->html && !(c->story = report_story_create(&s->sim, &c->d))) status = RT_ERR_MEMORY;
    if (c->story) s->history = c->story->history;
    if (status == RT_OK) rt_signals_catch(false); // from here on there are files to complete
    return status == RT_OK ? open_recording(c) : status;
}

// Starts the empty frames of --latency on another processor: the same machine in the same minutes.
static rt_status start_latency(run *c) {
    rt_loop_def def = rt_loop_def_default();
    def.keep_awake = false; // the frames' processor stays awake already; a host throttles a machine that never idles
    def.period_ns = def.budget_ns = c->def.period_ns;
    def.max_lag_ns = c->def.max_lag_ns;
    def.cpu = rt_loop_choose_cpu_except(c->def.cpu);
    def.warm_up = latency_warm_up;
    c->beside = (latency_frames){.work_ns = llround(1e9 * c->latency_work)};
    return rt_loop_start(&c->latency_loop, &def, latency_frame, &c->beside, c->latency_stats, &c->d);
}

static void end_latency(run *c) {
    if (!c->with_latency) return;
    rt_loop_stop(&c->latency_loop);
    rt_loop_join(&c->latency_loop);
}

// Starts the threads of a run: flight recorder, empty frames, frames. On failure only the flight recorder's thread may
// remain.
static rt_status start_threads(run *c) {
    rt_status status = c->def.flight ? rt_flight_start(c->def.flight, &c->d) : RT_OK;
    if (status == RT_OK && c->with_latency) status = start_latency(c);
    if (status != RT_OK) return status;
    status = rt_loop_start(&c->loop, &c->def, session_frame, c->s, c->stats, &c->d);
    if (status != RT_OK) end_latency(c);
    return status;
}

// Runs to the end and measures the time. Fails only if a thread cannot start; then no frame has run.
static rt_status run_loop(run *c, int64_t *wall_ns) {
    rt_clock clock = rt_clock_monotonic();
    if (!hw_device_polls_in_frame(&c->device)) hw_device_poll(&c->device, rt_clock_now_ns(&clock));
    rt_status status = start_threads(c);
    if (status != RT_OK) return status;
    int64_t start = rt_clock_now_ns(&clock);
    if (c->stats->refused[0]) fputs(c->stats->refused, stderr);
    while (!rt_loop_done(&c->loop)) {
        if (!run_pump(c, &clock)) rt_loop_stop(&c->loop);
        if (c->restart) rt_loop_stop(&c->loop);
        run_sleep(c, &clock);
    }
    rt_loop_join(&c->loop);
    sound_mute(c->sound, true);
    *wall_ns = rt_clock_now_ns(&clock) - start;
    end_latency(c);
    return RT_OK;
}

// Writes the reports. Closes the window first, since the page's pictures are drawn off-screen.
static rt_status write_reports(run *c, const report_run *r) {
    debrief_page page;
    report_files files = {.json = c->report, .html = c->html, .story = c->story};
    run_add_debrief(c, &page, &files);
    if (c->story) report_story_end(c->story, rt_latest_front(&c->s->snapshot, NULL));
    if (c->story && c->window) {
        render_destroy(c->window);
        c->window = NULL;
        c->panel = NULL;
    }
    return report_files_write(&files, c->s, r, &c->d);
}

static int finish(run *c, int64_t wall_ns) {
    const report_run r = {.wall_s = 1e-9 * (double)wall_ns,
                          .loop = c->stats,
                          .real_time = true,
                          .latency = c->with_latency ? c->latency_stats : NULL,
                          .beside = &c->beside,
                          .headroom = c->s->headroom,
                          .picture = c->window ? &c->picture : NULL,
                          .trainee = c->trainee,
                          .more = train_run_write,
                          .more_ctx = &c->exercise};
    const uint64_t frames = c->rewind.held ? c->rewind.end : c->s->frames; // a run that ends rewound is scored whole
    rt_status status = run_rewind_close(&c->rewind, &c->d);
    station_end(c->station, rt_latest_front(&c->s->snapshot, NULL), frames);
    if (run_score_exercise(c, frames) != RT_OK) status = RT_ERR_FILE;
    if (rt_flight_close(c->def.flight, &c->d) != RT_OK) status = RT_ERR_FILE;
    c->def.flight = NULL;
    if (write_reports(c, &r) != RT_OK) status = RT_ERR_FILE;
    report_print(stdout, c->s, &r);
    train_run_print(stdout, &c->exercise, c->rewind.folder[0] ? NULL : c->rewind.file, c->s->sim.model.h);
    if (run_rewind_end(&c->rewind, &c->d) != RT_OK) status = RT_ERR_FILE;
    fputs(c->d.text, stderr);
    if (c->s->failed) return EXIT_INTERNAL;
    bool fell_short = (c->exercise.active && !c->exercise.total.passed) || status != RT_OK || c->stats->halted ||
                      c->lost || !trust_holds(&c->s->sim.counters.trust);
    return fell_short ? EXIT_SHORT : EXIT_DONE;
}

// Reports a run that failed before its first frame.
static int report_failure(run *c, rt_status status) {
    run_rewind_end(&c->rewind, &c->d);
    rt_flight_abandon(c->def.flight);
    c->def.flight = NULL;
    return options_fail(&c->d, status);
}

static const char **output_name(run *c, int k) {
    const char **const at[RUN_OUTPUTS] = {&c->record, &c->report, &c->html, &c->options.trace,
                                          &c->options.trace_misses};
    return at[k];
}

// Names the outputs of this run: the requested names for the first run, the next free ones for later runs.
static rt_status name_outputs(run *c) {
    bool first = c->runs++ == 0;
    for (int k = 0; k < RUN_OUTPUTS; k++) {
        int n = 0;
        if (first) c->requested[k] = *output_name(c, k);
        if (first || !c->requested[k]) continue;
        if (!run_next_name(c->requested[k], &n, c->named[k], sizeof c->named[k])) {
            rt_diag_error(&c->d, c->requested[k], 0, 0, "no free name for the output of a later run");
            return RT_ERR_FILE;
        }
        *output_name(c, k) = c->named[k];
        printf("run %d writes %s\n", c->runs, c->named[k]);
    }
    return RT_OK;
}

static rt_status open_stream(run *c) {
    char title[RT_CONFIG_TEXT];
    if (c->streams.n == 0) return RT_OK;
    scenario_title(&c->sc, title);
    c->stream = stream_sender_open(&c->streams, &c->s->snapshot, stream_scene_hash(&c->sc), title, &c->d);
    return c->stream ? RT_OK : RT_ERR_USAGE;
}

static void close_stream(run *c) {
    stream_sender_counts n;
    if (!c->stream) return;
    stream_sender_close(c->stream, &n);
    stream_sender_print(stdout, &n);
    c->stream = NULL;
}

// One run, from preparation to report.
static int run_once(run *c) {
    int64_t wall_ns = 0;
    rt_status status = name_outputs(c);
    if (status == RT_OK) status = prepare(c);
    if (status == RT_OK) status = open_stream(c);
    if (status == RT_OK) {
        fputs(c->d.text, stderr);
        c->d = (rt_diag){0};
        status = run_begin_station(c);
        if (status == RT_OK) status = run_loop(c, &wall_ns);
        close_stream(c);
    }
    int code = status == RT_OK ? finish(c, wall_ns) : report_failure(c, status);
    hw_axes_close(&c->axes); // the next run may use another map of the joystick
    c->axes_due_ns = 0;
    hw_device_close(&c->device);
    report_story_free(c->story);
    c->story = NULL;
    train_run_detach(&c->exercise, c->s);
    session_free(c->s);
    memset(c->s, 0, sizeof *c->s);
    picture_def_free(&c->solids);
    c->solids = (render_def){0};
    picture_age_free(&c->picture);
    c->picture = (picture_age){0};
    scenario_free(&c->sc);
    open_device_free(&c->devices);
    return code;
}

static void print_help(const option *table, int n) {
    printf("usage: hawse run [SCENARIO] [OPTION...]\n"
           "SCENARIO: a file, or the name of a scenario in %s/scenarios; default weigh\n",
           scenario_shipped_folder());
    options_print(stdout, table, n);
    printf("\ndevices:\n");
    open_device_print_help(stdout);
    printf(
        "\nmechanisms: a mechanism (a scenario with `model:`) starts at once and runs in real time; with a step below "
        "1 ms a frame has\nseveral steps. If the processor is too slow, the simulation falls behind the clock and the "
        "window shows the delay; F7 slows\nthe simulation down. In the window it pauses at end.duration.\nThe "
        "operator's lever commands each actuator with "
        "`command: lever`.\n");
    printf("\nrestart: a run restarted in the window writes its own files under the next free names (a-2.rec, "
           "r-2.json) and prints them\n");
    printf("\nend: Esc twice within 3 s, a closed window, Ctrl-C, SIGTERM and SIGHUP close the recording, write the "
           "report and give "
           "exit code 0, or 1 if the run is not to be trusted; "
           "so does the loss of\nthe window or its display, with exit code 1\n");
    printf("\nwindow: drag to orbit, right drag to pan, wheel to zoom, Esc twice ends\n%s%s", run_key_help(),
           hw_keyboard_help());
    views_print_keys(stdout);
}

// Opens the way to the bridge's displays, if the user asks for one.
static rt_status open_nmea(run *c) {
    const char *mode = c->nmea_mode ? c->nmea_mode : "S";
    if (strcmp(mode, "S") != 0 && strcmp(mode, "A") != 0) {
        rt_diag_error(&c->d, NULL, 0, 0, "--nmea-mode: expected S or A, found '%.80s'", mode);
        return RT_ERR_USAGE;
    }
    if (!c->nmea_to) return RT_OK;
    c->nmea = nmea_sender_open(c->nmea_to, mode[0] == 'S', &c->d);
    return c->nmea ? RT_OK : RT_ERR_USAGE;
}

static void close_nmea(run *c) {
    nmea_counts n;
    if (!c->nmea) return;
    nmea_sender_close(c->nmea, &n);
    printf("NMEA 0183: %llu sentences sent, %llu refused by %s\n", (unsigned long long)n.sent,
           (unsigned long long)n.failed, c->nmea_to);
}

// Runs once, and again for each restart that the user requests. Returns the exit code of the last run.
static int run_all(run *c) {
    c->cpu = rt_loop_choose_cpu();
    rt_loop_exclude_cpu(c->cpu); // before the window starts threads
    rt_status status = read_scenario(c);
    if (status == RT_OK) status = open_nmea(c);
    if (status == RT_OK) status = run_open_station(c);
    int code = status == RT_OK ? EXIT_DONE : options_fail(&c->d, status);
    for (c->restart = status == RT_OK; c->restart && !c->lost;) {
        c->restart = false;
        code = run_once(c);
    }
    close_nmea(c);
    station_close(c->station, stdout);
    sound_close(c->sound);
    if (c->window) render_destroy(c->window);
    variants_close(&c->variants);
    editor_close(&c->editor);
    train_run_free(&c->exercise, c->s);
    return code;
}

static void begin_program(run *c) {
    static session s;
    static rt_loop_stats stats, latency_stats;
    const rt_clock clock = rt_clock_monotonic();
    c->begun_ns = rt_clock_now_ns(&clock);
    c->s = &s;
    c->stats = &stats;
    c->latency_stats = &latency_stats;
}

int run_branch(const char *file, uint64_t frame, bool anywhere, const option_list *laws) {
    static run c;
    c = (run){.duration = -1, .speed = 1, .branch_of = file, .branch_frame = frame, .anywhere = anywhere};
    c.laws = *laws;
    begin_program(&c);
    return run_all(&c);
}

int cmd_run(int argc, char **argv) {
    static run c = {.duration = -1, .speed = 1};
    begin_program(&c);
    const option table[] = {
        {"--device", "NAME", OPTION_TEXT, &c.device_name, "the operator's device, see below; default auto"},
        {"--duration", "S", OPTION_DURATION, &c.duration,
         "end after this time [s]; default: when the window closes; without a window, end.duration of the scenario"},
        {"--record", "FILE", OPTION_OUT_FILE, &c.record, "record commands and state hashes, for hawse replay"},
        {"--report", "FILE", OPTION_OUT_FILE, &c.report, "write the report (JSON)"},
        {"--html", "FILE", OPTION_OUT_FILE, &c.html,
         "write the report as one readable page: events, plots, pictures, timing (HTML)"},
        {"--role", "trainee|instructor|engineer", OPTION_TEXT, &c.role,
         "what the window shows at the start; default: trainee, for a ship"},
        {"--trainee", "NAME", OPTION_TEXT, &c.trainee, "name for report and logbook: who made the exercise"},
        {"--log", "FILE", OPTION_TEXT, &c.log_file,
         "logbook of an exercise with --trainee; default: hawse log names it"},
        {"--nmea", "TO", OPTION_TEXT, &c.nmea_to, "send the ship's instruments as NMEA 0183 to " NMEA_TO_HELP},
        {"--nmea-mode", "S|A", OPTION_TEXT, &c.nmea_mode,
         "mode of the positions: S simulator (default), or A autonomous, for displays that refuse S"},
        {"--stream", "TO", OPTION_LIST, &c.streams,
         "send the state to hawse view at " STREAM_TO_HELP "; may be given several times"},
        {"--station", "AT", OPTION_TEXT, &c.station_at, "serve the instructor's page at " STATION_AT_HELP},
        {"--station-tls", "FILE", OPTION_TEXT, &c.station_tls, "the page's certificate and key (PEM), not hawse's own"},
        {"--station-reader", "ADDRESS", OPTION_LIST, &c.station_readers,
         "page of another station that may show this one beside its own; may be given several times"},
        {"--latency", NULL, OPTION_FLAG, &c.with_latency,
         "run empty frames on another processor at the same time, and report both"},
        {"--latency-work", "S", OPTION_DURATION, &c.latency_work,
         "processor time that each frame of --latency uses [s], for example as much as this run's own; default: none"},
        {"--headroom", NULL, OPTION_FLAG, &c.with_headroom,
         "increase an artificial load until the first miss by the frame's own work, and report that load"},
        SESSION_LOOP_OPTIONS(c.options),
        {"--headless", NULL, OPTION_FLAG, &c.headless, "no window, no sound"},
        {"--no-sound", NULL, OPTION_FLAG, &c.no_sound, "window without sound"},
        {"--anywhere", NULL, OPTION_FLAG, &c.anywhere, "let the scenario's paths leave its configuration folder"},
        LAW_PERMIT_OPTION(c.laws),
    };
    const int n = (int)(sizeof table / sizeof table[0]);
    const char *word[1];
    int words;
    bool help;
    if (!options_parse(argc, argv, table, n, word, 1, &words, &help, &c.d)) return options_fail(&c.d, RT_ERR_USAGE);
    if (help) {
        print_help(table, n);
        return EXIT_DONE;
    }
    if (words > 0) c.scenario = word[0];
    return run_all(&c);
}
