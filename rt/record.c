// SPDX-License-Identifier: MIT
#include "rt/clock.h"
#include "rt/exchange.h"
#include "rt/record_format.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the file is written as it lies in memory");

#define SECOND_NS 1000000000
#define WRITER_PERIOD_NS 20000000

typedef struct queued {
    uint64_t frame;
    rt_command command;
    uint64_t hash;
} queued;

struct rt_recorder {
    int fd;
    char *path;
    int64_t h_ns;
    rt_queue queue;
    int error;     // errno of the first failed write, 0: none
    uint64_t lost; // frames that were taken from the queue and not written
    uint32_t sequence;
    bool has_thread;
    _Atomic bool stop;
    pthread_t thread;
    record_chunk head; // of the chunk that is being filled
    unsigned char chunk[RECORD_CHUNK];
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

// Writes a block at the end; after a failure nothing more is written. The reader leaves out a block that is not whole.
static bool append(rt_recorder *r, const void *data, size_t size) {
    if (!r->error && !write_all(r->fd, data, size)) r->error = errno;
    return !r->error;
}

static bool write_head(rt_recorder *r, const rt_record_header *h) {
    const void *text[RECORD_TEXTS] = {h->scenario_path, h->scenario_text, h->info, h->state};
    record_head head = {.magic = RECORD_MAGIC, .version = RECORD_VERSION, .h_ns = h->h_ns};
    for (int i = 0; i < 3; i++) head.size[i] = strlen(text[i]);
    head.size[3] = h->state_size;
    uLong crc = crc32(0, (const Bytef *)&head, sizeof head);
    for (int i = 0; i < RECORD_TEXTS; i++) crc = crc32_z(crc, text[i], head.size[i]);
    head.crc = (uint32_t)crc;
    bool good = append(r, &head, sizeof head);
    for (int i = 0; i < RECORD_TEXTS; i++) good = good && append(r, text[i], head.size[i]);
    return good;
}

// Closes and removes what could not even be begun.
static void discard(const rt_recorder *r) {
    struct stat st;
    if (r->fd < 0) return;
    if (fstat(r->fd, &st) == 0 && S_ISREG(st.st_mode)) unlink(r->path);
    close(r->fd);
}

rt_recorder *rt_recorder_open(const char *file, const rt_record_header *h, size_t queue_frames, rt_diag *d) {
    rt_recorder *r = calloc(1, sizeof *r);
    if (!r || !(r->path = strdup(file)) || rt_queue_init(&r->queue, sizeof(queued), queue_frames) != RT_OK) {
        rt_diag_error(d, file, 0, 0, "no memory for a recording of %zu queued frames", queue_frames);
        if (r) free(r->path);
        free(r);
        return NULL;
    }
    r->h_ns = h->h_ns;
    r->fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (r->fd >= 0 && write_head(r, h)) return r;
    rt_diag_error(d, file, 0, 0, "the recording cannot be written: %s", strerror(r->error ? r->error : errno));
    discard(r);
    rt_queue_free(&r->queue);
    free(r->path);
    free(r);
    return NULL;
}

// Writes the chunk that is being filled, as one block.
static bool flush(rt_recorder *r) {
    record_chunk *h = &r->head;
    h->magic = RECORD_CHUNK_MAGIC;
    h->length = h->frames * RECORD_FRAME;
    h->sequence = r->sequence++;
    h->crc = record_chunk_crc(*h, r->chunk + sizeof *h);
    memcpy(r->chunk, h, sizeof *h);
    bool good = append(r, r->chunk, sizeof *h + h->length);
    if (!good) r->lost += h->frames;
    memset(h, 0, sizeof *h);
    return good;
}

static void pack(unsigned char *to, const queued *q) {
    unsigned char flags =
        (unsigned char)((q->command.clutch ? 1 : 0) | (q->command.failsafe ? 2 : 0) | (q->command.release ? 4 : 0));
    memcpy(to, &q->command.lever, 8);
    memcpy(to + 8, &q->command.brake, 8);
    to[16] = flags;
    memcpy(to + 17, &q->hash, 8);
}

bool rt_record_frame(rt_recorder *r, uint64_t frame, const rt_command *c, uint64_t state_hash) {
    return rt_queue_push(&r->queue, &(queued){frame, *c, state_hash});
}

bool rt_record_drain(rt_recorder *r) {
    queued q;
    record_chunk *h = &r->head;
    while (rt_queue_pop(&r->queue, &q)) {
        if (h->frames && q.frame != h->first_frame + h->frames) flush(r); // frames of a chunk follow one another
        if (!h->frames) h->first_frame = q.frame;
        pack(r->chunk + sizeof *h + h->frames * RECORD_FRAME, &q);
        h->frames++;
        if (h->frames == RECORD_CHUNK_FRAMES || h->frames * r->h_ns >= SECOND_NS) flush(r);
    }
    return !r->error;
}

static void *writer_thread(void *arg) {
    rt_recorder *r = arg;
    rt_clock clock = rt_clock_monotonic();
    while (!atomic_load_explicit(&r->stop, memory_order_acquire)) {
        rt_record_drain(r);
        rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + WRITER_PERIOD_NS);
    }
    return NULL;
}

rt_status rt_recorder_start(rt_recorder *r, rt_diag *d) {
    int error = pthread_create(&r->thread, NULL, writer_thread, r);
    if (error) rt_diag_error(d, r->path, 0, 0, "the writer thread cannot be started: %s", strerror(error));
    r->has_thread = !error;
    return error ? RT_ERR_MEMORY : RT_OK;
}

uint64_t rt_record_dropped(const rt_recorder *r) {
    return atomic_load_explicit(&r->queue.dropped, memory_order_relaxed);
}

rt_status rt_recorder_close(rt_recorder *r, rt_diag *d) {
    if (!r) return RT_OK;
    if (r->has_thread) {
        atomic_store_explicit(&r->stop, true, memory_order_release);
        pthread_join(r->thread, NULL);
    }
    rt_record_drain(r);
    if (r->head.frames) flush(r);
    flush(r);                                                                // the end mark
    if (!r->error && fsync(r->fd) != 0 && errno != EINVAL) r->error = errno; // EINVAL: a pipe or a device
    if (close(r->fd) != 0 && !r->error) r->error = errno;
    rt_status status = r->error ? RT_ERR_FILE : RT_OK;
    if (r->error)
        rt_diag_error(d, r->path, 0, 0, "the recording is not whole, %llu frames are missing: %s",
                      (unsigned long long)r->lost, strerror(r->error));
    rt_queue_free(&r->queue);
    free(r->path);
    free(r);
    return status;
}
