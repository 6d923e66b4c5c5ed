// SPDX-License-Identifier: MIT
// Commands of the instructor's page: each form, and everything that is none.
#include "rt/command/telegraph.h"
#include "rt/station/parse.h"
#include "tests/check.h"
#include <stdio.h>
#include <string.h>

static station_command c;
static char why[STATION_WHY];

static bool parse(const char *text) { return station_parse(text, strlen(text), &c, why); }

static void each_form_is_read(void **state) {
    (void)state;
    assert_true(parse("{\"do\":\"failure\",\"failure\":\"pump_lost\",\"on\":false}"));
    assert_int_equal(c.what, STATION_FAIL);
    assert_int_equal(c.which, RT_FAILURE_PUMP);
    assert_false(c.on);
    assert_true(parse(" {\"on\":true, \"do\":\"failure\", \"failure\":\"lining_sensor\"} "));
    assert_int_equal(c.which, RT_FAILURE_LINING);
    assert_true(c.on);
    assert_true(parse("{\"do\":\"press\",\"act\":64}"));
    assert_int_equal(c.what, STATION_PRESS);
    assert_int_equal(c.which, 64);
    assert_true(parse("{\"do\":\"order\",\"order\":\"rudder\",\"share\":-1}"));
    assert_int_equal(c.which, RT_ORDER_RUDDER);
    assert_true(c.share == -1);
    assert_true(parse("{\"do\":\"order\",\"order\":\"thruster\",\"share\":0.25}"));
    assert_true(c.share == 0.25);
    assert_true(parse("{\"do\":\"pause\"}"));
    assert_int_equal(c.what, STATION_PAUSE);
    assert_true(parse("{\"do\":\"resume\"}"));
    assert_int_equal(c.what, STATION_RESUME);
    assert_true(parse("{\"do\":\"note\",\"text\":\"slow \\u00e9\"}"));
    assert_string_equal(c.text, "slow \xc3\xa9");
    assert_true(parse("{\"do\":\"back\",\"seconds\":30}"));
    assert_int_equal(c.what, STATION_BACK);
    assert_true(c.seconds == 30);
    assert_true(parse("{\"do\":\"snapshot\",\"name\":\"before the brake\"}"));
    assert_int_equal(c.what, STATION_KEEP);
    assert_string_equal(c.text, "before the brake");
    assert_true(parse("{\"do\":\"restore\",\"name\":\"a\"}"));
    assert_int_equal(c.what, STATION_RETURN);
}

static void anything_else_is_refused_with_its_field(void **state) {
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "no JSON"},
        {"garbage", "no JSON"},
        {"[]", "an object"},
        {"{}", "'do'"},
        {"{\"do\":1}", "'do'"},
        {"{\"do\":\"estop\"}", "'do'"},
        {"{\"do\":\"lever\",\"lever\":1}", "'do'"},
        {"{\"do\":\"pause\"} x", "no JSON"},
        {"{\"do\":\"pause\",\"do\":\"resume\"}", "no JSON"},
        {"{\"do\":\"pause\",\"for\":3}", "'for'"},
        {"{\"do\":\"failure\",\"failure\":\"power_lost\"}", "'on'"},
        {"{\"do\":\"failure\",\"failure\":\"power_lost\",\"on\":1}", "'on'"},
        {"{\"do\":\"failure\",\"failure\":\"estop\",\"on\":true}", "'failure'"},
        {"{\"do\":\"failure\",\"failure\":3,\"on\":true}", "'failure'"},
        {"{\"do\":\"press\",\"act\":0}", "'act'"},
        {"{\"do\":\"press\",\"act\":65}", "'act'"},
        {"{\"do\":\"press\",\"act\":1.5}", "'act'"},
        {"{\"do\":\"press\",\"act\":\"1\"}", "'act'"},
        {"{\"do\":\"press\",\"act\":99999999999999999999}", "no JSON"},
        {"{\"do\":\"order\",\"order\":\"lever\",\"share\":0}", "'order'"},
        {"{\"do\":\"order\",\"order\":\"engine\",\"share\":1.001}", "'share'"},
        {"{\"do\":\"order\",\"order\":\"engine\",\"share\":1e999}", "no JSON"},
        {"{\"do\":\"order\",\"order\":\"engine\",\"share\":NaN}", "no JSON"},
        {"{\"do\":\"order\",\"order\":\"engine\",\"share\":null}", "'share'"},
        {"{\"do\":\"back\",\"seconds\":0}", "'seconds'"},
        {"{\"do\":\"back\",\"seconds\":86401}", "'seconds'"},
        {"{\"do\":\"back\",\"seconds\":true}", "'seconds'"},
        {"{\"do\":\"snapshot\"}", "'name'"},
        {"{\"do\":\"restore\",\"name\":\"\\u0001\"}", "'name'"},
        {"{\"do\":\"note\",\"text\":\"\"}", "'text'"},
        {"{\"do\":\"note\",\"text\":\"a\\nb\"}", "'text'"},
        {"{\"do\":\"note\",\"text\":\"a\\u0000b\"}", "no JSON"},
        {"{\"do\":\"note\",\"text\":\"\xff\"}", "no JSON"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        why[0] = 0;
        if (parse(bad[k].text) || !strstr(why, bad[k].says)) fail_msg("%s: %s", bad[k].text, why);
    }
}

static void lengths_are_bounded(void **state) {
    static char text[STATION_MESSAGE + 2];
    (void)state;
    snprintf(text, sizeof text, "{\"do\":\"note\",\"text\":\"%0200d\"}", 0);
    assert_true(parse(text));
    assert_int_equal(strlen(c.text), STATION_NOTE);
    snprintf(text, sizeof text, "{\"do\":\"note\",\"text\":\"%0201d\"}", 0);
    assert_false(parse(text));
    memset(text, ' ', sizeof text - 1);
    memcpy(text, "{\"do\":\"pause\"}", 14);
    assert_true(station_parse(text, STATION_MESSAGE, &c, why));
    assert_false(station_parse(text, STATION_MESSAGE + 1, &c, why));
    memset(text, '[', sizeof text - 1); // as deep as it is long
    assert_false(station_parse(text, STATION_MESSAGE, &c, why));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_form_is_read),
        cmocka_unit_test(anything_else_is_refused_with_its_field),
        cmocka_unit_test(lengths_are_bounded),
    };
    return cmocka_run_group_tests_name("rt.station.parse", tests, NULL, NULL);
}
