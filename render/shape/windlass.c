// SPDX-License-Identifier: MIT
#include "render/shape/windlass.h"
#include "render/shape/build.h"

enum { SIDES = 28, MOST_VERTICES = 6000, MOST_INDICES = 9000 };

typedef struct build {
    const windlass_size *w;
    windlass_part part; // the part to build; all others are skipped
    shape *s;
} build;

int windlass_side(vec3 ahead, vec3 outboard) {
    vec3 left = vec3_cross(vec3_make(0, 0, 1), ahead);
    return vec3_dot(left, vec3_sub(vec3_make(0.5, 0, 0), outboard)) >= 0 ? 1 : -1;
}

double windlass_chain_height(const windlass_size *w, double ahead) {
    double lip = fmax(w->lead - 10 * w->bar, 0.5 * w->lead), low = w->deck + 1.8 * w->bar;
    return w->radius + (low - w->radius) * fmin(fmax(ahead / lip, 0), 1);
}

// A box between two corners; y points to the gearbox.
static void add_box(build *b, windlass_part part, vec3 lo, vec3 hi) {
    if (part != b->part || hi.z <= lo.z) return;
    double y0 = b->w->side > 0 ? lo.y : -hi.y, y1 = b->w->side > 0 ? hi.y : -lo.y;
    for (int axis = 0; axis < 3; axis++)
        for (int end = 0; end < 2; end++) {
            vec3 normal = vec3_make(0, 0, 0);
            *(axis == 0 ? &normal.x : axis == 1 ? &normal.y : &normal.z) = end ? 1 : -1;
            int v[4];
            for (int k = 0; k < 4; k++) {
                int bit[3];
                bit[axis] = end;
                bit[(axis + 1) % 3] = k == 1 || k == 2;
                bit[(axis + 2) % 3] = k >= 2;
                v[k] = shape_add_vertex(b->s, vec3_make(bit[0] ? hi.x : lo.x, bit[1] ? y1 : y0, bit[2] ? hi.z : lo.z),
                                        normal);
            }
            if (end)
                shape_add_quad(b->s, v[0], v[1], v[2], v[3]);
            else
                shape_add_quad(b->s, v[3], v[2], v[1], v[0]);
        }
}

static void transform_vertices(shape *s, int first, const pose *at) {
    for (int i = first; i < s->nv; i++) {
        float *p = s->vertex[i].position, *n = s->vertex[i].normal;
        vec3 q = pose_point(at, vec3_make((double)p[0], (double)p[1], (double)p[2]));
        vec3 m = mat3_mul(&at->r, vec3_make((double)n[0], (double)n[1], (double)n[2]));
        p[0] = (float)q.x, p[1] = (float)q.y, p[2] = (float)q.z;
        n[0] = (float)m.x, n[1] = (float)m.y, n[2] = (float)m.z;
    }
}

// Adds a round part with chamfered edges. Its axis runs across the chain through (x, z), from y0 to y1 toward the
// gearbox.
static void add_drum(build *b, windlass_part part, double x, double z, double radius, double y0, double y1) {
    if (part != b->part) return;
    double length = y1 - y0, edge = fmin(0.12 * radius, 0.25 * length);
    const double profile[][2] = {
        {0, 0}, {radius - edge, 0}, {radius, edge}, {radius, length - edge}, {radius - edge, length}, {0, length}};
    int first = b->s->nv;
    shape_add_lathe(b->s, profile, 6, SIDES);
    double side = b->w->side;
    pose at = {mat3_columns(vec3_make(1, 0, 0), vec3_make(0, 0, -side), vec3_make(0, side, 0)),
               vec3_make(x, side * y0, z)};
    transform_vertices(b->s, first, &at);
}

// Beams across the bed, pedestals with their bearings.
static void add_frame(build *b) {
    double r = b->w->radius, d = b->w->deck;
    for (int k = 0; k < 2; k++) {
        double x = k ? 1.4 * r : -1.95 * r;
        add_box(b, WINDLASS_PAINTED, vec3_make(x, -0.95 * r, d), vec3_make(x + 0.3 * r, 4.9 * r, d + 0.25 * r));
        double y = k ? 1.0 * r : -0.65 * r, top = fmax(0, d + 0.3 * r);
        add_box(b, WINDLASS_PAINTED, vec3_make(-0.55 * r, y, d), vec3_make(0.55 * r, y + 0.22 * r, top));
        add_box(b, WINDLASS_PAINTED, vec3_make(-1.65 * r, y, d), vec3_make(1.4 * r, y + 0.22 * r, d + 0.2 * r));
        add_drum(b, WINDLASS_PAINTED, 0, 0, 0.45 * r, y - 0.05 * r, y + 0.27 * r);
    }
}

// Shaft, brake drum, band, and the band's screw.
static void add_brake(build *b) {
    double r = b->w->radius, d = b->w->deck, screw = fmax(0.2 * r, d + 0.9 * r);
    add_drum(b, WINDLASS_STEEL, 0, 0, 0.22 * r, -0.8 * r, 2.2 * r);
    add_drum(b, WINDLASS_STEEL, 0, 0, 1.36 * r, 0.36 * r, 0.9 * r);
    add_drum(b, WINDLASS_BAND, 0, 0, 1.46 * r, 0.43 * r, 0.83 * r);
    add_box(b, WINDLASS_PAINTED, vec3_make(-1.66 * r, 0.5 * r, d), vec3_make(-1.4 * r, 0.76 * r, screw));
    add_drum(b, WINDLASS_STEEL, -1.53 * r, screw, 0.16 * r, 0.45 * r, 0.81 * r);
    add_drum(b, WINDLASS_BAND, -1.53 * r, screw, 0.4 * r, 0.95 * r, 1.03 * r); // hand wheel
}

// Clutch, cases of wheel and pinion, motor on its foot.
static void add_drive(build *b) {
    double r = b->w->radius, d = b->w->deck, pinion_x = -1.05 * r, pinion_z = fmax(0.7 * r, d + 0.8 * r);
    add_drum(b, WINDLASS_STEEL, 0, 0, 0.5 * r, 1.3 * r, 1.5 * r);
    add_drum(b, WINDLASS_PAINTED, 0, 0, 0.62 * r, 1.52 * r, 1.8 * r);
    add_box(b, WINDLASS_PAINTED, vec3_make(-1.25 * r, 1.8 * r, d), vec3_make(1.25 * r, 2.9 * r, fmax(0, d + 0.2 * r)));
    add_drum(b, WINDLASS_PAINTED, 0, 0, 1.25 * r, 1.8 * r, 2.9 * r);
    add_drum(b, WINDLASS_PAINTED, pinion_x, pinion_z, 0.62 * r, 1.85 * r, 2.85 * r);
    add_drum(b, WINDLASS_STEEL, pinion_x, pinion_z, 0.56 * r, 2.9 * r, 3.0 * r);
    add_drum(b, WINDLASS_PAINTED, pinion_x, pinion_z, 0.5 * r, 3.0 * r, 4.4 * r);
    add_drum(b, WINDLASS_STEEL, pinion_x, pinion_z, 0.4 * r, 4.4 * r, 4.6 * r);
    add_box(b, WINDLASS_PAINTED, vec3_make(pinion_x - 0.4 * r, 3.2 * r, d),
            vec3_make(pinion_x + 0.4 * r, 4.2 * r, pinion_z - 0.3 * r));
}

// If gypsy and drum reach below the deck, they and the chain pass through a slot. Otherwise the chain falls into a
// spurling pipe at the gypsy's after side.
static void add_openings(build *b) {
    double r = b->w->radius, d = b->w->deck, bar = b->w->bar, skin = 0.006;
    if (d > -1.5 * r) {
        add_box(b, WINDLASS_DARK, vec3_make(-1.65 * r, -0.43 * r, d), vec3_make(1.4 * r, 1.0 * r, d + skin));
        return;
    }
    const double rim[][2] = {{3.6 * bar, 0}, {3.2 * bar, 3 * bar}, {2.6 * bar, 3 * bar}, {2.6 * bar, 0}};
    const double hole[][2] = {{2.6 * bar, 0}, {0, 0}};
    pose at = {mat3_identity(), vec3_make(-r, 0, d + skin)};
    int first = b->s->nv;
    if (b->part == WINDLASS_STEEL) shape_add_lathe(b->s, rim, 4, SIDES);
    if (b->part == WINDLASS_DARK) shape_add_lathe(b->s, hole, 2, SIDES);
    transform_vertices(b->s, first, &at);
}

static const double clear_bars = 2.6, thick_bars = 0.8, top_bars = 2.4; // of the stopper's cheeks, in bar diameters

static double stopper_place(const windlass_size *w) { return w->stopper > 0 ? w->stopper : 0.5 * w->lead; }

pose windlass_bar_pose(const windlass_size *w, double angle) {
    double x = stopper_place(w), y = (clear_bars + 0.5 * thick_bars) * w->bar;
    return (pose){mat3_rotation(vec3_make(1, 0, 0), w->side * angle),
                  vec3_make(x, w->side * y, windlass_chain_height(w, x) + top_bars * w->bar)};
}

// The bar upright on its hinge, with two jaws toward the chain. Laid across, the jaws leave a slot for an upright link
// and block a flat one.
static void add_stopper_bar(build *b) {
    double bar = b->w->bar, thick = thick_bars * bar, slot = (clear_bars + 0.5 * thick_bars) * bar;
    add_box(b, WINDLASS_BAR, vec3_make(-0.6 * bar, -0.5 * thick, 0), vec3_make(0.6 * bar, 0.5 * thick, 6.5 * bar));
    for (int k = -1; k <= 1; k += 2) {
        double near = slot + k * 0.75 * bar, far = slot + k * 2.2 * bar;
        add_box(b, WINDLASS_BAR, vec3_make(-0.6 * bar, -0.5 * thick - 2.6 * bar, fmin(near, far)),
                vec3_make(0.6 * bar, -0.5 * thick, fmax(near, far)));
    }
}

// Chain stopper: the chain runs over a roller between two cheeks.
static void add_stopper(build *b) {
    const windlass_size *w = b->w;
    double bar = w->bar, d = w->deck, x = stopper_place(w), clear = clear_bars * bar, thick = thick_bars * bar,
           long_ = 6 * bar;
    double chain = windlass_chain_height(w, x), under = chain - 2.2 * bar, top = chain + top_bars * bar;
    add_box(b, WINDLASS_PAINTED, vec3_make(x - 1.3 * long_, -2.2 * clear, d),
            vec3_make(x + 1.3 * long_, 2.2 * clear, d + 0.02));
    for (int k = 0; k < 2; k++) {
        double y = k ? clear : -clear - thick;
        add_box(b, WINDLASS_PAINTED, vec3_make(x - long_, y, d), vec3_make(x + long_, y + thick, top));
        add_box(b, WINDLASS_PAINTED, vec3_make(x - 0.2 * long_, k ? y + thick : y - 1.2 * bar, d),
                vec3_make(x + 0.2 * long_, k ? y + thick + 1.2 * bar : y, chain)); // bracket
    }
    double roller = fmin(2 * bar, 0.5 * (under - d));
    if (roller > 0.01) add_drum(b, WINDLASS_STEEL, x, under - roller, roller, -clear, clear);
    add_drum(b, WINDLASS_STEEL, x, top, 0.9 * bar, clear - 0.2 * bar, clear + thick + 0.6 * bar);
}

bool shape_windlass(const windlass_size *w, windlass_part part, shape *s) {
    build b = {w, part, s};
    if (!shape_reserve(s, MOST_VERTICES, MOST_INDICES)) return false;
    add_frame(&b);
    add_brake(&b);
    add_drive(&b);
    add_openings(&b);
    add_stopper(&b);
    add_stopper_bar(&b);
    add_box(&b, WINDLASS_PLATE, vec3_make(-4 * w->radius - 1.5, -3, w->deck - 0.02),
            vec3_make(fmax(w->lead - 14 * w->bar, 3 * w->radius), 3, w->deck));
    return true;
}
