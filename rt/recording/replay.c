// SPDX-License-Identifier: MIT
#include "rt/recording/replay.h"
#include "contact/law/permit.h"
#include "rt/sim/state.h"
#include "rt/world/world.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct changes {
    const char *info; // of the recording
    const scenario *sc;
    rt_diag *d;
} changes;

// Warns if a file of the scenario has another hash than the recorded one.
static void warn_of_file(void *ctx, const char *path) {
    const changes *c = ctx;
    char line[1024], hash[20];
    if (strcmp(path, c->sc->operator.script) == 0 || strcmp(path, c->sc->operator.map) == 0) return;
    for (int k = 0; recording_info_find(c->info, "file", k, line, sizeof line); k++) {
        const char *recorded = strchr(line, ' ');
        if (!recorded || strcmp(recorded + 1, path) != 0 || !recording_file_hash(path, hash)) continue;
        if (strncmp(hash, line, strlen(hash)) != 0)
            rt_diag_warning(c->d, path, 0, 0, "has changed since the recording was made");
        return;
    }
}

// Warns of differences that may change the result. Reads the files of the loaded scenario only, which lie in the user's
// root, and none that the recording merely lists.
static void warn_of_changes(const replay *r, rt_diag *d) {
    const char *info = rt_play_header(r->player)->info;
    char line[1024], own[128];
    changes c = {info, &r->sc, d};
    scenario_visit_files(&r->sc, warn_of_file, &c);
    recording_floating_point(own, sizeof own);
    if (recording_info_find(info, "floating_point", 0, line, sizeof line) && strcmp(line, own) != 0)
        rt_diag_warning(d, r->file, 0, 0, "recorded with floating point %s; this program uses %s", line, own);
    if (recording_info_find(info, "version", 0, line, sizeof line) && strcmp(line, HAWSE_VERSION) != 0)
        rt_diag_warning(d, r->file, 0, 0, "recorded by hawse %s; this is " HAWSE_VERSION ", whose results may differ",
                        line);
}

// Whether the sim has the recorded step, state size and sections.
static bool matches_recording(const replay *r) {
    const rt_record_header *h = rt_play_header(r->player);
    const char *name = h->sections;
    if (llround(1e9 * r->sim->model.h) != h->h_ns || sim_saved_size(r->sim) != h->state_size ||
        rt_play_n_sections(r->player) != r->sim->n_sections)
        return false;
    for (int k = 0; k < r->sim->n_sections; k++, name += strcspn(name, "\n") + 1) {
        size_t n = strcspn(name, "\n");
        if (strlen(r->sim->section[k].name) != n || strncmp(r->sim->section[k].name, name, n) != 0) return false;
    }
    return true;
}

static rt_status allocate_state(replay *r, rt_diag *d) {
    r->saved = malloc(rt_play_header(r->player)->state_size);
    if (r->saved) return RT_OK;
    rt_diag_error(d, r->file, 0, 0, "no memory for the replay");
    return RT_ERR_MEMORY;
}

// Checks that a permitted law_library has the recorded bytes, before any of them is loaded. One that is not permitted
// fails later, when the sim asks for it.
static bool has_recorded_law(rt_player *p, const char *path, rt_diag *d) {
    char hash[20], line[1024], recorded[20] = "none";
    if (!*path || !law_permit_hash(path, hash)) return true;
    for (int k = 0; recording_info_find(rt_play_header(p)->info, "file", k, line, sizeof line); k++)
        if (strlen(line) > 17 && strcmp(line + 17, path) == 0) snprintf(recorded, sizeof recorded, "%.16s", line);
    if (strcmp(recorded, hash) == 0) return true;
    rt_diag_error(d, path, 0, 0,
                  "the law_library has changed since the recording was made: hash %s, recorded %s. It is not loaded; "
                  "give the recorded library, or run with --scenario FILE",
                  hash, recorded);
    return false;
}

static rt_status check_laws(rt_player *p, const scenario *sc, rt_diag *d) {
    bool good = sc->model_line || has_recorded_law(p, sc->contact.law_library, d);
    for (int k = 0; sc->model_line && k < sc->model.materials.n; k++)
        good = has_recorded_law(p, sc->model.materials.item[k].law_library, d) && good;
    return good ? RT_OK : RT_ERR_FORMAT;
}

rt_status replay_scenario(const char *file, rt_player *p, bool anywhere, scenario *sc, rt_diag *d) {
    const rt_record_header *h = rt_play_header(p);
    rt_status status = scenario_load_resolved(h->scenario_text, h->scenario_path, anywhere ? NULL : file, sc, d);
    if (status != RT_OK || (status = check_laws(p, sc, d)) == RT_OK) return status;
    scenario_free(sc);
    return status;
}

static rt_status report_mismatch(const char *file, rt_diag *d) {
    rt_diag_error(d, file, 0, 0,
                  "the recording was made with another scenario or program: its step or its state has another size");
    return RT_ERR_FORMAT;
}

rt_status replay_open(replay *r, const char *file, rt_player *p, const char *scenario_file, bool anywhere, rt_diag *d) {
    const rt_record_header *h = rt_play_header(p);
    *r = (replay){.file = file, .player = p, .sim = &r->own};
    rt_status status = scenario_file ? scenario_load(scenario_file, anywhere, &r->sc, d)
                                     : replay_scenario(file, p, anywhere, &r->sc, d);
    if (status == RT_OK && !scenario_spare_inputs(&r->sc, d)) status = RT_ERR_USAGE;
    if (status == RT_OK) warn_of_changes(r, d);
    if (status == RT_OK) status = sim_create(r->sim, &r->sc, d);
    if (status == RT_OK && !matches_recording(r)) status = report_mismatch(scenario_file ? scenario_file : file, d);
    if (status == RT_OK) status = allocate_state(r, d);
    if (status == RT_OK && !replay_seek(r, h->first_frame, d)) status = RT_ERR_FORMAT;
    if (status != RT_OK) replay_close(r);
    return status;
}

rt_status replay_open_in(replay *r, const char *file, rt_player *p, sim *s, rt_diag *d) {
    *r = (replay){.file = file, .player = p, .sim = s, .next = s->state.step};
    rt_status status = matches_recording(r) ? allocate_state(r, d) : report_mismatch(file, d);
    if (status != RT_OK) replay_close(r);
    return status;
}

void replay_close(replay *r) {
    rt_play_close(r->player);
    if (r->sim == &r->own) {
        sim_destroy(&r->own);
        scenario_free(&r->sc);
    }
    free(r->saved);
    *r = (replay){0};
}

// Sets the sim to recorded state k. False, with a message, if the state has the wrong step count or is not finite.
static bool restore_keyframe(replay *r, int k, rt_diag *d) {
    if (!rt_play_read_keyframe(r->player, k, r->saved)) {
        rt_diag_error(d, r->file, 0, 0, "cannot read a recorded state");
        return false;
    }
    r->next = rt_play_keyframe_at(r->player, k);
    sim_restore(r->sim, r->saved);
    if (r->sim->state.step == r->next && dyn_state_finite(&r->sim->model, &r->sim->state)) return true;
    rt_diag_error(d, r->file, 0, 0,
                  "the state recorded before frame %" PRIu64 " is damaged: wrong step count or non-finite values",
                  r->next);
    return false;
}

bool replay_seek(replay *r, uint64_t frame, rt_diag *d) {
    int k = rt_play_keyframe_before(r->player, frame);
    if (!restore_keyframe(r, k < 0 ? 0 : k, d)) return false;
    rt_play_seek(r->player, r->next);
    return true;
}

// After dropped frames: continues from the first state recorded at or after the present frame.
static rt_play skip_gap(replay *r, rt_record_row *row, rt_diag *d) {
    int last = rt_play_get_contents(r->player).keyframes - 1, k = 0;
    while (k <= last && rt_play_keyframe_at(r->player, k) < row->frame) k++;
    uint64_t lost = r->next;
    if (k > last) {
        rt_diag_warning(d, r->file, 0, 0,
                        "frames from %" PRIu64 " on cannot be replayed: no state was recorded after them", lost);
        return RT_PLAY_END;
    }
    if (!restore_keyframe(r, k, d)) return RT_PLAY_DAMAGED;
    rt_diag_warning(d, r->file, 0, 0,
                    "frames %" PRIu64 " to %" PRIu64 " cannot be replayed: the recorder dropped some of them", lost,
                    r->next - 1);
    rt_play_seek(r->player, r->next);
    return rt_play_next(r->player, row, d);
}

rt_play replay_step(replay *r, rt_record_row *row, bool *finite, rt_diag *d) {
    rt_play how = rt_play_next(r->player, row, d);
    *finite = true;
    while (how == RT_PLAY_FRAME && row->frame != r->next) how = skip_gap(r, row, d);
    if (how != RT_PLAY_FRAME) return how;
    *finite = sim_frame(r->sim, &row->command, NULL);
    r->next++;
    return RT_PLAY_FRAME;
}

rt_play replay_run_to(replay *r, uint64_t frame, rt_diag *d) {
    uint64_t before = frame > 0 ? frame - 1 : 0;
    int k = rt_play_keyframe_before(r->player, before);
    bool back = before < r->next, near = k < 0 || rt_play_keyframe_at(r->player, k) <= r->next;
    rt_record_row row;
    rt_play how = RT_PLAY_FRAME;
    bool finite = true;
    if ((back || !near) && !replay_seek(r, before, d)) return RT_PLAY_DAMAGED;
    do how = replay_step(r, &row, &finite, d);
    while (how == RT_PLAY_FRAME && finite && r->next < frame);
    return how;
}

// Lists the sections with different hashes in one line.
static void name_sections(const replay *r, const rt_record_row *row, replay_check *c) {
    size_t used = 0, size = sizeof c->text;
    for (int k = 0; k < r->sim->n_sections; k++)
        if (row->section[k] != r->sim->section_hash[k] && used < size)
            used += (size_t)snprintf(c->text + used, size - used, "%s%s", used ? ", " : "", r->sim->section[k].name);
    if (used == 0)
        snprintf(c->text, size,
                 "no single part: the recorded hash of the state does not match the hashes of its parts");
}

// Compares the state recorded after the frame just run, if there is one. Reports the first after a differing hash, and
// the first that differs although its hash does not.
static void compare_state(replay *r, const rt_record_row *row, bool equal, int *known, replay_check *c) {
    int k = rt_play_keyframe_before(r->player, r->next);
    if (k <= 0 || rt_play_keyframe_at(r->player, k) != r->next || !rt_play_read_keyframe(r->player, k, r->saved))
        return;
    static char text[8192];
    int differ = sim_compare(r->sim, r->saved, text, sizeof text);
    c->states++;
    size_t used = strlen(c->text), left = sizeof c->text - used;
    if (equal && differ > 0 && c->bad_state == 0) {
        c->bad_state = r->next;
        snprintf(c->text + used, left,
                 "the state recorded after frame %" PRIu64 " differs, though its hash does not:\n%s", row->frame, text);
    } else if (!equal && differ > 0 && !*known) {
        *known = 1;
        snprintf(c->text + used, left, "%" PRIu64 " frames later, in the state recorded after frame %" PRIu64 ":\n%s",
                 row->frame - c->first, row->frame, text);
    }
}

rt_play replay_compare(replay *r, uint64_t from, uint64_t to, replay_check *c, rt_diag *d) {
    rt_record_row row;
    rt_play how = RT_PLAY_END;
    bool finite = true;
    int known = 0;
    *c = (replay_check){0};
    if (!replay_seek(r, from, d)) return RT_PLAY_DAMAGED;
    while (finite && r->next < to && (how = replay_step(r, &row, &finite, d)) == RT_PLAY_FRAME) {
        bool equal = sim_hash(r->sim) == row.hash;
        if (!equal && c->differing++ == 0) {
            c->first = row.frame;
            name_sections(r, &row, c);
            strncat(c->text, "\n", sizeof c->text - strlen(c->text) - 1);
        }
        if (finite) compare_state(r, &row, equal, &known, c);
        c->frames++;
    }
    return how == RT_PLAY_FRAME ? RT_PLAY_END : how;
}
