// SPDX-License-Identifier: MIT
// Cache of a prepared mesh. The file holds only what takes time to find; normals, areas and triangles around a vertex
// are recomputed.
#include "contact/prepare/cache.h"
#include "contact/prepare/clean.h"
#include "rt/base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK (1 << 20)
// The magic number also encodes byte order and type sizes: only a program with the same ones accepts the file.
#define MAGIC (0x6877636163686531u ^ sizeof(contact_bvh_node) << 8 ^ sizeof(contact_mesh_report))

// An array of the file and its address in memory.
typedef struct section {
    void *data;
    size_t size;
} section;

enum { SECTIONS = 4 };

static void list_sections(const contact_prepared *p, section s[SECTIONS]) {
    s[0] = (section){p->mesh.vertex, (size_t)p->mesh.nv * sizeof *p->mesh.vertex};
    s[1] = (section){p->mesh.tri, (size_t)p->mesh.nt * sizeof *p->mesh.tri};
    s[2] = (section){p->tree.order, (size_t)p->tree.nt * sizeof *p->tree.order};
    s[3] = (section){p->tree.node, (size_t)p->tree.n_nodes * sizeof *p->tree.node};
}

static uint64_t checksum_of(const mesh_cache_head *h, const section s[SECTIONS]) {
    uint64_t sum = rt_hash(0, h, offsetof(mesh_cache_head, sum));
    for (int i = 0; i < SECTIONS; i++) sum = rt_hash(sum, s[i].data, s[i].size);
    return sum;
}

static mesh_key start_key(const char *path, const contact_mesh_options *o) {
    mesh_key key;
    memset(&key, 0, sizeof key); // memcmp and the hash read the padding too
    key.program = CONTACT_MESH_PROGRAM;
    key.scale = o->scale;
    key.weld = o->weld;
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && dot[i] && i < sizeof key.extension; i++) key.extension[i] = dot[i];
    return key;
}

// Hashes in blocks, as mesh_key_of_file does.
mesh_key mesh_key_of_data(const char *path, const contact_mesh_options *o, const void *data, size_t size) {
    mesh_key key = start_key(path, o);
    key.bytes = size;
    for (size_t at = 0; at < size; at += BLOCK)
        key.hash = rt_hash(key.hash, (const char *)data + at, size - at < BLOCK ? size - at : BLOCK);
    return key;
}

// Reads n bytes, fewer at the end of the file; returns the number read.
static size_t read_all(int file, void *data, size_t n) {
    size_t have = 0;
    while (have < n) {
        ssize_t got = read(file, (char *)data + have, n - have);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        have += (size_t)got;
    }
    return have;
}

static bool write_all(int file, const void *data, size_t n) {
    for (size_t done = 0; done < n;) {
        ssize_t put = write(file, (const char *)data + done, n - done);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        done += (size_t)put;
    }
    return true;
}

// Opens a regular file only, without waiting for the writer of a pipe. Returns -1 if the file is missing or not
// regular.
static int open_regular(const char *path, size_t *size) {
    struct stat st;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && (fstat(file, &st) != 0 || !S_ISREG(st.st_mode))) {
        close(file);
        return -1;
    }
    if (file >= 0) *size = (size_t)st.st_size;
    return file;
}

bool mesh_key_of_file(const char *path, const contact_mesh_options *o, mesh_key *key) {
    size_t size, got;
    int file = open_regular(path, &size);
    char *block = file >= 0 ? malloc(BLOCK) : NULL;
    *key = start_key(path, o);
    while (block && (got = read_all(file, block, BLOCK)) > 0) {
        key->hash = rt_hash(key->hash, block, got);
        key->bytes += got;
    }
    if (file >= 0) close(file);
    free(block);
    return block != NULL && key->bytes == size;
}

// Whether the counts are possible and match the file's size. Nothing is allocated before this check.
static bool head_is_valid(const mesh_cache_head *h, size_t size) {
    if (h->nv < 3 || h->nv > MESH_MAX_VERTICES || h->nt < 1 || h->nt > MESH_MAX_TRIANGLES || h->n_nodes < 1 ||
        h->n_nodes > 2 * h->nt - 1 || h->depth < 1 || h->depth > CONTACT_BVH_DEPTH || (h->closed & ~1))
        return false;
    contact_prepared p = {.mesh = {.nv = (int)h->nv, .nt = (int)h->nt},
                          .tree = {.nt = (int)h->nt, .n_nodes = (int)h->n_nodes}};
    section s[SECTIONS];
    list_sections(&p, s);
    size_t want = sizeof *h;
    for (int i = 0; i < SECTIONS; i++) want += s[i].size;
    return want == size;
}

static rt_status read_sections(int file, const mesh_cache_head *h, contact_prepared *p) {
    section s[SECTIONS];
    rt_status status = mesh_allocate(&p->mesh, (int)h->nv, (int)h->nt);
    p->mesh.closed = h->closed;
    p->tree = (contact_bvh){.nt = (int)h->nt, .n_nodes = (int)h->n_nodes, .depth = (int)h->depth};
    p->tree.node = malloc((size_t)h->n_nodes * sizeof *p->tree.node);
    p->tree.order = malloc((size_t)h->nt * sizeof *p->tree.order);
    if (status != RT_OK || !p->tree.node || !p->tree.order) return RT_ERR_MEMORY;
    list_sections(p, s);
    for (int i = 0; i < SECTIONS; i++)
        if (read_all(file, s[i].data, s[i].size) != s[i].size) return RT_ERR_FORMAT;
    if (checksum_of(h, s) != h->sum) return RT_ERR_FORMAT;
    return mesh_check(&p->mesh, &p->tree);
}

// Name of the cache beside the mesh, with the suffix `more`; NULL when out of memory.
static char *cache_name(const char *mesh_path, const char *more) {
    size_t n = strlen(mesh_path) + sizeof CONTACT_CACHE_SUFFIX + strlen(more);
    char *name = malloc(n);
    if (name) snprintf(name, n, "%s%s%s", mesh_path, CONTACT_CACHE_SUFFIX, more);
    return name;
}

rt_status mesh_cache_read(const char *mesh_path, const mesh_key *key, contact_prepared *p) {
    size_t size = 0;
    mesh_cache_head h;
    char *name = cache_name(mesh_path, "");
    int file = name ? open_regular(name, &size) : -1;
    free(name);
    if (file < 0) return RT_ERR_FILE;
    rt_status status = read_all(file, &h, sizeof h) == sizeof h && h.magic == MAGIC ? RT_OK : RT_ERR_FORMAT;
    // start_key clears keys with their padding NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    if (status == RT_OK && memcmp(&h.key, key, sizeof *key) != 0) status = RT_ERR_USAGE;
    if (status == RT_OK && !head_is_valid(&h, size)) status = RT_ERR_FORMAT;
    if (status == RT_OK) status = read_sections(file, &h, p);
    close(file);
    if (status == RT_OK) {
        p->report = h.report;
        p->report.format[sizeof p->report.format - 1] = 0;
        status = mesh_measure(&p->mesh, &p->report) ? RT_OK : RT_ERR_FORMAT;
    }
    if (status != RT_OK) contact_prepared_free(p);
    return status;
}

static bool write_sections(int file, const mesh_key *key, const contact_prepared *p) {
    mesh_cache_head h;
    section s[SECTIONS];
    memset(&h, 0, sizeof h);
    h.magic = MAGIC;
    h.key = *key;
    h.nv = p->mesh.nv, h.nt = p->mesh.nt, h.n_nodes = p->tree.n_nodes, h.depth = p->tree.depth;
    h.closed = p->mesh.closed;
    h.report = p->report;
    list_sections(p, s);
    h.sum = checksum_of(&h, s);
    bool written = write_all(file, &h, sizeof h);
    for (int i = 0; i < SECTIONS; i++) written = written && write_all(file, s[i].data, s[i].size);
    return written;
}

int mesh_cache_write(const char *mesh_path, const mesh_key *key, const contact_prepared *p) {
    char *name = cache_name(mesh_path, ""), *other = cache_name(mesh_path, ".XXXXXX");
    struct stat st;
    int error = ENOMEM, file = -1;
    if (name && other) {
        file = stat(mesh_path, &st) == 0 ? mkstemp(other) : -1;
        error = file >= 0 ? 0 : errno;
    }
    if (file >= 0) {
        errno = EIO;
        if (!write_sections(file, key, p) || fchmod(file, st.st_mode & 0666) != 0) error = errno;
        if (close(file) != 0 && !error) error = errno;
        if (!error && rename(other, name) != 0) error = errno;
        if (error) unlink(other);
    }
    free(name), free(other);
    return error;
}
