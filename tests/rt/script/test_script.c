// SPDX-License-Identifier: MIT
#include "rt/script/script.h"
#include "tests/rt/scratch.h"

static rt_diag diag;
static rt_script script;
static char message[4096]; // diag.text without the scratch folder

static rt_status load(const char *name, const char *text) {
    memset(&diag, 0, sizeof diag);
    rt_status s = rt_script_load(scratch_text(name, text), &script, &diag);
    char *to = message;
    for (const char *c = diag.text; *c && to < message + sizeof message - 1;)
        if (strncmp(c, scratch, strlen(scratch)) == 0 && c[strlen(scratch)] == '/')
            c += strlen(scratch) + 1;
        else
            *to++ = *c++;
    *to = 0;
    return s;
}

static void check_inputs(void) {
    // t 1: lever 0, brake 1, clutch out; t 2: 0.5, 0.2, in; t 4: -1, 0, out
    static const struct {
        double t, lever, brake;
        bool clutch;
    } at[] = {
        {0, 0, 1, false},    {1, 0, 1, false},      {1.5, 0.25, 0.6, false}, {1.999999, 0.4999995, 0.2000008, false},
        {2, 0.5, 0.2, true}, {3, -0.25, 0.1, true}, {4, -1, 0, false},       {1e6, -1, 0, false}};
    assert_int_equal(script.n, 3);
    CHECK_NEAR(rt_script_duration(&script), 4, 0);
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        rt_input in = rt_script_input(&script, at[i].t);
        CHECK_NEAR(in.lever, at[i].lever, 1e-15);
        CHECK_NEAR(in.brake, at[i].brake, 1e-15);
        assert_int_equal(in.clutch, at[i].clutch);
        assert_true(in.dead_man && in.has_device && !in.estop && !in.reset);
        assert_int_equal(in.t_ns, 0);
    }
}

static void csv_and_yaml_give_the_same_input(void **state) {
    (void)state;
    assert_int_equal(
        load("a.csv", "# a script\n\nt, lever, brake, clutch\n1, 0, 1, 0\n2,0.5,0.2,1 # heave\n4,-1,0,false\n"), RT_OK);
    check_inputs();
    rt_script_free(&script);
    assert_int_equal(
        load("b.CSV", "clutch,brake [%] , lever[%],t [ms]\r\n0,100,0,1000\r\ntrue,20,50,2 \r\n0,0,-100,4000"),
        RT_ERR_FORMAT);
    assert_string_equal(message, "b.CSV:3: error: t: expected a time after 1 s, found 0.002 s: times must increase\n");
    assert_int_equal(
        load("b.CSV", "clutch,brake [%] , lever[%],t [ms]\r\n0,100,0,1000\r\ntrue,20,50,2000 \r\n0,0,-100,4000"),
        RT_OK);
    check_inputs();
    rt_script_free(&script);
    assert_int_equal(load("c.yml", "- {t: 1, lever: 0, brake: 100 %, clutch: false}\n"
                                   "- t: 2000 ms\n  lever: 0.5\n  brake: 0.2\n  clutch: 1\n"
                                   "- {t: 4, lever: -100 %, brake: 0, clutch: 0}\n"),
                     RT_OK);
    check_inputs();
    rt_script_free(&script);
    assert_string_equal(message, "");
}

static void optional_columns_are_read(void **state) {
    (void)state;
    assert_int_equal(load("a.csv", "t,lever,brake,clutch,dead_man,estop,reset\n0,0,0,0,0,1,0\n1,0,0,0,1,0,1\n"), RT_OK);
    rt_input in = rt_script_input(&script, 0.5);
    assert_true(!in.dead_man && in.estop && !in.reset);
    in = rt_script_input(&script, 1);
    assert_true(in.dead_man && !in.estop && in.reset);
    rt_script_free(&script);
    assert_int_equal(
        load("a.csv", "t,lever,brake,clutch,power_lost,brake_faded\n0,0,0,0,0,0\n1,0,0,0,1,0\n2,0,0,0,1,1\n"), RT_OK);
    assert_int_equal(rt_script_input(&script, 0.5).failures, 0);
    assert_int_equal(rt_script_input(&script, 1).failures, 1u << RT_FAILURE_POWER);
    assert_int_equal(rt_script_input(&script, 2).failures, 1u << RT_FAILURE_POWER | 1u << RT_FAILURE_BRAKE);
    rt_script_free(&script);
}

// Orders hold until the next row, in thousandths.
static void orders_hold(void **state) {
    (void)state;
    assert_int_equal(
        load("a.csv", "t,lever,brake,clutch,engine [%],rudder,bow_thruster\n0,0,0,0,-45,0.25,1\n2,0,0,0,60,0,0\n"),
        RT_OK);
    rt_input in = rt_script_input(&script, 1.9);
    assert_true(in.bridge == RT_GIVES_ALL && in.orders.engine == -450 && in.orders.rudder == 250 &&
                in.orders.thruster == 1000);
    in = rt_script_input(&script, 2);
    assert_true(in.orders.engine == 600 && in.orders.rudder == 0 && in.orders.thruster == 0);
    rt_script_free(&script);
}

// All columns, each set in its own row, after the byte order mark of spreadsheets.
static void every_column_is_read(void **state) {
    (void)state;
    static const char *const column[] = {
        "dead_man",       "estop",        "reset",          "release",          "stopper",    "power_lost",
        "pump_lost",      "brake_faded",  "motor_burst",    "stopper_unseated", "clutch_out", "swivel_seized",
        "tension_sensor", "speed_sensor", "counter_sensor", "lining_sensor"};
    enum { N = sizeof column / sizeof column[0] };
    char text[4096];
    int n = snprintf(text, sizeof text, "\xEF\xBB\xBFt [s],lever,brake,clutch");
    for (int k = 0; k < N; k++) n += snprintf(text + n, sizeof text - (size_t)n, ",%s", column[k]);
    for (int row = 0; row < N; row++) {
        n += snprintf(text + n, sizeof text - (size_t)n, "\n%d,0,0,0", row);
        for (int k = 0; k < N; k++) n += snprintf(text + n, sizeof text - (size_t)n, ",%d", k == row);
    }
    if (load("a.csv", text) != RT_OK) fail_msg("%s", message);
    for (int row = 0; row < N; row++) {
        rt_input in = rt_script_input(&script, row);
        const bool on[] = {in.dead_man, in.estop, in.reset, in.release, in.stopper};
        for (int k = 0; k < 5; k++) assert_int_equal(on[k], k == row);
        assert_int_equal(in.failures, row < 5 ? 0 : 1u << (row - 5));
    }
    rt_script_free(&script);
}

static void long_script_is_searched(void **state) {
    (void)state;
    enum { N = 1000 };
    static char text[64 * N];
    int n = snprintf(text, sizeof text, "t,lever,brake,clutch\n");
    for (int i = 0; i < N; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%d,%.3f,0,%d\n", 3 * i, i / 1000.0, i % 2);
    assert_int_equal(load("a.csv", text), RT_OK);
    assert_int_equal(script.n, N);
    for (int k = 0; k < 6 * (N - 1); k++) {
        rt_input in = rt_script_input(&script, k * 0.5);
        CHECK_NEAR(in.lever, k / 6000.0, 1e-12);
        assert_int_equal(in.clutch, k / 6 % 2);
    }
    rt_script_free(&script);
}

static const struct {
    const char *name, *text, *message;
} bad[] = {
    {"a.csv", "t,lever,brake,clutch\n0,0,0,0\n2,0,0,0\n1,0,0,0\n",
     "a.csv:4: error: t: expected a time after 2 s, found 1 s: times must increase\n"},
    {"a.csv", "t,lever,brake,clutch\n0,0,0,0\n0,0,0,0\n",
     "a.csv:3: error: t: expected a time after 0 s, found 0 s: times must increase\n"},
    {"a.csv", "# c\nt,lever,break,clutch\n0,0,0,0\n",
     "a.csv:2:9: error: unknown column 'break'; did you mean 'brake'?\na.csv:2: error: column 'brake' is missing\n"},
    {"a.csv", "t,lever\n0,0\n",
     "a.csv:1: error: column 'brake' is missing\na.csv:1: error: column 'clutch' is missing\n"},
    {"a.csv", "t,lever,brake,clutch,t\n", "a.csv:1:22: error: column 't' is given twice\n"},
    {"a.csv", "t [m],lever,brake,clutch\n0,0,0,0\n",
     "a.csv:1:1: error: column 't': expected a time [s] such as '300 ms', found '0 m', a length\n"},
    {"a.csv", "t,lever,brake,clutch\n0,nan,0,0\n1,0,inf,0\n",
     "a.csv:2:3: error: lever: expected a number without unit, found 'nan'\n"
     "a.csv:3:5: error: brake: expected a number without unit, found 'inf'\n"},
    {"a.csv", "t,lever,brake,clutch\n0,1.01,-0.1,2\n",
     "a.csv:2:3: error: lever: expected -1 .. 1, found '1.01'\na.csv:2:8: error: brake: expected 0 .. 1, found '-0.1'\n"
     "a.csv:2:13: error: clutch: expected 0, 1, false or true, found '2'\n"},
    {"a.csv", "t,lever,brake,clutch\n-1,0,0,0\n", "a.csv:2:1: error: t: expected 0 .. 1e+09, found '-1'\n"},
    {"a.csv", "t,lever,brake,clutch\n0,0,0\n", "a.csv:2: error: expected 4 values as in the header, found 3\n"},
    {"a.csv", "t,lever,brake,clutch\n0,,0,0\n", "a.csv:2:3: error: lever: expected a number without unit, found ''\n"},
    {"a.csv", "t,lever,brake,clutch\n", "a.csv: error: has no rows\n"},
    {"a.csv", "", "a.csv: error: has no rows\n"},
    {"a.csv", "a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a\n",
     "a.csv:1: error: expected at most 40 columns, found 41\n"},
    {"a.txt", "t\n", "a.txt: error: expected a script that ends in .csv, .yaml, .yml or .rec\n"},
    {"a.yaml", "- {t: 0, lever: 0, brake: 0, clutch: 0}\n- {t: 0, lever: 0, brake: 0, clutch: 0}\n",
     "a.yaml:2: error: t: expected a time after 0 s, found 0 s: times must increase\n"},
    {"a.yaml", "- {t: 0, lever: 0, brake: 0}\n", "a.yaml:1:3: error: key 'clutch' is missing\n"},
    {"a.yaml", "- {t: 0, lever: 0, brake: 0, clutch: 0, cluch: 0}\n",
     "a.yaml:1:41: error: unknown key 'cluch'; did you mean 'clutch'?\n"},
    {"a.yaml", "- {t: 0 m, lever: 0, brake: [0], clutch: 0}\n",
     "a.yaml:1:7: error: t: expected a time [s] such as '300 ms', found '0 m', a length\n"
     "a.yaml:1:29: error: brake: expected one value, found a list\n"},
    {"a.yaml", "t: 0\n", "a.yaml:1:1: error: expected a list of rows\n"},
    {"a.yaml", "- 5\n", "a.yaml:1:3: error: expected {t: .., lever: .., brake: .., clutch: ..}\n"},
    {"a.yaml", "", "a.yaml: error: has no rows\n"},
};

static void every_fault_is_reported_at_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        rt_status s = load(bad[i].name, bad[i].text);
        assert_string_equal(message, bad[i].message);
        assert_int_equal(s, strcmp(bad[i].name, "a.txt") ? RT_ERR_FORMAT : RT_ERR_USAGE);
        assert_null(script.row);
    }
    memset(&diag, 0, sizeof diag);
    assert_int_equal(rt_script_load(scratch_path("absent.csv"), &script, &diag), RT_ERR_FILE);
    assert_int_equal(rt_script_load(scratch_write("zero.csv", "t,\0lever", 8), &script, &diag), RT_ERR_FORMAT);
}

static void start_off_neutral_gives_a_warning(void **state) {
    (void)state;
    assert_int_equal(load("a.csv", "t,lever,brake,clutch\n0,0.5,0,0\n"), RT_OK);
    assert_int_equal(diag.warnings, 1);
    assert_string_equal(
        message,
        "a.csv: warning: starts with the lever at 0.5: the controls stay locked until the lever is at neutral\n");
    rt_script_free(&script);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_and_yaml_give_the_same_input),
        cmocka_unit_test(optional_columns_are_read),
        cmocka_unit_test(orders_hold),
        cmocka_unit_test(every_column_is_read),
        cmocka_unit_test(long_script_is_searched),
        cmocka_unit_test(every_fault_is_reported_at_its_place),
        cmocka_unit_test(start_off_neutral_gives_a_warning),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
