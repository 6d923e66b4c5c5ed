// SPDX-License-Identifier: MIT
#include "render/window/threads.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    RASTER_MOST = 32, // LP_MAX_THREADS of Mesa: one a processor, at most this many
    OTHERS = 6,       // shader cache, queues, SDL
};

static void *wait_for_all(void *lock) {
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

// Whether n threads can run at once.
static bool can_run_threads(int n) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread[RASTER_MOST + OTHERS];
    int running = 0;
    pthread_mutex_lock(&lock);
    while (running < n && pthread_create(&thread[running], NULL, wait_for_all, &lock) == 0) running++;
    pthread_mutex_unlock(&lock);
    for (int k = 0; k < running; k++) pthread_join(thread[k], NULL);
    return running == n;
}

void threads_spare_renderer(rt_diag *d) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int raster = processors < 1 ? 1 : processors > RASTER_MOST ? RASTER_MOST : (int)processors;
    if (can_run_threads(raster + OTHERS)) return;
    setenv("LP_NUM_THREADS", "0", 1);
    rt_diag_warning(d, NULL, 0, 0,
                    "the system allows no more threads (ulimit -u, pids.max of the control group): pictures are drawn "
                    "without threads of their own, more slowly");
}
