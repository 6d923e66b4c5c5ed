// SPDX-License-Identifier: MIT
// Reads bytes of a recording; sizes of its rows.
#include "rt/record/play.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool record_read(const rt_player *p, uint64_t at, void *to, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t n = pread(p->fd, (char *)to + done, size - done, (off_t)(at + done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

size_t record_row_size(const rt_player *p, record_kind kind) {
    return kind == RECORD_FRAMES     ? record_frame_size(p->sections)
           : kind == RECORD_TIMES    ? RECORD_TIME
           : kind == RECORD_CHANNELS ? record_channel_size(p->channels)
           : kind == RECORD_PULLS    ? RECORD_PULL
                                     : 0;
}
