// SPDX-License-Identifier: MIT
// Parts of the station, shared by its files. Three threads: main (carry_out.c, values.c, table.c), server (server.c;
// libmicrohttpd's only thread) and hub (hub.c). The exchange between main and the others is a latest and two queues;
// `lock` guards the requests and the table.
#ifndef HAWSE_RT_STATION_PRIVATE_H
#define HAWSE_RT_STATION_PRIVATE_H

#include "rt/frame/clock.h"
#include "rt/station/certificate.h"
#include "rt/station/parse.h"
#include "rt/station/station.h"
#include "rt/stream/wire.h"
#include "rt/timeline/timeline.h"
#include <microhttpd.h>

enum {
    STATION_VERSION = 1,    // of the protocol
    STATION_REQUESTS = 64,  // connections at once, each with one request
    STATION_BODY = 65536,   // of a request [bytes]
    STATION_ORIGIN = 96,    // [bytes]
    STATION_TOKEN = 64,     // hexadecimal digits: 256 bits
    STATION_LINES = 64,     // of the log that a reader may be behind
    STATION_LINE = 224,     // [bytes]
    STATION_MOMENTS = 32,   // snapshots of a run
    STATION_WAITING = 64,   // commands that wait for the main thread
    STATION_RATE = 20,      // commands a second
    STATION_TIMEOUT_S = 15, // of a connection that neither sends nor reads [s]
};
#define STATION_PERIOD_NS 100000000    // between two values [ns]
#define STATION_HOLD_NS 1000000000     // longest wait for newer values [ns]
#define STATION_PATIENCE_NS 2000000000 // a command that the main thread finds older than this does not act [ns]
#define STATION_ANSWER_NS 4000000000   // longest wait for the answer to a command [ns]

typedef enum station_role { STATION_NOBODY = -1, STATION_INSTRUCTOR, STATION_VIEWER, STATION_ROLES } station_role;

// A file of the page.
typedef struct station_page {
    const char *path, *type;
    const unsigned char *bytes;
    size_t n;
} station_page;
extern const station_page station_pages[];
extern const int station_n_pages;

// What the page shows as numbers: name, label, unit, value of the gauges g, conning c and anchor watch w.
#define STATION_CHANNELS(X)                                                                                            \
    X(tension, "Chain tension", "kN", 1e-3 * g->tension_n)                                                             \
    X(speed, "Chain speed, heaving +", "m/min", 60 * g->speed_m_s)                                                     \
    X(chain_out, "Chain out", "m", g->chain_out_m)                                                                     \
    X(lever, "Lever, heaving +", "%", 100 * g->lever)                                                                  \
    X(brake, "Band brake", "%", 100 * g->brake)                                                                        \
    X(motor_torque, "Motor torque", "kN m", 1e-3 * g->motor_torque_nm)                                                 \
    X(motor_load, "Motor load", "%", 100 * g->motor_load)                                                              \
    X(lining, "Brake lining", "°C", g->lining_c)                                                                       \
    X(heading, "Heading", "°", c->known > 0 ? DEGREES * c->heading_rad : ABSENT)                                       \
    X(ground_speed, "Speed over ground", "m/s", c->known > 0 ? c->ground_m_s : ABSENT)                                 \
    X(under_keel, "Under keel", "m", c->known > 0 ? c->under_keel_m : ABSENT)                                          \
    X(engine, "Engine order", "%", c->known > 0 ? 100 * c->engine_order : ABSENT)                                      \
    X(rudder, "Rudder order, starboard +", "%", c->known > 0 ? 100 * c->rudder_order : ABSENT)                         \
    X(thruster, "Thruster order, starboard +", "%", c->known > 0 ? 100 * c->thruster_order : ABSENT)                   \
    X(scope, "Scope", "m", w->state ? w->scope_m : ABSENT)                                                             \
    X(dragged, "Anchor dragged", "m", w->state ? w->dragged_m : ABSENT)
#define DEGREES 57.29577951308232
#define ABSENT ((double)NAN)

#define STATION_NUMBER(name, label, unit, value) STATION_##name,
enum { STATION_CHANNELS(STATION_NUMBER) STATION_CHANNELS_COUNT };
#undef STATION_NUMBER

// An entry of the log: an event, a report, an order of the bridge, or what the instructor did.
typedef struct station_line {
    uint64_t number, frame; // number: from 1
    double t;               // [s]
    const char *kind;
    char text[STATION_LINE];
} station_line;

// A moment that the instructor has named.
typedef struct station_moment {
    char name[STATION_NAME + 1], file[RT_CONFIG_TEXT]; // file: the recording that has it
    uint64_t frame;
} station_moment;

// What the page shows, 10 times a second.
typedef struct station_values {
    uint64_t sequence, frame; // sequence: from 1
    int run;
    bool runs, has_plan, ended, rewound; // rewound: resuming makes a branch
    double t;                            // [s]
    double number[STATION_CHANNELS_COUNT];
    uint8_t clutch, stopper, motor, housed;
    int safety;        // rt_safety
    uint32_t alarms;   // a bit per alarm_kind
    unsigned failures; // a bit per rt_failure
    uint64_t acts;     // that have taken place: a bit per act
    int order;         // act with the bridge's newest order, from 1; 0: none
    uint64_t misses;   // deadlines missed
    int moments;       // named so far
    char moment[STATION_MOMENTS][STATION_NAME + 1];
    double moment_t[STATION_MOMENTS]; // [s]
    uint64_t lines;                   // number of the newest line
    dyn_snapshot_watch watch;
    double yaw_rad;                   // of the ship about the vertical, against the world's axes
    station_line line[STATION_LINES]; // line number n is at (n - 1) % STATION_LINES
} station_values;

// The main thread's answer to a command.
typedef struct station_answer {
    uint64_t id, frame;
    double t;       // of the frame [s]
    bool refused;   // text: why
    bool is_paused; // it acts when time runs; no frame has taken it over yet
    char text[STATION_WHY];
} station_answer;

// What the scorer's thread follows.
typedef struct station_task {
    int run;
    double h;                  // step of the run [s]
    train_exercise *exercise;  // of a run that begins: the thread's own from then on; NULL: none, or taken
    char file[RT_CONFIG_TEXT]; // the recording; "": none yet
    uint64_t end;              // frames before this one count
    bool final;                // the recording is closed
} station_task;
typedef struct station_scorer station_scorer;

// Pairing by a code on the simulator's screen.
typedef struct station_pairing {
    char code[STATION_CODE + 1];
    int64_t until_ns; // valid so long [ns]
    int tries, made;  // tries left; codes so far
    bool asked;       // a page asks for a code
} station_pairing;

// A request in progress. In the hands of the server's thread, except `waits` and what belongs to it.
typedef struct station_request {
    bool used, waits, answered;
    struct MHD_Connection *connection;
    station_role role;
    uint64_t id, after; // of a command: its number; else 0 and the values that the reader has
    int64_t since_ns;   // start of the wait [ns]
    size_t n;           // bytes of the body so far
    char body[STATION_MESSAGE + 1];
    station_answer answer;
} station_request;

struct station {
    stream_address at;
    char reader[OPTION_LIST_WORDS][STATION_ORIGIN]; // (n_readers) pages of other stations that may read this one
    int n_readers;
    bool encrypted;
    certificate tls; // if encrypted
    char host[88], origin[STATION_ORIGIN], token[STATION_ROLES][STATION_TOKEN + 1];
    rt_latest newest;           // holds a station_values: main thread to server
    _Atomic uint64_t sequence;  // of it
    rt_queue commands, answers; // server to main thread, main thread to hub
    pthread_mutex_t lock;
    char *table;             // (lock)
    char *score;             // (lock) live score as JSON; NULL: none
    uint64_t scored;         // (lock) number of it
    station_task task;       // (lock) of the scorer
    station_pairing pairing; // (lock)
    bool settled;            // (lock) the score of the run that has ended is there
    station_request request[STATION_REQUESTS];
    bool closing; // (lock)
    // server's thread
    uint64_t id;
    double allowance; // commands that may come now
    int64_t allowed_ns;
    station_counts counts;
    // hub's thread
    struct MHD_Daemon *daemon;
    pthread_t hub;
    _Atomic int begun; // 1: the server runs, -1: it does not
    int error;
    _Atomic bool stop, hurry; // hurry: the scorer looks at once
    pthread_t scorer;
    station_scorer *scorer_work;
    // main thread
    station_desk desk;
    station_values shown;
    int64_t due_ns;
    int events_read;
    timeline marks;                  // events of the log
    uint64_t took[SESSION_INTAKES];  // as last seen
    char given_file[RT_CONFIG_TEXT]; // to the scorer
    uint64_t given_end;
    station_moment moment[STATION_MOMENTS]; // (shown.moments)
    bool acting;                            // a command waits for the frame that takes it over:
    station_command command;
    int64_t acted_ns;
    uint64_t before; // intake before it
};

static inline int64_t station_now_ns(void) {
    const rt_clock clock = rt_clock_monotonic();
    return rt_clock_now_ns(&clock);
}

// The value of a request's header; *n: how often it is there.
const char *station_find_header(struct MHD_Connection *c, const char *name, int *n);
// The role of the request's token.
station_role station_find_role(const station *st, struct MHD_Connection *c);
// Why the request does not come from this server's page: stops names that were rebound, and other sites; NULL: it does.
// reads: it only reads, so that the pages of readers may ask too.
const char *station_check_source(const station *st, struct MHD_Connection *c, bool reads);
// The page of another station that asks and may read this one; NULL: none.
const char *station_reader_of(const station *st, struct MHD_Connection *c);
// Reads the pages that may read this station. RT_ERR_USAGE with a message. Set-up.
rt_status station_read_readers(station *st, const option_list *readers, rt_diag *d);
// Whether it is one address that a machine may have; this machine's loopback.
bool station_is_single(const stream_address *a);
bool station_is_loopback(const stream_address *a);
// Server's thread: the answer to a request. ctx: the station.
enum MHD_Result station_handle(void *ctx, struct MHD_Connection *connection, const char *url, const char *method,
                               const char *version, const char *data, size_t *n, void **request);
void station_completed(void *ctx, struct MHD_Connection *connection, void **request,
                       enum MHD_RequestTerminationCode why);
// Hub: starts the server and its own thread; stops them. RT_ERR_USAGE with a message.
rt_status station_start_hub(station *st, rt_diag *d);
void station_stop_hub(station *st);
// Starts and stops the scorer's thread. RT_ERR_MEMORY with a message.
rt_status station_start_scorer(station *st, rt_diag *d);
void station_stop_scorer(station *st);
// Main thread: the scorer follows the run that begins; its recording, as far as it is the run's past; the whole of it,
// closed, and waits for its score.
rt_status station_begin_score(station *st, rt_diag *d);
void station_follow_recording(station *st);
void station_finish_score(station *st, uint64_t frames);
// The values as JSON, with the lines after `seen`; for free(). NULL: no memory.
char *station_values_write(const station_values *v, uint64_t seen);
// The run's table as JSON, without the reader's role: an object that is still open. For free(). NULL: no memory.
char *station_table_write(const station_desk *desk);
// Main thread: makes a pairing code and shows it; shows one when a page asks.
void station_show_code(station *st, FILE *f);
void station_follow_pairing(station *st);
// Server's thread: carries out a request to pair. Returns the HTTP status, with the reason of a refusal in why;
// *paired: it had a code, and the right one if the status is 200.
unsigned station_pair(station *st, const char *text, size_t n, bool *paired, char why[STATION_WHY]);
// Main thread: go back, name a moment, return to one; the answer is given.
void station_go_back(station *st, const dyn_snapshot *now);
void station_keep_moment(station *st, const dyn_snapshot *now);
void station_return_to_moment(station *st, const dyn_snapshot *now);
// Main thread: answers the command in progress.
void station_answer_command(station *st, uint64_t frame, double t, bool paused);
void station_refuse_command(station *st, const char *why);
// Main thread: the newest snapshot as values, without log; a line of the log.
void station_fill(station_values *v, const station_desk *desk, const dyn_snapshot *now);
void station_log(station *st, uint64_t frame, const char *kind, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
