// SPDX-License-Identifier: MIT
// The shared objects that the user permits on the command line (--allow-law FILE). A scenario or a recording only names
// a law_library: its code runs with all rights of the user, and so the data must not decide to run it.
#ifndef HAWSE_CONTACT_LAW_PERMIT_H
#define HAWSE_CONTACT_LAW_PERMIT_H

#include "rt/file/options.h"

// Reads each named file, once, into memory: these bytes are hashed and these are loaded, whatever happens to the file
// meanwhile. RT_ERR_FILE or RT_ERR_USAGE with a message. The process has one list of permits.
rt_status law_permit(const option_list *files, rt_diag *d);
// Whether the file is permitted, and the hash of the bytes read, as recordings have it (16 hexadecimal digits).
bool law_permit_hash(const char *path, char hash[20]);
// Path from which dlopen loads the permitted bytes; NULL: the file is not permitted.
const char *law_permit_image(const char *path);
// Ends all permits.
void law_permit_clear(void);

// Row of the option in a command's table.
#define LAW_PERMIT_OPTION(list)                                                                                        \
    {                                                                                                                  \
        "--allow-law", "FILE", OPTION_LIST, &(list),                                                                   \
            "run the contact laws of this shared object, if the scenario names it: its code can do all that you can"   \
    }

#endif
