// SPDX-License-Identifier: MIT
// Screenshots in the working folder, beside existing files.
#include "tests/rt/scratch.h"

#include "rt/picture/picture.h"
#include "tests/render/bow.h"
#include "tests/render/keep_loaded.h"
#include <dirent.h>
#include <fcntl.h>
#include <png.h>
#include <sys/stat.h>

static bow ship;

static render *create_drawn_renderer(void) {
    rt_diag d = {0};
    render *r = render_create(&ship.def, &d);
    if (!r) {
        print_message("skipped: no OpenGL 3.3 here\n");
        skip();
    }
    render_frame(r, NULL, ship.snapshot, 1);
    return r;
}

// hawse-YYYYMMDD-HHMMSS-SCENARIO-tSECONDS.png, or with "-N" before the suffix.
static void check_name(const char *path, const char *end) {
    const char *pattern = "hawse-########-######-";
    for (int k = 0; pattern[k]; k++) {
        if (pattern[k] == '#')
            assert_true(path[k] >= '0' && path[k] <= '9');
        else
            assert_int_equal(path[k], pattern[k]);
    }
    assert_string_equal(path + strlen(pattern), end);
}

static int count_files(void) {
    DIR *dir = opendir(".");
    int n = 0;
    for (struct dirent *e; (e = readdir(dir));) n += e->d_name[0] != '.';
    closedir(dir);
    return n;
}

static void test_screenshot(void **state) {
    (void)state;
    char path[PICTURE_PATH];
    rt_diag d = {0};
    render *r = create_drawn_renderer();
    assert_int_equal(chdir(scratch), 0);
    assert_int_equal(picture_screenshot(r, "/some/where/my odd <scenario>.v2.yaml", 117.078, path, &d), RT_OK);
    check_name(path, "my_odd__scenario__v2-t117.078.png");
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    int width, height;
    render_size(r, &width, &height);
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    png_image_free(&image);
    render_destroy(r);
    assert_int_equal(count_files(), 1);
}

// Several screenshots in one second overwrite neither each other nor any other file.
static void test_never_overwrites(void **state) {
    (void)state;
    char path[4][PICTURE_PATH];
    rt_diag d = {0};
    struct stat st;
    render *r = create_drawn_renderer();
    assert_int_equal(chdir(scratch), 0);
    int before = count_files();
    for (int k = 0; k < 4; k++) {
        assert_int_equal(picture_screenshot(r, "weigh.yaml", 1, path[k], &d), RT_OK);
        assert_int_equal(stat(path[k], &st), 0);
        assert_true(st.st_size > 1000);
        for (int i = 0; i < k; i++) assert_string_not_equal(path[i], path[k]);
    }
    assert_int_equal(count_files(), before + 4);
    assert_int_equal(d.errors, 0);
    render_destroy(r);
}

static void test_cannot_be_written(void **state) {
    (void)state;
    char path[PICTURE_PATH];
    rt_diag d = {0};
    render *r = create_drawn_renderer();
    assert_int_equal(chdir("/proc"), 0); // no file can be created there
    assert_int_equal(picture_screenshot(r, "weigh.yaml", 1, path, &d), RT_ERR_FILE);
    assert_int_equal(d.errors, 1);
    assert_int_equal(chdir("/"), 0);
    render_destroy(r);
}

static int begin(void **state) {
    bow_make(&ship);
    return scratch_make(state);
}

static int end(void **state) {
    bow_free(&ship);
    return scratch_remove(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_screenshot),
        cmocka_unit_test(test_never_overwrites),
        cmocka_unit_test(test_cannot_be_written),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
