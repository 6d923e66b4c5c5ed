// SPDX-License-Identifier: MIT
#include "contact/prepare/prepare.h"
#include <stdlib.h>
#include <string.h>

void contact_prepared_free(contact_prepared *p) {
    contact_mesh_free(&p->mesh);
    contact_bvh_free(&p->tree);
    memset(&p->report, 0, sizeof p->report);
}
