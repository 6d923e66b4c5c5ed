// SPDX-License-Identifier: MIT
// Input to the explanation of a jam: constants at set-up, and the contacts of the frame in which the jam begins.
#include "rt/deck/private.h"
#include "rt/jam/roundness.h"

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

// Deflection of the hinge's stop up to which the head counts as against the stop [rad]. The head's weight deflects the
// stop by 0.2 mrad, the load of a jammed head by more.
#define STOP_GIVE 0.01

// Least area of a pocket's walls, in squares of the bore.
#define WALLS 0.05

// Sum of the normals, weighted by area, of the hull's faces that look out of the pipe and along `face`, by this cosine,
// at distances near .. far from the mouth [m].
static vec3 sum_normals(const deck *dk, vec3 mouth, vec3 face, double facing, double near, double far) {
    const contact_mesh *m = &dk->hull.mesh;
    vec3 sum = vec3_make(0, 0, 0), inboard = vec3_unit(vector(dk->sim->sc.ship.pipe_axis));
    for (int t = 0; t < m->nt; t++) {
        double away = vec3_norm(vec3_sub(contact_mesh_middle(m, t), mouth));
        bool outboard = vec3_dot(m->normal[t], face) > facing && vec3_dot(m->normal[t], inboard) < -0.5;
        if (away > near && away < far && outboard) sum = vec3_madd(sum, m->area[t], m->normal[t]);
    }
    return sum;
}

// A shell that leans by more than 45 deg has no face within that of the horizontal normal.
static vec3 shell_normal(const deck *dk, vec3 mouth, vec3 face, double near, double far) {
    vec3 sum = sum_normals(dk, mouth, face, 0.7, near, far);
    if (vec3_norm2(sum) == 0) sum = sum_normals(dk, mouth, face, 0.3, near, far);
    return vec3_norm2(sum) > 0 ? vec3_unit(sum) : face;
}

// Area of the hull's faces that stand out of the mouth's face and look toward the pipe's axis: walls of a pocket. They
// are more than a bore from the axis, since a lip around the mouth may stand on the face, too.
static double wall_area(const contact_mesh *m, vec3 mouth, vec3 axis, vec3 face, double bore, double far) {
    double sum = 0;
    for (int t = 0; t < m->nt; t++) {
        vec3 r = vec3_sub(contact_mesh_middle(m, t), mouth);
        vec3 off = vec3_madd(r, -vec3_dot(r, axis), axis);
        bool stands = vec3_dot(r, face) > 0 && fabs(vec3_dot(m->normal[t], face)) < 0.3;
        if (stands && vec3_norm(off) > bore && vec3_norm(r) < far && vec3_dot(m->normal[t], off) < 0) sum += m->area[t];
    }
    return sum;
}

void deck_define_jam(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    const tackle_anchor_def *a = &dk->anchor.def;
    const double g = -dk->sim->model.gravity.z, bore = sc->ship.pipe_bore;
    vec3 mouth = vector(sc->ship.mouth), axis = vec3_unit(vector(sc->ship.pipe_axis)),
         face = vec3_unit(vector(sc->ship.face_normal));
    double walls = wall_area(&dk->hull.mesh, mouth, axis, face, bore, 2 * a->shackle);
    dk->jam_def = (jam_def){.mouth = mouth,
                            .axis = axis,
                            .face = face,
                            .shell = shell_normal(dk, mouth, face, 0.8 * a->shackle, 1.3 * a->shackle),
                            .bore = bore,
                            .lip = contact_mesh_lip(&dk->hull.mesh, mouth, axis, bore),
                            .has_pocket = walls > WALLS * bore * bore,
                            .pipe_length = sc->ship.pipe_length,
                            .shackle = a->shackle,
                            .head_lo = dk->head.mesh.lo,
                            .head_hi = dk->head.mesh.hi,
                            .stop = a->hinge_stop,
                            .stop_give = STOP_GIVE,
                            .mu = sc->contact.mu_static,
                            .shank_weight = g * a->shank_mass,
                            .head_weight = g * a->head_mass,
                            .shank_centre = a->shank_centre,
                            .head_centre = a->head_centre};
}

// Inserts a contact into the list of the JAM_CONTACTS most loaded, sorted by decreasing force.
static void insert_most_loaded(jam_case *c, const jam_contact *contact) {
    double force = vec3_norm2(contact->force);
    bool full = c->n == JAM_CONTACTS;
    c->left_out += full;
    if (full && force <= vec3_norm2(c->contact[c->n - 1].force)) return;
    int at = full ? c->n - 1 : c->n++;
    for (; at > 0 && force > vec3_norm2(c->contact[at - 1].force); at--) c->contact[at] = c->contact[at - 1];
    c->contact[at] = *contact;
}

static void collect_contacts(jam_case *c, const contact_set *set, const pose *body, bool head) {
    for (int k = 0; k < set->n; k++) {
        const contact_item *i = &set->item[k];
        if (i->depth <= 0) continue;
        jam_contact contact = {.position = i->touch.point,
                               .normal = i->touch.normal,
                               .in_body = pose_point_inverse(body, i->touch.point),
                               .half = {i->outline.half[0], i->outline.half[1]},
                               .force = vec3_madd(i->friction_force, i->normal_force, i->touch.normal),
                               .head = head,
                               .sticking = i->sticking};
        contact.held_n = -vec3_dot(contact.force, c->pull);
        insert_most_loaded(c, &contact);
    }
}

jam_case deck_jam_case(const deck *dk) {
    const vec3 *q = dk->sim->state.q;
    dyn_eval e = dyn_eval_at(&dk->sim->model, &dk->sim->state);
    jam_case c = {.t = sim_time(dk->sim),
                  .shackle = q[dk->anchor.shackle],
                  .pull = vec3_unit(vec3_sub(q[dk->chain.p[1]], q[dk->chain.p[0]])),
                  .pull_n = dyn_body_tension(&e, dk->chain.body[0]),
                  .shank = dyn_body_pose(&e, dk->anchor.shank),
                  .head = dyn_body_pose(&e, dk->anchor.head),
                  .hinge = tackle_anchor_hinge(&dk->anchor, &e)};
    collect_contacts(&c, dk->shank_contact.set, &c.shank, false);
    collect_contacts(&c, dk->head_contact.set, &c.head, true);
    return c;
}
