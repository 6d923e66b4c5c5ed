// SPDX-License-Identifier: MIT
// Header lines of a recording: program, floating point, machine, date and hashes of the scenario's files.
#include "contact/law/permit.h"
#include "rt/base/hash.h"
#include "rt/file/input_file.h"
#include "rt/file/text.h"
#include "rt/recording/csv.h"
#include "rt/recording/recording.h"
#include <fenv.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#if defined __x86_64__ || defined __i386__
#include <immintrin.h>
#endif

void recording_floating_point(char *text, size_t size) {
    int mode = fegetround();
    const char *rounding = mode == FE_TONEAREST    ? "to nearest"
                           : mode == FE_UPWARD     ? "upward"
                           : mode == FE_DOWNWARD   ? "downward"
                           : mode == FE_TOWARDZERO ? "toward zero"
                                                   : "unknown";
#if defined __x86_64__ || defined __i386__
    unsigned csr = _mm_getcsr();
    snprintf(text, size, "rounding %s, FTZ %s, DAZ %s (MXCSR control 0x%04x)", rounding, csr >> 15 & 1 ? "on" : "off",
             csr >> 6 & 1 ? "on" : "off", csr & 0xffc0u);
#else
    snprintf(text, size, "rounding %s", rounding);
#endif
}

bool recording_file_hash(const char *path, char hash[20]) {
    static const size_t block = 1 << 16;
    if (law_permit_hash(path, hash)) return true; // of the bytes that run
    unsigned char *bytes = malloc(block);
    char why[RT_INPUT_WHY];
    FILE *f = rt_input_open_stream(path, why);
    uint64_t h = 0;
    if (bytes && f)
        for (size_t n; (n = fread(bytes, 1, block, f)) > 0;) h = rt_hash(h, bytes, n);
    bool good = bytes && f && !ferror(f);
    if (f) fclose(f);
    free(bytes);
    snprintf(hash, 20, "%016" PRIx64, h);
    return good;
}

static void write_file(void *ctx, const char *path) {
    char hash[20];
    if (recording_file_hash(path, hash)) fprintf(ctx, "file=%s %s\n", hash, path);
}

static void write_program(FILE *f) {
    char fp[128];
    recording_floating_point(fp, sizeof fp);
    fprintf(f, "version=" HAWSE_VERSION "\ncompiler=" __VERSION__ "\nflags=" HAWSE_BUILD_FLAGS "\n");
    fprintf(f, "floating_point=%s\n", fp);
}

static void write_machine(FILE *f) {
    struct utsname u;
    char date[32] = "unknown";
    time_t now = time(NULL);
    struct tm tm;
    if (gmtime_r(&now, &tm)) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &tm);
    if (uname(&u) == 0) fprintf(f, "host=%s %s %s\n", u.sysname, u.release, u.machine);
    fprintf(f, "recorded=%s\n", date);
}

static void write_names(FILE *f, const char *key, int n, const char *(*name)(int)) {
    fprintf(f, "%s=", key);
    for (int k = 0; k < n; k++) fprintf(f, "%s%s", k ? "," : "", name(k));
    fputc('\n', f);
}

static const char *event_name(int k) { return rt_event_name((rt_event)k); }
static const char *phase_name(int k) { return rt_phase_name((rt_phase)k); }

char *recording_info(const sim *s, int64_t period_ns, uint64_t keyframe_each) {
    rt_text t;
    FILE *f = rt_text_open(&t);
    if (!f) return NULL;
    write_program(f);
    write_machine(f);
    fprintf(f, "clock=%s\nkeyframe_each=%" PRIu64 "\nchannel_every_s=%.17g\n", period_ns > 0 ? "wall" : "manual",
            keyframe_each, sim_row_interval(s));
    if (period_ns > 0) fprintf(f, "period_ns=%" PRId64 "\n", period_ns);
    write_names(f, "phases", RT_PHASE_COUNT, phase_name);
    write_names(f, "events", RT_EVENT_COUNT, event_name);
    scenario_visit_files(&s->sc, write_file, f);
    return rt_text_close(&t);
}

bool recording_info_find(const char *info, const char *key, int n, char *value, size_t size) {
    size_t length = strlen(key);
    for (const char *line = info; *line; line += strcspn(line, "\n"), line += *line != 0) {
        if (strncmp(line, key, length) != 0 || line[length] != '=' || n-- > 0) continue;
        snprintf(value, size, "%.*s", (int)strcspn(line + length + 1, "\n"), line + length + 1);
        return true;
    }
    return false;
}
