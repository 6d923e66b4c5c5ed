// SPDX-License-Identifier: MIT
#include "rt/frame/exchange.h"
#include "tests/check.h"
#include <pthread.h>
#include <sched.h>
#include <string.h>

enum { WORDS = 512, ROUNDS = 200000 };

// All words are equal; unequal words reveal a torn value.
typedef struct value {
    uint64_t word[WORDS];
} value;

static void latest_is_zero_before_first_publish(void **state) {
    (void)state;
    rt_latest l;
    bool fresh = true;
    assert_int_equal(rt_latest_init(&l, sizeof(value)), RT_OK);
    const value *v = rt_latest_front(&l, &fresh);
    assert_false(fresh);
    for (int i = 0; i < WORDS; i++) assert_int_equal(v->word[i], 0);
    rt_latest_free(&l);
}

static void newest_value_is_fresh_once(void **state) {
    (void)state;
    rt_latest l;
    bool fresh;
    assert_int_equal(rt_latest_init(&l, sizeof(int)), RT_OK);
    for (int i = 1; i <= 3; i++) {
        *(int *)rt_latest_back(&l) = i;
        rt_latest_publish(&l);
    }
    assert_int_equal(*(const int *)rt_latest_front(&l, &fresh), 3);
    assert_true(fresh);
    *(int *)rt_latest_back(&l) = 4; // not published
    assert_int_equal(*(const int *)rt_latest_front(&l, &fresh), 3);
    assert_false(fresh);
    rt_latest_publish(&l);
    assert_int_equal(*(const int *)rt_latest_front(&l, NULL), 4);
    rt_latest_free(&l);
}

static void *write_values(void *arg) {
    rt_latest *l = arg;
    for (uint64_t n = 1; n <= ROUNDS / 4; n++) {
        value *v = rt_latest_back(l);
        for (int i = 0; i < WORDS; i++) v->word[i] = n;
        rt_latest_publish(l);
    }
    return NULL;
}

static void latest_is_never_torn_and_never_goes_back(void **state) {
    (void)state;
    rt_latest l;
    pthread_t writer;
    uint64_t last = 0;
    assert_int_equal(rt_latest_init(&l, sizeof(value)), RT_OK);
    assert_int_equal(pthread_create(&writer, NULL, write_values, &l), 0);
    while (last < ROUNDS / 4) {
        bool fresh;
        const value *v = rt_latest_front(&l, &fresh);
        for (int i = 1; i < WORDS; i++)
            if (v->word[i] != v->word[0]) fail_msg("torn: %lu beside %lu", v->word[i], v->word[0]);
        if (fresh ? v->word[0] <= last : v->word[0] != last) fail_msg("%lu after %lu", v->word[0], last);
        last = v->word[0];
        if (!fresh) sched_yield();
    }
    pthread_join(writer, NULL);
    rt_latest_free(&l);
}

// Reads to the last value with one of two readers; returns how many values it saw.
typedef struct reader {
    rt_latest *l;
    const void *(*front)(rt_latest *l, bool *fresh);
    uint64_t seen;
    const char *fault; // NULL: none
} reader;

static void *read_values(void *arg) {
    reader *r = arg;
    uint64_t last = 0;
    while (last < ROUNDS / 4 && !r->fault) {
        bool fresh;
        const value *v = r->front(r->l, &fresh);
        for (int i = 1; i < WORDS; i++)
            if (v->word[i] != v->word[0]) r->fault = "torn";
        if (fresh ? v->word[0] <= last : v->word[0] != last) r->fault = "went back, or changed without being fresh";
        last = v->word[0];
        r->seen += fresh;
        if (!fresh) sched_yield();
    }
    return NULL;
}

static void two_readers_each_see_whole_values_in_order(void **state) {
    (void)state;
    rt_latest l;
    pthread_t writer, second;
    assert_int_equal(rt_latest_init(&l, sizeof(value)), RT_OK);
    assert_int_equal(rt_latest_share(&l), RT_OK);
    reader a = {.l = &l, .front = rt_latest_front}, b = {.l = &l, .front = rt_latest_second};
    assert_int_equal(pthread_create(&second, NULL, read_values, &b), 0);
    assert_int_equal(pthread_create(&writer, NULL, write_values, &l), 0);
    read_values(&a);
    pthread_join(writer, NULL);
    pthread_join(second, NULL);
    if (a.fault || b.fault) fail_msg("%s; %s", a.fault ? a.fault : "-", b.fault ? b.fault : "-");
    assert_true(a.seen > 0 && b.seen > 0);
    rt_latest_free(&l);
}

// Each reader has the newest value when it asks, whatever the other reads meanwhile: all orders of six acts.
static void each_of_two_readers_gets_the_newest(void **state) {
    (void)state;
    enum { ACTS = 6, ORDERS = 729 };
    for (int order = 0; order < ORDERS; order++) {
        rt_latest l;
        int newest = 0, seen[2] = {0, 0};
        const int *held[2];
        assert_int_equal(rt_latest_init(&l, sizeof(int)), RT_OK);
        assert_int_equal(rt_latest_share(&l), RT_OK);
        held[0] = rt_latest_front(&l, NULL), held[1] = rt_latest_second(&l, NULL);
        for (int k = 0, rest = order; k < ACTS; k++, rest /= 3) {
            int act = rest % 3;
            bool fresh = false;
            if (act == 2) {
                *(int *)rt_latest_back(&l) = ++newest;
                rt_latest_publish(&l);
            } else {
                held[act] = act ? rt_latest_second(&l, &fresh) : rt_latest_front(&l, &fresh);
                assert_int_equal(fresh, seen[act] != newest);
                seen[act] = newest;
            }
            for (int r = 0; r < 2; r++) assert_int_equal(*held[r], seen[r]); // the writer leaves both alone
        }
        rt_latest_free(&l);
    }
}

static void queue_keeps_order_and_counts_overflow(void **state) {
    (void)state;
    rt_queue q;
    int got;
    assert_int_equal(rt_queue_init(&q, sizeof(int), 3), RT_OK);
    assert_false(rt_queue_pop(&q, &got));
    for (int round = 0; round < 5; round++) { // the queue wraps at another place in each round
        for (int i = 0; i < 5; i++) assert_int_equal(rt_queue_push(&q, &(int){10 * round + i}), i < 3);
        for (int i = 0; i < 3; i++) {
            assert_true(rt_queue_pop(&q, &got));
            assert_int_equal(got, 10 * round + i);
        }
        assert_false(rt_queue_pop(&q, &got));
        assert_true(rt_queue_push(&q, &(int){-1}));
        assert_true(rt_queue_pop(&q, &got));
    }
    assert_int_equal(q.dropped, 10);
    rt_queue_free(&q);
}

typedef struct item {
    uint64_t number, check;
} item;

static void *push_items(void *arg) {
    rt_queue *q = arg;
    for (uint64_t n = 1; n <= ROUNDS;) {
        if (rt_queue_push(q, &(item){n, ~n}))
            n++;
        else
            sched_yield();
    }
    return NULL;
}

static void queue_loses_nothing_between_threads(void **state) {
    (void)state;
    rt_queue q;
    pthread_t producer;
    item got;
    assert_int_equal(rt_queue_init(&q, sizeof(item), 7), RT_OK);
    assert_int_equal(pthread_create(&producer, NULL, push_items, &q), 0);
    for (uint64_t n = 1; n <= ROUNDS;) {
        if (!rt_queue_pop(&q, &got)) {
            sched_yield();
            continue;
        }
        if (got.number != n || got.check != ~n) fail_msg("item %lu came as %lu", n, got.number);
        n++;
    }
    pthread_join(producer, NULL);
    assert_false(rt_queue_pop(&q, &got));
    rt_queue_free(&q);
}

static void too_large_size_is_refused(void **state) {
    (void)state;
    rt_queue q;
    rt_latest l;
    assert_int_equal(rt_queue_init(&q, SIZE_MAX / 2, 3), RT_ERR_MEMORY);
    assert_int_equal(rt_latest_init(&l, SIZE_MAX - 8), RT_ERR_MEMORY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latest_is_zero_before_first_publish),
        cmocka_unit_test(newest_value_is_fresh_once),
        cmocka_unit_test(latest_is_never_torn_and_never_goes_back),
        cmocka_unit_test(two_readers_each_see_whole_values_in_order),
        cmocka_unit_test(each_of_two_readers_gets_the_newest),
        cmocka_unit_test(queue_keeps_order_and_counts_overflow),
        cmocka_unit_test(queue_loses_nothing_between_threads),
        cmocka_unit_test(too_large_size_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
