// SPDX-License-Identifier: MIT
// The stream over sockets of this machine: sender thread to receivers, with receivers absent, several or late;
// addresses; the hash of a scene.
#include "rt/frame/clock.h"
#include "tests/check.h"
#include "tests/rt/scratch.h"
#include "tests/rt/stream/sample.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sched.h>

enum { SCENE = 77, WAIT_MS = 3000 };

static rt_latest latest;
static dyn_snapshot got;
static rt_diag d;

static int set_up(void **state) {
    (void)state;
    d = (rt_diag){0};
    return rt_latest_init(&latest, sizeof(dyn_snapshot)) == RT_OK ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    rt_latest_free(&latest);
    return 0;
}

// A port that was free a moment ago, as text; `list` has it as its next word.
static void find_port(option_list *list) {
    static char text[8][32];
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof a;
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&a, size), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&a, &size), 0);
    close(fd);
    snprintf(text[list->n], sizeof text[0], "%d", ntohs(a.sin_port));
    list->word[list->n] = text[list->n];
    list->n++;
}

static void publish(uint64_t frame) {
    rt_clock clock = rt_clock_monotonic();
    dyn_snapshot *s = rt_latest_back(&latest);
    sample_snapshot(frame, false, s);
    s->frame = frame;
    s->wall_ns = rt_clock_now_ns(&clock);
    rt_latest_publish(&latest);
}

// Publishes a frame each millisecond until the receiver has a newer one; false after WAIT_MS.
static bool receive(stream_receiver *r, uint64_t *frame) {
    for (int k = 0; k < WAIT_MS; k++) {
        bool fresh;
        if (frame) publish(++*frame);
        got = *stream_receiver_read(r, &fresh);
        if (fresh) return true;
        usleep(1000);
    }
    return false;
}

static void snapshots_arrive_at_each_receiver(void **state) {
    (void)state;
    option_list to = {0};
    find_port(&to), find_port(&to), find_port(&to); // the third has no receiver
    stream_receiver *a = stream_receiver_open(to.word[0], SCENE, &d), *b = stream_receiver_open(to.word[1], SCENE, &d);
    assert_non_null(a), assert_non_null(b);
    stream_sender *s = stream_sender_open(&to, &latest, SCENE, "Weigh", &d);
    assert_non_null(s);
    uint64_t frame = 0;
    for (int k = 0; k < 20; k++) {
        assert_true(receive(a, &frame));
        assert_true(got.frame > 0 && got.frame <= frame);
        sample_snapshot(got.frame, false, rt_latest_back(&latest)); // compare with what that frame was
        const dyn_snapshot *was = rt_latest_back(&latest);
        assert_int_equal(got.n_bodies, was->n_bodies);
        CHECK_NEAR(got.body[0].pose.p.x, was->body[0].pose.p.x, 0.1);
        assert_true(receive(b, &frame));
    }
    stream_sender_counts n;
    stream_sender_close(s, &n);
    const stream_status status = stream_receiver_status(a);
    assert_in_range(status.counts.frames, 20, n.frames);
    assert_int_equal(status.counts.damaged + status.counts.senseless + status.counts.other, 0);
    assert_true(n.refused > 0 && n.sent > 2 * n.refused && n.unsendable == 0 && n.work_ns > 0);
    stream_receiver_close(a);
    stream_receiver_close(b);
}

// The first reader loses nothing to the sender: it sees each newest value, fresh once.
static void the_window_reads_as_before(void **state) {
    (void)state;
    option_list to = {0};
    find_port(&to);
    stream_sender *s = stream_sender_open(&to, &latest, SCENE, "", &d);
    assert_non_null(s);
    for (uint64_t k = 1; k <= 200; k++) {
        bool fresh;
        publish(k);
        usleep(k % 3 * 400);
        assert_int_equal(((const dyn_snapshot *)rt_latest_front(&latest, &fresh))->frame, k);
        assert_true(fresh);
        rt_latest_front(&latest, &fresh);
        assert_false(fresh);
    }
    stream_sender_close(s, NULL);
}

// A state that stands, as before the first frame or while the desk is busy, is sent again: the signal does not end.
static void a_standing_state_is_repeated(void **state) {
    (void)state;
    option_list to = {0};
    find_port(&to);
    stream_receiver *r = stream_receiver_open(to.word[0], SCENE, &d);
    stream_sender *s = stream_sender_open(&to, &latest, SCENE, "", &d);
    assert_true(r && s);
    usleep(100000);
    bool fresh;
    assert_int_equal(stream_receiver_read(r, &fresh)->n_bodies, 0); // nothing has been published
    assert_false(fresh);
    publish(1);
    for (int k = 0; k < 3; k++) assert_true(receive(r, NULL));
    assert_int_equal(got.frame, 1);
    stream_sender_close(s, NULL);
    stream_receiver_close(r);
}

static void a_sender_comes_back(void **state) {
    (void)state;
    option_list to = {0};
    uint64_t frame = 0, run;
    find_port(&to);
    stream_receiver *r = stream_receiver_open(to.word[0], SCENE, &d);
    stream_sender *s = stream_sender_open(&to, &latest, SCENE, "", &d);
    assert_true(receive(r, &frame));
    run = stream_receiver_status(r).run;
    stream_sender_close(s, NULL);
    assert_true(receive(r, NULL));
    assert_int_equal(got.frame, frame); // the last state arrives
    tear_down(NULL), set_up(NULL);      // another run has another exchange
    usleep(STREAM_SILENT_NS / 1000 + 100000);
    s = stream_sender_open(&to, &latest, SCENE, "", &d);
    frame = 0;
    assert_true(receive(r, &frame));
    assert_true(stream_receiver_status(r).run != run && got.frame <= frame);
    stream_sender_close(s, NULL);
    stream_receiver_close(r);
}

static void a_taken_port_is_told(void **state) {
    (void)state;
    option_list to = {0};
    find_port(&to);
    stream_receiver *r = stream_receiver_open(to.word[0], SCENE, &d);
    assert_non_null(r);
    assert_null(stream_receiver_open(to.word[0], SCENE, &d));
    assert_non_null(strstr(d.text, "--from: cannot receive at 127.0.0.1:"));
    assert_non_null(strstr(d.text, "close the other view"));
    stream_receiver_close(r);
}

static void addresses(void **state) {
    (void)state;
    static const struct {
        const char *text, *shown; // NULL: refused
        bool group;
    } row[] = {
        {"7001", "127.0.0.1:7001", false},
        {"127.0.0.1:7001", "127.0.0.1:7001", false},
        {"192.0.2.7:1", "192.0.2.7:1", false},
        {"[::1]:7001", "[::1]:7001", false},
        {"239.1.2.3:65535", "239.1.2.3:65535", true},
        {"224.0.0.1:7001", NULL, false},
        {"[ff02::1]:7001", NULL, false},
        {"", NULL, false},
        {":7001", NULL, false},
        {"[]:7001", NULL, false},
        {"[::1]7001", NULL, false},
        {"::1:", NULL, false},
        {"0", NULL, false},
        {"65536", NULL, false},
        {"70010000000000", NULL, false},
        {"7001x", NULL, false},
        {"-7001", NULL, false},
        {"192.0.2.300:7001", NULL, false},
        {"192.0.2.7", NULL, false},
    };
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        stream_address a;
        d = (rt_diag){0};
        rt_status status = stream_address_parse("--stream", row[k].text, &a, &d);
        if ((status == RT_OK) != (row[k].shown != NULL)) fail_msg("'%s': %s", row[k].text, d.text);
        if (status != RT_OK) assert_non_null(strstr(d.text, "--stream: "));
        if (status != RT_OK) continue;
        assert_string_equal(a.text, row[k].shown);
        assert_int_equal(a.group, row[k].group);
    }
}

// One sender to two receivers on a group, in a network of its own that has the loopback interface alone. Last of the
// tests, which it takes into that network.
static void a_group_has_several_receivers(void **state) {
    (void)state;
    if (unshare(CLONE_NEWNET) != 0 ||
        system("ip link set lo up 2>/dev/null && ip route add 239.0.0.0/8 dev lo 2>/dev/null") != 0) {
        print_message("skipped: no network of its own here\n");
        skip();
    }
    const option_list to = {{"239.1.2.3:7001"}, 1};
    stream_receiver *a = stream_receiver_open(to.word[0], SCENE, &d), *b = stream_receiver_open(to.word[0], SCENE, &d);
    if (!a || !b) fail_msg("%s", d.text);
    stream_sender *s = stream_sender_open(&to, &latest, SCENE, "", &d);
    if (!s) fail_msg("%s", d.text);
    uint64_t frame = 0;
    for (int k = 0; k < 5; k++) assert_true(receive(a, &frame) && receive(b, &frame));
    stream_sender_close(s, NULL);
    stream_receiver_close(a);
    stream_receiver_close(b);
}

// Puts the shipped heave and its models into config/ of a new folder of the scratch folder.
static void copy_config(const char *folder) {
    char command[900];
    snprintf(command, sizeof command,
             "mkdir -p %s/scenarios && cp -r %s/config/models %s/ && cp %s/config/scenarios/weigh.* %s/scenarios/",
             scratch_path(folder), HAWSE_SOURCE_DIR, scratch_path(folder), HAWSE_SOURCE_DIR, scratch_path(folder));
    assert_int_equal(system(command), 0);
}

// Hash of the heave in that folder, after an edit by sed.
static uint64_t scene_of(const char *folder, const char *edit) {
    char file[300], command[900];
    scenario sc;
    snprintf(file, sizeof file, "%s/scenarios/weigh.yaml", scratch_path(folder));
    snprintf(command, sizeof command, "cp %s/config/scenarios/weigh.yaml %s && sed -i '%s' %s", HAWSE_SOURCE_DIR, file,
             edit, file);
    assert_int_equal(system(command), 0);
    if (scenario_load(file, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    const uint64_t hash = stream_scene_hash(&sc);
    scenario_free(&sc);
    return hash;
}

// The hash is of the scene: not of the folder, the operator or the solver, but of each size, place and mesh.
static void a_scene_has_a_hash(void **state) {
    (void)state;
    char command[400];
    copy_config("here");
    copy_config("elsewhere");
    const uint64_t hash = scene_of("here", "");
    assert_true(scene_of("elsewhere", "") == hash);
    assert_true(scene_of("elsewhere", "s/title: .*/title: Another/") == hash);
    assert_true(scene_of("elsewhere", "s/duration: 130 s/duration: 131 s/") == hash);
    assert_true(scene_of("elsewhere", "/script: weigh.csv/d; s/^operator:/operator:\\n  lever_rate: 3/") == hash);
    assert_true(scene_of("elsewhere", "s/bar_diameter: 50 mm/bar_diameter: 51 mm/") != hash);
    assert_true(scene_of("elsewhere", "s/mouth: .9.0/mouth: [9.1/") != hash);
    snprintf(command, sizeof command, "cp %s/models/head.ply %s/models/shank.ply", scratch_path("elsewhere"),
             scratch_path("elsewhere"));
    assert_int_equal(system(command), 0);
    assert_true(scene_of("elsewhere", "") != hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(snapshots_arrive_at_each_receiver, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_window_reads_as_before, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_standing_state_is_repeated, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_sender_comes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_taken_port_is_told, set_up, tear_down),
        cmocka_unit_test(addresses),
        cmocka_unit_test(a_scene_has_a_hash),
        cmocka_unit_test_setup_teardown(a_group_has_several_receivers, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
