// SPDX-License-Identifier: MIT
#include "rt/file/whole_file.h"
#include "rt/logbook/schema.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATIENCE_MS = 5000, LONGEST_VALUE = 1 << 20 };

rt_status logbook_default_path(char *path, size_t size, rt_diag *d) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    size_t n = 0;
    // XDG base directory specification: a relative path is invalid and ignored.
    if (data && data[0] == '/')
        n = (size_t)snprintf(path, size, "%s/hawse/log.db", data);
    else if (home && home[0] == '/')
        n = (size_t)snprintf(path, size, "%s/.local/share/hawse/log.db", home);
    if (n > 0 && n < size) return RT_OK;
    rt_diag_error(
        d, NULL, 0, 0,
        "no folder for the logbook: expected an absolute path in XDG_DATA_HOME or HOME; name a file with --log");
    return RT_ERR_USAGE;
}

static uint32_t big_endian(const unsigned char *b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static rt_status refuse_newer(const char *path, int64_t version, rt_diag *d) {
    rt_diag_error(d, path, 0, 0,
                  "the logbook has schema %lld, this program knows 1 .. %d: use the newer hawse that wrote it",
                  (long long)version, LOGBOOK_SCHEMA);
    return RT_ERR_FORMAT;
}

// Opening a pipe or a device would wait or have effects.
static rt_status check_regular(const char *path, rt_diag *d) {
    struct stat st;
    if (stat(path, &st) != 0)
        rt_diag_error(d, path, 0, 0, "the logbook cannot be read: %s; name another file with --log", strerror(errno));
    else if (!S_ISREG(st.st_mode))
        rt_diag_error(d, path, 0, 0, "expected a logbook of hawse, found %s: name another file with --log",
                      S_ISDIR(st.st_mode) ? "a folder" : "no regular file");
    else
        return RT_OK;
    return RT_ERR_FILE;
}

// Judges the file by its first 100 bytes (https://www.sqlite.org/fileformat.html, 1.3), before any statement, which
// could make files beside a foreign database. Reads through SQLite: closing a descriptor of its own would drop the
// locks of another connection of this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
static rt_status check_header(const logbook *l, rt_diag *d) {
    unsigned char head[100] = {0};
    sqlite3_file *f = NULL;
    int code = sqlite3_file_control(l->db, "main", SQLITE_FCNTL_FILE_POINTER, &f);
    if (code == SQLITE_OK) code = f->pMethods->xRead(f, head, sizeof head, 0);
    bool sqlite = code == SQLITE_OK && memcmp(head, "SQLite format 3", 16) == 0;
    if (!sqlite || big_endian(head + 68) != LOGBOOK_APPLICATION) {
        rt_diag_error(d, l->path, 0, 0, "expected a logbook of hawse, found %s: name another file with --log",
                      sqlite ? "a database of another program" : "another kind of file");
        return RT_ERR_FORMAT;
    }
    return big_endian(head + 60) > LOGBOOK_SCHEMA ? refuse_newer(l->path, big_endian(head + 60), d) : RT_OK;
}

// Opens the file, which must exist; runs no statement yet.
static rt_status connect(logbook *l, rt_diag *d) {
    int code = sqlite3_open_v2(l->path, &l->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (l->db && code == SQLITE_OK) return RT_OK;
    if (l->db) return logbook_fail(l, "the logbook cannot be opened", d);
    rt_diag_error(d, l->path, 0, 0, "the logbook cannot be opened: out of memory");
    return RT_ERR_MEMORY;
}

// The file may come from anywhere: its schema runs no function with side effects, and SQLite refuses changes of its own
// tables (https://www.sqlite.org/security.html).
static rt_status configure(logbook *l, rt_diag *d) {
    sqlite3_busy_timeout(l->db, PATIENCE_MS);
    sqlite3_db_config(l->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(l->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_limit(l->db, SQLITE_LIMIT_LENGTH, LONGEST_VALUE);
    return logbook_exec(l, "the logbook cannot be opened", d,
                        "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;"
                        "PRAGMA temp_store = MEMORY"); // VACUUM puts no names into a temporary file
}

void logbook_close(logbook *l) {
    if (!l) return;
    sqlite3_close(l->db);
    free(l->path);
    free(l);
}

static logbook *allocate(const char *path, rt_diag *d) {
    logbook *l = calloc(1, sizeof *l);
    if (l) l->path = strdup(path);
    if (l && l->path) return l;
    free(l);
    rt_diag_error(d, path, 0, 0, "the logbook cannot be opened: out of memory");
    return NULL;
}

// Writes an empty logbook to the file `part`.
static rt_status write_empty(const char *part, rt_diag *d) {
    logbook *l = allocate(part, d);
    if (!l) return RT_ERR_MEMORY;
    rt_status status = connect(l, d);
    if (status == RT_OK) status = configure(l, d);
    if (status == RT_OK) status = logbook_migrate(l, d);
    logbook_close(l);
    return status;
}

// Creates the missing folders above the file, for the user alone: they hold names of persons.
static bool make_folders(const char *path) {
    char at[PATH_MAX];
    if (snprintf(at, sizeof at, "%s", path) >= (int)sizeof at) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *slash = strchr(at + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(at, 0700) != 0 && errno != EEXIST) return false;
        *slash = '/';
    }
    return true;
}

static rt_status fail_to_make(const char *path, int error, rt_diag *d) {
    rt_diag_error(d, path, 0, 0, "the logbook cannot be made: %s; name another file with --log", strerror(error));
    return RT_ERR_FILE;
}

// Makes the logbook under another name, then gives it its own: no half-made logbook ever has the name, and one that
// another process makes at the same time stays.
static rt_status create_file(const char *path, rt_diag *d) {
    char *part;
    int fd = make_folders(path) ? rt_whole_create_part(path, ".part", &part) : -1;
    if (fd < 0) return fail_to_make(path, errno, d);
    int error = fchmod(fd, 0600) == 0 ? 0 : errno;
    rt_status status = error ? fail_to_make(path, error, d) : write_empty(part, d);
    if (status == RT_OK) error = rt_whole_take_name(part, path, &(rt_file_state){.there = false});
    if (status == RT_OK && error != 0 && error != EEXIST) status = fail_to_make(path, error, d);
    close(fd);
    unlink(part);
    free(part);
    return status;
}

// A newer schema may still be in the write-ahead log, which the header does not show.
static rt_status check_version(logbook *l, rt_diag *d) {
    int64_t version = 0;
    rt_status status = logbook_query(l, "the schema cannot be read", d, &version, "PRAGMA user_version", "");
    if (status != RT_OK || version == LOGBOOK_SCHEMA) return status;
    if (version >= 0 && version < LOGBOOK_SCHEMA) return logbook_migrate(l, d);
    sqlite3_db_config(l->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    return refuse_newer(l->path, version, d);
}

logbook *logbook_open(const char *path, bool create, rt_status *status, rt_diag *d) {
    *status = RT_OK;
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        if (create)
            *status = create_file(path, d);
        else {
            rt_diag_error(d, path, 0, 0,
                          "no logbook: an exercise with a trainee's name begins one; name another file with --log");
            *status = RT_ERR_FILE;
        }
    }
    if (*status == RT_OK) *status = check_regular(path, d);
    if (*status != RT_OK) return NULL;
    logbook *l = allocate(path, d);
    *status = l ? connect(l, d) : RT_ERR_MEMORY;
    if (*status == RT_OK) *status = check_header(l, d);
    if (*status == RT_OK) *status = configure(l, d);
    if (*status == RT_OK) *status = check_version(l, d);
    if (*status == RT_OK) *status = logbook_exec(l, "the logbook cannot be opened", d, "PRAGMA journal_mode = WAL");
    if (*status == RT_OK) return l;
    logbook_close(l);
    return NULL;
}
