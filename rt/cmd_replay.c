// SPDX-License-Identifier: MIT
// Replay: the recorded commands from the recorded initial state, every state hash compared.
#include "rt/cmd.h"
#include "rt/options.h"
#include "rt/recording.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

typedef struct replay {
    scenario sc;
    sim sim;
    uint64_t frames, mismatches, first_mismatch;
} replay;

static rt_status open_sim(replay *r, const rt_record_header *head, const char *given, bool anywhere, rt_diag *d) {
    const char *path = given ? given : head->scenario_path;
    rt_status status = scenario_load(path, anywhere, &r->sc, d);
    if (status == RT_OK) status = sim_create(&r->sim, &r->sc, d);
    if (status != RT_OK) return status;
    if (llround(1e9 * r->sim.model.h) == head->h_ns && dyn_state_restore(&r->sim.state, head->state, head->state_size))
        return RT_OK;
    rt_diag_error(d, path, 0, 0,
                  "the recording was made with another scenario: its step or its state has another size");
    return RT_ERR_FORMAT;
}

static rt_play play(replay *r, rt_player *p, rt_diag *d) {
    rt_play result;
    uint64_t frame, hash;
    rt_command c;
    while ((result = rt_play_next(p, &frame, &c, &hash, d)) == RT_PLAY_FRAME) {
        if (frame != r->frames) {
            rt_diag_error(d, NULL, 0, 0, "frame %" PRIu64 " is missing: the recorder had to drop it", r->frames);
            return RT_PLAY_DAMAGED;
        }
        bool finite = sim_frame(&r->sim, &c, NULL);
        if (sim_hash(&r->sim) != hash && r->mismatches++ == 0) r->first_mismatch = frame;
        r->frames++;
        if (!finite) break;
    }
    return result;
}

int cmd_replay(int argc, char **argv) {
    static replay r;
    static rt_diag d;
    const char *scenario_path = NULL, *word[1];
    bool check = false, anywhere = false, help;
    int words;
    const option table[] = {
        {"--check", NULL, OPTION_FLAG, &check, "exit code 1 when a state differs from the recorded one"},
        {"--scenario", "FILE", OPTION_TEXT, &scenario_path, "the scenario, when it is no longer where it was recorded"},
        {"--anywhere", NULL, OPTION_FLAG, &anywhere, "let the scenario's paths leave its configuration folder"},
    };
    if (!options_parse(argc, argv, table, 3, word, 1, &words, &help, &d)) return cmd_fail(&d, RT_ERR_USAGE);
    if (help || words == 0) {
        fprintf(help ? stdout : stderr, "usage: hawse replay RECORDING [OPTION...]\n");
        options_print(help ? stdout : stderr, table, 3);
        return help ? EXIT_DONE : EXIT_USAGE;
    }
    rt_player *p = rt_play_open(word[0], &d);
    rt_status status = p ? open_sim(&r, rt_play_header(p), scenario_path, anywhere, &d) : RT_ERR_FORMAT;
    if (status != RT_OK) {
        rt_play_close(p);
        scenario_free(&r.sc);
        return cmd_fail(&d, status);
    }
    rt_play result = play(&r, p, &d);
    rt_play_close(p);
    sim_destroy(&r.sim);
    scenario_free(&r.sc);
    fputs(d.text, stderr);
    if (r.mismatches == 0)
        printf("%" PRIu64 " frames replayed, every state equal\n", r.frames);
    else
        printf("%" PRIu64 " frames replayed, %" PRIu64 " states differ, the first in frame %" PRIu64 "\n", r.frames,
               r.mismatches, r.first_mismatch);
    if (result == RT_PLAY_DAMAGED) return EXIT_USAGE;
    return check && r.mismatches > 0 ? EXIT_SHORT : EXIT_DONE;
}
