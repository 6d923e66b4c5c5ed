// SPDX-License-Identifier: MIT
// hawse study: runs the variants of a scenario, several at once, and tabulates the outcomes.
#include "rt/study/study.h"
#include "contact/law/permit.h"
#include "rt/app/cmd.h"
#include "rt/base/signals.h"
#include "rt/file/options.h"
#include "rt/file/outputs.h"
#include "rt/picture/picture.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct call {
    const char *file, *report;
    study_options o;
    double jobs;
    bool anywhere;
    option_list laws;
    study s;
    int rows;        // printed
    bool unwritable; // the report, before the end
    rt_diag d;
} call;

static rt_status check_options(call *c) {
    render_view view;
    if (!(c->jobs >= 1 && c->jobs <= STUDY_VARIANTS)) {
        rt_diag_error(&c->d, NULL, 0, 0, "-j: expected 1 .. %d, found %g", STUDY_VARIANTS, c->jobs);
        return RT_ERR_USAGE;
    }
    c->o.jobs = (int)c->jobs;
    if (c->o.view && !picture_view(c->o.view, false, &view, &c->d)) return RT_ERR_USAGE;
    return RT_OK;
}

static bool spare_inputs(call *c) {
    bool good = rt_outputs_spare(c->file, "the study", &c->d);
    for (int k = 0; good && k < c->s.n; k++) good = scenario_spare_inputs(&c->s.variant[k].scenario, &c->d);
    return good;
}

// Prints the variant's row and writes the report with all that have ended: a kill loses none of them.
static void on_finished(void *ctx, const study *s, const study_variant *v) {
    call *c = ctx;
    rt_diag later = {0}; // the report at the end gives the reason
    if (c->rows++ == 0) study_print_head(stdout, s);
    study_print_row(stdout, v);
    fflush(stdout);
    if (c->report && !c->unwritable) c->unwritable = study_write(s, c->report, &later) != RT_OK;
}

static int run(call *c) {
    rt_status status = law_permit(&c->laws, &c->d);
    if (status == RT_OK) status = study_load(c->file, c->anywhere, &c->s, &c->d);
    if (status == RT_OK && !spare_inputs(c)) status = RT_ERR_USAGE;
    if (status == RT_OK && c->o.pictures && mkdir(c->o.pictures, 0777) != 0 && errno != EEXIST) {
        rt_diag_error(&c->d, c->o.pictures, 0, 0, "--pictures: cannot create the folder: %s", strerror(errno));
        status = RT_ERR_FILE;
    }
    rt_signals_catch(false); // ends the study and keeps the finished variants
    if (status == RT_OK) status = study_run(&c->s, &c->o, &rt_signals_ended, &c->d);
    if (status != RT_OK) {
        int code = options_fail(&c->d, status);
        study_free(&c->s);
        return code;
    }
    if (c->report) status = study_write(&c->s, c->report, &c->d);
    fputs(c->d.text, stderr);
    int code = status == RT_OK ? EXIT_DONE : EXIT_SHORT;
    for (int k = 0; k < c->s.n; k++) {
        const study_result *r = &c->s.variant[k].result;
        bool whole = r->verdict != STUDY_NOT_RUN && r->verdict != STUDY_FAILED && !r->no_picture[0] && !r->distrust[0];
        if (code == EXIT_DONE && !whole) code = EXIT_SHORT;
    }
    study_free(&c->s);
    return code;
}

int cmd_study(int argc, char **argv) {
    static call c = {.jobs = 1, .o.duration = -1};
    char views[128], view_help[200];
    snprintf(view_help, sizeof view_help, "camera of --pictures: %s; default bolster",
             picture_views(false, views, sizeof views));
    c.o.quiet = !isatty(STDERR_FILENO);
    const option table[] = {
        {"-j", "N", OPTION_NUMBER, &c.jobs, "number of variants that run at once, each in its own process; default 1"},
        {"--duration", "S", OPTION_DURATION, &c.o.duration,
         "simulated time of each variant [s]; default: end.duration of its scenario"},
        {"--report", "FILE", OPTION_OUT_FILE, &c.report, "write the outcome of every variant (JSON)"},
        {"--pictures", "DIR", OPTION_OUT_FOLDER, &c.o.pictures, "write a picture of each variant's end, NAME.png"},
        {"--view", "NAME", OPTION_TEXT, &c.o.view, view_help},
        {"--anywhere", NULL, OPTION_FLAG, &c.anywhere, "let the scenario's paths leave its configuration folder"},
        LAW_PERMIT_OPTION(c.laws),
    };
    const int n = (int)(sizeof table / sizeof table[0]);
    const char *word[1];
    int words;
    bool help;
    if (!options_parse(argc, argv, table, n, word, 1, &words, &help, &c.d)) return options_fail(&c.d, RT_ERR_USAGE);
    if (help || words == 0) {
        fprintf(help ? stdout : stderr, "usage: hawse study STUDY [OPTION...]\n");
        options_print(help ? stdout : stderr, table, n);
        return help ? EXIT_DONE : EXIT_USAGE;
    }
    if (check_options(&c) != RT_OK) return options_fail(&c.d, RT_ERR_USAGE);
    c.file = word[0];
    c.o.finished = on_finished;
    c.o.ctx = &c;
    return run(&c);
}
