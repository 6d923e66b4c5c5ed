// SPDX-License-Identifier: MIT
// hawse replay: lists a recording, runs its commands again and compares states, writes slices and exports.
#include "rt/app/replay.h"
#include "contact/law/permit.h"
#include "rt/app/cmd.h"
#include "rt/base/plain.h"
#include "rt/debrief/debrief.h"
#include "rt/desk/views.h"
#include "rt/file/options.h"
#include "rt/file/outputs.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool has_file_output(const replay_command *c) { return c->csv || c->mat || c->slice || c->plot; }
static bool needs_watch(const replay_command *c) { return picture_film_wanted(&c->film) || c->report || c->html; }

static int check(const replay_command *c, rt_player *p, rt_diag *d) {
    static replay r;
    static replay_check found;
    uint64_t from, to;
    rt_status status = replay_begin(c, p, &r, &from, &to, d);
    if (status != RT_OK) return options_fail(d, status);
    rt_play how = replay_compare(&r, from, to, &found, d);
    if (how == RT_PLAY_END) how = rt_play_end_before(p, to, d);
    replay_close(&r);
    fputs(d->text, stderr);
    if (found.differing == 0)
        printf("%" PRIu64 " frames replayed, every state equal\n", found.frames);
    else
        printf("%" PRIu64 " frames replayed, %" PRIu64 " states differ, the first in frame %" PRIu64 ": ", found.frames,
               found.differing, found.first);
    rt_print_plain(stdout, found.text);
    if (how == RT_PLAY_DAMAGED) return EXIT_USAGE;
    return found.differing > 0 || found.bad_state > 0 ? EXIT_SHORT : EXIT_DONE;
}

// Writes CSV, MAT, plot and slice from the recorded data, without running the simulation.
static int write_files(const replay_command *c, rt_player *p, rt_diag *d) {
    uint64_t from, to;
    rt_status status = replay_find_frames(c, p, &from, &to, d) ? RT_OK : RT_ERR_USAGE;
    if (status == RT_OK && c->csv) status = recording_to_csv(p, c->csv, from, to, d);
    if (status == RT_OK && c->mat) status = recording_to_mat(p, c->mat, from, to, d);
    if (status == RT_OK && c->plot) status = recording_to_plot(p, c->plot, c->channels, from, to, d);
    if (status == RT_OK && c->slice) status = recording_slice(p, c->file, c->slice, from, to, d);
    if (status == RT_OK && !needs_watch(c) && rt_play_end_before(p, to, d) == RT_PLAY_DAMAGED) status = RT_ERR_FORMAT;
    fputs(d->text, stderr);
    *d = (rt_diag){0};
    if (status == RT_ERR_FILE) return EXIT_SHORT; // an output could not be written
    return status == RT_OK ? EXIT_DONE : EXIT_USAGE;
}

// Returns the first conflict between options, or NULL. The command refuses an option that would have no effect.
static const char *find_conflict(const replay_command *c) {
    bool files = has_file_output(c), watch = needs_watch(c), part = c->from != 0 || !isinf(c->to);
    if (c->check && c->window) return "expected --check or --window, found both";
    if ((c->check || c->window) && (files || watch))
        return "--check and --window write no files: give the output options in a second command";
    if (c->beside && !c->window) return "--beside needs --window";
    if (c->beside && c->scenario) return "--beside: expected two runs as recorded, found --scenario";
    if (c->channels && !c->plot) return "--channels needs --plot";
    if (c->film.view && !picture_film_wanted(&c->film)) return "--view needs --frames or --video";
    if (c->scenario && !c->check && !c->window && !watch)
        return "--scenario needs an option that runs the recording again: --check, --window, --report, --html, "
               "--frames or --video";
    if (part && !c->check && !c->window && !files && !watch)
        return "--from, --to: need an option that uses that part; --help lists them";
    return c->from < 0 || c->to < 0 ? "--from, --to: expected a time of 0 or later" : NULL;
}

static rt_status check_options(const replay_command *c, rt_diag *d) {
    const char *fault = find_conflict(c);
    if (fault) {
        rt_diag_error(d, NULL, 0, 0, "%s", fault);
        return RT_ERR_USAGE;
    }
    if (!rt_outputs_spare(c->file, "the recording itself", d)) return RT_ERR_USAGE;
    if (c->scenario && !rt_outputs_spare(c->scenario, "the scenario", d)) return RT_ERR_USAGE;
    rt_status status = law_permit(&c->laws, d);
    return status == RT_OK ? picture_film_check(&c->film, d) : status;
}

// An export does not load the scenario: the files come from the header.
bool replay_spare_files(const rt_player *p, rt_diag *d) {
    const rt_record_header *h = rt_play_header(p);
    char line[1024];
    bool good = rt_outputs_spare(h->scenario_path, "the recorded scenario", d);
    for (int k = 0; good && recording_info_find(h->info, "file", k, line, sizeof line); k++) {
        const char *path = strchr(line, ' ');
        good = !path || rt_outputs_spare(path + 1, "a file of the recorded run", d);
    }
    return good;
}

int cmd_replay(int argc, char **argv) {
    static rt_diag d;
    static replay_command c = {.to = INFINITY};
    const char *word[1];
    bool help;
    int words;
    char view_help[360];
    picture_film_view_help(view_help, sizeof view_help);
    const option table[] = {
        {"--check", NULL, OPTION_FLAG, &c.check,
         "run it again and compare every state; exit code 1 if a state differs from the recorded one"},
        {"--window", NULL, OPTION_FLAG, &c.window,
         "debrief it in a window: slider with events and notes, charts, speeds, films; keys below"},
        {"--beside", "FILE", OPTION_TEXT, &c.beside,
         "with --window: show this second recording beside the first, and the differences of their gauges"},
        {"--csv", "FILE", OPTION_OUT_FILE, &c.csv,
         "write the recorded gauges and anchor, or a mechanism's columns (CSV)"},
        {"--mat", "FILE", OPTION_OUT_FILE, &c.mat, "the same for MATLAB and Octave (MAT, level 5)"},
        {"--plot", "FILE", OPTION_OUT_FILE, &c.plot, "draw recorded channels and events over time (.svg or .png)"},
        {"--channels", "A,B,...", OPTION_TEXT, &c.channels,
         "channels of --plot, by their names in the CSV file; default: tension,chain_speed,chain_out"},
        PICTURE_FILM_OPTIONS(c.film, view_help),
        {"--report", "FILE", OPTION_OUT_FILE, &c.report, "write the report of the recorded run (JSON)"},
        {"--trainee", "NAME", OPTION_TEXT, &c.trainee, "name for that report: who made the exercise"},
        {"--html", "FILE", OPTION_OUT_FILE, &c.html, "write that report as one readable page (HTML)"},
        {"--slice", "FILE", OPTION_OUT_FILE, &c.slice, "write the part between --from and --to as a recording"},
        {"--from", "S", OPTION_NUMBER, &c.from, "begin at this time, or at the last recorded state before it [s]"},
        {"--to", "S", OPTION_NUMBER, &c.to, "end at this time [s]"},
        {"--scenario", "FILE", OPTION_TEXT, &c.scenario, "run with this scenario instead of the recorded one"},
        {"--anywhere", NULL, OPTION_FLAG, &c.anywhere,
         "let the recorded paths leave the recording's folder, and the scenario's its configuration folder"},
        LAW_PERMIT_OPTION(c.laws),
    };
    const int n = (int)(sizeof table / sizeof table[0]);
    if (!options_parse(argc, argv, table, n, word, 1, &words, &help, &d)) return options_fail(&d, RT_ERR_USAGE);
    if (help || words == 0) {
        fprintf(help ? stdout : stderr, "usage: hawse replay RECORDING [OPTION...]\n");
        options_print(help ? stdout : stderr, table, n);
        if (help) {
            printf("\nkeys of --window:\n%s", debrief_key_help());
            views_print_keys(stdout);
        }
        return help ? EXIT_DONE : EXIT_USAGE;
    }
    c.file = word[0];
    if (check_options(&c, &d) != RT_OK) return options_fail(&d, RT_ERR_USAGE);
    rt_player *p = rt_play_open(c.file, &d);
    if (!p) return options_fail(&d, RT_ERR_FORMAT);
    if (!replay_spare_files(p, &d)) {
        rt_play_close(p);
        return options_fail(&d, RT_ERR_USAGE);
    }
    if (c.check) return check(&c, p, &d);
    if (c.window) return replay_window(&c, p, &d);
    bool files = has_file_output(&c), watch = needs_watch(&c);
    int code = files ? write_files(&c, p, &d) : watch ? EXIT_DONE : replay_print_contents(p, &d);
    if (watch && code == EXIT_DONE) return replay_watch(&c, p, &d);
    rt_play_close(p);
    return code;
}
