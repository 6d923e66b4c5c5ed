// SPDX-License-Identifier: MIT
// In place of certificate.c where GnuTLS is missing.
#include "rt/station/certificate.h"

bool certificate_is_possible(void) { return false; }

rt_status certificate_load(const char *file, certificate *c, rt_diag *d) {
    *c = (certificate){0};
    rt_diag_error(d, file, 0, 0,
                  "this hawse is built without TLS (GnuTLS was missing: libgnutls28-dev), so its page serves this "
                  "machine alone, at 127.0.0.0/8 or ::1");
    return RT_ERR_USAGE;
}

void certificate_free(certificate *c) { c->pem = NULL; }
