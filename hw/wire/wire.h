// SPDX-License-Identifier: MIT
// The wire protocol between a console and its host; hw/PROTOCOL.md defines every byte. Plain C without library,
// allocation or floating point: firmware and program compile the same files.
//
// A frame on the line: COBS(payload) 00. Payload: type u8, seq u16, t_us u32, body, crc u16; at most 250 bytes, all
// numbers little-endian. The CRC covers all bytes before it.
#ifndef HAWSE_HW_WIRE_WIRE_H
#define HAWSE_HW_WIRE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_MAJOR 1
#define WIRE_MINOR 2

#define WIRE_PAYLOAD_MAX 250
#define WIRE_HEADER 7
#define WIRE_BODY_MAX (WIRE_PAYLOAD_MAX - WIRE_HEADER - 2)
#define WIRE_FRAME_MAX (WIRE_PAYLOAD_MAX + 2) // one code byte and the delimiter
#define WIRE_GAP_MAX 256                      // a larger jump of the sequence counts as damage, not loss
#define WIRE_CHANNELS 32                      // largest channel table
#define WIRE_TEXT 16                          // bytes of a text, padded with zeros
#define WIRE_REASON 64                        // bytes of the longest reason for a refusal

typedef enum wire_type {
    WIRE_HELLO = 1, // console: identity and channels; repeated until the host answers
    WIRE_ACCEPT,    // host: accepts, with these periods
    WIRE_REFUSE,    // host: refuses, with the reason
    WIRE_ASK,       // host: requests a HELLO
    WIRE_INPUT,     // console: all channels
    WIRE_OUTPUT,    // host: gauges, lamps, buzzer
    WIRE_TYPES
} wire_type;

// CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, not reflected; 0x29B1 for "123456789".
uint16_t wire_crc(const uint8_t *data, size_t n);

// COBS (Cheshire and Baker, IEEE/ACM Transactions on Networking 7(2), 1999): out has no zero byte and no delimiter.
// Returns its length, at most n + n / 254 + 1.
size_t wire_cobs_encode(const uint8_t *data, size_t n, uint8_t *out);

// A complete frame. body points into the decoder and is valid until the next wire_decode.
typedef struct wire_frame {
    uint8_t type; // wire_type
    uint16_t seq;
    uint32_t t_us; // the sender's clock, wraps after 71.6 minutes [us]
    const uint8_t *body;
    uint8_t n;
} wire_frame;

// Builds a frame with its delimiter from a body of n <= WIRE_BODY_MAX bytes; returns its length.
size_t wire_frame_build(uint8_t type, uint16_t seq, uint32_t t_us, const uint8_t *body, uint8_t n,
                        uint8_t out[WIRE_FRAME_MAX]);

typedef struct wire_counts {
    uint32_t frames;     // complete, new and in order
    uint32_t crc_errors; // framing complete, but too short, of unknown type, of wrong checksum or with too large a jump
                         // of the sequence
    uint32_t lost;       // missing in the sequence
    uint32_t duplicates; // repeated: same or earlier number
    uint32_t resyncs;    // broken framing: the decoder resumed at the next delimiter
    uint32_t oversize;   // of the resyncs, frames longer than the largest
} wire_counts;

typedef enum wire_result {
    WIRE_NOTHING = 0, // within a frame, or idle line
    WIRE_FRAME,       // a new frame
    WIRE_DUPLICATE,   // an old frame repeated; out is filled, but the caller must not act on it
    WIRE_DAMAGED,     // only counted
} wire_result;

// Decoder: bytes in, frames out. Zero-initialised, it is at the start of a stream.
typedef struct wire_decoder {
    wire_counts counts;
    uint16_t seq; // of the last new frame
    bool any_seq; // seq is valid
    bool skip;    // broken frame: wait for the delimiter
    bool zero;    // COBS: a zero precedes the next block
    uint8_t left; // COBS: bytes left in the block
    uint8_t n;    // bytes in payload
    uint8_t payload[WIRE_PAYLOAD_MAX];
} wire_decoder;

// Decodes a byte. A HELLO or an ASK restarts the sequence, since its sender may have restarted.
wire_result wire_decode(wire_decoder *d, uint8_t byte, wire_frame *out);
// Restarts the decoder for a new connection; keeps the counts.
void wire_decoder_restart(wire_decoder *d);

#endif
