// SPDX-License-Identifier: MIT
// The thread and the socket of the receiving end.
#include "rt/frame/clock.h"
#include "rt/stream/wire.h"
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_US = 50000 }; // after which the thread asks whether to stop

struct stream_receiver {
    int socket;
    pthread_t thread;
    bool runs; // the thread
    _Atomic bool stop;
    rt_latest newest;     // a dyn_snapshot
    stream_gather gather; // of the thread
    pthread_mutex_t lock;
    stream_status status; // by the lock: of the gather
};

// Joins the group on the interface that the routes give. Several receivers of one machine may share a group's port.
static bool join(int fd, const stream_address *a) {
    const struct sockaddr_in *at = (const struct sockaddr_in *)&a->at;
    const struct ip_mreqn group = {.imr_multiaddr = at->sin_addr};
    const int yes = 1;
    return !a->group || (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
                         setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &group, sizeof group) == 0);
}

// Reads datagrams as they come: pictures that take long, or a window that opens, lose none of them and get the newest.
static void *run(void *self) {
    stream_receiver *r = self;
    unsigned char bytes[STREAM_DATAGRAM + 1]; // one more shows a datagram that is too long
    rt_clock clock = rt_clock_monotonic();
    while (!atomic_load(&r->stop)) {
        const ssize_t n = recv(r->socket, bytes, sizeof bytes, 0);
        if (n < 0) continue; // nothing came in time
        bool whole =
            stream_gather_add(&r->gather, bytes, (size_t)n, rt_clock_now_ns(&clock), rt_latest_back(&r->newest));
        pthread_mutex_lock(&r->lock);
        r->status = r->gather.status;
        pthread_mutex_unlock(&r->lock);
        if (whole) rt_latest_publish(&r->newest);
    }
    return NULL;
}

static bool open_socket(stream_receiver *r, const char *from, rt_diag *d) {
    stream_address a;
    const struct timeval wait = {.tv_usec = WAIT_US};
    if (stream_address_parse("--from", from, &a, d) != RT_OK) return false;
    r->socket = socket(a.at.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (r->socket >= 0 && setsockopt(r->socket, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait) == 0 &&
        join(r->socket, &a) && bind(r->socket, (const struct sockaddr *)&a.at, a.size) == 0)
        return true;
    rt_diag_error(d, NULL, 0, 0, "--from: cannot receive at %s: %s%s", a.text, strerror(errno),
                  errno == EADDRINUSE ? "; close the other view, or use another port or a multicast group" : "");
    return false;
}

stream_receiver *stream_receiver_open(const char *from, uint64_t scene, rt_diag *d) {
    stream_receiver *r = calloc(1, sizeof *r);
    if (!r || rt_latest_init(&r->newest, sizeof(dyn_snapshot)) != RT_OK) {
        rt_diag_error(d, NULL, 0, 0, "--from: no memory");
        free(r);
        return NULL;
    }
    r->socket = -1;
    r->gather.scene = scene;
    pthread_mutex_init(&r->lock, NULL);
    if (open_socket(r, from, d)) {
        const int failed = pthread_create(&r->thread, NULL, run, r);
        r->runs = !failed;
        if (!failed) return r;
        rt_diag_error(d, NULL, 0, 0, "--from: no thread: %s", strerror(failed));
    }
    stream_receiver_close(r);
    return NULL;
}

void stream_receiver_close(stream_receiver *r) {
    if (!r) return;
    atomic_store(&r->stop, true);
    if (r->runs) pthread_join(r->thread, NULL);
    if (r->socket >= 0) close(r->socket);
    pthread_mutex_destroy(&r->lock);
    rt_latest_free(&r->newest);
    free(r);
}

const dyn_snapshot *stream_receiver_read(stream_receiver *r, bool *fresh) { return rt_latest_front(&r->newest, fresh); }

stream_status stream_receiver_status(stream_receiver *r) {
    pthread_mutex_lock(&r->lock);
    const stream_status status = r->status;
    pthread_mutex_unlock(&r->lock);
    return status;
}
