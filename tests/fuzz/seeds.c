// SPDX-License-Identifier: MIT
// Writes the seeds of the fuzz targets: seeds FOLDER creates FOLDER/obj, stl, ply, cache, record and wire.
#include "contact/prepare/prepare.h"
#include "hw/firmware/hawse_console/reference.h"
#include "rt/record/record.h"
#include "tests/rt/stream/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const double corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                    {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const int quad[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

static FILE *create(const char *folder, const char *kind, const char *name, char *path, size_t room) {
    snprintf(path, room, "%s/%s", folder, kind);
    mkdir(path, 0755);
    snprintf(path, room, "%s/%s/%s", folder, kind, name);
    FILE *f = fopen(path, "wb");
    if (!f) perror(path), exit(1);
    return f;
}

// A box, a second box through it, flipped faces, slivers, stray faces, and every form of a corner.
static void write_obj(const char *folder) {
    char path[512];
    FILE *f = create(folder, "obj", "box.obj", path, sizeof path);
    for (int i = 0; i < 8; i++) fprintf(f, "v %g %g %g\n", corner[i][0], corner[i][1], corner[i][2]);
    for (int i = 0; i < 6; i++)
        fprintf(f, "f %d %d/1 %d//2 %d/3/4\n", quad[i][0] + 1, quad[i][1] + 1, quad[i][2] + 1, quad[i][3] + 1);
    fclose(f);
    f = create(folder, "obj", "two.obj", path, sizeof path);
    for (int part = 0; part < 2; part++) {
        for (int i = 0; i < 8; i++)
            fprintf(f, "v %g %g %g\n", corner[i][0] + 0.5 * part, corner[i][1] + 0.25 * part,
                    corner[i][2] + 1e-10 * part);
        for (int i = 0; i < 6; i++)
            fprintf(f, "f %d %d %d %d\n", quad[i][0] - 8, quad[i][part ? 3 : 1] - 8, quad[i][2] - 8,
                    quad[i][part ? 1 : 3] - 8);
    }
    fprintf(f, "# a sliver, a fold, a duplicate\nv 0.5 0 0\nf 1 2 17\nf 1 2 3\nf 3 2 1\nvn 0 0 1\nusemtl x\n");
    fclose(f);
}

static void write_stl(const char *folder) {
    char path[512];
    FILE *f = create(folder, "stl", "box.stl", path, sizeof path);
    char head[80] = "seed", tail[2] = {0};
    int n = 12;
    fwrite(head, 1, sizeof head, f);
    fwrite(&n, 4, 1, f);
    FILE *text;
    char other[512];
    text = create(folder, "stl", "ascii.stl", other, sizeof other);
    fprintf(text, "solid box\n");
    for (int i = 0; i < 12; i++) {
        float facet[12] = {0};
        fprintf(text, "facet normal 0 0 0\nouter loop\n");
        for (int k = 0; k < 3; k++) {
            const double *c = corner[quad[i / 2][k == 0 ? 0 : k + i % 2]];
            for (int j = 0; j < 3; j++) facet[3 + 3 * k + j] = (float)c[j];
            fprintf(text, "vertex %g %g %g\n", c[0], c[1], c[2]);
        }
        fprintf(text, "endloop\nendfacet\n");
        fwrite(facet, sizeof facet, 1, f);
        fwrite(tail, 1, sizeof tail, f);
    }
    fprintf(text, "endsolid box\n");
    fclose(text);
    fclose(f);
}

static void write_ply(const char *folder) {
    char path[512];
    for (int binary = 0; binary < 2; binary++) {
        FILE *f = create(folder, "ply", binary ? "binary.ply" : "ascii.ply", path, sizeof path);
        fprintf(
            f,
            "ply\nformat %s 1.0\ncomment seed\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n"
            "element face 6\nproperty list uchar int vertex_indices\nproperty uchar red\nend_header\n",
            binary ? "binary_little_endian" : "ascii");
        for (int i = 0; i < 8; i++) {
            float v[3] = {(float)corner[i][0], (float)corner[i][1], (float)corner[i][2]};
            binary ? (void)fwrite(v, sizeof v, 1, f)
                   : (void)fprintf(f, "%g %g %g\n", corner[i][0], corner[i][1], corner[i][2]);
        }
        for (int i = 0; i < 6; i++) {
            if (!binary) {
                fprintf(f, "4 %d %d %d %d 255\n", quad[i][0], quad[i][1], quad[i][2], quad[i][3]);
                continue;
            }
            fputc(4, f);
            fwrite(quad[i], sizeof quad[i], 1, f);
            fputc(255, f);
        }
        fclose(f);
    }
}

// The cache of a mesh, after the target's selector byte.
static void write_cache(const char *folder, const char *kind, const char *mesh) {
    char path[600], cache[600], copy[600];
    static rt_diag d;
    contact_prepared p;
    snprintf(path, sizeof path, "%s/%s/%s", folder, kind, mesh);
    if (contact_prepare(path, NULL, CONTACT_CACHE_ON, &p, &d) != RT_OK) fputs(d.text, stderr), exit(1);
    contact_prepared_free(&p);
    snprintf(cache, sizeof cache, "%s%s", path, CONTACT_CACHE_SUFFIX);
    FILE *in = fopen(cache, "rb"), *out = create(folder, "cache", mesh, copy, sizeof copy);
    if (!in) perror(cache), exit(1);
    fputc(2, out);
    for (int c; (c = fgetc(in)) != EOF;) fputc(c, out);
    fclose(in), fclose(out);
    remove(cache);
}

// A small recording, closed or truncated, after the target's selector byte.
static void write_recording(const char *folder, const char *name, int frames, bool closed) {
    static rt_diag d;
    char path[600], copy[600];
    const double state[3] = {1, 2, 3}, value[2] = {0.5, -1};
    const uint16_t section[2] = {7, 8};
    const rt_record_header h = {
        50000000,       3,     "a.yaml",    "solver:\n  step: 0.05\n", "version=0\nevents=one,two\n", "a\nb\n",
        "t\ts\nf\tN\n", state, sizeof state};
    snprintf(path, sizeof path, "%s/seed.rec", folder);
    rt_recorder *r = rt_recorder_open(path, &h, 64, &d);
    if (!r) fputs(d.text, stderr), exit(1);
    for (int k = 0; k < frames; k++) {
        const rt_record_row row = {.frame = (uint64_t)(3 + k + 4 * (k > 7)),
                                   .command = {.lever = 0.25, .brake = 1, .pull = {.kind = k % 3 == 1, .number = k}},
                                   .hash = 99,
                                   .events = RT_EVENT_BIT(k % 8),
                                   .section = section};
        rt_record_push_frame(r, &row);
        rt_record_push_channels(r, row.frame, value);
        if (k % 6 == 5) rt_record_push_keyframe(r, row.frame + 1, state);
        rt_record_drain(r);
    }
    rt_recorder_close(r, &d);
    FILE *in = fopen(path, "rb"), *out = create(folder, "record", name, copy, sizeof copy);
    if (!in) perror(path), exit(1);
    fputc(2, out);
    long size = fseek(in, 0, SEEK_END) == 0 ? ftell(in) : 0;
    rewind(in);
    for (long k = 0; k < size - (closed ? 0 : 70); k++) fputc(fgetc(in), out);
    fclose(in), fclose(out);
    remove(path);
}

// A record of fuzz_wire: length, milliseconds, payload without its checksum.
static void write_record(FILE *f, int ms, wire_type type, uint16_t seq, uint32_t t_us, const uint8_t *body, uint8_t n) {
    const uint8_t head[9] = {n,
                             (uint8_t)ms,
                             (uint8_t)type,
                             (uint8_t)seq,
                             (uint8_t)(seq >> 8),
                             (uint8_t)t_us,
                             (uint8_t)(t_us >> 8),
                             (uint8_t)(t_us >> 16),
                             (uint8_t)(t_us >> 24)};
    fwrite(head, 1, sizeof head, f);
    fwrite(body, 1, n, f);
}

// Sessions for each entry point of the target.
static void write_wire(const char *folder) {
    char path[512];
    uint8_t body[WIRE_BODY_MAX], line[WIRE_FRAME_MAX];
    const console_def *c = &reference_console;
    FILE *raw = create(folder, "wire", "raw", path, sizeof path);
    FILE *reports = create(folder, "wire", "reports", path, sizeof path);
    FILE *mapped = create(folder, "wire", "mapped", path, sizeof path); // a lever without noise
    FILE *host = create(folder, "wire", "host", path, sizeof path);
    FILE *bodies = create(folder, "wire", "bodies", path, sizeof path);
    fputc(0, raw), fputc(1, reports), fputc(4 + 1, mapped), fputc(2, host), fputc(3, bodies);
    uint8_t n = wire_pack_hello(&c->hello, c->table, body);
    fwrite(line, 1, wire_frame_build(WIRE_HELLO, 0, 1000, body, n, line), raw);
    fwrite(body, 1, n, bodies);
    for (uint16_t k = 0; k < 12; k++) {
        wire_input in = {.host_seq = (uint16_t)(k / 2), .host_age_us = 900, .axis = {700, 200}, .button = 11};
        n = wire_pack_input(&in, c->table, c->hello.n_channels, body);
        write_record(mapped, 10, WIRE_INPUT, (uint16_t)(k + 1), 10000u * (k + 1u), body, n);
        in.axis[0] = 512;
        n = wire_pack_input(&in, c->table, c->hello.n_channels, body);
        write_record(reports, 10, WIRE_INPUT, (uint16_t)(k + 1), 10000u * (k + 1u), body, n);
        fwrite(line, 1, wire_frame_build(WIRE_INPUT, (uint16_t)(k + 1), 10000u * (k + 1u), body, n, line), raw);
    }
    const wire_accept accept = {WIRE_MAJOR, WIRE_MINOR, 10, 20, 200};
    const wire_output output = {.state = WIRE_STATE_ACTIVE, .lamps = 127, .buzzer = 2, .tension = 300000, .speed = 99};
    write_record(host, 20, WIRE_ACCEPT, 1, 0, body, wire_pack_accept(&accept, body));
    write_record(host, 20, WIRE_OUTPUT, 2, 0, body, wire_pack_output(&output, body));
    write_record(host, 255, WIRE_ASK, 3, 0, body, 0);
    fclose(raw), fclose(reports), fclose(mapped), fclose(host), fclose(bodies);
}

// A frame for each entry point of the target: as datagrams, as parts to be cut, and whole.
static void write_stream(const char *folder) {
    static unsigned char frame[STREAM_FRAME];
    static dyn_snapshot s;
    char path[512];
    unsigned char datagram[STREAM_DATAGRAM];
    FILE *datagrams = create(folder, "stream", "datagrams", path, sizeof path);
    FILE *parts = create(folder, "stream", "parts", path, sizeof path);
    FILE *whole = create(folder, "stream", "whole", path, sizeof path);
    sample_snapshot(1, false, &s);
    s.n_bodies = 3;
    s.n_contacts = s.n_regions = s.n_contours = s.n_corners = s.watch.n_track = 2;
    s.pull.acts = 0;
    for (int k = 0; k < 2; k++) {
        s.contact[k].body = k, s.region[k].contact = k;
        s.contour[k] = (dyn_snapshot_contour){.region = k, .first = 0, .count = 2};
    }
    const stream_head h = {.run = 1, .scene = 1, .sequence = 1, .total = (uint32_t)stream_encode("Weigh", &s, frame)};
    fputc(0, datagrams), fputc(1, parts), fputc(2, whole);
    for (int k = 0; k < stream_parts(h.total); k++) {
        const size_t n = stream_datagram_write(&h, k, frame, datagram);
        fputc((int)(n & 255), datagrams), fputc((int)(n >> 8), datagrams);
        fwrite(datagram, 1, n, datagrams);
    }
    for (int k = 0; k < 16; k++) fputc(k % 4 == 3 ? 15 + 16 * (k / 4) : k, parts);
    fwrite(frame, 1, h.total, parts);
    fwrite(frame, 1, h.total, whole);
    fclose(datagrams), fclose(parts), fclose(whole);
}

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: seeds FOLDER\n"), 2;
    mkdir(argv[1], 0755);
    write_obj(argv[1]);
    write_stl(argv[1]);
    write_ply(argv[1]);
    write_cache(argv[1], "obj", "box.obj");
    write_cache(argv[1], "obj", "two.obj");
    write_recording(argv[1], "closed", 14, true);
    write_recording(argv[1], "cut", 9, false);
    write_recording(argv[1], "empty", 0, true);
    write_wire(argv[1]);
    write_stream(argv[1]);
    return 0;
}
