// SPDX-License-Identifier: MIT
// Reviews the design of an assembled deck.
#include "rt/deck/private.h"
#include "rt/scenario/chain.h"

// Outside width of the widest part of the chain that has no mesh [m].
static double chain_width(const deck *dk) {
    double most = scenario_common_link(&dk->sim->sc).width;
    for (int k = 0; k < dk->n_special; k++)
        if (!dk->special[k].meshed) most = fmax(most, dk->special[k].size.width);
    return most;
}

review_ship deck_describe_design(const deck *dk, const start_layout *l) {
    review_ship s = {.sc = &dk->sim->sc,
                     .hull = &dk->hull,
                     .shank = &dk->shank,
                     .head = &dk->head,
                     .bottom = scenario_has_bottom(&dk->sim->sc) ? &dk->bottom : NULL,
                     .laid_out = l != NULL,
                     .chain_width = chain_width(dk),
                     .pitch = 4 * dk->sim->sc.chain.bar_diameter};
    if (!l) return s;
    s.shank_at = s.head_at = l->shank;
    s.shackle = l->path[0], s.hang = l->hang, s.top = l->top;
    mat3 turn = mat3_rotation(vec3_make(1, 0, 0), l->hinge);
    s.head_at.r = mat3_matmul(&l->shank.r, &turn);
    return s;
}

// Downward acceleration of the shank's first point [m/s²].
static double fall_of_anchor(const deck *dk) {
    return -dk->sim->state.qdd[dk->sim->model.body[dk->anchor.shank].node[0]].z;
}

rt_status deck_review_settled(const deck *dk, rt_diag *d) {
    const dyn_eval e = dyn_eval_at(&dk->sim->model, &dk->sim->state);
    const review_ship s = {.sc = &dk->sim->sc,
                           .hull = &dk->hull,
                           .shank = &dk->shank,
                           .head = &dk->head,
                           .laid_out = true,
                           .fall = fall_of_anchor(dk),
                           .shank_at = dyn_body_pose(&e, dk->anchor.shank),
                           .head_at = dyn_body_pose(&e, dk->anchor.head)};
    return review_judge_settled(&s, d);
}
