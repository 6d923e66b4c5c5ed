// SPDX-License-Identifier: MIT
#include "rt/report/link.h"

static void write_counts(rt_json *j, const hw_link_stats *s) {
    const wire_counts *r = &s->received;
    rt_json_object(j, "received");
    rt_json_int(j, "frames", r->frames);
    rt_json_int(j, "crc_errors", r->crc_errors);
    rt_json_int(j, "lost", r->lost);
    rt_json_int(j, "duplicates", r->duplicates);
    rt_json_int(j, "resyncs", r->resyncs);
    rt_json_int(j, "oversize", r->oversize);
    rt_json_int(j, "bytes", (int64_t)s->bytes_in);
    rt_json_end(j);
    rt_json_object(j, "not_believed");
    rt_json_int(j, "malformed", s->malformed);
    rt_json_int(j, "late", s->late);
    rt_json_int(j, "frozen", s->frozen);
    rt_json_int(j, "out_of_range", s->out_of_range);
    rt_json_int(j, "unheard", s->unheard);
    rt_json_end(j);
}

static void write_pair(rt_json *j, const char *key, int64_t p50, int64_t p99) {
    rt_json_object(j, key);
    rt_json_int(j, "p50", p50);
    rt_json_int(j, "p99", p99);
    rt_json_end(j);
}

void report_link_write(rt_json *j, hw_device *device) {
    hw_link_stats s;
    if (!hw_device_link(device, &s)) return;
    rt_json_object(j, "link");
    rt_json_text(j, "port", s.port);
    rt_json_text(j, "state", hw_link_state_name(s.state));
    rt_json_text(j, "serial", s.hello.serial);
    rt_json_text(j, "firmware", s.hello.firmware);
    rt_json_int(j, "inputs", s.inputs);
    rt_json_int(j, "accepted", s.accepted);
    rt_json_int(j, "losses", s.losses);
    write_counts(j, &s);
    rt_json_int(j, "bytes_sent", (int64_t)s.bytes_out);
    rt_json_int(j, "unsent", s.unsent);
    write_pair(j, "interval_ns", s.interval_p50_ns, s.interval_p99_ns);
    write_pair(j, "age_ns", s.age_p50_ns, s.age_p99_ns);
    write_pair(j, "round_trip_ns", s.round_trip_p50_ns, s.round_trip_p99_ns);
    rt_json_int(j, "cpu_ns", s.cpu_ns);
    rt_json_bool(j, "real_time", s.real_time);
    rt_json_end(j);
}

void report_link_print(FILE *f, hw_device *device) {
    hw_link_stats s;
    if (!hw_device_link(device, &s)) return;
    const wire_counts *r = &s.received;
    fprintf(f,
            "console %s (firmware %s) at %s: %u reports, age p99 %.1f ms, round trip p99 %.1f ms; frames: %u damaged, "
            "%u lost, %u duplicate; connection lost %u times%s\n",
            s.hello.serial, s.hello.firmware, s.port, s.inputs, 1e-6 * (double)s.age_p99_ns,
            1e-6 * (double)s.round_trip_p99_ns, r->crc_errors + r->resyncs, r->lost, r->duplicates, s.losses,
            s.real_time ? "" : "; its thread lacks real-time priority: raise the limit rtprio");
}
