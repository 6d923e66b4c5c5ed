// SPDX-License-Identifier: MIT
// The contact of the preset length: closed once for each passing of the length while veering.
#include "rt/alarm/preset.h"
#include "tests/check.h"

static preset p;
static double t;

// Moves the chain from the present counter to `to` at this speed [m/s]. Returns how often the contact closes.
static int move_chain(double *counter, double to, double speed) {
    int closings = 0, n = (int)lround(fabs(to - *counter) / fabs(speed) * 30);
    double from = *counter;
    for (int k = 1; k <= n; k++) {
        bool was = p.closed;
        *counter = from + (to - from) * k / n;
        preset_update(&p, t += 1.0 / 30, *counter, *counter > from ? -fabs(speed) : fabs(speed));
        closings += p.closed && !was;
    }
    return closings;
}

static void stand(double counter) { preset_update(&p, t += 1.0 / 30, counter, 0); }

static void begin(double length, double counter) {
    p = (preset){0}, t = 10;
    stand(counter);
    preset_set(&p, length);
    stand(counter);
}

static void contact_closes_once_while_veering(void **state) {
    (void)state;
    double out = 8;
    begin(10, out);
    assert_int_equal(move_chain(&out, 9.99, 0.2), 0);
    assert_int_equal(move_chain(&out, 12, 0.2), 1);
    assert_true(p.closed);
    stand(out);
    assert_false(p.closed);
    assert_int_equal(move_chain(&out, 14, 0.2), 0); // beyond: no second warning
    assert_int_equal(move_chain(&out, 9, 0.2), 0);  // heaving
    assert_int_equal(move_chain(&out, 11, 3), 1);   // again, fast
}

static void heaving_opens_the_contact(void **state) {
    (void)state;
    double out = 9;
    begin(10, out);
    assert_int_equal(move_chain(&out, 11, 1), 1);
    move_chain(&out, 10.5, 1);
    assert_false(p.closed);
}

// A length that is already passed, a counter set to another zero, no length: nothing was passed.
static void no_contact_without_a_passing(void **state) {
    (void)state;
    double out = 12;
    begin(10, out);
    assert_int_equal(move_chain(&out, 15, 0.2), 0);
    out = 8;
    begin(10, out);
    stand(60); // the counter's zero was cleared
    assert_false(p.closed);
    out = 60;
    assert_int_equal(move_chain(&out, 61, 0.2), 0);
    out = 8;
    begin(0, out);
    assert_int_equal(move_chain(&out, 100, 5), 0);
}

// Back in time before the passing, the contact is ready again; a rewind over it does not close it.
static void rewind_is_no_veering(void **state) {
    (void)state;
    double out = 8;
    begin(10, out);
    assert_int_equal(move_chain(&out, 11, 0.5), 1);
    double passed = t;
    preset_update(&p, t = passed - 5, 8.5, -0.5);
    assert_false(p.closed);
    preset_update(&p, t = passed + 5, 13, -0.5);
    assert_false(p.closed);
    preset_update(&p, t = passed - 5, 8.5, -0.5);
    out = 8.5;
    assert_int_equal(move_chain(&out, 11, 0.5), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contact_closes_once_while_veering),
        cmocka_unit_test(heaving_opens_the_contact),
        cmocka_unit_test(no_contact_without_a_passing),
        cmocka_unit_test(rewind_is_no_veering),
    };
    return cmocka_run_group_tests_name("rt.desk.preset", tests, NULL, NULL);
}
