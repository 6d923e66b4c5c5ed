// SPDX-License-Identifier: MIT
// Runs the variants of a study in processes, several at once. Each process reports through a pipe.
#include "rt/study/study.h"
#include "rt/base/signals.h"
#include "rt/frame/clock.h"
#include "rt/scenario/type.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

_Static_assert(sizeof(study_result) <= PIPE_BUF, "the write of a result must be atomic");

typedef struct worker {
    pid_t pid; // 0: none
    int fd, variant;
} worker;

static void send_result(void *ctx, const study_result *r) {
    const int *fd = ctx;
    if (write(*fd, r, sizeof *r) != (ssize_t)sizeof *r) _exit(1); // the study has closed the pipe
}

static bool start_process(study *s, const study_options *o, int k, worker *w) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    fflush(NULL);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM); // the process ends with the study
        rt_signals_reset();
        if (getppid() != parent) _exit(1);
        close(ends[0]);
        study_result r = {0};
        study_run_one(&s->variant[k], o, &r, send_result, &ends[1]);
        send_result(&ends[1], &r);
        _exit(0);
    }
    close(ends[1]);
    if (pid < 0) close(ends[0]);
    *w = (worker){pid, ends[0], k};
    return pid > 0;
}

// Waits for a process that has closed its pipe or been stopped. If its last message was no result, sets the verdict.
static void end_process(study *s, worker *w) {
    int status = 0;
    study_result *r = &s->variant[w->variant].result;
    close(w->fd);
    waitpid(w->pid, &status, 0);
    if (!r->done) {
        bool stopped = WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM);
        r->verdict = stopped ? STUDY_NOT_RUN : STUDY_FAILED;
        if (stopped)
            snprintf(r->why, sizeof r->why, "stopped at %.1f s", r->t);
        else
            snprintf(r->why, sizeof r->why, "its process ended (%s %d) at %.1f s", // a bug in the program
                     WIFSIGNALED(status) ? "signal" : "exit code",
                     WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), r->t);
    }
    w->pid = 0;
}

// Reads one message of a process; false if the process has closed its pipe.
static bool read_message(study *s, const worker *w) {
    study_result r;
    ssize_t n = read(w->fd, &r, sizeof r);
    if (n == (ssize_t)sizeof r) s->variant[w->variant].result = r;
    return n == (ssize_t)sizeof r || (n < 0 && errno == EINTR);
}

static void print_progress(const study *s, const worker *w, int jobs) {
    int done = 0;
    for (int k = 0; k < s->n; k++) done += s->variant[k].result.verdict != STUDY_NOT_RUN;
    fprintf(stderr, "\r%d of %d done", done, s->n);
    for (int i = 0; i < jobs; i++) {
        const study_variant *v = w[i].pid > 0 ? &s->variant[w[i].variant] : NULL;
        if (v) fprintf(stderr, "; %.20s: %.0f of %.0f s", v->name, v->result.t, v->result.duration);
    }
    fprintf(stderr, "\033[K");
}

// Creates an empty file with a free name in the folder of pictures and gives the variant that name. Returns false, with
// errno, if that fails, or if a folder has the name of the variant's own picture.
static bool reserve_trial(const study_options *o, study_variant *v, char path[STUDY_PATH]) {
    static const char pattern[] = "trial-XXXXXX";
    struct stat st;
    study_picture_path(o, v, path);
    errno = EISDIR;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) return false;
    memcpy(v->name, pattern, sizeof pattern);
    study_picture_path(o, v, path);
    int fd = mkstemps(path, (int)strlen(".png"));
    if (fd < 0) return false;
    close(fd);
    memcpy(v->name, strrchr(path, '/') + 1, strlen(pattern));
    return true;
}

// Runs the first step of a variant, with its picture.
static rt_status run_first_step(study *s, const study_options *o, int k, rt_diag *d) {
    study_options first_step = *o;
    worker w;
    first_step.duration = s->variant[k].scenario.solver.step;
    if (!start_process(s, &first_step, k, &w)) {
        rt_diag_error(d, s->path, 0, 0, "cannot start a process for the trial picture: %s", strerror(errno));
        return RT_ERR_DEVICE;
    }
    while (read_message(s, &w)) {}
    end_process(s, &w);
    const char *why = s->variant[k].result.no_picture;
    if (!why[0]) return RT_OK;
    rt_diag_error(d, o->pictures, 0, 0, "--pictures: %s", why);
    return RT_ERR_DEVICE;
}

// Draws a picture of the first variant after its first step, under a trial name, and removes it. The trial reports
// before the runs what prevents pictures, and keeps the pictures of an earlier study until new ones exist.
static rt_status try_picture(study *s, const study_options *o, rt_diag *d) {
    study_variant *v = &s->variant[0];
    const study_result untried = v->result;
    char path[STUDY_PATH], name[STUDY_NAME];
    memcpy(name, v->name, sizeof name);
    rt_status status = RT_ERR_DEVICE;
    if (reserve_trial(o, v, path)) {
        status = run_first_step(s, o, 0, d);
        unlink(path);
    } else {
        rt_diag_error(d, o->pictures, 0, 0, "--pictures: cannot be written: %s", strerror(errno));
    }
    memcpy(v->name, name, sizeof name);
    v->result = untried;
    return status;
}

// Makes the models of all variants; stops at the first failure, since the others would fail in the same way.
static rt_status make_models(study *s, rt_diag *d) {
    rt_status status = RT_OK;
    for (int k = 0; k < s->n && status == RT_OK; k++) status = scenario_type_make_mesh(&s->variant[k].scenario, d);
    return status;
}

static void stop_all(const worker *w, int jobs) {
    for (int i = 0; i < jobs; i++)
        if (w[i].pid > 0) kill(w[i].pid, SIGTERM);
}

static void report_finished(const study *s, const study_options *o, const study_variant *v) {
    if (!o->quiet) fprintf(stderr, "\r\033[K"); // the progress makes room
    if (o->finished) o->finished(o->ctx, s, v);
}

// Waits up to 200 ms for messages, reads them and ends the processes that have finished.
static void read_messages(study *s, const study_options *o, worker *w, int jobs) {
    struct pollfd ear[STUDY_VARIANTS];
    for (int i = 0; i < jobs; i++) ear[i] = (struct pollfd){.fd = w[i].pid > 0 ? w[i].fd : -1, .events = POLLIN};
    if (poll(ear, (nfds_t)jobs, 200) <= 0) return;
    for (int i = 0; i < jobs; i++)
        if (ear[i].revents && !read_message(s, &w[i])) {
            end_process(s, &w[i]);
            report_finished(s, o, &s->variant[w[i].variant]);
        }
}

// Reports the variants that have not run.
static void report_rest(study *s, const study_options *o) {
    for (int k = 0; k < s->n; k++) {
        study_result *r = &s->variant[k].result;
        if (r->verdict != STUDY_NOT_RUN || strcmp(r->why, STUDY_UNFINISHED) != 0) continue;
        snprintf(r->why, sizeof r->why, "stopped before its turn");
        report_finished(s, o, &s->variant[k]);
    }
}

rt_status study_run(study *s, const study_options *o, const _Atomic bool *stop, rt_diag *d) {
    worker w[STUDY_VARIANTS] = {0};
    int jobs = o->jobs < 1 ? 1 : o->jobs > STUDY_VARIANTS ? STUDY_VARIANTS : o->jobs, next = 0, running = 0;
    bool stopped = false;
    for (int k = 0; k < s->n; k++)
        s->variant[k].result =
            (study_result){.housed_s = -1, .outcome = -1, .flukes_at_hawse = NAN, .why = STUDY_UNFINISHED};
    rt_status status = make_models(s, d);
    if (status == RT_OK && o->pictures && !atomic_load(stop)) status = try_picture(s, o, d);
    while (status == RT_OK && (running > 0 || next < s->n)) {
        for (int i = 0; i < jobs && next < s->n && !atomic_load(stop); i++) {
            if (w[i].pid > 0) continue;
            if (start_process(s, o, next, &w[i])) {
                next++;
                continue;
            }
            rt_diag_error(d, s->path, 0, 0, "cannot start a process for variant '%s': %s", s->variant[next].name,
                          strerror(errno));
            status = RT_ERR_DEVICE;
            break;
        }
        if (atomic_load(stop)) {
            if (!stopped) stop_all(w, jobs);
            stopped = true;
            next = s->n;
        }
        read_messages(s, o, w, jobs);
        running = 0;
        for (int i = 0; i < jobs; i++) running += w[i].pid > 0;
        if (!o->quiet) print_progress(s, w, jobs);
    }
    stop_all(w, jobs); // processes remain only after a failure
    for (int i = 0; i < jobs; i++)
        if (w[i].pid > 0) {
            end_process(s, &w[i]);
            report_finished(s, o, &s->variant[w[i].variant]);
        }
    if (!o->quiet) fprintf(stderr, "\r\033[K");
    if (next > 0) report_rest(s, o);
    return status;
}
