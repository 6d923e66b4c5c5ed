// SPDX-License-Identifier: MIT
// Tests of the windlass and of the chain over the gypsy.
#include "tests/check.h"

#include "render/scene/deck.h"

// The shipped windlass, whose gypsy reaches below the deck; one on a high bed; a small mirrored one.
static const windlass_size sizes[] = {
    {0.318, 0.05, 0.017, 3.6, 0, 1}, {0.484, 0.076, -0.95, 5.5, 1.9, -1}, {0.127, 0.02, -0.06, 1.6, 0, -1}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static double segment_distance(vec3 p, vec3 a, vec3 b) {
    vec3 ab = vec3_sub(b, a);
    double u = fmin(fmax(vec3_dot(vec3_sub(p, a), ab) / vec3_norm2(ab), 0), 1);
    return vec3_norm(vec3_sub(p, vec3_madd(a, u, ab)));
}

// Distance from the chain's centre line: the lead, a quarter of the gypsy, and the fall below.
static double chain_distance(const windlass_size *w, vec3 p) {
    double r = w->radius, lip = w->lead - 10 * w->bar;
    double lead = segment_distance(p, vec3_make(0, 0, windlass_chain_height(w, 0)),
                                   vec3_make(lip, 0, windlass_chain_height(w, lip)));
    double fall = segment_distance(p, vec3_make(-r, 0, 0), vec3_make(-r, 0, w->deck - 3 * r));
    double ring = p.x <= 0 && p.z >= 0 ? hypot(hypot(p.x, p.z) - r, p.y) : 1e9;
    return fmin(fmin(lead, fall), ring);
}

static vec3 corner_of(const shape *s, int i) {
    const float *p = s->vertex[i].position;
    return vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

// No part enters the space of a flat link, 1.8 bars to each side. Samples points 1 cm apart.
static void no_part_obstructs_the_chain(void **state) {
    (void)state;
    for (int k = 0; k < SIZES; k++)
        for (int part = WINDLASS_PAINTED; part <= WINDLASS_BAND; part++) {
            shape s = {0};
            assert_true(shape_windlass(&sizes[k], (windlass_part)part, &s));
            double least = INFINITY;
            for (int i = 0; i < s.ni; i += 3) {
                vec3 a = corner_of(&s, (int)s.index[i]), b = corner_of(&s, (int)s.index[i + 1]),
                     c = corner_of(&s, (int)s.index[i + 2]);
                double longest = fmax(vec3_norm(vec3_sub(b, a)), vec3_norm(vec3_sub(c, a)));
                int n = 1 + (int)(longest / 0.01);
                for (int u = 0; u <= n; u++)
                    for (int v = 0; u + v <= n; v++) {
                        vec3 p = vec3_madd(vec3_madd(a, (double)u / n, vec3_sub(b, a)), (double)v / n, vec3_sub(c, a));
                        least = fmin(least, chain_distance(&sizes[k], p));
                    }
            }
            if (least < 1.8 * sizes[k].bar)
                fail_msg("size %d, part %d: %.3f m from the chain's middle", k, part, least);
            shape_free(&s);
        }
}

// Faces are counter-clockwise as seen along their normals, on either side of the chain.
static void faces_and_normals_agree(void **state) {
    (void)state;
    for (int k = 0; k < SIZES; k++)
        for (int part = 0; part <= WINDLASS_BAR; part++) {
            shape s = {0};
            assert_true(shape_windlass(&sizes[k], (windlass_part)part, &s));
            assert_true(s.ni > 0 && s.nv > 0);
            for (int i = 0; i < s.ni; i += 3) {
                vec3 a = corner_of(&s, (int)s.index[i]), b = corner_of(&s, (int)s.index[i + 1]),
                     c = corner_of(&s, (int)s.index[i + 2]);
                vec3 face = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
                const float *n = s.vertex[s.index[i]].normal;
                vec3 normal = vec3_make((double)n[0], (double)n[1], (double)n[2]);
                CHECK_NEAR(vec3_norm(normal), 1, 1e-5);
                if (vec3_norm(face) < 1e-9) continue; // the axis of a lathe
                assert_true(vec3_dot(vec3_unit(face), normal) > 0.7);
            }
            shape_free(&s);
        }
}

// Open, the stopper's bar is clear of the chain. Down, it rests above the flat links. Holding, its jaws block a flat
// link on both sides of a slot as wide as a link's bar. Broken, it lies aside.
static void stopper_bar_follows_its_state(void **state) {
    (void)state;
    for (int k = 0; k < SIZES; k++) {
        const windlass_size *w = &sizes[k];
        render_def def = render_def_default();
        def.bar_diameter = w->bar;
        def.has_lifter = true;
        def.lifter_axis = vec3_make(0, w->side, 0);
        def.outboard = vec3_make(0, -w->side, 0);
        def.pipe_axis = vec3_make(0, 0, 1);
        def.pipe_length = 1;
        def.focus = vec3_make(w->lead, 0, w->deck - 1);
        def.lifter_centre = vec3_make(0, 0, 0);
        def.has_stopper = w->stopper > 0;
        def.stopper = vec3_make(w->stopper, 0, w->radius);
        double place = w->stopper > 0 ? w->stopper : 0.5 * w->lead, chain = windlass_chain_height(w, place);
        shape s = {0};
        assert_true(shape_windlass(w, WINDLASS_BAR, &s));
        for (int what = TACKLE_STOPPER_OPEN; what <= TACKLE_STOPPER_BROKEN; what++) {
            pose at;
            assert_true(scene_deck_bar(&def, what, &at));
            double lowest = INFINITY, nearest = INFINITY, lowest_left = INFINITY, lowest_right = INFINITY;
            for (int i = 0; i < s.nv; i++) {
                vec3 p = pose_point(&at, corner_of(&s, i));
                double y = p.y / w->bar, z = (p.z - chain) / w->bar;
                CHECK_NEAR(p.x, place, 0.61 * w->bar);
                lowest = fmin(lowest, z);
                nearest = fmin(nearest, hypot(y, z));
                if (what == TACKLE_STOPPER_HOLDING && z < 1.5) assert_true(fabs(y) > 0.7); // the slot
                if (y > 0 && y < 1.8) lowest_left = fmin(lowest_left, z);
                if (y < 0 && y > -1.8) lowest_right = fmin(lowest_right, z);
            }
            if (what == TACKLE_STOPPER_OPEN) assert_true(nearest > 1.8);
            if (what == TACKLE_STOPPER_DOWN) assert_true(lowest > 0.45 && lowest < 1.8);
            if (what == TACKLE_STOPPER_HOLDING) assert_true(lowest_left < -0.4 && lowest_right < -0.4);
            if (what == TACKLE_STOPPER_BROKEN) assert_true(nearest > 1.8);
        }
        pose none;
        assert_false(scene_deck_bar(&def, -1, &none) || scene_deck_bar(&def, 77, &none));
        shape_free(&s);
    }
}

static void gearbox_is_inboard(void **state) {
    (void)state;
    vec3 port = vec3_make(0, 1, 0);
    assert_int_equal(windlass_side(vec3_make(1, 0, 0), port), -1);                // lead forward: inboard is right
    assert_int_equal(windlass_side(vec3_make(1, 0, 0), vec3_make(0, -1, 0)), 1);  // starboard: left
    assert_int_equal(windlass_side(port, port), -1);                              // lead athwart: forward is right
    assert_int_equal(windlass_side(vec3_make(0, -1, 0), vec3_make(0, -1, 0)), 1); // starboard: left
    for (int k = 0; k < SIZES; k++) {
        shape s = {0};
        double reach[2] = {0, 0};
        assert_true(shape_windlass(&sizes[k], WINDLASS_PAINTED, &s));
        for (int i = 0; i < s.nv; i++) {
            double y = (double)s.vertex[i].position[1] * sizes[k].side;
            reach[y > 0] = fmax(reach[y > 0], fabs(y));
        }
        assert_true(reach[1] > 4 * sizes[k].radius && reach[0] < 2 * sizes[k].radius);
        shape_free(&s);
    }
}

static render_def make_deck(void) {
    render_def def = render_def_default();
    def.bar_diameter = 0.05;
    def.focus = vec3_make(9, 7, 5.2);
    def.pipe_axis = vec3_unit(vec3_make(-0.271654, -0.582563, 0.766044));
    def.pipe_length = 5.74;
    def.pipe_bore = 0.56;
    def.has_lifter = true;
    def.lifter_centre = vec3_make(5.918, 0.391, 9.582);
    def.lifter_axis = vec3_make(-0.906308, 0.422618, 0);
    return def;
}

// The last simulated link, its middle this far outboard of the gypsy's top, turned about the chain.
static dyn_snapshot_body make_last_link(const render_def *def, int number, double outboard, double turned) {
    pose frame = scene_deck_frame(def);
    double radius = 40 * def->bar_diameter / (2 * M_PI);
    vec3 z = vec3_make(-1, 0, 0), y = vec3_make(0, 1, 0), across = vec3_cross(y, z);
    vec3 x = vec3_add(vec3_scale(cos(turned), y), vec3_scale(sin(turned), across));
    mat3 local = mat3_columns(x, vec3_cross(z, x), z);
    return (dyn_snapshot_body){
        DYN_SHOW_LINK, number, {mat3_matmul(&frame.r, &local), pose_point(&frame, vec3_make(outboard, 0, radius))}};
}

static void stowed_links_follow_gypsy_and_fall(void **state) {
    (void)state;
    render_def def = make_deck();
    pose frame = scene_deck_frame(&def);
    double pitch = 4 * def.bar_diameter, radius = 40 * def.bar_diameter / (2 * M_PI);
    for (double out = -0.06; out < 0.2; out += 0.03) {
        dyn_snapshot_body last = make_last_link(&def, 57, out, 0.4), more[SCENE_DECK_LINKS];
        int n = scene_deck_links(&def, &last, more);
        assert_in_range(n, 4, 6);
        const dyn_snapshot_body *before = &last;
        for (int i = 0; i < n; before = &more[i++]) {
            assert_int_equal(more[i].number, 58 + i);
            double gap = vec3_norm(vec3_sub(more[i].pose.p, before->pose.p));
            // a chord of the gypsy is shorter; the last simulated link is straight where the next already bends
            assert_true(gap > (i ? 0.97 : 0.92) * pitch && gap <= (i ? 1 + 1e-9 : 1.02) * pitch);
            CHECK_NEAR(mat3_det(&more[i].pose.r), 1, 1e-12);
            vec3 x0 = mat3_mul(&before->pose.r, vec3_make(1, 0, 0)), x1 = mat3_mul(&more[i].pose.r, vec3_make(1, 0, 0));
            assert_true(fabs(vec3_dot(x0, x1)) < 0.35); // a quarter turn to the next, less the bend
            vec3 p = pose_point_inverse(&frame, more[i].pose.p);
            CHECK_NEAR(p.y, 0, 1e-9);
            if (p.x < 0 && p.z > 0) CHECK_NEAR(hypot(p.x, p.z), radius, 1e-9);
        }
        vec3 lowest = pose_point_inverse(&frame, more[n - 1].pose.p);
        CHECK_NEAR(lowest.x, -radius, 1e-9);
        assert_true(lowest.z < -0.2);
    }
}

// A link handed over by the simulation, or taken back, does not move the other links.
static void handover_moves_no_link(void **state) {
    (void)state;
    render_def def = make_deck();
    double pitch = 4 * def.bar_diameter;
    dyn_snapshot_body a = make_last_link(&def, 40, 0.13, 0.7),
                      b = make_last_link(&def, 41, 0.13 - pitch, 0.7 + M_PI / 2);
    dyn_snapshot_body from_a[SCENE_DECK_LINKS], from_b[SCENE_DECK_LINKS];
    int na = scene_deck_links(&def, &a, from_a), nb = scene_deck_links(&def, &b, from_b);
    assert_int_equal(na, nb + 1);
    for (int i = 0; i < nb; i++) {
        assert_int_equal(from_a[i + 1].number, from_b[i].number);
        CHECK_NEAR(vec3_norm(vec3_sub(from_a[i + 1].pose.p, from_b[i].pose.p)), 0, 1e-12);
        for (int k = 0; k < 9; k++)
            CHECK_NEAR(from_a[i + 1].pose.r.m[k / 3][k % 3], from_b[i].pose.r.m[k / 3][k % 3], 0.03);
    }
}

// From a gypsy high above the deck the chain falls into the spurling pipe.
static void chain_ends_below_the_deck(void **state) {
    (void)state;
    render_def def = make_deck();
    const double deck = def.focus.z + def.pipe_length * def.pipe_axis.z;
    for (double height = 0; height < 1.6; height += 0.5) {
        def.lifter_centre.z = deck + height;
        dyn_snapshot_body last = make_last_link(&def, 9, 0.05, 0), more[SCENE_DECK_LINKS];
        int n = scene_deck_links(&def, &last, more);
        assert_true(n < SCENE_DECK_LINKS);
        assert_true(more[n - 1].pose.p.z < deck - 0.15);
    }
}

static void no_links_without_gypsy_or_pipe(void **state) {
    (void)state;
    render_def def = make_deck();
    dyn_snapshot_body last = make_last_link(&def, 3, 0, 0), more[SCENE_DECK_LINKS];
    assert_true(scene_deck_links(&def, &last, more) > 0);
    last.pose.p.x = NAN;
    assert_int_equal(scene_deck_links(&def, &last, more), 0);
    last = make_last_link(&def, 3, 30, 0); // a chain that has run out ends far from the gypsy
    assert_int_equal(scene_deck_links(&def, &last, more), 0);
    last = make_last_link(&def, 3, 0, 0);
    def.pipe_length = 0;
    assert_int_equal(scene_deck_links(&def, &last, more), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_part_obstructs_the_chain),        cmocka_unit_test(faces_and_normals_agree),
        cmocka_unit_test(stopper_bar_follows_its_state),      cmocka_unit_test(gearbox_is_inboard),
        cmocka_unit_test(stowed_links_follow_gypsy_and_fall), cmocka_unit_test(handover_moves_no_link),
        cmocka_unit_test(chain_ends_below_the_deck),          cmocka_unit_test(no_links_without_gypsy_or_pipe),
    };
    return cmocka_run_group_tests_name("render.shape.windlass", tests, NULL, NULL);
}
