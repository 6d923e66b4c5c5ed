// SPDX-License-Identifier: MIT
// Sentences against the examples of notes and manuals, their checksums; the sender by UDP and a pseudo-terminal, with
// the other end absent, closed and slow.
#include "hw/nmea/sender.h"
#include "tests/check.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

static const double degree = 3.14159265358979323846 / 180, knot = 1852.0 / 3600;

static const time_t when = 1764145116; // 26 November 2025, 08:18:36 UTC

static nmea_ship example(void) {
    return (nmea_ship){.latitude = -(37 + 51.65 / 60) * degree,
                       .longitude = (145 + 7.36 / 60) * degree,
                       .heading = 274.1 * degree,
                       .turn = -11.2 / 60 * degree,
                       .ground = 0.6 * knot,
                       .course = 85.4 * degree,
                       .ahead = -0.3 * knot,
                       .wind = 18.6,
                       .wind_from = 12 * degree,
                       .shaft = -42.0 / 60,
                       .rudder = -15 * degree,
                       .under_keel = 12.34,
                       .draught = 6.8,
                       .roll = 4.2 * degree,
                       .pitch = -1.3 * degree,
                       .chain = 137.5,
                       .tension = 412000};
}

static void test_sentences(void **unused) {
    (void)unused;
    static const char *const wanted[NMEA_SENTENCES] = {
        "$HEHDT,274.1,T*2F\r\n",
        "$TIROT,-11.2,A*24\r\n",
        "$GPRMC,081836.25,A,3751.6500,S,14507.3600,E,0.6,85.4,261125,,,S*6F\r\n",
        "$GPVTG,85.4,T,,M,0.6,N,1.1,K,S*20\r\n",
        "$VWVHW,274.1,T,,M,-0.3,N,-0.6,K*7F\r\n",
        "$WIMWV,12.0,R,18.6,M,A*2C\r\n",
        "$SDDPT,12.3,6.8,*45\r\n",
        "$IIRSA,-15.0,A,,V*60\r\n",
        "$IIRPM,S,1,-42.0,100.0,A*5A\r\n",
        "$YXXDR,A,-1.3,D,Pitch,A,4.2,D,Roll*1D\r\n",
        "$YXXDR,D,137.5,M,Chain#1,N,412000,N,Chain#1*6F\r\n",
    };
    const nmea_ship s = example();
    for (int k = 0; k < NMEA_SENTENCES; k++) {
        char text[NMEA_SENTENCE];
        size_t n = nmea_write((nmea_sentence)k, &s, when, 25, 'S', text);
        assert_int_equal(n, strlen(text));
        assert_string_equal(text, wanted[k]);
    }
}

// Unknown values leave their fields empty; values at the ends keep the sentence in its length.
static void test_ends(void **unused) {
    (void)unused;
    static const double ends[] = {0, -1e-9, 1e-9, 1e12, -1e12, 359.96 / 57.29577951308232};
    char text[NMEA_SENTENCE];
    nmea_ship s = {0};
    double *v = &s.latitude;
    for (size_t e = 0; e <= sizeof ends / sizeof ends[0]; e++) {
        for (size_t k = 0; k < sizeof s / sizeof *v; k++) v[k] = e ? ends[e - 1] : (double)NAN;
        for (int k = 0; k < NMEA_SENTENCES; k++) {
            size_t n = nmea_write((nmea_sentence)k, &s, when, 0, 'A', text);
            assert_true(n > 10 && n < NMEA_SENTENCE && text[n - 1] == '\n');
            assert_null(strstr(text, "nan"));
            assert_null(strstr(text, "-0.0,"));
        }
        if (e) continue;
        nmea_write(NMEA_HDT, &s, when, 0, 'A', text);
        assert_string_equal(text, "$HEHDT,,T*01\r\n");
    }
    s = (nmea_ship){.heading = 359.96 * degree};
    nmea_write(NMEA_HDT, &s, when, 0, 'A', text);
    assert_string_equal(text, "$HEHDT,0.0,T*2F\r\n"); // 360.0 is 0.0
}

static int listen_udp(char to[40]) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof a;
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    const struct timeval wait = {.tv_sec = 3};
    assert_true(fd >= 0 && bind(fd, (struct sockaddr *)&a, size) == 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&a, &size), 0);
    assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait), 0);
    snprintf(to, 40, "udp:127.0.0.1:%d", ntohs(a.sin_port));
    return fd;
}

static void sleep_s(double s) {
    const struct timespec t = {(time_t)s, (long)(1e9 * (s - floor(s)))};
    nanosleep(&t, NULL);
}

// Every kind arrives within two seconds; the heading comes ten times a second.
static void test_udp(void **unused) {
    (void)unused;
    char to[40], text[200];
    rt_diag d = {0};
    nmea_counts counts;
    const nmea_ship s = example();
    int fd = listen_udp(to), headings = 0, kinds = 0;
    nmea_sender *n = nmea_sender_open(to, true, &d);
    assert_non_null(n);
    nmea_sender_publish(n, &s);
    sleep_s(2.05);
    nmea_sender_close(n, &counts);
    for (ssize_t got; (got = recv(fd, text, sizeof text - 1, MSG_DONTWAIT)) > 0; kinds++) {
        text[got] = 0;
        headings += strcmp(text, "$HEHDT,274.1,T*2F\r\n") == 0;
    }
    print_message("%d sentences, %d headings\n", kinds, headings);
    assert_int_equal(kinds, counts.sent);
    assert_true(headings >= 15 && headings <= 22 && kinds >= 2 * headings + 16);
    assert_int_equal(counts.failed, 0);
    close(fd);
}

// The other end goes: publishing never waits, and the losses are counted.
static void test_closed_port(void **unused) {
    (void)unused;
    char to[40];
    rt_diag d = {0};
    nmea_counts counts;
    const nmea_ship s = example();
    int fd = listen_udp(to);
    close(fd);
    nmea_sender *n = nmea_sender_open(to, true, &d);
    assert_non_null(n);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int k = 0; k < 1000; k++) nmea_sender_publish(n, &s);
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert_true((double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec) < 0.1);
    sleep_s(0.5);
    nmea_sender_close(n, &counts);
    assert_true(counts.failed > 0);
}

// A serial port: absent at first, then there, then never read, so that it takes no more.
static void test_serial(void **unused) {
    (void)unused;
    char name[64] = "/tmp/hawse-test-nmea-XXXXXX", to[100], text[4096];
    rt_diag d = {0};
    nmea_counts counts;
    const nmea_ship s = example();
    int pty = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK), link = mkstemp(name);
    assert_true(pty >= 0 && grantpt(pty) == 0 && unlockpt(pty) == 0 && link >= 0);
    close(link);
    unlink(name);
    snprintf(to, sizeof to, "serial:%s", name);
    nmea_sender *n = nmea_sender_open(to, false, &d);
    assert_non_null(n);
    nmea_sender_publish(n, &s);
    sleep_s(0.3);
    assert_int_equal(symlink(ptsname(pty), name), 0);
    sleep_s(1.3);
    ssize_t got = read(pty, text, sizeof text - 1);
    assert_true(got > 100);
    text[got] = 0;
    assert_non_null(strstr(text, "$HEHDT,274.1,T*2F\r\n"));
    assert_non_null(strstr(text, ",A*")); // the mode
    nmea_sender_close(n, &counts);
    assert_true(counts.failed > 0 && counts.sent > 5);
    unlink(name);
    close(pty);
}

// A file in place of a port is not written to.
static void test_file_is_no_port(void **unused) {
    (void)unused;
    char name[64] = "/tmp/hawse-test-nmea-XXXXXX", to[100], text[16] = {0};
    rt_diag d = {0};
    nmea_counts counts;
    const nmea_ship s = example();
    int fd = mkstemp(name);
    assert_true(fd >= 0 && write(fd, "precious", 8) == 8);
    snprintf(to, sizeof to, "serial:%s", name);
    nmea_sender *n = nmea_sender_open(to, true, &d);
    assert_non_null(n);
    nmea_sender_publish(n, &s);
    sleep_s(0.3);
    nmea_sender_close(n, &counts);
    assert_int_equal(counts.sent, 0);
    assert_int_equal(pread(fd, text, sizeof text - 1, 0), 8);
    assert_string_equal(text, "precious");
    unlink(name);
    close(fd);
}

static void test_bad_targets(void **unused) {
    (void)unused;
    static const char *const to[] = {
        "", "tcp:host", "udp:", "udp::10", "udp:host:", "udp:host:x", "serial:", "10110", "udp:[::1"};
    for (size_t k = 0; k < sizeof to / sizeof to[0]; k++) {
        rt_diag d = {0};
        assert_null(nmea_sender_open(to[k], true, &d));
        assert_int_equal(d.errors, 1);
        assert_non_null(strstr(d.text, "--nmea: expected"));
    }
    rt_diag d = {0};
    assert_null(nmea_sender_open("udp:no.such.host.invalid:1", true, &d));
    assert_non_null(strstr(d.text, "not found"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences),   cmocka_unit_test(test_ends),   cmocka_unit_test(test_udp),
        cmocka_unit_test(test_closed_port), cmocka_unit_test(test_serial), cmocka_unit_test(test_file_is_no_port),
        cmocka_unit_test(test_bad_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
