// SPDX-License-Identifier: MIT
#include "rt/config/config.h"
#include "tests/rt/scratch.h"
#include <sys/stat.h>
#include <unistd.h>

typedef struct target {
    double bar, angle, pull, axis[3], share;
    int links, grade;
    bool motion;
    char name[RT_CONFIG_TEXT], hull[RT_CONFIG_TEXT];
} target;

#define AT(field) offsetof(target, field)
static const rt_key keys[] = {
    {"chain.bar_diameter", RT_KEY_NUMBER, "m", 0.01, 0.2, NULL, AT(bar), NULL, "diameter of the bar"},
    {"chain.links", RT_KEY_INT, NULL, 1, 400, "100", AT(links), NULL, "number of links"},
    {"chain.grade", RT_KEY_ENUM, NULL, 0, 0, "U3", AT(grade), "U1|U2|U3", "steel grade"},
    {"ship.name", RT_KEY_TEXT, NULL, 0, 0, "", AT(name), NULL, "name of the ship"},
    {"ship.hull", RT_KEY_PATH, NULL, 0, 0, "", AT(hull), NULL, "hull mesh"},
    {"ship.pipe.axis", RT_KEY_VECTOR, "m", -100, 100, "[0, 0, 1]", AT(axis), NULL, "axis of the pipe"},
    {"ship.pipe.angle", RT_KEY_NUMBER, "rad", 0, 2, "45 deg", AT(angle), NULL, "slope of the pipe"},
    {"ship.motion", RT_KEY_BOOL, NULL, 0, 0, "false", AT(motion), NULL, "whether the ship moves"},
    {"windlass.pull", RT_KEY_NUMBER, "N", 0, 1e7, "183 kN", AT(pull), NULL, "nominal pull"},
    {"windlass.share", RT_KEY_NUMBER, "1", 0, 1, "50 %", AT(share), NULL, "share of something"},
};
enum { N_KEYS = sizeof keys / sizeof *keys };

static target got;
static int lines[N_KEYS];
static rt_diag diag;
static char message[4096]; // diag.text without the scratch folder

static rt_status load(const char *text) {
    memset(&diag, 0, sizeof diag);
    memset(&got, 0xee, sizeof got);
    rt_status s = rt_config_load(scratch_text("s.yaml", text), keys, N_KEYS, scratch, &got, lines, &diag);
    scratch_strip(diag.text, message, sizeof message);
    return s;
}

static void values_units_and_defaults_are_read(void **state) {
    (void)state;
    assert_int_equal(load("# a scenario\nchain:\n  bar_diameter: 62 mm\n  grade: U2\n"
                          "ship: {name: 'Bourbon: one', motion: true, pipe: {axis: [1, 250 cm, -3]}}\n"),
                     RT_OK);
    assert_string_equal(message, "");
    CHECK_NEAR(got.bar, 0.062, 0);
    CHECK_NEAR(got.angle, 3.14159265358979323846 / 4, 1e-16);
    CHECK_NEAR(got.pull, 183000, 0);
    CHECK_NEAR(got.share, 0.5, 0);
    CHECK_NEAR(got.axis[0], 1, 0);
    CHECK_NEAR(got.axis[1], 2.5, 0);
    CHECK_NEAR(got.axis[2], -3, 0);
    assert_int_equal(got.links, 100);
    assert_int_equal(got.grade, 1);
    assert_true(got.motion);
    assert_string_equal(got.name, "Bourbon: one");
    assert_string_equal(got.hull, "");
    static const int expected[N_KEYS] = {3, 0, 4, 5, 0, 5, 0, 5, 0, 0};
    for (int i = 0; i < N_KEYS; i++) assert_int_equal(lines[i], expected[i]);
}

// A key of older files is told and ignored, whatever it holds.
static void retired_key_is_told_and_ignored(void **state) {
    (void)state;
    rt_key table[N_KEYS + 1];
    memcpy(table, keys, sizeof keys);
    table[N_KEYS] = (rt_key){"chain.colour", RT_KEY_RETIRED, NULL, 0, 0, "", 0, NULL, "paint it"};
    int line[N_KEYS + 1];
    const char *texts[] = {"chain: {bar_diameter: 62 mm, colour: 3}\n",
                           "chain: {bar_diameter: 62 mm, colour: [a, b]}\n"};
    for (int k = 0; k < 2; k++) {
        memset(&diag, 0, sizeof diag);
        assert_int_equal(
            rt_config_load(scratch_text("s.yaml", texts[k]), table, N_KEYS + 1, scratch, &got, line, &diag), RT_OK);
        scratch_strip(diag.text, message, sizeof message);
        assert_string_equal(message, "s.yaml:1:30: warning: chain.colour: ignored: paint it\n");
        CHECK_NEAR(got.bar, 0.062, 0);
    }
}

// Bad files, each with its whole message.
static const struct {
    const char *text, *message;
} bad[] = {
    {"chain: {bar_diameter: 62 kg}\n",
     "s.yaml:1:23: error: chain.bar_diameter: expected a length [m] such as '62 mm', found '62 kg', a mass\n"},
    {"chain: {bar_diameter: 62}\n", "s.yaml:1:23: error: chain.bar_diameter: expected 0.01 .. 0.2 m, found '62'\n"},
    {"chain: {bar_diameter: 0,062}\n", // in YAML the comma ends the value
     "s.yaml:1:23: error: chain.bar_diameter: expected 0.01 .. 0.2 m, found '0'\n"
     "s.yaml:1:25: error: unknown key 'chain.062'\n"},
    {"chain:\n  bar_diameter: 0,062\n", "s.yaml:2:17: error: chain.bar_diameter: expected a length [m] such as '62 "
                                        "mm', found '0,062': the decimal sign is a "
                                        "point\n"},
    {"chain:\n  bar_diameter: .nan\n",
     "s.yaml:2:17: error: chain.bar_diameter: expected a length [m] such as '62 mm', found '.nan'\n"},
    {"chain:\n  bar_diameter: nan\n",
     "s.yaml:2:17: error: chain.bar_diameter: expected a length [m] such as '62 mm', found 'nan'\n"},
    {"chain:\n  bar_diameter: 0x1p-4\n",
     "s.yaml:2:17: error: chain.bar_diameter: expected a length [m] such as '62 mm', found '0x1p-4': unknown unit at "
     "'x1p-4'\n"},
    {"chain:\n  bar_diameter: 1e999\n",
     "s.yaml:2:17: error: chain.bar_diameter: expected a length [m] such as '62 mm', found '1e999', which is too large "
     "for a number\n"},
    {"chain:\n  bar_diameter: 62 mn\n",
     "s.yaml:2:17: error: chain.bar_diameter: expected a length [m] such as '62 mm', found '62 mn': unknown unit at "
     "'mn'\n"},
    {"chain:\n  bar_diameter:\n", "s.yaml:2:16: error: chain.bar_diameter: expected a number, found nothing\n"},
    {"chain:\n  bar_diametre: 62 mm\n",
     "s.yaml:2:3: error: unknown key 'chain.bar_diametre'; did you mean 'bar_diameter'?\n"
     "s.yaml: error: key 'chain.bar_diameter' is missing: diameter of the bar\n"},
    {"chian:\n  bar_diameter: 62 mm\n", "s.yaml:1:1: error: unknown key 'chian'; did you mean 'chain'?\n"
                                        "s.yaml: error: key 'chain.bar_diameter' is missing: diameter of the bar\n"},
    {"chain: {bar_diameter: 62 mm}\npull: 3 kN\n",
     "s.yaml:2:1: error: unknown key 'pull'; did you mean 'windlass.pull'?\n"},
    {"chain: {bar_diameter: 62 mm}\nzebra: 3\n", "s.yaml:2:1: error: unknown key 'zebra'\n"},
    {"chain: {bar_diameter: 62 mm, links: 4.5}\n",
     "s.yaml:1:37: error: chain.links: expected a whole number, found '4.5'\n"},
    {"chain: {bar_diameter: 62 mm, links: 99999999999}\n",
     "s.yaml:1:37: error: chain.links: expected a whole number, found '99999999999'\n"},
    {"chain: {bar_diameter: 62 mm, links: 401}\n", "s.yaml:1:37: error: chain.links: expected 1 .. 400, found '401'\n"},
    {"chain: {bar_diameter: 62 mm, grade: U33}\n",
     "s.yaml:1:37: error: chain.grade: expected one of U1|U2|U3, found 'U33'; did you mean 'U3'?\n"},
    {"chain: {bar_diameter: 62 mm}\nship: {motion: yes}\n",
     "s.yaml:2:16: error: ship.motion: expected true or false, found 'yes'\n"},
    {"chain: {bar_diameter: 62 mm}\nship: 3\n", "s.yaml:2:7: error: ship: expected a mapping of keys, found '3'\n"},
    {"chain: {bar_diameter: {a: 1}}\n", "s.yaml:1:23: error: chain.bar_diameter: expected a number, found a mapping\n"},
    {"chain: {bar_diameter: [1]}\n", "s.yaml:1:23: error: chain.bar_diameter: expected a number, found a list\n"},
    {"chain: {bar_diameter: 62 mm}\nship: {pipe: {axis: 4}}\n",
     "s.yaml:2:21: error: ship.pipe.axis: expected a list of 3 numbers, found '4'\n"},
    {"chain: {bar_diameter: 62 mm}\nship: {pipe: {axis: [1, 2]}}\n",
     "s.yaml:2:21: error: ship.pipe.axis: expected a list of 3 numbers, found 2\n"},
    {"chain: {bar_diameter: 62 mm}\nship: {pipe: {axis: [1, 2 s, [3]]}}\n",
     "s.yaml:2:25: error: ship.pipe.axis: expected a length [m] such as '62 mm', found '2 s', a time\n"
     "s.yaml:2:30: error: ship.pipe.axis: expected a number, found a list\n"},
    {"chain:\n  bar_diameter: 62 mm\n  bar_diameter: 63 mm\n",
     "s.yaml:3:3: error: key 'bar_diameter' is already in line 2\n"},
    {"chain:\n  bar_diameter: 62 mm\nchain:\n  links: 4\n", "s.yaml:3:1: error: key 'chain' is already in line 1\n"},
    {"chain:\n  bar_diameter: 62 mm\nchain.bar_diameter: 63 mm\n",
     "s.yaml:3:1: error: chain.bar_diameter: a key has no '.': write its parts as nested mappings\n"},
    {"chain: &a {bar_diameter: 62 mm}\n",
     "s.yaml:1:8: error: anchors and aliases are not allowed: write the value out\n"},
    {"chain: *a\n", "s.yaml:1:8: error: anchors and aliases are not allowed: write the value out\n"},
    {"chain: {bar_diameter: !!float 0.062}\n",
     "s.yaml:1:23: error: tags are not allowed: the key sets the type of its value\n"},
    {"chain: {bar_diameter: 62 mm}\n---\nchain: 1\n", "s.yaml:2:1: error: expected one document, found a second\n"},
    {"ship: {name: \"a\\0b\"}\n", "s.yaml:1:14: error: a text holds a zero byte\n"},
    {"- 1\n- 2\n", "s.yaml:1:1: error: expected a mapping of keys\n"},
    {"", "s.yaml: error: key 'chain.bar_diameter' is missing: diameter of the bar\n"},
    {"? [a, b]\n: 1\n", "s.yaml:1:3: error: expected a key, found a list or a mapping\n"},
};

static void every_fault_is_reported_at_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        rt_status s = load(bad[i].text);
        assert_string_equal(message, bad[i].message);
        assert_int_equal(s, RT_ERR_FORMAT);
    }
}

static void syntax_faults_have_a_position(void **state) {
    (void)state;
    assert_int_equal(load("chain: {bar_diameter: 62 mm\nship: 3\n"), RT_ERR_FORMAT);
    assert_non_null(strstr(message, "s.yaml:2:"));
    assert_int_equal(load("chain:\n\tbar_diameter: 62 mm\n"), RT_ERR_FORMAT);
    assert_non_null(strstr(message, "s.yaml:2:1: error: "));
    assert_int_equal(load("a: \"\xff\xfe\"\n"), RT_ERR_FORMAT);
    assert_int_equal(diag.errors, 1);
}

static void all_faults_are_reported_at_once(void **state) {
    (void)state;
    assert_int_equal(load("chain: {bar_diameter: 1 s, links: x}\nship: {nome: a}\nwindlass: {pull: 1 m}\n"),
                     RT_ERR_FORMAT);
    assert_int_equal(diag.errors, 4);
}

static void nesting_and_size_are_limited(void **state) {
    (void)state;
    enum { BIG = 1 << 20 };
    char *text = malloc(BIG + 2);
    assert_non_null(text);
    memset(text, '[', 200000);
    text[200000] = 0;
    assert_int_equal(load(text), RT_ERR_FORMAT);
    assert_string_equal(message, "s.yaml:1:33: error: nested too deep: at most 32 levels\n");
    memset(text, ' ', BIG + 1);
    text[BIG + 1] = 0;
    assert_int_equal(load(text), RT_ERR_FILE);
    assert_string_equal(message, "s.yaml: error: has 1048577 bytes (limit 1048576)\n");
    text[BIG] = 0;
    assert_int_equal(load(text), RT_ERR_FORMAT); // read, but empty: the required key is missing
    for (int i = 0, n = 0; i < 1001; i++) n += snprintf(text + n, (size_t)(BIG - n), "k%d: 1\n", i);
    assert_int_equal(load(text), RT_ERR_FORMAT);
    assert_string_equal(message, "s.yaml:1:1: error: more than 1000 keys in one mapping\n");
    free(text);
}

static void unreadable_files_are_reported(void **state) {
    (void)state;
    memset(&diag, 0, sizeof diag);
    assert_int_equal(rt_config_load(scratch_path("absent.yaml"), keys, N_KEYS, NULL, &got, NULL, &diag), RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "absent.yaml: error: cannot be opened: No such file"));
    assert_int_equal(rt_config_load(scratch, keys, N_KEYS, NULL, &got, NULL, &diag), RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "expected a file, found a folder"));
}

static void paths_are_resolved_within_the_root(void **state) {
    (void)state;
    char text[512], expected[512], root[256];
    mkdir(scratch_path("cfg"), 0700);
    mkdir(scratch_path("cfg/models"), 0700);
    mkdir(scratch_path("cfg-other"), 0700); // has the root's name as a prefix
    scratch_text("cfg/models/a.stl", "solid");
    scratch_text("cfg-other/b.stl", "solid");
    assert_int_equal(symlink("../cfg-other/b.stl", scratch_path("cfg/link.stl")), 0);
    snprintf(root, sizeof root, "%s", scratch_path("cfg"));
    static const struct {
        const char *path, *message; // message NULL: allowed
    } try[] = {{"models/a.stl", NULL},
               {"./models/../models/a.stl", NULL},
               {"../cfg/models/a.stl", NULL},
               {"models", NULL},
               {"../cfg-other/b.stl", "leaves the configuration root"},
               {"link.stl", "leaves the configuration root"},
               {"/etc/hostname", "leaves the configuration root"},
               {"models/none.stl", "there is no file 'models/none.stl'"}};
    for (size_t i = 0; i < sizeof try / sizeof *try; i++) {
        snprintf(text, sizeof text, "chain: {bar_diameter: 62 mm}\nship: {hull: %s}\n", try[i].path);
        const char *file = scratch_text("cfg/s.yaml", text);
        memset(&diag, 0, sizeof diag);
        rt_status s = rt_config_load(file, keys, N_KEYS, root, &got, NULL, &diag);
        if (try[i].message) {
            assert_int_equal(s, RT_ERR_FORMAT);
            assert_non_null(strstr(diag.text, "s.yaml:2:14: error: ship.hull: "));
            assert_non_null(strstr(diag.text, try[i].message));
            assert_int_equal(rt_config_load(file, keys, N_KEYS, NULL, &got, NULL, &diag),
                             i + 1 < sizeof try / sizeof *try ? RT_OK : RT_ERR_FORMAT); // no root: anywhere
        } else {
            assert_string_equal(diag.text, "");
            assert_int_equal(s, RT_OK);
        }
    }
    scratch_text("cfg/s.yaml", "chain: {bar_diameter: 62 mm}\nship: {hull: models/a.stl}\n");
    assert_int_equal(rt_config_load(scratch_path("cfg/s.yaml"), keys, N_KEYS, root, &got, NULL, &diag), RT_OK);
    assert_non_null(realpath(scratch_path("cfg/models/a.stl"), expected));
    assert_string_equal(got.hull, expected);
}

static void too_long_text_is_refused(void **state) {
    (void)state;
    char text[1024];
    for (int n = RT_CONFIG_TEXT - 1; n <= RT_CONFIG_TEXT; n++) {
        snprintf(text, sizeof text, "chain: {bar_diameter: 62 mm}\nship: {name: %0*d}\n", n, 1);
        assert_int_equal(load(text), n < RT_CONFIG_TEXT ? RT_OK : RT_ERR_FORMAT);
    }
    assert_string_equal(message, "s.yaml:2:14: error: ship.name: expected a text of fewer than 512 bytes, found 512\n");
}

static void quantities_match_unit_definitions(void **state) {
    (void)state;
    // Definitions of the units: SI brochure (BIPM 2019), tables 2, 4 and 8; rpm = 2 pi / 60 s.
    const double pi = 3.14159265358979323846;
    const struct {
        const char *text, *unit;
        double value;
    } good[] = {
        {"62 mm", "m", 0.062},
        {"62mm", "m", 0.062},
        {" 1.5 ", "m", 1.5},
        {"-3.2e1 cm", "m", -0.32},
        {"0.2 km", "m", 200},
        {"4.5 t", "kg", 4500},
        {"12 g", "kg", 0.012},
        {"300 ms", "s", 0.3},
        {"2 min", "s", 120},
        {"1 h", "s", 3600},
        {"183 kN", "N", 183000},
        {"1.2 MN", "N", 1.2e6},
        {"210 GPa", "Pa", 2.1e11},
        {"5 MPa", "Pa", 5e6},
        {"5 kPa", "N/m2", 5000},
        {"90 deg", "rad", pi / 2},
        {"12 rpm", "rad/s", 0.4 * pi},
        {"9 m/min", "m/s", 9 / 60.},
        {"9.81 m/s^2", "m/s2", 9.81},
        {"3 kN m", "N m", 3000},
        {"3 kN*m", "N m", 3000},
        {"3 kJ", "N m", 3000},
        {"7 kg m2", "kg m2", 7},
        {"7.85 t/m3", "kg/m3", 7850},
        {"5 kN/mm", "N/m", 5e6},
        {"2 N s/m", "N s/m", 2},
        {"2 kN s/mm", "N s/m", 2e6},
        {"50 Hz", "Hz", 50},
        {"50 1/s", "Hz", 50},
        {"50 %", "1", 0.5},
        {"0.3", "1", 0.3},
        {".5", "1", 0.5},
        {"5.", "1", 5},
        {"45 kW", "W", 45000},
        {"2 N m/deg", "N m/rad", 2 * 180 / pi},
        {"1e-3", "s", 1e-3},
        {"90 deg/s2", "rad/s2", pi / 2},
        {"30 deg/s", "rad/s", pi / 6},
        {"2 kN m s/rad", "N m s/rad", 2000},
        {"3 g mm2", "kg m2", 3e-9},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char why[256] = "";
        double v = (double)NAN;
        if (!rt_quantity_parse(good[i].text, good[i].unit, &v, why, sizeof why)) fail_msg("%s: %s", good[i].text, why);
        CHECK_NEAR(v, good[i].value, 2.3e-16 * fabs(good[i].value)); // one rounding of value, factor or quotient
    }
    static const char *const refused[][2] = {
        {"", "m"},      {"mm", "m"},    {"5 mm mm", "m"},     {"5 m/", "m"},  {"5 /m", "m"},     {"5 //m", "m"},
        {"5 m^", "m"},  {"5 m5", "m"},  {"5 m22", "m2"},      {"5 50", "m"},  {"5 Hz", "rad/s"}, {"5 rpm", "Hz"},
        {"5 %", "m"},   {"5 m", "1"},   {"inf", "m"},         {"1e400", "m"}, {"1e308 km", "m"}, {"- 5", "m"},
        {"1_000", "m"}, {"5 M", "m"},   {"5 \xc2\xb5m", "m"}, {"+", "m"},     {".", "m"},        {"5 m m2 m", "m"},
        {"5 deg", "1"}, {"1 2 m", "m"}, {"5 Kg", "kg"},       {"5e m", "m"},  {"5 N*/m", "N"},   {"1,5 m", "m"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char why[256] = "";
        double v = 77;
        if (rt_quantity_parse(refused[i][0], refused[i][1], &v, why, sizeof why))
            fail_msg("'%s' passed as %g %s", refused[i][0], v, refused[i][1]);
        assert_true(strlen(why) > 10);
    }
}

static void bad_default_is_reported(void **state) {
    (void)state;
    const rt_key one = {"a.b", RT_KEY_NUMBER, "m", 0, 1, "3 kg", 0, NULL, "help"};
    double v;
    memset(&diag, 0, sizeof diag);
    assert_int_equal(rt_config_load(scratch_text("e.yaml", ""), &one, 1, NULL, &v, NULL, &diag), RT_ERR_FORMAT);
    assert_non_null(strstr(diag.text, "default of a.b: expected a length [m]"));
}

static void schema_prints_every_key(void **state) {
    (void)state;
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    rt_config_print_schema(f, keys, N_KEYS);
    fclose(f);
    for (int i = 0; i < N_KEYS; i++) {
        assert_non_null(strstr(text, keys[i].path));
        assert_non_null(strstr(text, keys[i].help));
    }
    assert_non_null(strstr(text, "number [m], 0.01 .. 0.2; required\n"));
    assert_non_null(strstr(text, "one of U1|U2|U3; default U3\n"));
    assert_non_null(strstr(text, "list of 3 numbers [m], -100 .. 100; default [0, 0, 1]\n"));
    assert_non_null(strstr(text, "number, 0 .. 1; default 50 %\n"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_units_and_defaults_are_read),
        cmocka_unit_test(retired_key_is_told_and_ignored),
        cmocka_unit_test(every_fault_is_reported_at_its_place),
        cmocka_unit_test(syntax_faults_have_a_position),
        cmocka_unit_test(all_faults_are_reported_at_once),
        cmocka_unit_test(nesting_and_size_are_limited),
        cmocka_unit_test(unreadable_files_are_reported),
        cmocka_unit_test(paths_are_resolved_within_the_root),
        cmocka_unit_test(too_long_text_is_refused),
        cmocka_unit_test(quantities_match_unit_definitions),
        cmocka_unit_test(bad_default_is_reported),
        cmocka_unit_test(schema_prints_every_key),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
