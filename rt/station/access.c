// SPDX-License-Identifier: MIT
// Who asks: the token's role, and whether the browser shows this station's page or one that may read it.
#include "rt/station/private.h"
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

typedef struct header_search {
    const char *name, *value;
    int n;
} header_search;

static enum MHD_Result count_header(void *ctx, enum MHD_ValueKind kind, const char *name, const char *value) {
    header_search *s = ctx;
    (void)kind;
    if (strcasecmp(name, s->name) == 0) s->n++, s->value = value;
    return MHD_YES;
}

// The value of a header; *n: how often it is there.
const char *station_find_header(struct MHD_Connection *c, const char *name, int *n) {
    header_search s = {.name = name};
    MHD_get_connection_values(c, MHD_HEADER_KIND, count_header, &s);
    *n = s.n;
    return s.value ? s.value : "";
}

// Equality of a secret, in a time that does not depend on where they differ.
static bool equals_secret(const char *given, const char *secret) {
    unsigned char differ = 0;
    if (strlen(given) != STATION_TOKEN) return false;
    for (int k = 0; k < STATION_TOKEN; k++) differ |= (unsigned char)(given[k] ^ secret[k]);
    return differ == 0;
}

station_role station_find_role(const station *st, struct MHD_Connection *c) {
    static const char scheme[] = "Bearer ";
    int n;
    const char *value = station_find_header(c, "Authorization", &n);
    station_role role = STATION_NOBODY;
    if (n != 1 || strncmp(value, scheme, sizeof scheme - 1) != 0) return STATION_NOBODY;
    for (int k = 0; k < STATION_ROLES; k++)
        if (equals_secret(value + sizeof scheme - 1, st->token[k])) role = (station_role)k;
    return role;
}

const char *station_reader_of(const station *st, struct MHD_Connection *c) {
    int n;
    const char *origin = station_find_header(c, "Origin", &n);
    for (int k = 0; n == 1 && k < st->n_readers; k++)
        if (strcmp(origin, st->reader[k]) == 0) return st->reader[k];
    return NULL;
}

const char *station_check_source(const station *st, struct MHD_Connection *c, bool reads) {
    int hosts, origins;
    const char *host = station_find_header(c, "Host", &hosts), *origin = station_find_header(c, "Origin", &origins);
    if (hosts != 1 || strcmp(host, st->host) != 0) return "Host is not the station's address";
    if (origins == 0 || (origins == 1 && strcmp(origin, st->origin) == 0) || (reads && station_reader_of(st, c)))
        return NULL;
    return "Origin is not the station's page";
}

bool station_is_loopback(const stream_address *a) {
    if (a->at.ss_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)(const void *)&a->at)->sin6_addr);
    return ntohl(((const struct sockaddr_in *)(const void *)&a->at)->sin_addr.s_addr) >> 24 == 127;
}

bool station_is_single(const stream_address *a) {
    if (a->group) return false;
    if (a->at.ss_family == AF_INET6)
        return !IN6_IS_ADDR_UNSPECIFIED(&((const struct sockaddr_in6 *)(const void *)&a->at)->sin6_addr);
    const uint32_t ip = ntohl(((const struct sockaddr_in *)(const void *)&a->at)->sin_addr.s_addr);
    return ip != INADDR_ANY && ip != INADDR_BROADCAST;
}

// A page's own name, as a browser sends it: https://ADDRESS:PORT, on this machine also http://.
static bool read_origin(const char *text, char out[STATION_ORIGIN]) {
    static const char *const scheme[] = {"http://", "https://"};
    rt_diag ignored = {0};
    stream_address a;
    for (int k = 0; k < 2; k++) {
        const size_t n = strlen(scheme[k]);
        if (strncmp(text, scheme[k], n) != 0 || !strchr(text + n, ':') ||
            stream_address_parse("", text + n, &a, &ignored) != RT_OK || !station_is_single(&a) ||
            (k == 0 && !station_is_loopback(&a)))
            continue;
        return snprintf(out, STATION_ORIGIN, "%s%s", scheme[k], a.text) < STATION_ORIGIN;
    }
    return false;
}

rt_status station_read_readers(station *st, const option_list *readers, rt_diag *d) {
    for (int k = 0; k < readers->n; k++) {
        if (read_origin(readers->word[k], st->reader[st->n_readers++])) continue;
        rt_diag_error(d, NULL, 0, 0,
                      "--station-reader: expected the address of another station's page, https://ADDRESS:PORT or, on "
                      "this machine, http://127.0.0.1:PORT; found '%.80s'",
                      readers->word[k]);
        return RT_ERR_USAGE;
    }
    return RT_OK;
}
