// SPDX-License-Identifier: MIT
// The panel of the anchor watch in a real picture: each mark is where the numbers say, to 2 pixels. Scales and centres
// are measured in the picture itself: by the alarm circle, and by the lines of surface and bottom.
#include "render/text/palette.h"
#include "tests/render/bow.h"
#include "tests/render/drawing.h"

enum { WIDTH = 1280, HEIGHT = 720, LEFT = WIDTH / 2, LINKS = 120 };

typedef struct fixture {
    bow scene;
    render *r;
    uint8_t rgb[3 * WIDTH * HEIGHT];
} fixture;

static const double pi = 3.14159265358979323846, depth = 20, hawse_z = 5;
// Places of the world; its x axis points 30 deg true. The ship lies south of her anchor, 8 deg off its bearing.
static const vec3 anchor = {90, 20, -20}, centre = {86, 17, 5};

// Chain from the anchor along the bottom, then straight up to the hawse at the origin.
static void fill(bow *b) {
    dyn_snapshot *s = b->snapshot;
    const int touch = 2 * LINKS / 5;
    const vec3 at_touch = vec3_make(54, 12, -20), hawse = vec3_make(0, 0, hawse_z);
    s->n_bodies = LINKS + 2, s->n_contacts = 0, s->message[0] = 0;
    for (int k = 0; k < LINKS; k++) {
        double bottom = (double)k / touch, up = (double)(k - touch) / (LINKS - 1 - touch);
        vec3 at = k <= touch ? vec3_madd(anchor, bottom, vec3_sub(at_touch, anchor))
                             : vec3_madd(at_touch, up, vec3_sub(hawse, at_touch));
        s->body[k] = (dyn_snapshot_body){DYN_SHOW_LINK, k, {mat3_identity(), at}};
    }
    s->body[LINKS] = (dyn_snapshot_body){DYN_SHOW_SHANK, 0, {mat3_identity(), anchor}};
    s->body[LINKS + 1] = (dyn_snapshot_body){DYN_SHOW_HEAD, 0, {mat3_identity(), anchor}};
    s->watch = (dyn_snapshot_watch){.state = DYN_WATCH_BROUGHT_UP,
                                    .anchor = anchor,
                                    .dropped = anchor,
                                    .centre = centre,
                                    .hawse = hawse,
                                    .antenna = {-40, -6, 30},
                                    .touchdown = at_touch,
                                    .bottom = {0, 0, -depth},
                                    .bottom_normal = {0, 0, 1},
                                    .outboard_m = 98,
                                    .on_bottom_m = 37,
                                    .lead_rad = 0.4,
                                    .scope_m = 95,
                                    .swing_m = 154,
                                    .limit_m = 150,
                                    .off_m = 128,
                                    .distance_m = 92,
                                    .north_rad = 30 * pi / 180,
                                    .midship = {-29, -7, 0},
                                    .length_m = 60,
                                    .beam_m = 15,
                                    .draught_m = 2.4,
                                    .wind_m_s = 8,
                                    .current_m_s = 0.5};
}

// Pixels of this colour within the rectangle, their mean and their bounds.
typedef struct found {
    int n, x0, y0, x1, y1;
    double x, y;
} found;

static found find(const fixture *f, uint32_t colour, int x0, int y0, int x1, int y1) {
    found p = {.x0 = WIDTH, .y0 = HEIGHT, .x1 = -1, .y1 = -1};
    for (int y = y0 < 0 ? 0 : y0; y < y1 && y < HEIGHT; y++)
        for (int x = x0 < LEFT ? LEFT : x0; x < x1 && x < WIDTH; x++) {
            const uint8_t *c = f->rgb + 3 * (y * WIDTH + x);
            if (((uint32_t)c[0] << 24 | (uint32_t)c[1] << 16 | (uint32_t)c[2] << 8 | 0xff) != colour) continue;
            p.n++, p.x += x + 0.5, p.y += y + 0.5;
            p.x0 = x < p.x0 ? x : p.x0, p.x1 = x > p.x1 ? x : p.x1;
            p.y0 = y < p.y0 ? y : p.y0, p.y1 = y > p.y1 ? y : p.y1;
        }
    if (p.n > 0) p.x /= p.n, p.y /= p.n;
    return p;
}

static found find_all(const fixture *f, uint32_t colour) { return find(f, colour, LEFT, 0, WIDTH, HEIGHT); }

// Row of the longest line of this colour, between two rows.
static int longest_row(const fixture *f, uint32_t colour, int from, int to) {
    int row = -1, most = 0;
    for (int y = from; y < to; y++) {
        int n = find(f, colour, LEFT, y, WIDTH, y + 1).n;
        if (n > most) most = n, row = y;
    }
    return row;
}

static void draw(fixture *f) {
    fill(&f->scene);
    drawing_of(f->r, f->scene.snapshot, f->rgb);
}

// Two crosses have the colour of the anchor: above in the plan, below in the elevation.
static void find_anchors(const fixture *f, found *plan, found *elevation) {
    const uint32_t ink = palette_of(false)->warn;
    found both = find_all(f, ink);
    int middle = (both.y0 + both.y1) / 2;
    assert_true(both.y1 - both.y0 > 100);
    *plan = find(f, ink, LEFT, 0, WIDTH, middle), *elevation = find(f, ink, LEFT, middle, WIDTH, HEIGHT);
}

static void marks_of_the_plan_are_where_the_numbers_say(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f);
    draw(f);
    const palette *c = palette_of(false);
    const dyn_snapshot_watch *w = &f->scene.snapshot->watch;
    found in_plan, in_elevation;
    find_anchors(f, &in_plan, &in_elevation);
    // The circle's widest row gives centre and scale: at other rows the readings and labels have the colour, too.
    found circle = find(f, c->good, LEFT, (int)in_plan.y - 20, WIDTH, (int)in_plan.y + 60);
    double scale = 0.5 * (circle.x1 + 1 - circle.x0) / w->limit_m, x = 0.5 * (circle.x0 + circle.x1 + 1),
           n = w->north_rad;
    vec3 to_anchor = vec3_sub(anchor, centre), to_touch = vec3_sub(w->touchdown, anchor),
         to_antenna = vec3_sub(w->antenna, anchor);
    double east = sin(n) * to_anchor.x - cos(n) * to_anchor.y;
    CHECK_NEAR(in_plan.x, x + scale * east, 2);
    double tx = in_plan.x + scale * (sin(n) * to_touch.x - cos(n) * to_touch.y),
           ty = in_plan.y - scale * (cos(n) * to_touch.x + sin(n) * to_touch.y);
    found touch = find(f, c->good, (int)tx - 6, (int)ty - 6, (int)tx + 7, (int)ty + 7);
    assert_true(touch.n >= 9);
    CHECK_NEAR(touch.x, tx, 2), CHECK_NEAR(touch.y, ty, 2);
    double ax = in_plan.x + scale * (sin(n) * to_antenna.x - cos(n) * to_antenna.y),
           ay = in_plan.y - scale * (cos(n) * to_antenna.x + sin(n) * to_antenna.y);
    found antenna = find(f, c->bright, (int)ax - 4, (int)ay - 4, (int)ax + 5, (int)ay + 5);
    assert_true(antenna.n >= 9);
    CHECK_NEAR(antenna.x, ax, 2), CHECK_NEAR(antenna.y, ay, 2);
}

static void marks_of_the_elevation_are_where_the_numbers_say(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f);
    draw(f);
    const palette *c = palette_of(false);
    const dyn_snapshot_watch *w = &f->scene.snapshot->watch;
    found in_plan, at;
    find_anchors(f, &in_plan, &at);
    int bottom = longest_row(f, c->dim, (int)at.y - 4, (int)at.y + 5),
        surface = longest_row(f, c->dim, (int)at.y - 120, (int)at.y - 12);
    double scale = (bottom - surface) / depth;
    CHECK_NEAR(at.y, bottom + 0.5, 2);
    double along = hypot(anchor.x, anchor.y) -
                   (anchor.x * w->touchdown.x + anchor.y * w->touchdown.y) / hypot(anchor.x, anchor.y),
           tx = at.x + scale * along;
    found touch = find(f, c->good, (int)tx - 8, bottom - 3, (int)tx + 9, bottom + 4);
    assert_true(touch.n >= 9);
    CHECK_NEAR(touch.x, tx, 2), CHECK_NEAR(touch.y, bottom + 0.5, 2);
    // the chain's upper end is the hawse
    double hx = at.x + scale * hypot(anchor.x, anchor.y), hy = bottom - scale * (depth + hawse_z);
    found chain = find(f, c->mark, LEFT, (int)in_plan.y + 120, WIDTH, bottom);
    CHECK_NEAR(chain.x1, hx, 2.5), CHECK_NEAR(chain.y0, hy, 2.5);
}

static void circle_turns_red_outside(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f);
    draw(f);
    const uint32_t bad = palette_of(false)->bad;
    assert_int_equal(find_all(f, bad).n, 0);
    f->scene.snapshot->watch.outside = 1;
    drawing_of(f->r, f->scene.snapshot, f->rgb);
    assert_true(find_all(f, bad).n > 400);
}

static void key_shows_and_hides_the_panel(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f);
    const uint32_t ink = palette_of(false)->warn;
    draw(f);
    assert_true(find_all(f, ink).n > 0);
    drawing_press(f->r, SDLK_COMMA);
    draw(f);
    assert_int_equal(find_all(f, ink).n, 0);
    drawing_press(f->r, SDLK_COMMA);
    f->scene.snapshot->watch.state = DYN_WATCH_OFF;
    drawing_of(f->r, f->scene.snapshot, f->rgb);
    assert_int_equal(find_all(f, ink).n, 0);
}

// A trainee's panel is the same wherever the anchor is; an instructor's is not. The trainee's switches do not bring the
// anchor back.
static void trainee_does_not_see_the_anchor(void **state) {
    fixture *f = *state;
    static uint8_t other[3 * WIDTH * HEIGHT];
    rt_diag d = {0};
    const display before = render_get_display(f->r);
    for (int role = DISPLAY_TRAINEE; role <= DISPLAY_INSTRUCTOR; role++) {
        const vec3 dragged = vec3_make(70, 0, -20);
        display shown = display_for_role(before, (display_role)role);
        assert_int_equal(display_role_of(shown), role);
        for (int k = 0; k < DISPLAY_SWITCHES; k++)
            shown = display_toggle(display_toggle(shown, (display_switch)k), (display_switch)k);
        render_set_display(f->r, display_toggle(shown, DISPLAY_GAUGES));
        fill(&f->scene);
        drawing_of(f->r, f->scene.snapshot, other);
        f->scene.snapshot->watch.anchor = dragged, f->scene.snapshot->watch.drags = 1;
        drawing_of(f->r, f->scene.snapshot, f->rgb);
        if (role == DISPLAY_TRAINEE) assert_int_equal(render_write_png(f->r, "watch_of_a_trainee.png", &d), RT_OK);
        int differ = 0;
        for (int y = 0; y < HEIGHT; y++)
            differ += memcmp(f->rgb + 3 * (y * WIDTH + 3 * WIDTH / 4), other + 3 * (y * WIDTH + 3 * WIDTH / 4),
                             3 * WIDTH / 4) != 0;
        assert_true(role == DISPLAY_TRAINEE ? differ == 0 : differ > 5);
    }
    render_set_display(f->r, before);
}

// Swings the chain on the bottom about the anchor and back; the swept sector stays marked in the plan, where a trainee
// sees nothing of it.
static void swept_bottom_is_marked_in_the_plan(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f);
    rt_diag d = {0};
    const uint32_t faint = palette_of(false)->edge;
    const display before = render_get_display(f->r);
    draw(f);
    found in_plan, in_elevation;
    find_anchors(f, &in_plan, &in_elevation);
    const int x = (int)in_plan.x, y = (int)in_plan.y, reach = 60;
    const int at_first = find(f, faint, x - reach, y - reach, x + reach, y + reach).n;
    dyn_snapshot *s = f->scene.snapshot;
    for (int k = 0; k <= 40; k++) {
        const double a = 0.6 * sin(k * pi / 40);
        fill(&f->scene);
        s->t += 1;
        for (int i = 0; i <= 2 * LINKS / 5; i++) {
            vec3 *p = &s->body[i].pose.p;
            const vec3 off = vec3_sub(*p, anchor);
            p->x = anchor.x + cos(a) * off.x - sin(a) * off.y, p->y = anchor.y + sin(a) * off.x + cos(a) * off.y;
        }
        drawing_of(f->r, s, f->rgb);
    }
    assert_int_equal(render_write_png(f->r, "watch_swept.png", &d), RT_OK);
    found circle = find(f, palette_of(false)->good, LEFT, y - 20, WIDTH, y + 60);
    const double scale = 0.5 * (circle.x1 + 1 - circle.x0) / s->watch.limit_m, way = hypot(36, 8),
                 sector = 0.3 * way * way;
    const int marked = find(f, faint, x - reach, y - reach, x + reach, y + reach).n - at_first;
    print_message("%d pixels marked, the sector has %.0f\n", marked, sector * scale * scale);
    assert_true(marked > 0.7 * sector * scale * scale && marked < 1.4 * sector * scale * scale);
    render_set_display(f->r, display_toggle(display_for_role(before, DISPLAY_TRAINEE), DISPLAY_GAUGES));
    drawing_of(f->r, s, f->rgb);
    assert_true(find(f, faint, x - reach, y - reach, x + reach, y + reach).n <= at_first);
    render_set_display(f->r, before);
}

static int begin(void **state) {
    rt_diag d = {0};
    fixture *f = calloc(1, sizeof *f);
    bow_make(&f->scene);
    f->scene.def.width = WIDTH, f->scene.def.height = HEIGHT;
    f->scene.def.bottom = (render_bottom){.known = true, .at = {0, 0, -depth}, .normal = {0, 0, 1}};
    f->r = drawing_open(&f->scene.def);
    if (f->r) {
        render_toggle(f->r, DISPLAY_GAUGES);
        draw(f);
        assert_int_equal(render_write_png(f->r, "watch_panel.png", &d), RT_OK);
    }
    *state = f;
    return 0;
}

static int end(void **state) {
    fixture *f = *state;
    if (f->r) render_destroy(f->r);
    bow_free(&f->scene);
    free(f);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_of_the_plan_are_where_the_numbers_say),
        cmocka_unit_test(marks_of_the_elevation_are_where_the_numbers_say),
        cmocka_unit_test(circle_turns_red_outside),
        cmocka_unit_test(key_shows_and_hides_the_panel),
        cmocka_unit_test(trainee_does_not_see_the_anchor),
        cmocka_unit_test(swept_bottom_is_marked_in_the_plan),
    };
    return cmocka_run_group_tests_name("render.conning.watch_panel", tests, begin, end);
}
