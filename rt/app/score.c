// SPDX-License-Identifier: MIT
// hawse score: scores a recording of an exercise.
#include "rt/app/cmd.h"
#include "rt/file/options.h"
#include "rt/file/outputs.h"
#include "rt/scenario/shipped.h"
#include "rt/train/recorded.h"
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

static int score(const char *name, const char *file, const char *json, bool anywhere, rt_diag *d) {
    static train_total total;
    train_exercise e;
    char path[RT_CONFIG_TEXT];
    bool is = false;
    rt_status status = scenario_find(name, path, d);
    if (status == RT_OK) status = train_exercise_is(path, &is, d);
    if (status == RT_OK && !is) {
        rt_diag_error(d, path, 0, 0, "expected an exercise, with the key `exercise`, found another file");
        status = RT_ERR_USAGE;
    }
    if (status == RT_OK) status = train_exercise_load(path, anywhere, &e, d);
    if (status != RT_OK) return options_fail(d, status);
    const double h = step_of(file, d);
    status = h > 0 ? train_score_recording(&e, file, UINT64_MAX, &total, d) : RT_ERR_FORMAT;
    if (status == RT_OK && json) status = write_json(json, &e, &total, h, d);
    if (status == RT_OK) train_total_print(stdout, &e, &total, file, h);
    train_exercise_free(&e);
    if (status != RT_OK) return options_fail(d, status);
    fputs(d->text, stderr);
    return total.passed ? EXIT_DONE : EXIT_SHORT;
}

int cmd_score(int argc, char **argv) {
    static rt_diag d;
    const char *word[2], *json = NULL;
    int words;
    bool help, anywhere = false;
    const option table[] = {
        {"--json", "FILE", OPTION_OUT_FILE, &json, "write the score with its evidence (JSON)"},
        {"--anywhere", NULL, OPTION_FLAG, &anywhere, "let the exercise's paths leave its configuration folder"},
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
    return score(word[0], word[1], json, anywhere, &d);
}
