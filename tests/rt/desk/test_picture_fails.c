// SPDX-License-Identifier: MIT
// A picture that cannot be created, drawn or written gives one message. The test replaces the renderer by --wrap of the
// functions with a __wrap below.
#include "rt/app/cmd.h"
#include "rt/page/private.h"
#include "rt/picture/picture.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

static bool no_memory, no_picture;
static int written;
static size_t bytes_of_picture;
static sim ship; // all zero: no function reads it

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
picture *__real_picture_create(const sim *s, render_view view, int width, int height, rt_diag *d);
picture *__wrap_picture_create(const sim *s, render_view view, int width, int height, rt_diag *d);
void __wrap_picture_destroy(picture *p);
uint8_t *__wrap_picture_png(picture *p, render_view view, int closer, const dyn_snapshot *snap, size_t *size,
                            rt_diag *d);
render *__wrap_render_create(const render_def *def, rt_diag *d);
void __wrap_render_destroy(render *r);
void __wrap_render_frame(render *r, const dyn_snapshot *previous, const dyn_snapshot *next, double alpha);
rt_status __wrap_render_write_png(render *r, const char *path, rt_diag *d);

void *__wrap_calloc(size_t n, size_t size) { return no_memory ? NULL : __real_calloc(n, size); }

picture *__wrap_picture_create(const sim *s, render_view view, int width, int height, rt_diag *d) {
    (void)s, (void)view, (void)width, (void)height, (void)d;
    return (picture *)&ship;
}

void __wrap_picture_destroy(picture *p) { (void)p; }

uint8_t *__wrap_picture_png(picture *p, render_view view, int closer, const dyn_snapshot *snap, size_t *size,
                            rt_diag *d) {
    (void)p, (void)view, (void)closer, (void)snap;
    *size = bytes_of_picture;
    if (!no_picture) return __real_calloc(1, bytes_of_picture);
    rt_diag_error(d, NULL, 0, 0, "the <driver> is gone");
    return NULL;
}

render *__wrap_render_create(const render_def *def, rt_diag *d) {
    (void)def, (void)d;
    return (render *)&ship;
}

void __wrap_render_destroy(render *r) { (void)r; }

void __wrap_render_frame(render *r, const dyn_snapshot *previous, const dyn_snapshot *next, double alpha) {
    (void)r, (void)previous, (void)next, (void)alpha;
}

rt_status __wrap_render_write_png(render *r, const char *path, rt_diag *d) {
    (void)r, (void)path, (void)d;
    written++;
    return RT_OK;
}

static sim *create_pendulum(void) {
    static rt_diag d;
    static scenario sc;
    static sim s;
    if (scenario_load(HAWSE_SOURCE_DIR "/config/scenarios/examples/pendulum.yaml", false, &sc, &d) != RT_OK ||
        sim_create(&s, &sc, &d) != RT_OK)
        fail_msg("%s", d.text);
    return &s;
}

static void destroy(sim *s) {
    scenario sc = s->sc;
    sim_destroy(s);
    scenario_free(&sc);
}

static void lack_of_memory_gives_an_error(void **state) {
    (void)state;
    sim *s = create_pendulum();
    rt_diag d = {0};
    no_memory = true;
    picture *p = __real_picture_create(s, PICTURE_OWN_VIEW, 320, 180, &d);
    no_memory = false;
    assert_null(p);
    assert_int_equal(d.errors, 1);
    assert_non_null(strstr(d.text, "no memory"));
    destroy(s);
}

// For a folder path of any length, the picture is written into that folder, or refused with a message.
static void too_long_path_gives_an_error(void **state) {
    (void)state;
    sim *s = create_pendulum();
    static dyn_snapshot snap;
    static char dir[3000];
    rt_diag d = {0};
    picture *p = __real_picture_create(s, PICTURE_OWN_VIEW, 320, 180, &d);
    assert_non_null(p);
    for (size_t n = 1; n < sizeof dir; n = n < 980 ? n + 89 : n < 1040 ? n + 1 : n + 641) {
        memset(dir, 'a', n);
        dir[n] = 0;
        bool fits = n + strlen("/frame_000000.png") < 1024;
        d = (rt_diag){0};
        written = 0;
        assert_int_equal(picture_write(p, dir, &snap, &d), fits ? RT_OK : RT_ERR_FILE);
        assert_int_equal(written, fits);
        assert_int_equal(d.errors, !fits);
    }
    free(p);
    destroy(s);
}

// Writes the page's section on pictures for a run with this many moments.
static const char *write_section(int moments) {
    static char text[1 << 20];
    report_story *story = __real_calloc(1, sizeof *story);
    for (int k = 0; k < moments; k++) {
        story->moment[k].taken = true;
        story->moment[k].snapshot.t = k;
    }
    FILE *f = tmpfile();
    page_pictures(f, &(report_page){.sim = &ship, .files = &(report_files){.story = story}});
    free(story);
    long size = ftell(f);
    rewind(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    text[n] = 0;
    assert_true(n > 0 && (long)n <= size);
    fclose(f);
    return text;
}

static void page_gives_the_reason_for_missing_pictures(void **state) {
    (void)state;
    bytes_of_picture = 1000;
    const char *page = write_section(3);
    assert_null(strstr(page, "<p>"));
    no_picture = true;
    page = write_section(3);
    assert_non_null(strstr(page, "3 pictures could not be drawn"));
    assert_non_null(strstr(page, "the &lt;driver&gt; is gone"));
    assert_null(strstr(page, "pictures were left out"));
    no_picture = false;
    bytes_of_picture = 4000000;
    page = write_section(2);
    assert_non_null(strstr(page, "2 pictures were left out: the page is limited"));
    assert_null(strstr(page, "could not be drawn"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lack_of_memory_gives_an_error),
        cmocka_unit_test(too_long_path_gives_an_error),
        cmocka_unit_test(page_gives_the_reason_for_missing_pictures),
    };
    return cmocka_run_group_tests_name("rt.desk.picture_fails", tests, NULL, NULL);
}
