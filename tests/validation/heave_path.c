// SPDX-License-Identifier: MIT
// Writes the anchor's path over the last metre of a heave, a row each 0.1 s until it is housed: origin of the shank's
// frame, its axes x and y, and the hinge angle. usage: heave_path SCENARIO > FILE
#include "hw/device/script.h"
#include "rt/deck/deck.h"
#include "rt/script/script.h"
#include "rt/session/session.h"
#include "rt/world/world.h"
#include <stdio.h>

#define EVERY 100  // frames per row
#define NEAR 1.3   // distance from pin to mouth at the start of the path [m]
#define HOUSED 118 // end of the path [s]

static bool between(void *ctx, session *s) {
    const sim *m = &s->sim;
    (void)ctx;
    if (sim_time(m) > HOUSED) return false;
    if (s->frames % EVERY != 0 || m->outcome.pin_distance > NEAR) return true;
    dyn_eval e = dyn_eval_at(&m->model, &m->state);
    pose at = dyn_body_pose(&e, deck_of(m)->anchor.shank);
    vec3 x = mat3_column(&at.r, 0), y = mat3_column(&at.r, 1);
    printf("%.3f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f\n", sim_time(m), at.p.x, at.p.y, at.p.z, x.x, x.y,
           x.z, y.x, y.y, y.z, tackle_anchor_hinge(&deck_of(m)->anchor, &e));
    return true;
}

int main(int argc, char **argv) {
    static scenario sc;
    static session s;
    rt_script operator_script;
    hw_device device;
    rt_diag d = {0};
    if (argc != 2) return 2;
    rt_status status = scenario_load(argv[1], false, &sc, &d);
    if (status == RT_OK) status = rt_script_load(sc.operator.script, &operator_script, &d);
    if (status == RT_OK) status = hw_script_open(&device, &operator_script, sc.operator.script, 0, &d);
    if (status == RT_OK) status = sim_create(&s.sim, &sc, &d);
    if (status == RT_OK) status = session_init(&s, &device, &d);
    if (status != RT_OK) {
        fputs(d.text, stderr);
        return 2;
    }
    session_configure(&s);
    s.manual = true;
    s.after = between;
    s.max_frames = (uint64_t)llround(sc.end.duration / s.sim.model.h);
    rt_loop_def def = rt_loop_def_default();
    def.period_ns = def.budget_ns = (int64_t)llround(1e9 * s.sim.model.h);
    rt_clock clock = rt_clock_manual();
    _Atomic bool stop = false;
    rt_loop_stats loop;
    puts("t [s],x [m],y [m],z [m],x_x [1],x_y [1],x_z [1],y_x [1],y_y [1],y_z [1],hinge [rad]");
    rt_loop_run(&def, &clock, session_frame, &s, &loop, &stop);
    return s.failed ? 3 : 0;
}
