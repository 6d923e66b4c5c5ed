// SPDX-License-Identifier: MIT
// hawse log: the logbook of training: lists, shows, exports, overrides, marks and deletes.
#include "rt/app/cmd.h"
#include "rt/base/number.h"
#include "rt/base/plain.h"
#include "rt/debrief_page/class.h"
#include "rt/file/outputs.h"
#include "rt/logbook/logbook.h"
#include "rt/logbook/print.h"
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 4 };

typedef struct call {
    const char *log, *by, *reason, *html;
    logbook_filter filter;
    double last;
    bool yes;
    const char *word[WORDS]; // action and its arguments
    int words;
    char path[PATH_MAX];
    logbook *l;
    rt_diag d;
} call;

static rt_status list(call *c) { return logbook_print_list(stdout, c->l, &c->filter, &c->d); }
static rt_status class(call *c) {
    return c->html ? class_page_write(c->html, c->l, &c->filter, stdout, &c->d)
                   : logbook_print_class(stdout, c->l, &c->filter, &c->d);
}
static rt_status agree(call *c) { return logbook_print_agreement(stdout, c->l, c->filter.exercise, &c->d); }
static rt_status show(call *c) { return logbook_print_session(stdout, c->l, c->filter.id, &c->d); }
static rt_status export_csv(call *c) { return logbook_export(c->l, &c->filter, c->word[1], &c->d); }

static bool parse_points(call *c, double *points) {
    const char *rest;
    if (rt_number_parse(c->word[3], points, &rest) && !*rest) return true;
    rt_diag_error(&c->d, NULL, 0, 0, "POINTS: expected a number, found '%.80s'", c->word[3]);
    return false;
}

static rt_status override(call *c) {
    double points;
    if (!parse_points(c, &points)) return RT_ERR_USAGE;
    return logbook_override(c->l, c->filter.id, c->word[2], points, c->reason, c->by, &c->d);
}

static rt_status mark(call *c) {
    double points;
    if (!parse_points(c, &points)) return RT_ERR_USAGE;
    return logbook_mark(c->l, c->filter.id, c->word[2], points, c->by, &c->d);
}

// Asks on the terminal. Without one, only --yes is consent.
static bool consents(call *c, const char *name) {
    char answer[16];
    if (c->yes) return true;
    if (!isatty(STDIN_FILENO)) {
        rt_diag_error(&c->d, NULL, 0, 0, "delete: no terminal to ask on; to delete without a question, add --yes");
        return false;
    }
    printf("Delete %s with all sessions, for good? [y/N] ", name);
    fflush(stdout);
    if (fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y')) return true;
    rt_diag_error(&c->d, NULL, 0, 0, "delete: nothing deleted");
    return false;
}

static void print_recording(void *ctx, const logbook_session *s) {
    char shown[1024];
    int *n = ctx;
    if (!s->recording) return;
    if ((*n)++ == 0) printf("files of the sessions, which stay:\n");
    printf("  %s\n", rt_plain(shown, sizeof shown, s->recording));
}

static rt_status delete_person(call *c) {
    char name[512];
    int recordings = 0;
    logbook_deleted done;
    rt_plain(name, sizeof name, c->word[1]);
    if (!consents(c, name)) return RT_ERR_USAGE;
    rt_status status =
        logbook_sessions(c->l, &(logbook_filter){.trainee = c->word[1]}, print_recording, &recordings, &c->d);
    if (status == RT_OK) status = logbook_delete(c->l, c->word[1], &done, &c->d);
    if (status != RT_OK) return status;
    printf("%s deleted: %d sessions; %d entries at sessions of others stay without the name\n", name, done.sessions,
           done.unnamed);
    if (done.mentioned)
        rt_diag_warning(&c->d, c->path, 0, 0, "%d texts of others contain '%s' and stay", done.mentioned, name);
    return RT_OK;
}

static const struct {
    const char *name;
    int words;        // with the action itself
    bool number;      // the second word is the number of a session
    const char *with; // options of the action, beside --log
    rt_status (*run)(call *c);
} action[] = {
    {"list", 1, false, "--trainee --exercise --last", list},
    {"show", 2, true, "", show},
    {"export", 2, false, "--trainee --exercise --last", export_csv},
    {"class", 1, false, "--trainee --exercise --html", class},
    {"override", 4, true, "--reason --by", override},
    {"mark", 4, true, "--by", mark},
    {"agree", 1, false, "--exercise", agree},
    {"delete", 2, false, "--yes", delete_person},
};
enum { ACTIONS = sizeof action / sizeof action[0] };

static int find_action(call *c) {
    char shown[256];
    if (c->words == 0) c->word[c->words++] = "list";
    for (int k = 0; k < ACTIONS; k++) {
        if (strcmp(c->word[0], action[k].name) != 0) continue;
        if (c->words == action[k].words) return k;
        rt_diag_error(&c->d, NULL, 0, 0, "log %s: expected %d arguments, found %d; --help lists them", action[k].name,
                      action[k].words - 1, c->words - 1);
        return -1;
    }
    rt_diag_error(&c->d, NULL, 0, 0, "unknown action '%s' of hawse log; --help lists them",
                  rt_plain(shown, sizeof shown, c->word[0]));
    return -1;
}

// Whether each option that is given has an effect on the action, and each that it needs is given.
static bool check_options(call *c, int k) {
    const struct {
        const char *name;
        bool given, needed;
    } rule[] = {{"--trainee", c->filter.trainee, false},
                {"--exercise", c->filter.exercise, false},
                {"--last", c->last != 0, false},
                {"--reason", c->reason, true},
                {"--by", c->by, true},
                {"--yes", c->yes, false},
                {"--html", c->html, false}};
    for (int i = 0; i < (int)(sizeof rule / sizeof rule[0]); i++) {
        bool used = strstr(action[k].with, rule[i].name);
        if (rule[i].given && !used)
            rt_diag_error(&c->d, NULL, 0, 0, "%s: has no effect with 'log %s'", rule[i].name, action[k].name);
        if (rule[i].needed && used && !rule[i].given)
            rt_diag_error(&c->d, NULL, 0, 0, "log %s: expected %s", action[k].name, rule[i].name);
    }
    if (c->last != 0 && !(c->last >= 1 && c->last <= 1e6))
        rt_diag_error(&c->d, NULL, 0, 0, "--last: expected 1 .. 1000000, found %g", c->last);
    c->filter.last = c->d.errors ? 0 : (int64_t)c->last;
    return c->d.errors == 0;
}

static bool parse_session(call *c) {
    const char *rest;
    double number;
    bool good = rt_number_parse(c->word[1], &number, &rest) && !*rest && number >= 1 && number < 1e15 &&
                number == (double)(int64_t)number;
    if (good)
        c->filter.id = (int64_t)number;
    else
        rt_diag_error(&c->d, NULL, 0, 0, "expected the number of a session, found '%.80s': hawse log lists them",
                      c->word[1]);
    return good;
}

// Whether no output is the logbook or a file that SQLite keeps beside it while it is open.
static bool spare_logbook(call *c) {
    static const char *const beside[] = {"", "-wal", "-shm"};
    char path[PATH_MAX + 16];
    bool good = true;
    for (int k = 0; good && k < 3; k++) {
        snprintf(path, sizeof path, "%s%s", c->path, beside[k]);
        good = rt_outputs_spare(path, "the logbook", &c->d);
    }
    return good;
}

static int run(call *c, int k) {
    rt_status status = RT_OK;
    if (c->log)
        snprintf(c->path, sizeof c->path, "%s", c->log);
    else
        status = logbook_default_path(c->path, sizeof c->path, &c->d);
    if (status == RT_OK) c->l = logbook_open(c->path, false, &status, &c->d);
    if (status == RT_OK && !spare_logbook(c)) status = RT_ERR_USAGE;
    if (status == RT_OK) status = action[k].run(c);
    bool unwritten = c->l && (action[k].run == export_csv || c->html) && status == RT_ERR_FILE;
    logbook_close(c->l);
    if (status != RT_OK && !unwritten) return options_fail(&c->d, status);
    fputs(c->d.text, stderr);
    return unwritten ? EXIT_SHORT : EXIT_DONE;
}

static void usage(FILE *f, const option *table, int n) {
    fprintf(
        f,
        "usage: hawse log [ACTION] [OPTION...]\n"
        "The logbook of training: sessions of exercises, with scores, evidence, notes and overrides.\n"
        "  list                       trainees and sessions, newest first; the default\n"
        "  show N                     a session with its items, and the commands that replay the evidence\n"
        "  export FILE.csv            sessions and items as CSV\n"
        "  class                      last ten scores by exercise and trainee, items failed twice or more; with --html "
        "a\n"
        "                             page without names, and the names behind its numbers here\n"
        "  override N ITEM POINTS     change the points of an item, by --by, for --reason; the automatic score stays\n"
        "  mark N ITEM POINTS         the own mark of the assessor --by, for agree\n"
        "  agree                      agreement of assessors' marks with the automatic score\n"
        "  delete NAME                a person with all sessions; the name leaves the file\n"
        "options:\n");
    options_print(f, table, n);
}

int cmd_log(int argc, char **argv) {
    static call c;
    const option table[] = {
        {"--log", "FILE", OPTION_TEXT, &c.log, "logbook; default: $XDG_DATA_HOME/hawse/log.db"},
        {"--trainee", "NAME", OPTION_TEXT, &c.filter.trainee, "only this trainee"},
        {"--exercise", "ID", OPTION_TEXT, &c.filter.exercise, "only this exercise"},
        {"--last", "N", OPTION_NUMBER, &c.last, "only the newest N sessions"},
        {"--html", "FILE", OPTION_OUT_FILE, &c.html, "with class: the class over time as a page (HTML)"},
        {"--by", "NAME", OPTION_TEXT, &c.by, "who overrides or marks"},
        {"--reason", "TEXT", OPTION_TEXT, &c.reason, "why the score changes"},
        {"--yes", NULL, OPTION_FLAG, &c.yes, "delete without a question"},
    };
    const int n = (int)(sizeof table / sizeof table[0]);
    bool help;
    if (!options_parse(argc, argv, table, n, c.word, WORDS, &c.words, &help, &c.d))
        return options_fail(&c.d, RT_ERR_USAGE);
    if (help) {
        usage(stdout, table, n);
        return EXIT_DONE;
    }
    int k = find_action(&c);
    if (k < 0 || !check_options(&c, k) || (action[k].number && !parse_session(&c)))
        return options_fail(&c.d, RT_ERR_USAGE);
    // The file of an export comes as a word, not as an option: its place is checked here.
    if (action[k].run == export_csv && !rt_outputs_add("export", c.word[1], false, &c.d))
        return options_fail(&c.d, RT_ERR_USAGE);
    return run(&c, k);
}
