// SPDX-License-Identifier: MIT
#include "contact/law/permit.h"
#include "rt/base/hash.h"
#include "rt/file/input_file.h"
#include "rt/file/outputs.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST_BYTES ((size_t)256 << 20)

typedef struct permit {
    char path[PATH_MAX]; // resolved
    char image[32];      // /proc/self/fd/N of the copy
    int fd;
    uint64_t hash;
} permit;

static permit list[OPTION_LIST_WORDS];
static int n_list;

// Copies the file block by block, as recordings hash it. NULL, or the reason.
static const char *copy_file(FILE *f, permit *p) {
    static unsigned char block[1 << 16];
    size_t size = 0;
    for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0; size += n) {
        if (size > MOST_BYTES) return "has more than 256 MiB";
        p->hash = rt_hash(p->hash, block, n);
        for (size_t done = 0; done < n;) {
            ssize_t put = write(p->fd, block + done, n - done);
            if (put < 0 && errno == EINTR) continue;
            if (put <= 0) return "there is no memory for a copy of it";
            done += (size_t)put;
        }
    }
    if (ferror(f)) return strerror(errno);
    bool sealed = fcntl(p->fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0;
    return sealed ? NULL : strerror(errno);
}

static rt_status permit_file(const char *file, rt_diag *d) {
    char why[RT_INPUT_WHY];
    if (n_list == OPTION_LIST_WORDS) {
        rt_diag_error(d, file, 0, 0, "--allow-law: expected at most %d files", OPTION_LIST_WORDS);
        return RT_ERR_USAGE;
    }
    permit *p = &list[n_list];
    *p = (permit){.fd = -1};
    FILE *f = rt_input_open_stream(file, why);
    const char *fault = f ? NULL : why;
    if (!fault && !realpath(file, p->path)) fault = strerror(errno);
    if (!fault && (p->fd = memfd_create("hawse-law", MFD_CLOEXEC | MFD_ALLOW_SEALING)) < 0) fault = strerror(errno);
    if (!fault) fault = copy_file(f, p);
    if (f) fclose(f);
    if (fault) {
        rt_diag_error(d, file, 0, 0, "--allow-law: cannot be read: %s", fault);
        if (p->fd >= 0) close(p->fd);
        return RT_ERR_FILE;
    }
    // Each copy keeps its descriptor: dlopen knows a loaded object by its name, and the name must not return.
    snprintf(p->image, sizeof p->image, "/proc/self/fd/%d", p->fd);
    n_list++;
    return RT_OK;
}

rt_status law_permit(const option_list *files, rt_diag *d) {
    for (int k = 0; k < files->n; k++) {
        if (!rt_outputs_spare(files->word[k], "a permitted law", d)) return RT_ERR_USAGE;
        rt_status status = permit_file(files->word[k], d);
        if (status != RT_OK) return status;
    }
    return RT_OK;
}

static const permit *find(const char *path) {
    char whole[PATH_MAX];
    if (!realpath(path, whole)) return NULL;
    for (int k = 0; k < n_list; k++)
        if (strcmp(list[k].path, whole) == 0) return &list[k];
    return NULL;
}

bool law_permit_hash(const char *path, char hash[20]) {
    const permit *p = find(path);
    if (p) snprintf(hash, 20, "%016" PRIx64, p->hash);
    return p;
}

const char *law_permit_image(const char *path) {
    const permit *p = find(path);
    return p ? p->image : NULL;
}

void law_permit_clear(void) {
    for (int k = 0; k < n_list; k++) close(list[k].fd);
    n_list = 0;
}
