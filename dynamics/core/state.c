// SPDX-License-Identifier: MIT
#include "dynamics/core/state.h"
#include <stdlib.h>
#include <string.h>

rt_status dyn_state_create(const dyn_model *m, dyn_state *s) {
    size_t nodes = (size_t)m->n_nodes * sizeof(vec3), lambda = (size_t)m->n_rows * sizeof(double),
           bodies = (size_t)m->n_batches * DYN_LANES; // a flag for each lane
    size_t axes = m->motion ? sizeof *s->axes : 0, still = m->sleeps ? nodes : 0;
    *s = (dyn_state){.size = 8 + axes + 5 * nodes + lambda + still + m->z_size + bodies};
    s->block = calloc(1, s->size);
    if (!s->block) return RT_ERR_MEMORY;
    unsigned char *p = s->block + 8 + axes;
    if (m->motion) s->axes = (dyn_axes *)(void *)(s->block + 8);
    s->q = (vec3 *)(void *)p;
    s->qd = s->q + m->n_nodes;
    s->qdd = s->qd + m->n_nodes;
    s->qdd_last = s->qdd + m->n_nodes;
    s->qdd_before = s->qdd_last + m->n_nodes;
    s->lambda = (double *)(s->qdd_before + m->n_nodes);
    s->z = (unsigned char *)(s->lambda + m->n_rows) + still;
    if (m->sleeps) s->still = (vec3 *)(void *)(s->lambda + m->n_rows);
    s->body_on = s->z + m->z_size;
    memcpy(s->q, m->node0, nodes);
    memset(s->body_on, 1, (size_t)m->n_bodies);
    dyn_state_start_axes(m, s);
    return RT_OK;
}

void dyn_state_start_axes(const dyn_model *m, dyn_state *s) {
    if (!s->axes || !m->motion) return;
    dyn_axes at = dyn_axes_rest;
    m->motion->at(m->motion->self, (double)s->step * m->h, &at);
    *s->axes = at;
}

void dyn_state_free(dyn_state *s) {
    free(s->block);
    *s = (dyn_state){0};
}

const void *dyn_state_bytes(dyn_state *s, size_t *n) {
    memcpy(s->block, &s->step, sizeof s->step);
    *n = s->size;
    return s->block;
}

bool dyn_state_restore(dyn_state *s, const void *bytes, size_t n) {
    if (n != s->size) return false;
    memcpy(s->block, bytes, n);
    memcpy(&s->step, s->block, sizeof s->step);
    return true;
}

bool dyn_state_finite(const dyn_model *m, const dyn_state *s) {
    // the sum of 0 × x is NaN if one entry is not finite, else 0
    const double *x = &s->q[0].x;
    double sum[4] = {0};
    int n = 9 * m->n_nodes, k = 0;
    for (; k + 3 < n; k += 4)
        for (int i = 0; i < 4; i++) sum[i] += 0 * x[k + i];
    for (; k < n; k++) sum[0] += 0 * x[k];
    return sum[0] + sum[1] + sum[2] + sum[3] == 0;
}
