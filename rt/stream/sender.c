// SPDX-License-Identifier: MIT
// The thread that sends a run's snapshots.
#include "rt/frame/clock.h"
#include "rt/stream/wire.h"
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { NICE = 10, REPEAT = 15 }; // a state that stands is sent again each so many periods: the sender lives

struct stream_sender {
    int socket[OPTION_LIST_WORDS];
    int sockets;
    rt_latest *newest;
    char title[STREAM_TITLE];
    stream_head head;
    stream_sender_counts counts;
    pthread_t thread;
    _Atomic bool stop;
    unsigned char frame[STREAM_FRAME], datagram[STREAM_DATAGRAM];
};

// A receiver that is absent or too slow costs the datagram, never time.
static void send_datagram(stream_sender *s, size_t n) {
    for (int k = 0; k < s->sockets; k++)
        if (send(s->socket[k], s->datagram, n, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)n)
            s->counts.sent++;
        else
            s->counts.refused++;
}

static void send_frame(stream_sender *s, const dyn_snapshot *now) {
    s->head.total = (uint32_t)stream_encode(s->title, now, s->frame);
    if (s->head.total == 0) {
        s->counts.unsendable++;
        return;
    }
    s->head.sequence++;
    s->counts.frames++;
    for (int k = 0; k < stream_parts(s->head.total); k++) {
        const size_t n = stream_datagram_write(&s->head, k, s->frame, s->datagram);
        s->counts.bytes += n;
        send_datagram(s, n);
    }
}

static int64_t used_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// Sends the newest state if it is new, or has stood for a while; standing: periods since it was new.
static void send_newest(stream_sender *s, int *standing) {
    bool fresh;
    const int64_t begun = used_ns();
    const dyn_snapshot *now = rt_latest_second(s->newest, &fresh);
    *standing = fresh ? 0 : *standing + 1;
    if (now->n_bodies > 0 && *standing % REPEAT == 0) send_frame(s, now);
    const int64_t work = used_ns() - begun;
    s->counts.work_ns += work;
    if (work > s->counts.longest_ns) s->counts.longest_ns = work;
}

static void *run(void *self) {
    stream_sender *s = self;
    int standing = 0;
    rt_clock clock = rt_clock_monotonic();
    setpriority(PRIO_PROCESS, 0, NICE); // of this thread alone, on Linux
    for (int64_t next = rt_clock_now_ns(&clock); !atomic_load(&s->stop);) {
        send_newest(s, &standing);
        const int64_t now = rt_clock_now_ns(&clock);
        next += STREAM_PERIOD_NS;
        if (next < now) next = now; // no burst after a standstill
        rt_clock_sleep_until(&clock, next);
    }
    send_newest(s, &standing); // the state at the end stays in the pictures
    return NULL;
}

rt_status stream_check(const option_list *to, rt_diag *d) {
    stream_address a;
    for (int k = 0; k < to->n; k++)
        if (stream_address_parse("--stream", to->word[k], &a, d) != RT_OK) return RT_ERR_USAGE;
    return RT_OK;
}

// Connects a socket to each receiver, so that sending needs no address. A group is reached within this network alone
// (the default hop limit of 1). False with a message.
static bool open_sockets(stream_sender *s, const option_list *to, rt_diag *d) {
    stream_address a;
    for (int k = 0; k < to->n; k++) {
        if (stream_address_parse("--stream", to->word[k], &a, d) != RT_OK) return false;
        const int fd = socket(a.at.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        if (fd >= 0) s->socket[s->sockets++] = fd;
        if (fd >= 0 && connect(fd, (const struct sockaddr *)&a.at, a.size) == 0) continue;
        rt_diag_error(d, NULL, 0, 0, "--stream: no way to %s: %s", a.text, strerror(errno));
        return false;
    }
    return true;
}

static void free_sender(stream_sender *s) {
    for (int k = 0; k < s->sockets; k++) close(s->socket[k]);
    free(s);
}

stream_sender *stream_sender_open(const option_list *to, rt_latest *newest, uint64_t scene, const char *title,
                                  rt_diag *d) {
    stream_sender *s = calloc(1, sizeof *s);
    if (!s || rt_latest_share(newest) != RT_OK) {
        rt_diag_error(d, NULL, 0, 0, "--stream: no memory");
        free(s);
        return NULL;
    }
    s->newest = newest;
    s->head.scene = scene;
    snprintf(s->title, sizeof s->title, "%s", title);
    if (getrandom(&s->head.run, sizeof s->head.run, GRND_NONBLOCK) != (ssize_t)sizeof s->head.run) {
        rt_clock clock = rt_clock_monotonic();
        s->head.run = (uint64_t)rt_clock_now_ns(&clock); // early after a boot: differs from run to run all the same
    }
    if (open_sockets(s, to, d)) {
        const int failed = pthread_create(&s->thread, NULL, run, s);
        if (!failed) return s;
        rt_diag_error(d, NULL, 0, 0, "--stream: no thread: %s", strerror(failed));
    }
    free_sender(s);
    return NULL;
}

void stream_sender_close(stream_sender *s, stream_sender_counts *counts) {
    if (!s) return;
    atomic_store(&s->stop, true);
    pthread_join(s->thread, NULL);
    if (counts) *counts = s->counts;
    free_sender(s);
}

void stream_sender_print(FILE *f, const stream_sender_counts *n) {
    const double frames = n->frames > 0 ? (double)n->frames : 1, size = (double)n->bytes / frames;
    fprintf(f,
            "state stream: %" PRIu64 " frames of %.0f bytes, %.2f Mbit/s at 60 Hz; %" PRIu64 " datagrams sent, %" PRIu64
            " refused; sender %.0f us a frame, at most %.0f us\n",
            n->frames, size, 60 * 8e-6 * size, n->sent, n->refused, 1e-3 * (double)n->work_ns / frames,
            1e-3 * (double)n->longest_ns);
    if (n->unsendable)
        fprintf(f, "state stream: %" PRIu64 " frames left out, which had a number out of its range\n", n->unsendable);
}
