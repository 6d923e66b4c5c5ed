// SPDX-License-Identifier: MIT
// Warnings and errors on repairs and faults of a mesh.
#include "contact/prepare/clean.h"

// Faulty edges are an error if the mesh must be closed, else a warning.
static void report_edges(const char *name, bool need_closed, int count, const char *what, const vec3 at[2],
                         rt_diag *d) {
    if (count == 0) return;
    (need_closed ? rt_diag_error : rt_diag_warning)(d, name, 0, 0,
                                                    "%s%d %s, one from (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g) m",
                                                    need_closed ? "the mesh must be closed: " : "", count, what,
                                                    at[0].x, at[0].y, at[0].z, at[1].x, at[1].y, at[1].z);
}

static void report_self_intersections(const char *name, const contact_mesh_report *r, rt_diag *d) {
    const char *least = r->self_search_complete ? "" : "at least ";
    if (r->self_intersections > 0)
        rt_diag_warning(d, name, 0, 0,
                        "the surface intersects itself: %s%d %s of triangles, one at (%.6g, %.6g, %.6g) m", least,
                        r->self_intersections, r->self_intersections == 1 ? "pair" : "pairs", r->self_at.x,
                        r->self_at.y, r->self_at.z);
    else if (r->self_intersections == 0 && !r->self_search_complete)
        rt_diag_warning(
            d, name, 0, 0,
            "search for self intersections incomplete: too many triangles lie close together; none found so far");
}

rt_status mesh_report_write(const char *name, const contact_mesh_report *r, bool closed, bool need_closed, rt_diag *d) {
    if (r->ignored_bytes > 0)
        rt_diag_warning(d, name, 0, 0, "%s: the header announces %d triangles; ignored the %lld bytes after them",
                        r->format, r->triangles_read, (long long)r->ignored_bytes);
    if (r->flipped > 0)
        rt_diag_warning(d, name, 0, 0, "flipped %d triangles that faced against their neighbours", r->flipped);
    if (r->inside_out > 0)
        rt_diag_warning(d, name, 0, 0, "flipped %d closed %s inside out", r->inside_out,
                        r->inside_out == 1 ? "part that was" : "parts that were");
    report_edges(name, need_closed, r->open_edges, "open edges (one triangle)", r->open_at, d);
    report_edges(name, need_closed, r->non_manifold_edges, "non-manifold edges (three or more triangles)",
                 r->non_manifold_at, d);
    report_edges(name, need_closed, r->one_sided, "or more edges where the surface is one-sided", r->one_sided_at, d);
    report_self_intersections(name, r, d);
    return closed || !need_closed ? RT_OK : RT_ERR_FORMAT;
}
