// SPDX-License-Identifier: MIT
// hawse view: shows the state stream of a running simulator in a further window, here or on another machine.
#include "contact/law/permit.h"
#include "rt/app/cmd.h"
#include "rt/picture/film.h"
#include "rt/replica/replica.h"
#include "rt/scenario/shipped.h"
#include "rt/world/world.h"
#include <inttypes.h>
#include <stdio.h>

typedef struct call {
    const char *scenario, *from, *view;
    bool anywhere;
    option_list laws;
    char found[RT_CONFIG_TEXT]; // the scenario's file
    scenario sc;
    sim sim;
    rt_diag d;
} call;

static void print_help(const option *table, int n) {
    printf("usage: hawse view SCENARIO --from [ADDRESS:]PORT [OPTION...]\n\n"
           "Shows what a running simulator shows, in a further window or on another machine:\n\n"
           "  hawse run weigh --stream 7001                       the simulator\n"
           "  hawse view weigh --from 7001 --view deck            beside it\n\n"
           "  hawse run weigh --stream 192.0.2.7:7001             to the machine with that address\n"
           "  hawse view weigh --from 192.0.2.7:7001              there\n\n"
           "  hawse run weigh --stream 239.1.2.3:7001             to all views of a network\n"
           "  hawse view weigh --from 239.1.2.3:7001 --view deck  each of them\n\n"
           "SCENARIO is the file, or a copy with its meshes, that the simulator runs; another one is refused.\n"
           "The window needs no restart when the simulator stops and starts again.\n\n");
    options_print(stdout, table, n);
    printf("\nkeys in the window:\n%s", replica_key_help());
}

static rt_status check_options(call *c) {
    if (!c->from) {
        rt_diag_error(&c->d, NULL, 0, 0, "--from is missing: expected the [ADDRESS:]PORT of hawse run --stream");
        return RT_ERR_USAGE;
    }
    return law_permit(&c->laws, &c->d);
}

static int report_end(call *c, replica_end how, const stream_counts *n) {
    fputs(c->d.text, stderr);
    if (how == REPLICA_LOST) fputs(RENDER_LOST "\n", stderr);
    if (how == REPLICA_CLOSED || how == REPLICA_LOST)
        printf("%" PRIu64 " frames received, %" PRIu64 " lost; datagrams: %" PRIu64 " old, %" PRIu64 " twice, %" PRIu64
               " damaged, %" PRIu64 " of other senders; %" PRIu64 " frames senseless\n",
               n->frames, n->lost, n->old, n->twice, n->damaged, n->other, n->senseless);
    return how == REPLICA_CLOSED ? EXIT_DONE : how == REPLICA_LOST ? EXIT_SHORT : EXIT_USAGE;
}

// Shows the stream in a window of the assembled sim.
static int show(call *c) {
    replica_def def = {.file = c->found, .from = c->from, .sim = &c->sim, .view = PICTURE_OWN_VIEW};
    if (c->view && !picture_view(c->view, c->sc.model_line > 0, &def.view, &c->d))
        return options_fail(&c->d, RT_ERR_USAGE);
    def.in = stream_receiver_open(c->from, stream_scene_hash(&c->sc), &c->d);
    if (!def.in) return options_fail(&c->d, RT_ERR_USAGE);
    const replica_end how = replica_show(&def, &c->d);
    const stream_counts counts = stream_receiver_status(def.in).counts;
    stream_receiver_close(def.in);
    return report_end(c, how, &counts);
}

static int run(call *c) {
    rt_status status = check_options(c);
    if (status == RT_OK) status = scenario_find(c->scenario, c->found, &c->d);
    if (status == RT_OK) status = scenario_load(c->found, c->anywhere, &c->sc, &c->d);
    if (status != RT_OK) return options_fail(&c->d, status);
    status = sim_assemble(&c->sim, &c->sc, &c->d);
    int code = status == RT_OK ? show(c) : options_fail(&c->d, status);
    if (status == RT_OK) sim_destroy(&c->sim);
    scenario_free(&c->sc);
    return code;
}

int cmd_view(int argc, char **argv) {
    static call c;
    char view_help[512];
    picture_film_view_help(view_help, sizeof view_help);
    const option table[] = {
        {"--from", "[ADDRESS:]PORT", OPTION_TEXT, &c.from,
         "where the stream comes in, as --stream of hawse run names it: a port of this machine, its own address in the "
         "network, or a multicast group in 239.0.0.0/8"},
        {"--view", "NAME", OPTION_TEXT, &c.view, view_help},
        {"--anywhere", NULL, OPTION_FLAG, &c.anywhere, "let the scenario's paths leave its configuration folder"},
        LAW_PERMIT_OPTION(c.laws),
    };
    const int n = (int)(sizeof table / sizeof table[0]);
    const char *word[1] = {NULL};
    int words;
    bool help;
    if (!options_parse(argc, argv, table, n, word, 1, &words, &help, &c.d)) return options_fail(&c.d, RT_ERR_USAGE);
    if (help) {
        print_help(table, n);
        return EXIT_DONE;
    }
    if (words > 0) c.scenario = word[0];
    return run(&c);
}
