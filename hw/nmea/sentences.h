// SPDX-License-Identifier: MIT
// NMEA 0183 sentences of a ship's bridge. Field order: gpsd documentation, NMEA Revealed (Raymond), and the
// revision 4.11 summaries of the makers; talker identifiers GP, HE, TI, VW, WI, SD, II, YX.
#ifndef HAWSE_HW_NMEA_SENTENCES_H
#define HAWSE_HW_NMEA_SENTENCES_H

#include <stddef.h>
#include <time.h>

// State of the ship. Angles [rad], to starboard positive; NaN: unknown, its field stays empty.
typedef struct nmea_ship {
    double latitude, longitude; // north and east positive
    double heading, turn;       // true heading; rate of turn [rad/s]
    double ground, course;      // speed [m/s] and true course over ground
    double ahead;               // speed ahead through the water [m/s]
    double wind, wind_from;     // apparent wind [m/s], and the angle from the bow that it comes from
    double shaft;               // revolutions [1/s]
    double rudder;
    double under_keel, draught; // depth of the water under the keel; of the ship [m]
    double roll, pitch;         // to starboard, bow up
    double chain, tension;      // chain out [m], tension [N]
} nmea_ship;

enum { NMEA_SENTENCE = 83 }; // characters of a sentence with CR LF and the end of the text

// Sentences by their rate.
typedef enum nmea_sentence {
    NMEA_HDT = 0,         // heading, true
    NMEA_ROT,             // rate of turn
    NMEA_FAST,            // the number of the two above, sent at 10 Hz; the others at 1 Hz
    NMEA_RMC = NMEA_FAST, // position, course, speed, time
    NMEA_VTG,             // course and speed over ground
    NMEA_VHW,             // heading and speed through the water
    NMEA_MWV,             // apparent wind
    NMEA_DPT,             // depth under the keel, where an echo sounder's transducer is
    NMEA_RSA,             // rudder
    NMEA_RPM,             // shaft
    NMEA_XDR_ATTITUDE,    // pitch and roll
    NMEA_XDR_CHAIN,       // chain out and its tension
    NMEA_SENTENCES
} nmea_sentence;

// Writes the sentence with its checksum and CR LF; returns its length. utc: of the sentence. mode: 'S' simulator, 'A'
// autonomous.
size_t nmea_write(nmea_sentence which, const nmea_ship *s, time_t utc, int hundredths, char mode,
                  char out[NMEA_SENTENCE]);

#endif
