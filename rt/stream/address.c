// SPDX-License-Identifier: MIT
#include "rt/stream/wire.h"
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Splits [ADDRESS:]PORT; an address in brackets may have colons. False: of another form.
static bool split(const char *text, char host[256], const char **port) {
    const bool bracket = text[0] == '[';
    const char *end = bracket ? strchr(text, ']') : strrchr(text, ':');
    const size_t n = !end ? 0 : (size_t)(end - text) - bracket;
    if ((bracket && (!end || end[1] != ':')) || n >= 256) return false;
    snprintf(host, 256, "%.*s", (int)n, text + bracket);
    *port = !end ? text : end + 1 + bracket;
    if (end && n == 0) return false;
    const size_t digits = strspn(*port, "0123456789");
    return digits >= 1 && digits <= 5 && !(*port)[digits] && strtol(*port, NULL, 10) >= 1 &&
           strtol(*port, NULL, 10) <= 65535;
}

// Whether it is a multicast group, and one that stays within an organisation (RFC 2365).
static bool is_group(const struct addrinfo *a, bool *scoped) {
    if (a->ai_family == AF_INET6)
        return *scoped = false,
               IN6_IS_ADDR_MULTICAST(&((const struct sockaddr_in6 *)(const void *)a->ai_addr)->sin6_addr);
    const uint32_t ip = ntohl(((const struct sockaddr_in *)(const void *)a->ai_addr)->sin_addr.s_addr);
    *scoped = ip >> 24 == 239;
    return IN_MULTICAST(ip);
}

static void write_text(stream_address *a) {
    char host[64] = "?", port[8] = "?";
    getnameinfo((const struct sockaddr *)&a->at, a->size, host, sizeof host, port, sizeof port,
                NI_NUMERICHOST | NI_NUMERICSERV | NI_DGRAM);
    snprintf(a->text, sizeof a->text, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, port);
}

rt_status stream_address_parse(const char *name, const char *text, stream_address *out, rt_diag *d) {
    const struct addrinfo want = {
        .ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICSERV | AI_NUMERICHOST};
    struct addrinfo *found = NULL;
    char host[256];
    const char *port;
    bool scoped;
    if (!split(text, host, &port)) {
        rt_diag_error(d, NULL, 0, 0, "%s: expected [ADDRESS:]PORT, a port 1 .. 65535; found '%.80s'", name, text);
        return RT_ERR_USAGE;
    }
    const int failed = getaddrinfo(host[0] ? host : "127.0.0.1", port, &want, &found);
    if (failed) {
        rt_diag_error(d, NULL, 0, 0, "%s: expected an address in numbers, as 192.0.2.7 or [2001:db8::7]; found '%.80s'",
                      name, host);
        return RT_ERR_USAGE;
    }
    *out = (stream_address){.group = is_group(found, &scoped), .size = found->ai_addrlen};
    memcpy(&out->at, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    write_text(out);
    if (!out->group || scoped) return RT_OK;
    rt_diag_error(d, NULL, 0, 0, "%s: expected a multicast group in 239.0.0.0/8, found %s", name, out->text);
    return RT_ERR_USAGE;
}
