// SPDX-License-Identifier: MIT
#include "rt/command/phrase.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word, *text; // text: with %d where the kind has a number
    bool number;
} phrase[RT_PHRASE_KINDS] = {
    [RT_PHRASE_NONE] = {"none", "", false},
    [RT_PHRASE_READY] = {"ready", "anchor is ready for letting go", false},
    [RT_PHRASE_LET_GO] = {"let_go", "anchor is let go", false},
    [RT_PHRASE_ON_DECK] = {"shackles_on_deck", "%d shackles on deck", true},
    [RT_PHRASE_IN_WATER] = {"shackles_in_water", "%d shackles in the water", true},
    [RT_PHRASE_LEADING] = {"leading", "cable is leading %d o'clock", true},
    [RT_PHRASE_LONG_STAY] = {"long_stay", "long stay", false},
    [RT_PHRASE_MEDIUM_STAY] = {"medium_stay", "medium stay", false},
    [RT_PHRASE_SHORT_STAY] = {"short_stay", "short stay", false},
    [RT_PHRASE_UP_AND_DOWN] = {"up_and_down", "cable is up and down", false},
    [RT_PHRASE_BROUGHT_UP] = {"brought_up", "brought up", false},
    [RT_PHRASE_DRAGGING] = {"dragging", "anchor is dragging", false},
    [RT_PHRASE_AWEIGH] = {"aweigh", "anchor is aweigh", false},
    [RT_PHRASE_IN_SIGHT] = {"in_sight", "anchor is in sight", false},
    [RT_PHRASE_CLEAR_ANCHOR] = {"clear_anchor", "clear anchor", false},
    [RT_PHRASE_FOUL_ANCHOR] = {"foul_anchor", "foul anchor", false},
    [RT_PHRASE_CLEAR_OF_WATER] = {"clear_of_water", "anchor is clear of the water", false},
    [RT_PHRASE_WRONG_WAY] = {"wrong_way_round", "flukes are the wrong way round", false},
    [RT_PHRASE_HOME] = {"home", "anchor is home", false},
    [RT_PHRASE_SECURED] = {"secured", "anchor is secured for sea", false},
    [RT_PHRASE_OUT_OF_ORDER] = {"out_of_order", "windlass is out of order", false},
};

// Bytes: the kinds without a number by their constants, then 12 for each kind with one, in the order of the kinds.
enum { FIRST = RT_PHRASE_KINDS };

static int numbered_before(rt_phrase_kind kind) {
    int n = 0;
    for (int k = 0; k < (int)kind; k++) n += phrase[k].number;
    return n;
}

uint8_t rt_phrase_make(rt_phrase_kind kind, int number) {
    return (uint8_t)(phrase[kind].number ? FIRST + RT_PHRASE_NUMBERS * numbered_before(kind) + number - 1 : (int)kind);
}

rt_phrase_kind rt_phrase_kind_of(uint8_t p, int *number) {
    *number = 0;
    if (p < FIRST) return phrase[p].number ? RT_PHRASE_NONE : (rt_phrase_kind)p;
    int group = (p - FIRST) / RT_PHRASE_NUMBERS;
    for (int k = 0; k < RT_PHRASE_KINDS; k++)
        if (phrase[k].number && group-- == 0) {
            *number = (p - FIRST) % RT_PHRASE_NUMBERS + 1;
            return (rt_phrase_kind)k;
        }
    return RT_PHRASE_NONE;
}

bool rt_phrase_has_number(rt_phrase_kind kind) { return phrase[kind].number; }

const char *rt_phrase_word(rt_phrase_kind kind) { return phrase[kind].word; }

rt_phrase_kind rt_phrase_kind_find(const char *word) {
    for (int k = 1; k < RT_PHRASE_KINDS; k++)
        if (strcmp(phrase[k].word, word) == 0) return (rt_phrase_kind)k;
    return RT_PHRASE_NONE;
}

void rt_phrase_text(uint8_t p, char *text, size_t size) {
    int number;
    const rt_phrase_kind kind = rt_phrase_kind_of(p, &number);
    const char *form = phrase[kind].text, *figure = strstr(form, "%d");
    if (!figure)
        snprintf(text, size, "%s", form);
    else if (number == 1 && strncmp(figure, "%d shackles", 11) == 0) // "1 shackle on deck"
        snprintf(text, size, "1 shackle%s", figure + 11);
    else
        snprintf(text, size, "%.*s%d%s", (int)(figure - form), form, number, figure + 2);
}

bool rt_phrase_parse(const char *text, uint8_t *p) {
    char word[48];
    *p = 0;
    if (!*text || strcmp(text, "0") == 0) return true;
    snprintf(word, sizeof word, "%s", text);
    rt_phrase_kind kind = rt_phrase_kind_find(word);
    int number = 0;
    char *last = strrchr(word, ' ') ? strrchr(word, ' ') : strrchr(word, '_'), *end = NULL;
    if (kind == RT_PHRASE_NONE && last) {
        number = (int)strtol(last + 1, &end, 10);
        if (end == last + 1 || *end) return false;
        *last = 0;
        kind = rt_phrase_kind_find(word);
    }
    if (kind == RT_PHRASE_NONE || phrase[kind].number != (number >= 1 && number <= RT_PHRASE_NUMBERS)) return false;
    if (!phrase[kind].number && end) return false;
    *p = rt_phrase_make(kind, number);
    return true;
}
