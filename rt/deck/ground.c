// SPDX-License-Identifier: MIT
// Loads the bottom; adds it under every link of the chain, and the soil around the anchor's surface. Input and picture
// of the anchor watch.
#include "contact/mesh/patches.h"
#include "dynamics/bathymetry/bathymetry.h"
#include "rt/deck/private.h"
#include <stdlib.h>
#include <string.h>

static const double steel = 7850; // density of the chain [kg/m³]
#define AFLOAT 0.1                // water under the keel with which a ship aground is afloat again [m]

// Largest extent of the head across the shank, which sets the depth of clay's full bearing pressure.
static double breadth_of(const contact_mesh *head) { return fmax(head->hi.x - head->lo.x, head->hi.y - head->lo.y); }

// Places of the keel at which the water's depth counts: along it, and at both bilges; from midship, as shares of half
// the length and half the beam.
enum { KEEL_PLACES = 15 };
static const double keel_place[KEEL_PLACES][2] = {{0, 0},    {-1, 0},  {-0.75, 0}, {-0.5, 0}, {-0.25, 0},
                                                  {0.25, 0}, {0.5, 0}, {0.75, 0},  {1, 0},    {-0.5, -1},
                                                  {-0.5, 1}, {0, -1},  {0, 1},     {0.5, -1}, {0.5, 1}};

// A place of the keel in the ship's axes.
static vec3 keel_at(const scenario *sc, int k) {
    return vec3_make(sc->motion.origin[0] + 0.5 * sc->motion.length * keel_place[k][0],
                     sc->motion.origin[1] + 0.5 * sc->motion.beam * keel_place[k][1], -sc->motion.draught);
}

// Whether the bathymetry has water for the ship at its start.
static rt_status check_start(const deck *dk, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    const int line = scenario_key_line(sc, "ground.bathymetry");
    for (int k = 0; k < KEEL_PLACES; k++) {
        const vec3 keel = keel_at(sc, k);
        const double depth = -ground_bottom_height(&dk->bottom, keel.x, keel.y);
        double at[2];
        ground_grid_place(&dk->bottom.grid, keel.x, keel.y, at);
        if (k == 0 && !ground_grid_known(&dk->bottom.grid, keel.x, keel.y)) {
            rt_diag_error(
                d, sc->path, line, 0,
                "ground.bathymetry: expected depths under the ship's origin at the start, %.10g, %.10g m in the "
                "file; found NODATA, or the grid ends before (ground.origin)",
                at[0] + sc->ground.origin[0], at[1] + sc->ground.origin[1]);
            return RT_ERR_FORMAT;
        }
        if (depth > fmax(sc->motion.draught, 0)) continue;
        rt_diag_error(d, sc->path, line, 0,
                      "ground.bathymetry: the ship is aground at the start: expected more water than its draught "
                      "(ship.motion.draught) of %g m; found %.2f m at %.1f, %.1f m",
                      sc->motion.draught, depth, keel.x, keel.y);
        return RT_ERR_FORMAT;
    }
    return RT_OK;
}

rt_status deck_load_ground(deck *dk, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    if (!scenario_has_bottom(sc)) return RT_OK;
    scenario_bottom(sc, breadth_of(&dk->head.mesh), &dk->bottom);
    if (!sc->ground.bathymetry[0]) return RT_OK;
    const bathymetry_def def = {
        .depth = sc->ground.values == SCENARIO_VALUES_DEPTH,
        .north = sc->ground.axes == SCENARIO_AXES_NORTH,
        .heading = sc->motion.heading,
        .origin = {sc->ground.origin[0], sc->ground.origin[1], sc->ground.origin[2]},
    };
    rt_status status = bathymetry_load(&dk->bottom.grid, sc->ground.bathymetry, &def, d);
    return status == RT_OK ? check_start(dk, d) : status;
}

static rt_status add_chain(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    const dyn_model *m = &dk->sim->model;
    const tackle_link *l = &dk->chain.link;
    const ground_bottom *b = &dk->bottom;
    rt_status status = ground_chain_create(&dk->ground_chain, dk->chain.capacity, &b->plane, &b->site[0].top);
    if (status == RT_OK) status = ground_buried_create(&dk->ground_buried, dk->chain.capacity, b);
    ground_chain_set_bottom(&dk->ground_chain, b);
    for (int k = 0; k < dk->chain.capacity && status == RT_OK; k++) {
        const double bow = 0.5 * (l->width - l->d), length = dk->chain.pitch[k] + 2 * l->d,
                     mass = m->body[dk->chain.body[k]].mass;
        const ground_link_def def = {.body = dk->chain.body[k],
                                     .half = 0.5 * (length - l->d) - bow,
                                     .bow = bow,
                                     .bar = 0.5 * l->d,
                                     .weight = mass * (1 - sc->sea.density / steel) * -m->gravity.z};
        ground_chain_add_link(&dk->ground_chain, m, &def);
        ground_buried_add_link(&dk->ground_buried, m, def.body, dk->chain.pitch[k]);
    }
    return status;
}

// Adds the patches of shank or head to the soil's bodies.
static void add_patches(deck *dk, int body, const contact_patch *patch, int n) {
    ground_body_add_part(&dk->ground_anchor, body);
    for (int k = 0; k < n; k++) {
        const ground_patch_def def = {.at = patch[k].at, .normal = patch[k].normal, .area = patch[k].area};
        ground_body_add_patch(&dk->ground_anchor, &dk->sim->model, &def);
    }
}

static rt_status add_anchor(deck *dk) {
    const ground_bottom *b = &dk->bottom;
    double size = dk->sim->sc.ground.patch;
    contact_patch *shank = NULL, *head = NULL;
    int n_shank, n_head;
    rt_status status = contact_mesh_patches(&dk->shank.mesh, size, &shank, &n_shank);
    if (status == RT_OK) status = contact_mesh_patches(&dk->head.mesh, size, &head, &n_head);
    if (status == RT_OK) status = ground_body_create(&dk->ground_anchor, n_shank + n_head, &b->plane, &b->site[0].base);
    if (status == RT_OK) {
        ground_body_set_bottom(&dk->ground_anchor, b);
        add_patches(dk, dk->anchor.shank, shank, n_shank);
        add_patches(dk, dk->anchor.head, head, n_head);
    }
    free(shank), free(head);
    return status;
}

// Share of the head's surface (k 0) or of a link's that carries soil and is clear of the bottom.
static double carried_share(const void *ctx, const dyn_eval *e, int k) {
    const deck *dk = ctx;
    const unsigned char *z = e->state->z;
    const size_t *at = e->model->force_z;
    if (k == 0) {
        const void *anchor = z + at[dk->ground_force[1]];
        return fmax(0,
                    ground_body_mud(&dk->ground_anchor, anchor, 1) - ground_body_buried(&dk->ground_anchor, anchor, 1));
    }
    if (ground_chain_touches(&dk->ground_chain, k - 1)) return 0;
    return ground_chain_mud(&dk->ground_chain, z + at[dk->ground_force[0]], k - 1);
}

// The soil that anchor and chain carry: on the anchor a wedge between the flukes, opened to their stop, and the shank,
// as long as the flukes and as broad as the head; on a link what its width encloses, less its steel.
static rt_status add_carried(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    const dyn_model *m = &dk->sim->model;
    const contact_mesh *head = &dk->head.mesh;
    const double fluke = head->hi.z, part = sc->ground.carries, gravity = vec3_norm(m->gravity),
                 wedge = 0.5 * fluke * fluke * sin(dk->anchor.def.hinge_stop) * (head->hi.x - head->lo.x);
    const ground_carried_def def = {dk->bottom.site[0].top.weight, sc->sea.density * gravity, carried_share, dk};
    rt_status status = ground_carried_create(&dk->ground_carried, dk->chain.capacity + 1, &def);
    if (status != RT_OK) return status;
    ground_carried_add(&dk->ground_carried, m, dk->anchor.head, vec3_make(0, 0, 0.5 * fluke), part * wedge);
    for (int k = 0; k < dk->chain.capacity; k++) {
        const double width = dk->chain.link.width, pitch = dk->chain.pitch[k];
        const double room = fmax(0, 0.25 * M_PI * width * width * pitch - m->body[dk->chain.body[k]].mass / steel);
        ground_carried_add(&dk->ground_carried, m, dk->chain.body[k], vec3_make(0, 0, 0), part * room);
    }
    ground_carried_finish(&dk->ground_carried);
    return RT_OK;
}

static ground_wash jets_of(const scenario *sc) {
    const double *m = sc->ship.mouth, *a = sc->ship.pipe_axis;
    return (ground_wash){vec3_make(m[0], m[1], m[2]), vec3_unit(vec3_make(a[0], a[1], a[2])), sc->ship.pipe_length};
}

rt_status deck_add_ground(deck *dk, const start_layout *l, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    (void)l;
    if (!scenario_has_bottom(sc)) return RT_OK;
    rt_status status = add_chain(dk);
    if (status == RT_OK) status = add_anchor(dk);
    if (status == RT_OK && sc->ground.carries > 0) status = add_carried(dk);
    if (status != RT_OK) {
        rt_diag_error(d, sc->path, 0, 0, "no memory for the bottom under %d links", dk->chain.capacity);
        return status;
    }
    ground_chain_finish(&dk->ground_chain);
    ground_buried_finish(&dk->ground_buried);
    ground_body_finish(&dk->ground_anchor);
    dk->ground_chain.jets = dk->ground_anchor.jets = jets_of(sc);
    dk->ground_force[0] = deck_add_outside(dk, &dk->ground_chain.force, "bottom under the chain");
    dk->ground_force[1] = deck_add_outside(dk, &dk->ground_anchor.force, "soil at the anchor");
    deck_add_outside(dk, &dk->ground_buried.force, "soil around the chain");
    if (dk->ground_carried.n > 0) dk->carried_force = deck_add_outside(dk, &dk->ground_carried.force, "soil carried");
    if (sc->ground.rest) {
        ground_rest_add(&dk->ground_rest, &dk->sim->model, &dk->ground_chain, dk->ground_force[0]);
        deck_name_force(dk, &dk->ground_rest.force, "rest on the bottom");
    }
    return RT_OK;
}

double deck_soil_carried(const deck *dk) {
    const dyn_model *m = &dk->sim->model;
    const ground_carried *c = &dk->ground_carried;
    if (c->n == 0) return 0;
    const void *z = dk->sim->state.z + m->force_z[dk->carried_force];
    return ground_carried_mass(c, ground_carried_volume(c, z), -m->gravity.z);
}

void deck_write_mud(const deck *dk, dyn_snapshot *out) {
    const dyn_model *m = &dk->sim->model;
    const unsigned char *z = dk->sim->state.z;
    out->has_mud = dk->ground_chain.n > 0;
    if (!out->has_mud) return;
    const void *chain = z + m->force_z[dk->ground_force[0]], *anchor = z + m->force_z[dk->ground_force[1]];
    for (int i = 0; i < out->n_bodies; i++) {
        const dyn_snapshot_body *b = &out->body[i];
        out->mud[i] =
            (float)(b->kind == DYN_SHOW_LINK ? ground_chain_mud(&dk->ground_chain, chain, b->number)
                                             : ground_body_mud(&dk->ground_anchor, anchor, b->kind == DYN_SHOW_HEAD));
    }
}

bool deck_anchor_grounded(const deck *dk) {
    if (dk->ground_anchor.n == 0) return false;
    return ground_body_touches(&dk->ground_anchor, dk->sim->state.z + dk->sim->model.force_z[dk->ground_force[1]]);
}

// Water between a place of the keel and the bottom, straight down [m].
static double water_below(const deck *dk, const dyn_axes *axes, vec3 keel) {
    const vec3 x = dyn_axes_to_world(axes, keel);
    if (dk->bottom.grid.nx > 0) return x.z - ground_bottom_height(&dk->bottom, x.x, x.y);
    return -ground_depth(&dk->bottom.plane, x) / dk->bottom.plane.normal.z;
}

double deck_under_keel(const deck *dk) {
    const scenario *sc = &dk->sim->sc;
    if (!scenario_has_bottom(sc) || !(sc->motion.draught > 0)) return (double)NAN;
    const dyn_axes *axes = dyn_eval_at(&dk->sim->model, &dk->sim->state).axes;
    return water_below(dk, axes, vec3_make(dk->ship.reference.x, dk->ship.reference.y, -sc->motion.draught));
}

void deck_judge_aground(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    if (!scenario_has_bottom(sc) || !(sc->motion.draught > 0)) return;
    const dyn_axes *axes = dyn_eval_at(&dk->sim->model, &dk->sim->state).axes;
    double least = INFINITY;
    for (int k = 0; k < KEEL_PLACES; k++) least = fmin(least, water_below(dk, axes, keel_at(sc, k)));
    const bool was = dk->aground > 0;
    dk->aground = least < (was ? AFLOAT : 0);
    if (dk->aground && !was) dk->sim->events |= RT_EVENT_BIT(RT_EVENT_AGROUND);
}

// The anchor watch

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

// The antenna of the scenario; by default over a bridge that stands aft.
static vec3 antenna_of(const scenario *sc) {
    const vec3 given = vector(sc->motion.antenna), origin = vector(sc->motion.origin);
    return vec3_norm2(given) > 0 ? given : vec3_make(origin.x - sc->motion.length / 3, origin.y, origin.z);
}

static double level(vec3 a, vec3 b) { return hypot(a.x - b.x, a.y - b.y); }

void deck_define_watch(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    const vec3 mouth = vector(sc->ship.mouth), lifter = vector(sc->ship.lifter), origin = vector(sc->motion.origin),
               stern = vec3_make(origin.x - 0.5 * sc->motion.length, origin.y, 0),
               top = vec3_madd(mouth, sc->ship.pipe_length, vec3_unit(vector(sc->ship.pipe_axis)));
    dk->watch_def = (watch_def){
        .limits = watch_limits_default(), .to_antenna = level(mouth, antenna_of(sc)), .to_stern = level(mouth, stern)};
    dk->inboard = sc->ship.pipe_length + vec3_norm(vec3_sub(top, lifter));
    const watch_input seen = deck_watch_input(dk);
    anchor_watch_init(&dk->watch, &dk->watch_def, &seen);
}

watch_input deck_watch_input(const deck *dk) {
    const sim *s = dk->sim;
    const dyn_axes *axes = dyn_eval_at(&s->model, &s->state).axes;
    const vec3 anchor = dyn_axes_to_world(axes, s->state.q[dk->anchor.pin]),
               hawse = dyn_axes_to_world(axes, vector(s->sc.ship.mouth));
    const bool has_bottom = scenario_has_bottom(&s->sc);
    return (watch_input){.t = sim_time(s),
                         .anchor = anchor,
                         .hawse = hawse,
                         .antenna = dyn_axes_to_world(axes, antenna_of(&s->sc)),
                         .lead = dk->log.last.lead,
                         .outboard = fmax(s->outcome.last.chain_out - dk->inboard, 0),
                         .height =
                             hawse.z - (has_bottom ? ground_bottom_height(&dk->bottom, anchor.x, anchor.y) : anchor.z),
                         .chain_speed = s->outcome.last.chain_speed,
                         .grounded = dk->log.last.grounded && s->outcome.parted_s < 0,
                         .set = s->command.controls & RT_CONTROL_WATCH};
}

// Inboard link of the chain on the bottom; -1: none bears on it.
static int find_touchdown(const deck *dk) {
    const dyn_eval e = dyn_eval_at(&dk->sim->model, &dk->sim->state);
    const void *z = dk->sim->state.z + dk->sim->model.force_z[dk->ground_force[0]];
    const vec3 up = dyn_axes_up(e.axes);
    int k = (int)tackle_lifter_state_of(&dk->lifter, &dk->sim->model, &dk->sim->state)->links - 1;
    while (k >= 0 && vec3_dot(ground_chain_force_on(&dk->ground_chain, &e, z, k), up) <= 0) k--;
    return k;
}

static double chain_up_to(const deck *dk, int link) {
    double sum = 0;
    for (int k = 0; k <= link; k++) sum += dk->chain.pitch[k];
    return sum;
}

// True direction of a horizontal vector of the world, y to port [rad].
static double true_direction(const scenario *sc, double x, double y) {
    double once = fmod(sc->motion.heading + atan2(-y, x), 2 * M_PI);
    return once < 0 ? once + 2 * M_PI : once;
}

static void write_weather(const deck *dk, dyn_snapshot_watch *out) {
    const scenario *sc = &dk->sim->sc;
    const dyn_current profile = dk->sea.waves.current;
    const vec3 current = sc->motion.draught > 0 ? dyn_current_mean(&profile, sc->motion.draught) : profile.tide;
    double way[2], air[2] = {0, 0}; // ahead and to starboard of the world
    if (dk->manoeuvring.scratch)
        manoeuvre_velocity(&dk->manoeuvring, manoeuvre_memory_of(&dk->manoeuvring, &dk->sim->state), way, air);
    out->wind_m_s = hypot(air[0], air[1]);
    out->wind_rad = true_direction(sc, -air[0], air[1]);
    out->current_m_s = hypot(current.x, current.y);
    out->current_rad = true_direction(sc, current.x, current.y);
}

void deck_write_watch(const deck *dk, dyn_snapshot_watch *out) {
    const anchor_watch *w = &dk->watch;
    const watch_input *in = &w->last;
    const scenario *sc = &dk->sim->sc;
    out->state = w->state;
    if (w->state == DYN_WATCH_OFF) return;
    const dyn_axes *axes = dyn_eval_at(&dk->sim->model, &dk->sim->state).axes;
    const int link = find_touchdown(dk);
    const vec3 *q = dk->sim->state.q, nowhere = vec3_make((double)NAN, (double)NAN, (double)NAN);
    out->outside = w->outside, out->drags = w->drags, out->n_track = w->n_track;
    memcpy(out->track, w->track, sizeof out->track);
    out->anchor = in->anchor, out->dropped = w->dropped, out->centre = w->centre;
    out->hawse = in->hawse, out->antenna = in->antenna;
    out->touchdown = link < 0 ? nowhere : dyn_axes_to_world(axes, q[dk->chain.p[link + 1]]);
    const ground_plane under = ground_bottom_at(&dk->bottom, in->anchor);
    out->bottom = under.at, out->bottom_normal = under.normal;
    out->outboard_m = in->outboard, out->on_bottom_m = chain_up_to(dk, link);
    out->lead_rad = vec3_norm2(in->lead) > 0 ? deck_lead(in->lead) : (double)NAN;
    out->scope_m = watch_scope(in->outboard, in->height);
    out->swing_m = watch_swing(&dk->watch_def, in), out->limit_m = watch_limit(&dk->watch_def, in);
    out->off_m = anchor_watch_off(w), out->dragged_m = anchor_watch_dragged(w);
    out->distance_m = level(in->anchor, in->hawse);
    out->bearing_rad = true_direction(sc, in->anchor.x - in->hawse.x, in->anchor.y - in->hawse.y);
    out->north_rad = sc->motion.heading;
    out->midship = dyn_axes_to_world(axes, vector(sc->motion.origin));
    out->length_m = sc->motion.length, out->beam_m = sc->motion.beam, out->draught_m = sc->motion.draught;
    write_weather(dk, out);
}

// Body at which the command's hand pulls, -1: none.
static int pulled_body(const rt_pull *p) { return p->kind == RT_PULL_BODY ? p->number : -1; }

void deck_start_rest(deck *dk) {
    if (dk->ground_rest.chain) ground_rest_start(&dk->ground_rest, &dk->sim->model, &dk->sim->state);
}

// Keeps links awake that the anchor may touch.
static void disturb_links_at_anchor(deck *dk) {
    sim *s = dk->sim;
    const dyn_eval e = dyn_eval_at(&s->model, &s->state);
    for (int part = 0; part < DECK_ANCHOR_PARTS; part++) {
        const contact_hull_links *c = &dk->anchor_links[part];
        for (int k = 0; c->links > 0 && (k = contact_body_links_near(c, &e, k)) >= 0; k++)
            ground_rest_disturb(&dk->ground_rest, &s->model, &s->state, k);
    }
}

void deck_rest_links(deck *dk) {
    sim *s = dk->sim;
    if (!dk->ground_rest.chain) return;
    disturb_links_at_anchor(dk);
    ground_rest_exchange(&dk->ground_rest, &s->model, &s->state, pulled_body(&s->command.pull));
}

void deck_free_ground(deck *dk) {
    ground_chain_free(&dk->ground_chain);
    ground_buried_free(&dk->ground_buried);
    ground_body_free(&dk->ground_anchor);
    ground_carried_free(&dk->ground_carried);
    ground_bottom_free(&dk->bottom);
}
