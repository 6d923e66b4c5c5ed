// SPDX-License-Identifier: MIT
// Opens and closes the station. The hub thread starts the server, which inherits its niceness, and wakes requests that
// wait for values or for an answer.
#include "rt/station/private.h"
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>

enum { NICE = 10 };
#define TICK_NS 20000000  // between two looks at the waiting requests [ns]
#define LAST_NS 200000000 // for readers to get the last values [ns]

// ---- hub thread
// ------------------------------------------------------------------------------------------------------

static void deliver_answers(station *st) {
    station_answer a;
    while (rt_queue_pop(&st->answers, &a))
        for (int k = 0; k < STATION_REQUESTS; k++) {
            station_request *r = &st->request[k];
            if (r->used && r->id == a.id) r->answer = a, r->answered = true;
        }
}

static bool is_over(const station *st, const station_request *r, int64_t now_ns) {
    if (st->closing || r->answered) return true;
    if (r->id) return now_ns - r->since_ns > STATION_ANSWER_NS;
    return atomic_load(&st->sequence) > r->after || now_ns - r->since_ns > STATION_HOLD_NS;
}

// Wakes the requests whose wait is over. A suspended connection cannot end by itself, so it is safe outside the lock.
static void wake(station *st) {
    struct MHD_Connection *ready[STATION_REQUESTS];
    const int64_t now_ns = station_now_ns();
    int n = 0;
    pthread_mutex_lock(&st->lock);
    deliver_answers(st);
    for (int k = 0; k < STATION_REQUESTS; k++) {
        station_request *r = &st->request[k];
        if (!r->used || !r->waits || !is_over(st, r, now_ns)) continue;
        r->waits = false;
        ready[n++] = r->connection;
    }
    pthread_mutex_unlock(&st->lock);
    for (int k = 0; k < n; k++) MHD_resume_connection(ready[k]);
}

static bool start_server(station *st) {
    const unsigned flags =
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (st->at.at.ss_family == AF_INET6 ? MHD_USE_IPv6 : 0);
    // the minimum of RFC 9325, section 3.1.1
    static char versions[] = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";
    const struct MHD_OptionItem tls[] = {{MHD_OPTION_HTTPS_MEM_CERT, 0, st->tls.pem},
                                         {MHD_OPTION_HTTPS_MEM_KEY, 0, st->tls.pem},
                                         {MHD_OPTION_HTTPS_PRIORITIES, 0, versions},
                                         {MHD_OPTION_END, 0, NULL}};
    errno = 0;
    st->daemon = MHD_start_daemon(
        flags | (st->encrypted ? MHD_USE_TLS : 0), 0, NULL, NULL, station_handle, st, MHD_OPTION_SOCK_ADDR,
        (const struct sockaddr *)&st->at.at, MHD_OPTION_NOTIFY_COMPLETED, station_completed, st,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)STATION_REQUESTS, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)STATION_TIMEOUT_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_ARRAY, st->encrypted ? tls : tls + 3, MHD_OPTION_END);
    st->error = errno;
    return st->daemon != NULL;
}

static void *run(void *self) {
    station *st = self;
    rt_clock clock = rt_clock_monotonic();
    setpriority(PRIO_PROCESS, 0, NICE); // of this thread and those that it starts, on Linux
    const bool good = start_server(st);
    atomic_store(&st->begun, good ? 1 : -1);
    if (!good) return NULL;
    while (!atomic_load(&st->stop)) {
        wake(st);
        rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + TICK_NS);
    }
    pthread_mutex_lock(&st->lock);
    st->closing = true; // from here on no request waits
    pthread_mutex_unlock(&st->lock);
    wake(st);
    rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + LAST_NS);
    MHD_stop_daemon(st->daemon);
    return NULL;
}

// ---- main thread
// -----------------------------------------------------------------------------------------------------

rt_status station_start_hub(station *st, rt_diag *d) {
    rt_clock clock = rt_clock_monotonic();
    const int failed = pthread_create(&st->hub, NULL, run, st);
    if (failed) {
        rt_diag_error(d, NULL, 0, 0, "--station: no thread: %s", strerror(failed));
        return RT_ERR_USAGE;
    }
    while (!atomic_load(&st->begun)) rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + 1000000);
    if (st->begun > 0) return RT_OK;
    pthread_join(st->hub, NULL);
    rt_diag_error(d, NULL, 0, 0, "--station: no server at %s: %s", st->at.text,
                  st->error ? strerror(st->error) : "refused by the system");
    return RT_ERR_USAGE;
}

void station_stop_hub(station *st) {
    atomic_store(&st->stop, true);
    pthread_join(st->hub, NULL);
}

static rt_status choose_address(station *st, const char *at, rt_diag *d) {
    if (stream_address_parse("--station", at, &st->at, d) != RT_OK) return RT_ERR_USAGE;
    if (station_is_single(&st->at)) {
        snprintf(st->host, sizeof st->host, "%s", st->at.text);
        return RT_OK;
    }
    rt_diag_error(d, NULL, 0, 0,
                  "--station: expected one address of this machine, so that the page knows its own name; found %s",
                  st->at.text);
    return RT_ERR_USAGE;
}

// On a network the connection is encrypted, on the loopback if the user gives a certificate.
static rt_status choose_encryption(station *st, const char *tls, rt_diag *d) {
    st->encrypted = tls || !station_is_loopback(&st->at);
    snprintf(st->origin, sizeof st->origin, st->encrypted ? "https://%s" : "http://%s", st->host);
    if (!st->encrypted) return RT_OK;
    if (certificate_is_possible() && MHD_is_feature_supported(MHD_FEATURE_TLS) != MHD_YES) {
        rt_diag_error(d, NULL, 0, 0,
                      "--station: this system's libmicrohttpd has no TLS, so the page serves this machine alone, at "
                      "127.0.0.0/8 or ::1; found %s",
                      st->at.text);
        return RT_ERR_USAGE;
    }
    return certificate_load(tls, &st->tls, d);
}

static rt_status make_tokens(station *st, rt_diag *d) {
    for (int k = 0; k < STATION_ROLES; k++) {
        unsigned char bytes[STATION_TOKEN / 2];
        if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
            rt_diag_error(d, NULL, 0, 0, "--station: no random numbers for the token: %s", strerror(errno));
            return RT_ERR_USAGE;
        }
        for (size_t n = 0; n < sizeof bytes; n++) snprintf(st->token[k] + 2 * n, 3, "%02x", bytes[n]);
    }
    return RT_OK;
}

static rt_status make_exchange(station *st, rt_diag *d) {
    rt_status status = rt_latest_init(&st->newest, sizeof(station_values));
    if (status == RT_OK) status = rt_queue_init(&st->commands, sizeof(station_command), STATION_WAITING);
    if (status == RT_OK) status = rt_queue_init(&st->answers, sizeof(station_answer), STATION_WAITING);
    if (status != RT_OK) rt_diag_error(d, NULL, 0, 0, "--station: no memory");
    return status;
}

static void free_station(station *st) {
    rt_latest_free(&st->newest);
    rt_queue_free(&st->commands);
    rt_queue_free(&st->answers);
    pthread_mutex_destroy(&st->lock);
    certificate_free(&st->tls);
    free(st->table);
    free(st);
}

station *station_open(const char *at, const char *tls, const option_list *readers, rt_diag *d) {
    station *st = calloc(1, sizeof *st);
    if (!st) {
        rt_diag_error(d, NULL, 0, 0, "--station: no memory");
        return NULL;
    }
    pthread_mutex_init(&st->lock, NULL);
    rt_status status = choose_address(st, at, d);
    if (status == RT_OK) status = choose_encryption(st, tls, d);
    if (status == RT_OK) status = station_read_readers(st, readers, d);
    if (status == RT_OK) status = make_tokens(st, d);
    if (status == RT_OK) status = make_exchange(st, d);
    if (status == RT_OK) status = station_start_scorer(st, d);
    if (status != RT_OK) {
        free_station(st);
        return NULL;
    }
    if (station_start_hub(st, d) == RT_OK) return st;
    station_stop_scorer(st);
    free_station(st);
    return NULL;
}

void station_print(FILE *f, station *st) {
    fprintf(f, "station for the instructor: %s/#%s\nstation for viewers: %s/#%s\n", st->origin,
            st->token[STATION_INSTRUCTOR], st->origin, st->token[STATION_VIEWER]);
    if (st->encrypted) {
        fprintf(f, "station: the certificate's SHA-256 fingerprint is %s\n", st->tls.fingerprint);
        station_show_code(st, f);
    }
    fflush(f);
}

void station_close(station *st, FILE *f) {
    if (!st) return;
    station_stop_hub(st);
    station_stop_scorer(st);
    const station_counts *n = &st->counts;
    fprintf(f,
            "station: %" PRIu64 " requests, %" PRIu64 " refused; %" PRIu64 " commands; %" PRIu64
            " values dropped by slow readers, %" PRIu64 " connections lost in a request\n",
            n->requests, n->refused, n->commands, n->dropped, n->dead);
    free_station(st);
}
