// SPDX-License-Identifier: MIT
// Elastic bodies without friction keep their energy, whatever corner, edge and face they meet with.
#include "tests/validation/ledger.h"
#include "tests/validation/shape_drop.h"
#include "tests/validation/tumble.h"

static const double DURATION = 20, LIMIT = 5e-3;

enum { MANY = SANITIZED ? 20 : 1000 };

// What many tumbles of a pair gave.
typedef struct tumbles {
    double worst; // largest change of energy
    long impacts, scaled;
} tumbles;

static tumble_end run_tumble(int a, int b, int number) {
    static tumble t;
    uint64_t seed = 1000003u * (unsigned)number + 1000u * (unsigned)a + (unsigned)b + 1;
    tumble_make(&t, a, b, &seed);
    tumble_end end = tumble_run(&t, DURATION);
    tumble_free(&t);
    return end;
}

static tumbles run_pair(int a, int b, int runs) {
    tumbles r = {0};
    for (int k = 0; k < runs; k++) {
        tumble_end end = run_tumble(a, b, k);
        r.worst = fmax(r.worst, end.change);
        r.impacts += end.impacts, r.scaled += end.scaled;
    }
    return r;
}

static void check_pair(ledger *l, int a, int b, int runs) {
    char what[96];
    const tumbles r = run_pair(a, b, runs);
    snprintf(what, sizeof what, "%s and %s, %d tumbles: largest change of energy", tumble_name[a], tumble_name[b],
             runs);
    ledger_row(l, what, "of the start", 0, "elastic bodies without friction keep it", r.worst, LIMIT);
    print_message("%39s %.0f impacts a tumble; greatest force altered by over 10 %% in %.1f %% of them\n", "",
                  (double)r.impacts / runs, 100.0 * (double)r.scaled / (double)r.impacts);
    assert_true(r.impacts > runs);
}

static void every_pair_keeps_its_energy(void **state) {
    (void)state;
    ledger l = ledger_begin("tumbles of each pair", "A spring throws two elastic bodies at each other for 20 s", "");
    for (int a = 0; a < TUMBLE_KINDS; a++)
        for (int b = a; b < TUMBLE_KINDS; b++) check_pair(&l, a, b, 1);
    ledger_end(&l);
}

// Number 853 of box and cone: edges nearly parallel touch first 60 mm from the corner that presses a step later. Energy
// handed on from there made the whole impact 64 times too soft, 12.5 mm deep, and changed the energy by 0.85 %.
static void first_place_does_not_decide_the_contact(void **state) {
    (void)state;
    tumble_end end = run_tumble(TUMBLE_BOX, TUMBLE_CONE, 853);
    print_message("energy changed by %.2g of the start; deepest %.1f mm\n", end.change, 1e3 * end.deepest);
    assert_true(end.change < 1e-3 && end.deepest < 0.010);
}

// Pairs of one shape: with the shapes from `first` to `last`.
typedef struct tumble_pairs {
    int shape, first, last;
} tumble_pairs;

static void thousand_tumbles_keep_their_energy(void **state) {
    const tumble_pairs *pairs = *state;
    ledger l = ledger_begin(tumble_name[pairs->shape], "A spring throws two elastic bodies at each other for 20 s", "");
    for (int b = pairs->first; b <= pairs->last; b++) check_pair(&l, pairs->shape, b, MANY);
    ledger_end(&l);
}

// TUMBLE_KINDS if no shape has this name.
static int tumble_kind_of(const char *name) {
    int kind = 0;
    while (kind < TUMBLE_KINDS && strcmp(name, tumble_name[kind]) != 0) kind++;
    return kind;
}

// --- a box on a floor: the top of a box, or a plane

static const contact_shape BOX = {.kind = CONTACT_BOX, .size = {0.2, 0.15, 0.1}},
                           FLOOR = {.kind = CONTACT_BOX, .size = {3, 3, 0.5}}, PLANE = {.kind = CONTACT_PLANE};
static const double MASS = 10, GRAVITY = 9.81;

static contact_material elastic(void) {
    contact_material m = contact_material_default();
    m.stiffness = 1e6, m.restitution = 1, m.mu_static = m.mu_dynamic = 0;
    return m;
}

static vec3 moments_of_box(void) {
    vec3 a = BOX.size;
    return vec3_scale(MASS / 3, vec3_make(a.y * a.y + a.z * a.z, a.x * a.x + a.z * a.z, a.x * a.x + a.y * a.y));
}

// The box over the floor, its lowest corner at a height of `gap`.
static void make_drop(shape_drop *s, const contact_shape *floor, const contact_material *m, mat3 turn, double gap,
                      double gravity, double h) {
    const pose in = {mat3_identity(), {0, 0, 0}};
    vec3 low = contact_support(&BOX, mat3_tmul(&turn, vec3_make(0, 0, -1)));
    double top = floor->kind == CONTACT_BOX ? floor->size.z : 0;
    const pose at = {turn, {0.03, 0.02, top + gap - mat3_mul(&turn, low).z}};
    shape_drop_make(s, &BOX, &in, &at, floor, m, MASS, moments_of_box(), vec3_make(0, 0, -gravity), h);
}

static void spin(shape_drop *s, vec3 w) {
    vec3 *q = s->b.state.q + DYN_FIRST_NODE, *qd = s->b.state.qd + DYN_FIRST_NODE;
    qd[1] = vec3_add(qd[0], vec3_cross(w, vec3_sub(q[1], q[0])));
    for (int k = 2; k < 4; k++) qd[k] = vec3_cross(w, q[k]);
}

// One impact of a corner, and what it left.
typedef struct corner_impact {
    double deepest, force, energy; // [m]; normal force there [N]; energy over that before
    int contacts;                  // running numbers given
} corner_impact;

static corner_impact strike(const contact_shape *floor, vec3 axis, double angle, vec3 w) {
    shape_drop s;
    contact_material m = elastic();
    corner_impact r = {0, 0, 0, 0};
    // three faces look down alike; turned a little from there
    vec3 equal = vec3_unit(vec3_make(1, 1, 1)), up = {0, 0, 1};
    mat3 stand = mat3_rotation(vec3_unit(vec3_cross(equal, up)), acos(vec3_dot(equal, up))),
         lean = mat3_rotation(vec3_unit(axis), angle);
    make_drop(&s, floor, &m, mat3_matmul(&lean, &stand), 1e-4, 0, 5e-5);
    sliding_body_throw(&s.b, vec3_make(0, 0, -0.4));
    spin(&s, w);
    double before = dyn_energy(&s.b.model, &s.b.state);
    for (int k = 0, away = 0; k < 4000 && away < 10; k++) {
        sliding_body_step(&s.b);
        contact_shape_sum sum = contact_shape_contact_sum(&s.contact);
        if (sum.depth > r.deepest) r.deepest = sum.depth, r.force = sum.normal;
        away = r.deepest > 0 && sum.hits == 0 ? away + 1 : 0;
        for (int i = 0; i < s.contact.set.n; i++)
            if (s.contact.set.item[i].depth > 0)
                r.contacts = (int)fmax(r.contacts, (double)s.contact.set.item[i].identity);
    }
    r.energy = dyn_energy(&s.b.model, &s.b.state) / before;
    shape_drop_free(&s);
    return r;
}

// The box turns on its corner, and another of its faces looks at the floor: still the same contact, as on a plane.
static void corner_stays_one_contact_while_its_facet_changes(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int k = 0; k < 20; k++) {
        vec3 axis = random_direction(&seed), w = random_vec3(&seed, 6);
        double angle = uniform(&seed, 0, 0.15);
        corner_impact on_plane = strike(&PLANE, axis, angle, w), on_box = strike(&FLOOR, axis, angle, w);
        print_message("plane %.3f mm, energy %.5f; box %.3f mm, energy %.5f, %d contact\n", 1e3 * on_plane.deepest,
                      on_plane.energy, 1e3 * on_box.deepest, on_box.energy, on_box.contacts);
        assert_int_equal(on_box.contacts, on_plane.contacts);
        CHECK_NEAR(on_box.deepest, on_plane.deepest, 1e-4 * on_plane.deepest);
        CHECK_NEAR(on_box.force, 1e6 * pow(on_box.deepest, 1.5), 1e-3 * on_box.force);
        CHECK_NEAR(on_box.energy, 1, 1e-4);
    }
}

static void check_floor(const char *name, const contact_shape *floor, double h, double duration, double limit) {
    shape_drop s;
    contact_material m = elastic();
    char what[96];
    ledger l = ledger_begin(name, "An elastic box tumbles on a floor", "");
    make_drop(&s, floor, &m, mat3_rotation(vec3_unit(vec3_make(1, 2, 3)), 0.7), 0.1, GRAVITY, h);
    spin(&s, vec3_make(1, -2, 1.5));
    // above the energy of the box at rest on its largest face
    double rest = MASS * GRAVITY * (BOX.size.z + (floor->kind == CONTACT_BOX ? floor->size.z : 0));
    double start = dyn_energy(&s.b.model, &s.b.state) - rest, worst = 0;
    for (long k = lround(duration / h); k > 0; k--) {
        sliding_body_step(&s.b);
        if (contact_shape_contact_sum(&s.contact).hits > 0) continue;
        worst = fmax(worst, fabs((dyn_energy(&s.b.model, &s.b.state) - rest) / start - 1));
    }
    snprintf(what, sizeof what, "%.4g J for %g s, step %g ms: largest change", start, duration, 1e3 * h);
    ledger_row(&l, what, "of the start", 0, "an elastic body without friction keeps its energy", worst, limit);
    ledger_end(&l);
    shape_drop_free(&s);
}

static void box_tumbles_on_a_box_as_on_a_plane(void **state) {
    (void)state;
    check_floor("box on a plane", &PLANE, 2e-4, 50, LIMIT);
    check_floor("box on a box", &FLOOR, 2e-4, 50, LIMIT);
    check_floor("box on a box", &FLOOR, 5e-5, 50, LIMIT);
}

// Of more points below the plane than there are hits, the outermost are chosen.
static void hull_of_many_points_tumbles_on_a_plane(void **state) {
    (void)state;
    static vec3 point[1000];
    uint64_t seed = 5;
    const contact_shape hull = {.kind = CONTACT_POINTS, .vertex = point, .n = 1000};
    const pose in = {mat3_identity(), {0, 0, 0}}, at = {mat3_identity(), {0, 0, 0.4}};
    contact_material m = elastic();
    shape_drop s;
    double worst = 0;
    int hits = 0;
    for (int i = 0; i < hull.n; i++) point[i] = vec3_scale(0.15, random_direction(&seed));
    m.stiffness = 1e5; // more than 16 points come below the plane
    ledger l = ledger_begin("hull of 1 000 points on a plane", "An elastic hull tumbles on a plane", "");
    shape_drop_make(&s, &hull, &in, &at, &PLANE, &m, MASS, vec3_make(0.09, 0.1, 0.12), vec3_make(0, 0, -GRAVITY), 2e-4);
    spin(&s, vec3_make(1, -2, 1.5));
    double start = dyn_energy(&s.b.model, &s.b.state);
    for (int k = 0; k < 100000; k++) {
        sliding_body_step(&s.b);
        int now = contact_shape_contact_sum(&s.contact).hits;
        hits = now > hits ? now : hits;
        if (now == 0) worst = fmax(worst, fabs(dyn_energy(&s.b.model, &s.b.state) / start - 1));
    }
    assert_int_equal(hits, CONTACT_PAIR_HITS);
    ledger_row(&l, "largest change of energy in 20 s", "of the start", 0,
               "an elastic body without friction keeps its energy", worst, LIMIT);
    ledger_end(&l);
    shape_drop_free(&s);
}

// --long SHAPE: 1 000 tumbles of the shape with itself and with each after it. --long SHAPE SHAPE: of this pair.
int main(int argc, char **argv) {
    const struct CMUnitTest few[] = {
        cmocka_unit_test(corner_stays_one_contact_while_its_facet_changes),
        cmocka_unit_test(box_tumbles_on_a_box_as_on_a_plane), cmocka_unit_test(hull_of_many_points_tumbles_on_a_plane),
        cmocka_unit_test(first_place_does_not_decide_the_contact), cmocka_unit_test(every_pair_keeps_its_energy)};
    if (argc < 3 || strcmp(argv[1], "--long") != 0) return cmocka_run_group_tests(few, NULL, NULL);
    tumble_pairs pairs = {tumble_kind_of(argv[2]), tumble_kind_of(argv[2]), TUMBLE_KINDS - 1};
    if (argc > 3) pairs.first = pairs.last = tumble_kind_of(argv[3]);
    if (pairs.shape == TUMBLE_KINDS || pairs.first == TUMBLE_KINDS || pairs.first < pairs.shape) return 2;
    const struct CMUnitTest many[] = {cmocka_unit_test_prestate(thousand_tumbles_keep_their_energy, &pairs)};
    return cmocka_run_group_tests(many, NULL, NULL);
}
