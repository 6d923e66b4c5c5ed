// SPDX-License-Identifier: MIT
// Laws of the user's own in a scenario: an example that runs and is replayed, what is told of a library that cannot be
// used, and answers that cannot be used at run time. The libraries are built beside this test.
#include "contact/law/library.h"
#include "contact/law/permit.h"
#include "rt/deck/deck.h"
#include "rt/sim/sim.h"
#include "rt/world/world.h"
#include "tests/check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/hawse_laws_XXXXXX";

static const char *file_in(const char *name) {
    static char path[4][256];
    static int turn;
    char *p = path[turn++ % 4];
    snprintf(p, 256, "%s/%s", folder, name);
    return p;
}

// A ball that is thrown onto a floor, with this material.
static const char *write_scenario(const char *material) {
    const char *path = file_in("ball.yaml");
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f,
            "model:\n"
            "  points:\n"
            "    - {name: C, at: [0, 0, 60 mm], velocity: [0.5 m/s, 0, -1 m/s]}\n"
            "  bodies:\n"
            "    - {name: ball, points: [C], mass: 1 kg, centre: [0, 0, 0], inertia: [0.001, 0.001, 0.001]}\n"
            "  shapes:\n"
            "    - {name: floor, kind: plane, at: [0, 0, 0]}\n"
            "    - {name: sphere, kind: sphere, on: ball, at: [0, 0, 60 mm], radius: 50 mm}\n"
            "  materials:\n"
            "    - {name: pad, %s}\n"
            "  contacts:\n"
            "    - {name: touch, shapes: [sphere, floor], material: pad}\n"
            "solver:\n"
            "  step: 0.5 ms\n"
            "record:\n"
            "  - {name: z, of: ball, what: z}\n"
            "end:\n"
            "  duration: 2 s\n",
            material);
    fclose(f);
    return path;
}

// Permits the library of that path alone, as --allow-law does.
static void permit(const char *path) {
    rt_diag d = {0};
    const option_list l = {.word = {path}, .n = 1};
    law_permit_clear();
    if (law_permit(&l, &d) != RT_OK) fail_msg("%s", d.text);
}

static const char *with(const char *library, const char *more) {
    static char text[512];
    snprintf(text, sizeof text, "%s/lib%s.so", HAWSE_LAWS, library);
    if (access(text, R_OK) == 0) permit(text);
    snprintf(text, sizeof text, "law: user, law_library: %s/lib%s.so%s", HAWSE_LAWS, library, more);
    return write_scenario(text);
}

static scenario sc;
static sim s;

static void start(const char *path) {
    rt_diag d = {0};
    if (scenario_load(path, true, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    if (sim_create(&s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
}

static void stop(void) {
    sim_destroy(&s);
    scenario_free(&sc);
}

static vec3 centre(void) {
    dyn_eval e = dyn_eval_at(&s.model, &s.state);
    return dyn_body_pose(&e, 0).p;
}

static vec3 velocity(void) { return s.state.qd[DYN_FIRST_NODE]; }

// It bounces, comes to rest on the depth that bears its weight, and rolls without slip with 5/7 of the speed that it
// had along the floor (m r² / (m r² + I) with I = 2/5 m r²).
static void test_rubber(void **state) {
    (void)state;
    start(with("rubber", ", friction: user"));
    double low = 1, peak = 0;
    for (int k = 0; k < 4000; k++) {
        assert_true(sim_frame(&s, &(rt_command){0}, NULL));
        low = fmin(low, centre().z);
        if (low < 0.049) peak = fmax(peak, centre().z);
    }
    assert_true(peak > 0.0505); // it left the floor again
    double d = 0;
    for (int i = 0; i < 50; i++) d -= (2e4 * d + 4e8 * d * d * d - 9.81) / (2e4 + 12e8 * d * d);
    CHECK_NEAR(0.05 - centre().z, d, 1e-6);
    CHECK_NEAR(velocity().z, 0, 1e-4);
    CHECK_NEAR(velocity().x, 0.5 / 1.4, 0.02);
    assert_int_equal(s.counters.event[RT_EVENT_LAW_REFUSED], 0);
    stop();
}

// What is not a number, or pulls: no force in that evaluation, counted, and the run goes on.
static void test_refused_at_run_time(void **state) {
    (void)state;
    const char *const library[] = {"nan", "pulls"};
    for (int i = 0; i < 2; i++) {
        start(with(library[i], ""));
        for (int k = 0; k < 400; k++) assert_true(sim_frame(&s, &(rt_command){0}, NULL));
        assert_true(s.counters.event[RT_EVENT_LAW_REFUSED] > 0);
        assert_true(centre().z < 0.04); // nothing held it any more
        stop();
    }
}

static void check_error(const char *path, rt_status status, const char *says) {
    rt_diag d = {0};
    rt_status got = scenario_load(path, true, &sc, &d);
    bool loaded = got == RT_OK;
    if (loaded) {
        got = sim_create(&s, &sc, &d);
        assert_int_not_equal(got, RT_OK);
        scenario_free(&sc);
    }
    if (got != status || !strstr(d.text, says)) fail_msg("expected \"%s\", found \"%s\"", says, d.text);
    assert_non_null(strstr(d.text, "ball.yaml:10:"));
    assert_int_equal(d.errors, 1);
}

static void test_bad_libraries_are_reported(void **state) {
    (void)state;
    check_error(with("missing", ""), RT_ERR_FORMAT, "law_library: there is no file");
    check_error(with("version", ""), RT_ERR_FORMAT, "expected contact-law interface version 1, found 2");
    check_error(with("no_version", ""), RT_ERR_FORMAT, "has no symbol hawse_contact_version");
    check_error(with("no_name", ""), RT_ERR_FORMAT, "has no symbol hawse_contact_name");
    check_error(with("no_law", ""), RT_ERR_FORMAT, "neither hawse_contact_normal nor hawse_contact_friction");
    check_error(with("no_normal", ""), RT_ERR_FORMAT, "has no symbol hawse_contact_normal, which law: user needs");
    check_error(with("nan", ", friction: user"), RT_ERR_FORMAT,
                "no symbol hawse_contact_friction, which friction: user needs");
    check_error(write_scenario("law: user"), RT_ERR_FORMAT, "material 'pad': key 'law_library' is missing");
    check_error(with("rubber", ", stiffness: 1e5"), RT_ERR_FORMAT, "'stiffness' does not fit the law user");
    check_error(write_scenario("law: exact"), RT_ERR_FORMAT, "key 'stiffness' is missing");
    // a file that is no shared object
    FILE *f = fopen(file_in("text.so"), "w");
    assert_non_null(f);
    fputs("no program\n", f);
    fclose(f);
    check_error(write_scenario("stiffness: 1e5, law_library: text.so"), RT_ERR_FORMAT, "neither law nor friction is");
    law_permit_clear();
    check_error(write_scenario("law: user, law_library: text.so"), RT_ERR_USAGE,
                "text.so is a program, which a scenario may not start: if you trust it, add --allow-law");
    permit(file_in("text.so"));
    check_error(write_scenario("law: user, law_library: text.so"), RT_ERR_FILE, "cannot load the law_library");
}

static void test_bad_volume_keys_are_reported(void **state) {
    (void)state;
    check_error(write_scenario("law: volume, elastic_modulus: 5 MPa"), RT_ERR_FORMAT,
                "expected elastic_modulus and layer_depth together");
    check_error(write_scenario("law: volume, elastic_modulus: 5 MPa, layer_depth: 5 mm, second_layer_depth: 5 mm"),
                RT_ERR_FORMAT, "expected second_elastic_modulus and second_layer_depth together");
    check_error(write_scenario("law: volume, elastic_modulus: 5 MPa, layer_depth: 5 mm, stiffness: 5"), RT_ERR_FORMAT,
                "'stiffness' does not fit the law volume");
    check_error(write_scenario("law: exact, stiffness: 5, layer_depth: 5 mm"), RT_ERR_FORMAT,
                "key 'layer_depth' is for the law volume");
}

// The keys of the layers become the stiffness: the ball rests where the pressure on its disc bears it.
static void test_volume(void **state) {
    (void)state;
    start(write_scenario("law: volume, elastic_modulus: 5 MPa, poissons_ratio: 0.4, layer_depth: 5 mm, "
                         "second_elastic_modulus: 5 MPa, second_poissons_ratio: 0.4, second_layer_depth: 5 mm, "
                         "impact_damping: 100 N s/m, impact_depth: 0.05 mm"));
    double k = 0.5 * (0.6 * 5e6 / (1.4 * 0.2)) / 5e-3, d = 1e-4;
    for (int i = 0; i < 100; i++) d = sqrt(9.81 / (k * M_PI * (0.1 - d)));
    for (int n = 0; n < 4000; n++) assert_true(sim_frame(&s, &(rt_command){0}, NULL));
    CHECK_NEAR(0.05 - centre().z, d, 1e-7);
    stop();
}

static int run(const char *format, const char *a, const char *b, char *out, size_t size) {
    char command[1024];
    snprintf(command, sizeof command, format, HAWSE_PROGRAM, a, b);
    strcat(command, " 2>&1");
    FILE *f = popen(command, "r");
    assert_non_null(f);
    size_t n = fread(out, 1, size - 1, f);
    out[n] = 0;
    int status = pclose(f);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void copy(const char *library) {
    char command[512];
    snprintf(command, sizeof command, "cp %s/lib%s.so %s", HAWSE_LAWS, library, file_in("mine.so"));
    assert_int_equal(system(command), 0);
}

// The program: exit code 2 for what cannot be used; a recording knows the library that it was made with.
static void test_program(void **state) {
    (void)state;
    char out[8192];
    const char *bad = with("no_law", ""), *law = HAWSE_LAWS "/libno_law.so";
    assert_int_equal(run("%s sil %s --anywhere --allow-law %s", bad, law, out, sizeof out), 2);
    if (!strstr(out, "ball.yaml:10:") || !strstr(out, "neither hawse_contact_normal")) fail_msg("%s", out);
    assert_int_equal(run("%s check %s --anywhere %s", bad, "", out, sizeof out), 0); // it loads none
    if (!strstr(out, "material 'pad': laws of ") || !strstr(out, "not loaded")) fail_msg("%s", out);
    copy("rubber");
    const char *path = write_scenario("law: user, law_library: mine.so"), *recording = file_in("ball.rec");
    char more[600];
    snprintf(more, sizeof more, "%s --allow-law %s", recording, file_in("mine.so"));
    assert_int_equal(run("%s sil %s --record %s", path, more, out, sizeof out), 0);
    snprintf(more, sizeof more, " --allow-law %s", file_in("mine.so"));
    if (run("%s replay %s --check%s", recording, more, out, sizeof out) != 0 || strstr(out, "changed"))
        fail_msg("%s", out);
    copy("nan");
    if (run("%s replay %s --check%s", recording, more, out, sizeof out) != 2) fail_msg("%s", out);
    if (!strstr(out, "mine.so: error: the law_library has changed since the recording was made")) fail_msg("%s", out);
}

// A ship's contacts take them too: chain and anchor rest on other forces than those of the shipped law.
static uint64_t heave(bool own) {
    rt_diag d = {0};
    if (scenario_load(HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml", true, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    sc.start.settle = 0.5;
    if (own) {
        permit(HAWSE_LAWS "/librubber.so");
        sc.contact.law = CONTACT_LAW_USER, sc.contact.friction = CONTACT_FRICTION_USER;
        snprintf(sc.contact.law_library, sizeof sc.contact.law_library, HAWSE_LAWS "/librubber.so");
    }
    if (sim_create(&s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    for (int k = 0; k < 200; k++) assert_true(sim_frame(&s, &(rt_command){0}, NULL));
    assert_int_equal(s.counters.event[RT_EVENT_LAW_REFUSED], 0);
    assert_true(deck_of(&s)->link_contact.set.n > 0);
    uint64_t hash = sim_hash(&s);
    stop();
    return hash;
}

static void test_ship(void **state) {
    (void)state;
    assert_true(heave(true) != heave(false));
    rt_diag d = {0};
    if (scenario_load(HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml", true, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    sc.contact.friction = CONTACT_FRICTION_USER;
    snprintf(sc.contact.law_library, sizeof sc.contact.law_library, HAWSE_LAWS "/libnan.so");
    permit(HAWSE_LAWS "/libnan.so");
    assert_int_equal(sim_create(&s, &sc, &d), RT_ERR_FORMAT);
    assert_non_null(strstr(d.text, "no symbol hawse_contact_friction, which friction: user needs"));
    scenario_free(&sc);
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void **state) {
    (void)state;
    const char *const name[] = {"ball.yaml", "text.so", "mine.so", "ball.rec"};
    for (int i = 0; i < 4; i++) unlink(file_in(name[i]));
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rubber),
                                       cmocka_unit_test(test_refused_at_run_time),
                                       cmocka_unit_test(test_bad_libraries_are_reported),
                                       cmocka_unit_test(test_bad_volume_keys_are_reported),
                                       cmocka_unit_test(test_volume),
                                       cmocka_unit_test(test_program),
                                       cmocka_unit_test(test_ship)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
