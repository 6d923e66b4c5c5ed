// SPDX-License-Identifier: MIT
// Reads an exercise's file.
#include "rt/train/exercise.h"
#include <math.h>
#include <string.h>

#define IN(type, field) offsetof(type, field)
#define LENGTH(a) ((int)(sizeof(a) / sizeof(a)[0]))

// clang-format off
static const rt_key briefing_key[] = {
    {"text", RT_KEY_TEXT, NULL, 0, 0, NULL, IN(train_briefing, text), NULL, "a paragraph of the briefing"},
    {"picture", RT_KEY_PATH, NULL, 0, 0, "", IN(train_briefing, picture), NULL, "picture beside it (PNG)"},
};
#define RULE(rule) IN(train_objective, given[rule])
static const rt_key objective_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, IN(train_objective, name), NULL, "name of the objective"},
    {"reach", RT_KEY_TEXT, NULL, 0, 0, "", RULE(TRAIN_REACH), NULL, "condition that must come to hold; judged by its time, from the start or from `from`"},
    {"at_end", RT_KEY_TEXT, NULL, 0, 0, "", RULE(TRAIN_AT_END), NULL, "condition that must hold when the run ends"},
    {"max", RT_KEY_TEXT, NULL, 0, 0, "", RULE(TRAIN_MAX), NULL, "channel whose greatest magnitude is judged"},
    {"min", RT_KEY_TEXT, NULL, 0, 0, "", RULE(TRAIN_MIN), NULL, "channel whose least value is judged"},
    {"count", RT_KEY_TEXT, NULL, 0, 0, "", RULE(TRAIN_COUNT), NULL, "event whose number is judged"},
    {"sequence", RT_KEY_TEXT, NULL, 0, 0, "", RULE(TRAIN_SEQUENCE), NULL, "conditions, divided by ';', that must come to hold in this order and then hold together; judged by the time from the first to the last"},
    {"while", RT_KEY_TEXT, NULL, 0, 0, "", IN(train_objective, during), NULL, "condition under which max, min and count are judged; never fulfilled: not judged"},
    {"from", RT_KEY_TEXT, NULL, 0, 0, "", IN(train_objective, from), NULL, "condition, such as an act's name, from which on the objective is judged; never fulfilled: not judged"},
    {"full", RT_KEY_TEXT, NULL, 0, 0, "", IN(train_objective, full_text), NULL, "value up to which all points are given: a time [s] of reach and sequence, else of the channel or the count"},
    {"zero", RT_KEY_TEXT, NULL, 0, 0, "", IN(train_objective, zero_text), NULL, "value from which on none are; default: full. Linear between them"},
    {"weight", RT_KEY_NUMBER, "1", 0, 1000, "10", IN(train_objective, weight), NULL, "points"},
    {"critical", RT_KEY_BOOL, NULL, 0, 0, "false", IN(train_objective, critical), NULL, "without it the exercise is not passed"},
};
static const rt_key duty_key[] = {
    {"say", RT_KEY_NAME, NULL, 0, 0, NULL, IN(train_duty, say), NULL, "the report, such as aweigh, shackles_on_deck, leading"},
    {"when", RT_KEY_TEXT, NULL, 0, 0, NULL, IN(train_duty, when), NULL, "event or condition that makes it due, each time"},
    {"early", RT_KEY_NUMBER, "s", 0, 600, "3 s", IN(train_duty, early), NULL, "so much before that it counts"},
    {"within", RT_KEY_NUMBER, "s", 0, 600, "15 s", IN(train_duty, within), NULL, "delay up to which all points are given; none from twice that"},
    {"weight", RT_KEY_NUMBER, "1", 0, 1000, "5", IN(train_duty, weight), NULL, "points, for all times together"},
};
static const rt_key forbidden_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, IN(train_forbidden, name), NULL, "name of the forbidden act"},
    {"when", RT_KEY_TEXT, NULL, 0, 0, NULL, IN(train_forbidden, when), NULL, "event or condition; again only after it has not held for 1 s"},
    {"cost", RT_KEY_NUMBER, "1", 0, 1000, "5", IN(train_forbidden, cost), NULL, "points each time"},
    {"at_most", RT_KEY_NUMBER, "1", 0, 1000, "1000", IN(train_forbidden, most), NULL, "points at most"},
    {"fail", RT_KEY_BOOL, NULL, 0, 0, "false", IN(train_forbidden, fail), NULL, "the exercise is not passed"},
};
static const rt_key act_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, IN(train_act, name), NULL, "name of the act, for conditions: it has taken place"},
    {"at", RT_KEY_NUMBER, "s", 0, 1e6, "", IN(train_act, at), NULL, "its time"},
    {"when", RT_KEY_TEXT, NULL, 0, 0, "", IN(train_act, when), NULL, "condition after which it takes place, once"},
    {"after", RT_KEY_NUMBER, "s", 0, 1e6, "0 s", IN(train_act, after), NULL, "time from that condition to the act"},
    {"button", RT_KEY_BOOL, NULL, 0, 0, "false", IN(train_act, button), NULL, "takes place only at the instructor's button"},
    {"order", RT_KEY_TEXT, NULL, 0, 0, "", IN(train_act, order), NULL, "order of the bridge, as text"},
    {"fail", RT_KEY_NAME, NULL, 0, 0, "", IN(train_act, fail), NULL, "what fails: power_lost, pump_lost, brake_faded, ..."},
    {"mend", RT_KEY_NAME, NULL, 0, 0, "", IN(train_act, mend), NULL, "what works again"},
    {"engine", RT_KEY_NUMBER, "1", -1, 1, "", IN(train_act, engine), NULL, "order to the engine, of full revolutions"},
    {"rudder", RT_KEY_NUMBER, "1", -1, 1, "", IN(train_act, rudder), NULL, "order to the rudder, of its largest angle, to starboard"},
    {"bow_thruster", RT_KEY_NUMBER, "1", -1, 1, "", IN(train_act, thruster), NULL, "order to the bow thruster, to starboard"},
    {"wind", RT_KEY_NUMBER, "m/s", 0, 60, "", IN(train_act, weather[RT_WEATHER_WIND]), NULL, "mean speed to which the true wind changes; gusts keep their share of it"},
    {"wind_from", RT_KEY_NUMBER, "rad", -6.3, 6.3, "", IN(train_act, weather[RT_WEATHER_WIND_FROM]), NULL, "direction to which it shifts, as wind.from of the scenario"},
    {"current", RT_KEY_NUMBER, "m/s", 0, 5, "", IN(train_act, weather[RT_WEATHER_CURRENT]), NULL, "speed to which the scenario's current changes, in its direction"},
    {"wave_height", RT_KEY_NUMBER, "m", 0, 20, "", IN(train_act, weather[RT_WEATHER_WAVES]), NULL, "height to which the scenario's waves change, of their period and direction; at most three times theirs"},
    {"over", RT_KEY_NUMBER, "s", 0, 36000, "60 s", IN(train_act, over), NULL, "time in which wind, current and waves change"},
};
static const rt_key reference_key[] = {
    {"script", RT_KEY_PATH, NULL, 0, 0, NULL, IN(train_reference, script), NULL, "operator's script of the run"},
    {"expect", RT_KEY_ENUM, NULL, 0, 0, NULL, IN(train_reference, expect), "pass|fail", "what comes out"},
    {"by", RT_KEY_NAME, NULL, 0, 0, "", IN(train_reference, item_name), NULL, "of a failed run: the objective, report or forbidden act that loses most"},
};
#define LIST(keys, type) {keys, LENGTH(keys), sizeof(type)}
static const rt_list briefing_list = LIST(briefing_key, train_briefing), objective_list = LIST(objective_key, train_objective),
    duty_list = LIST(duty_key, train_duty), forbidden_list = LIST(forbidden_key, train_forbidden),
    act_list = LIST(act_key, train_act), reference_list = LIST(reference_key, train_reference);

static const rt_key key[] = {
    {"exercise.id", RT_KEY_NAME, NULL, 0, 0, NULL, IN(train_exercise, id), NULL, "name of the exercise in the logbook"},
    {"exercise.title", RT_KEY_TEXT, NULL, 0, 0, NULL, IN(train_exercise, title), NULL, "its title"},
    {"exercise.level", RT_KEY_INT, NULL, 1, 5, "1", IN(train_exercise, level), NULL, "difficulty, 1 to 5"},
    {"exercise.time_limit", RT_KEY_NUMBER, "s", 1, 1e6, NULL, IN(train_exercise, time_limit), NULL, "the run ends then"},
    {"exercise.ends", RT_KEY_TEXT, NULL, 0, 0, "", IN(train_exercise, end_text), NULL, "condition that ends the run before that"},
    {"exercise.pass", RT_KEY_NUMBER, "1", 0, 100, "70", IN(train_exercise, pass), NULL, "points of 100 that pass"},
    {"exercise.hints", RT_KEY_BOOL, NULL, 0, 0, "true", IN(train_exercise, hints), NULL, "the window says what to do next; false: the trainee finds out"},
    {"briefing", RT_KEY_LIST, NULL, 1, 32, NULL, IN(train_exercise, briefing), &briefing_list, "what the trainee reads before the start"},
    {"scenario", RT_KEY_PATH, NULL, 0, 0, NULL, IN(train_exercise, scenario), NULL, "scenario of the run"},
    {"start.recording", RT_KEY_TEXT, NULL, 0, 0, "", IN(train_exercise, start.recording), NULL, "recording of the scenario at whose state the run starts; default: the scenario's start"},
    {"start.at", RT_KEY_NUMBER, "s", 0, 1e6, "0 s", IN(train_exercise, start.at), NULL, "time of that state, in the recording"},
    {"start.hash", RT_KEY_NAME, NULL, 0, 0, "", IN(train_exercise, start.hash), NULL, "hash of that state, 16 hexadecimal digits; the program refuses another state and prints its hash"},
    {"start.script", RT_KEY_PATH, NULL, 0, 0, "", IN(train_exercise, start.script), NULL, "script by which that recording is made again"},
    {"objectives", RT_KEY_LIST, NULL, 1, TRAIN_ITEMS, NULL, IN(train_exercise, objectives), &objective_list, "what is asked"},
    {"reports", RT_KEY_LIST, NULL, 0, TRAIN_ITEMS, "", IN(train_exercise, reports), &duty_list, "reports that are due"},
    {"forbidden", RT_KEY_LIST, NULL, 0, TRAIN_ITEMS, "", IN(train_exercise, forbidden), &forbidden_list, "what must not happen"},
    {"acts", RT_KEY_LIST, NULL, 0, TRAIN_ACTS, "", IN(train_exercise, acts), &act_list, "what bridge and instructor do"},
    {"references", RT_KEY_LIST, NULL, 0, 8, "", IN(train_exercise, references), &reference_list, "runs that show that the exercise is fair: hawse check --references"},
};
// clang-format on

rt_status train_exercise_is(const char *file, bool *is, rt_diag *d) {
    const char *const section[] = {"exercise"};
    int line = 0;
    rt_status status = rt_config_find_sections(file, false, section, 1, &line, d);
    *is = status == RT_OK && line > 0;
    return status;
}

// Numbers without a default stay 0; NaN and -1 mean that the file does not give them.
static void mark_missing(train_act *a) {
    static const struct {
        const char *key;
        size_t at;
        double none;
    } of[] = {{"at", IN(train_act, at), -1},
              {"engine", IN(train_act, engine), (double)NAN},
              {"rudder", IN(train_act, rudder), (double)NAN},
              {"bow_thruster", IN(train_act, thruster), (double)NAN},
              {"wind", IN(train_act, weather[RT_WEATHER_WIND]), (double)NAN},
              {"wind_from", IN(train_act, weather[RT_WEATHER_WIND_FROM]), (double)NAN},
              {"current", IN(train_act, weather[RT_WEATHER_CURRENT]), (double)NAN},
              {"wave_height", IN(train_act, weather[RT_WEATHER_WAVES]), (double)NAN}};
    for (int k = 0; k < LENGTH(of); k++)
        if (!rt_config_is_given(&act_list, a, of[k].key)) *(double *)((char *)a + of[k].at) = of[k].none;
}

// Line of a key in the file; 0: a default.
static int line_of(const int line[], const char *path) {
    int k = 0;
    while (strcmp(key[k].path, path) != 0) k++;
    return line[k];
}

// Finds the recording of the start. One that is missing is no fault of the file: a score does without it.
static rt_status find_start(train_exercise *e, const char *root, const int line[], rt_diag *d) {
    static const rt_key path = {"start.recording", RT_KEY_PATH, NULL, 0, 0, "", 0, NULL, ""};
    train_start *s = &e->start;
    char whole[RT_CONFIG_TEXT], why[2 * RT_CONFIG_TEXT];
    s->line = line_of(line, "start.recording");
    if (!s->recording[0]) {
        const char *const beside[] = {"start.at", "start.hash", "start.script"};
        int other = 0;
        for (int k = 0; k < LENGTH(beside) && other == 0; k++) other = line_of(line, beside[k]);
        if (other == 0) return RT_OK;
        rt_diag_error(d, e->path, other, 0, "start: expected start.recording beside the other keys");
        return RT_ERR_FORMAT;
    }
    if (!rt_config_set(&path, s->recording, e->path, NULL, whole, why, sizeof why)) {
        snprintf(s->missing, sizeof s->missing, "%.500s", why);
        return RT_OK;
    }
    if (rt_config_set(&path, s->recording, e->path, root, s->recording, why, sizeof why)) return RT_OK;
    rt_diag_error(d, e->path, s->line, 0, "start.recording: %s", why);
    return RT_ERR_FORMAT;
}

uint64_t train_exercise_first_frame(const train_exercise *e, double h) {
    return e->start.recording[0] ? (uint64_t)llround(e->start.at / h) : 0;
}

rt_status train_exercise_load(const char *file, bool anywhere, train_exercise *e, rt_diag *d) {
    char root[RT_CONFIG_TEXT + 8];
    int line[LENGTH(key)] = {0};
    *e = (train_exercise){0};
    rt_config_root(file, root, sizeof root);
    rt_status status = rt_config_load(file, key, LENGTH(key), anywhere ? NULL : root, e, line, d);
    if (status != RT_OK) return status;
    snprintf(e->path, sizeof e->path, "%s", file);
    status = find_start(e, anywhere ? NULL : root, line, d);
    if (status != RT_OK) {
        train_exercise_free(e);
        return status;
    }
    for (int k = 0; k < e->acts.n; k++) {
        mark_missing(&e->acts.item[k]);
        e->act_name[k] = e->acts.item[k].name.text;
    }
    return RT_OK;
}

void train_exercise_free(train_exercise *e) { rt_config_free(key, LENGTH(key), e); }

void train_exercise_print_schema(FILE *f) { rt_config_print_schema(f, key, LENGTH(key)); }

void train_exercise_visit_paths(const train_exercise *e, void (*visit)(void *ctx, const char *path), void *ctx) {
    rt_config_visit_paths(key, LENGTH(key), e, visit, ctx);
}
