// SPDX-License-Identifier: MIT
// Search for settings by name, help text and meaning.
#include "render/panel/private.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

// Words that a user types, and parts of the names or helps that they mean.
static const struct {
    const char *word, *path[4];
} meaning[] = {
    {"links", {"chain.capacity", "chain.type", "chain.length", "chain.bar_diameter"}},
    {"chain length", {"chain.length", "chain.capacity"}},
    {"length", {"chain.length", "chain.capacity", "pipe_length"}},
    {"shackles", {"chain.length", "chain.capacity"}},
    {"size", {"bar_diameter", "anchor.mass", "scale"}},
    {"diameter", {"bore", "bar_diameter"}},
    {"weight", {"mass"}},
    {"lip", {"bolster_radius", "deck_lip", "rim_radius"}},
    {"recess", {"ship.pocket"}},
    {"hawse", {"pipe", "mouth", "bore", "pocket"}},
    {"bow", {"ship.type", "ship.hull", "ship.pocket"}},
    {"shell", {"ship.hull", "flare", "plating"}},
    {"gypsy", {"lifter"}},
    {"winch", {"windlass"}},
    {"pull", {"max_tension", "rated_tension"}},
    {"power", {"max_tension", "rated_speed", "motor"}},
    {"friction", {"mu_", "friction"}},
    {"stiffness", {"stiffness", "modulus", "exponent"}},
    {"weather", {"sea."}},
    {"water", {"sea."}},
    {"swell", {"sea.wave"}},
    {"time", {"end.duration", "solver.step"}},
    {"accuracy", {"solver.step", "tolerance", "max_newton"}},
    {"crew", {"operator"}},
    {"home", {"end.pin", "end.fluke_load", "stop_when_housed"}},
    {"seated", {"end.pin", "end.fluke_load", "seat_height"}},
};

// Whether the table relates the word to the field's path or help; a beginning of three letters suffices.
static bool means(const char *word, const panel_field *f) {
    if (strlen(word) < 3) return false;
    for (const auto &m : meaning) {
        if (strncasecmp(m.word, word, strlen(word)) != 0) continue;
        for (const char *part : m.path)
            if (part && (strstr(f->path, part) || (f->help && strstr(f->help, part)))) return true;
    }
    return false;
}

// Whether a word of the text begins so.
static bool has_word(const char *text, const char *word) {
    for (const char *at = strcasestr(text, word); at; at = strcasestr(at + 1, word))
        if (at == text || !isalpha((unsigned char)at[-1])) return true;
    return false;
}

static bool matches_word(const char *word, const panel_field *f) {
    return has_word(f->path, word) || (f->help && has_word(f->help, word)) || means(word, f);
}

bool panel_search_matches(const char *find, const panel_field *f) {
    char word[48];
    for (const char *s = find; *s;) {
        size_t n = strcspn(s, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, s);
        if (n > 0 && !matches_word(word, f)) return false;
        s += n;
        s += strspn(s, " ");
    }
    return true;
}
