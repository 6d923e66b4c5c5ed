// SPDX-License-Identifier: MIT
#include "hw/nmea/sender.h"
#include "rt/frame/exchange.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#define TICK_NS 100000000 // between two sentences of the fast kind
enum { SLOW_TICKS = 10 };

struct nmea_sender {
    rt_latest newest;    // holds an nmea_ship
    int fd;              // -1: closed
    char port[PATH_MAX]; // serial port; "": UDP
    char mode;
    nmea_counts counts;
    _Atomic bool stop;
    pthread_t thread;
};

// Opens the serial port: raw, 8 bits, no parity, never waiting. -1: not now.
static int open_port(const char *port) {
    struct termios t;
    int fd = open(port, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return -1;
    if (tcgetattr(fd, &t) == 0) {
        cfmakeraw(&t);
        t.c_cflag |= CLOCAL;
        cfsetspeed(&t, B38400);
        if (tcsetattr(fd, TCSANOW, &t) == 0) return fd;
    }
    close(fd);
    return -1;
}

// A sentence is sent whole or counted as failed. A port that has gone is opened again at the next slow tick.
static void send_sentence(nmea_sender *n, const char *text, size_t length) {
    ssize_t sent = n->fd < 0 ? -1 : write(n->fd, text, length);
    if (sent == (ssize_t)length) {
        n->counts.sent++;
        return;
    }
    n->counts.failed++;
    bool gone = sent < 0 && errno != EAGAIN && errno != EINTR;
    if (!n->port[0] || n->fd < 0 || !gone) return; // UDP: the other end may come later
    close(n->fd);
    n->fd = -1;
}

static void send_tick(nmea_sender *n, const nmea_ship *s, bool slow) {
    char text[NMEA_SENTENCE];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    for (int k = 0; k < (slow ? NMEA_SENTENCES : NMEA_FAST); k++) {
        size_t length = nmea_write((nmea_sentence)k, s, now.tv_sec, (int)(now.tv_nsec / 10000000), n->mode, text);
        send_sentence(n, text, length);
    }
}

static void *run(void *self) {
    nmea_sender *n = self;
    bool any = false;
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (unsigned tick = 0; !atomic_load(&n->stop); tick++) {
        bool fresh, slow = tick % SLOW_TICKS == 0;
        const nmea_ship *s = rt_latest_front(&n->newest, &fresh);
        any = any || fresh;
        if (slow && n->port[0] && n->fd < 0) n->fd = open_port(n->port);
        if (any) send_tick(n, s, slow);
        next.tv_nsec += TICK_NS;
        if (next.tv_nsec >= 1000000000) next.tv_nsec -= 1000000000, next.tv_sec++;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    }
    return NULL;
}

// Splits HOST[:PORT]; a host in brackets may have colons.
static bool split_address(const char *to, char *host, size_t size, const char **port) {
    bool bracket = to[0] == '[';
    const char *end = bracket ? strchr(to, ']') : strchr(to, ':');
    size_t n = bracket ? (end ? (size_t)(end - to - 1) : 0) : end ? (size_t)(end - to) : strlen(to);
    if (n == 0 || n >= size) return false;
    memcpy(host, to + bracket, n);
    host[n] = 0;
    const char *rest = bracket ? end + 1 : to + n;
    *port = rest[0] == ':' ? rest + 1 : NULL;
    return rest[0] == 0 || (rest[0] == ':' && rest[1] && strspn(rest + 1, "0123456789") == strlen(rest + 1));
}

// Connects a socket, so that writing needs no address and an unreachable port is an error, not a loss unseen. -1 with a
// message.
static int open_udp(const char *to, rt_diag *d) {
    const struct addrinfo want = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM};
    struct addrinfo *found = NULL;
    char host[256], number[16];
    const char *port;
    if (!split_address(to, host, sizeof host, &port)) {
        rt_diag_error(d, NULL, 0, 0, "--nmea: expected udp:HOST[:PORT], found 'udp:%.80s'", to);
        return -1;
    }
    snprintf(number, sizeof number, "%d", NMEA_PORT);
    int failed = getaddrinfo(host, port ? port : number, &want, &found);
    if (failed) {
        rt_diag_error(d, NULL, 0, 0, "--nmea: host '%s' not found: %s", host, gai_strerror(failed));
        return -1;
    }
    int fd = socket(found->ai_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), yes = 1;
    if (fd >= 0) setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &yes, sizeof yes);
    if (fd < 0 || connect(fd, found->ai_addr, found->ai_addrlen) != 0) {
        rt_diag_error(d, NULL, 0, 0, "--nmea: no way to 'udp:%.80s': %s", to, strerror(errno));
        if (fd >= 0) close(fd);
        fd = -1;
    }
    freeaddrinfo(found);
    return fd;
}

// Opens what `to` names; false with a message.
static bool open_target(nmea_sender *n, const char *to, rt_diag *d) {
    static const char udp[] = "udp:", serial[] = "serial:";
    if (strncmp(to, udp, sizeof udp - 1) == 0) return (n->fd = open_udp(to + sizeof udp - 1, d)) >= 0;
    const char *port = to + sizeof serial - 1;
    if (strncmp(to, serial, sizeof serial - 1) != 0 || !port[0] || strlen(port) >= sizeof n->port) {
        rt_diag_error(d, NULL, 0, 0, "--nmea: expected " NMEA_TO_HELP "; found '%.80s'", to);
        return false;
    }
    memcpy(n->port, port, strlen(port) + 1);
    return true;
}

nmea_sender *nmea_sender_open(const char *to, bool simulated, rt_diag *d) {
    nmea_sender *n = calloc(1, sizeof *n);
    if (!n || rt_latest_init(&n->newest, sizeof(nmea_ship)) != RT_OK) {
        rt_diag_error(d, NULL, 0, 0, "--nmea: no memory");
        free(n);
        return NULL;
    }
    n->fd = -1;
    n->mode = simulated ? 'S' : 'A';
    if (open_target(n, to, d)) {
        int failed = pthread_create(&n->thread, NULL, run, n);
        if (!failed) return n;
        rt_diag_error(d, NULL, 0, 0, "--nmea: no thread: %s", strerror(failed));
        if (n->fd >= 0) close(n->fd);
    }
    rt_latest_free(&n->newest);
    free(n);
    return NULL;
}

void nmea_sender_publish(nmea_sender *n, const nmea_ship *s) {
    memcpy(rt_latest_back(&n->newest), s, sizeof *s);
    rt_latest_publish(&n->newest);
}

void nmea_sender_close(nmea_sender *n, nmea_counts *counts) {
    if (!n) return;
    atomic_store(&n->stop, true);
    pthread_join(n->thread, NULL);
    if (counts) *counts = n->counts;
    if (n->fd >= 0) close(n->fd);
    rt_latest_free(&n->newest);
    free(n);
}
