// SPDX-License-Identifier: MIT
#include "hw/map/store.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool hw_store_path(const char *guid, const char *serial, char path[HW_STORE_PATH]) {
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    char id[160];
    int n = snprintf(id, sizeof id, "%.40s%s%.100s", guid, serial[0] ? "-" : "", serial);
    for (int i = 0; i < n; i++)
        if (!isalnum((unsigned char)id[i]) && id[i] != '-') id[i] = '_';
    // XDG base directory specification: a relative path is invalid and ignored.
    if (config && config[0] == '/')
        n = snprintf(path, HW_STORE_PATH, "%s/hawse/devices/%s.yaml", config, id);
    else if (home && home[0] == '/')
        n = snprintf(path, HW_STORE_PATH, "%s/.config/hawse/devices/%s.yaml", home, id);
    else
        return false;
    return n < HW_STORE_PATH - 16; // room for the name of the new file beside it
}

// Creates the missing folders above the file.
static bool make_folders(const char *path) {
    char at[HW_STORE_PATH];
    snprintf(at, sizeof at, "%s", path);
    for (char *slash = strchr(at + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(at, 0777) != 0 && errno != EEXIST) return false;
        *slash = '/';
    }
    return true;
}

static bool write_and_sync(int fd, const hw_map *m) {
    FILE *f = fdopen(fd, "w");
    if (!f) {
        close(fd);
        return false;
    }
    fprintf(f, "# Written by `hawse devices --calibrate`; `hawse check --schema` documents each key.\n");
    hw_map_write(f, m);
    bool good = fflush(f) == 0 && !ferror(f) && fsync(fileno(f)) == 0;
    return fclose(f) == 0 && good;
}

rt_status hw_store_save(const hw_map *m, char path[HW_STORE_PATH], rt_diag *d) {
    char fresh[HW_STORE_PATH];
    hw_map back;
    if (!hw_store_path(m->guid, strcmp(m->serial, "any") == 0 ? "" : m->serial, path)) {
        rt_diag_error(d, NULL, 0, 0,
                      "no folder for calibrations: expected an absolute path in XDG_CONFIG_HOME or HOME");
        return RT_ERR_FILE;
    }
    snprintf(fresh, sizeof fresh, "%.*s.XXXXXX", HW_STORE_PATH - 8, path);
    int fd = make_folders(path) ? mkostemp(fresh, O_CLOEXEC) : -1;
    if (fd < 0 || !write_and_sync(fd, m)) {
        rt_diag_error(d, path, 0, 0, "the calibration cannot be written: %s", strerror(errno));
        if (fd >= 0) unlink(fresh);
        return RT_ERR_FILE;
    }
    rt_status status = hw_map_load(fresh, &back, d);
    if (status == RT_OK && (chmod(fresh, 0644) != 0 || rename(fresh, path) != 0)) {
        rt_diag_error(d, path, 0, 0, "the old calibration cannot be replaced: %s", strerror(errno));
        status = RT_ERR_FILE;
    }
    if (status != RT_OK) unlink(fresh);
    return status;
}
