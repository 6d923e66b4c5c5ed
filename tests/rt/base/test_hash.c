// SPDX-License-Identifier: MIT
#include "rt/base/hash.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

static void every_bit_and_length_change_hash(void **state) {
    (void)state;
    unsigned char block[131] = {0};
    for (size_t n = 0; n <= sizeof block; n++) {
        uint64_t h = rt_hash(0, block, n);
        if (n > 0) assert_true(h != rt_hash(0, block, n - 1)); // zeros of another length
        for (size_t bit = 0; bit < 8 * n; bit++) {
            block[bit / 8] ^= (unsigned char)(1 << bit % 8);
            assert_true(h != rt_hash(0, block, n));
            block[bit / 8] ^= (unsigned char)(1 << bit % 8);
        }
        assert_true(h == rt_hash(0, block, n));
    }
}

static void seed_and_order_change_hash(void **state) {
    (void)state;
    uint64_t a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8] = {5, 2, 3, 4, 1, 6, 7, 8}, c[8] = {2, 1, 3, 4, 5, 6, 7, 8};
    assert_true(rt_hash(0, a, sizeof a) != rt_hash(1, a, sizeof a));
    assert_true(rt_hash(0, a, sizeof a) != rt_hash(0, b, sizeof b)); // swapped within a lane
    assert_true(rt_hash(0, a, sizeof a) != rt_hash(0, c, sizeof c)); // swapped between lanes
    assert_true(rt_hash(rt_hash(0, a, 32), b, 32) != rt_hash(rt_hash(0, b, 32), a, 32));
}

// A flip of any input bit flips each output bit about half of the time (strict avalanche criterion).
static void input_bits_reach_all_output_bits(void **state) {
    (void)state;
    enum { TRIALS = 4000 };
    uint64_t w[16];
    for (int bit = 0; bit < 1024; bit += 37) {
        int flips[64] = {0};
        srand(1);
        for (int t = 0; t < TRIALS; t++) {
            for (int i = 0; i < 16; i++) w[i] = (uint64_t)rand() << 33 ^ (uint64_t)rand() << 11 ^ (uint64_t)rand();
            uint64_t h = rt_hash(0, w, sizeof w);
            w[bit / 64] ^= (uint64_t)1 << bit % 64;
            h ^= rt_hash(0, w, sizeof w);
            for (int k = 0; k < 64; k++) flips[k] += h >> k & 1;
        }
        // Binomial: standard deviation sqrt(TRIALS)/2 = 32; six of them for 1792 draws.
        for (int k = 0; k < 64; k++) CHECK_NEAR(flips[k], TRIALS / 2, 6 * 32);
    }
}

// Flipped signs of two or of many numbers must not cancel: a multiplication alone leaves the top bit in place.
static void flipped_signs_do_not_cancel(void **state) {
    (void)state;
    double x[24];
    for (int i = 0; i < 24; i++) x[i] = i + 0.5;
    uint64_t h = rt_hash(0, x, sizeof x);
    for (int i = 0; i < 24; i++)
        for (int j = 0; j < i; j++) {
            x[i] = -x[i];
            x[j] = -x[j];
            assert_true(rt_hash(0, x, sizeof x) != h);
            x[i] = -x[i];
            x[j] = -x[j];
        }
    srand(3);
    for (int trial = 0; trial < 100000; trial++) {
        int mask = rand() % (1 << 24);
        for (int i = 0; i < 24; i++) x[i] = mask >> i & 1 ? -(i + 0.5) : i + 0.5;
        assert_true(mask == 0 || rt_hash(0, x, sizeof x) != h);
    }
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// 100 000 states that differ in one small number have different hashes (chance of a collision: 3e-10).
static void near_states_do_not_collide(void **state) {
    (void)state;
    enum { N = 100000 };
    static uint64_t h[N];
    double x[40] = {0};
    for (int i = 0; i < N; i++) {
        x[i % 40] = i * 1e-9;
        h[i] = rt_hash(0, x, sizeof x);
    }
    qsort(h, N, sizeof *h, compare);
    for (int i = 1; i < N; i++) assert_true(h[i] != h[i - 1]);
}

static void alignment_does_not_change_hash(void **state) {
    (void)state;
    unsigned char from[200], to[208];
    for (int i = 0; i < 200; i++) from[i] = (unsigned char)(7 * i);
    for (int shift = 0; shift < 8; shift++) {
        memcpy(to + shift, from, 200);
        assert_true(rt_hash(3, from, 200) == rt_hash(3, to + shift, 200));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bit_and_length_change_hash), cmocka_unit_test(seed_and_order_change_hash),
        cmocka_unit_test(input_bits_reach_all_output_bits), cmocka_unit_test(near_states_do_not_collide),
        cmocka_unit_test(alignment_does_not_change_hash),   cmocka_unit_test(flipped_signs_do_not_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
