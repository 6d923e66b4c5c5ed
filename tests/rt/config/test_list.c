// SPDX-License-Identifier: MIT
// Lists of mappings and of names in the key table.
#include "rt/config/config.h"
#include "tests/rt/scratch.h"

typedef struct knot {
    rt_item item;
    double at;
} knot;

typedef struct part {
    rt_item item;
    rt_name name, on;
    double at[3], mass, spin;
    int kind;
    bool fixed;
    char text[RT_CONFIG_TEXT], mesh[RT_CONFIG_TEXT];
    rt_names ends;
    RT_ITEMS(knot) knots;
    double amplitude;
} part;

typedef struct target {
    RT_ITEMS(part) parts;
    RT_ITEMS(knot) needed;
    rt_names words;
    double gravity[3];
} target;

static const rt_key knot_key[] = {
    {"at", RT_KEY_NUMBER, "m", 0, 1, NULL, offsetof(knot, at), NULL, "place of the knot"},
};
static const rt_list knot_list = {knot_key, 1, sizeof(knot)};

#define AT(field) offsetof(part, field)
static const rt_key part_key[] = {
    {"name", RT_KEY_NAME, NULL, 0, 0, NULL, AT(name), NULL, "name of the part"},
    {"on", RT_KEY_NAME, NULL, 0, 0, "ground", AT(on), NULL, "body that carries it"},
    {"at", RT_KEY_VECTOR, "m", -10, 10, "", AT(at), NULL, "position of the part"},
    {"mass", RT_KEY_NUMBER, "kg", 0, 1e6, "1 t", AT(mass), NULL, "mass of the part"},
    {"spin", RT_KEY_NUMBER, "rad/s2", -1e3, 1e3, "", AT(spin), NULL, "angular acceleration"},
    {"kind", RT_KEY_ENUM, NULL, 0, 0, "rod", AT(kind), "ball|rod|plate", "shape of the part"},
    {"fixed", RT_KEY_BOOL, NULL, 0, 0, "false", AT(fixed), NULL, "whether it is ground"},
    {"text", RT_KEY_TEXT, NULL, 0, 0, "", AT(text), NULL, "remark on the part"},
    {"mesh", RT_KEY_PATH, NULL, 0, 0, "", AT(mesh), NULL, "mesh of the part"},
    {"ends", RT_KEY_NAMES, NULL, 1, 2, "", AT(ends), NULL, "its end points"},
    {"knots", RT_KEY_LIST, NULL, 0, 3, "", AT(knots), &knot_list, "knots along it"},
    {"wave.amplitude", RT_KEY_NUMBER, "m", 0, 1, "1 cm", AT(amplitude), NULL, "amplitude of its wave"},
};
#undef AT
enum { PART_KEYS = sizeof part_key / sizeof *part_key };
static const rt_list part_list = {part_key, PART_KEYS, sizeof(part)};

#define AT(field) offsetof(target, field)
static const rt_key keys[] = {
    {"model.gravity", RT_KEY_VECTOR, "m/s2", -100, 100, "[0, 0, -9.81]", AT(gravity), NULL, "gravity"},
    {"model.parts", RT_KEY_LIST, NULL, 0, 4, "", AT(parts), &part_list, "the parts"},
    {"model.words", RT_KEY_NAMES, NULL, 0, 3, "", AT(words), NULL, "some words"},
    {"needed", RT_KEY_LIST, NULL, 1, 2, NULL, AT(needed), &knot_list, "required knots"},
};
enum { KEYS = sizeof keys / sizeof *keys };

static target got;
static int lines[KEYS];
static rt_diag diag;
static char message[8192]; // diag.text without the scratch folder

static rt_status load(const char *text) {
    memset(&diag, 0, sizeof diag);
    memset(&got, 0xee, sizeof got);
    rt_status s = rt_config_load(scratch_text("s.yaml", text), keys, KEYS, scratch, &got, lines, &diag);
    scratch_strip(diag.text, message, sizeof message);
    return s;
}

static void entries_are_read_with_their_lines_and_defaults(void **state) {
    (void)state;
    scratch_text("a.stl", "solid");
    assert_int_equal(load("needed: [{at: 50 cm}]\n"
                          "model:\n"
                          "  parts:\n"
                          "    - {name: A, at: [1, 2 mm, 0], mass: 0, fixed: true}\n"
                          "    - name: B_2-x\n"
                          "      on: A\n"
                          "      spin: 180 deg/s2\n"
                          "      kind: plate\n"
                          "      mesh: a.stl\n"
                          "      text: 'two: words'\n"
                          "      ends: [A,\n"
                          "             C]\n"
                          "      knots:\n"
                          "        - at: 1 mm\n"
                          "        - at: 2 mm\n"
                          "      wave: {amplitude: 2 cm}\n"
                          "  words: []\n"),
                     RT_OK);
    assert_string_equal(message, "");
    assert_int_equal(got.parts.n, 2);
    const part *a = &got.parts.item[0], *b = &got.parts.item[1];
    assert_string_equal(a->name.text, "A");
    assert_string_equal(a->on.text, "ground");
    assert_int_equal(a->on.line, 0);
    CHECK_NEAR(a->at[1], 0.002, 0);
    CHECK_NEAR(a->mass, 0, 0);
    CHECK_NEAR(a->amplitude, 0.01, 0);
    assert_true(a->fixed && !b->fixed);
    assert_int_equal(a->kind, 1);
    assert_int_equal(a->ends.n, 0);
    assert_int_equal(a->knots.n, 0);
    assert_int_equal(a->item.line, 4);
    assert_int_equal(a->item.column, 7);
    assert_string_equal(b->name.text, "B_2-x");
    assert_string_equal(b->on.text, "A");
    assert_int_equal(b->on.line, 6);
    assert_int_equal(b->on.column, 11);
    CHECK_NEAR(b->mass, 1000, 0);
    CHECK_NEAR(b->spin, 3.14159265358979323846, 1e-15);
    CHECK_NEAR(b->amplitude, 0.02, 0);
    assert_int_equal(b->kind, 2);
    assert_string_equal(b->text, "two: words");
    assert_non_null(strstr(b->mesh, "/a.stl"));
    assert_int_equal(b->item.line, 5);
    assert_int_equal(b->ends.n, 2);
    assert_string_equal(b->ends.name[1].text, "C");
    assert_int_equal(b->ends.name[1].line, 12);
    assert_int_equal(b->ends.name[1].column, 14);
    assert_int_equal(b->knots.n, 2);
    CHECK_NEAR(b->knots.item[1].at, 0.002, 0);
    assert_int_equal(b->knots.item[1].item.line, 15);
    assert_int_equal(got.needed.n, 1);
    CHECK_NEAR(got.needed.item[0].at, 0.5, 0);
    assert_int_equal(got.words.n, 0);
    static const int expected[KEYS] = {0, 4, 17, 1};
    for (int i = 0; i < KEYS; i++) assert_int_equal(lines[i], expected[i]);
    rt_config_free(keys, KEYS, &got);
    assert_null(got.parts.item);
    assert_int_equal(got.parts.n, 0);
    rt_config_free(keys, KEYS, &got); // a second call is harmless
}

static void given_keys_are_known(void **state) {
    (void)state;
    assert_int_equal(load("needed: [{at: 0}]\nmodel: {parts: [{name: A, at: [0, 0, 0], mass: 1 t}, {name: B, "
                          "wave: {amplitude: 0}}]}\n"),
                     RT_OK);
    for (int k = 0; k < PART_KEYS; k++) {
        const char *key = part_key[k].path;
        bool a = strcmp(key, "name") == 0 || strcmp(key, "at") == 0 || strcmp(key, "mass") == 0;
        bool b = strcmp(key, "name") == 0 || strcmp(key, "wave.amplitude") == 0;
        assert_int_equal(rt_config_is_given(&part_list, &got.parts.item[0], key), a);
        assert_int_equal(rt_config_is_given(&part_list, &got.parts.item[1], key), b);
    }
    CHECK_NEAR(got.parts.item[1].at[2], 0, 0); // not given, no default: zero
    rt_config_free(keys, KEYS, &got);
}

// Bad lists, each with its whole message.
static const struct {
    const char *text, *message;
} bad[] = {
    {"model: {parts: [{name: A, at: [1, 2 kg, 3]}]}\n",
     "s.yaml:1:35: error: model.parts[0].at: expected a length [m] such as '62 mm', found '2 kg', a mass\n"},
    {"model:\n  parts:\n    - {name: A}\n    - {name: B, at: [1, 2]}\n",
     "s.yaml:4:21: error: model.parts[1].at: expected a list of 3 numbers, found 2\n"},
    {"model: {parts: [{name: A, at: [1, 2, 30]}]}\n",
     "s.yaml:1:38: error: model.parts[0].at: expected -10 .. 10 m, found '30'\n"},
    {"model: {parts: [{name: A, spin: 1 rad/s}]}\n",
     "s.yaml:1:33: error: model.parts[0].spin: expected an angular acceleration [rad/s2], found '1 rad/s', an angular "
     "velocity\n"},
    {"model: {parts: [{name: A}, {mass: 3 kg}]}\n",
     "s.yaml:1:28: error: key 'model.parts[1].name' is missing: name of the part\n"},
    {"model: {parts: [{name: A, mas: 3 kg}]}\n",
     "s.yaml:1:27: error: unknown key 'model.parts[0].mas'; did you mean 'mass'?\n"},
    {"model: {parts: [{name: A, zebra: 3}]}\n", "s.yaml:1:27: error: unknown key 'model.parts[0].zebra'\n"},
    {"model: {parts: [{name: A, gravity: 3}]}\n", "s.yaml:1:27: error: unknown key 'model.parts[0].gravity'\n"},
    {"model: {parts: [{name: A, wave: {amplitud: 1}}]}\n",
     "s.yaml:1:34: error: unknown key 'model.parts[0].wave.amplitud'; did you mean 'amplitude'?\n"},
    {"model: {parts: [{name: A, wave: 3}]}\n",
     "s.yaml:1:33: error: model.parts[0].wave: expected a mapping of keys, found '3'\n"},
    {"model: {parts: [{name: A, kind: rood}]}\n",
     "s.yaml:1:33: error: model.parts[0].kind: expected one of ball|rod|plate, found 'rood'; did you mean 'rod'?\n"},
    {"model: {parts: [{name: A, fixed: 1}]}\n",
     "s.yaml:1:34: error: model.parts[0].fixed: expected true or false, found '1'\n"},
    {"model: {parts: [{name: A, name: B}]}\n", "s.yaml:1:27: error: key 'name' is already in line 1\n"},
    {"model: {parts: [{name: A}, B]}\n", "s.yaml:1:28: error: model.parts[1]: expected a mapping of keys, found 'B'\n"},
    {"model: {parts: [[{name: A}]]}\n",
     "s.yaml:1:17: error: model.parts[0]: expected a mapping of keys, found a list\n"},
    {"model: {parts: {name: A}}\n", "s.yaml:1:16: error: model.parts: expected a list of mappings, found a mapping\n"},
    {"model: {parts: A}\n", "s.yaml:1:16: error: model.parts: expected a list of mappings, found 'A'\n"},
    {"model:\n  parts:\n", "s.yaml:2:9: error: model.parts: expected a list of mappings, found nothing\n"},
    {"model: {parts: [{name: A}, {name: B}, {name: C}, {name: D}, {name: E}]}\n",
     "s.yaml:1:16: error: model.parts: expected a list of 0 .. 4 entries, found 5\n"},
    {"model: {parts: [{name: A, mesh: none.stl}]}\n", NULL}, // the message names the folder
    {"model: {parts: [{name: A, text: [a]}]}\n",
     "s.yaml:1:33: error: model.parts[0].text: expected one text, found a list\n"},
    {"model: {parts: [{name: 'A.x'}]}\n", "s.yaml:1:24: error: model.parts[0].name: expected a name of letters, "
                                          "digits, '_' and '-', fewer than 48, found 'A.x'\n"},
    {"model: {parts: [{name: ''}]}\n", "s.yaml:1:24: error: model.parts[0].name: expected a name of letters, digits, "
                                       "'_' and '-', fewer than 48, found ''\n"},
    {"model: {parts: [{name: }]}\n", "s.yaml:1:24: error: model.parts[0].name: expected one name, found nothing\n"},
    {"model: {parts: [{name: [A]}]}\n", "s.yaml:1:24: error: model.parts[0].name: expected one name, found a list\n"},
    {"model: {parts: [{name: a23456789b123456789c123456789d123456789e12345678}]}\n",
     "s.yaml:1:24: error: model.parts[0].name: expected a name of letters, digits, '_' and '-', fewer than 48, found "
     "'a23456789b123456789c123456789d123456789e12345678'\n"},
    {"model: {parts: [{name: A, ends: B}]}\n",
     "s.yaml:1:33: error: model.parts[0].ends: expected a list of names, found 'B'\n"},
    {"model: {parts: [{name: A, ends: []}]}\n",
     "s.yaml:1:33: error: model.parts[0].ends: expected a list of 1 .. 2 entries, found 0\n"},
    {"model: {parts: [{name: A, ends: [a, b, c]}]}\n",
     "s.yaml:1:33: error: model.parts[0].ends: expected a list of 1 .. 2 entries, found 3\n"},
    {"model: {parts: [{name: A, ends: [a, [b]]}]}\n",
     "s.yaml:1:37: error: model.parts[0].ends: expected a name, found a list\n"},
    {"model: {parts: [{name: A, ends: [a, 'b c']}]}\n",
     "s.yaml:1:37: error: model.parts[0].ends: expected a name of letters, digits, '_' and '-', fewer than 48, found "
     "'b c'\n"},
    {"model: {parts: [{name: A, knots: [{at: 0}, {at: 2}]}]}\n",
     "s.yaml:1:49: error: model.parts[0].knots[1].at: expected 0 .. 1 m, found '2'\n"},
    {"model: {parts: [{name: A, knots: [{}]}]}\n",
     "s.yaml:1:35: error: key 'model.parts[0].knots[0].at' is missing: place of the knot\n"},
};

static void every_fault_is_reported_at_its_place(void **state) {
    (void)state;
    char text[512];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "%sneeded: [{at: 0}]\n", bad[i].text);
        assert_int_equal(load(text), RT_ERR_FORMAT);
        if (bad[i].message)
            assert_string_equal(message, bad[i].message);
        else
            assert_non_null(strstr(message, "s.yaml:1:33: error: model.parts[0].mesh: there is no file 'none.stl'"));
        assert_int_equal(diag.errors, 1);
        assert_null(got.parts.item); // everything is freed
        assert_null(got.needed.item);
    }
}

static void all_faults_are_reported_at_once(void **state) {
    (void)state;
    assert_int_equal(load("model:\n  parts:\n    - {nam: A, mass: -1}\n    - {name: B, knots: [{at: x}, 3]}\n"),
                     RT_ERR_FORMAT);
    assert_string_equal(message,
                        "s.yaml:3:8: error: unknown key 'model.parts[0].nam'; did you mean 'name'?\n"
                        "s.yaml:3:22: error: model.parts[0].mass: expected 0 .. 1000000 kg, found '-1'\n"
                        "s.yaml:3:7: error: key 'model.parts[0].name' is missing: name of the part\n"
                        "s.yaml:4:30: error: model.parts[1].knots[0].at: expected a length [m] such as '62 mm', found "
                        "'x'\n"
                        "s.yaml:4:34: error: model.parts[1].knots[1]: expected a mapping of keys, found '3'\n"
                        "s.yaml: error: key 'needed' is missing: required knots\n");
}

static void early_failure_leaves_empty_lists(void **state) {
    (void)state;
    memset(&diag, 0, sizeof diag);
    memset(&got, 0xee, sizeof got);
    assert_int_equal(rt_config_load(scratch_path("absent.yaml"), keys, KEYS, NULL, &got, NULL, &diag), RT_ERR_FILE);
    assert_null(got.parts.item);
    rt_config_free(keys, KEYS, &got);
    assert_int_equal(load("model: [\n"), RT_ERR_FORMAT);
    assert_null(got.words.name);
    assert_int_equal(load("- 3\n"), RT_ERR_FORMAT);
    assert_null(got.needed.item);
}

static void bad_default_of_list_is_reported(void **state) {
    (void)state;
    static const rt_key one = {"a", RT_KEY_NAMES, NULL, 0, 9, "[x]", 0, NULL, "help"};
    rt_names names;
    memset(&diag, 0, sizeof diag);
    assert_int_equal(rt_config_load(scratch_text("e.yaml", ""), &one, 1, NULL, &names, NULL, &diag), RT_ERR_FORMAT);
    assert_non_null(strstr(diag.text, "default of a: a list has no entries by default"));
}

static void long_list_is_read(void **state) {
    (void)state;
    enum { MANY = 20000 };
    static const rt_key one = {"knots", RT_KEY_LIST, NULL, 0, MANY, NULL, 0, &knot_list, "many"};
    RT_ITEMS(knot) many;
    static char text[32 * MANY];
    int n = 0;
    n += snprintf(text + n, sizeof text - (size_t)n, "knots:\n");
    for (int i = 0; i < MANY; i++) n += snprintf(text + n, sizeof text - (size_t)n, "  - {at: %d mm}\n", i % 1000);
    memset(&diag, 0, sizeof diag);
    assert_int_equal(rt_config_load(scratch_text("e.yaml", text), &one, 1, NULL, &many, NULL, &diag), RT_OK);
    assert_int_equal(many.n, MANY);
    for (int i = 0; i < MANY; i++) {
        CHECK_NEAR(many.item[i].at, i % 1000 / 1000., 1e-16);
        assert_int_equal(many.item[i].item.line, i + 2);
    }
    rt_config_free(&one, 1, &many);
}

static void schema_prints_every_key_of_a_list(void **state) {
    (void)state;
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    rt_config_print_schema(f, keys, KEYS);
    fclose(f);
    for (int k = 0; k < PART_KEYS; k++) {
        char row[128];
        snprintf(row, sizeof row, "\n  model.parts[].%s ", part_key[k].path);
        assert_non_null(strstr(text, row));
        assert_non_null(strstr(text, part_key[k].help));
    }
    assert_non_null(strstr(text, "\n  model.parts[].knots[].at "));
    assert_non_null(strstr(text, "list of 0 .. 4 mappings, each with; default none\n"));
    assert_non_null(strstr(text, "list of 1 .. 2 names; default none\n"));
    assert_non_null(strstr(text, "name; required\n"));
    assert_non_null(strstr(text, "list of 3 numbers [m], -10 .. 10; default none\n"));
    assert_non_null(strstr(text, "\n\nneeded:\n  needed "));
    assert_non_null(strstr(text, "list of 1 .. 2 mappings, each with; required\n"));
    free(text);
}

static void store_path(void *ctx, const char *path) { snprintf(ctx, 600, "%s", path); }

// Checks that two targets hold the same values, bit by bit.
static void check_same(const target *a, const target *b) {
    assert_memory_equal(a->gravity, b->gravity, sizeof a->gravity);
    assert_int_equal(a->parts.n, b->parts.n);
    assert_int_equal(a->words.n, b->words.n);
    for (int i = 0; i < a->words.n; i++) assert_string_equal(a->words.name[i].text, b->words.name[i].text);
    for (int i = 0; i < a->parts.n; i++) {
        const part *p = &a->parts.item[i], *q = &b->parts.item[i];
        assert_true(p->item.given == q->item.given && p->kind == q->kind && p->fixed == q->fixed);
        assert_memory_equal(p->at, q->at, sizeof p->at);
        assert_true(p->mass == q->mass && p->spin == q->spin && p->amplitude == q->amplitude);
        assert_string_equal(p->name.text, q->name.text);
        assert_string_equal(p->on.text, q->on.text);
        assert_string_equal(p->text, q->text);
        assert_string_equal(p->mesh, q->mesh);
        assert_int_equal(p->ends.n, q->ends.n);
        for (int k = 0; k < p->ends.n; k++) assert_string_equal(p->ends.name[k].text, q->ends.name[k].text);
        assert_int_equal(p->knots.n, q->knots.n);
        for (int k = 0; k < p->knots.n; k++) assert_true(p->knots.item[k].at == q->knots.item[k].at);
    }
}

static void written_file_loads_to_the_same_values(void **state) {
    (void)state;
    char *text, mesh[600] = "";
    size_t size;
    scratch_text("a.stl", "solid");
    assert_int_equal(
        load("needed: [{at: 33 cm}, {at: 0.1}]\n"
             "model:\n"
             "  gravity: [0.1, 1e-300, -9.80665]\n"
             "  words: [one, two]\n"
             "  parts:\n"
             "    - {name: A, at: [1, 2 mm, 0], mass: 12.3 kg, fixed: true, spin: 10 deg/s2}\n"
             "    - {name: B, on: A, kind: plate, text: \"say \\\"a\\\\b\\\"\\n\\ttwice # no: [x]\", ends: [l, r]}\n"
             "    - {name: C, mesh: a.stl, knots: [{at: 7 mm}, {at: 0.3}], wave: {amplitude: 1 mm}}\n"),
        RT_OK);
    target first = got;
    FILE *f = open_memstream(&text, &size);
    rt_config_write(f, keys, KEYS, &first);
    assert_int_equal(fclose(f), 0);
    print_message("%s", text);
    assert_int_equal(load(text), RT_OK);
    check_same(&first, &got);
    assert_non_null(strstr(text, "# default: mass: 1000\n"));
    rt_config_visit_paths(keys, KEYS, &first, store_path, mesh);
    assert_string_equal(mesh, first.parts.item[2].mesh);
    assert_true(*mesh);
    rt_config_free(keys, KEYS, &first);
    rt_config_free(keys, KEYS, &got);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_read_with_their_lines_and_defaults),
        cmocka_unit_test(given_keys_are_known),
        cmocka_unit_test(every_fault_is_reported_at_its_place),
        cmocka_unit_test(all_faults_are_reported_at_once),
        cmocka_unit_test(early_failure_leaves_empty_lists),
        cmocka_unit_test(bad_default_of_list_is_reported),
        cmocka_unit_test(long_list_is_read),
        cmocka_unit_test(schema_prints_every_key_of_a_list),
        cmocka_unit_test(written_file_loads_to_the_same_values),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
