// SPDX-License-Identifier: MIT
// Pairing: a code of six digits on the simulator's screen gives the instructor's token, once. A code is valid for 90 s
// and 5 tries, and there are 20 of them in a run of the program: who guesses has a chance of 1 in 10 000.
#include "rt/station/private.h"
#include <string.h>
#include <sys/random.h>

enum { CODES = 20, TRIES = 5, DIGITS = 1000000 };
#define VALID_NS 90000000000 // [ns]

// ---- main thread ---------------------------------------------------------------------------------------------------

// Each of the numbers 0 .. 999 999 equally often; false without random numbers.
static bool draw_code(char code[STATION_CODE + 1]) {
    uint32_t number;
    do {
        if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number) return false;
    } while (number >= UINT32_MAX - UINT32_MAX % DIGITS);
    snprintf(code, STATION_CODE + 1, "%06u", number % DIGITS);
    return true;
}

void station_show_code(station *st, FILE *f) {
    char code[STATION_CODE + 1], text[96];
    const bool drawn = draw_code(code);
    pthread_mutex_lock(&st->lock);
    station_pairing *p = &st->pairing;
    const bool shows = drawn && p->made < CODES;
    p->asked = false;
    if (shows) {
        memcpy(p->code, code, sizeof p->code);
        p->until_ns = station_now_ns() + VALID_NS;
        p->tries = TRIES;
        p->made++;
    }
    pthread_mutex_unlock(&st->lock);
    if (!shows) return;
    snprintf(text, sizeof text, "station: pairing code %s, valid for 90 s and %d tries", code, TRIES);
    fprintf(f, "%s\n", text);
    fflush(f);
    if (st->desk.tell) st->desk.tell(st->desk.ctx, text);
}

void station_follow_pairing(station *st) {
    pthread_mutex_lock(&st->lock);
    const bool asked = st->pairing.asked;
    pthread_mutex_unlock(&st->lock);
    if (asked) station_show_code(st, stdout);
}

// ---- server's thread -----------------------------------------------------------------------------------------------

static unsigned ask(station_pairing *p, int64_t now_ns, char why[STATION_WHY]) {
    if (p->made >= CODES) {
        snprintf(why, STATION_WHY, "this run has shown %d codes and shows no more: restart hawse", CODES);
        return MHD_HTTP_TOO_MANY_REQUESTS;
    }
    if (now_ns < p->until_ns) {
        snprintf(why, STATION_WHY, "the simulator shows a code already; another one in %.0f s",
                 1e-9 * (double)(p->until_ns - now_ns));
        return MHD_HTTP_TOO_MANY_REQUESTS;
    }
    p->asked = true;
    return MHD_HTTP_OK;
}

static unsigned try_code(station_pairing *p, int64_t now_ns, const char *code, char why[STATION_WHY]) {
    unsigned char differ = 0;
    if (now_ns >= p->until_ns || p->tries == 0) {
        snprintf(why, STATION_WHY, now_ns >= p->until_ns ? "no code is valid now: ask for one" : "no tries are left");
        return MHD_HTTP_FORBIDDEN;
    }
    p->tries--;
    for (int k = 0; k < STATION_CODE; k++) differ |= (unsigned char)(code[k] ^ p->code[k]);
    if (differ) {
        snprintf(why, STATION_WHY, "wrong code; tries left: %d", p->tries);
        return MHD_HTTP_FORBIDDEN;
    }
    p->until_ns = 0; // it is used up
    return MHD_HTTP_OK;
}

unsigned station_pair(station *st, const char *text, size_t n, bool *paired, char why[STATION_WHY]) {
    char code[STATION_CODE + 1];
    const int64_t now_ns = station_now_ns();
    if (!station_parse_pairing(text, n, code, why)) return MHD_HTTP_BAD_REQUEST;
    *paired = code[0];
    pthread_mutex_lock(&st->lock);
    const unsigned status = code[0] ? try_code(&st->pairing, now_ns, code, why) : ask(&st->pairing, now_ns, why);
    pthread_mutex_unlock(&st->lock);
    return status;
}
