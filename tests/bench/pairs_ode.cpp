// SPDX-License-Identifier: MIT
#include "tests/bench/pairs.h"
#include <ode/ode.h>
#include <vector>

namespace {

struct self {
    dTriMeshDataID data[2];
    dGeomID geom[2];
    std::vector<dContactGeom> contact;
};

void add_mesh(self *c, int which, const pairs_mesh *m) {
    c->data[which] = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(c->data[which], m->vertex, 3 * sizeof(double), m->nv, m->tri, 3 * m->nt,
                                3 * sizeof(int));
    c->geom[which] = dCreateTriMesh(nullptr, c->data[which], nullptr, nullptr, nullptr);
}

void *create(const pairs_mesh *a, const pairs_mesh *b, int coherent) {
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    self *c = new self;
    add_mesh(c, 0, a);
    add_mesh(c, 1, b);
    for (dGeomID g : c->geom) dGeomTriMeshEnableTC(g, dTriMeshClass, coherent);
    c->contact.resize(0xffff); // the limit of dCollide
    return c;
}

void *create_coherent(const pairs_mesh *a, const pairs_mesh *b) { return create(a, b, 1); }
void *create_plain(const pairs_mesh *a, const pairs_mesh *b) { return create(a, b, 0); }

void destroy(void *p) {
    self *c = static_cast<self *>(p);
    for (dGeomID g : c->geom) dGeomDestroy(g);
    for (dTriMeshDataID d : c->data) dGeomTriMeshDataDestroy(d);
    delete c;
    dCloseODE();
}

int query(void *p, const pairs_pose *at, pairs_pair *out, int max) {
    self *c = static_cast<self *>(p);
    dMatrix3 r;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) r[4 * i + j] = at->r[i][j];
        r[4 * i + 3] = 0;
    }
    dGeomSetPosition(c->geom[0], at->p[0], at->p[1], at->p[2]);
    dGeomSetRotation(c->geom[0], r);
    int n = dCollide(c->geom[0], c->geom[1], 0xffff, c->contact.data(), sizeof(dContactGeom));
    for (int i = 0; i < n && i < max; i++) out[i] = {c->contact[i].side1, c->contact[i].side2};
    return n;
}

} // namespace

const pairs_code pairs_ode[] = {
    {"ode", "dCollide of two trimeshes, double, 65 535 contacts", create_plain, query, destroy},
    {"ode, coherent", "the same with dGeomTriMeshEnableTC", create_coherent, query, destroy},
    {}};
