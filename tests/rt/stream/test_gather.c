// SPDX-License-Identifier: MIT
// Datagrams: their sizes and checks; frames put together from datagrams that are lost, reordered, doubled, cut, garbage
// or of another scenario, version, run or sender.
#include "tests/check.h"
#include "tests/rt/stream/sample.h"

enum { SCENE = 77, RUN = 5, FRAMES = 6 };
#define MS INT64_C(1000000)

typedef struct datagram {
    unsigned char bytes[STREAM_DATAGRAM];
    size_t n;
} datagram;

static dyn_snapshot made, out;
static unsigned char frame[STREAM_FRAME];
static datagram sent[STREAM_PARTS];
static stream_gather g;
static int64_t now_ns;

// Makes the datagrams of frame `sequence`; returns their number.
static int make(uint64_t run, uint64_t scene, uint64_t sequence) {
    sample_snapshot(sequence, false, &made);
    made.frame = sequence;
    made.wall_ns = (int64_t)sequence * 16 * MS;
    const stream_head h = {
        .run = run, .scene = scene, .sequence = sequence, .total = (uint32_t)stream_encode("Weigh", &made, frame)};
    const int parts = stream_parts(h.total);
    assert_true(h.total > 0 && parts > 2);
    for (int k = 0; k < parts; k++) sent[k].n = stream_datagram_write(&h, k, frame, sent[k].bytes);
    return parts;
}

static bool add(const datagram *d) { return stream_gather_add(&g, d->bytes, d->n, now_ns += MS, &out); }

// Adds datagrams 0 .. n - 1; returns how many frames came out.
static int add_all(int n) {
    int whole = 0;
    for (int k = 0; k < n; k++) whole += add(&sent[k]);
    return whole;
}

static int set_up(void **state) {
    (void)state;
    memset(&g, 0, sizeof g);
    g.scene = SCENE;
    now_ns = 1000000 * MS;
    return 0;
}

static void whole_frames_come_out(void **state) {
    (void)state;
    for (uint64_t s = 1; s <= FRAMES; s++) {
        int n = make(RUN, SCENE, s);
        size_t total = 0;
        for (int k = 0; k < n; k++) {
            assert_in_range(sent[k].n, STREAM_HEAD + 1, 1400);
            total += sent[k].n - STREAM_HEAD;
        }
        assert_int_equal(add_all(n), 1);
        assert_int_equal(out.frame, s);
        assert_int_equal(out.n_bodies, made.n_bodies);
        assert_int_equal(total, stream_encode("Weigh", &made, frame));
    }
    assert_int_equal(g.status.counts.frames, FRAMES);
    assert_int_equal(g.status.counts.lost, 0);
    assert_int_equal(g.status.state, STREAM_SHOWS);
    assert_string_equal(g.status.title, "Weigh");
    assert_int_equal(g.status.run, RUN);
    assert_int_equal(g.status.heard_ns, now_ns);
}

// Each single loss costs its frame, is counted once, and the next frame comes out.
static void a_lost_datagram_costs_its_frame(void **state) {
    int n = make(RUN, SCENE, 1);
    for (int lost = 0; lost < n; lost++) {
        set_up(state);
        make(RUN, SCENE, 1);
        for (int k = 0; k < n; k++)
            if (k != lost) assert_false(add(&sent[k]));
        assert_int_equal(add_all(make(RUN, SCENE, 2)), 1);
        assert_int_equal(out.frame, 2);
        assert_int_equal(g.status.counts.lost, 1);
    }
    set_up(state);
    assert_int_equal(add_all(make(RUN, SCENE, 1)), 1);
    assert_int_equal(add_all(make(RUN, SCENE, 5)), 1); // three frames between them never came
    assert_int_equal(g.status.counts.lost, 3);
}

static void any_order_and_doubles_within_a_frame(void **state) {
    (void)state;
    for (uint64_t s = 1; s <= 40; s++) {
        int n = make(RUN, SCENE, s), whole = 0;
        for (int k = n - 1; k > 0; k--) { // Fisher-Yates
            int i = sample_int(0, k);
            datagram swap = sent[k];
            sent[k] = sent[i];
            sent[i] = swap;
        }
        for (int k = 0; k < n; k++) whole += add(&sent[k]) + add(&sent[k]);
        assert_int_equal(whole, 1);
        assert_int_equal(out.frame, s);
        assert_int_equal(g.status.counts.twice, n);
        g.status.counts.twice = 0;
    }
    assert_int_equal(g.status.counts.lost, 0);
}

static void an_old_frame_is_dropped(void **state) {
    (void)state;
    assert_int_equal(add_all(make(RUN, SCENE, 3)), 1);
    int n = make(RUN, SCENE, 2);
    assert_int_equal(add_all(n), 0);
    assert_int_equal(g.status.counts.old, n);
    assert_int_equal(out.frame, 3);
    // two frames that overlap: the older one is given up
    int n4 = make(RUN, SCENE, 4);
    datagram last = sent[n4 - 1];
    add_all(n4 - 1);
    assert_int_equal(add_all(make(RUN, SCENE, 5)), 1);
    assert_false(add(&last));
    assert_int_equal(g.status.counts.old, n + 1);
    assert_int_equal(g.status.counts.lost, 1);
}

// Every bit of a datagram counts: the checksum, or the checks of the head, find each.
static void a_changed_or_cut_datagram_is_refused(void **state) {
    (void)state;
    make(RUN, SCENE, 1);
    stream_head h;
    for (size_t bit = 0; bit < 8 * sent[0].n; bit++) {
        sent[0].bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_int_not_equal(stream_datagram_read(sent[0].bytes, sent[0].n, &h), STREAM_GOOD);
        sent[0].bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    assert_int_equal(stream_datagram_read(sent[0].bytes, sent[0].n, &h), STREAM_GOOD);
    for (size_t n = 0; n < sent[0].n; n++) {
        unsigned char *cut = malloc(n ? n : 1);
        assert_non_null(cut);
        memcpy(cut, sent[0].bytes, n);
        assert_int_equal(stream_datagram_read(cut, n, &h), STREAM_DAMAGED);
        free(cut);
    }
}

static void garbage_is_counted(void **state) {
    (void)state;
    datagram d;
    for (int k = 0; k < 2000; k++) {
        d.n = (size_t)sample_int(0, STREAM_DATAGRAM);
        for (size_t i = 0; i < d.n; i++) d.bytes[i] = (unsigned char)sample_bits();
        assert_false(add(&d));
    }
    assert_int_equal(g.status.counts.damaged, 2000);
    assert_int_equal(g.status.state, STREAM_NONE);
    assert_int_equal(add_all(make(RUN, SCENE, 1)), 1);
}

static void a_frame_without_sense_is_counted(void **state) {
    (void)state;
    make(RUN, SCENE, 1);
    sample_snapshot(1, false, &made);
    uint32_t total = (uint32_t)stream_encode("Weigh", &made, frame);
    memset(frame + 20, 0xff, total - 20); // NaN everywhere, with good checksums
    const stream_head h = {.run = RUN, .scene = SCENE, .sequence = 2, .total = total};
    for (int k = 0; k < stream_parts(total); k++) sent[k].n = stream_datagram_write(&h, k, frame, sent[k].bytes);
    assert_int_equal(add_all(stream_parts(total)), 0);
    assert_int_equal(g.status.counts.senseless, 1);
    assert_int_equal(g.status.state, STREAM_NONE);
    assert_int_equal(add_all(make(RUN, SCENE, 3)), 1);
}

static void another_scenario_is_named_and_refused(void **state) {
    (void)state;
    assert_int_equal(add_all(make(RUN, SCENE + 1, 1)), 0);
    assert_int_equal(g.status.state, STREAM_OTHER_SCENE);
    assert_string_equal(g.status.title, "Weigh");
    assert_int_equal(add_all(make(RUN + 1, SCENE, 1)), 1); // the sender runs the right one now
    assert_int_equal(g.status.state, STREAM_SHOWS);
    // and while it does, another sender changes nothing
    assert_int_equal(add_all(make(RUN + 2, SCENE + 1, 9)), 0);
    assert_int_equal(g.status.state, STREAM_SHOWS);
    assert_true(g.status.counts.other > 0);
    now_ns += 2 * STREAM_SILENT_NS;
    add_all(make(RUN + 2, SCENE + 1, 10));
    assert_int_equal(g.status.state, STREAM_OTHER_SCENE);
}

static void another_version_is_named_and_refused(void **state) {
    (void)state;
    int n = make(RUN, SCENE, 1);
    for (int k = 0; k < n; k++) sent[k].bytes[4] = 9;
    assert_int_equal(add_all(n), 0);
    assert_int_equal(g.status.state, STREAM_OTHER_VERSION);
    assert_int_equal(g.status.version, 9);
    assert_int_equal(g.status.counts.damaged, 0);
}

// A restarted sender counts from 1 again. It takes over once the former one is silent; two senders never alternate.
static void a_restarted_sender_takes_over(void **state) {
    (void)state;
    assert_int_equal(add_all(make(RUN, SCENE, 400)), 1);
    assert_int_equal(add_all(make(RUN + 1, SCENE, 1)), 0); // a second sender, at the same time
    assert_int_equal(add_all(make(RUN, SCENE, 401)), 1);
    now_ns += STREAM_SILENT_NS + MS;
    assert_int_equal(add_all(make(RUN + 1, SCENE, 2)), 1);
    assert_int_equal(g.status.run, RUN + 1);
    assert_int_equal(out.frame, 2);
    assert_int_equal(add_all(make(RUN, SCENE, 402)), 0);
    assert_int_equal(g.status.counts.lost, 0);
}

// The snapshot's time is the sender's, moved by the shortest delay: the steps between frames stay the sender's even
// when datagrams come late.
static void jitter_does_not_move_the_clock(void **state) {
    (void)state;
    int64_t before = 0;
    for (uint64_t s = 1; s <= 200; s++) {
        int n = make(RUN, SCENE, s);
        now_ns = 5000 * MS + (int64_t)s * 16 * MS + (s % 7 == 3 ? 9 * MS : 0); // the delay is 5 s, or 9 ms more
        for (int k = 0; k < n; k++)
            if (stream_gather_add(&g, sent[k].bytes, sent[k].n, now_ns, &out) && s > 8) {
                CHECK_NEAR(1e-6 * (double)(out.wall_ns - before), 16, 0.2);
                CHECK_NEAR(1e-6 * (double)(out.wall_ns - 5000 * MS - (int64_t)s * 16 * MS), 0, 0.2);
            }
        before = out.wall_ns;
    }
    // after a standstill of 3 s at the sender's end the delay jumps
    int n = make(RUN, SCENE, 201);
    now_ns += 3016 * MS;
    for (int k = 0; k < n; k++) stream_gather_add(&g, sent[k].bytes, sent[k].n, now_ns, &out);
    CHECK_NEAR(1e-6 * (double)(out.wall_ns - now_ns), 0, 0.2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(whole_frames_come_out, set_up),
        cmocka_unit_test_setup(a_lost_datagram_costs_its_frame, set_up),
        cmocka_unit_test_setup(any_order_and_doubles_within_a_frame, set_up),
        cmocka_unit_test_setup(an_old_frame_is_dropped, set_up),
        cmocka_unit_test_setup(a_changed_or_cut_datagram_is_refused, set_up),
        cmocka_unit_test_setup(garbage_is_counted, set_up),
        cmocka_unit_test_setup(a_frame_without_sense_is_counted, set_up),
        cmocka_unit_test_setup(another_scenario_is_named_and_refused, set_up),
        cmocka_unit_test_setup(another_version_is_named_and_refused, set_up),
        cmocka_unit_test_setup(a_restarted_sender_takes_over, set_up),
        cmocka_unit_test_setup(jitter_does_not_move_the_clock, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
