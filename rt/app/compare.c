// SPDX-License-Identifier: MIT
// hawse compare: judges timing regressions between two reports.
#include "rt/compare/compare.h"
#include "rt/app/cmd.h"
#include "rt/file/options.h"
#include "rt/file/outputs.h"

static rt_status write_outputs(const compare *c, const char *json, const char *junit, const char *html, rt_diag *d) {
    rt_status status = json ? compare_write_json(c, json, d) : RT_OK;
    if (status == RT_OK && junit) status = compare_write_junit(c, junit, d);
    if (status == RT_OK && html) status = compare_write_html(c, html, d);
    return status;
}

static void usage(FILE *f, const option *table, int n) {
    fprintf(f, "usage: hawse compare BASE.json NEW.json [OPTION...]\n"
               "Compares two reports of the same scenario. Exit code 1 if a quantity became worse by more than its "
               "limit and by more than chance.\n"
               "Two single runs detect only large changes; for 3 %% of a phase use the gate "
               "(tests/bench/README.md).\n");
    options_print(f, table, n);
}

int cmd_compare(int argc, char **argv) {
    static compare c;
    static rt_diag d;
    const char *word[2], *json = NULL, *junit = NULL, *html = NULL;
    int words;
    bool help;
    c.limits = compare_limits_default();
    const option table[] = {
        {"--p50", "PERCENT", OPTION_NUMBER, &c.limits.p50, "limit of the median times; default 50"},
        {"--p99", "PERCENT", OPTION_NUMBER, &c.limits.p99, "limit of CPU time's p90 and p99; default 50"},
        {"--p99.9", "PERCENT", OPTION_NUMBER, &c.limits.p99_9, "limit of CPU time's p99.9; default 100"},
        {"--work", "PERCENT", OPTION_NUMBER, &c.limits.work, "limit of the mean Newton iterations a step; default 5"},
        {"--misses", "PERCENT", OPTION_NUMBER, &c.limits.misses,
         "limit of the rates of misses by own work, cap hits and dropped contacts; default 50"},
        {"--json", "FILE", OPTION_OUT_FILE, &json, "write every quantity with its verdict"},
        {"--junit", "FILE", OPTION_OUT_FILE, &junit, "write one test case for each quantity"},
        {"--html", "FILE", OPTION_OUT_FILE, &html, "write one page with plots (HTML)"},
    };
    const int n = (int)(sizeof table / sizeof table[0]);
    if (!options_parse(argc, argv, table, n, word, 2, &words, &help, &d)) return options_fail(&d, RT_ERR_USAGE);
    if (help || words < 2) {
        usage(help ? stdout : stderr, table, n);
        return help ? EXIT_DONE : EXIT_USAGE;
    }
    const double *limit[] = {&c.limits.p50, &c.limits.p99, &c.limits.p99_9, &c.limits.work, &c.limits.misses};
    for (int k = 0; k < 5; k++)
        if (!(*limit[k] >= 0)) {
            rt_diag_error(&d, NULL, 0, 0, "%s: expected 0 or more, found %g", table[k].name, *limit[k]);
            return options_fail(&d, RT_ERR_USAGE);
        }
    if (!rt_outputs_spare(word[0], "a report to compare", &d) || !rt_outputs_spare(word[1], "a report to compare", &d))
        return options_fail(&d, RT_ERR_USAGE);
    rt_status status = compare_read(&c, word[0], word[1], &d);
    if (status == RT_OK) {
        compare_judge(&c);
        compare_print(&c, stdout);
        status = write_outputs(&c, json, junit, html, &d);
        if (status == RT_ERR_FILE) { // compared, but an output could not be written
            compare_free(&c);
            fputs(d.text, stderr);
            return EXIT_SHORT;
        }
    }
    compare_free(&c);
    if (status != RT_OK) return options_fail(&d, status);
    return c.regressions ? EXIT_SHORT : EXIT_DONE;
}
