// SPDX-License-Identifier: MIT
// Schema of the logbook's file. Private to the room.
#ifndef HAWSE_RT_LOGBOOK_SCHEMA_H
#define HAWSE_RT_LOGBOOK_SCHEMA_H

#include "rt/logbook/private.h"

enum {
    LOGBOOK_SCHEMA = 1,               // user_version that this program writes
    LOGBOOK_APPLICATION = 0x68776c67, // application_id of the file: "hwlg"
};

// Brings the schema from its version to LOGBOOK_SCHEMA, in one transaction.
rt_status logbook_migrate(logbook *l, rt_diag *d);

#endif
