// SPDX-License-Identifier: MIT
#include "hw/wire/wire.h"

size_t wire_cobs_encode(const uint8_t *data, size_t n, uint8_t *out) {
    size_t code_at = 0, w = 1;
    uint8_t code = 1;
    for (size_t i = 0; i < n; i++) {
        if (data[i] != 0) {
            out[w++] = data[i];
            code++;
        }
        // a full block at the end of the data needs no further code byte
        if (data[i] == 0 || (code == 0xFF && i + 1 < n)) {
            out[code_at] = code;
            code_at = w++;
            code = 1;
        }
    }
    out[code_at] = code;
    return w;
}

size_t wire_frame_build(uint8_t type, uint16_t seq, uint32_t t_us, const uint8_t *body, uint8_t n,
                        uint8_t out[WIRE_FRAME_MAX]) {
    uint8_t p[WIRE_PAYLOAD_MAX];
    size_t k = 0;
    p[k++] = type;
    p[k++] = (uint8_t)seq;
    p[k++] = (uint8_t)(seq >> 8);
    for (uint8_t shift = 0; shift < 32; shift = (uint8_t)(shift + 8)) p[k++] = (uint8_t)(t_us >> shift);
    for (uint8_t i = 0; i < n; i++) p[k++] = body[i];
    uint16_t crc = wire_crc(p, k);
    p[k++] = (uint8_t)crc;
    p[k++] = (uint8_t)(crc >> 8);
    size_t w = wire_cobs_encode(p, k, out);
    out[w++] = 0;
    return w;
}

static void start_frame(wire_decoder *d) {
    d->skip = d->zero = false;
    d->left = d->n = 0;
}

void wire_decoder_restart(wire_decoder *d) {
    start_frame(d);
    d->any_seq = false;
}

static void push(wire_decoder *d, uint8_t byte) {
    if (d->n < WIRE_PAYLOAD_MAX) {
        d->payload[d->n++] = byte;
        return;
    }
    d->skip = true;
    d->counts.oversize++;
}

// Checks length, checksum and type of the payload and fills the frame.
static bool parse_payload(const wire_decoder *d, wire_frame *out) {
    const uint8_t *p = d->payload;
    if (d->n < WIRE_HEADER + 2) return false;
    uint8_t covered = (uint8_t)(d->n - 2);
    if (wire_crc(p, covered) != (uint16_t)(p[covered] | (uint16_t)p[covered + 1] << 8)) return false;
    out->type = p[0];
    out->seq = (uint16_t)(p[1] | (uint16_t)p[2] << 8);
    out->t_us = p[3] | (uint32_t)p[4] << 8 | (uint32_t)p[5] << 16 | (uint32_t)p[6] << 24;
    out->body = p + WIRE_HEADER;
    out->n = (uint8_t)(covered - WIRE_HEADER);
    return out->type >= WIRE_HELLO && out->type < WIRE_TYPES;
}

static wire_result check_sequence(wire_decoder *d, const wire_frame *f) {
    uint16_t ahead = (uint16_t)(f->seq - d->seq);
    bool begins = f->type == WIRE_HELLO || f->type == WIRE_ASK;
    bool restart = !d->any_seq || (begins && ahead != 0);
    if (!restart && (ahead == 0 || ahead > 0x7FFF)) {
        d->counts.duplicates++;
        return WIRE_DUPLICATE;
    }
    if (!restart && ahead > WIRE_GAP_MAX) {
        d->counts.crc_errors++;
        return WIRE_DAMAGED;
    }
    if (!restart) d->counts.lost += (uint32_t)(ahead - 1);
    d->seq = f->seq;
    d->any_seq = true;
    d->counts.frames++;
    return WIRE_FRAME;
}

static wire_result end_frame(wire_decoder *d, wire_frame *out) {
    bool broken = d->skip || d->left != 0, empty = d->n == 0 && !d->zero;
    wire_result result = WIRE_NOTHING; // two delimiters in a row are an idle line
    if (broken) {
        d->counts.resyncs++;
        result = WIRE_DAMAGED;
    } else if (!empty && parse_payload(d, out)) {
        result = check_sequence(d, out);
    } else if (!empty) {
        d->counts.crc_errors++;
        result = WIRE_DAMAGED;
    }
    start_frame(d);
    return result;
}

wire_result wire_decode(wire_decoder *d, uint8_t byte, wire_frame *out) {
    if (byte == 0) return end_frame(d, out);
    if (d->skip) return WIRE_NOTHING;
    if (d->left > 0) {
        d->left--;
        push(d, byte);
        return WIRE_NOTHING;
    }
    if (d->zero) push(d, 0);
    d->left = (uint8_t)(byte - 1);
    d->zero = byte != 0xFF;
    return WIRE_NOTHING;
}
