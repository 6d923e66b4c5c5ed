// SPDX-License-Identifier: MIT
#include "render/text/palette.h"

static const palette day = {.panel = 0x0b1016ff,
                            .edge = 0x34424cff,
                            .track = 0x1e2930ff,
                            .dim = 0x9fb0bbff,
                            .bright = 0xf2f6f8ff,
                            .good = 0x35c46aff,
                            .warn = 0xffb52eff,
                            .bad = 0xff6a5eff,
                            .mark = 0x58b4ffff,
                            .over = 0x6b1f1bff,
                            .lit = 0x050a05ff,
                            .notice = 0x261a02ff,
                            .alarm = 0x3a0806ff,
                            .hint = 0x06263aff};

// Rods hardly respond to red (beyond 600 nm), so the eye stays dark-adapted. No colour contains blue.
static const palette night = {.panel = 0x040000ff,
                              .edge = 0x4a0c00ff,
                              .track = 0x1c0400ff,
                              .dim = 0xf03000ff,
                              .bright = 0xff6a00ff,
                              .good = 0xc86400ff,
                              .warn = 0xff7800ff,
                              .bad = 0xff3000ff,
                              .mark = 0xe05000ff,
                              .over = 0x500000ff,
                              .lit = 0x000000ff,
                              .notice = 0x100400ff,
                              .alarm = 0x200000ff,
                              .hint = 0x0c0200ff};

const palette *palette_of(bool dark) { return dark ? &night : &day; }
