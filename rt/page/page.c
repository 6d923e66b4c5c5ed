// SPDX-License-Identifier: MIT
#include "rt/page/page.h"
#include "rt/file/whole_file.h"
#include "rt/judge/verdict.h"
#include "rt/page/private.h"
#include "rt/recording/recording.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char page_style[] =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:2em auto;padding:0 "
    "1.2em;color:#222;background:#fff}"
    "h1{font-size:27px;line-height:1.2;margin:.1em 0 .4em}h2{font-size:19px;margin:2em 0 .5em;border-bottom:2px solid "
    "#222;padding-bottom:.15em}h3{font-size:15px;margin:1.4em 0 .3em}p{margin:.5em 0;max-width:46em}"
    ".verdict{display:inline-block;font-weight:bold;padding:.15em .8em;border:2px solid;border-radius:.3em;margin:0 "
    ".7em .3em 0}.good{color:#106b21}.bad{color:#a31515}.caution{border-left:4px solid #c60;padding:.2em 0 .2em "
    ".8em;margin:.8em 0}.from{color:#555;margin:0}"
    ".tiles{display:flex;flex-wrap:wrap;gap:.6em;margin:1.2em 0;padding:0;list-style:none}.tiles li{flex:1 1 "
    "8em;border:1px solid #ccc;border-radius:.3em;padding:.45em .8em}.tiles span{display:block;font-size:13px;color:"
    "#555}.tiles data{font-size:20px;font-weight:bold}"
    "table{border-collapse:collapse;font-size:14px;margin:.6em 0}td,th{padding:.18em .9em .18em "
    "0;text-align:right;border-bottom:1px solid #ddd;vertical-align:top}td:first-child,th:first-child,.text th,.text "
    "td{text-align:left;white-space:pre-line}th{color:#555;font-weight:normal}data{white-space:nowrap;font-variant-"
    "numeric:tabular-nums}"
    "svg{width:100%;height:auto;display:block}svg text{font-size:12px;fill:#222}.bar{fill:#1667a8}.over{fill:#a31515}"
    ".who{display:flex;flex-wrap:wrap;gap:.2em 2em;margin:.2em 0 1em}.who dt{font-size:13px;color:#555}.who "
    "dd{margin:0;font-weight:bold}a{color:inherit;text-decoration-color:#1667a8;text-underline-offset:.15em}"
    ".peak td{font-weight:bold}:target td{background:#fff3c4}"
    ".alarm,.warning,.caution_mark{font-weight:bold;padding:.05em .5em;border-radius:.25em;border:1px "
    "solid}.alarm{color:#fff;"
    "background:#a31515;border-color:#a31515}.warning{color:#222;background:#f2a33a;border-color:#c60}.caution_mark{"
    "color:#222;"
    "background:#ffe27a;border-color:#b8930a}"
    ".beside{display:flex;flex-wrap:wrap;gap:0 3em;align-items:flex-start}"
    ".budget{stroke:#c60;stroke-width:1.5;stroke-dasharray:5 4}.ground{stroke:#888}"
    ".pictures{display:grid;grid-template-columns:repeat(2,1fr);gap:1em}figure{margin:0}.large{grid-column:1/-1}figure "
    "img{width:100%;height:auto;display:block;border:1px solid #ccc}figcaption{font-size:14px}"
    "pre{font-size:11.5px;line-height:1.35;columns:2;column-gap:2em;white-space:pre-wrap;overflow-wrap:anywhere}"
    "footer{margin:2.5em 0 1em;color:#555;font-size:13px}"
    "@media(max-width:640px){.pictures{grid-template-columns:1fr}pre{columns:1}table{"
    "display:block;overflow-x:auto}}"
    "@media print{body{margin:0;max-width:none;font-size:10pt}h2{margin-top:1.3em}h2,h3{break-after:avoid}figure,svg,"
    "table,li{break-inside:avoid}table{font-size:9.5pt}pre{columns:3;font-size:7.5pt;line-height:1.25}footer{margin:"
    "1em 0}.tiles "
    "data{font-size:14pt}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}";

static const char *verdict_of(const json_t *report, bool *good) {
    *good = page_flag(report, "outcome.housed");
    if (page_number(report, "events.non_finite") > 0) return *good = false, "State became non-finite";
    if (!page_flag(report, "trust.trusted")) return *good = false, "Not to be trusted";
    if (strcmp(json_string_value(compare_at(report, "outcome.why")), "a mechanism") == 0)
        return *good = true, "Run to its end";
    const char *name = json_string_value(compare_at(report, "outcome.verdict"));
    int v = 0;
    while (v < OUTCOME_VERDICTS - 1 && strcmp(name, outcome_verdict_name((outcome_verdict)v)) != 0) v++;
    return outcome_verdict_words((outcome_verdict)v);
}

// The verdict's evidence, or of a mechanism its kind.
static const char *evidence_of(const json_t *report) {
    const json_t *evidence = compare_at(report, "outcome.evidence");
    return json_string_value(evidence ? evidence : compare_at(report, "outcome.why"));
}

// Title of the scored exercise, else of the scenario.
static const char *title_of(const json_t *report) {
    const json_t *scored = compare_at(report, "score.title");
    return json_string_value(scored ? scored : compare_at(report, "exercise"));
}

// Trainee, exercise, date, file.
static void write_exercise(FILE *f, const json_t *report, const char *path) {
    const char *slash = strrchr(path, '/'), *made = json_string_value(compare_at(report, "made"));
    const char *trainee = json_string_value(compare_at(report, "trainee"));
    const struct {
        const char *name, *text;
    } row[] = {{"Trainee", trainee ? trainee : "not named"},
               {"Exercise", title_of(report)},
               {"Scenario", slash ? slash + 1 : path}};
    fputs("<dl class=\"who\">", f);
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        fprintf(f, "<div><dt>%s</dt><dd>", row[k].name);
        compare_escape(f, row[k].text);
        fputs("</dd></div>", f);
    }
    // RFC 3339, as 2026-11-25T23:04:05Z
    fputs("<div><dt>Date</dt><dd>", f);
    if (strlen(made) == 20) fprintf(f, "<time datetime=\"%s\">%.10s %.5s UTC</time>", made, made, made + 11);
    fprintf(f, "%s</dd></div></dl>\n", strlen(made) == 20 ? "" : "unknown");
}

static void write_head(FILE *f, const json_t *report, const char *more_style) {
    bool good;
    const char *path = json_string_value(compare_at(report, "scenario")), *exercise = title_of(report);
    fprintf(f, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
               "content=\"width=device-width\"><title>");
    compare_escape(f, exercise);
    fprintf(f, ": %s</title><style>%s%s</style></head>\n<body><p class=\"from\">hawse, report of a run</p><h1>",
            verdict_of(report, &good), page_style, more_style ? more_style : "");
    compare_escape(f, exercise);
    fputs("</h1>\n", f);
    write_exercise(f, report, path);
}

static void write_verdict(FILE *f, const json_t *report) {
    bool good;
    const char *verdict = verdict_of(report, &good);
    fprintf(f, "<p><span class=\"verdict %s\">%c%s</span>", good ? "good" : "bad", toupper(verdict[0]), verdict + 1);
    compare_escape(f, evidence_of(report));
    fputs("</p>\n", f);
}

enum { LONG = 15 }; // numbers with this many digits may have superfluous ones

// Whether the token is a number with point or exponent and at least LONG digits. A shorter one may be a name.
static bool is_long_number(const char *token) {
    int digits = 0;
    char *end;
    for (const char *c = token; *c; c++) digits += *c >= '0' && *c <= '9';
    strtod(token, &end);
    return *end == 0 && digits >= LONG && strpbrk(token, ".eE");
}

// Writes a line of the resolved scenario. Shortens long numbers to the fewest digits that read back the same value.
static void write_line(FILE *f, const char *line, size_t n) {
    char token[512];
    for (size_t i = 0, m; i < n; i += m) {
        m = strcspn(line + i, " ,[]\n");
        if (m == 0 || m >= sizeof token) m = m == 0 ? 1 : sizeof token - 1;
        if (m > n - i) m = n - i;
        snprintf(token, sizeof token, "%.*s", (int)m, line + i);
        bool is_long = is_long_number(token);
        double v = is_long ? strtod(token, NULL) : 0;
        for (int digits = LONG; is_long && digits <= 17; digits++) {
            char shorter[32];
            snprintf(shorter, sizeof shorter, "%.*g", digits, v);
            if (strtod(shorter, NULL) != v) continue;
            snprintf(token, sizeof token, "%s", shorter);
            break;
        }
        compare_escape(f, token);
    }
    fputc('\n', f);
}

// Writes the resolved scenario and the date of the page.
static void write_tail(FILE *f, const sim *s) {
    char date[64] = "";
    time_t now = time(NULL);
    struct tm tm;
    if (gmtime_r(&now, &tm)) strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &tm);
    char *text = recording_scenario(s);
    fputs("<h2>Scenario</h2>\n<p>Every parameter with its value, in SI units.</p>\n<pre>", f);
    for (const char *line = text; line && *line; line += strcspn(line, "\n"), line += *line != 0)
        write_line(f, line, strcspn(line, "\n"));
    fprintf(f,
            "</pre>\n<footer>Written %s by hawse " HAWSE_VERSION
            ". The tooltip of each figure names its key in the JSON report. "
            "A design and training aid; not certified.</footer></body></html>\n",
            date);
    free(text);
}

static void write_page(FILE *f, const report_page *p, const json_t *report) {
    write_head(f, report, p->files->more_style);
    if (p->files->more) {
        p->files->more(f, report, p->files->more_ctx);
        fputs("<h2>The run</h2>\n", f);
    }
    write_verdict(f, report);
    page_outcome(f, report);
    page_jam(f, report);
    page_timeline(f, report, p->files->story->history);
    page_alarms(f, report);
    page_events(f, report);
    page_log(f, report);
    page_watch(f, report, p->files->story);
    page_pictures(f, p);
    page_blows(f, report);
    page_contact(f, report);
    page_timing(f, report);
    page_host(f, report);
    write_tail(f, p->sim);
}

// Writes the file whole or not at all.
static rt_status write_page_file(const char *path, const report_page *p, rt_diag *d) {
    rt_whole_file w;
    json_t *report = json_loads(p->report, 0, NULL);
    if (!report) {
        rt_diag_error(d, path, 0, 0, "no memory for the page");
        return RT_ERR_MEMORY;
    }
    rt_status status = rt_whole_open(&w, path, d);
    if (status == RT_OK) {
        write_page(w.file, p, report);
        status = rt_whole_close(&w, d);
    }
    json_decref(report);
    return status;
}

rt_status report_files_write(const report_files *files, const session *s, const report_run *run, rt_diag *d) {
    if (!files->json && !files->html) return RT_OK;
    char *text = report_text(s, run, d);
    if (!text) return RT_ERR_MEMORY;
    const report_page page = {text, &s->sim, files};
    rt_status status = files->json ? report_write(files->json, text, d) : RT_OK;
    if (files->html && write_page_file(files->html, &page, d) != RT_OK) status = RT_ERR_FILE;
    free(text);
    return status;
}
