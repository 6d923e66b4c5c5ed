// SPDX-License-Identifier: MIT
// The server's thread: who asks, what may be answered, and the answer. It reads the newest values and leaves commands
// in a queue.
#include "rt/file/json.h"
#include "rt/file/text.h"
#include "rt/station/private.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- answers
// ---------------------------------------------------------------------------------------------------------

// The page reads other stations too: encrypted ones, and those of this machine.
static enum MHD_Result reply(const station *st, struct MHD_Connection *c, unsigned code, const char *type,
                             struct MHD_Response *r) {
    static const char *const header[][2] = {
        {"Content-Security-Policy",
         "default-src 'self'; connect-src 'self' https: http://127.0.0.1:*; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cache-Control", "no-store"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
    };
    if (!r) return MHD_NO;
    MHD_add_response_header(r, "Content-Type", type);
    for (size_t k = 0; k < sizeof header / sizeof header[0]; k++)
        MHD_add_response_header(r, header[k][0], header[k][1]);
    const char *reader = station_reader_of(st, c);
    if (reader) MHD_add_response_header(r, "Access-Control-Allow-Origin", reader);
    if (st->n_readers > 0) MHD_add_response_header(r, "Vary", "Origin");
    const enum MHD_Result sent = MHD_queue_response(c, code, r);
    MHD_destroy_response(r);
    return sent;
}

// Sends JSON that is given up to the response; NULL: no memory.
static enum MHD_Result send_json(station *st, struct MHD_Connection *c, unsigned code, char *text) {
    st->counts.requests++;
    st->counts.refused += code >= 400;
    if (!text) return MHD_NO;
    return reply(st, c, code, "application/json",
                 MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE));
}

static enum MHD_Result refuse(station *st, struct MHD_Connection *c, unsigned code, const char *why) {
    rt_text t;
    rt_json j = {.file = rt_text_open(&t)};
    if (j.file) {
        rt_json_object(&j, NULL);
        rt_json_text(&j, "error", why);
        rt_json_end(&j);
    }
    return send_json(st, c, code, rt_text_close(&t));
}

static enum MHD_Result send_page(station *st, struct MHD_Connection *c, const station_page *p) {
    st->counts.requests++;
    return reply(st, c, MHD_HTTP_OK, p->type,
                 MHD_create_response_from_buffer(p->n, (void *)(uintptr_t)p->bytes, MHD_RESPMEM_PERSISTENT));
}

// A browser's question whether another page may read this one with a token (Fetch standard, CORS preflight).
static enum MHD_Result permit_reading(station *st, struct MHD_Connection *c) {
    struct MHD_Response *r = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    st->counts.requests++;
    if (!r) return MHD_NO;
    MHD_add_response_header(r, "Access-Control-Allow-Methods", "GET");
    MHD_add_response_header(r, "Access-Control-Allow-Headers", "Authorization");
    MHD_add_response_header(r, "Access-Control-Allow-Private-Network", "true");
    MHD_add_response_header(r, "Access-Control-Max-Age", "600");
    return reply(st, c, MHD_HTTP_NO_CONTENT, "text/plain", r);
}

static enum MHD_Result send_table(station *st, struct MHD_Connection *c, const station_request *r) {
    static const char *const role[STATION_ROLES] = {"instructor", "viewer"};
    char *whole = NULL;
    pthread_mutex_lock(&st->lock);
    const size_t n = st->table ? strlen(st->table) : 0;
    if (n && (whole = malloc(n + 40))) snprintf(whole, n + 40, "%s, \"role\": \"%s\"}", st->table, role[r->role]);
    pthread_mutex_unlock(&st->lock);
    if (n == 0) return refuse(st, c, MHD_HTTP_SERVICE_UNAVAILABLE, "no run yet");
    return send_json(st, c, MHD_HTTP_OK, whole);
}

static enum MHD_Result send_answer(station *st, struct MHD_Connection *c, const station_answer *a) {
    rt_text t;
    if (a->refused) return refuse(st, c, MHD_HTTP_CONFLICT, a->text);
    rt_json j = {.file = rt_text_open(&t)};
    if (j.file) {
        rt_json_object(&j, NULL);
        rt_json_int(&j, "version", STATION_VERSION);
        rt_json_bool(&j, "paused", a->is_paused);
        if (a->is_paused)
            rt_json_text(&j, "frame", NULL);
        else
            rt_json_int(&j, "frame", (int64_t)a->frame);
        rt_json_number(&j, "t", a->t);
        rt_json_end(&j);
    }
    st->counts.commands++;
    return send_json(st, c, MHD_HTTP_OK, rt_text_close(&t));
}

// ---- waiting requests
// ------------------------------------------------------------------------------------------------

static station_request *begin_request(station *st, struct MHD_Connection *c) {
    station_request *r = NULL;
    pthread_mutex_lock(&st->lock);
    for (int k = 0; k < STATION_REQUESTS && !r; k++)
        if (!st->request[k].used) r = &st->request[k];
    if (r) *r = (station_request){.used = true, .connection = c, .role = STATION_NOBODY};
    pthread_mutex_unlock(&st->lock);
    return r;
}

void station_completed(void *ctx, struct MHD_Connection *c, void **request, enum MHD_RequestTerminationCode why) {
    station *st = ctx;
    station_request *r = *request;
    (void)c;
    if (!r) return;
    st->counts.dead += why != MHD_REQUEST_TERMINATED_COMPLETED_OK;
    pthread_mutex_lock(&st->lock);
    r->used = r->waits = false;
    pthread_mutex_unlock(&st->lock);
    *request = NULL;
}

// Suspends the request until the hub wakes it. False: the station closes.
static bool wait_for_hub(station *st, station_request *r) {
    pthread_mutex_lock(&st->lock);
    const bool open = !st->closing;
    r->waits = open;
    r->since_ns = station_now_ns();
    if (open) MHD_suspend_connection(r->connection);
    pthread_mutex_unlock(&st->lock);
    return open;
}

static bool is_answered(station *st, station_request *r) {
    pthread_mutex_lock(&st->lock);
    const bool answered = r->answered;
    pthread_mutex_unlock(&st->lock);
    return answered;
}

// ---- values
// ----------------------------------------------------------------------------------------------------------

// A number of the query; 0: none, or no number.
static uint64_t query_number(struct MHD_Connection *c, const char *name) {
    const char *text = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, name);
    const size_t n = text ? strlen(text) : 0;
    return n > 0 && n < 19 && strspn(text, "0123456789") == n ? strtoull(text, NULL, 10) : 0;
}

// Adds the score and its number to the values, unless the reader has it; frees values, which may be NULL.
static char *add_score(station *st, char *values, uint64_t seen) {
    pthread_mutex_lock(&st->lock);
    const bool fresh = values && st->score && st->scored != seen;
    const size_t n = fresh ? strlen(values) + strlen(st->score) + 64 : 0;
    char *whole = n ? malloc(n) : NULL, *end = whole ? strrchr(values, '}') : NULL;
    if (end)
        snprintf(whole, n, "%.*s, \"scored\": %" PRIu64 ", \"score\": %s}", (int)(end - values), values, st->scored,
                 st->score);
    pthread_mutex_unlock(&st->lock);
    if (!fresh) return values;
    free(values);
    return whole;
}

// Sends the newest values. A reader that has them already waits for the next.
static enum MHD_Result send_values(station *st, struct MHD_Connection *c, station_request *r) {
    const uint64_t newest = atomic_load(&st->sequence);
    r->after = query_number(c, "after");
    if (r->after >= newest && r->since_ns == 0 && wait_for_hub(st, r)) return MHD_YES;
    const station_values *v = rt_latest_front(&st->newest, NULL);
    if (v->sequence == 0) return refuse(st, c, MHD_HTTP_SERVICE_UNAVAILABLE, "no values yet");
    if (r->after > 0 && v->sequence > r->after + 1) st->counts.dropped += v->sequence - r->after - 1;
    char *values = station_values_write(v, query_number(c, "log"));
    return send_json(st, c, MHD_HTTP_OK, add_score(st, values, query_number(c, "score")));
}

// ---- commands
// --------------------------------------------------------------------------------------------------------

// Whether another command may come now: STATION_RATE a second.
static bool is_allowed(station *st) {
    const int64_t now = station_now_ns();
    st->allowance += 1e-9 * (double)(now - st->allowed_ns) * STATION_RATE;
    st->allowed_ns = now;
    if (st->allowance > STATION_RATE) st->allowance = STATION_RATE;
    if (st->allowance < 1) return false;
    st->allowance -= 1;
    return true;
}

static enum MHD_Result take_command(station *st, struct MHD_Connection *c, station_request *r) {
    station_command command;
    char why[STATION_WHY];
    if (r->n > STATION_MESSAGE) return refuse(st, c, MHD_HTTP_CONTENT_TOO_LARGE, "a command has at most 4096 bytes");
    if (!station_parse(r->body, r->n, &command, why)) return refuse(st, c, MHD_HTTP_BAD_REQUEST, why);
    if (!is_allowed(st)) return refuse(st, c, MHD_HTTP_TOO_MANY_REQUESTS, "at most 20 commands a second");
    pthread_mutex_lock(&st->lock);
    r->id = command.id = ++st->id;
    pthread_mutex_unlock(&st->lock);
    command.given_ns = station_now_ns();
    if (!rt_queue_push(&st->commands, &command)) return refuse(st, c, MHD_HTTP_SERVICE_UNAVAILABLE, "busy");
    if (wait_for_hub(st, r)) return MHD_YES;
    return refuse(st, c, MHD_HTTP_SERVICE_UNAVAILABLE, "the run has ended");
}

static enum MHD_Result answer_command(station *st, struct MHD_Connection *c, station_request *r) {
    if (is_answered(st, r)) return send_answer(st, c, &r->answer);
    return refuse(st, c, MHD_HTTP_SERVICE_UNAVAILABLE, "the simulator does not answer");
}

static enum MHD_Result take_pairing(station *st, struct MHD_Connection *c, const station_request *r) {
    char why[STATION_WHY];
    bool paired = false;
    rt_text t;
    if (r->n > STATION_MESSAGE) return refuse(st, c, MHD_HTTP_CONTENT_TOO_LARGE, "a request to pair has few bytes");
    const unsigned status = station_pair(st, r->body, r->n, &paired, why);
    if (status != MHD_HTTP_OK) return refuse(st, c, status, why);
    rt_json j = {.file = rt_text_open(&t)};
    if (j.file) {
        rt_json_object(&j, NULL);
        rt_json_int(&j, "version", STATION_VERSION);
        if (paired) rt_json_text(&j, "token", st->token[STATION_INSTRUCTOR]);
        rt_json_end(&j);
    }
    return send_json(st, c, MHD_HTTP_OK, rt_text_close(&t));
}

// ---- requests
// --------------------------------------------------------------------------------------------------------

static const station_page *find_page(const char *url) {
    for (int k = 0; k < station_n_pages; k++)
        if (strcmp(station_pages[k].path, url) == 0) return &station_pages[k];
    return NULL;
}

// Whether the head announces a body beyond the limit.
static bool is_oversized(struct MHD_Connection *c) {
    int n;
    const char *length = station_find_header(c, "Content-Length", &n);
    return n > 0 && (strlen(length) > 9 || strtoul(length, NULL, 10) > STATION_BODY);
}

// Refuses by the head alone; MHD_NO with *good: nothing to refuse.
static enum MHD_Result check_head(station *st, struct MHD_Connection *c, const char *url, const char *method,
                                  station_request *r, bool *good) {
    const bool page = find_page(url) != NULL, get = strcmp(method, "GET") == 0, post = strcmp(method, "POST") == 0,
               read = strcmp(url, "/table") == 0 || strcmp(url, "/values") == 0, act = strcmp(url, "/command") == 0,
               pair = st->encrypted && strcmp(url, "/pair") == 0;
    const bool asks = strcmp(method, "OPTIONS") == 0;
    const char *source = station_check_source(st, c, read && (get || asks));
    *good = false;
    if (source) return refuse(st, c, MHD_HTTP_FORBIDDEN, source);
    if (is_oversized(c)) return refuse(st, c, MHD_HTTP_CONTENT_TOO_LARGE, "a body has at most 64 kB");
    if (asks && read && station_reader_of(st, c)) return permit_reading(st, c);
    r->role = page || pair ? STATION_VIEWER : station_find_role(st, c);
    if (r->role == STATION_NOBODY) return refuse(st, c, MHD_HTTP_UNAUTHORIZED, "no token, or not one of this run's");
    if (!page && !read && !act && !pair) return refuse(st, c, MHD_HTTP_NOT_FOUND, "no such resource");
    if (act || pair ? !post : !get) return refuse(st, c, MHD_HTTP_METHOD_NOT_ALLOWED, "another method is expected");
    if (act && r->role != STATION_INSTRUCTOR) return refuse(st, c, MHD_HTTP_FORBIDDEN, "a viewer does not act");
    *good = true;
    return MHD_NO;
}

// Adds a part of the body; beyond the message's limit it is only counted. False: beyond the body's.
static bool add_body(station_request *r, const char *data, size_t n) {
    if (r->n + n <= STATION_MESSAGE) memcpy(r->body + r->n, data, n);
    r->n += n;
    return r->n <= STATION_BODY;
}

enum MHD_Result station_handle(void *ctx, struct MHD_Connection *c, const char *url, const char *method,
                               const char *version, const char *data, size_t *n, void **request) {
    station *st = ctx;
    station_request *r = *request;
    (void)version;
    if (!r) {
        bool good;
        if (!(r = begin_request(st, c))) return MHD_NO;
        *request = r;
        const enum MHD_Result refused = check_head(st, c, url, method, r, &good);
        return good ? MHD_YES : refused;
    }
    if (*n > 0) {
        if (!add_body(r, data, *n)) return MHD_NO;
        *n = 0;
        return MHD_YES;
    }
    const station_page *page = find_page(url);
    if (page) return send_page(st, c, page);
    if (strcmp(url, "/table") == 0) return send_table(st, c, r);
    if (strcmp(url, "/values") == 0) return send_values(st, c, r);
    if (strcmp(url, "/pair") == 0) return take_pairing(st, c, r);
    return r->id ? answer_command(st, c, r) : take_command(st, c, r);
}
