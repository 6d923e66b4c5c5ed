// SPDX-License-Identifier: MIT
#include "dynamics/ground/mud.h"

#define JETS 10.0 // speed of the wash water [m/s]
#define BELOW 1.0 // reach of the jets out of the pipe's mouth [m]

static bool in_jets(const ground_wash *jets, vec3 x) {
    double along = vec3_dot(vec3_sub(x, jets->mouth), jets->axis);
    return jets->length > 0 && along > -BELOW && along < jets->length;
}

double ground_mud_after(const ground_soil *s, const ground_wash *jets, const dyn_eval *e, int body, const double w[4],
                        double mud, double touched) {
    if (!(mud > touched)) return touched;
    vec3 x = dyn_body_point(e, body, w);
    double path = 0;
    if (dyn_axes_to_world(e->axes, x).z < 0)
        path += e->h * vec3_norm(dyn_axes_velocity(e->axes, x, dyn_body_velocity(e, body, w)));
    if ((e->command->controls & RT_CONTROL_WASH) && in_jets(jets, x)) path += e->h * JETS;
    return fmax(touched, mud * exp(-path / s->clings));
}
