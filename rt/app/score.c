// SPDX-License-Identifier: MIT
// hawse score: scores a recording of an exercise, and writes its debrief page.
#include "rt/app/cmd.h"
#include "rt/app/replay.h"
#include "rt/file/options.h"
#include "rt/file/outputs.h"
#include "rt/scenario/shipped.h"
#include "rt/train/log.h"
#include <math.h>
#include <string.h>

static rt_status write_json(const char *path, const train_exercise *e, const train_total *t, double h, rt_diag *d) {
    rt_json j;
    rt_status status = rt_json_open(&j, path, d);
    if (status != RT_OK) return status;
    rt_json_object(&j, NULL);
    train_total_write(&j, e, t, h);
    rt_json_end(&j);
    return rt_json_close(&j, d);
}

// Step of the recording [s]; 0, with a message, if it cannot be read.
static double step_of(const char *file, rt_diag *d) {
    rt_player *p = rt_play_open(file, d);
    const double h = p ? 1e-9 * (double)rt_play_header(p)->h_ns : 0;
    rt_play_close(p);
    return h;
}

typedef struct call {
    const char *exercise, *file, *json, *html, *log, *trainee, *beside;
    bool anywhere;
} call;

// Runs the recording again for the page. Returns the exit code.
static int write_page(const call *c, const train_exercise *e, const train_total *t, rt_diag *d) {
    debrief_page page = {e, t, c->file, c->file, NULL};
    const replay_command command = {.file = c->file,
                                    .html = c->html,
                                    .trainee = c->trainee,
                                    .to = INFINITY,
                                    .anywhere = c->anywhere,
                                    .debrief = &page};
    rt_player *p = rt_play_open(c->file, d);
    if (!p) return options_fail(d, RT_ERR_FORMAT);
    if (replay_spare_files(p, d)) return replay_watch(&command, p, d);
    rt_play_close(p);
    return options_fail(d, RT_ERR_USAGE);
}

// Scores the second run and writes the page of both. Returns the exit code.
static int write_beside(const call *c, train_exercise *e, const train_total *first, rt_diag *d) {
    static debrief_run run[2];
    run[0] = (debrief_run){c->file, *first};
    run[1].file = c->beside;
    const double h = step_of(c->beside, d);
    rt_status status = h > 0 ? train_score_recording(e, c->beside, UINT64_MAX, &run[1].total, d) : RT_ERR_FORMAT;
    run[1].total.validity = first->validity;
    if (status == RT_OK) status = debrief_beside_write(c->html, e, run, d);
    if (status == RT_OK) train_total_print(stdout, e, &run[1].total, c->beside, h);
    if (status != RT_OK && status != RT_ERR_FILE) return options_fail(d, status);
    fputs(d->text, stderr);
    return status == RT_OK ? EXIT_DONE : EXIT_SHORT;
}

static rt_status load(const char *name, bool anywhere, train_exercise *e, rt_diag *d) {
    char path[RT_CONFIG_TEXT];
    bool is = false;
    rt_status status = scenario_find(name, path, d);
    if (status == RT_OK) status = train_exercise_is(path, &is, d);
    if (status == RT_OK && !is) {
        rt_diag_error(d, path, 0, 0, "expected an exercise, with the key `exercise`, found another file");
        status = RT_ERR_USAGE;
    }
    return status == RT_OK ? train_exercise_load(path, anywhere, e, d) : status;
}

static int score(const call *c, rt_diag *d) {
    static train_total total;
    train_exercise e;
    int code = EXIT_DONE;
    rt_status status = load(c->exercise, c->anywhere, &e, d);
    if (status != RT_OK) return options_fail(d, status);
    const double h = step_of(c->file, d);
    status = h > 0 ? train_score_recording(&e, c->file, UINT64_MAX, &total, d) : RT_ERR_FORMAT;
    if (status == RT_OK) status = train_validity_read(c->log, e.id.text, &total.validity, d);
    if (status == RT_OK && c->json) status = write_json(c->json, &e, &total, h, d);
    if (status == RT_OK) {
        fputs(d->text, stderr);
        *d = (rt_diag){0};
        if (c->html && !c->beside) code = write_page(c, &e, &total, d);
        train_total_print(stdout, &e, &total, c->file, h);
        if (c->beside) code = write_beside(c, &e, &total, d);
    }
    train_exercise_free(&e);
    if (status != RT_OK) return options_fail(d, status);
    return code != EXIT_DONE ? code : total.passed ? EXIT_DONE : EXIT_SHORT;
}

int cmd_score(int argc, char **argv) {
    static rt_diag d;
    call c = {0};
    const char *word[2];
    int words;
    bool help;
    const option table[] = {
        {"--json", "FILE", OPTION_OUT_FILE, &c.json, "write the score with its evidence (JSON)"},
        {"--html", "FILE", OPTION_OUT_FILE, &c.html,
         "run the recording again and write its debrief as one readable page, also of a killed run (HTML)"},
        {"--beside", "RECORDING", OPTION_TEXT, &c.beside,
         "with --html: score this second run too, and write the page of both: differences of items, reports, channels"},
        {"--trainee", "NAME", OPTION_TEXT, &c.trainee, "name for the page: who made the exercise"},
        {"--log", "FILE", OPTION_TEXT, &c.log,
         "logbook whose assessors validate the score; default: $XDG_DATA_HOME/hawse/log.db"},
        {"--anywhere", NULL, OPTION_FLAG, &c.anywhere,
         "let the exercise's paths leave its configuration folder, and the recorded ones the recording's"},
    };
    const int n = (int)(sizeof table / sizeof table[0]);
    if (!options_parse(argc, argv, table, n, word, 2, &words, &help, &d)) return options_fail(&d, RT_ERR_USAGE);
    if (help || words < 2) {
        fprintf(help ? stdout : stderr, "usage: hawse score EXERCISE RECORDING [OPTION...]\n");
        options_print(help ? stdout : stderr, table, n);
        return help ? EXIT_DONE : EXIT_USAGE;
    }
    if (!rt_outputs_spare(word[0], "the exercise", &d) || !rt_outputs_spare(word[1], "the recording", &d))
        return options_fail(&d, RT_ERR_USAGE);
    c.exercise = word[0], c.file = word[1];
    if ((c.trainee || c.beside) && !c.html)
        rt_diag_error(&d, NULL, 0, 0, "--%s: expected together with --html", c.trainee ? "trainee" : "beside");
    else if (c.trainee && c.beside)
        rt_diag_error(&d, NULL, 0, 0, "expected --trainee or --beside, found both");
    if (d.errors > 0 || (c.beside && !rt_outputs_spare(c.beside, "the second recording", &d)))
        return options_fail(&d, RT_ERR_USAGE);
    return score(&c, &d);
}
