// SPDX-License-Identifier: MIT
// Shank of the anchor: round about the crown pin, tapered, shackle eye at the top, all edges well rounded.
Include "parameters.geo";

// Outline in the plane x = 0: the two end circles and their common tangents.
top_z = shank_top - shank_r1;
tilt = Asin((shank_r0 - shank_r1) / top_z);
Point(1) = {0, 0, 0};
Point(2) = {0, 0, top_z};
Point(3) = {0, shank_r0 * Cos(tilt), shank_r0 * Sin(tilt)};
Point(4) = {0, shank_r1 * Cos(tilt), top_z + shank_r1 * Sin(tilt)};
Point(5) = {0, -shank_r1 * Cos(tilt), top_z + shank_r1 * Sin(tilt)};
Point(6) = {0, -shank_r0 * Cos(tilt), shank_r0 * Sin(tilt)};
Point(7) = {0, 0, shank_top};
Point(8) = {0, 0, -shank_r0};
Line(1) = {3, 4};
Circle(2) = {4, 2, 7};
Circle(3) = {7, 2, 5};
Line(4) = {5, 6};
Circle(5) = {6, 1, 8};
Circle(6) = {8, 1, 3};
Curve Loop(100) = {1 : 6};
Plane Surface(100) = {100};
Translate {-0.25, 0, 0} { Surface{100}; }
Extrude {0.5, 0, 0} { Surface{100}; }

// Both sides lean in towards the top.
lean = Atan((shank_w0 - shank_w1) / 2 / shank_top);
For side In {0:1}
  Box(10 + side) = {shank_w0 / 2, -1, -2, 1, 2, 8};
  Rotate {{0, 1, 0}, {shank_w0 / 2, 0, 0}, -lean} { Volume{10 + side}; }
  Rotate {{0, 0, 1}, {0, 0, 0}, side * Pi} { Volume{10 + side}; }
EndFor
body() = BooleanDifference{ Volume{1}; Delete; }{ Volume{10, 11}; Delete; };
edges() = {};
shank_mid = (shank_w0 + shank_w1) / 4; // half width, half way up
For side In {-1:1:2}
  edges() += Curve In BoundingBox {side * shank_mid - 0.03, -0.21, -0.21, side * shank_mid + 0.03, 0.21, shank_top + 0.01};
EndFor
body() = Fillet{ body() }{ edges() }{ shank_round };

hole = newv;
Cylinder(hole) = {-0.3, 0, eye_z, 0.6, 0, 0, eye};
body() = BooleanDifference{ Volume{body()}; Delete; }{ Volume{hole}; Delete; };
edges() = {};
For side In {-1:1:2}
  edges() += Curve In BoundingBox {side * shank_w1 / 2 - 0.03, -eye - 0.01, eye_z - eye - 0.01,
                                   side * shank_w1 / 2 + 0.03, eye + 0.01, eye_z + eye + 0.01};
EndFor
body() = Fillet{ body() }{ edges() }{ eye_round };

// Long strips on the four long rounded edges: short across, where the shank bends over a lip, long along it.
strips() = {};
across() = {};
along() = {};
faces() = Boundary{ Volume{body()}; };
For i In {0 : #faces() - 1}
  bb() = BoundingBox Surface{ faces(i) };
  If (bb(5) - bb(2) > 1.5 && bb(3) - bb(0) < 0.13 && bb(4) - bb(1) < 0.13)
    strips() += {faces(i)};
    rim() = Abs(Boundary{ Surface{faces(i)}; });
    For j In {0 : #rim() - 1}
      bb() = BoundingBox Curve{ rim(j) };
      If (bb(5) - bb(2) > 1.5)
        along() += {rim(j)};
      Else
        across() += {rim(j)};
      EndIf
    EndFor
  EndIf
EndFor
If (#strips() != 4 || #along() != 8 || #across() != 8)
  Error("shank: %g strips, %g long edges, %g arcs; expected 4, 8, 8", #strips(), #along(), #across());
EndIf
Transfinite Curve {across()} = 6;
Transfinite Curve {along()} = 41;
Transfinite Surface {strips()} Alternated;

Mesh.MeshSizeFromCurvature = shank_curve;
Mesh.MeshSizeMin = 0.012;
Mesh.MeshSizeMax = anchor_flat;
Mesh.Algorithm = 6;
