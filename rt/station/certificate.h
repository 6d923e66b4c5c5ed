// SPDX-License-Identifier: MIT
// The certificate of the page on a network: the user's own, or one that is made at its first use and kept.
#ifndef HAWSE_RT_STATION_CERTIFICATE_H
#define HAWSE_RT_STATION_CERTIFICATE_H

#include "rt/base/base.h"

enum { CERTIFICATE_PRINT = 96 }; // bytes of a fingerprint as text: 32 pairs of hexadecimal digits

typedef struct certificate {
    char *pem;                           // certificate and private key; certificate_free erases it
    char fingerprint[CERTIFICATE_PRINT]; // SHA-256 of the certificate
} certificate;

// Whether this program is built with TLS.
bool certificate_is_possible(void);
// Reads the PEM file of a certificate and its private key. file NULL: hawse/station.pem in the user's data folder,
// which is made, self-signed and with mode 0600, if there is none. With a message: RT_ERR_USAGE without TLS or data
// folder; RT_ERR_FILE for a file that cannot be read or written, that others can read, that holds no certificate with
// its key, or whose certificate has expired. Set-up.
rt_status certificate_load(const char *file, certificate *c, rt_diag *d);
void certificate_free(certificate *c);

#endif
