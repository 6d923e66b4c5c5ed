// SPDX-License-Identifier: MIT
// hawse sil: runs the frames of hawse run software-in-the-loop, by the scenario's operator on a manual clock.
#include "contact/law/permit.h"
#include "hw/device/script.h"
#include "hw/open/open.h"
#include "rt/app/cmd.h"
#include "rt/app/sil_branch.h"
#include "rt/base/signals.h"
#include "rt/debrief_page/debrief_page.h"
#include "rt/file/options.h"
#include "rt/file/outputs.h"
#include "rt/picture/film.h"
#include "rt/recording/csv.h"
#include "rt/report/hull_loads.h"
#include "rt/scenario/rules.h"
#include "rt/scenario/shipped.h"
#include "rt/script/script.h"
#include "rt/session/on_loop.h"
#include "rt/train/log.h"
#include "rt/world/world.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct sil {
    const char *scenario, *script, *device_name, *record, *report, *html, *csv_file, *contacts_file, *loads_name,
        *clock, *trainee, *recorded; // recorded: the file in use
    picture_film_def film_def;
    char found[RT_CONFIG_TEXT]; // the scenario's file
    sil_branch branch;
    train_run exercise;
    train_log log;
    const char *log_file;
    option_list laws;
    double duration, nan_at;
    bool anywhere, quiet;
    scenario sc;
    device_context devices;
    hw_device device;
    session *s;
    csv *csv, *contacts;
    hull_loads *loads;
    picture_film *film;
    report_story *story; // of --html
    csv_pace pace;       // times of the CSV file's rows
    double next_progress;
    session_loop_options options;
    rt_loop_def def;
    rt_loop_stats loop;
    rt_diag d;
    rules_table rules; // of the scenario's operator
    rt_status late;    // the first failure after the loop's start
} sil;

static bool is_paced(const sil *c) { return c->clock && strcmp(c->clock, "wall") == 0; }

static void print_progress(sil *c, double t) {
    if (c->quiet || t < c->next_progress) return;
    double end = (double)c->s->max_frames * c->s->sim.model.h;
    char status[128];
    c->s->sim.kind->status(&c->s->sim, status, sizeof status);
    fprintf(stderr, "\r%8.3f of %.3f s  %s", t, end, status);
    c->next_progress = t + fmin(0.5, 0.01 * end);
}

// Writes rows, pictures and the recording's chunks and prints the progress, between two frames.
static bool after_frame(void *ctx, session *s) {
    sil *c = ctx;
    double t = sim_time(&s->sim);
    const dyn_snapshot *snap = rt_latest_front(&s->snapshot, NULL);
    if (c->csv && csv_pace_due(&c->pace, t)) csv_write(c->csv, &s->sim, snap);
    if (c->contacts) csv_write(c->contacts, &s->sim, snap);
    if (c->loads) hull_loads_add(c->loads, &s->sim);
    if (c->film && c->late == RT_OK) c->late = picture_film_frame(c->film, snap, &c->d);
    if (c->story) report_story_update(c->story, snap);
    if (s->recording) recording_drain(s->recording);
    print_progress(c, t);
    if (c->nan_at >= 0 && t >= c->nan_at) s->sim.state.qd[s->sim.model.n_nodes - 2].x = NAN;
    return c->late == RT_OK;
}

static rt_status prepare_operator(sil *c) {
    const char *file = c->script ? c->script : c->sc.operator.script;
    char text[RT_CONFIG_TEXT + 16];
    bool wall = c->clock && strcmp(c->clock, "wall") == 0;
    rt_clock clock = rt_clock_monotonic();
    int64_t zero = wall && c->device_name && open_device_is_live(c->device_name) ? rt_clock_now_ns(&clock) : 0;
    if (!c->sc.model_line && scenario_rules(c->scenario, &c->sc, &c->rules, &c->d) != RT_OK) return RT_ERR_FORMAT;
    c->devices = (device_context){.map = c->sc.operator.map,
                                  .script = file,
                                  .rules = c->sc.model_line ? NULL : &c->rules,
                                  .wall_clock = wall,
                                  .start_ns = zero,
                                  .start = {.brake = 1, .clutch = 1}};
    if (c->device_name && c->script) {
        rt_diag_error(&c->d, NULL, 0, 0, "expected --device or --script, found both");
        return RT_ERR_USAGE;
    }
    if (c->device_name) return open_device(c->device_name, &c->devices, &c->device, &c->d);
    if (!c->script && c->sc.operator.type == SCENARIO_OPERATOR_HOUSE)
        return open_device("house", &c->devices, &c->device, &c->d);
    if (!file[0] && c->sc.model_line) return open_device_none(&c->devices, &c->device, &c->d);
    if (!file[0]) {
        rt_diag_error(&c->d, c->branch.file ? c->branch.file : c->scenario, 0, 0,
                      "no operator: expected %s--script FILE",
                      c->branch.file ? "" : "operator.script or `operator: house` in the scenario, or ");
        return RT_ERR_USAGE;
    }
    snprintf(text, sizeof text, "script:%s", file);
    return open_device(text, &c->devices, &c->device, &c->d);
}

static rt_status open_recording(sil *c) {
    const int64_t period = is_paced(c) ? session_period_ns(c->s) : 0;
    rt_status status;
    c->recorded = train_run_recording(&c->exercise, c->record, &status, &c->d);
    if (!c->recorded) return status;
    c->s->recording = c->branch.file ? sil_branch_record(&c->branch, c->recorded, c->s, period, &c->d)
                                     : recording_open(c->recorded, &c->s->sim, period, &c->d);
    if (!c->s->recording) return RT_ERR_FILE;
    return c->log_file
               ? train_log_begin(&c->log, c->log_file, c->trainee, &c->exercise, c->record, c->s->sim.model.h, &c->d)
               : RT_OK;
}

// Opens every output. Checks and pictures, which may lack a resource, come before the files: a failure leaves no
// half-written file.
static rt_status open_outputs(sil *c) {
    bool film = picture_film_wanted(&c->film_def);
    if (c->loads_name && !c->s->sim.kind->has_windlass) {
        rt_diag_error(&c->d, c->scenario, c->sc.model_line, 0,
                      "--loads: expected a ship's scenario, found a mechanism; its --csv writes the recorded columns");
        return RT_ERR_USAGE;
    }
    if (film && !(c->film = picture_film_open(&c->s->sim, &c->film_def, &c->d))) return RT_ERR_DEVICE;
    if (c->html && !(c->story = report_story_create(&c->s->sim, &c->d))) return RT_ERR_MEMORY;
    if (c->story) c->s->history = c->story->history;
    rt_signals_catch(false); // from here on there are files to complete
    if (c->csv_file && !(c->csv = csv_open(c->csv_file, CSV_MOTION, &c->s->sim, &c->d))) return RT_ERR_FILE;
    if (c->contacts_file && !(c->contacts = csv_open(c->contacts_file, CSV_CONTACTS, &c->s->sim, &c->d)))
        return RT_ERR_FILE;
    if (c->loads_name && !(c->loads = hull_loads_open(c->loads_name, &c->s->sim, &c->d))) return RT_ERR_FILE;
    return open_recording(c);
}

// The scenario named by the user, or that of the recording from which the run branches.
static rt_status read_scenario(sil *c) {
    rt_status status = c->branch.file ? sil_branch_load(&c->branch, c->anywhere, &c->sc, c->found, &c->d)
                                      : scenario_find(c->scenario, c->found, &c->d);
    if (status == RT_OK && !c->branch.file) status = train_run_load(&c->exercise, c->found, c->anywhere, &c->d);
    c->scenario = c->found;
    if (status != RT_OK || c->branch.file) return status;
    return scenario_load(c->scenario, c->anywhere, &c->sc, &c->d);
}

static rt_status prepare(sil *c) {
    session *s = c->s;
    rt_status status = law_permit(&c->laws, &c->d);
    if (status == RT_OK) status = read_scenario(c);
    if (status == RT_OK && !scenario_spare_inputs(&c->sc, &c->d)) status = RT_ERR_USAGE;
    if (status == RT_OK && c->duration >= 0) c->sc.end.duration = c->duration;
    if (status == RT_OK) status = prepare_operator(c);
    if (status == RT_OK) status = sim_create(&s->sim, &c->sc, &c->d);
    if (status == RT_OK) status = session_init(s, &c->device, &c->d);
    if (status != RT_OK) return status;
    session_configure(s);
    s->manual = true;
    s->after = after_frame;
    s->after_ctx = c;
    session_end_after(s, c->sc.end.duration);
    if (is_paced(c)) s->loop = &c->loop;
    if (c->branch.file) status = sil_branch_begin(&c->branch, s, &c->d);
    if (status == RT_OK) status = train_run_begin(&c->exercise, s, false, &c->d);
    if (status == RT_OK) status = session_loop_prepare(s, &c->options, &c->def, &c->d);
    if (status != RT_OK) return status;
    c->pace = csv_pace_of(&s->sim);
    csv_pace_seek(&c->pace, sim_time(&s->sim));
    if (c->def.flight) status = rt_flight_start(c->def.flight, &c->d);
    return status == RT_OK ? open_outputs(c) : status;
}

// A signal ends the run after the current frame; every output is written as at a normal end.
static int64_t run_loop(sil *c) {
    rt_clock clock = is_paced(c) ? rt_clock_monotonic() : rt_clock_manual();
    rt_clock wall = rt_clock_monotonic();
    int64_t start = rt_clock_now_ns(&wall);
    rt_loop_run(&c->def, &clock, session_frame, c->s, &c->loop, &rt_signals_ended);
    return rt_clock_now_ns(&wall) - start;
}

// Closes and writes every requested output, also after a failed run.
static int finish(sil *c, int64_t wall_ns) {
    const report_run run = {.wall_s = 1e-9 * (double)wall_ns,
                            .loop = &c->loop,
                            .real_time = is_paced(c),
                            .trainee = c->trainee,
                            .more = train_run_write,
                            .more_ctx = &c->exercise};
    debrief_page page = {&c->exercise.e, &c->exercise.total, c->recorded, c->record, &c->s->sim};
    rt_status status = c->late;
    if (recording_close(c->s->recording, &c->s->sim, &c->d) != RT_OK) status = RT_ERR_FILE;
    if (train_run_end(&c->exercise, c->recorded, c->s->frames, &c->d) != RT_OK) status = RT_ERR_FILE;
    if (train_log_end(&c->log, &c->exercise, c->s, 0, &c->d) != RT_OK) status = RT_ERR_FILE;
    if (train_run_validate(&c->exercise, c->log_file, &c->d) != RT_OK) status = RT_ERR_FILE;
    if (c->csv && csv_close(c->csv, &c->d) != RT_OK) status = RT_ERR_FILE;
    if (c->contacts && csv_close(c->contacts, &c->d) != RT_OK) status = RT_ERR_FILE;
    if (hull_loads_close(c->loads, &c->d) != RT_OK) status = RT_ERR_FILE;
    if (picture_film_close(c->film, &c->d) != RT_OK) status = RT_ERR_FILE;
    if (rt_flight_close(c->def.flight, &c->d) != RT_OK) status = RT_ERR_FILE;
    if (c->story) report_story_end(c->story, rt_latest_front(&c->s->snapshot, NULL));
    const report_files files = {.json = c->report,
                                .html = c->html,
                                .story = c->story,
                                .more = c->exercise.scored ? debrief_page_write : NULL,
                                .more_ctx = &page,
                                .more_style = debrief_page_style};
    if (report_files_write(&files, c->s, &run, &c->d) != RT_OK) status = RT_ERR_FILE;
    if (!c->quiet) fputc('\n', stderr);
    report_print(stdout, c->s, &run);
    train_run_print(stdout, &c->exercise, c->recorded, c->s->sim.model.h);
    fputs(c->d.text, stderr);
    if (c->s->failed) return EXIT_INTERNAL;
    bool fell_short = (c->exercise.active && !c->exercise.total.passed) || status != RT_OK || c->loop.halted ||
                      !trust_holds(&c->s->sim.counters.trust);
    return fell_short ? EXIT_SHORT : EXIT_DONE;
}

static rt_status check_options(sil *c, int words) {
    if (c->branch.file && words > 0) {
        rt_diag_error(&c->d, NULL, 0, 0, "expected SCENARIO or --branch-of, found both");
        return RT_ERR_USAGE;
    }
    if (c->branch.file && !rt_outputs_spare(c->branch.file, "the recording of --branch-of", &c->d)) return RT_ERR_USAGE;
    if (c->log_file && !c->trainee) {
        rt_diag_error(&c->d, NULL, 0, 0, "--log: expected together with --trainee");
        return RT_ERR_USAGE;
    }
    if (c->branch.from >= 0 && !c->branch.file) {
        rt_diag_error(&c->d, NULL, 0, 0, "--from: expected together with --branch-of");
        return RT_ERR_USAGE;
    }
    if (c->loads_name && !hull_loads_reserve(c->loads_name, &c->d)) return RT_ERR_USAGE;
    if (c->clock && strcmp(c->clock, "wall") != 0 && strcmp(c->clock, "manual") != 0) {
        rt_diag_error(&c->d, NULL, 0, 0, "--clock: expected manual or wall, found '%s'", c->clock);
        return RT_ERR_USAGE;
    }
    if ((c->options.trace || c->options.trace_misses || c->options.on_overrun) && !is_paced(c)) {
        rt_diag_error(&c->d, NULL, 0, 0,
                      "--trace, --trace-misses and --on-overrun need --clock wall: a manual clock has no deadlines");
        return RT_ERR_USAGE;
    }
    return picture_film_check(&c->film_def, &c->d);
}

// Runs from the preparation to the report and frees everything. Returns the exit code.
static int run_once(sil *c) {
    rt_status status = prepare(c);
    sil_branch_close(&c->branch);
    int code;
    if (status == RT_OK) {
        fputs(c->d.text, stderr); // warnings
        c->d = (rt_diag){0};
        code = finish(c, run_loop(c));
    } else {
        code = options_fail(&c->d, status);
        if (c->csv) csv_abandon(c->csv);
        if (c->contacts) csv_abandon(c->contacts);
        hull_loads_abandon(c->loads);
        picture_film_close(c->film, &c->d);
        rt_flight_abandon(c->def.flight);
    }
    report_story_free(c->story);
    train_run_free(&c->exercise, c->s);
    session_free(c->s);
    scenario_free(&c->sc);
    hw_device_close(&c->device);
    open_device_free(&c->devices);
    return code;
}

int cmd_sil(int argc, char **argv) {
    static sil c = {.duration = -1, .nan_at = -1, .branch.from = -1};
    static session s;
    char view_help[360], device_help[512], played[160], live[256];
    picture_film_view_help(view_help, sizeof view_help);
    open_device_list_names(played, sizeof played, HW_FROM_FILE | HW_FROM_DECK);
    open_device_list_names(live, sizeof live, HW_FROM_THREAD);
    snprintf(device_help, sizeof device_help, "operator instead of --script: %s; with --clock wall also %s; or a mix",
             played, live);
    c.s = &s;
    c.quiet = !isatty(STDERR_FILENO);
    const option table[] = {
        {"--script", "FILE", OPTION_TEXT, &c.script, "the operator: lever, brake and clutch over time (CSV or YAML)"},
        {"--device", "NAME", OPTION_TEXT, &c.device_name, device_help},
        {"--duration", "S", OPTION_DURATION, &c.duration, "simulated time [s]; default: end.duration of the scenario"},
        {"--branch-of", "RECORDING", OPTION_TEXT, &c.branch.file,
         "instead of SCENARIO: continue this recording in its own scenario, with the operator named here"},
        {"--from", "S", OPTION_DURATION, &c.branch.from,
         "moment of --branch-of at which the branch begins [s]; default: its end"},
        {"--clock", "manual|wall", OPTION_TEXT, &c.clock,
         "manual: full speed, the default; wall: paced by the wall clock"},
        {"--report", "FILE", OPTION_OUT_FILE, &c.report, "write the report (JSON)"},
        {"--html", "FILE", OPTION_OUT_FILE, &c.html,
         "write the report as one readable page: events, plots, pictures, timing (HTML)"},
        {"--trainee", "NAME", OPTION_TEXT, &c.trainee, "name for the report: who made the exercise"},
        {"--log", "FILE", OPTION_TEXT, &c.log_file, "enter the run of an exercise in this logbook; needs --trainee"},
        {"--csv", "FILE", OPTION_OUT_FILE, &c.csv_file,
         "write gauges and anchor, or a mechanism's columns, each record_interval of the scenario (CSV, units in row "
         "two)"},
        {"--contacts", "FILE", OPTION_OUT_FILE, &c.contacts_file,
         "write every contact of every step: place, normal, depth, area, forces, sticking (CSV, units in row two)"},
        {"--loads", "NAME", OPTION_TEXT, &c.loads_name,
         "write the loads on the hull by triangle: peak force, impulse, count, pressure (NAME.csv; NAME.vtp for "
         "ParaView)"},
        PICTURE_FILM_OPTIONS(c.film_def, view_help),
        {"--record", "FILE", OPTION_OUT_FILE, &c.record, "record commands and state hashes, for hawse replay"},
        {"--anywhere", NULL, OPTION_FLAG, &c.anywhere, "let the scenario's paths leave its configuration folder"},
        LAW_PERMIT_OPTION(c.laws),
        SESSION_LOOP_OPTIONS(c.options),
        {"--inject-nan", "S", OPTION_NUMBER, &c.nan_at, "test aid: make the state non-finite at this time [s]"},
    };
    const int n = (int)(sizeof table / sizeof table[0]);
    const char *word[1];
    int words;
    bool help;
    if (!options_parse(argc, argv, table, n, word, 1, &words, &help, &c.d)) return options_fail(&c.d, RT_ERR_USAGE);
    if (help || (words == 0 && !c.branch.file)) {
        fprintf(help ? stdout : stderr, "usage: hawse sil SCENARIO [OPTION...]\n"
                                        "       hawse sil --branch-of RECORDING [--from S] [OPTION...]\n");
        options_print(help ? stdout : stderr, table, n);
        if (help) {
            fputc('\n', stdout);
            scenario_model_print_summary(stdout);
        }
        return help ? EXIT_DONE : EXIT_USAGE;
    }
    if (check_options(&c, words) != RT_OK) return options_fail(&c.d, RT_ERR_USAGE);
    c.scenario = words > 0 ? word[0] : NULL;
    return run_once(&c);
}
