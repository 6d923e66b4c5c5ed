// SPDX-License-Identifier: MIT
#include "rt/record_format.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct rt_player {
    FILE *file;
    char *path;
    rt_record_header header;
    void *text[RECORD_TEXTS];
    record_chunk head;      // of the chunk in memory
    uint32_t next;          // its next frame
    uint32_t sequence;      // expected of the next chunk
    uint64_t frames;        // read so far
    uint64_t first_missing; // frame number expected next
    rt_play ended;          // what every further call returns; RT_PLAY_FRAME while it goes on
    unsigned char chunk[RECORD_CHUNK];
};

static unsigned long long offset_of(const rt_player *p) { return (unsigned long long)ftello(p->file); }

// Reads one of the texts, zero-terminated; its size was checked against the file's.
static bool read_text(rt_player *p, int i, uint64_t size, uLong *crc) {
    p->text[i] = malloc(size + 1);
    if (!p->text[i] || fread(p->text[i], 1, size, p->file) != size) return false;
    ((char *)p->text[i])[size] = 0;
    *crc = crc32_z(*crc, p->text[i], size);
    return true;
}

// Reads the head; NULL, or what is wrong with it.
static const char *read_head(rt_player *p) {
    record_head h;
    struct stat st;
    if (fstat(fileno(p->file), &st) != 0 || !S_ISREG(st.st_mode)) return "expected a recording, found no plain file";
    if (fread(&h, 1, sizeof h, p->file) != sizeof h) return "ends within its head: not a recording, or cut short";
    if (memcmp(h.magic, RECORD_MAGIC, sizeof h.magic) != 0)
        return "expected a recording (HAWSEREC), found something else";
    if (h.version != RECORD_VERSION) return "written in another version of the format; this program reads version 1";
    uint64_t left = (uint64_t)st.st_size - sizeof h;
    for (int i = 0; i < RECORD_TEXTS; i++) {
        if (h.size[i] > RECORD_TEXT_MAX || h.size[i] > left) return "ends within its head, or the head is damaged";
        left -= h.size[i];
    }
    uint32_t crc_found = h.crc;
    h.crc = 0;
    uLong crc = crc32(0, (const Bytef *)&h, sizeof h);
    for (int i = 0; i < RECORD_TEXTS; i++)
        if (!read_text(p, i, h.size[i], &crc)) return "the head cannot be read";
    if ((uint32_t)crc != crc_found) return "the head is damaged (checksum)";
    if (h.h_ns <= 0) return "the step is not positive";
    p->header = (rt_record_header){h.h_ns, p->text[0], p->text[1], p->text[2], p->text[3], h.size[3]};
    return NULL;
}

rt_player *rt_play_open(const char *file, rt_diag *d) {
    rt_player *p = calloc(1, sizeof *p);
    if (!p || !(p->path = strdup(file))) {
        rt_diag_error(d, file, 0, 0, "no memory to replay it");
        free(p);
        return NULL;
    }
    p->file = fopen(file, "rb");
    const char *fault = p->file ? read_head(p) : strerror(errno);
    if (!fault) return p;
    rt_diag_error(d, file, 0, 0, p->file ? "%s" : "cannot be opened: %s", fault);
    rt_play_close(p);
    return NULL;
}

const rt_record_header *rt_play_header(const rt_player *p) { return &p->header; }

static rt_play end_with(rt_player *p, rt_play how) {
    p->ended = how;
    return how;
}

static rt_play damaged(rt_player *p, unsigned long long at, const char *what, rt_diag *d) {
    rt_diag_error(d, p->path, 0, 0, "damaged at byte %llu: %s; %llu frames before it are whole", at, what,
                  (unsigned long long)p->frames);
    return end_with(p, RT_PLAY_DAMAGED);
}

static rt_play cut_short(rt_player *p, unsigned long long at, rt_diag *d) {
    if (ferror(p->file)) return damaged(p, at, "it cannot be read", d);
    rt_diag_warning(d, p->path, 0, 0,
                    "not closed, as after a crash: it ends at byte %llu without an end mark; %llu frames are whole", at,
                    (unsigned long long)p->frames);
    return end_with(p, RT_PLAY_END);
}

static rt_play finish(rt_player *p, rt_diag *d) {
    unsigned long long at = offset_of(p);
    if (fgetc(p->file) != EOF) return damaged(p, at, "bytes follow the end mark", d);
    return end_with(p, RT_PLAY_END);
}

// Loads the next chunk; RT_PLAY_FRAME when it has frames.
static rt_play load_chunk(rt_player *p, rt_diag *d) {
    unsigned long long at = offset_of(p);
    record_chunk *h = &p->head;
    p->next = 0;
    if (fread(h, 1, sizeof *h, p->file) != sizeof *h) return cut_short(p, offset_of(p), d);
    if (h->magic != RECORD_CHUNK_MAGIC) return damaged(p, at, "expected a chunk", d);
    if (h->frames > RECORD_CHUNK_FRAMES || h->length != h->frames * RECORD_FRAME)
        return damaged(p, at, "the chunk's length is impossible", d);
    if (fread(p->chunk, 1, h->length, p->file) != h->length) return cut_short(p, offset_of(p), d);
    if (record_chunk_crc(*h, p->chunk) != h->crc) return damaged(p, at, "the chunk's checksum is wrong", d);
    if (h->sequence != p->sequence++) return damaged(p, at, "a chunk is missing or out of order", d);
    if (h->frames == 0) return finish(p, d);
    if (h->first_frame < p->first_missing) return damaged(p, at, "frames go back", d);
    if (h->first_frame > p->first_missing)
        rt_diag_warning(d, p->path, 0, 0, "frames %llu to %llu were not recorded: the queue was full",
                        (unsigned long long)p->first_missing, (unsigned long long)h->first_frame - 1);
    return RT_PLAY_FRAME;
}

// False for numbers that no conditioning gives, whatever the checksum says: a recording may be made by hand.
static bool unpack(const unsigned char *from, rt_command *c, uint64_t *hash) {
    memset(c, 0, sizeof *c);
    memcpy(&c->lever, from, 8);
    memcpy(&c->brake, from + 8, 8);
    c->clutch = from[16] & 1;
    c->failsafe = from[16] >> 1 & 1;
    c->release = from[16] >> 2 & 1;
    memcpy(hash, from + 17, 8);
    return c->lever >= -1 && c->lever <= 1 && c->brake >= 0 && c->brake <= 1 && from[16] < 8;
}

rt_play rt_play_next(rt_player *p, uint64_t *frame, rt_command *c, uint64_t *state_hash, rt_diag *d) {
    if (p->ended != RT_PLAY_FRAME) return p->ended;
    if (p->next == p->head.frames) {
        rt_play state = load_chunk(p, d);
        if (state != RT_PLAY_FRAME) return state;
    }
    if (!unpack(p->chunk + p->next * RECORD_FRAME, c, state_hash))
        return damaged(p, offset_of(p), "a command is out of range", d);
    *frame = p->head.first_frame + p->next++;
    p->first_missing = *frame + 1;
    p->frames++;
    return RT_PLAY_FRAME;
}

void rt_play_close(rt_player *p) {
    if (!p) return;
    if (p->file) fclose(p->file);
    for (int i = 0; i < RECORD_TEXTS; i++) free(p->text[i]);
    free(p->path);
    free(p);
}
