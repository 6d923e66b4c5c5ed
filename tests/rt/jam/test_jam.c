// SPDX-License-Identifier: MIT
// Explanations of synthetic jams, against statics.
#include "rt/jam/jam.h"
#include "tests/check.h"
#include <string.h>

#define DEGREE (3.14159265358979323846 / 180)

// A pipe along x, inboard, with its mouth at the origin in a face that points along -x; weightless anchor.
static jam_def weightless(double mu) {
    return (jam_def){.axis = {1, 0, 0},
                     .face = {-1, 0, 0},
                     .shell = {-1, 0, 0},
                     .bore = 0.5,
                     .lip = 0.2,
                     .has_pocket = true,
                     .pipe_length = 6,
                     .shackle = 2.5,
                     .head_lo = {-1.2, -0.3, -0.4},
                     .head_hi = {1.2, 0.3, 1.3},
                     .stop = 45 * DEGREE,
                     .stop_give = 0.01,
                     .mu = mu};
}

// Shank along x with its shackle inboard, pulled along x.
static jam_case pulled(double newtons) {
    const mat3 along = mat3_columns(vec3_make(0, 1, 0), vec3_make(0, 0, 1), vec3_make(1, 0, 0));
    return (jam_case){.shackle = {2.5, 0, 0},
                      .pull = {1, 0, 0},
                      .pull_n = newtons,
                      .shank = {.r = along},
                      .head = {.r = along},
                      .hinge = 45 * DEGREE};
}

static void add_contact(jam_case *c, bool head, vec3 at, vec3 normal, double newtons) {
    jam_contact *k = &c->contact[c->n++];
    *k = (jam_contact){.position = at, .normal = vec3_unit(normal), .head = head};
    k->in_body = pose_point_inverse(head ? &c->head : &c->shank, at);
    k->force = vec3_scale(newtons, k->normal);
    k->held_n = -vec3_dot(k->force, c->pull);
}

static jam explain(const jam_def *d, const jam_case *c) {
    jam j;
    int rounds = 0;
    jam_begin(&j, c, true);
    while (jam_work(&j, d)) assert_true(++rounds < 50);
    assert_false(jam_work(&j, d));
    return j;
}

// The shank is a wedge of half angle a in a narrowing pipe. Its shape blocks a pull inward. Friction alone holds it
// against a pull outward, while mu > tan(a).
static void wedge_is_blocked_inward_and_locked_outward(void **state) {
    (void)state;
    for (double a = 5; a < 25; a += 5)
        for (double mu = 0.1; mu < 0.5; mu += 0.1) {
            jam_def d = weightless(mu);
            jam_case c = pulled(1e5);
            for (int side = -1; side <= 1; side += 2)
                for (int i = 0; i < 4; i++)
                    add_contact(&c, false, vec3_make(1 + 0.3 * (i & 1), side * 0.2, i & 2 ? 0.1 : -0.1),
                                vec3_make(-sin(a * DEGREE), -side * cos(a * DEGREE), 0), 1e4);
            jam j = explain(&d, &c);
            assert_int_equal(j.verdict, JAM_BLOCKED);
            assert_true(j.mu_free == 0 && isinf(j.pull_free_n));
            c.pull = vec3_make(-1, 0, 0);
            j = explain(&d, &c);
            bool locks = mu > tan(a * DEGREE);
            assert_int_equal(j.verdict, locks ? JAM_LOCKED : JAM_SLIPS);
            CHECK_NEAR(j.mu_free, tan(a * DEGREE), JAM_MU_MOST / 8192);
            if (locks) assert_true(isinf(j.pull_free_n));
        }
}

// A fluke is behind a lip whose normal is t off the pull. One contact cannot bear the moment, so the pull turns the
// anchor. Then friction holds it while mu > tan(t).
static void single_hook_turns_the_anchor(void **state) {
    (void)state;
    const double t = 20 * DEGREE;
    jam_def d = weightless(0.4);
    jam_case c = pulled(1e5);
    add_contact(&c, true, vec3_make(0.2, 0.9, 0), vec3_make(-cos(t), sin(t), 0), 1e5);
    jam j = explain(&d, &c);
    assert_int_equal(j.verdict, JAM_TURNS);
    CHECK_NEAR(j.mu_free, tan(t), JAM_MU_MOST / 8192);
    assert_true(isnan(j.pull_free_n)); // the case is not in balance, so there is no pull to start from
    d.mu = 0.3;
    assert_int_equal(explain(&d, &c).verdict, JAM_SLIPS);
}

// Two flukes hooked symmetrically with the head on its stop leave no moment. The contacts bear the pull if the stop is
// on the right side.
static void two_hooks_block_with_the_stop(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side++) {
        jam_def d = weightless(0.25);
        jam_case c = pulled(1e5);
        c.hinge = side * 45 * DEGREE;
        for (int fluke = -1; fluke <= 1; fluke += 2) // flukes above the line of the chain, shank below it
            add_contact(&c, true, vec3_make(0.1, fluke * 0.9, 0.7), vec3_make(-1, 0, 0), 5e4);
        add_contact(&c, false, vec3_make(2, 0, 0.2), vec3_make(0, 0, -1), 1e4);
        add_contact(&c, false, vec3_make(0.2, 0, -0.2), vec3_make(0, 0, 1), 1e4);
        // moment of the head about the hinge (y through the pin): the contact force -x at z = 0.7 gives -y, so the stop
        // must give +y, as it does at the lower end of the angle
        jam j = explain(&d, &c);
        assert_int_equal(j.verdict == JAM_BLOCKED, side < 0);
        if (side >= 0) assert_int_equal(j.verdict, JAM_TURNS);
    }
}

// A body of weight W is on a slope of angle t, with the pull T up the slope. It slips at T = W (sin t + mu cos t).
static void pull_that_frees_matches_the_slope(void **state) {
    (void)state;
    for (double t = 10; t < 70; t += 15) {
        const double mu = 0.25, s = sin(t * DEGREE), k = cos(t * DEGREE), weight = 6e4;
        jam_def d = weightless(mu);
        jam_case c = pulled(1);
        vec3 up = vec3_make(k, 0, s), out = vec3_make(-s, 0, k);
        c.pull = up;
        c.pull_n = weight * s; // in balance without friction
        c.shank.r = mat3_columns(vec3_make(0, 1, 0), out, up);
        c.shank.p = c.shackle = vec3_make(0, 0, 0); // pull and weight act at one point: no moment
        c.head = c.shank;
        d.shank_weight = weight;
        for (int i = 0; i < 4; i++)
            add_contact(&c, false, vec3_madd(vec3_scale(i & 1 ? 1 : -1, up), i & 2 ? 1 : -1, vec3_make(0, 1, 0)), out,
                        1e4);
        jam j = explain(&d, &c);
        assert_int_equal(j.verdict, JAM_SLIPS);
        CHECK_NEAR(j.balance, 0, 1e-6);
        double slips = weight * (s + mu * k);
        CHECK_NEAR(j.pull_free_n, slips, 2e-3 * slips); // bisections of 20 times the pull
        assert_true(j.mu_free > JAM_MU_MOST);           // a flat slope never locks
    }
}

// A lip with overlap e releases the anchor at r = e / (1 - sin(atan mu)).
static void lip_factor_matches_the_closed_form(void **state) {
    (void)state;
    for (double mu = 0.1; mu < 0.6; mu += 0.1)
        for (double lean = 60; lean <= 90;
             lean += 5) { // angle between the lip's surface at the contact and the passage
            jam_def d = weightless(mu);
            jam_case c = pulled(1e5);
            double radius[JAM_CONTACTS] = {0.2};
            add_contact(&c, true, vec3_make(0.2, 0.9, 0), vec3_make(-sin(lean * DEGREE), cos(lean * DEGREE), 0), 1e5);
            jam j = explain(&d, &c);
            double overlap = 0.2 * (1 - cos(lean * DEGREE)), free_at = overlap / (1 - sin(atan(mu)));
            double factor = jam_lip_factor(&j, &d, radius);
            if (free_at <= 0.2)
                CHECK_NEAR(factor, 1, 0);
            else
                CHECK_NEAR(factor, free_at / 0.2, 1e-4 * free_at / 0.2);
            radius[0] = 0; // not on a lip: no radius helps
            factor = jam_lip_factor(&j, &d, radius);
            assert_true(free_at <= 0.2 ? factor == 1 : isinf(factor));
        }
}

static void contacts_name_their_parts(void **state) {
    (void)state;
    jam_def d = weightless(0.25);
    d.face = vec3_unit(vec3_make(-1, 0, -0.3));
    d.shell = vec3_unit(vec3_make(-1, 0, -0.6));
    jam_case c = pulled(1e5);
    char text[64];
    const struct {
        vec3 at, normal;
        bool head, lip;
        const char *anchor, *hull;
    } place[] = {
        {{3, 0.25, 0}, {0, -1, 0}, false, false, "shank's shackle end", "pipe wall"},
        {{5.8, 0.25, 0}, {-0.5, -1, 0}, false, true, "shank's shackle end", "deck lip"},
        {{0.1, 0, 0.3}, {-1, 0, -1}, false, true, "shank", "bolster lip"},
        {{0.02, 0.9, 0}, d.face, true, false, "port crown", "pocket's back face"},
        {{-0.5, -0.9, 0.9}, {0, 1, 0}, true, false, "starboard crown", "pocket wall"},
        {{-0.5, 1.4, 0.9}, {-1, -1, 0}, true, true, "port crown", "pocket rim"},
        {{-0.5, 1.9, 0.9}, d.shell, true, false, "port crown", "shell"},
        {{-9, 0, 0}, {0, 0, 1}, true, false, "port crown", "shell"},
    };
    for (size_t k = 0; k < sizeof place / sizeof place[0]; k++) {
        c.n = 0;
        add_contact(&c, place[k].head, place[k].at, place[k].normal, 1e4);
        c.contact[0].in_body.y = 0, c.contact[0].in_body.z = place[k].head ? -0.1 : place[k].at.x;
        const dyn_hull_face face = jam_face(&d, c.contact[0].position, c.contact[0].normal);
        assert_string_equal(dyn_hull_face_name(face), place[k].hull);
        assert_string_equal(jam_anchor_name(&d, &c, 0, text, sizeof text), place[k].anchor);
        assert_int_equal(jam_is_lip(face), place[k].lip);
    }
    c.contact[0].in_body = vec3_make(1, 0, 1.1);
    assert_string_equal(jam_anchor_name(&d, &c, 0, text, sizeof text), "port fluke tip");
    c.contact[0].in_body = vec3_make(-1, 0, 0.5);
    assert_string_equal(jam_anchor_name(&d, &c, 0, text, sizeof text), "starboard fluke");
    c.contact[0].in_body = vec3_make(-1, 0.28, -0.1);
    assert_string_equal(jam_anchor_name(&d, &c, 0, text, sizeof text), "starboard tripping palm");
}

// A plain shell has a lip around its mouth, or a ring of any size, and no pocket.
static void hull_without_pocket_has_no_pocket_names(void **state) {
    (void)state;
    jam_def d = weightless(0.25);
    d.has_pocket = false;
    d.lip = 0.4; // a ring that stands 0.4 m out of the shell, 0.25 .. 1.05 m from the axis
    const struct {
        vec3 at, normal;
        dyn_hull_face face;
    } place[] = {
        {{-0.4, 0.65, 0}, {-1, 0, 0}, DYN_FACE_BOLSTER_LIP},   // its crest
        {{-0.28, 0, 0.93}, {-1, 0, 1}, DYN_FACE_BOLSTER_LIP},  // its outer side
        {{-0.28, -0.37, 0}, {-1, 1, 0}, DYN_FACE_BOLSTER_LIP}, // its inner side
        {{0, 1.4, 0}, {-1, 0, 0}, DYN_FACE_SHELL},             // the flat around it
        {{-0.02, 1.9, 0}, {-1, 0.3, 0}, DYN_FACE_SHELL},       // and where the shell curves
        {{3, 0.25, 0}, {0, -1, 0}, DYN_FACE_PIPE_WALL},
    };
    for (size_t k = 0; k < sizeof place / sizeof place[0]; k++)
        assert_int_equal(jam_face(&d, place[k].at, vec3_unit(place[k].normal)), place[k].face);
    d.shell = vec3_unit(vec3_make(-1, 0, -1)); // it leans outboard by 45 deg: flat between the lip's edge and its reach
    assert_int_equal(jam_face(&d, vec3_make(-0.5, 0.7, 0.5), d.shell), DYN_FACE_SHELL);
    assert_int_equal(jam_face(&d, vec3_make(0.1, 0.4, 0.1), vec3_unit(vec3_make(-1, -1, 0))), DYN_FACE_BOLSTER_LIP);
}

static void text_names_contacts_and_verdict(void **state) {
    (void)state;
    jam_def d = weightless(0.4);
    jam_case c = pulled(1e5);
    char text[512], small[40];
    for (int side = 1; side >= -1; side -= 2)
        add_contact(&c, true, vec3_make(0.5, side * 0.9, 0), vec3_make(-cos(20 * DEGREE), 0, sin(20 * DEGREE)), 1e5);
    add_contact(&c, true, vec3_make(0.3, -0.9, 0), vec3_make(0, 1, 0), 1e5); // bears no part of the pull
    jam j = explain(&d, &c);
    jam_text(&j, &d, false, text, sizeof text);
    assert_string_equal(text, "jammed: fluke on the pocket rim; friction 0.40, locks above 0.36");
    jam_text(&j, &d, true, text, sizeof text);
    assert_non_null(
        strstr(text, "port fluke on the pocket rim at (0.50, 0.90, 0.00) m with 100 kN, starboard fluke on"));
    jam_text(&j, &d, true, small, sizeof small);
    assert_int_equal(strlen(small), sizeof small - 1);
    jam_text(&j, &d, false, small, sizeof small); // a verdict that does not fit is left out, not cut
    assert_string_equal(small, "jammed: fluke on the pocket rim");
    jam_begin(&j, &c, true); // before the verdict the text has only the contacts
    jam_text(&j, &d, false, text, sizeof text);
    assert_string_equal(text, "jammed: fluke on the pocket rim");
    jam_begin(&j, &c, false); // the motor did not stall
    jam_text(&j, &d, false, text, sizeof text);
    assert_string_equal(text, "held: fluke on the pocket rim");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wedge_is_blocked_inward_and_locked_outward),
        cmocka_unit_test(single_hook_turns_the_anchor),
        cmocka_unit_test(two_hooks_block_with_the_stop),
        cmocka_unit_test(pull_that_frees_matches_the_slope),
        cmocka_unit_test(lip_factor_matches_the_closed_form),
        cmocka_unit_test(contacts_name_their_parts),
        cmocka_unit_test(hull_without_pocket_has_no_pocket_names),
        cmocka_unit_test(text_names_contacts_and_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
