// SPDX-License-Identifier: MIT
#include "render/scene/scenery.h"
#include "render/scene/deck.h"

static const vec3 paint_of[RENDER_PAINTS] = {
    [RENDER_PAINT_HULL] = {1, 1, 1},
    [RENDER_PAINT_HOUSE] = {0.36, 0.38, 0.39},
    [RENDER_PAINT_WHITE] = {0.62, 0.63, 0.62},
    [RENDER_PAINT_DARK] = {0.012, 0.014, 0.016},
    [RENDER_PAINT_FITTINGS] = {0.035, 0.036, 0.04},
    [RENDER_PAINT_MACHINERY] = {0.13, 0.19, 0.17},
    [RENDER_PAINT_ROPE] = {0.40, 0.31, 0.16},
    [RENDER_PAINT_BALL] = {0.004, 0.004, 0.004},
    [RENDER_PAINT_DECK_LAMP] = {1.0, 0.95, 0.8},
    [RENDER_PAINT_PORT_LAMP] = {1.0, 0.95, 0.8},
    [RENDER_PAINT_STARBOARD_LAMP] = {1.0, 0.95, 0.8},
};

// The second anchor: housed in the mirror image of the pocket, at rest. Its windlass stands abaft the first one.
static const double lead_angle = 0.24;              // of the second chain on deck from the centre line [rad]
static const double flattest = -0.95, least = -0.1; // hinge angles that are tried [rad]
static const vec3 steel = {0.030, 0.027, 0.024}, anchor_paint = {0.10, 0.085, 0.07}, lifter_paint = {0.16, 0.22, 0.20};

bool scene_scenery_mirrors(const render_def *def) { return def->scenery[RENDER_PAINT_HULL] != NULL; }

void scene_scenery_lights(const render_def *def, scene_lights *lights) {
    vec3 out = vec3_unit(vec3_make(def->outboard.x, def->outboard.y, 0));
    vec3 opening = vec3_madd(def->focus, def->pipe_length, def->pipe_axis), over = vec3_madd(def->focus, 3, out);
    over.z = opening.z + 2;
    // without scenery: above the deck behind the windlass, and outboard of the hawse pipe
    vec3 usual[RENDER_LAMPS] = {vec3_madd(vec3_add(opening, vec3_make(0, 0, 7)), -5, out), over,
                                vec3_make(over.x, -over.y, over.z)};
    for (int k = 0; k < RENDER_LAMPS; k++) {
        const contact_mesh *m = def->scenery[RENDER_PAINT_DECK_LAMP + k];
        lights->lamp[k] = m ? vec3_scale(0.5, vec3_add(m->lo, m->hi)) : usual[k];
    }
    lights->deck = def->pipe_length > 0 ? opening.z : -1e6;
}

bool scene_scenery_make(scene *s) {
    const double crease = 0.6; // edges sharper than this stay sharp [rad]
    pose at = {.r = mat3_identity()};
    for (int k = 0; k < RENDER_PAINTS; k++) {
        const contact_mesh *m = s->def.scenery[k];
        batch *b = &s->batch[SCENE_SCENERY + k];
        shape made = {0};
        if (!m) continue;
        bool ok = shape_from_mesh(m, crease, 0, &made) && batch_create(b, &made, 1);
        shape_free(&made);
        if (!ok) return false;
        b->closed = m->closed;
        s->scenery_lo[k] = m->lo;
        s->scenery_hi[k] = m->hi;
        if (k == RENDER_PAINT_BALL) { // it moves, from the deck
            s->scenery_lo[k].z = s->def.pipe_length > 0 ? fmin(m->lo.z, s->lights.deck) : m->lo.z - 3;
            continue;
        }
        batch_paint paint = k == RENDER_PAINT_HULL        ? BATCH_HULL
                            : k >= RENDER_PAINT_DECK_LAMP ? BATCH_ARROW
                                                          : BATCH_STEEL;
        batch_add(b, &at, vec3_make(1, 1, 1), paint_of[k], paint);
    }
    return true;
}

void scene_scenery_hoist(scene *s, bool hoisted, double t) {
    const double speed = 1, leap = 1; // of the halyard [m/s]; a longer step of time shows the end of the hoist [s]
    batch *b = &s->batch[SCENE_SCENERY + RENDER_PAINT_BALL];
    if (!b->max) return;
    double top = s->scenery_hi[RENDER_PAINT_BALL].z - s->scenery_lo[RENDER_PAINT_BALL].z, passed = t - s->ball_t;
    bool jumped = !s->ball_known || !(passed >= 0 && passed <= leap);
    double way = jumped ? top : speed * passed;
    s->ball_height = hoisted ? fmin(s->ball_height + way, top) : fmax(s->ball_height - way, 0);
    s->ball_t = t;
    s->ball_known = true;
    pose at = {.r = mat3_identity(), .p = {0, 0, s->ball_height - top}};
    b->n = 0;
    if (s->ball_height > 0) batch_add(b, &at, vec3_make(1, 1, 1), paint_of[RENDER_PAINT_BALL], BATCH_STEEL);
    batch_send(b);
}

bool scene_scenery_seen(const scene *s, int paint, mat4 view_projection) {
    vec3 lo = s->scenery_lo[paint], hi = s->scenery_hi[paint];
    int beyond[5] = {0}; // corners beyond left, right, lower and upper edge, and behind the eye
    for (int k = 0; k < 8; k++) {
        vec4 p = {(float)(k & 1 ? hi.x : lo.x), (float)(k & 2 ? hi.y : lo.y), (float)(k & 4 ? hi.z : lo.z), 1}, c;
        glm_mat4_mulv(view_projection, p, c);
        beyond[0] += c[0]<-c[3], beyond[1] += c[0]> c[3];
        beyond[2] += c[1]<-c[3], beyond[3] += c[1]> c[3];
        beyond[4] += c[3] < 0;
    }
    for (int k = 0; k < 5; k++)
        if (beyond[k] == 8) return false;
    return true;
}

static vec3 mirrored(vec3 p) { return vec3_make(p.x, -p.y, p.z); }

// The mirror image of a body that is its own mirror image across its x.
static pose mirrored_pose(const pose *p) {
    vec3 x = mirrored(vec3_scale(-1, mat3_column(&p->r, 0)));
    return (pose){mat3_columns(x, mirrored(mat3_column(&p->r, 1)), mirrored(mat3_column(&p->r, 2))), mirrored(p->p)};
}

static render_def define_second(const render_def *def) {
    render_def other = *def;
    vec3 up = vec3_make(0, 0, 1), opening = vec3_madd(def->focus, def->pipe_length, def->pipe_axis);
    vec3 lead = vec3_sub(opening, def->lifter_centre), ahead = vec3_make(cos(lead_angle), -sin(lead_angle), 0);
    other.focus = mirrored(def->focus);
    other.outboard = mirrored(def->outboard);
    other.pipe_axis = mirrored(def->pipe_axis);
    other.lifter_centre = vec3_madd(mirrored(opening), -hypot(lead.x, lead.y), ahead);
    other.lifter_centre.z = def->lifter_centre.z;
    other.lifter_axis = vec3_cross(up, ahead);
    return other;
}

// Distance of the crown pin from the pocket's face at which the head, turned by this hinge angle, touches it [m].
static double pin_distance(const contact_mesh *head, const mat3 *shank, vec3 outward, double hinge) {
    mat3 turn = mat3_rotation(vec3_make(1, 0, 0), hinge), r = mat3_matmul(shank, &turn);
    vec3 inward = vec3_scale(-1, mat3_tmul(&r, outward));
    double most = 0;
    for (int i = 0; i < head->nv; i++) most = fmax(most, vec3_dot(inward, head->vertex[i]));
    return most;
}

// Draws the anchor home: shank along the pipe, the hinge as it lets the pin come nearest to the face.
static void house_anchor(const render_def *def, pose *shank, pose *head) {
    vec3 out = vec3_unit(vec3_make(def->outboard.x, def->outboard.y, 0)), up = vec3_make(0, 0, 1), z = def->pipe_axis;
    vec3 x = vec3_unit(vec3_cross(out, up));
    mat3 r = mat3_columns(x, vec3_cross(z, x), z);
    double hinge = least, nearest = INFINITY;
    for (double a = flattest; a <= least; a += 0.01) {
        double off = pin_distance(def->head, &r, out, a);
        if (off < nearest) nearest = off, hinge = a;
    }
    mat3 turn = mat3_rotation(vec3_make(1, 0, 0), hinge);
    shank->r = r;
    shank->p = vec3_madd(def->focus, nearest / vec3_dot(z, out), z);
    *head = (pose){mat3_matmul(&r, &turn), shank->p};
}

// Adds links from `from` to `to`; *left: way from `from` to the first link's middle, afterwards that from `to` to the
// next one's.
static void add_links(scene *s, vec3 from, vec3 to, double *left) {
    double pitch = 4 * s->def.bar_diameter, length = vec3_norm(vec3_sub(to, from));
    vec3 z = vec3_scale(1 / length, vec3_sub(to, from)), x = vec3_unit(vec3_cross(vec3_make(0, 0, 1), z));
    for (; *left < length && s->second.n < SCENE_SECOND_LINKS; *left += pitch) {
        vec3 across = s->second.n % 2 ? x : vec3_cross(z, x);
        s->second.link[s->second.n++] = (dyn_snapshot_body){
            DYN_SHOW_LINK, -1, {mat3_columns(across, vec3_cross(z, across), z), vec3_madd(from, *left, z)}};
    }
    *left -= length;
}

static void place_chain(scene *s, const render_def *other, const pose *shank) {
    double bar = s->def.bar_diameter, low = 0.5 * s->def.pipe_bore - 1.8 * bar, radius = 40 * bar / (2 * M_PI);
    vec3 z = other->pipe_axis, up = vec3_make(0, 0, 1), shackle = vec3_madd(shank->p, s->def.shank->hi.z, z);
    vec3 under = vec3_scale(-low, vec3_unit(vec3_madd(up, -z.z, z)));
    vec3 opening = vec3_add(vec3_madd(other->focus, other->pipe_length, z), under);
    vec3 top = vec3_madd(other->lifter_centre, radius, up), lip = vec3_madd(opening, 2.2 * bar, up);
    double left = 1.5 * bar;
    dyn_snapshot_body more[SCENE_DECK_LINKS];
    add_links(s, shackle, lip, &left);
    add_links(s, lip, top, &left);
    dyn_snapshot_body last = s->second.link[s->second.n - 1];
    int n = scene_deck_links(other, &last, more);
    for (int i = 0; i < n && s->second.n < SCENE_SECOND_LINKS; i++) {
        s->second.link[s->second.n] = more[i];
        s->second.link[s->second.n++].number = -1; // a common link, as no special one has this number
    }
}

void scene_second_place(scene *s) {
    const render_def *def = &s->def;
    if (!scene_scenery_mirrors(def) || !scene_deck_is_known(def) || !def->shank || !def->head) return;
    s->second.def = define_second(def);
    const render_def *other = &s->second.def;
    pose shank, head;
    house_anchor(def, &shank, &head);
    s->second.anchor[0] = (dyn_snapshot_body){DYN_SHOW_SHANK, 0, mirrored_pose(&shank)};
    s->second.anchor[1] = (dyn_snapshot_body){DYN_SHOW_HEAD, 0, mirrored_pose(&head)};
    s->second.known = true;
    place_chain(s, other, &s->second.anchor[0].pose);
}

// Whether the camera may see a point: within this angle of its view, or close.
static bool may_see(const camera *c, vec3 eye, vec3 p) {
    const double widest = 0.5, close = 1; // cosine; [m]
    vec3 off = vec3_sub(p, eye);
    return vec3_dot(off, vec3_unit(vec3_sub(camera_target(c), eye))) > widest * vec3_norm(off) - close;
}

static void list_lifter(scene *s) {
    const render_def *def = &s->second.def;
    double radius = 40 * def->bar_diameter / (2 * M_PI);
    vec3 z = def->lifter_axis, x = vec3_any_normal(z);
    pose at = {mat3_columns(x, vec3_cross(z, x), z), def->lifter_centre};
    batch_add(&s->batch[SCENE_LIFTER], &at, vec3_make(radius, radius, 0.5 * radius), lifter_paint, BATCH_STEEL);
}

static void list_anchor(scene *s, bool coarse) {
    const scene_batch which[2] = {coarse ? SCENE_SHANK_COARSE : SCENE_SHANK, coarse ? SCENE_HEAD_COARSE : SCENE_HEAD};
    for (int k = 0; k < 2; k++)
        batch_add(&s->batch[which[k]], &s->second.anchor[k].pose, vec3_make(1, 1, 1), anchor_paint, BATCH_STEEL);
}

void scene_second_list(scene *s, const camera *c, double px_at_1m) {
    const scene_second *o = &s->second;
    vec3 eye = camera_eye(c);
    if (!o->known) return;
    bool deck = may_see(c, eye, o->def.lifter_centre);
    for (int k = 0; k < WINDLASS_PARTS; k++) {
        batch *b = &s->batch[SCENE_DECK + k];
        if (b->n > 0) b->n = deck ? 2 : 1; // its instance is the second of both
    }
    if (deck) list_lifter(s);
    vec3 to_eye = vec3_sub(eye, o->def.focus);
    if (vec3_dot(to_eye, o->def.outboard) > 0) list_anchor(s, px_at_1m < 50 * vec3_norm(to_eye));
    for (int i = 0; i < o->n; i++)
        if (may_see(c, eye, o->link[i].pose.p))
            scene_links_add(&s->links, NULL, &o->link[i], steel, BATCH_STEEL, eye, px_at_1m);
}

void scene_second_cast(scene *s) {
    if (!s->second.known) return;
    list_lifter(s);
    list_anchor(s, true);
    for (int i = 0; i < s->second.n; i++)
        batch_add(&s->links.shape[0].level[LINK_SHADOW], &s->second.link[i].pose,
                  vec3_scale(s->links.shape[0].one, vec3_make(1, 1, 1)), steel, BATCH_STEEL);
}
