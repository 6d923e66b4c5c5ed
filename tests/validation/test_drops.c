// SPDX-License-Identifier: MIT
// No contact method creates energy: random drops of the shipped anchor on the shipped bow, free of its chain. Four
// balances, each as a part of the energy of the drop, which is m g height plus that of the swing:
//   above: kinetic, potential and stored contact energy (contact_ledger.h), above their sum at the start.
//   rise: the same above its lowest earlier value. Besides elastic force and bristle only dampers, sliding friction
//         and hinge friction act, and they must dissipate. A rise reveals a damper or friction that drives, a rule or
//         projection that adds energy, and an elastic force that returns more than it absorbed.
//   debt: energy that a part's whole contact force returned beyond what it absorbed since the contact began.
//   free: kinetic and potential energy alone, from one moment without contact to another.
// The elastic force alone is printed too. It may return more than it absorbed as far as it is not the gradient of an
// energy (README.md); together with the friction of the same slide it never does.
//
// usage: test_validation_drops --long: a thousand drops of each method
//        test_validation_drops DROPS [FIRST [METHOD]]: those, with a line for each over a limit
#include "tests/validation/contact_ledger.h"
#include <stdio.h>

static const double H = 1e-3, LONGEST = 2, LIMIT = 1e-3;

typedef struct drop {
    pose shank;
    double hinge, height; // height of the fall to first touch [m]
    vec3 velocity;
    int site; // 0 deck, 1 deck edge, 2 pipe mouth and pocket
} drop;

// Part of the case: the figures in README.md are of these drops.
static double uniform(uint64_t *s, double low, double high) {
    *s = *s * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(*s >> 11) * 0x1p-53);
}

// Uniform over all orientations (Shoemake 1992).
static mat3 orientation(uint64_t *s) {
    double u = uniform(s, 0, 1), a = uniform(s, 0, 6.283185307179586), b = uniform(s, 0, 6.283185307179586);
    double x = sqrt(1 - u) * sin(a), y = sqrt(1 - u) * cos(a), z = sqrt(u) * sin(b), w = sqrt(u) * cos(b);
    return (mat3){{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                   {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                   {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}}};
}

static int touches(rig *r, const drop *d, double z) {
    pose at = d->shank;
    at.p.z = z;
    rig_place(r, &at, d->hinge);
    for (int part = 0; part < 2; part++)
        if (vec3_norm2(rig_contact_at(r, part).force) > 0) return 1;
    return 0;
}

// Lowers the anchor from d's pose in steps of 20 mm, then 0.1 mm, to first touch; false if it starts in the hull or
// misses it.
static int lower(rig *r, drop *d, double most) {
    double z = d->shank.p.z, end = z - most;
    if (touches(r, d, z)) return 0;
    while (z > end && !touches(r, d, z - 0.02)) z -= 0.02;
    if (z <= end) return 0;
    while (!touches(r, d, z - 1e-4)) z -= 1e-4;
    double room = d->shank.p.z - z;
    if (room < 0.2) return 0;
    d->height = fmin(d->height, room);
    d->shank.p.z = z + d->height;
    return 1;
}

// Draws a pose over the deck, its edge or the pocket; the fall is 0.2 to 1 m, in the pocket with a swing at the hull.
static drop draw(rig *scout, uint64_t *s) {
    const vec3 mouth = {9, 7, 5.2}, out = {0.4226183, 0.9063078, 0}, along = {0.9063078, -0.4226183, 0};
    drop d;
    do {
        d = (drop){.site = (int)uniform(s, 0, 3)};
        d.shank.r = orientation(s);
        d.hinge = uniform(s, -0.75, 0.75);
        d.height = uniform(s, 0.2, 1);
        double across = d.site == 0 ? uniform(s, -4, -1.5) : d.site == 1 ? uniform(s, -1.5, 1.5) : uniform(s, 0.3, 1.5);
        d.shank.p = vec3_madd(vec3_madd(mouth, across, out), uniform(s, -2, 2), along);
        d.shank.p.z = d.site < 2 ? 14 : uniform(s, 4.5, 7);
        if (d.site == 2) d.velocity = vec3_scale(-uniform(s, 0, 1.5), out);
    } while (!lower(scout, &d, d.site < 2 ? 5 : 2));
    return d;
}

typedef struct outcome {
    double start;         // energy of the drop [J]
    double above;         // largest rise of the total above the start [J]
    double rise, at;      // largest rise of the total above its lowest earlier value [J], time [s]
    double debt[LEDGERS]; // largest excess of returned over absorbed energy of a contact [J]
    double free_rise;     // largest rise of the energy between moments without contact [J]
    int contacts, capped; // steps with contact, steps at the Newton cap
} outcome;

// Kinetic and potential energy, including the hinge stop's, without the contacts' stored energy.
static double motion_energy(rig *r) {
    dyn_eval e = dyn_eval_at(&r->model, &r->state);
    double energy = dyn_energy(&r->model, &r->state);
    for (int i = 0; i < 2; i++)
        energy -= r->contact[i]->energy(r->contact[i]->self, &e, r->state.z + r->model.force_z[r->first_force + i]);
    return dyn_state_finite(&r->model, &r->state) ? energy : HUGE_VAL;
}

static void note_debts(outcome *o, const ledger *l) {
    for (int j = 0; j < LEDGERS; j++) o->debt[j] = fmax(o->debt[j], 0 - l->taken[j]);
}

static void start(rig *r, const drop *d) {
    const int points[] = {r->anchor.pin, r->anchor.tip, r->anchor.shackle};
    rig_place(r, &d->shank, d->hinge);
    for (int i = 0; i < 3; i++) r->state.qd[points[i]] = d->velocity;
    dyn_initial_acceleration(&r->model, &r->state, r->work, &r->command);
}

static outcome fall(rig *r, const drop *d) {
    outcome o = {.start = 6414 * 9.81 * d->height + 0.5 * 6414 * vec3_norm2(d->velocity)};
    ledger part[2] = {{.touching = 0}};
    vec3 q_last[LEDGER_NODES];
    start(r, d);
    double first = motion_energy(r), lowest = first, lowest_free = first;
    for (int k = 0; k * H < LONGEST; k++) {
        memcpy(q_last, r->state.q, sizeof q_last);
        dyn_step_info info = dyn_step(&r->model, &r->state, r->work, &r->command, NULL, &r->events);
        double motion = motion_energy(r), total = motion;
        for (int i = 0; i < 2; i++) {
            ledger_book(&part[i], r, i, q_last);
            note_debts(&o, &part[i]);
            total += part[i].stored;
        }
        int touching = part[0].touching || part[1].touching;
        o.capped += info.capped;
        o.contacts += touching;
        o.above = fmax(o.above, total - first);
        if (total - lowest > o.rise) o.rise = total - lowest, o.at = k * H;
        lowest = fmin(lowest, total);
        if (touching) continue;
        o.free_rise = fmax(o.free_rise, motion - lowest_free);
        lowest_free = fmin(lowest_free, motion);
        if (r->state.q[r->anchor.pin].z < 0) break; // missed the hull
    }
    return o;
}

// Statistics of drops: number over the limit, and the worst as a part of the drop's energy.
typedef struct tally {
    int above, rise, free, debt[LEDGERS];
    double worst_above, worst_rise, worst_free, worst_debt[LEDGERS];
} tally;

static void tally_one(int *n, double *worst, double part) {
    *n += part > LIMIT;
    *worst = fmax(*worst, part);
}

static void count(tally *t, const outcome *o) {
    tally_one(&t->above, &t->worst_above, o->above / o->start);
    tally_one(&t->rise, &t->worst_rise, o->rise / o->start);
    tally_one(&t->free, &t->worst_free, o->free_rise / o->start);
    for (int j = 0; j < LEDGERS; j++) tally_one(&t->debt[j], &t->worst_debt[j], o->debt[j] / o->start);
}

static void print_outcome(const outcome *o, int k, int site) {
    double percent = 100 / o->start;
    printf("%4d site %d: energy %.1f J, rise %.4f %% at %.3f s, debt %.4f %%, of the elastic force %.4f %%, of the "
           "bristle %.4f %%, free of contact %.4f %%; %d steps of contact, %d capped\n",
           k, site, o->start, percent * o->rise, o->at, percent * o->debt[LEDGER_ALL],
           percent * o->debt[LEDGER_ELASTIC], percent * o->debt[LEDGER_BRISTLE], percent * o->free_rise, o->contacts,
           o->capped);
}

// Runs the drops `first` to `first + n - 1`, each from its own seed.
static tally run(const rig_method *method, int first, int n, int talk) {
    static rig r, scout; // the scout finds where the anchor would touch
    const contact_material m = contact_material_default();
    tally t = {.rise = 0};
    rig_make(&r, method, &m, H, 1);
    rig_make(&scout, method, &m, H, 1e6);
    for (int k = first; k < first + n; k++) {
        uint64_t s = 0x9e3779b97f4a7c15u * (uint64_t)(k + 1);
        drop d = draw(&scout, &s);
        outcome o = fall(&r, &d);
        count(&t, &o);
        if (talk && fmax(fmax(o.rise, o.free_rise), fmax(o.debt[LEDGER_ALL], o.debt[LEDGER_ELASTIC])) > LIMIT * o.start)
            print_outcome(&o, k, d.site);
    }
    rig_free(&r);
    rig_free(&scout);
    printf("| %s | %d | %d | %.4f %% | %d | %.4f %% | %d | %.4f %% | %d | %.4f %% | %d | %.4f %% |\n", method->name, n,
           t.above, 100 * t.worst_above, t.rise, 100 * t.worst_rise, t.debt[LEDGER_ALL], 100 * t.worst_debt[LEDGER_ALL],
           t.free, 100 * t.worst_free, t.debt[LEDGER_ELASTIC], 100 * t.worst_debt[LEDGER_ELASTIC]);
    return t;
}

static void print_head(void) {
    printf("| method | drops | above > 0.1 %% | worst | rise > 0.1 %% | worst | debt > 0.1 %% | worst | free > 0.1 %% "
           "| worst | elastic debt > 0.1 "
           "%% | worst |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
}

static tally run_checked(const rig_method *method, int n) {
    tally t = run(method, 0, n, 0);
    assert_int_equal(t.above, 0);
    assert_int_equal(t.debt[LEDGER_ALL], 0);
    assert_int_equal(t.free, 0);
    assert_true(t.worst_rise < method->rises);
    return t;
}

static void no_energy_is_created(void **state) {
    (void)state;
    print_head();
    for (int k = 0; k < RIG_METHODS; k++) assert_int_equal(run_checked(&rig_methods[k], k == 0 ? 30 : 15).rise, 0);
}

static void no_energy_is_created_in_a_thousand_drops(void **state) {
    (void)state;
    print_head();
    for (int k = 0; k < RIG_METHODS; k++) run_checked(&rig_methods[k], SANITIZED ? 60 : 1000);
}

int main(int argc, char **argv) {
    const struct CMUnitTest few[] = {cmocka_unit_test(no_energy_is_created)},
                            many[] = {cmocka_unit_test(no_energy_is_created_in_a_thousand_drops)};
    if (argc == 1) return cmocka_run_group_tests(few, NULL, NULL);
    if (strcmp(argv[1], "--long") == 0) return cmocka_run_group_tests(many, NULL, NULL);
    int n = atoi(argv[1]), first = argc > 2 ? atoi(argv[2]) : 0;
    print_head();
    for (int k = 0; k < RIG_METHODS; k++)
        if (argc < 4 || strcmp(argv[3], rig_methods[k].name) == 0) run(&rig_methods[k], first, n, 1);
    return 0;
}
