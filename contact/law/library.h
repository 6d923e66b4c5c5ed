// SPDX-License-Identifier: MIT
// Loads a shared object with a user's contact laws (contact/law/user.h).
#ifndef HAWSE_CONTACT_LAW_LIBRARY_H
#define HAWSE_CONTACT_LAW_LIBRARY_H

#include "contact/law/law.h"
#include "rt/base/base.h"

typedef struct law_library {
    void *handle; // NULL: none
    char name[64];
    contact_user_law law; // NULL: the object does not export it
} law_library;

// Loads the shared object at path, if the user permits it (contact/law/permit.h), and looks up what it exports. file
// and line: where a scenario asks for it, and who: which part of it, for messages. RT_ERR_USAGE: not permitted;
// RT_ERR_FILE: it cannot be loaded; RT_ERR_FORMAT: a symbol is missing, or its version is not this program's. On
// failure *l is empty. Set-up.
rt_status law_library_open(law_library *l, const char *path, const char *file, int line, const char *who, rt_diag *d);
// Like law_library_open, and checks that the object exports every law that the material uses. An empty path loads
// nothing. Set-up.
rt_status law_library_open_for(law_library *l, const char *path, const contact_material *m, const char *file, int line,
                               const char *who, rt_diag *d);
// Unloads the object; its laws must no longer be in use.
void law_library_close(law_library *l);

#endif
