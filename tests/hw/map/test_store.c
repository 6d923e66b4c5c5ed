// SPDX-License-Identifier: MIT
// Stored calibrations: path, round trip, and survival of the older file on every failure.
#include "hw/map/store.h"
#include "tests/hw/virtual_stick.h"
#include <sys/stat.h>

static const char guid[] = "03000000ee0f000001000000000a0000";

static hw_map console(void) {
    hw_map m;
    hw_map_default(&m);
    snprintf(m.name, sizeof m.name, "Bridge \"A\" \\ port, \xc3\xa9: #1\t");
    snprintf(m.guid, sizeof m.guid, "%s", guid);
    snprintf(m.serial, sizeof m.serial, "SN 12/7");
    m.lever = (hw_axis_map){3, -32000, -700, 900, 31000, true, 0.1 / 3, 0.7, 250, 2.5};
    m.brake = (hw_axis_map){1, -5, -5, 10, 32767, false, 0, 0.25, 0, 0};
    for (int i = 0; i < HW_BUTTON_ROLES; i++) m.button[i] = (hw_button_map){i + 4, i % 2 == 0};
    m.clutch_action = m.stopper_action = HW_CLUTCH_SWITCH;
    m.stale = 0.12, m.failsafe = 0.4, m.frozen = 0, m.neutral = 0.07;
    m.modbus = (hw_modbus_map){7, 115200, 2, 2, 0.01, 0.03, 100, 200, 9, 300, -1, 400};
    return m;
}

static void test_round_trip(void **state) {
    (void)state;
    static rt_diag d;
    char path[HW_STORE_PATH], expected[200];
    const hw_map m = console();
    hw_map back;
    if (hw_store_save(&m, path, &d) != RT_OK) fail_msg("%s", d.text);
    snprintf(expected, sizeof expected, "%s/hawse/devices/%s-SN_12_7.yaml", config_home, guid);
    assert_string_equal(path, expected);
    if (hw_map_load(path, &back, &d) != RT_OK) fail_msg("%s", d.text);
    assert_string_equal(back.name, m.name);
    assert_string_equal(back.serial, m.serial);
    char *text[2];
    size_t size[2];
    const hw_map *map[] = {&m, &back};
    for (int i = 0; i < 2; i++) {
        FILE *f = open_memstream(&text[i], &size[i]);
        hw_map_write(f, map[i]);
        fclose(f);
    }
    assert_string_equal(text[0], text[1]); // every key is the same
    assert_true(back.lever.dead_band == m.lever.dead_band && back.modbus.period == m.modbus.period);
    assert_int_equal(back.clutch_action, HW_CLUTCH_SWITCH);
    assert_int_equal(back.modbus.parity, 2);
    free(text[0]);
    free(text[1]);
}

static void test_store_path(void **state) {
    (void)state;
    char path[HW_STORE_PATH], long_home[2000];
    assert_true(hw_store_path("abc", "", path));
    assert_non_null(strstr(path, "/hawse/devices/abc.yaml"));
    assert_true(hw_store_path("abc", "../../etc/x", path)); // the path cannot leave the folder
    assert_non_null(strstr(path, "/hawse/devices/abc-______etc_x.yaml"));
    setenv("XDG_CONFIG_HOME", "relative", 1); // invalid by the XDG specification
    setenv("HOME", "/home/deck", 1);
    assert_true(hw_store_path("abc", "", path));
    assert_string_equal(path, "/home/deck/.config/hawse/devices/abc.yaml");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    assert_false(hw_store_path("abc", "", path));
    static rt_diag d;
    const hw_map m = console();
    assert_int_equal(hw_store_save(&m, path, &d), RT_ERR_FILE);
    assert_non_null(strstr(d.text, "XDG_CONFIG_HOME"));
    memset(long_home, 'x', sizeof long_home - 1);
    long_home[0] = '/', long_home[sizeof long_home - 1] = '\0';
    setenv("HOME", long_home, 1);
    assert_false(hw_store_path("abc", "", path));
    setenv("XDG_CONFIG_HOME", config_home, 1);
}

static int count_files(const char *folder) {
    char command[200], line[32] = "";
    snprintf(command, sizeof command, "ls -A '%s' | wc -l", folder);
    FILE *f = popen(command, "r");
    assert_non_null(fgets(line, sizeof line, f));
    pclose(f);
    return atoi(line);
}

static void test_failed_save_leaves_the_old_file(void **state) {
    (void)state;
    static rt_diag d;
    char path[HW_STORE_PATH], folder[100];
    hw_map m = console(), back;
    assert_int_equal(hw_store_save(&m, path, &d), RT_OK);
    snprintf(folder, sizeof folder, "%s/hawse/devices", config_home);
    assert_int_equal(count_files(folder), 1);
    m.lever.min = m.lever.max; // this map cannot be read back
    assert_int_equal(hw_store_save(&m, path, &d), RT_ERR_FORMAT);
    assert_int_equal(count_files(folder), 1);
    assert_int_equal(hw_map_load(path, &back, &d), RT_OK);
    assert_int_equal(back.lever.min, -32000);
    m = console();
    m.lever.max = 30000;
    assert_int_equal(hw_store_save(&m, path, &d), RT_OK); // replaced
    assert_int_equal(count_files(folder), 1);
    assert_int_equal(hw_map_load(path, &back, &d), RT_OK);
    assert_int_equal(back.lever.max, 30000);
}

static void test_missing_folder_that_cannot_be_created(void **state) {
    (void)state;
    static rt_diag d;
    char path[HW_STORE_PATH], in_the_way[100];
    const hw_map m = console();
    snprintf(in_the_way, sizeof in_the_way, "%s/file", config_home);
    fclose(fopen(in_the_way, "w"));
    setenv("XDG_CONFIG_HOME", in_the_way, 1);
    assert_int_equal(hw_store_save(&m, path, &d), RT_ERR_FILE);
    assert_non_null(strstr(d.text, "cannot be written"));
    setenv("XDG_CONFIG_HOME", config_home, 1);
}

int main(void) {
    config_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_store_path),
        cmocka_unit_test(test_failed_save_leaves_the_old_file),
        cmocka_unit_test(test_missing_folder_that_cannot_be_created),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    config_end();
    return failed;
}
