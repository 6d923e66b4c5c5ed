// SPDX-License-Identifier: MIT
// Adds anchor, chain, cable lifter, windlass and stopper of a ship's scenario to the model.
#include "rt/deck/private.h"
#include "rt/scenario/chain.h"
#include "rt/scenario/parts.h"
#include <stdlib.h>

#define BEDDING 1e-4 // deflection of the crown pin in its bearing under the head's weight [m]; our assumption

// Mass, centre and inertia of a part: from its mesh and mass or density; a given inertia replaces centre and inertia.
static contact_mass mass_of(const contact_prepared *m, double mass, double density, const double centre[3],
                            const double inertia[3]) {
    contact_mass part = contact_mesh_mass(&m->mesh, density);
    if (mass > 0) part = contact_mesh_mass(&m->mesh, density * mass / part.mass);
    if (inertia[0] > 0 || inertia[1] > 0 || inertia[2] > 0) {
        part.centre = vec3_make(centre[0], centre[1], centre[2]);
        part.inertia = (mat3){{{inertia[0], 0, 0}, {0, inertia[1], 0}, {0, 0, inertia[2]}}};
    }
    return part;
}

static rt_status add_anchor(deck *dk, const start_layout *l) {
    const scenario *sc = &dk->sim->sc;
    contact_mass shank = mass_of(&dk->shank, sc->anchor.shank_mass, sc->anchor.density, sc->anchor.shank_centre,
                                 sc->anchor.shank_inertia);
    contact_mass head =
        mass_of(&dk->head, sc->anchor.head_mass, sc->anchor.density, sc->anchor.head_centre, sc->anchor.head_inertia);
    head.centre.z += sc->anchor.head_shift;
    // the head's weight at an arm of 0.1 m deflects the stop by 0.2 mrad
    double inertia = head.inertia.m[0][0] + head.mass * vec3_norm2(head.centre);
    double stiffness = head.mass * 9.81 * 0.1 / 2e-4, e = sc->anchor.stop_restitution;
    double reduced = shank.mass * head.mass / (shank.mass + head.mass), bearing = head.mass * 9.81 / BEDDING;
    const tackle_anchor_def def = {.shank_mass = shank.mass,
                                   .head_mass = head.mass,
                                   .shank_centre = shank.centre,
                                   .head_centre = head.centre,
                                   .shank_inertia = shank.inertia,
                                   .head_inertia = head.inertia,
                                   .shackle = sc->anchor.shackle,
                                   .hinge_stop = sc->anchor.hinge_stop,
                                   .stop_stiffness = stiffness,
                                   .stop_damping = tackle_rebound_damping(stiffness, inertia, e),
                                   .play = 0.5 * sc->anchor.slop,
                                   .pin_stiffness = bearing,
                                   .pin_damping = tackle_rebound_damping(bearing, reduced, e),
                                   .pin_friction = sc->anchor.pin_friction,
                                   .no_swivel = sc->chain.parts.n > 0,
                                   .swivel_friction = sc->anchor.swivel_friction,
                                   .swivel_seized = tackle_seized_torque(sc->chain.bar_diameter),
                                   .shank = l->shank,
                                   .hinge = l->hinge};
    return tackle_anchor_add(&dk->anchor, &dk->sim->model, &def);
}

static rt_status add_chain(deck *dk, const start_layout *l) {
    const scenario *sc = &dk->sim->sc;
    tackle_link link = scenario_common_link(sc);
    tackle_special *special = calloc((size_t)dk->n_special + 1, sizeof *special);
    if (!special) return RT_ERR_MEMORY;
    for (int k = 0; k < dk->n_special; k++) special[k] = dk->special[k].own;
    rt_status status =
        tackle_chain_add_special(&dk->chain, &dk->sim->model, &link, special, dk->n_special, scenario_max_links(sc),
                                 dk->anchor.shackle, l->path, l->side, sc->chain.joint_friction);
    dk->chain.turning = (tackle_swivel_def){sc->anchor.swivel_friction, tackle_seized_torque(sc->chain.bar_diameter)};
    free(special);
    return status == RT_OK ? deck_set_strengths(dk) : status;
}

// Adds the chain stopper on the lead from the pipe to the lifter; none if the lead is too short for one.
static void add_stopper(deck *dk, const start_layout *l) {
    const scenario *sc = &dk->sim->sc;
    vec3 lifter = vec3_make(sc->ship.lifter[0], sc->ship.lifter[1], sc->ship.lifter[2]), up = vec3_make(0, 0, 1);
    double lead = vec3_norm(vec3_sub(lifter, l->top)), place = sc->stopper.place;
    tackle_stopper_def def =
        tackle_stopper_def_default(&dk->chain.link, tackle_breaking_load(sc->chain.bar_diameter, sc->chain.grade));
    if (place == 0) place = 0.5 * lead;
    def.lead = vec3_unit(vec3_sub(lifter, l->top));
    def.at = vec3_madd(lifter, -place, def.lead);
    vec3 across = vec3_cross(def.lead, up);
    def.up = vec3_unit(vec3_cross(across, def.lead));
    if (sc->stopper.strength > 0) {
        def.stiffness *= sc->stopper.strength / def.strength;
        def.strength = sc->stopper.strength;
    }
    if (sc->stopper.stiffness > 0) def.stiffness = sc->stopper.stiffness;
    if (sc->stopper.play > 0) def.play = sc->stopper.play;
    if (sc->stopper.bar_mass > 0) def.bar_mass = sc->stopper.bar_mass;
    def.lift_load = sc->stopper.lift_load;
    if (place >= START_STOPPER_ROOM * dk->chain.link.pitch)
        tackle_stopper_add(&dk->stopper, &dk->sim->model, &dk->lifter, &def);
}

// Adds the devil's claw, which grips the chain a link inboard of the stopper; none without a stopper.
static void add_claw(deck *dk) {
    const scenario *sc = &dk->sim->sc;
    if (!dk->stopper.lifter) return;
    tackle_claw_def def =
        tackle_claw_def_default(sc->chain.bar_diameter, tackle_breaking_load(sc->chain.bar_diameter, sc->chain.grade));
    def.lead = dk->stopper.def.lead;
    def.at = vec3_madd(dk->stopper.def.at, dk->chain.link.pitch, def.lead);
    tackle_claw_add(&dk->claw, &dk->sim->model, &dk->lifter, &def);
}

static rt_status add_tackle(deck *dk, const start_layout *l) {
    const scenario *sc = &dk->sim->sc;
    rt_status status = add_anchor(dk, l);
    if (status == RT_OK) status = add_chain(dk, l);
    if (status != RT_OK) return status;
    tackle_anchor_finish(&dk->anchor, &dk->sim->model, dk->chain.body[0], dk->chain.u[0]);
    tackle_lifter_add(&dk->lifter, &dk->sim->model, &dk->chain, l->links, l->sigma0, vec3_make(0, 0, 1),
                      deck_lifter_inertia(sc), deck_motor_inertia(sc));
    deck_add_windlass(dk);
    const tackle_strength_def strength = {.proof = tackle_proof_load(sc->chain.bar_diameter, sc->chain.grade),
                                          .breaking = tackle_breaking_load(sc->chain.bar_diameter, sc->chain.grade),
                                          .time = sc->chain.shock_time};
    tackle_strength_add(&dk->strength, &dk->sim->model, &dk->chain, &dk->lifter, &strength);
    add_stopper(dk, l);
    add_claw(dk);
    return RT_OK;
}

rt_status deck_add_tackle(deck *dk, const start_layout *l, rt_diag *d) {
    rt_status status = add_tackle(dk, l);
    if (status != RT_OK) {
        rt_diag_error(d, dk->sim->sc.path, 0, 0,
                      "the anchor's masses and inertias are not physical: check its meshes and masses");
        return status;
    }
    deck_name_force(dk, &dk->windlass.force, "windlass");
    deck_name_force(dk, &dk->lifter.force, "cable lifter");
    deck_name_force(dk, &dk->stopper.force, "chain stopper");
    deck_name_force(dk, &dk->claw.force, "devil's claw");
    deck_name_force(dk, &dk->chain.joints, "joints of the chain");
    deck_name_force(dk, &dk->strength.force, "strength of the chain");
    deck_name_force(dk, &dk->anchor.stop.along.force, "hinge stops");
    deck_name_force(dk, &dk->anchor.pin_friction.force, "crown pin's friction");
    deck_name_force(dk, &dk->anchor.swivel_friction.force, "swivel's friction");
    return deck_check_locker(dk, l, d);
}

void deck_free_tackle(deck *dk) { tackle_chain_free(&dk->chain); }
