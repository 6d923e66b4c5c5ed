// SPDX-License-Identifier: MIT
#include "rt/sim/state.h"
#include "rt/base/hash.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void add_section(sim *s, const char *name, const void *begin, size_t size) {
    if (size == 0) return;
    sim_section *to = &s->section[s->n_sections++];
    snprintf(to->name, sizeof to->name, "%s", name);
    to->offset = (size_t)((const unsigned char *)begin - s->state.block);
    to->size = size;
}

static void add_forces(sim *s, int room) {
    const dyn_model *m = &s->model;
    const dyn_state *st = &s->state;
    for (int k = 0; k < m->n_forces; k++) {
        char name[SIM_SECTION_NAME], of[SIM_SECTION_NAME - 20];
        if (m->force[k]->z_size == 0) continue;
        if (--room == 0) { // the last section takes all others
            add_section(s, "internal state of the other force elements", st->z + m->force_z[k],
                        m->z_size - m->force_z[k]);
            return;
        }
        sim_force_name(s, k, of, sizeof of);
        snprintf(name, sizeof name, "internal state of %s", of);
        add_section(s, name, st->z + m->force_z[k], m->force[k]->z_size);
    }
}

void sim_find_sections(sim *s) {
    const dyn_state *st = &s->state;
    size_t nodes = (size_t)s->model.n_nodes * sizeof(vec3);
    s->n_sections = 0;
    add_section(s, "step count", st->block, 8);
    add_section(s, "positions", st->q, nodes);
    add_section(s, "velocities", st->qd, nodes);
    add_section(s, "accelerations", st->qdd, nodes);
    add_section(s, "accelerations of the step before", st->qdd_last, nodes);
    add_section(s, "accelerations two steps before", st->qdd_before, nodes);
    add_section(s, "multipliers", st->lambda, (size_t)s->model.n_rows * sizeof(double));
    if (st->still) add_section(s, "places of sleeping bodies", st->still, nodes);
    add_forces(s, SIM_SECTIONS - s->n_sections - 1);
    add_section(s, "active bodies", st->body_on, (size_t)(st->block + st->size - st->body_on));
}

// Bytes of a section without its trailing zeros, in whole blocks. Most of the state is unused contact memory, which is
// zero.
static size_t used_bytes(const unsigned char *p, size_t size) {
    for (uint64_t w[64], any = 0; size >= sizeof w; size -= sizeof w) {
        memcpy(w, p + size - sizeof w, sizeof w);
        for (size_t k = 0; k < sizeof w / sizeof *w; k++) any |= w[k];
        if (any) break;
    }
    return size;
}

uint64_t sim_hash(sim *s) {
    uint64_t of[SIM_SECTIONS];
    size_t n;
    const unsigned char *bytes = dyn_state_bytes(&s->state, &n);
    for (int k = 0; k < s->n_sections; k++) {
        const sim_section *c = &s->section[k];
        of[k] = rt_hash(c->size, bytes + c->offset, used_bytes(bytes + c->offset, c->size));
        s->section_hash[k] = (uint16_t)of[k];
    }
    return rt_hash(0, of, (size_t)s->n_sections * sizeof *of);
}

// Part of a saved sim between the state and the kind's verdict.
typedef struct saved_rest {
    rt_command command;
    outcome outcome;
    pull_log pulls;
} saved_rest;

size_t sim_saved_size(const sim *s) { return s->state.size + sizeof(saved_rest) + s->kind->verdict_bytes; }

void sim_save(sim *s, void *to) {
    size_t n;
    const void *bytes = dyn_state_bytes(&s->state, &n);
    saved_rest rest;
    memset(&rest, 0, sizeof rest);
    rest.command = s->command;
    rest.outcome = s->outcome;
    rest.pulls = s->pulls;
    memcpy(to, bytes, n);
    memcpy((unsigned char *)to + n, &rest, sizeof rest);
    s->kind->save_verdict(s, (unsigned char *)to + n + sizeof rest);
}

void sim_restore(sim *s, const void *from) {
    saved_rest rest;
    memcpy(&rest, (const unsigned char *)from + s->state.size, sizeof rest);
    dyn_state_restore(&s->state, from, s->state.size);
    s->command = rest.command;
    s->outcome = rest.outcome;
    s->pulls = rest.pulls;
    s->energy_known = false;
    s->kind->restore_verdict(s, (const unsigned char *)from + s->state.size + sizeof rest);
}

// Name of value k of the section.
static void value_name(const sim *s, const sim_section *c, size_t k, char *name, size_t size) {
    const unsigned char *at = s->state.block + c->offset;
    const dyn_state *st = &s->state;
    bool by_node = at == (void *)st->q || at == (void *)st->qd || at == (void *)st->qdd || at == (void *)st->qdd_last ||
                   at == (void *)st->qdd_before;
    if (by_node)
        sim_node_name(s, (int)(k / 3), (int)(k % 3), name, size);
    else if (at == (void *)st->lambda)
        sim_row_name(s, (int)k, name, size);
    else if (at == st->body_on && k < (size_t)s->model.n_bodies)
        sim_body_name(s, (int)k, name, size);
    else
        snprintf(name, size, "value %zu of %zu", k + 1, c->size / sizeof(double));
}

// Compares a section and adds a line to text if values differ. Returns their number.
static int compare_section(const sim *s, const sim_section *c, const unsigned char *saved, char *text, size_t size) {
    const unsigned char *now = s->state.block + c->offset, *then = saved + c->offset;
    bool flags = now == s->state.body_on;
    size_t each = flags ? 1 : sizeof(double), n = c->size / each, most = 0;
    int differ = 0;
    double largest = -1, a[2] = {0};
    for (size_t k = 0; k < n; k++) {
        double v[2] = {now[k], then[k]};
        if (memcmp(now + k * each, then + k * each, each) == 0) continue;
        if (!flags) memcpy(&v[0], now + k * each, each), memcpy(&v[1], then + k * each, each);
        double by = fabs(v[0] - v[1]);
        if (!(by <= largest)) largest = isnan(by) ? (double)INFINITY : by, most = k, a[0] = v[0], a[1] = v[1];
        differ++;
    }
    size_t used = strlen(text);
    char name[128];
    if (differ == 0) return 0;
    value_name(s, c, most, name, sizeof name);
    snprintf(text + used, size - used, "  %s: %d of %zu values differ, most %s: recorded %.17g, now %.17g\n", c->name,
             differ, n, name, a[1], a[0]);
    return differ;
}

int sim_compare(sim *s, const void *saved, char *text, size_t size) {
    size_t n;
    int differ = 0;
    dyn_state_bytes(&s->state, &n);
    text[0] = 0;
    for (int k = 0; k < s->n_sections; k++) differ += compare_section(s, &s->section[k], saved, text, size);
    return differ;
}
