// SPDX-License-Identifier: MIT
#include "rt/config/value.h"
#include "rt/config/yaml.h"
#include <assert.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHOICES 64 // largest number of choices of a key

static bool in_range(const rt_key *k, double v, const char *text, char *why) {
    const char *unit = k->unit && strcmp(k->unit, "1") ? k->unit : "";
    if (v >= k->min && v <= k->max) return true;
    snprintf(why, RT_WHY, "expected %.10g .. %.10g%s%s, found '%.80s'", k->min, k->max, *unit ? " " : "", unit, text);
    return false;
}

static bool set_number(const rt_key *k, const char *text, double *to, char *why) {
    double v;
    if (!rt_quantity_parse(text, k->unit ? k->unit : "1", &v, why, RT_WHY) || !in_range(k, v, text, why)) return false;
    *to = v;
    return true;
}

static bool set_int(const rt_key *k, const char *text, int *to, char *why) {
    char *end;
    errno = 0;
    long v = strtol(text, &end, 10);
    if (end == text || *end || errno || v < INT_MIN || v > INT_MAX) {
        snprintf(why, RT_WHY, "expected a whole number, found '%.80s'", text);
        return false;
    }
    if (!in_range(k, (double)v, text, why)) return false;
    *to = (int)v;
    return true;
}

static bool set_bool(const char *text, bool *to, char *why) {
    *to = strcmp(text, "true") == 0;
    if (*to || strcmp(text, "false") == 0) return true;
    snprintf(why, RT_WHY, "expected true or false, found '%.80s'", text);
    return false;
}

static bool set_enum(const rt_key *k, const char *text, int *to, char *why) {
    char list[1024], *choice[CHOICES], *rest = list;
    int n = 0;
    snprintf(list, sizeof list, "%s", (const char *)k->of);
    for (char *c; n < CHOICES && (c = strsep(&rest, "|"));) {
        choice[n] = c;
        if (strcmp(c, text) == 0) {
            *to = n;
            return true;
        }
        n++;
    }
    const char *near = rt_find_nearest(text, (const char *const *)choice, n);
    snprintf(why, RT_WHY, "expected one of %s, found '%.80s'%s%s%s", (const char *)k->of, text,
             near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    return false;
}

static bool set_text(const char *text, char *to, char *why) {
    if (strlen(text) < RT_CONFIG_TEXT) {
        memcpy(to, text, strlen(text) + 1);
        return true;
    }
    snprintf(why, RT_WHY, "expected a text of fewer than %d bytes, found %zu", RT_CONFIG_TEXT, strlen(text));
    return false;
}

static bool set_name(const char *text, rt_name *to, char *why) {
    size_t n = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    size_t end = n;
    if (n > 0 && text[n] == '+') end += 1 + strspn(text + n + 1, "0123456789");
    if (n == 0 || text[end] || end == n + 1 || end >= RT_CONFIG_NAME) {
        snprintf(why, RT_WHY, "expected a name of letters, digits, '_' and '-', fewer than %d, found '%.80s'",
                 RT_CONFIG_NAME, text);
        return false;
    }
    memcpy(to->text, text, end + 1);
    return true;
}

static bool is_inside(const char *path, const char *root) {
    size_t n = strlen(root);
    if (strcmp(root, "/") == 0) return true;
    return strncmp(path, root, n) == 0 && (path[n] == '/' || path[n] == 0);
}

bool rt_config_path_inside(const char *file, const char *root) {
    char real[PATH_MAX], real_root[PATH_MAX];
    return realpath(file, real) && realpath(root, real_root) && is_inside(real, real_root);
}

// An empty path stays empty: no file. Any other must exist; it is checked against the root after resolving symbolic
// links.
static bool set_path(const char *text, const rt_path_rule *rule, char *to, char *why) {
    char joined[PATH_MAX], real[PATH_MAX];
    if (!*text) return set_text(text, to, why);
    int n = *text == '/' ? snprintf(joined, sizeof joined, "%s", text)
                         : snprintf(joined, sizeof joined, "%s/%s", rule->folder, text);
    if (n < 0 || (size_t)n >= sizeof joined) {
        snprintf(why, RT_WHY, "the path is too long");
        return false;
    }
    if (!realpath(joined, real)) {
        snprintf(why, RT_WHY, "there is no file '%.400s' (looked for '%.600s'): %s", text, joined, strerror(errno));
        return false;
    }
    if (rule->root && !is_inside(real, rule->root)) {
        snprintf(why, RT_WHY, "'%.400s' leaves the configuration root '%.600s'; --anywhere allows it", text,
                 rule->root);
        return false;
    }
    return set_text(real, to, why);
}

bool rt_value_set(const rt_key *key, int index, const char *text, const rt_path_rule *rule, void *out, char *why) {
    void *to = (char *)out + key->offset;
    switch (key->kind) {
    case RT_KEY_NUMBER:
    case RT_KEY_VECTOR:
    case RT_KEY_QUATERNION:
        return set_number(key, text, (double *)to + index, why);
    case RT_KEY_INT:
        return set_int(key, text, to, why);
    case RT_KEY_BOOL:
        return set_bool(text, to, why);
    case RT_KEY_ENUM:
        return set_enum(key, text, to, why);
    case RT_KEY_TEXT:
        return set_text(text, to, why);
    case RT_KEY_PATH:
        return set_path(text, rule, to, why);
    case RT_KEY_NAME:
        return set_name(text, to, why);
    case RT_KEY_NAMES:
        return set_name(text, (*(rt_name **)to) + index, why);
    case RT_KEY_LIST:
    case RT_KEY_RETIRED:
        break;
    }
    snprintf(why, RT_WHY, "the key table has no such kind of value");
    return false;
}

// Bytes of the value in the target structure.
static size_t value_size(rt_key_kind kind) {
    static const size_t size[] = {
        [RT_KEY_NUMBER] = sizeof(double),     [RT_KEY_INT] = sizeof(int),
        [RT_KEY_BOOL] = sizeof(bool),         [RT_KEY_ENUM] = sizeof(int),
        [RT_KEY_TEXT] = RT_CONFIG_TEXT,       [RT_KEY_PATH] = RT_CONFIG_TEXT,
        [RT_KEY_VECTOR] = 3 * sizeof(double), [RT_KEY_QUATERNION] = 4 * sizeof(double),
        [RT_KEY_NAME] = sizeof(rt_name),      [RT_KEY_NAMES] = sizeof(rt_names),
        [RT_KEY_LIST] = sizeof(rt_items),
    };
    return size[kind];
}

// Sets a vector from "[a, b, c]", or a quaternion from four numbers.
static bool set_list(const rt_key *key, const char *text, const rt_path_rule *rule, void *out, char *why) {
    char copy[256], *rest = copy, *entry;
    int n = 0, wanted = rt_value_numbers(key->kind);
    snprintf(copy, sizeof copy, "%s", *text == '[' ? text + 1 : text);
    char *close = strchr(copy, ']');
    if (close) *close = 0;
    for (; (entry = strsep(&rest, ",")); n++)
        if (n < wanted && !rt_value_set(key, n, entry, rule, out, why)) return false;
    if (n == wanted) return true;
    snprintf(why, RT_WHY, "expected a list of %d numbers, found '%.80s'", wanted, text);
    return false;
}

// Resolves the file's folder and the root.
static bool make_path_rule(const char *file, const char *root, char folder[PATH_MAX], char whole[PATH_MAX],
                           rt_path_rule *rule) {
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", file);
    bool good = realpath(dirname(copy), folder) && (!root || realpath(root, whole));
    *rule = (rt_path_rule){.folder = folder, .root = root ? whole : NULL};
    return good;
}

bool rt_config_set(const rt_key *key, const char *text, const char *file, const char *root, void *out, char *why,
                   size_t size) {
    char folder[PATH_MAX], whole[PATH_MAX], reason[RT_WHY] = "there is no such folder";
    unsigned char before[RT_CONFIG_TEXT];
    rt_path_rule rule;
    void *at = (char *)out + key->offset;
    size_t bytes = value_size(key->kind);
    assert(key->kind != RT_KEY_LIST && key->kind != RT_KEY_NAMES && bytes <= sizeof before);
    memcpy(before, at, bytes);
    bool good = make_path_rule(file, root, folder, whole, &rule) &&
                (rt_value_numbers(key->kind) ? set_list(key, text, &rule, out, reason)
                                             : rt_value_set(key, 0, text, &rule, out, reason));
    if (good) return true;
    memcpy(at, before, bytes);
    snprintf(why, size, "%s", reason);
    return false;
}

bool rt_value_default(const rt_key *key, const rt_path_rule *rule, void *out, char *why) {
    if (!*key->def) {
        memset((char *)out + key->offset, 0, value_size(key->kind));
        return true;
    }
    if (rt_value_numbers(key->kind)) return set_list(key, key->def, rule, out, why);
    if (key->kind == RT_KEY_NAMES || key->kind == RT_KEY_LIST) {
        snprintf(why, RT_WHY, "a list has no entries by default");
        return false;
    }
    return rt_value_set(key, 0, key->def, rule, out, why);
}
