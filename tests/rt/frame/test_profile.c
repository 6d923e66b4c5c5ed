// SPDX-License-Identifier: MIT
#include "rt/frame/clock.h"
#include "rt/frame/profile.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

enum { N = 20000 };
static rt_histogram h;
static int64_t sample[N];

static int compare(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

// The k-th smallest sample with k = ceil(q n) (the definition "smallest value that a fraction q do not exceed").
static int64_t sorted_quantile(int n, int per_thousand) {
    int k = (n * per_thousand + 999) / 1000;
    return sample[k > 0 ? k - 1 : 0];
}

static void check_quantiles(int n) {
    qsort(sample, (size_t)n, sizeof *sample, compare);
    static const int at[] = {0, 1, 10, 250, 500, 900, 990, 999, 1000};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        int64_t exact = sorted_quantile(n, at[i]), got = rt_histogram_quantile(&h, at[i] / 1000.0);
        if (got < exact || (double)got > (double)exact * (1 + 1 / 64.0))
            fail_msg("quantile %g: %ld, sorted samples say %ld", at[i] / 1000.0, got, exact);
    }
}

// Counts no longer sample and every sample that is shorter by more than a bucket.
static void check_counts(int n) {
    for (int64_t ns = 1; ns < sample[n - 1]; ns += 1 + ns / 7) {
        uint64_t most = 0, least = 0, got = rt_histogram_up_to(&h, ns);
        for (int i = 0; i < n; i++) {
            most += sample[i] <= ns;
            least += (double)sample[i] <= (double)ns / (1 + 1 / 64.0);
        }
        assert_true(got <= most && got >= least);
    }
    assert_int_equal(rt_histogram_up_to(&h, sample[n - 1]), n);
    assert_int_equal(rt_histogram_up_to(&h, -1), 0);
}

static void quantiles_agree_with_sorted_samples(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        memset(&h, 0, sizeof h);
        srand(7);
        for (int i = 0; i < N; i++) {
            double u = (rand() + 1.0) / (RAND_MAX + 2.0);
            sample[i] = kind == 0 ? (int64_t)(1e6 * u) : kind == 1 ? (int64_t)(-2e5 * log(u)) : (int64_t)exp(24 * u);
            rt_histogram_add(&h, sample[i]);
        }
        assert_int_equal(h.n, N);
        check_quantiles(N);
        check_counts(N);
        assert_int_equal(h.max_ns, sample[N - 1]);
        assert_int_equal(rt_histogram_quantile(&h, 1), sample[N - 1]);
    }
}

static void small_values_are_exact(void **state) {
    (void)state;
    memset(&h, 0, sizeof h);
    assert_int_equal(rt_histogram_quantile(&h, 0.5), 0);
    for (int i = 1; i <= 100; i++) rt_histogram_add(&h, i);
    assert_int_equal(rt_histogram_quantile(&h, 0.07), 7); // 0.07 * 100 is above 7 in double precision
    assert_int_equal(rt_histogram_quantile(&h, 0.5), 50);
    assert_int_equal(rt_histogram_quantile(&h, 1), 100);
}

// Every value from bucket border to bucket border is reported within 1/64, over the whole range.
static void resolution_holds_over_the_range(void **state) {
    (void)state;
    for (int64_t v = 1; v < (int64_t)1 << 37; v = v + v / 50 + 1) {
        memset(&h, 0, sizeof h);
        rt_histogram_add(&h, v);
        rt_histogram_add(&h, INT64_MAX); // keeps the exact maximum from helping
        int64_t got = rt_histogram_quantile(&h, 0.5);
        if (v < ((int64_t)127 << 30) && (got < v || (double)got >= (double)v * (1 + 1 / 64.0) + 1))
            fail_msg("%ld came back as %ld", v, got);
    }
}

static void out_of_range_durations_are_counted(void **state) {
    (void)state;
    memset(&h, 0, sizeof h);
    rt_histogram_add(&h, -5);
    rt_histogram_add(&h, INT64_MAX);
    assert_int_equal(h.n, 2);
    assert_int_equal(rt_histogram_quantile(&h, 0.5), 0);
    assert_int_equal(rt_histogram_quantile(&h, 1), INT64_MAX);
}

static void phases_add_up(void **state) {
    (void)state;
    rt_clock c = rt_clock_monotonic();
    rt_profile p;
    memset(&p, 0xff, sizeof p);
    p.slow = NULL;
    int64_t start = rt_clock_now_ns(&c);
    rt_profile_begin(&p);
    for (int i = 0; i < 2; i++) { // the times of a repeated phase add up
        rt_clock_sleep_until(&c, rt_clock_now_ns(&c) + 2000000);
        rt_profile_end(&p, RT_PHASE_CONTACT);
        rt_profile_end(&p, RT_PHASE_SOLVE);
    }
    int64_t whole = rt_clock_now_ns(&c) - start, sum = 0;
    for (int i = 0; i < RT_PHASE_COUNT; i++) sum += p.ns[i];
    assert_true(p.ns[RT_PHASE_CONTACT] >= 4000000);
    assert_true(sum <= whole);
    assert_int_equal(p.ns[RT_PHASE_INPUT], 0);
    for (int i = 0; i < RT_WORK_COUNT; i++) assert_int_equal(p.work[i], 0);
    assert_int_equal(p.allocations, 0);
}

static int compare_double(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The planted share is spent in its phase and correct in the mean although a spin overshoots; other phases keep their
// times. The test takes the median over frames, because other programs take the processor in some.
static void phase_is_slowed_by_its_share(void **state) {
    (void)state;
    enum { TIMES = 201 };
    rt_slow slow = {.phase = RT_PHASE_SOLVE, .share = 0.5};
    rt_profile p = {.slow = &slow};
    double share[TIMES];
    for (int frame = 0; frame < TIMES; frame++) {
        rt_profile_begin(&p);
        assert_int_equal(slow.spent_ns, 0);
        for (int i = 0; i < 3; i++) {
            rt_burn_ns(3000);
            rt_profile_end(&p, RT_PHASE_CONTACT);
            rt_burn_ns(3000);
            rt_profile_end(&p, RT_PHASE_SOLVE);
        }
        assert_true(p.ns[RT_PHASE_CONTACT] >= 3 * 3000);
        assert_true(p.ns[RT_PHASE_SOLVE] >= 3 * 3000 + slow.spent_ns);
        assert_true(slow.owed_ns >= -200); // an interruption is not deducted from later spins
        share[frame] = (double)slow.spent_ns / (double)(p.ns[RT_PHASE_SOLVE] - slow.spent_ns);
    }
    qsort(share, TIMES, sizeof *share, compare_double);
    CHECK_NEAR(share[TIMES / 2], 0.5, 0.03);
}

static void phase_names_match_report_keys(void **state) {
    (void)state;
    static const char *const key[] = {"input", "windlass", "contact", "assemble", "solve", "project", "publish"};
    for (int i = 0; i < RT_PHASE_COUNT; i++) assert_string_equal(rt_phase_name((rt_phase)i), key[i]);
    for (int i = 0; i < RT_WORK_COUNT; i++)
        for (int j = 0; j < i; j++) assert_string_not_equal(rt_work_name((rt_work)i), rt_work_name((rt_work)j));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_agree_with_sorted_samples),
        cmocka_unit_test(small_values_are_exact),
        cmocka_unit_test(resolution_holds_over_the_range),
        cmocka_unit_test(out_of_range_durations_are_counted),
        cmocka_unit_test(phases_add_up),
        cmocka_unit_test(phase_is_slowed_by_its_share),
        cmocka_unit_test(phase_names_match_report_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
