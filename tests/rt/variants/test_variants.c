// SPDX-License-Identifier: MIT
// Two designs side by side: a kept one is measured beside a changed one, a change drops the work on former settings,
// and a machine without threads or memory is told, not waited for. The linker binds calloc and pthread_create to this
// file.
#include "tests/check.h"

#include "rt/study/study.h"
#include "rt/variants/variants.h"
#include "tests/rt/config_root.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static editor k;
static variants v;
static panel_state page;

static bool no_thread;
static _Atomic size_t no_memory_for; // size of the block that calloc refuses; 0: none

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size) { return size == no_memory_for ? NULL : __real_calloc(n, size); }

int __real_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg);
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg);
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg) {
    return no_thread ? EAGAIN : __real_pthread_create(t, a, f, arg);
}

static int keep_shipped(void **state) {
    (void)state;
    rt_diag d = {0};
    no_thread = false;
    no_memory_for = 0;
    if (editor_open(&k, CONFIG "/scenarios/weigh.yaml", false, &d) != RT_OK) fail_msg("%s", d.text);
    variants_keep(&v, &k);
    return 0;
}

static int close_both(void **state) {
    (void)state;
    variants_close(&v);
    editor_close(&k);
    return 0;
}

static void write_page(void) {
    memset(&page, 0, sizeof page);
    variants_write(&v, &k, false, &page);
}

// Until no work is in hand or due.
static void wait_for_work(void) {
    const struct timespec pause = {.tv_nsec = 5000000};
    for (int tries = 0; tries < 12000; tries++) {
        variants_poll(&v);
        write_page();
        const panel_design *a = &page.design[VARIANT_KEPT], *b = &page.design[VARIANT_PRESENT];
        if (!v.working && !a->busy && !b->busy && !a->trying && !b->trying) return;
        nanosleep(&pause, NULL);
    }
    fail_msg("the work does not end");
}

static void change(const char *path, const char *value) {
    assert_true(editor_set(&k, editor_find_field(&k, path), value));
    variants_change(&v);
}

static const char *note(int design, const char *begins) {
    const panel_design *p = &page.design[design];
    for (int i = 0; i < p->n_notes; i++)
        if (strncmp(p->note[i].text, begins, strlen(begins)) == 0) return p->note[i].text;
    fail_msg("design %d has no note '%s'", design, begins);
    return NULL;
}

static void both_designs_are_measured(void **state) {
    (void)state;
    change("ship.pipe_bore", "600 mm");
    variants_ask(&v, &k, VARIANT_MEASURE);
    wait_for_work();
    for (int i = 0; i < VARIANTS; i++) {
        const panel_design *p = &page.design[i];
        assert_string_equal(p->fault, "");
        assert_true(p->measured && !p->stale && p->n_lines > 100);
    }
    // The bore is 40 mm wider, so the shank has 20 mm more on each side.
    double kept = strtod(note(VARIANT_KEPT, "Shank in bore: ") + 15, NULL);
    double present = strtod(note(VARIANT_PRESENT, "Shank in bore: ") + 15, NULL);
    CHECK_NEAR(present - kept, 20, 1.01); // both are rounded to a millimetre
    assert_int_equal(page.n_differences, 1);
    assert_string_equal(page.difference[0].path, "ship.pipe_bore");
    assert_string_equal(page.difference[0].value[VARIANT_KEPT], "560 mm");
    assert_string_equal(page.difference[0].value[VARIANT_PRESENT], "600 mm");
}

static void a_change_makes_the_drawing_stale(void **state) {
    (void)state;
    variants_ask(&v, &k, VARIANT_MEASURE);
    wait_for_work();
    change("ship.pipe_bore", "600 mm");
    write_page();
    assert_true(page.design[VARIANT_PRESENT].stale && page.design[VARIANT_PRESENT].measured);
    assert_false(page.design[VARIANT_KEPT].stale);
}

static void a_change_drops_the_lift_of_former_settings(void **state) {
    (void)state;
    variants_change(&v); // the present design alone is tried: the kept one has nothing to try
    free(v.of[VARIANT_KEPT].text);
    v.of[VARIANT_KEPT].text = NULL;
    variants_ask(&v, &k, VARIANT_TRY);
    variants_poll(&v);
    write_page();
    assert_true(page.design[VARIANT_PRESENT].trying);
    change("ship.pipe_bore", "600 mm");
    wait_for_work();
    assert_string_equal(page.design[VARIANT_PRESENT].verdict, "");
}

static void an_impossible_design_says_why(void **state) {
    (void)state;
    change("ship.pipe_bore", "100 mm"); // narrower than the shank
    variants_ask(&v, &k, VARIANT_MEASURE);
    wait_for_work();
    assert_string_equal(page.design[VARIANT_KEPT].fault, "");
    assert_non_null(strstr(page.design[VARIANT_PRESENT].fault, "bore"));
}

static void without_a_thread_the_result_says_so(void **state) {
    (void)state;
    no_thread = true;
    variants_ask(&v, &k, VARIANT_MEASURE);
    variants_ask(&v, &k, VARIANT_TRY);
    wait_for_work();
    for (int i = 0; i < VARIANTS; i++) {
        assert_string_equal(page.design[i].fault, "no thread to measure it");
        assert_string_equal(page.design[i].verdict, "no thread for the lift");
        assert_false(page.design[i].good);
    }
}

static void without_memory_the_result_says_so(void **state) {
    (void)state;
    no_memory_for = sizeof(scenario);
    variants_ask(&v, &k, VARIANT_MEASURE);
    wait_for_work();
    assert_string_equal(page.design[VARIANT_KEPT].fault, "no memory to measure it");
    no_memory_for = sizeof(study_result);
    variants_ask(&v, &k, VARIANT_TRY);
    wait_for_work();
    assert_string_equal(page.design[VARIANT_KEPT].verdict, "no memory for the lift");
    assert_false(page.design[VARIANT_KEPT].good);
}

// A design that cannot be tried for want of memory must not be asked for again with each picture.
static void a_lift_without_memory_is_not_repeated(void **state) {
    (void)state;
    no_memory_for = sizeof(scenario);
    variants_ask(&v, &k, VARIANT_TRY);
    wait_for_work();
    assert_string_equal(page.design[VARIANT_KEPT].verdict, "no memory for the lift");
    variants_ask(&v, &k, VARIANT_TRY);
    write_page();
    assert_false(page.design[VARIANT_KEPT].trying);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, keep_shipped, close_both)

int main(void) {
    const struct CMUnitTest tests[] = {TEST(both_designs_are_measured),
                                       TEST(a_change_makes_the_drawing_stale),
                                       TEST(a_change_drops_the_lift_of_former_settings),
                                       TEST(an_impossible_design_says_why),
                                       TEST(without_a_thread_the_result_says_so),
                                       TEST(without_memory_the_result_says_so),
                                       TEST(a_lift_without_memory_is_not_repeated)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
