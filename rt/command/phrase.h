// SPDX-License-Identifier: MIT
// What the operator reports to the bridge: phrases of IMO's Standard Marine Communication Phrases (resolution
// A.918(22), A2/3.6 "Anchoring"), some with a number. A phrase is a byte of the command; 0: nothing is reported.
#ifndef HAWSE_RT_COMMAND_PHRASE_H
#define HAWSE_RT_COMMAND_PHRASE_H

#include "rt/base/base.h"

typedef enum rt_phrase_kind {
    RT_PHRASE_NONE = 0,
    RT_PHRASE_READY,
    RT_PHRASE_LET_GO,
    RT_PHRASE_ON_DECK,  // with a number of shackles
    RT_PHRASE_IN_WATER, // the same
    RT_PHRASE_LEADING,  // with the hour of the clock, 12 being ahead
    RT_PHRASE_LONG_STAY,
    RT_PHRASE_MEDIUM_STAY,
    RT_PHRASE_SHORT_STAY,
    RT_PHRASE_UP_AND_DOWN,
    RT_PHRASE_BROUGHT_UP,
    RT_PHRASE_DRAGGING,
    RT_PHRASE_AWEIGH,
    RT_PHRASE_IN_SIGHT,
    RT_PHRASE_CLEAR_ANCHOR,
    RT_PHRASE_FOUL_ANCHOR,
    RT_PHRASE_CLEAR_OF_WATER,
    RT_PHRASE_WRONG_WAY,
    RT_PHRASE_HOME,
    RT_PHRASE_SECURED,
    RT_PHRASE_OUT_OF_ORDER,
    RT_PHRASE_KINDS
} rt_phrase_kind;

enum { RT_PHRASE_NUMBERS = 12 }; // a phrase with a number has 1 .. 12

// The phrase of that kind; number 1 .. 12 of a kind with one, else ignored.
uint8_t rt_phrase_make(rt_phrase_kind kind, int number);
// Kind of a phrase, and its number: 0 if its kind has none. A byte that is no phrase is RT_PHRASE_NONE.
rt_phrase_kind rt_phrase_kind_of(uint8_t phrase, int *number);
// Whether phrases of the kind have a number.
bool rt_phrase_has_number(rt_phrase_kind kind);
// The kind's word in files, such as "shackles_on_deck".
const char *rt_phrase_word(rt_phrase_kind kind);
// The kind of that word; RT_PHRASE_NONE: unknown.
rt_phrase_kind rt_phrase_kind_find(const char *word);
// Writes the phrase as it is spoken: "2 shackles on deck"; "" for none.
void rt_phrase_text(uint8_t phrase, char *text, size_t size);
// Reads a word and, where its kind has one, a number after '_' or a blank: "aweigh", "shackles_on_deck_2", "leading
// 10". "0" and "": none. False: neither.
bool rt_phrase_parse(const char *text, uint8_t *phrase);

#endif
