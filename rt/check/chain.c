// SPDX-License-Identifier: MIT
// Prints the chain of a scenario: parts, joining shackles, loads required by class.
#include "rt/check/chain.h"
#include "rt/scenario/chain.h"
#include "rt/scenario/parts.h"
#include <stdio.h>

#define BRAKE_SHARE 0.45 // required brake holding load where a chain stopper is fitted / breaking load (IACS UR A3)
#define SHORT_TERM 1.5   // required motor pull for two minutes / duty pull (IACS UR A3)

static void print_loads(const scenario *s) {
    double d = s->chain.bar_diameter, breaking = tackle_breaking_load(d, s->chain.grade);
    double duty = tackle_duty_pull(d, s->chain.grade);
    printf("  grade %d: proof load %.0f kN, breaking load %.0f kN\n", s->chain.grade,
           1e-3 * tackle_proof_load(d, s->chain.grade), 1e-3 * breaking);
    printf("  class requires a windlass of %.1f kN for 30 min (%.1f kN at 100 m depth), %.1f kN for 2 min; brake %.0f "
           "kN\n",
           1e-3 * duty, 1e-3 * tackle_deep_duty_pull(d, s->chain.grade, 100), 1e-3 * SHORT_TERM * duty,
           1e-3 * BRAKE_SHARE * breaking);
    printf("  this windlass: rated %.1f kN, limit %.1f kN; brake %.0f kN, %.0f %% of the breaking load\n",
           1e-3 * s->windlass.rated_tension, 1e-3 * s->windlass.max_tension, 1e-3 * s->windlass.brake_capacity,
           100 * s->windlass.brake_capacity / breaking);
}

static void print_common(const scenario *s) {
    tackle_link l = scenario_common_link(s);
    int n = scenario_max_links(s);
    printf("  at most %d common links: %.2f m, %.0f kg; a swivel in the anchor's shackle\n", n, n * l.pitch,
           n * l.mass);
}

static void print_kinds(const scenario *s, const chain_list *l) {
    printf("  part            links   pitch  bar     width   mass each\n");
    for (int kind = 0; kind < TACKLE_KINDS; kind++) {
        int n = 0;
        double mass = 0;
        for (int k = 0; k < l->n; k++)
            if (l->part[k].kind == (tackle_kind)kind) n++, mass = l->part[k].mass;
        if (n == 0) continue;
        tackle_link link =
            kind == TACKLE_COMMON ? scenario_common_link(s) : tackle_part((tackle_kind)kind, s->chain.bar_diameter);
        printf("  %-14s %6d  %3.0f mm  %3.0f mm  %3.0f mm  %.1f kg\n", tackle_kind_name((tackle_kind)kind), n,
               1e3 * link.pitch, 1e3 * link.d, 1e3 * link.width, mass);
    }
}

static void print_joints(const chain_list *l) {
    int n = 0;
    for (int k = 0; k < l->n; k++) {
        const chain_part *p = &l->part[k];
        if (p->joint == 0) continue;
        n++;
        printf("  joining shackle %d (%s): link %d, %.2f m from the anchor; marks on links %d and %d\n", p->joint,
               tackle_kind_name(p->kind), p->body + 1, 0.5 * (p->from + p->to), p->body + 1 - p->joint,
               p->body + 1 + p->joint);
    }
    if (n == 0) printf("  no joining shackle\n");
}

static void print_weak(const chain_list *l) {
    const chain_part *weak = NULL;
    for (int k = 0; k < l->n; k++)
        if (l->part[k].strength < (weak ? weak->strength : 1)) weak = &l->part[k];
    if (weak)
        printf("  weakest: %s, link %d, %.1f %% of the breaking load\n", tackle_kind_name(weak->kind), weak->body + 1,
               100 * weak->strength);
}

rt_status check_chain_print(const scenario *s, rt_diag *d) {
    chain_list l;
    tackle_link common = scenario_common_link(s);
    if (chain_list_expand(s, &l) != RT_OK) {
        rt_diag_error(d, s->path, 0, 0, "no memory for the chain's parts");
        return RT_ERR_MEMORY;
    }
    printf("%s: %s chain of %.0f mm: link %.3f m, %.2f kg; %.1f kg/m; step %g ms\n", s->path,
           s->chain.type == SCENARIO_CHAIN_STUDLESS ? "studless" : "stud-link", 1e3 * common.d, common.pitch,
           common.mass, common.mass / common.pitch, 1e3 * s->solver.step);
    if (l.n == 0) {
        print_common(s);
    } else {
        printf("  %d parts: %.2f m, %.0f kg; at most %d of %d links are simulated\n", l.n, l.part[l.n - 1].to, l.mass,
               scenario_max_links(s), l.bodies);
        print_kinds(s, &l);
        print_joints(&l);
        print_weak(&l);
    }
    print_loads(s);
    chain_list_free(&l);
    return RT_OK;
}
