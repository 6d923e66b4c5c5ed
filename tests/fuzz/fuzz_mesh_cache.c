// SPDX-License-Identifier: MIT
// Fuzz target: the cache reader. The first byte selects what the target corrects, so that the fuzzer gets past the
// checksum: 0: nothing, 1: magic and key, 2 and more: also the checksum. An accepted cache must be safe to use.
#include "contact/prepare/load.h"
#include "rt/base/hash.h"
#include "tests/fuzz/fuzz_mesh.h"

#include <sys/mman.h>
#include <unistd.h>

static const contact_mesh_options options = {.scale = 1};

// Head of the cache of a triangle, as this program writes it.
static mesh_cache_head good_head(mesh_key *key) {
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    char folder[] = "/tmp/hawse_fuzz_XXXXXX", path[64], cache[80];
    CHECK(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.obj", folder);
    snprintf(cache, sizeof cache, "%s%s", path, CONTACT_CACHE_SUFFIX);
    FILE *f = fopen(path, "w");
    CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0);
    contact_prepared p;
    static rt_diag d;
    mesh_cache_head head;
    CHECK(contact_prepare(path, &options, CONTACT_CACHE_ON, &p, &d) == RT_OK && p.cache == CONTACT_CACHE_WRITTEN);
    contact_prepared_free(&p);
    CHECK(mesh_key_of_file(path, &options, key));
    f = fopen(cache, "r");
    CHECK(f && fread(&head, sizeof head, 1, f) == 1 && fclose(f) == 0);
    unlink(cache), unlink(path), rmdir(folder);
    return head;
}

// Checksum that the reader computes, if the counts agree with the size.
static uint64_t sum_of(const unsigned char *file, size_t size) {
    mesh_cache_head h;
    memcpy(&h, file, sizeof h);
    uint64_t sum = rt_hash(0, file, offsetof(mesh_cache_head, sum));
    const int64_t count[4] = {h.nv, h.nt, h.nt, h.n_nodes};
    const size_t each[4] = {sizeof(vec3), sizeof(contact_tri), sizeof(int), sizeof(contact_bvh_node)};
    size_t at = sizeof h;
    for (int i = 0; i < 4; i++) {
        if (count[i] < 0 || (uint64_t)count[i] > size || (size - at) / each[i] < (uint64_t)count[i]) return 0;
        sum = rt_hash(sum, file + at, (size_t)count[i] * each[i]);
        at += (size_t)count[i] * each[i];
    }
    return sum;
}

static void read_cache(const unsigned char *data, size_t size, const mesh_key *key) {
    char name[64];
    int file = memfd_create("cache" CONTACT_CACHE_SUFFIX, 0);
    CHECK(file >= 0 && write(file, data, size) == (ssize_t)size);
    // The reader adds the suffix to the mesh's name: a link with that name leads to the file in memory.
    static char link[64];
    if (!link[0]) snprintf(link, sizeof link, "/tmp/hawse_fuzz_%d%s", (int)getpid(), CONTACT_CACHE_SUFFIX);
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    unlink(link);
    CHECK(symlink(name, link) == 0);
    char mesh[64];
    snprintf(mesh, sizeof mesh, "/tmp/hawse_fuzz_%d", (int)getpid());
    contact_prepared p = {0};
    memory_start();
    rt_status status = mesh_cache_read(mesh, key, &p);
    if (status == RT_OK) {
        CHECK(mesh_check(&p.mesh, &p.tree) == RT_OK);
        check_queries(&p.mesh, &p.tree);
    } else {
        CHECK(status != RT_ERR_MEMORY && !p.mesh.vertex && !p.tree.node);
    }
    contact_prepared_free(&p);
    memory_check(size);
    unlink(link);
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static mesh_cache_head good;
    static mesh_key key;
    if (good.magic == 0) good = good_head(&key);
    if (size < 1) return 0;
    unsigned char *file = malloc(size);
    CHECK(file);
    size_t n = size - 1;
    memcpy(file, data + 1, n);
    if (data[0] >= 1 && n >= sizeof good) {
        memcpy(file, &good, offsetof(mesh_cache_head, nv)); // magic and key
        uint64_t sum = data[0] >= 2 ? sum_of(file, n) : 0;
        if (sum) memcpy(file + offsetof(mesh_cache_head, sum), &sum, sizeof sum);
    }
    read_cache(file, n, &key);
    free(file);
    return 0;
}
