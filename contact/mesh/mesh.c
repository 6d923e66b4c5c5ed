// SPDX-License-Identifier: MIT
#include "contact/mesh/mesh.h"
#include <stdlib.h>

void contact_mesh_free(contact_mesh *mesh) {
    free(mesh->vertex), free(mesh->tri), free(mesh->normal), free(mesh->area);
    free(mesh->vertex_tri_start), free(mesh->vertex_tri);
    *mesh = (contact_mesh){0};
}
