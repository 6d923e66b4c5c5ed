// SPDX-License-Identifier: MIT
#include "contact/law/library.h"
#include "contact/law/permit.h"
#include "rt/base/plain.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static rt_status fail_missing(law_library *l, const char *file, int line, const char *who, const char *path,
                              const char *what, rt_diag *d) {
    rt_diag_error(d, file, line, 0, "%s: %s has no %s", who, path, what);
    law_library_close(l);
    return RT_ERR_FORMAT;
}

// Looks up a function; memcpy, because C does not convert an object pointer to a function pointer.
static void load_symbol(void *handle, const char *symbol, void *function, size_t size) {
    void *address = dlsym(handle, symbol);
    memcpy(function, &address, size);
}

rt_status law_library_open(law_library *l, const char *path, const char *file, int line, const char *who, rt_diag *d) {
    *l = (law_library){0};
    const char *image = law_permit_image(path); // nothing is loaded that the user has not named
    if (!image) {
        rt_diag_error(d, file, line, 0,
                      "%s: the law_library %s is a program, which a scenario may not start: if you trust it, add "
                      "--allow-law %s",
                      who, path, path);
        return RT_ERR_USAGE;
    }
    l->handle = dlopen(image, RTLD_NOW | RTLD_LOCAL);
    if (!l->handle) {
        rt_diag_error(d, file, line, 0, "%s: cannot load the law_library %s: %s", who, path, dlerror());
        return RT_ERR_FILE;
    }
    const int *version = dlsym(l->handle, "hawse_contact_version");
    const char *name = dlsym(l->handle, "hawse_contact_name");
    if (!version) return fail_missing(l, file, line, who, path, "symbol hawse_contact_version", d);
    if (*version != HAWSE_CONTACT_VERSION) {
        rt_diag_error(d, file, line, 0,
                      "%s: expected contact-law interface version %d, found %d in %s: rebuild the library", who,
                      HAWSE_CONTACT_VERSION, *version, path);
        law_library_close(l);
        return RT_ERR_FORMAT;
    }
    if (!name) return fail_missing(l, file, line, who, path, "symbol hawse_contact_name", d);
    rt_plain(l->name, sizeof l->name, name);
    load_symbol(l->handle, "hawse_contact_normal", &l->law.normal, sizeof l->law.normal);
    load_symbol(l->handle, "hawse_contact_friction", &l->law.friction, sizeof l->law.friction);
    if (!l->law.normal && !l->law.friction)
        return fail_missing(l, file, line, who, path, "law: neither hawse_contact_normal nor hawse_contact_friction",
                            d);
    return RT_OK;
}

rt_status law_library_open_for(law_library *l, const char *path, const contact_material *m, const char *file, int line,
                               const char *who, rt_diag *d) {
    *l = (law_library){0};
    if (!*path) return RT_OK;
    rt_status status = law_library_open(l, path, file, line, who, d);
    if (status != RT_OK) return status;
    if (m->law == CONTACT_LAW_USER && !l->law.normal)
        return fail_missing(l, file, line, who, path, "symbol hawse_contact_normal, which law: user needs", d);
    if (m->friction == CONTACT_FRICTION_USER && !l->law.friction)
        return fail_missing(l, file, line, who, path, "symbol hawse_contact_friction, which friction: user needs", d);
    return RT_OK;
}

void law_library_close(law_library *l) {
    if (l->handle) dlclose(l->handle);
    *l = (law_library){0};
}
