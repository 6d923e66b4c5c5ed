// SPDX-License-Identifier: MIT
// A million balls against random shapes: touching, nested, needle-thin, with sizes from a millionth to a million in one
// pair. Each answer is checked by its definition: the foot lies on the surface, the centre on the normal there, and no
// other place is nearer.
#include "contact/pair/ellipsoid.h"
#include "rt/base/float_env.h"
#include "tests/contact/pair_test.h"

enum { PAIRS = 1000000, PLACES = 6 };

static const contact_shape_kind kinds[] = {CONTACT_SPHERE, CONTACT_BOX, CONTACT_ELLIPSOID, CONTACT_FRUSTUM,
                                           CONTACT_TRIANGLE};
enum { KINDS = sizeof kinds / sizeof *kinds };

// A random size of one of three sorts: near 1, 1 or a millionth, or any.
static double size_of(uint64_t *seed, int sort) {
    if (sort == 0) return 1 + 0.5 * random_unit(seed);
    return sort == 1 ? (random_unit(seed) < 0 ? 1 : 1e-6) : random_size(seed, 6);
}

static contact_shape random_shape(uint64_t *seed, contact_shape_kind kind, vec3 corner[3]) {
    int sort = (int)(1.5 * (random_unit(seed) + 1)) % 3;
    contact_shape b = {.kind = kind, .vertex = corner, .n = 3};
    b.size.x = size_of(seed, sort), b.size.y = size_of(seed, sort), b.size.z = size_of(seed, sort);
    if (kind == CONTACT_FRUSTUM && random_unit(seed) > 0.8) b.size.y = random_unit(seed) < 0 ? 0 : b.size.x;
    for (int i = 0; i < 3; i++) corner[i] = vec3_scale(size_of(seed, sort), random_vec3(seed, 1));
    if (random_unit(seed) > 0.9)
        corner[2] = vec3_madd(corner[0], 1 + random_unit(seed), vec3_sub(corner[1], corner[0]));
    return b;
}

// A place on the surface, and the normal of the solid there (of a triangle: across it).
static vec3 surface_place(uint64_t *seed, const contact_shape *b, vec3 *normal) {
    vec3 e = b->size, u = random_direction(seed), x = {e.x * u.x, e.y * u.y, e.z * u.z};
    double s = 0.5 * (random_unit(seed) + 1), t = 0.5 * (random_unit(seed) + 1), angle = 3.2 * random_unit(seed);
    switch (b->kind) {
    case CONTACT_SPHERE:
        *normal = u;
        return vec3_scale(e.x, u);
    case CONTACT_ELLIPSOID:
        *normal = vec3_unit(vec3_make(u.x / e.x, u.y / e.y, u.z / e.z));
        return x;
    case CONTACT_BOX:
        *normal = vec3_make(u.x < 0 ? -1 : 1, 0, 0);
        return vec3_make(normal->x * e.x, e.y * (2 * s - 1), e.z * (2 * t - 1));
    case CONTACT_FRUSTUM: {
        double end = random_unit(seed), slant = sqrt((e.y - e.x) * (e.y - e.x) + e.z * e.z);
        *normal = end > 0 ? vec3_make(e.z / slant * cos(angle), e.z / slant * sin(angle), (e.x - e.y) / slant)
                          : vec3_make(0, 0, end < -0.5 ? -1 : 1);
        double r = end > 0 ? e.x + s * (e.y - e.x) : s * (end < -0.5 ? e.x : e.y);
        return vec3_make(r * cos(angle), r * sin(angle), end > 0 ? s * e.z : end < -0.5 ? 0 : e.z);
    }
    default:
        if (s + t > 1) s = 1 - s, t = 1 - t;
        *normal = vec3_unit(vec3_cross(vec3_sub(b->vertex[1], b->vertex[0]), vec3_sub(b->vertex[2], b->vertex[0])));
        return vec3_madd(vec3_madd(b->vertex[0], s, vec3_sub(b->vertex[1], b->vertex[0])), t,
                         vec3_sub(b->vertex[2], b->vertex[0]));
    }
}

// Lower bound of the distance of x from the surface, as a share of the shape's least size there; of a box, frustum and
// triangle [m].
static double off_surface(const contact_shape *b, vec3 x) {
    vec3 e = b->size;
    if (b->kind == CONTACT_SPHERE) return vec3_norm(x) / e.x - 1;
    if (b->kind == CONTACT_ELLIPSOID)
        return sqrt(x.x / e.x * (x.x / e.x) + x.y / e.y * (x.y / e.y) + x.z / e.z * (x.z / e.z)) - 1;
    if (b->kind == CONTACT_BOX) return fmax(fabs(x.x) - e.x, fmax(fabs(x.y) - e.y, fabs(x.z) - e.z));
    double slant = sqrt((e.y - e.x) * (e.y - e.x) + e.z * e.z), rho = sqrt(x.x * x.x + x.y * x.y);
    if (b->kind == CONTACT_FRUSTUM) return fmax(fmax(-x.z, x.z - e.z), ((rho - e.x) * e.z - (e.y - e.x) * x.z) / slant);
    vec3 n = vec3_unit(vec3_cross(vec3_sub(b->vertex[1], b->vertex[0]), vec3_sub(b->vertex[2], b->vertex[0])));
    return vec3_dot(n, vec3_sub(x, b->vertex[0]));
}

// The greatest input value; rounding errors are a share of it.
static double extent(const contact_shape *b, vec3 c, double radius) {
    double most = fmax(vec3_norm(c), radius);
    if (b->kind != CONTACT_TRIANGLE) return most + vec3_norm(b->size);
    for (int i = 0; i < 3; i++) most += vec3_norm(b->vertex[i]);
    return most;
}

static void check_pair(uint64_t *seed, const contact_shape *b, vec3 c, double radius) {
    pose at = unmoved();
    contact_hit h = ball_hit(radius, c, b, &at);
    double all = extent(b, c, radius), rounding = 1e-14 * all, distance = radius - h.depth;
    if (!(isfinite(h.depth) && fabs(vec3_norm(h.normal) - 1) < 1e-14)) fail_msg("depth %g, kind %d", h.depth, b->kind);
    vec3 foot = vec3_madd(c, -distance, h.normal);
    CHECK_NEAR(vec3_norm(vec3_sub(hit_foot(&h), foot)), 0, rounding);
    // for ellipsoid and sphere a share of the size, which on a needle's thin side is the whole error
    double off = off_surface(b, foot), share = b->kind == CONTACT_ELLIPSOID
                                                   ? 1 / fmin(b->size.x, fmin(b->size.y, b->size.z))
                                               : b->kind == CONTACT_SPHERE ? 1 / b->size.x
                                                                           : 1;
    if (b->kind != CONTACT_TRIANGLE) CHECK_NEAR(off, 0, rounding * share + 1e-14);
    for (int i = 0; i < PLACES; i++) {
        vec3 n, x = surface_place(seed, b, &n);
        double far = vec3_norm(vec3_sub(x, c));
        if (far < fabs(distance) - rounding)
            fail_msg("kind %d: a place %.17g away, found %.17g", b->kind, far, distance);
    }
}

static void test_million_balls_have_their_nearest_foot(void **state) {
    (void)state;
    uint64_t seed = 2026;
    int touching = 0, nested = 0;
    for (int k = 0; k < PAIRS; k++) {
        vec3 corner[3], n;
        contact_shape b = random_shape(&seed, kinds[k % KINDS], corner);
        double radius = size_of(&seed, k / KINDS % 3);
        vec3 x = surface_place(&seed, &b, &n), c = vec3_madd(x, radius, n); // touching to the last bit
        switch (k / (3 * KINDS) % 5) {
        case 0:
            touching++;
            break;
        case 1: // a hair off
            c = vec3_madd(c, 1e-13 * radius * random_unit(&seed), n);
            break;
        case 2: // within
            c = vec3_scale(random_unit(&seed), x);
            nested++;
            break;
        case 3: // on an axis or a plane of symmetry
            if (random_unit(&seed) < 0.5) c.x = 0;
            if (random_unit(&seed) < 0.5) c.y = 0;
            if (random_unit(&seed) < 0.5) c.z = 0;
            break;
        default: // anywhere
            c = vec3_scale(size_of(&seed, 2), random_vec3(&seed, 1));
        }
        check_pair(&seed, &b, c, radius);
    }
    print_message("%d pairs, %d touching, %d nested\n", PAIRS, touching, nested);
}

// Iterations of the ellipsoid's foot: points near the middle plane of a disc, where the root is close to the pole, on
// the evolute and far away, with ratios of the axes up to 1e12.
static void test_ellipsoid_converges_in_few_iterations(void **state) {
    (void)state;
    uint64_t seed = 77;
    int most = 0;
    double sum = 0;
    for (int k = 0; k < PAIRS; k++) {
        double spread = k % 3 == 0 ? 0.5 : 6;
        vec3 e = {random_size(&seed, spread), random_size(&seed, spread), random_size(&seed, spread)};
        vec3 u = random_direction(&seed), p = {e.x * u.x, e.y * u.y, e.z * u.z};
        if (k % 5 == 0) p = vec3_scale(random_unit(&seed), p);
        if (k % 5 == 1) p.z *= random_size(&seed, 15);
        if (k % 5 == 2) p.x *= 1e-9, p.y *= 1 + 1e-9 * random_unit(&seed);
        if (k % 5 == 3) p = vec3_make(p.x * fabs(e.x * e.x - e.z * e.z) / (e.x * e.x), p.y, p.z * 1e-12);
        int n;
        contact_surface_foot f = contact_ellipsoid_foot(e, p, &n);
        if (n > most) most = n;
        sum += n;
        vec3 x = {f.x.x / e.x, f.x.y / e.y, f.x.z / e.z};
        CHECK_NEAR(vec3_norm(x), 1, 1e-14);
        CHECK_NEAR(vec3_norm(f.n), 1, 1e-14);
    }
    print_message("%d ellipsoids: %.2f iterations on average, %d at most\n", PAIRS, sum / PAIRS, most);
    assert_true(most < CONTACT_ELLIPSOID_ITERATIONS / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ellipsoid_converges_in_few_iterations),
                                       cmocka_unit_test(test_million_balls_have_their_nearest_foot)};
    rt_float_env_set();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
