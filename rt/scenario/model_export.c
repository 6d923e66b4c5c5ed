// SPDX-License-Identifier: MIT
#include "rt/scenario/model_export.h"
#include "rt/base/hash.h"
#include "rt/base/signals.h"
#include "rt/file/input_file.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define DEG (M_PI / 180)
#define NUMBERS 11

// A number of parameters.geo: the scenario's value and that of the shipped bow.
typedef struct number {
    const char *name;
    double value, shipped;
} number;

// Files that determine a mesh, besides the numbers.
static const char *const source[] = {"bow.geo", "parameters.geo", "msh_to_ply.py", "export"};

static void list_numbers(const scenario_ship *s, number out[NUMBERS]) {
    double below = s->pocket.depth / tan(s->pocket.flare); // distance below the mouth at which the face meets the shell
    const number n[NUMBERS] = {{"pipe_angle", s->pocket.pipe_angle / DEG, 50},
                               {"pipe_bore", s->pocket.bore, 0.56},
                               {"bolster_radius", s->pocket.bolster_radius, 0.27},
                               {"deck_lip", s->pocket.deck_lip, 0.30},
                               {"pocket_below", below, 1.35},
                               {"pocket_above", s->pocket.height, 1.90},
                               {"pocket_width", s->pocket.width, 3.0},
                               {"shell_flare", s->pocket.flare / DEG, 13.5},
                               {"pocket_rim", s->pocket.rim_radius, 0.10},
                               {"pocket_corner", s->pocket.corner_radius, 0.35},
                               {"seat_height", s->pocket.seat_height, 1.04}};
    memcpy(out, n, sizeof n);
}

// Whether the value is the shipped one, within 1e-4 m or 1e-4 deg.
static bool is_shipped(const number *n) { return fabs(n->value - n->shipped) < 1e-4; }

static bool hash_file(const char *models, const char *name, uint64_t *hash) {
    char path[PATH_MAX], block[4096];
    snprintf(path, sizeof path, "%s/%s", models, name);
    char why[RT_INPUT_WHY];
    FILE *f = rt_input_open_stream(path, why);
    if (!f) return false;
    for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;) *hash = rt_hash(*hash, block, n);
    bool good = !ferror(f);
    fclose(f);
    return good;
}

static bool cache_folder(char *path, size_t size) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n = -1;
    if (cache && *cache == '/')
        n = snprintf(path, size, "%s/hawse", cache);
    else if (home && *home == '/')
        n = snprintf(path, size, "%s/.cache/hawse", home);
    return n > 0 && (size_t)n < size;
}

rt_status model_bow_path(const char *models, const scenario_ship *ship, char *path, size_t size, rt_diag *d) {
    number n[NUMBERS];
    char folder[RT_CONFIG_TEXT];
    uint64_t hash = 0;
    int other = 0, written;
    list_numbers(ship, n);
    for (int k = 0; k < NUMBERS; k++) {
        int64_t steps = llround(n[k].value * 1e4);
        hash = rt_hash(hash, &steps, sizeof steps);
        other += !is_shipped(&n[k]);
    }
    const char *shipped = other == 0 ? "bow.ply" : other == 1 && ship->pocket.seat_height == 0 ? "bow_flat.ply" : NULL;
    for (size_t k = 0; !shipped && k < sizeof source / sizeof source[0]; k++)
        if (!hash_file(models, source[k], &hash)) {
            rt_diag_error(d, models, 0, 0,
                          "ship.pocket: cannot read the bow's CAD source '%s': %s (HAWSE_MODELS sets the folder)",
                          source[k], strerror(errno));
            return RT_ERR_FILE;
        }
    if (!shipped && !cache_folder(folder, sizeof folder)) {
        rt_diag_error(d, NULL, 0, 0, "ship.pocket: no cache folder for the bow's mesh: set HOME or XDG_CACHE_HOME");
        return RT_ERR_FILE;
    }
    written = shipped ? snprintf(path, size, "%s/%s", models, shipped)
                      : snprintf(path, size, "%s/bow-%016llx.ply", folder, (unsigned long long)hash);
    if (written > 0 && (size_t)written < size) return RT_OK;
    rt_diag_error(d, models, 0, 0, "ship.pocket: the path of the bow's mesh is too long");
    return RT_ERR_FILE;
}

static bool make_folder(const char *path) {
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *at = strchr(part + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = 0;
        if (mkdir(part, 0777) != 0 && errno != EEXIST) return false;
        *at = '/';
    }
    return true;
}

// Starts the export script with its output in the file `said`.
static pid_t start_export(const char *models, const number n[NUMBERS], const char *path, FILE *said) {
    char script[PATH_MAX], value[NUMBERS][32];
    const char *argument[4 + 3 * NUMBERS + 1] = {script, "bow", "--to", path};
    int used = 4;
    snprintf(script, sizeof script, "%s/export", models);
    for (int k = 0; k < NUMBERS; k++) {
        if (is_shipped(&n[k])) continue;
        snprintf(value[k], sizeof value[k], "%.4f", n[k].value);
        argument[used++] = "-setnumber", argument[used++] = n[k].name, argument[used++] = value[k];
    }
    argument[used] = NULL;
    fflush(NULL);
    pid_t child = fork();
    if (child != 0) return child;
    rt_signals_die_of_writes();
    dup2(fileno(said), STDOUT_FILENO);
    dup2(fileno(said), STDERR_FILENO);
    execv(script, (char *const *)(void *)argument);
    _exit(127);
}

// Waits for the child; on a terminal prints the seconds.
static int wait_for_child(pid_t child) {
    const struct timespec tick = {.tv_nsec = 100000000};
    bool tell = isatty(STDERR_FILENO);
    int status = -1;
    for (int k = 0; waitpid(child, &status, tell ? WNOHANG : 0) == 0; k++) {
        if (k % 10 == 0) fprintf(stderr, "\rmaking the bow's mesh from its CAD source: %d s ", k / 10);
        nanosleep(&tick, NULL);
    }
    if (tell) fprintf(stderr, "\r%60s\r", "");
    return status;
}

// The last line of the script's output.
static void read_reason(FILE *said, char *line, size_t size) {
    char next[512];
    rewind(said);
    snprintf(line, size, "it could not be started");
    while (fgets(next, sizeof next, said)) {
        next[strcspn(next, "\n")] = 0;
        if (next[0]) snprintf(line, size, "%s", next);
    }
}

rt_status model_bow_make(const char *models, const scenario_ship *ship, const char *path, rt_diag *d) {
    number n[NUMBERS];
    char reason[512];
    if (access(path, R_OK) == 0) return RT_OK;
    list_numbers(ship, n);
    FILE *said = tmpfile();
    if (!make_folder(path) || !said) {
        rt_diag_error(d, path, 0, 0, "ship.pocket: cannot store the bow's mesh: %s", strerror(errno));
        if (said) fclose(said);
        return RT_ERR_FILE;
    }
    pid_t child = start_export(models, n, path, said);
    int status = child > 0 ? wait_for_child(child) : -1;
    read_reason(said, reason, sizeof reason);
    fclose(said);
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 && access(path, R_OK) == 0) return RT_OK;
    rt_diag_error(d, path, 0, 0,
                  "ship.pocket: making this bow's mesh from its CAD source failed: %s. Install the packages gmsh and "
                  "python3, or "

                  "make the mesh elsewhere by '%s/export bow --to FILE -setnumber ...' and store it under this name",
                  reason, models);
    return RT_ERR_FILE;
}
