// SPDX-License-Identifier: MIT
#include "dynamics/water/run_off.h"

// Volume that part k holds at its present immersion [m³].
static double immersed(const tackle_run_off *r, int k) {
    const tackle_sea_part *p = &r->sea->part[r->first + k];
    return p->wet ? r->share * p->def.volume * p->share : 0;
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const tackle_run_off *r = self;
    const double *held = z;
    for (int k = 0; k < r->n; k++) {
        const tackle_sea_part *p = &r->sea->part[r->first + k];
        double lifted = held[k] - immersed(r, k);
        if (!(lifted > 0) || !dyn_body_active(e, p->def.body)) continue;
        dyn_body_add_force(e, p->def.body, p->weight,
                           vec3_scale(-r->sea->density * r->sea->gravity * lifted, dyn_axes_up(e->axes)));
    }
}

static void accept(void *self, const dyn_eval *e, void *z) {
    const tackle_run_off *r = self;
    double *held = z, rest = exp(-e->h / r->time);
    for (int k = 0; k < r->n; k++) {
        double level = immersed(r, k);
        held[k] = fmax(level, level + (held[k] - level) * rest);
    }
}

// Of the lifted water over the surface [J].
static double energy(const void *self, const dyn_eval *e, const void *z) {
    const tackle_run_off *r = self;
    const double *held = z;
    double sum = 0;
    for (int k = 0; k < r->n; k++) {
        const tackle_sea_part *p = &r->sea->part[r->first + k];
        double lifted = held[k] - immersed(r, k);
        if (!(lifted > 0) || !dyn_body_active(e, p->def.body)) continue;
        sum += lifted * tackle_sea_height(r->sea, e->axes, dyn_body_point(e, p->def.body, p->weight), e->t);
    }
    return r->sea->density * r->sea->gravity * sum;
}

void tackle_run_off_create(tackle_run_off *r, const tackle_sea *sea, int first, int n, double volume, double time) {
    double own = 0;
    for (int k = 0; k < n; k++) own += sea->part[first + k].def.volume;
    *r = (tackle_run_off){.sea = sea, .time = time, .first = first, .n = n, .share = volume / own};
    r->force = (dyn_force){.self = r,
                           .phase = RT_PHASE_ASSEMBLE,
                           .z_size = (size_t)n * sizeof(double),
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
}
