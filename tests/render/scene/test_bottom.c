// SPDX-License-Identifier: MIT
// The bottom under the shipped bow: seen from above it, and the mud that anchor and chain bring up.
#include "tests/render/drawing.h"
#include "tests/render/shipped.h"

enum { WIDTH = 640, HEIGHT = 360, BYTES = 3 * WIDTH * HEIGHT };

typedef struct fixture {
    shipped ship;
    render *r;
    uint8_t clean[BYTES], other[BYTES];
} fixture;

static int open_fixture(void **state) {
    fixture *f = calloc(1, sizeof *f);
    shipped_make(&f->ship, WIDTH, HEIGHT);
    render_def *def = &f->ship.def;
    def->bottom.known = true;
    def->bottom.at = vec3_make(0, 0, -6);
    def->bottom.normal = vec3_make(0, 0, 1);
    def->bottom.colour[0] = vec3_make(0.30, 0.20, 0.10); // brown
    f->r = drawing_open(def);
    *state = f;
    return 0;
}

static int close_fixture(void **state) {
    fixture *f = *state;
    render_destroy(f->r);
    shipped_free(&f->ship);
    free(f);
    return 0;
}

static const uint8_t *pixel_at(const fixture *f, const uint8_t *rgb, vec3 at) {
    double x, y;
    assert_true(render_project(f->r, at, &x, &y));
    return rgb + 3 * ((int)y * WIDTH + (int)x);
}

// Of the pixels that mud changes, the share that becomes browner.
static double brown_share(const fixture *f) {
    int changed = 0, brown = 0;
    for (int i = 0; i < BYTES; i += 3) {
        const uint8_t *a = f->clean + i, *b = f->other + i;
        if (memcmp(a, b, 3) == 0) continue;
        changed++;
        brown += b[0] - b[2] > a[0] - a[2] + 5;
    }
    print_message("%d pixels changed, %d of them brown\n", changed, brown);
    return changed > 0 ? (double)brown / changed : 0;
}

static void draw_muddy(fixture *f, double chain, double anchor, uint8_t *rgb) {
    dyn_snapshot *s = f->ship.snapshot;
    s->has_mud = 1;
    for (int i = 0; i < s->n_bodies; i++) s->mud[i] = (float)(s->body[i].kind == DYN_SHOW_LINK ? chain : anchor);
    drawing_of(f->r, s, rgb);
}

// The more mud, the more of the anchor is brown; what is clean keeps its pixels.
static void mud_covers_its_share_of_the_anchor(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const double share[] = {0.01, 0.2, 0.5, 1};
    int before = 0;
    shipped_fill(&f->ship, 1.5);
    drawing_press(f->r, SDLK_4);
    drawing_of(f->r, f->ship.snapshot, f->clean);
    for (int k = 0; k < 4; k++) {
        int changed = 0;
        draw_muddy(f, 0, share[k], f->other);
        for (int i = 0; i < BYTES; i += 3) changed += memcmp(f->clean + i, f->other + i, 3) != 0;
        if (k == 0)
            assert_int_equal(changed, 0);
        else
            assert_true(changed > before + 300 && brown_share(f) > 0.7);
        before = changed;
    }
    // all over: both flukes are brown
    for (int side = -1; side <= 1; side += 2) {
        const dyn_snapshot_body *head = &f->ship.snapshot->body[f->ship.snapshot->n_bodies - 1];
        const uint8_t *p = pixel_at(f, f->other, pose_point(&head->pose, vec3_make(0.6 * side, 0, 0)));
        assert_true(p[0] > p[2] + 20);
    }
}

static void mud_covers_links(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    shipped_fill(&f->ship, 4);
    drawing_press(f->r, SDLK_2);
    drawing_of(f->r, f->ship.snapshot, f->clean);
    draw_muddy(f, 1, 0, f->other);
    assert_true(brown_share(f) > 0.7);
}

// Under water the bottom fills the lower part of the picture, lighter than deep water, and every other tile is darker.
// The eye stays above it though the anchor lies on it.
static void bottom_is_seen_from_above(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    shipped_fill(&f->ship, 8);
    drawing_press(f->r, SDLK_5);
    drawing_of(f->r, f->ship.snapshot, f->clean);
    const vec3 anchor = f->ship.snapshot->body[f->ship.snapshot->n_bodies - 1].pose.p;
    const double tile = 5;
    int level[2] = {0, 0}, n[2] = {0, 0};
    for (int i = -1; i <= 1; i++)
        for (int k = -1; k <= 1; k++) {
            const double x = (floor(anchor.x / tile) + i + 0.5) * tile, y = (floor(anchor.y / tile) + k + 0.5) * tile;
            double px, py;
            if (hypot(x - anchor.x, y - anchor.y) < 1.5) continue; // behind the anchor
            if (!render_project(f->r, vec3_make(x, y, -6), &px, &py) || px < 0 || px >= WIDTH || py < 0) continue;
            if (py > 0.7 * HEIGHT) continue; // behind the instruments
            int odd = ((int)floor(x / tile) + (int)floor(y / tile)) & 1;
            level[odd] += f->clean[3 * ((int)py * WIDTH + (int)px)], n[odd]++;
        }
    assert_true(n[0] > 0 && n[1] > 0);
    print_message("red of light and dark tiles: %d and %d\n", level[0] / n[0], level[1] / n[1]);
    assert_true(level[0] / n[0] > level[1] / n[1] + 3 && level[1] / n[1] > 60);
}

// Dragged 6 m, the anchor leaves a furrow where it came from; undisturbed bottom keeps its pixels.
static void dragged_anchor_leaves_a_furrow(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    rt_diag d = {0};
    dyn_snapshot *s = f->ship.snapshot;
    const vec3 way = vec3_make(-0.3, 0, 0);
    shipped_fill(&f->ship, 8);
    drawing_press(f->r, SDLK_5);
    dyn_snapshot_body *head = &s->body[s->n_bodies - 1];
    for (int i = s->n_bodies - 2; i < s->n_bodies; i++)
        s->body[i].pose.p = vec3_add(vec3_madd(s->body[i].pose.p, -20, way), vec3_make(0, 0, -1));
    for (int k = 0; k < 20; k++) {
        for (int i = s->n_bodies - 2; i < s->n_bodies; i++) s->body[i].pose.p = vec3_add(s->body[i].pose.p, way);
        s->t += 1;
        drawing_of(f->r, s, f->other);
    }
    assert_int_equal(render_write_png(f->r, "furrow.png", &d), RT_OK);
    // a rewind to before the drag takes the furrow away
    const double at_end = s->t;
    s->t = -1;
    drawing_of(f->r, s, f->clean);
    s->t = at_end;
    drawing_of(f->r, s, f->clean);
    int changed = 0, beside = 0;
    double x, y;
    assert_true(render_project(f->r, vec3_madd(head->pose.p, -10, way), &x, &y));
    for (int i = 0; i < 250 * WIDTH; i++) {
        const bool differs = memcmp(f->clean + 3 * i, f->other + 3 * i, 3) != 0 && i > 22 * WIDTH;
        changed += differs, beside += differs && abs(i / WIDTH - (int)y) > 60;
    }
    print_message("%d pixels of the furrow, %d far from it\n", changed, beside);
    assert_true(changed > 400 && beside == 0);
}

// A chain that lies on the bottom from the anchor on, in this direction, its links flat and on edge in turn.
static void lay_chain(dyn_snapshot *s, double direction) {
    const vec3 anchor = s->body[s->n_bodies - 1].pose.p, along = {cos(direction), sin(direction), 0},
               across = {-along.y, along.x, 0}, up = {0, 0, 1};
    for (int k = 0; k < s->n_bodies - 2; k++) {
        const vec3 x = k % 2 ? up : across, at = vec3_madd(anchor, 2 + 4 * SHIPPED_BAR * k, along);
        s->body[k].pose = (pose){mat3_columns(x, vec3_cross(along, x), along), {at.x, at.y, -6 + 1.8 * SHIPPED_BAR}};
    }
}

// Swung by 0.5 rad, the chain leaves a mark over its sector and nowhere else; a rewind takes it away.
static void swept_chain_leaves_a_trace(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const SDL_Event from_above = {.motion = {.type = SDL_MOUSEMOTION, .state = SDL_BUTTON_LMASK, .yrel = 40}};
    rt_diag d = {0};
    dyn_snapshot *s = f->ship.snapshot;
    shipped_fill(&f->ship, 8);
    drawing_press(f->r, SDLK_5);
    const double first = 0.35, last = 0.85; // toward the eye
    for (s->t = -2; s->t < 0; s->t += 1) {  // a rewind: the trace of the tests before goes
        lay_chain(s, first);
        drawing_of(f->r, s, f->clean);
    }
    (void)render_handle_event(f->r, &from_above);
    for (int k = 0; k <= 20; k++) {
        s->t += 1;
        lay_chain(s, first + (last - first) * k / 20);
        drawing_of(f->r, s, f->other);
    }
    assert_int_equal(render_write_png(f->r, "trace.png", &d), RT_OK);
    const double at_end = s->t;
    s->t = -1;
    drawing_of(f->r, s, f->clean);
    s->t = at_end;
    drawing_of(f->r, s, f->clean);
    int within = 0, marked = 0;
    const vec3 anchor = s->body[s->n_bodies - 1].pose.p;
    for (double r = 2.5; r < 6; r += 0.1)
        for (double a = first - 0.25; a < last - 0.05; a += 0.02) {
            double x, y;
            const vec3 at = vec3_make(anchor.x + r * cos(a), anchor.y + r * sin(a), -6);
            if (!render_project(f->r, at, &x, &y) || x < 0 || x >= WIDTH || y < 30 || y > 0.7 * HEIGHT) continue;
            const int i = 3 * ((int)y * WIDTH + (int)x);
            const bool differs = f->other[i] < f->clean[i] - 3;
            if (r * (first - a) > 0.5) assert_int_equal(memcmp(f->clean + i, f->other + i, 3), 0);
            if (a > first + 0.05) within++, marked += differs;
        }
    print_message("%d of %d places within the sector are darker\n", marked, within);
    assert_true(within > 50 && marked > 0.9 * within);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mud_covers_its_share_of_the_anchor), cmocka_unit_test(mud_covers_links),
        cmocka_unit_test(bottom_is_seen_from_above),          cmocka_unit_test(dragged_anchor_leaves_a_furrow),
        cmocka_unit_test(swept_chain_leaves_a_trace),
    };
    return cmocka_run_group_tests(tests, open_fixture, close_fixture);
}
