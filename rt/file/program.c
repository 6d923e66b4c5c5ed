// SPDX-License-Identifier: MIT
#include "rt/file/program.h"
#include "rt/base/plain.h"
#include "rt/base/signals.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_FOUND = 127 }; // exit code of a program that could not be started

// In the child; a child that cannot be limited does not start.
static void become(char *const argv[], const int files[3], const rt_program_limits *limits) {
    const struct rlimit time = {limits->seconds, limits->seconds}, size = {limits->bytes, limits->bytes};
    rt_signals_reset();
    rt_signals_die_of_writes();
    bool good = setrlimit(RLIMIT_CPU, &time) == 0 && setrlimit(RLIMIT_FSIZE, &size) == 0;
    for (int k = 0; k < 3; k++) good = good && dup2(files[k], k) == k;
    if (good) execvp(argv[0], argv);
    _exit(NOT_FOUND);
}

static void read_last_line(int said, char why[RT_PROGRAM_WHY]) {
    char text[1024];
    const off_t end = lseek(said, 0, SEEK_END), most = sizeof text - 1;
    ssize_t n = pread(said, text, (size_t)most, end > most ? end - most : 0);
    if (n < 0) n = 0;
    while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == '\r')) n--;
    text[n] = 0;
    const char *line = strrchr(text, '\n');
    rt_plain(why, RT_PROGRAM_WHY, line ? line + 1 : text);
}

// Waits for the child; its exit code, or -1 for a signal.
static int wait_for(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Runs the program between these files.
static rt_program_end run_between(char *const argv[], const int files[3], const rt_program_limits *limits,
                                  char why[RT_PROGRAM_WHY]) {
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) become(argv, files, limits);
    const int code = child > 0 ? wait_for(child) : -1;
    if (code == 0) return RT_PROGRAM_DONE;
    read_last_line(files[2], why);
    if (child < 0)
        snprintf(why, RT_PROGRAM_WHY, "%s", strerror(errno));
    else if (!why[0])
        snprintf(why, RT_PROGRAM_WHY, code < 0 ? "stopped: it needed too much time or room" : "no reason given");
    return code == NOT_FOUND ? RT_PROGRAM_MISSING : RT_PROGRAM_FAILED;
}

rt_program_end rt_program_run(char *const argv[], int in, const rt_program_limits *limits, FILE **out,
                              char why[RT_PROGRAM_WHY]) {
    const int files[3] = {in, memfd_create("output", MFD_CLOEXEC), memfd_create("messages", MFD_CLOEXEC)};
    rt_program_end end = RT_PROGRAM_FAILED;
    *out = NULL, why[0] = 0;
    if (files[1] >= 0 && files[2] >= 0)
        end = run_between(argv, files, limits, why);
    else
        snprintf(why, RT_PROGRAM_WHY, "no memory for its output");
    if (files[2] >= 0) close(files[2]);
    if (end == RT_PROGRAM_DONE && lseek(files[1], 0, SEEK_SET) == 0) *out = fdopen(files[1], "r");
    if (!*out && files[1] >= 0) close(files[1]);
    return end == RT_PROGRAM_DONE && !*out ? RT_PROGRAM_FAILED : end;
}
