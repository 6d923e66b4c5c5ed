// SPDX-License-Identifier: MIT
// Reads the header of a recording, and scans all chunks up to the last whole one.
#include "rt/record/play.h"
#include "rt/command/phrase.h"
#include "rt/file/input_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Reads one of the texts, zero-terminated. The caller has checked its size against the file's.
static bool read_text(rt_player *p, int i, uint64_t at, uint64_t size, uLong *crc) {
    p->text[i] = malloc(size + 1);
    if (!p->text[i] || !record_read(p, at, p->text[i], size)) return false;
    ((char *)p->text[i])[size] = 0;
    *crc = crc32_z(*crc, p->text[i], size);
    return true;
}

// Reads the header; returns its fault, or NULL.
static const char *read_head(rt_player *p) {
    record_head h;
    struct stat st;
    if (fstat(p->fd, &st) != 0) return "its size cannot be read";
    p->size = (uint64_t)st.st_size;
    if (p->size < sizeof h || !record_read(p, 0, &h, sizeof h))
        return "ends within its header: not a recording, or truncated";
    if (memcmp(h.magic, RECORD_MAGIC, sizeof h.magic) != 0)
        return "expected a recording (HAWSEREC), found something else";
    if (h.version != RECORD_VERSION)
        return "written in another version of the format: this program reads version " RECORD_VERSION_TEXT
               "; replay it with the hawse that recorded it";
    uint64_t at = sizeof h;
    for (int i = 0; i < RECORD_TEXTS; i++) {
        if (h.size[i] > RECORD_TEXT_MAX || h.size[i] > p->size - at)
            return "ends within its header, or the header is damaged";
        at += h.size[i];
    }
    uint32_t crc_found = h.crc;
    h.crc = 0;
    uLong crc = crc32(0, (const Bytef *)&h, sizeof h);
    at = sizeof h;
    for (int i = 0; i < RECORD_TEXTS; at += h.size[i++])
        if (!read_text(p, i, at, h.size[i], &crc)) return "the header cannot be read";
    if ((uint32_t)crc != crc_found) return "the header is damaged (checksum)";
    if (h.h_ns <= 0) return "the step is not positive";
    p->header = (rt_record_header){h.h_ns,     h.first_frame, p->text[0],
                                   p->text[1], p->text[2],    p->text[3],
                                   p->text[4], p->text[5],    h.size[RECORD_TEXTS - 1]};
    p->sections = record_lines(p->header.sections);
    p->channels = record_lines(p->header.channels);
    if (p->sections > RT_RECORD_SECTIONS || p->channels > RT_RECORD_CHANNELS)
        return "has too many sections or channels";
    p->look.bytes = at;
    return NULL;
}

static bool orders_fit(const rt_orders *o) {
    return abs(o->engine) <= RT_ORDER_FULL && abs(o->rudder) <= RT_ORDER_FULL && abs(o->thruster) <= RT_ORDER_FULL;
}

static bool weather_fits(const rt_weather *w) {
    for (rt_weather_kind k = 0; k < RT_WEATHERS; k++)
        if (rt_weather_is_set(w, k) && rt_weather_value(w, k) > rt_weather_most(k) + RT_WEATHER_UNIT) return false;
    return true;
}

static bool phrase_fits(uint8_t phrase) {
    int number;
    return phrase == 0 || rt_phrase_kind_of(phrase, &number) != RT_PHRASE_NONE;
}

// Whether conditioning could have produced every command of the chunk. The checksum cannot show this in a recording
// made by hand.
static bool commands_fit(const rt_player *p, const record_chunk *h, const unsigned char *payload) {
    for (uint32_t k = 0; k < h->rows; k++) {
        rt_command c;
        memcpy(&c, payload + k * record_frame_size(p->sections), RECORD_COMMAND);
        if (!(c.lever >= -1 && c.lever <= 1 && c.brake >= 0 && c.brake <= 1 && c.clutch <= 1 && c.failsafe <= 1 &&
              c.release <= 1 && c.stopper <= 1 && c.failures >> RT_FAILURE_COUNT == 0 &&
              c.controls >> RT_CONTROLS == 0 && orders_fit(&c.orders) && phrase_fits(c.phrase) &&
              weather_fits(&c.weather)))
            return false;
    }
    return true;
}

// Whether frame numbers rise and every pull could be one of the window's. The checksum cannot show this either.
static bool pulls_fit(const rt_player *p, const record_chunk *h, const unsigned char *payload) {
    uint64_t least = p->pull_end, frame;
    for (uint32_t k = 0; k < h->rows; k++) {
        rt_pull pull;
        memcpy(&frame, payload + (size_t)k * RECORD_PULL, sizeof frame);
        memcpy(&pull, payload + (size_t)k * RECORD_PULL + 8, sizeof pull);
        if (frame < least || frame == UINT64_MAX || (k == 0 && frame != h->first_frame) || !rt_pull_is_valid(&pull))
            return false;
        least = frame + 1;
    }
    return true;
}

// Lowest frame number for the next state.
static uint64_t keyframe_end(const rt_player *p) { return rt_play_keyframe_at(p, p->look.keyframes - 1); }

// The fault of a chunk with a correct checksum, or NULL.
static const char *find_fault(const rt_player *p, const record_chunk *h, const unsigned char *payload) {
    const rt_play_contents *l = &p->look;
    if (h->sequence != p->n_chunks) return "a chunk is missing or out of order";
    if (h->kind == RECORD_END) return NULL;
    if (h->first_frame + h->rows < h->first_frame || h->first_frame < p->header.first_frame)
        return "a frame's number is impossible";
    if (h->kind == RECORD_KEYFRAME && h->first_frame < keyframe_end(p))
        return "the frame numbers of the states decrease";
    if (h->kind == RECORD_PULLS && !pulls_fit(p, h, payload)) return "a pull is out of range";
    if (h->kind != RECORD_FRAMES) return NULL;
    if (h->first_frame < l->end_frame) return "the frame numbers decrease";
    return commands_fit(p, h, payload) ? NULL : "a command is out of range";
}

// Whether the length agrees with the chunk's other fields: a damaged length must not look like a truncated file.
static bool length_fits(const rt_player *p, const record_chunk *h) {
    size_t row = record_row_size(p, h->kind);
    if (h->kind == RECORD_END) return h->rows == 0 && h->length == sizeof(record_end);
    if (h->kind == RECORD_KEYFRAME) return h->rows == h->length && h->length <= compressBound(p->header.state_size);
    return row > 0 && h->rows > 0 && h->length <= RECORD_ROWS && h->length == (uint64_t)h->rows * row;
}

// Reads the chunk at `at` into *h and p->chunk and checks it, with its checksum; returns its fault, or NULL. *whole:
// false if the file ends within the chunk.
static const char *read_chunk(rt_player *p, uint64_t at, record_chunk *h, bool *whole) {
    *whole = p->size - at >= sizeof *h;
    if (!*whole || !record_read(p, at, h, sizeof *h)) return "it cannot be read";
    if (h->magic != RECORD_CHUNK_MAGIC) return "expected a chunk";
    if (!length_fits(p, h)) return "the chunk's length is impossible";
    *whole = p->size - at - sizeof *h >= h->length;
    if (!*whole || !record_read(p, at + sizeof *h, p->chunk, h->length)) return "it cannot be read";
    return record_chunk_crc(*h, p->chunk) == h->crc ? NULL : "the chunk's checksum is wrong";
}

static bool index_chunk(rt_player *p, uint64_t at, const record_chunk *h) {
    if (p->n_chunks == p->room) {
        uint64_t room = p->room ? 2 * p->room : 64;
        record_place *place = realloc(p->place, room * sizeof *place);
        if (place) p->place = place;
        uint64_t *state = place ? realloc(p->state, room * sizeof *state) : NULL;
        if (!state) return false;
        p->state = state;
        p->room = room;
    }
    if (h->kind == RECORD_KEYFRAME) p->state[p->look.keyframes - 1] = p->n_chunks;
    p->place[p->n_chunks++] = (record_place){at + sizeof *h, h->first_frame, h->kind, h->rows, h->length};
    return true;
}

static void count_chunk(rt_player *p, const record_chunk *h) {
    rt_play_contents *l = &p->look;
    l->bytes += sizeof *h + h->length;
    l->times += h->kind == RECORD_TIMES ? h->rows : 0;
    if (h->kind == RECORD_CHANNELS) {
        l->channels += h->rows;
        memcpy(&l->channels_end, p->chunk + (size_t)(h->rows - 1) * record_row_size(p, h->kind), 8);
        l->channels_end++;
    }
    l->keyframes += h->kind == RECORD_KEYFRAME;
    if (h->kind == RECORD_PULLS) {
        l->pulls += h->rows;
        memcpy(&p->pull_end, p->chunk + (size_t)(h->rows - 1) * RECORD_PULL, sizeof p->pull_end);
        p->pull_end++;
    }
    if (h->kind == RECORD_FRAMES) {
        l->missing += h->first_frame - l->end_frame;
        l->frames += h->rows;
        l->end_frame = h->first_frame + h->rows;
    }
    if (h->kind == RECORD_END) {
        record_end end;
        memcpy(&end, p->chunk, sizeof end);
        l->dropped = end.frames;
        l->dropped_channels = end.channels;
        l->dropped_states = end.keyframes;
        l->closed = true;
    }
}

// Number of whole chunks after the damage, at any offset.
static uint64_t count_chunks_after(rt_player *p, uint64_t at) {
    static const unsigned char magic[4] = {'H', 'W', 'C', 'K'};
    unsigned char block[4096];
    record_chunk h;
    uint64_t n = 0;
    bool whole;
    while (at < p->size) {
        size_t size = p->size - at < sizeof block ? (size_t)(p->size - at) : sizeof block;
        if (size < sizeof h || !record_read(p, at, block, size)) break;
        const unsigned char *found = memmem(block, size, magic, sizeof magic);
        if (!found) {
            at += size - sizeof magic + 1;
            continue;
        }
        at += (uint64_t)(found - block);
        bool good = !read_chunk(p, at, &h, &whole);
        n += good;
        at += good ? sizeof h + h.length : 1;
    }
    return n;
}

// Scans the chunks from look.bytes up to the end or the first damage; false without memory.
static bool scan_chunks(rt_player *p) {
    record_chunk h;
    rt_play_contents *l = &p->look;
    bool whole = true;
    while (!l->closed && l->bytes < p->size) {
        const char *fault = read_chunk(p, l->bytes, &h, &whole);
        if (!whole) return true;
        if (!fault) fault = find_fault(p, &h, p->chunk);
        if (fault) {
            p->fault = fault;
            l->how = RT_PLAY_DAMAGED;
            l->after = count_chunks_after(p, l->bytes + 1);
            return true;
        }
        if (!index_chunk(p, l->bytes, &h)) return false;
        count_chunk(p, &h);
    }
    if (l->closed && l->bytes < p->size) {
        p->fault = "bytes follow the end mark";
        l->how = RT_PLAY_DAMAGED;
    }
    return true;
}

bool rt_play_more(rt_player *p) {
    struct stat st;
    const uint64_t before = p->n_chunks;
    if (p->look.closed || p->look.how == RT_PLAY_DAMAGED || p->unreadable || fstat(p->fd, &st) != 0) return false;
    p->size = (uint64_t)st.st_size;
    p->ended = RT_PLAY_FRAME;
    return scan_chunks(p) && p->n_chunks > before;
}

static bool allocate_buffers(rt_player *p) {
    size_t packed = compressBound(p->header.state_size);
    p->chunk = malloc(packed > RECORD_ROWS ? packed : RECORD_ROWS);
    for (int k = RECORD_FRAMES; k < RECORD_KEYFRAME; k++) p->cursor[k].rows = malloc(RECORD_ROWS);
    p->value = malloc(sizeof(double) * (size_t)(p->channels + 1));
    p->section = malloc(sizeof(uint16_t) * (size_t)(p->sections + 1));
    return p->chunk && p->value && p->section && p->cursor[RECORD_FRAMES].rows && p->cursor[RECORD_TIMES].rows &&
           p->cursor[RECORD_CHANNELS].rows && p->cursor[RECORD_PULLS].rows;
}

rt_player *rt_play_open(const char *file, rt_diag *d) {
    rt_player *p = calloc(1, sizeof *p);
    if (p) p->fd = -1;
    if (!p || !(p->path = strdup(file))) {
        rt_diag_error(d, file, 0, 0, "no memory to replay it");
        free(p);
        return NULL;
    }
    char why[RT_INPUT_WHY];
    p->fd = rt_input_open(file, why);
    const char *fault = p->fd >= 0 ? read_head(p) : why;
    p->look.end_frame = p->header.first_frame;
    p->look.keyframes = 1;
    p->look.how = RT_PLAY_END;
    if (!fault && (!allocate_buffers(p) || !scan_chunks(p))) fault = "no memory to replay it";
    if (!fault) {
        rt_play_seek(p, p->header.first_frame);
        return p;
    }
    rt_diag_error(d, file, 0, 0, p->fd >= 0 ? "%s" : "cannot be opened: %s", fault);
    rt_play_close(p);
    return NULL;
}

const rt_record_header *rt_play_header(const rt_player *p) { return &p->header; }
int rt_play_n_sections(const rt_player *p) { return p->sections; }
int rt_play_n_channels(const rt_player *p) { return p->channels; }
rt_play_contents rt_play_get_contents(const rt_player *p) { return p->look; }

void rt_play_close(rt_player *p) {
    if (!p) return;
    if (p->fd >= 0) close(p->fd);
    for (int i = 0; i < RECORD_TEXTS; i++) free(p->text[i]);
    for (int k = RECORD_FRAMES; k < RECORD_KEYFRAME; k++) free(p->cursor[k].rows);
    free(p->chunk), free(p->value), free(p->section), free(p->place), free(p->state);
    free(p->path);
    free(p);
}
