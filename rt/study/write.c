// SPDX-License-Identifier: MIT
// Writes the results of a study as a table and as JSON.
#include "rt/base/plain.h"
#include "rt/file/json.h"
#include "rt/judge/verdict.h"
#include "rt/study/study.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

const char *study_verdict_name(study_verdict v) {
    static const char *const name[STUDY_VERDICTS] = {"not run", "housed", "wrong way", "jammed", "not home", "failed"};
    return name[v];
}

void study_print_head(FILE *f, const study *s) {
    char title[2 * RT_CONFIG_TEXT];
    fprintf(f, "%s\n%-24s %-22s %7s %8s %8s %9s %s\n", rt_plain(title, sizeof title, s->title[0] ? s->title : s->path),
            "variant", "verdict", "time", "peak", "impacts", "hardest", "why");
}

void study_print_row(FILE *f, const study_variant *v) {
    const study_result *r = &v->result;
    char time[16] = "-", name[4 * STUDY_NAME], why[2 * STUDY_WHY];
    if (r->housed_s >= 0) snprintf(time, sizeof time, "%.1f s", r->housed_s);
    const char *verdict =
        r->outcome < 0 ? study_verdict_name(r->verdict) : outcome_verdict_words((outcome_verdict)r->outcome);
    fprintf(f, "%-24s %-22s %7s %5.0f kN %8" PRIu64 " %6.0f kN %s\n", rt_plain(name, sizeof name, v->name), verdict,
            time, r->peak_tension_n / 1e3, r->hull_impacts, r->max_impact_n / 1e3, rt_plain(why, sizeof why, r->why));
    if (r->distrust[0]) fprintf(f, "%-24s do not trust this run: %s\n", "", rt_plain(why, sizeof why, r->distrust));
    if (r->no_picture[0]) fprintf(f, "%-24s no picture: %s\n", "", rt_plain(why, sizeof why, r->no_picture));
}

static void write_variant(rt_json *j, const study_variant *v) {
    const study_result *r = &v->result;
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, r->hash);
    rt_json_object(j, NULL);
    rt_json_text(j, "name", v->name);
    rt_json_object(j, "set");
    for (int i = 0; i < v->n; i++) rt_json_text(j, v->change[i].key, v->change[i].text);
    rt_json_end(j);
    rt_json_text(j, "verdict", study_verdict_name(r->verdict));
    if (r->outcome >= 0) {
        rt_json_text(j, "outcome", outcome_verdict_name((outcome_verdict)r->outcome));
        rt_json_text(j, "evidence", r->evidence);
    }
    rt_json_text(j, "why", r->why);
    rt_json_bool(j, "trusted", !r->distrust[0]);
    if (r->distrust[0]) rt_json_text(j, "distrust", r->distrust);
    if (r->no_picture[0]) rt_json_text(j, "no_picture", r->no_picture);
    rt_json_bool(j, "housed", r->verdict == STUDY_HOUSED);
    rt_json_bool(j, "wrong_way", r->wrong_way);
    rt_json_bool(j, "jammed", r->jammed);
    rt_json_number(j, "time_s", r->housed_s >= 0 ? r->housed_s : (double)NAN);
    rt_json_number(j, "flukes_at_hawse", r->flukes_at_hawse);
    rt_json_number(j, "pin_distance_m", r->pin_distance_m);
    rt_json_number(j, "chain_in_m", r->chain_in_m);
    rt_json_number(j, "peak_tension_n", r->peak_tension_n);
    rt_json_int(j, "hull_impacts", (int64_t)r->hull_impacts);
    rt_json_number(j, "max_impact_n", r->max_impact_n);
    if (r->rule[0]) rt_json_text(j, "operator_rule", r->rule);
    if (r->rule[0]) rt_json_int(j, "operator_tries", r->tries);
    rt_json_number(j, "sim_time_s", r->t);
    rt_json_number(j, "wall_time_s", r->wall_s);
    rt_json_int(j, "steps", (int64_t)r->steps);
    rt_json_number(j, "newton_mean", r->newton_mean);
    rt_json_int(j, "cap_hits", (int64_t)r->cap_hits);
    rt_json_text(j, "state_hash", hash);
    rt_json_end(j);
}

rt_status study_write(const study *s, const char *path, rt_diag *d) {
    rt_json j;
    rt_status status = rt_json_open(&j, path, d);
    if (status != RT_OK) return status;
    rt_json_object(&j, NULL);
    rt_json_text(&j, "study", s->path);
    rt_json_text(&j, "title", s->title);
    rt_json_text(&j, "base", s->base);
    rt_json_text(&j, "version", HAWSE_VERSION);
    rt_json_array(&j, "variants");
    for (int k = 0; k < s->n; k++) write_variant(&j, &s->variant[k]);
    rt_json_end(&j);
    rt_json_end(&j);
    return rt_json_close(&j, d);
}
