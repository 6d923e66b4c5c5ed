// SPDX-License-Identifier: MIT
// Self intersections of every mesh of the shared data against CGAL: the same pairs of triangles. Manifold meshes use
// CGAL's own search (PMP::self_intersections). The others use all pairs of overlapping boxes, CGAL's exact predicates,
// and the same rule for shared corners and edges.
extern "C" {
#include "contact/prepare/clean.h"
#include "contact/prepare/prepare.h"
}

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/box_intersection_d.h>

#include <filesystem>
#include <iostream>
#include <set>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Triangle = Kernel::Triangle_3;
using Segment = Kernel::Segment_3;
using Surface = CGAL::Surface_mesh<Point>;
using Pairs = std::set<std::pair<int, int>>;
namespace PMP = CGAL::Polygon_mesh_processing;

struct Loaded {
    contact_mesh mesh{};
    contact_bvh tree{};
    std::vector<Point> point;
    std::vector<std::vector<std::size_t>> face;
    ~Loaded() { contact_bvh_free(&tree), contact_mesh_free(&mesh); }
};

Pairs hawse_pairs(const Loaded &l) {
    mesh_self_cuts cuts{};
    if (mesh_find_self_cuts(&l.mesh, &l.tree, &cuts) != RT_OK || !cuts.complete)
        throw std::runtime_error("search gave up");
    std::vector<mesh_pair> list(cuts.count + 1);
    cuts.list = list.data();
    cuts.room = cuts.count;
    mesh_find_self_cuts(&l.mesh, &l.tree, &cuts);
    Pairs pairs;
    for (int i = 0; i < cuts.count; i++) pairs.insert({list[i].a, list[i].b});
    if (static_cast<int>(pairs.size()) != cuts.count) throw std::runtime_error("a pair was found twice");
    return pairs;
}

Pairs cgal_pairs_by_search(const Loaded &l) {
    Surface s;
    for (const Point &p : l.point) s.add_vertex(p);
    for (const auto &f : l.face)
        if (s.add_face(Surface::Vertex_index(f[0]), Surface::Vertex_index(f[1]), Surface::Vertex_index(f[2])) ==
            Surface::null_face())
            throw std::runtime_error("CGAL refuses a face");
    std::vector<std::pair<Surface::Face_index, Surface::Face_index>> found;
    PMP::self_intersections(s, std::back_inserter(found));
    Pairs pairs;
    for (auto [a, b] : found) pairs.insert(std::minmax(static_cast<int>(a), static_cast<int>(b)));
    return pairs;
}

// The decision of CGAL's do_faces_intersect, without a halfedge structure.
bool triangles_meet(const Loaded &l, int a, int b) {
    auto p = l.face[a], q = l.face[b];
    int shared = 0, last_i = 0, last_j = 0, other_p = 3, other_q = 3;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (p[i] == q[j]) shared++, last_i = i, last_j = j, other_p -= i, other_q -= j;
    auto at = [&](std::size_t v) { return l.point[v]; };
    Triangle tp(at(p[0]), at(p[1]), at(p[2])), tq(at(q[0]), at(q[1]), at(q[2]));
    if (shared == 0) return CGAL::do_intersect(tp, tq);
    if (shared == 1)
        return CGAL::do_intersect(tp, Segment(at(q[(last_j + 1) % 3]), at(q[(last_j + 2) % 3]))) ||
               CGAL::do_intersect(tq, Segment(at(p[(last_i + 1) % 3]), at(p[(last_i + 2) % 3])));
    Point e0 = at(p[(other_p + 1) % 3]), e1 = at(p[(other_p + 2) % 3]), r = at(p[other_p]), s = at(q[other_q]);
    return CGAL::coplanar(e0, e1, r, s) && CGAL::coplanar_orientation(e0, e1, r, s) == CGAL::POSITIVE;
}

Pairs cgal_pairs_by_boxes(const Loaded &l) {
    using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, int>;
    std::vector<Box> box;
    for (int i = 0; i < l.mesh.nt; i++) {
        const auto &f = l.face[i];
        box.emplace_back(l.point[f[0]].bbox() + l.point[f[1]].bbox() + l.point[f[2]].bbox(), i);
    }
    Pairs pairs;
    CGAL::box_self_intersection_d(box.begin(), box.end(), [&](const Box &a, const Box &b) {
        if (triangles_meet(l, a.info(), b.info())) pairs.insert(std::minmax(a.info(), b.info()));
    });
    return pairs;
}

bool check_mesh(const char *path) {
    Loaded l;
    static rt_diag d;
    d = {};
    if (contact_mesh_load(path, nullptr, &l.mesh, nullptr, &d) != RT_OK ||
        contact_bvh_build(&l.mesh, &l.tree) != RT_OK) {
        std::cerr << d.text;
        return false;
    }
    for (int i = 0; i < l.mesh.nv; i++)
        l.point.emplace_back(l.mesh.vertex[i].x, l.mesh.vertex[i].y, l.mesh.vertex[i].z);
    for (int i = 0; i < l.mesh.nt; i++) {
        const int *v = l.mesh.tri[i].v;
        l.face.push_back(
            {static_cast<std::size_t>(v[0]), static_cast<std::size_t>(v[1]), static_cast<std::size_t>(v[2])});
    }
    bool manifold = PMP::is_polygon_soup_a_polygon_mesh(l.face);
    Pairs a = hawse_pairs(l), b = manifold ? cgal_pairs_by_search(l) : cgal_pairs_by_boxes(l);
    std::cout << path << ": " << l.mesh.nt << " triangles, " << a.size() << " pairs, CGAL " << b.size()
              << (manifold ? " (search)" : " (all pairs)") << (a == b ? "\n" : "  DIFFER\n");
    return a == b;
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2 || !std::filesystem::exists(argv[1])) {
        std::cout << "skipped: no shared data\n";
        return 77;
    }
    int n = 0, wrong = 0;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(argv[1])) {
        auto extension = entry.path().extension();
        if (extension != ".obj" && extension != ".stl" && extension != ".ply") continue;
        n++;
        wrong += !check_mesh(entry.path().c_str());
    }
    std::cout << n << " meshes, " << wrong << " differ\n";
    return n == 0 || wrong != 0;
}
