// SPDX-License-Identifier: MIT
// Snapshot to bytes and back: random snapshots within the rounding of float32, then bit for bit; truncated, lengthened
// and corrupted frames.
#include "rt/stream/coder.h"
#include "tests/check.h"
#include "tests/rt/stream/sample.h"
#include <stddef.h>

static unsigned char bytes[STREAM_FRAME], again[STREAM_FRAME];
static dyn_snapshot made, read_back;
static char title[STREAM_TITLE];

// float32 has 24 bits of mantissa; subnormal below 2^-126.
static void check_rounded(double a, double b, const char *what) {
    if (isnan(a) && isnan(b)) return;
    if (!(fabs(a - b) <= ldexp(fabs(a), -24) + 1e-40)) fail_msg("%s: %.17g came back as %.17g", what, a, b);
}

static void check_numbers(const double *a, const double *b, size_t size, const char *what) {
    for (size_t k = 0; k < size / sizeof *a; k++) check_rounded(a[k], b[k], what);
}

#define NUMBERS(member) check_numbers((const double *)&a->member, (const double *)&b->member, sizeof a->member, #member)
#define SAME(member) assert_memory_equal(&a->member, &b->member, sizeof a->member)

static void check_gauges(const dyn_gauges *a, const dyn_gauges *b) {
#define ONE(member, sensors) NUMBERS(member);
    DYN_READINGS(ONE)
#undef ONE
    assert_memory_equal(&a->clutch, &b->clutch, offsetof(dyn_gauges, pad) - offsetof(dyn_gauges, clutch));
}

static void check_watch(const dyn_snapshot_watch *a, const dyn_snapshot_watch *b) {
    assert_memory_equal(a, b, offsetof(dyn_snapshot_watch, track));
    assert_memory_equal(a->track, b->track, (size_t)a->n_track * sizeof a->track[0]);
    check_numbers(&a->anchor.x, &b->anchor.x, sizeof *a - offsetof(dyn_snapshot_watch, anchor), "watch");
}

static void check_body(const dyn_snapshot *a, const dyn_snapshot *b, int k) {
    const dyn_snapshot_body *p = &a->body[k], *q = &b->body[k];
    assert_int_equal(p->kind, q->kind);
    assert_int_equal(p->number, q->number);
    check_numbers(&p->pose.p.x, &q->pose.p.x, sizeof(vec3), "place");
    // each entry of R is of second degree in the quaternion, whose four parts have an error of 2^-25 each
    for (int i = 0; i < 9; i++) assert_true(fabs(p->pose.r.m[i / 3][i % 3] - q->pose.r.m[i / 3][i % 3]) < 2.5e-7);
    check_rounded(a->tension_n[k], b->tension_n[k], "tension");
    assert_true(a->mud[k] == b->mud[k]);
}

static void check_contact(const dyn_snapshot_contact *a, const dyn_snapshot_contact *b) {
    NUMBERS(position), NUMBERS(normal), NUMBERS(normal_force), NUMBERS(tangent_force);
    NUMBERS(depth), NUMBERS(area), NUMBERS(mu);
    assert_memory_equal(&a->identity, &b->identity,
                        offsetof(dyn_snapshot_contact, pad) - offsetof(dyn_snapshot_contact, identity));
}

static void check_regions(const dyn_snapshot *a, const dyn_snapshot *b) {
    SAME(n_regions), SAME(n_contours), SAME(n_corners), SAME(undrawn);
    for (int k = 0; k < a->n_regions; k++) {
        NUMBERS(region[k].centre), NUMBERS(region[k].normal), NUMBERS(region[k].half);
        SAME(region[k].contact);
    }
    assert_memory_equal(a->contour, b->contour, (size_t)a->n_contours * sizeof a->contour[0]);
    for (int k = 0; k < a->n_corners; k++) NUMBERS(corner[k]);
}

static void check_snapshot(const dyn_snapshot *a, const dyn_snapshot *b) {
    SAME(frame), SAME(t), SAME(wall_ns), SAME(n_bodies), SAME(n_contacts), SAME(has_mud), SAME(n_reactions);
    check_gauges(&a->gauges, &b->gauges);
    SAME(ship.place), SAME(ship.turn);
    NUMBERS(ship.roll_rad), NUMBERS(ship.pitch_rad), NUMBERS(ship.hawse_m_s), NUMBERS(ship.conning);
    check_watch(&a->watch, &b->watch);
    assert_memory_equal(&a->info, &b->info, 5 * sizeof(int32_t)); // newton to links
    NUMBERS(info.phi_max_m);
    SAME(info.blows_n), SAME(info.steps), SAME(info.work_ns), SAME(info.misses), SAME(info.slip_ns);
    assert_string_equal(a->message, b->message);
    for (int k = 0; k < a->n_bodies; k++) check_body(a, b, k);
    SAME(pull.acts), SAME(pull.body), NUMBERS(pull.at), NUMBERS(pull.to), NUMBERS(pull.force_n);
    for (int k = 0; k < a->n_contacts; k++) check_contact(&a->contact[k], &b->contact[k]);
    check_regions(a, b);
    for (int k = 0; k < a->n_reactions; k++) NUMBERS(reaction[k]);
}

static void random_snapshots_come_back(void **state) {
    (void)state;
    static dyn_snapshot second;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        sample_snapshot(seed, seed == 60, &made);
        size_t n = stream_encode("A title", &made, bytes);
        assert_true(n > 0 && n <= STREAM_FRAME);
        memset(&read_back, (int)seed, sizeof read_back); // what the stream leaves out must not look right by chance
        assert_true(stream_decode(bytes, n, title, &read_back));
        assert_string_equal(title, "A title");
        check_snapshot(&made, &read_back);
        assert_int_equal(read_back.timing.period_ns, 0);
        // what has been rounded once stays; quaternions, which pass through a matrix, within a unit in the last place
        assert_int_equal(stream_encode("A title", &read_back, again), n);
        assert_true(stream_decode(again, n, title, &second));
        check_snapshot(&read_back, &second);
        if (seed == 60)
            print_message("the largest frame has %zu bytes in %d datagrams\n", n, stream_parts((uint32_t)n));
    }
}

// The bytes do not depend on the machine: a count, an integer and numbers as they lie on the wire.
static void the_wire_is_little_endian(void **state) {
    (void)state;
    static const unsigned char wanted[] = {8, 7,    6,    5, 4, 3, 2, 1, 2, 1,    0,
                                           0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0xf0, 0xbf};
    unsigned char out[sizeof wanted];
    coder c = {out, sizeof out, true, false};
    uint64_t count = 0x0102030405060708;
    int32_t number = 0x102;
    double one = 1, less = -1;
    code_count(&c, &count);
    code_int(&c, &number, 0, 65535);
    code_float(&c, &one, 10, false);
    code_double(&c, &less, 10);
    assert_false(c.bad);
    assert_int_equal(c.left, 0);
    assert_memory_equal(out, wanted, sizeof wanted);
}

static void a_frame_of_another_length_is_refused(void **state) {
    (void)state;
    sample_snapshot(7, false, &made);
    size_t n = stream_encode("", &made, bytes);
    for (size_t k = 0; k < n; k++) {
        // in memory of its own, so that a sanitizer sees a read beyond the end
        unsigned char *cut = malloc(k ? k : 1);
        assert_non_null(cut);
        memcpy(cut, bytes, k);
        if (stream_decode(cut, k, title, &read_back)) fail_msg("decoded %zu of %zu bytes", k, n);
        free(cut);
    }
    bytes[n] = 0;
    assert_false(stream_decode(bytes, n + 1, title, &read_back));
}

static void check_sane(const dyn_snapshot *s) {
    assert_in_range(s->n_bodies, 0, DYN_SNAPSHOT_BODIES);
    assert_in_range(s->n_contacts, 0, DYN_SNAPSHOT_VECTORS);
    assert_in_range(s->n_corners, 0, DYN_SNAPSHOT_CORNERS);
    for (int k = 0; k < s->n_bodies; k++) {
        assert_true(vec3_norm(s->body[k].pose.p) < 2 * STREAM_MOST_PLACE);
        assert_true(fabs(mat3_det(&s->body[k].pose.r) - 1) < 1e-9);
    }
    for (int k = 0; k < s->n_contacts; k++) assert_true(s->contact[k].body >= -1 && s->contact[k].body < s->n_bodies);
    for (int k = 0; k < s->n_regions; k++) assert_true(s->region[k].contact < s->n_contacts);
    for (int k = 0; k < s->n_contours; k++)
        assert_true(s->contour[k].region < s->n_regions && s->contour[k].first + s->contour[k].count <= s->n_corners);
}

// A forged frame has a good checksum: each length, index and number is checked by itself.
static void a_corrupted_frame_is_refused_or_sane(void **state) {
    (void)state;
    int refused = 0;
    sample_snapshot(3, false, &made);
    const size_t n = stream_encode("T", &made, bytes);
    for (int k = 0; k < 20000; k++) {
        memcpy(again, bytes, n);
        for (int i = sample_int(1, 4); i > 0; i--) again[sample_bits() % n] = (unsigned char)sample_bits();
        if (stream_decode(again, n, title, &read_back))
            check_sane(&read_back);
        else
            refused++;
    }
    print_message("%d of 20000 corrupted frames refused\n", refused);
    assert_in_range(refused, 1000, 19999);
}

static void numbers_that_are_none_are_not_sent(void **state) {
    (void)state;
    sample_snapshot(9, false, &made);
    made.gauges.tension_n = (double)NAN;
    assert_int_equal(stream_encode("", &made, bytes), 0);
    sample_snapshot(9, false, &made);
    made.body[0].pose.p.x = (double)INFINITY; // limited to the largest place
    size_t n = stream_encode("", &made, bytes);
    assert_true(stream_decode(bytes, n, title, &read_back));
    assert_true(read_back.body[0].pose.p.x == STREAM_MOST_PLACE);
    made.n_contacts = DYN_SNAPSHOT_VECTORS + 1;
    assert_int_equal(stream_encode("", &made, bytes), 0);
}

static void a_text_obeys_no_data(void **state) {
    (void)state;
    sample_snapshot(4, false, &made);
    snprintf(made.message, sizeof made.message, "a\x1b[2J\xff\xe2\x80");
    size_t n = stream_encode("\x1b]0;x\x07 ok \xe2\x80\x93", &made, bytes);
    assert_true(stream_decode(bytes, n, title, &read_back));
    assert_string_equal(title, "?]0;x? ok \xe2\x80\x93");
    assert_string_equal(read_back.message, "a?[2J???");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_snapshots_come_back),           cmocka_unit_test(the_wire_is_little_endian),
        cmocka_unit_test(a_frame_of_another_length_is_refused), cmocka_unit_test(a_corrupted_frame_is_refused_or_sane),
        cmocka_unit_test(numbers_that_are_none_are_not_sent),   cmocka_unit_test(a_text_obeys_no_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
