// SPDX-License-Identifier: MIT
// The socket of the receiving end.
#include "rt/stream/wire.h"
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 4096 }; // datagrams of one call: a flood does not hold up the pictures

struct stream_receiver {
    int socket;
    stream_gather gather;
    dyn_snapshot read;
};

// Joins the group on the interface that the routes give. Several receivers of one machine may share a group's port.
static bool join(int fd, const stream_address *a) {
    const struct sockaddr_in *at = (const struct sockaddr_in *)&a->at;
    const struct ip_mreqn group = {.imr_multiaddr = at->sin_addr};
    const int yes = 1;
    return !a->group || (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
                         setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &group, sizeof group) == 0);
}

stream_receiver *stream_receiver_open(const char *from, uint64_t scene, rt_diag *d) {
    stream_address a;
    if (stream_address_parse("--from", from, &a, d) != RT_OK) return NULL;
    stream_receiver *r = calloc(1, sizeof *r);
    if (!r) {
        rt_diag_error(d, NULL, 0, 0, "--from: no memory");
        return NULL;
    }
    r->gather.scene = scene;
    r->socket = socket(a.at.ss_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (r->socket >= 0 && join(r->socket, &a) && bind(r->socket, (const struct sockaddr *)&a.at, a.size) == 0) return r;
    rt_diag_error(d, NULL, 0, 0, "--from: cannot receive at %s: %s%s", a.text, strerror(errno),
                  errno == EADDRINUSE ? "; close the other view, or use another port or a multicast group" : "");
    stream_receiver_close(r);
    return NULL;
}

void stream_receiver_close(stream_receiver *r) {
    if (r && r->socket >= 0) close(r->socket);
    free(r);
}

bool stream_receiver_read(stream_receiver *r, int64_t now_ns, dyn_snapshot *out) {
    unsigned char bytes[STREAM_DATAGRAM + 1]; // one more shows a datagram that is too long
    bool newer = false;
    for (int k = 0; k < MOST; k++) {
        const ssize_t n = recv(r->socket, bytes, sizeof bytes, 0);
        if (n < 0) break;
        if (!stream_gather_add(&r->gather, bytes, (size_t)n, now_ns, &r->read)) continue;
        newer = true;
        *out = r->read;
    }
    return newer;
}

void stream_receiver_discard(stream_receiver *r) {
    unsigned char byte;
    for (int k = 0; k < MOST && recv(r->socket, &byte, sizeof byte, 0) >= 0; k++) continue;
}

stream_status stream_receiver_status(const stream_receiver *r) { return r->gather.status; }
