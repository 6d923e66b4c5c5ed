// SPDX-License-Identifier: MIT
// Real time: the frames on a thread of their own, paced by absolute deadlines; window and operator devices on this one.
#include "hw/keyboard.h"
#include "rt/cmd.h"
#include "rt/open_device.h"
#include "rt/options.h"
#include "rt/picture.h"
#include "rt/report.h"
#include "rt/session_loop.h"
#include <SDL.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define POLL_NS 5000000              // between two looks at the devices
#define SOFTWARE_PICTURE_NS 33333333 // 30 pictures a second leave the processor time for others

typedef struct run {
    const char *scenario, *device_name, *record, *report;
    double duration;
    bool anywhere, headless;
    scenario sc;
    device_context devices;
    hw_device device;
    session *s;
    render *window;
    session_loop_options options;
    rt_loop_def def;
    rt_loop loop, latency_loop;
    rt_loop_stats *stats, *latency_stats;
    bool with_latency, with_headroom;
    headroom headroom;
    picture_age picture; // of the window
    int64_t picture_ns;  // least time between two pictures; 0: the display says when
    int64_t picture_due_ns;
    int cpu; // the frames' processor
    int64_t told_slip_ns;
    rt_diag d;
} run;

static volatile sig_atomic_t interrupted;
static void on_signal(int number) {
    (void)number;
    interrupted = 1;
}

static bool open_window(run *c) {
    const char *driver = getenv("SDL_VIDEODRIVER");
    if (c->headless || (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY") && !driver)) return false;
    // software rendering leaves a processor to the frames; where one other is left, a thread of its own only costs time
    setenv("LP_NUM_THREADS", rt_loop_processors() > 1 ? "1" : "0", 0);
    render_def def = picture_def(&c->s->sim);
    def.title = "hawse";
    rt_diag d = {0};
    c->window = render_create(&def, &d);
    if (!c->window) fprintf(stderr, "no window, going on without: %s", d.text);
    if (c->window && render_is_software(c->window)) c->picture_ns = SOFTWARE_PICTURE_NS;
    return c->window != NULL;
}

static rt_status open_operator(run *c) {
    rt_clock clock = rt_clock_monotonic();
    c->devices = (device_context){.map = c->sc.operator.map,
                                  .script = c->sc.operator.script,
                                  .window = c->window != NULL,
                                  .sdl_events = true,
                                  .wall_clock = true,
                                  .start_ns = rt_clock_now_ns(&clock),
                                  .start = {.brake = 1, .clutch = 1}};
    return open_device(c->device_name ? c->device_name : "auto", &c->devices, &c->device, &c->d);
}

static rt_status prepare(run *c) {
    session *s = c->s;
    c->cpu = rt_loop_choose_cpu();
    rt_loop_keep_off(c->cpu); // before the window makes threads of its own
    if (c->with_latency && c->cpu < 0) {
        rt_diag_error(&c->d, NULL, 0, 0, "--latency needs a second processor: expected at least 2, found 1");
        return RT_ERR_USAGE;
    }
    rt_status status = scenario_load(c->scenario, c->anywhere, &c->sc, &c->d);
    if (status == RT_OK && c->duration >= 0) c->sc.end.duration = c->duration;
    if (status == RT_OK && c->sc.model_line) {
        rt_diag_error(&c->d, c->scenario, c->sc.model_line, 0,
                      "a mechanism has no deck to operate: expected a ship's scenario; hawse sil runs it");
        status = RT_ERR_USAGE;
    }
    if (status == RT_OK) status = sim_create(&s->sim, &c->sc, &c->d);
    if (status != RT_OK) return status;
    open_window(c);
    status = open_operator(c);
    if (c->devices.keyboard) fputs(hw_keyboard_help(), stdout);
    if (status == RT_OK) status = session_init(s, &c->device, &c->d);
    if (status != RT_OK) return status;
    session_configure(s);
    s->loop = c->stats; // written by the frame thread, which alone reads it there
    bool until_closed = c->window && c->duration < 0;
    s->max_frames = until_closed ? 0 : (uint64_t)llround(c->sc.end.duration / s->sim.model.h);
    if (c->window) {
        status = picture_age_init(&c->picture);
        s->age.waiting = &c->picture.waiting;
    }
    if (status != RT_OK) return status;
    if (c->with_headroom) s->headroom = &c->headroom;
    status = session_loop_prepare(s, &c->options, &c->def, &c->d);
    c->def.cpu = c->cpu;
    if (status != RT_OK || !c->record) return status;
    s->recording = recording_open(c->record, &s->sim, true, &c->d);
    return s->recording ? RT_OK : RT_ERR_FILE;
}

// Says so when the simulation has fallen behind the clock for good.
static void tell_of_slip(run *c, int64_t slip_ns) {
    if (slip_ns == c->told_slip_ns) return;
    c->told_slip_ns = slip_ns;
    fprintf(stderr, "time slip: the simulation is now %.3f s behind the clock\n", 1e-9 * (double)slip_ns);
}

static void draw(run *c, rt_clock *clock, const dyn_snapshot *next, picture_pair *shown) {
    int64_t now = rt_clock_now_ns(clock);
    c->picture_due_ns = now + c->picture_ns;
    picture_between(shown, c->window, next, now);
    render_present(c->window);
    picture_age_show(&c->picture, next->frame, rt_clock_now_ns(clock));
}

// What happens between two frames of physics: events in, devices polled, the newest snapshot drawn if it is time.
static bool pump(run *c, rt_clock *clock, picture_pair *shown) {
    SDL_Event e;
    bool go_on = !interrupted;
    while (SDL_WasInit(SDL_INIT_EVENTS) && SDL_PollEvent(&e)) {
        if (e.type == SDL_QUIT || (e.type == SDL_KEYDOWN && e.key.keysym.sym == SDLK_ESCAPE)) go_on = false;
        if (c->window) render_handle_event(c->window, &e);
        hw_device_event(&c->device, &e);
    }
    if (!hw_device_polls_in_frame(&c->device)) hw_device_poll(&c->device, rt_clock_now_ns(clock));
    bool fresh;
    const dyn_snapshot *next = rt_latest_front(&c->s->snapshot, &fresh);
    tell_of_slip(c, next->info.slip_ns);
    if (c->window && next->n_bodies > 0 && rt_clock_now_ns(clock) >= c->picture_due_ns) draw(c, clock, next, shown);
    return go_on;
}

// Until the next look at devices and window. Where the display holds the pictures up, that was the wait.
static void rest(const run *c, rt_clock *clock) {
    int64_t now = rt_clock_now_ns(clock), until = now + POLL_NS;
    if (c->window && c->picture_due_ns < until) until = c->picture_due_ns;
    if (until > now) rt_clock_sleep_until(clock, until);
}

// Empty frames on another processor, which meet the same machine in the same minutes.
static bool empty_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    (void)ctx, (void)frame, (void)release_ns, (void)p;
    return true;
}

static rt_status start_latency(run *c) {
    rt_loop_def def = rt_loop_def_default();
    def.period_ns = def.budget_ns = c->def.period_ns;
    def.max_lag_ns = c->def.max_lag_ns;
    def.cpu = rt_loop_choose_cpu_but(c->def.cpu);
    return rt_loop_start(&c->latency_loop, &def, empty_frame, NULL, c->latency_stats, &c->d);
}

static int64_t end_latency(run *c, int64_t wall_ns) {
    if (c->with_latency) {
        rt_loop_stop(&c->latency_loop);
        rt_loop_join(&c->latency_loop);
    }
    return wall_ns;
}

static int64_t run_loop(run *c) {
    static picture_pair shown;
    rt_clock clock = rt_clock_monotonic();
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    if (!hw_device_polls_in_frame(&c->device)) hw_device_poll(&c->device, rt_clock_now_ns(&clock));
    if (c->def.flight && rt_flight_start(c->def.flight, &c->d) != RT_OK) return -1;
    if (c->with_latency && start_latency(c) != RT_OK) return -1;
    if (rt_loop_start(&c->loop, &c->def, session_frame, c->s, c->stats, &c->d) != RT_OK) return end_latency(c, -1);
    int64_t start = rt_clock_now_ns(&clock);
    if (c->stats->refused[0]) fputs(c->stats->refused, stderr);
    while (!rt_loop_done(&c->loop)) {
        if (!pump(c, &clock, &shown)) rt_loop_stop(&c->loop);
        rest(c, &clock);
    }
    rt_loop_join(&c->loop);
    int64_t wall_ns = rt_clock_now_ns(&clock) - start;
    return end_latency(c, wall_ns);
}

static int finish(run *c, int64_t wall_ns) {
    const report_run r = {.wall_s = 1e-9 * (double)wall_ns,
                          .loop = c->stats,
                          .real_time = true,
                          .latency = c->with_latency ? c->latency_stats : NULL,
                          .headroom = c->s->headroom,
                          .picture = c->window ? &c->picture : NULL};
    rt_status status = wall_ns < 0 ? RT_ERR_MEMORY : RT_OK;
    if (recording_close(c->s->recording, &c->s->sim, &c->d) != RT_OK) status = RT_ERR_FILE;
    if (rt_flight_close(c->def.flight, &c->d) != RT_OK) status = RT_ERR_FILE;
    if (c->report && report_write(c->report, c->s, &r, &c->d) != RT_OK) status = RT_ERR_FILE;
    report_print(stdout, c->s, &r);
    fputs(c->d.text, stderr);
    if (c->s->failed) return EXIT_INTERNAL;
    if (status != RT_OK) return EXIT_USAGE;
    return c->stats->halted ? EXIT_SHORT : EXIT_DONE;
}

int cmd_run(int argc, char **argv) {
    static run c = {.duration = -1, .scenario = "config/scenarios/weigh.yaml"};
    static session s;
    static rt_loop_stats stats, latency_stats;
    c.s = &s;
    c.stats = &stats;
    c.latency_stats = &latency_stats;
    const option table[] = {
        {"--device", "NAME", OPTION_TEXT, &c.device_name, "the operator's device, see below; default auto"},
        {"--duration", "S", OPTION_DURATION, &c.duration,
         "end after this time [s]; default: until the window is closed, else the scenario's"},
        {"--record", "FILE", OPTION_OUT_FILE, &c.record, "record commands and state hashes, for hawse replay"},
        {"--report", "FILE", OPTION_OUT_FILE, &c.report, "write the report (JSON)"},
        {"--latency", NULL, OPTION_FLAG, &c.with_latency,
         "run empty frames on another processor at the same time, and report both"},
        {"--headroom", NULL, OPTION_FLAG, &c.with_headroom,
         "inject more and more load until the first miss by our own work, and say how much it was"},
        SESSION_LOOP_OPTIONS(c.options),
        {"--headless", NULL, OPTION_FLAG, &c.headless, "no window"},
        {"--anywhere", NULL, OPTION_FLAG, &c.anywhere, "let the scenario's paths leave its configuration folder"},
    };
    const int n = (int)(sizeof table / sizeof table[0]);
    const char *word[1];
    int words;
    bool help;
    if (!options_parse(argc, argv, table, n, word, 1, &words, &help, &c.d)) return cmd_fail(&c.d, RT_ERR_USAGE);
    if (help) {
        printf("usage: hawse run [SCENARIO] [OPTION...]\n");
        options_print(stdout, table, n);
        printf("\ndevices:\n%s", open_device_help());
        printf("\nwindow: drag to orbit, right drag to pan, wheel to zoom, 1..7 cameras, f forces, h ghost hull, g "
               "gauges, "
               "Esc ends\n%s",
               hw_keyboard_help());
        return EXIT_DONE;
    }
    if (words > 0) c.scenario = word[0];
    rt_status status = prepare(&c);
    int code;
    if (status == RT_OK) {
        fputs(c.d.text, stderr);
        c.d = (rt_diag){0};
        code = finish(&c, run_loop(&c));
    } else {
        code = cmd_fail(&c.d, status);
        rt_flight_abandon(c.def.flight);
    }
    if (c.window) render_destroy(c.window);
    hw_device_close(&c.device);
    session_free(&s);
    picture_age_free(&c.picture);
    scenario_free(&c.sc);
    open_device_free(&c.devices);
    return code;
}
