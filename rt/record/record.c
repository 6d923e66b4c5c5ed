// SPDX-License-Identifier: MIT
// Writes a recording.
#include "rt/frame/clock.h"
#include "rt/frame/exchange.h"
#include "rt/record/file.h"
#include "rt/record/format.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the file has the byte order of memory");
_Static_assert(RECORD_COMMAND == 48 && sizeof(rt_pull) == 56, "the file holds rt_command as bytes");
_Static_assert(sizeof(rt_record_times) == 16 + 4 * RT_PHASE_COUNT + 4 * (RT_PHASE_COUNT % 2), "no other padding");

#define SECOND_NS 1000000000
#define CHUNK_NS (SECOND_NS / 4)        // longest time that rows wait in a chunk
#define VALUES_BYTES ((size_t)64 << 20) // largest queue of channel rows
#define WRITER_PERIOD_NS 20000000       // at most; less for a short queue: an eighth of its time

enum {
    KEYFRAMES_QUEUED = 4,
    QUEUED = 8 + (int)sizeof(rt_pull) + RECORD_FRAME + RECORD_TIME
}; // QUEUED: bytes of a queued frame without sections

// Rows of one kind that wait for their chunk.
typedef struct rows {
    record_kind kind;
    size_t size; // bytes of a row
    uint32_t n;
    uint64_t first;
    unsigned char chunk[RECORD_CHUNK];
} rows;

struct rt_recorder {
    int fd;
    char *path;
    int64_t h_ns, nap_ns; // step; pause of the writer between two polls
    int sections, channels;
    size_t state_size;
    rt_queue frames, values, keyframes;
    unsigned char *pushed_frame, *pushed_value, *pushed_state; // buffers of the frame thread
    unsigned char *popped, *packed;                            // of the writer: any item; a chunk of a state
    _Atomic int error;                                         // errno of the first failed write; 0: none
    uint64_t lost;                                             // frames lost after a failed write
    uint32_t sequence;
    bool has_thread, unsynced;
    int64_t synced_ns, waits_since_ns; // last sync; arrival of the oldest waiting row, 0: none
    _Atomic bool stop, scratch;
    pthread_t thread;
    rows row[RECORD_KEYFRAME]; // by kind
};

static bool write_all(int fd, const void *data, size_t size) {
    const char *p = data;
    while (size > 0) {
        ssize_t n = write(fd, p, size);
        if (n < 0 && errno == EINTR) continue;
        if (n == 0) errno = EIO;
        if (n <= 0) return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

bool rt_record_failed(const rt_recorder *r) { return atomic_load_explicit(&r->error, memory_order_relaxed) != 0; }

static void record_error(rt_recorder *r, int error) {
    if (!rt_record_failed(r)) atomic_store_explicit(&r->error, error, memory_order_relaxed);
}

// Appends a block; does nothing after a failure. The reader ignores an incomplete block.
static bool append_block(rt_recorder *r, const void *data, size_t size) {
    if (!rt_record_failed(r) && !write_all(r->fd, data, size)) record_error(r, errno ? errno : EIO);
    r->unsynced = true;
    return !rt_record_failed(r);
}

static bool write_head(rt_recorder *r, const rt_record_header *h) {
    const void *text[RECORD_TEXTS] = {h->scenario_path, h->scenario_text, h->info, h->sections, h->channels, h->state};
    record_head head = {
        .magic = RECORD_MAGIC, .version = RECORD_VERSION, .h_ns = h->h_ns, .first_frame = h->first_frame};
    for (int i = 0; i < RECORD_TEXTS - 1; i++) head.size[i] = strlen(text[i]);
    head.size[RECORD_TEXTS - 1] = h->state_size;
    uLong crc = crc32(0, (const Bytef *)&head, sizeof head);
    for (int i = 0; i < RECORD_TEXTS; i++) crc = crc32_z(crc, text[i], head.size[i]);
    head.crc = (uint32_t)crc;
    bool good = append_block(r, &head, sizeof head);
    for (int i = 0; i < RECORD_TEXTS; i++) good = good && append_block(r, text[i], head.size[i]);
    return good;
}

static void free_recorder(rt_recorder *r) {
    rt_queue_free(&r->frames);
    rt_queue_free(&r->values);
    rt_queue_free(&r->keyframes);
    free(r->pushed_frame), free(r->pushed_value), free(r->pushed_state), free(r->popped), free(r->packed);
    free(r->path);
    free(r);
}

size_t rt_record_queued_size(int sections) { return QUEUED + 2 * (size_t)sections; }

static bool allocate_buffers(rt_recorder *r, const char *file, const rt_record_header *h, size_t queue_frames) {
    size_t frame = rt_record_queued_size(r->sections), value = record_channel_size(r->channels),
           state = 8 + h->state_size, most = frame > value ? frame : value, values = queue_frames / 8 + 2;
    if (values > VALUES_BYTES / value) values = VALUES_BYTES / value;
    r->path = strdup(file);
    r->pushed_frame = malloc(frame);
    r->pushed_value = malloc(value);
    r->pushed_state = malloc(state);
    r->popped = malloc(most > state ? most : state);
    r->packed = malloc(sizeof(record_chunk) + compressBound(h->state_size));
    if (r->pushed_state) memset(r->pushed_state, 0, state); // touches its pages before the frame thread does
    return r->path && r->pushed_frame && r->pushed_value && r->pushed_state && r->popped && r->packed &&
           rt_queue_init(&r->frames, frame, queue_frames) == RT_OK &&
           rt_queue_init(&r->values, value, values) == RT_OK &&
           rt_queue_init(&r->keyframes, state, KEYFRAMES_QUEUED) == RT_OK;
}

static int64_t now_ns(void) {
    rt_clock clock = rt_clock_monotonic();
    return rt_clock_now_ns(&clock);
}

// Opens the file, writes the header and gives the file its name. False, with a message and without a new file.
static bool begin_file(rt_recorder *r, const rt_record_header *h, rt_diag *d) {
    record_file f;
    const char *why = NULL;
    if (!record_file_open(&f, r->path)) {
        rt_diag_error(d, r->path, 0, 0, "the recording cannot be written: %s", strerror(errno));
        return false;
    }
    r->fd = f.fd;
    if (!write_head(r, h))
        why = strerror(r->error);
    else
        why = record_file_take_name(&f);
    if (!why) {
        record_file_release(&f);
        r->synced_ns = now_ns();
        return true;
    }
    rt_diag_error(d, r->path, 0, 0, "the recording cannot be written: %s", why);
    record_file_discard(&f);
    return false;
}

rt_recorder *rt_recorder_open(const char *file, const rt_record_header *h, size_t queue_frames, rt_diag *d) {
    int sections = record_lines(h->sections), channels = record_lines(h->channels);
    rt_recorder *r = calloc(1, sizeof *r);
    if (sections > RT_RECORD_SECTIONS || channels > RT_RECORD_CHANNELS) {
        rt_diag_error(d, file, 0, 0,
                      "a recording has at most %d sections of the state and %d channels, found %d and %d",
                      RT_RECORD_SECTIONS, RT_RECORD_CHANNELS, sections, channels);
        free(r);
        return NULL;
    }
    if (r) r->fd = -1, r->sections = sections, r->channels = channels, r->state_size = h->state_size;
    if (!r || !allocate_buffers(r, file, h, queue_frames)) {
        rt_diag_error(d, file, 0, 0, "no memory for a recording of %zu queued frames", queue_frames);
        if (r) free_recorder(r);
        return NULL;
    }
    r->h_ns = h->h_ns;
    r->nap_ns = (int64_t)queue_frames * h->h_ns / 8;
    if (r->nap_ns > WRITER_PERIOD_NS) r->nap_ns = WRITER_PERIOD_NS;
    r->row[RECORD_FRAMES] = (rows){.kind = RECORD_FRAMES, .size = record_frame_size(sections)};
    r->row[RECORD_TIMES] = (rows){.kind = RECORD_TIMES, .size = RECORD_TIME};
    r->row[RECORD_PULLS] = (rows){.kind = RECORD_PULLS, .size = RECORD_PULL};
    r->row[RECORD_CHANNELS] = (rows){.kind = RECORD_CHANNELS, .size = record_channel_size(channels)};
    if (begin_file(r, h, d)) return r;
    free_recorder(r);
    return NULL;
}

// Writes a chunk as one block; the payload is already in place after the space of the head.
static bool write_chunk(rt_recorder *r, unsigned char *chunk, record_kind kind, uint64_t first, uint32_t n,
                        size_t length) {
    record_chunk h = {.magic = RECORD_CHUNK_MAGIC,
                      .kind = kind,
                      .length = (uint32_t)length,
                      .sequence = r->sequence++,
                      .first_frame = first,
                      .rows = n};
    h.crc = record_chunk_crc(h, chunk + sizeof h);
    memcpy(chunk, &h, sizeof h);
    return append_block(r, chunk, sizeof h + length);
}

static void flush_rows(rt_recorder *r, rows *w) {
    if (w->n == 0) return;
    bool good = write_chunk(r, w->chunk, w->kind, w->first, w->n, w->n * w->size);
    if (!good && w->kind == RECORD_FRAMES) r->lost += w->n;
    w->n = 0;
}

// Pulls first: a file that a crash ends between two chunks must not hold a frame without its pull.
static void flush_chunks(rt_recorder *r) {
    flush_rows(r, &r->row[RECORD_PULLS]);
    for (int kind = RECORD_FRAMES; kind < RECORD_KEYFRAME; kind++) flush_rows(r, &r->row[kind]);
    r->waits_since_ns = 0;
}

// Returns the space for another row of the kind.
static unsigned char *add_row(rt_recorder *r, record_kind kind, uint64_t frame) {
    rows *w = &r->row[kind];
    if ((w->n + 1) * w->size > RECORD_ROWS) flush_chunks(r);
    if (w->n == 0) w->first = frame;
    if (r->waits_since_ns == 0) r->waits_since_ns = now_ns();
    return w->chunk + sizeof(record_chunk) + w->n++ * w->size;
}

// A queued frame: u64 frame, the pull, its row of RECORD_FRAMES, its row of RECORD_TIMES.
bool rt_record_push_frame(rt_recorder *r, const rt_record_row *row) {
    unsigned char *p = r->pushed_frame;
    size_t size = record_frame_size(r->sections);
    memcpy(p, &row->frame, 8);
    memcpy(p + 8, &row->command.pull, sizeof row->command.pull);
    p += RECORD_PULL;
    memcpy(p, &row->command, RECORD_COMMAND);
    memcpy(p + RECORD_COMMAND, &row->hash, 8);
    memcpy(p + RECORD_COMMAND + 8, &row->events, 8);
    memcpy(p + RECORD_FRAME, row->section, 2 * (size_t)r->sections);
    memcpy(p + size, &row->times, RECORD_TIME);
    return rt_queue_push(&r->frames, r->pushed_frame);
}

bool rt_record_push_channels(rt_recorder *r, uint64_t frame, const double *value) {
    memcpy(r->pushed_value, &frame, 8);
    memcpy(r->pushed_value + 8, value, 8 * (size_t)r->channels);
    return rt_queue_push(&r->values, r->pushed_value);
}

bool rt_record_push_keyframe(rt_recorder *r, uint64_t frame, const void *state) {
    memcpy(r->pushed_state, &frame, 8);
    memcpy(r->pushed_state + 8, state, r->state_size);
    return rt_queue_push(&r->keyframes, r->pushed_state);
}

static void drain_frames(rt_recorder *r) {
    const rows *w = &r->row[RECORD_FRAMES];
    uint64_t frame;
    while (rt_queue_pop(&r->frames, r->popped)) {
        const unsigned char *row = r->popped + RECORD_PULL;
        int32_t pull;
        memcpy(&frame, r->popped, 8);
        memcpy(&pull, r->popped + 8, sizeof pull);
        if (w->n && frame != w->first + w->n) flush_chunks(r); // frames of a chunk are consecutive
        if (pull != RT_PULL_NONE) memcpy(add_row(r, RECORD_PULLS, frame), r->popped, RECORD_PULL);
        memcpy(add_row(r, RECORD_FRAMES, frame), row, w->size);
        memcpy(add_row(r, RECORD_TIMES, frame), row + w->size, RECORD_TIME);
        if (w->n * r->h_ns >= CHUNK_NS) flush_chunks(r);
    }
}

// Writes each state after the frames before it.
static void drain_keyframes(rt_recorder *r) {
    uint64_t frame;
    while (rt_queue_pop(&r->keyframes, r->popped)) {
        uLongf length = compressBound(r->state_size);
        memcpy(&frame, r->popped, 8);
        flush_chunks(r);
        if (compress2(r->packed + sizeof(record_chunk), &length, r->popped + 8, r->state_size, 1) == Z_OK)
            write_chunk(r, r->packed, RECORD_KEYFRAME, frame, (uint32_t)length, length);
        else
            record_error(r, ENOMEM);
    }
}

void rt_recorder_set_temporary(rt_recorder *r) { r->scratch = true; }

// Flushes to disk once a second.
static void sync_each_second(rt_recorder *r) {
    if (!r->unsynced || r->scratch || rt_record_failed(r)) return;
    if (now_ns() - r->synced_ns < SECOND_NS) return;
    if (fdatasync(r->fd) != 0 && errno != EINVAL && errno != EROFS)
        record_error(r, errno); // EINVAL: a pipe or a device
    r->unsynced = false;
    r->synced_ns = now_ns();
}

static void drain_values(rt_recorder *r) {
    uint64_t frame;
    while (rt_queue_pop(&r->values, r->popped)) {
        memcpy(&frame, r->popped, 8);
        memcpy(add_row(r, RECORD_CHANNELS, frame), r->popped, r->row[RECORD_CHANNELS].size);
    }
}

bool rt_record_drain(rt_recorder *r) {
    drain_values(r); // before the frames, which complete the chunks
    drain_frames(r);
    drain_keyframes(r);
    sync_each_second(r);
    return !rt_record_failed(r);
}

static void *writer_thread(void *arg) {
    rt_recorder *r = arg;
    rt_clock clock = rt_clock_monotonic();
    while (!atomic_load_explicit(&r->stop, memory_order_acquire)) {
        rt_record_drain(r);
        int64_t now = rt_clock_now_ns(&clock);
        if (r->waits_since_ns && now - r->waits_since_ns >= CHUNK_NS)
            flush_chunks(r); // frames may come more slowly than the step
        rt_clock_sleep_until(&clock, now + r->nap_ns);
    }
    return NULL;
}

rt_status rt_recorder_start(rt_recorder *r, rt_diag *d) {
    int error = pthread_create(&r->thread, NULL, writer_thread, r);
    if (error) rt_diag_error(d, r->path, 0, 0, "the writer thread cannot be started: %s", strerror(error));
    r->has_thread = !error;
    return error ? RT_ERR_MEMORY : RT_OK;
}

bool rt_recorder_started(const rt_recorder *r) { return r->has_thread; }

static uint64_t count_dropped(const rt_queue *q) { return atomic_load_explicit(&q->dropped, memory_order_relaxed); }

uint64_t rt_record_dropped(const rt_recorder *r) { return count_dropped(&r->frames); }

// Ends the writer thread; false if it hangs in a write.
static bool join_writer(rt_recorder *r) {
    struct timespec until;
    if (!r->has_thread) return true;
    atomic_store_explicit(&r->stop, true, memory_order_release);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += RT_RECORD_PATIENCE_S;
    return pthread_timedjoin_np(r->thread, NULL, &until) == 0;
}

static void write_end(rt_recorder *r) {
    unsigned char chunk[sizeof(record_chunk) + sizeof(record_end)];
    const record_end end = {count_dropped(&r->frames), count_dropped(&r->values), count_dropped(&r->keyframes)};
    memcpy(chunk + sizeof(record_chunk), &end, sizeof end);
    write_chunk(r, chunk, RECORD_END, 0, 0, sizeof end);
}

rt_status rt_recorder_close(rt_recorder *r, rt_diag *d) {
    if (!r) return RT_OK;
    if (!join_writer(r)) { // the thread still uses *r, so it is not freed
        rt_diag_error(d, r->path, 0, 0,
                      "the disk has not answered for %d s: the recording ends with the last chunk written",
                      RT_RECORD_PATIENCE_S);
        pthread_detach(r->thread);
        return RT_ERR_FILE;
    }
    rt_record_drain(r);
    flush_chunks(r);
    write_end(r);
    if (!r->scratch && !rt_record_failed(r) && fsync(r->fd) != 0 && errno != EINVAL && errno != EROFS)
        record_error(r, errno);
    if (close(r->fd) != 0) record_error(r, errno);
    rt_status status = rt_record_failed(r) ? RT_ERR_FILE : RT_OK;
    if (status != RT_OK)
        rt_diag_error(d, r->path, 0, 0, "the recording is incomplete, %llu frames are missing: %s",
                      (unsigned long long)r->lost, strerror(r->error));
    free_recorder(r);
    return status;
}
