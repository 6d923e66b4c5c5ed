// SPDX-License-Identifier: MIT
// Head of the anchor: two crown halves joined by a bridge below the shank's end, two flukes with round noses, tripping
// palms. Noses and palms stand proud, so that a head that lies against a plane touches it with them alone.
Include "parameters.geo";
nose_z = tip - nose_c;

// Rectangle with rounded corners about (rx, 0, rz), rw wide in x, rt thick in y. -> curve loop `loop`
Macro RoundedRectangle
  p = newp;
  For k In {0:3}
    sx = (k == 0 || k == 3) ? 1 : -1;
    sy = k < 2 ? 1 : -1;
    kx = rx + sx * (rw / 2 - fluke_round);
    ky = sy * (rt / 2 - fluke_round);
    along_x = (k == 0 || k == 2) ? 0 : 1; // corners are walked counter-clockwise: into the first tangent point, out of the second
    Point(p + 3 * k) = {kx, ky, rz};
    Point(p + 3 * k + 1) = {kx + (along_x ? 0 : sx * fluke_round), ky + (along_x ? sy * fluke_round : 0), rz};
    Point(p + 3 * k + 2) = {kx + (along_x ? sx * fluke_round : 0), ky + (along_x ? 0 : sy * fluke_round), rz};
  EndFor
  c = newl;
  For k In {0:3}
    Circle(c + 2 * k) = {p + 3 * k + 1, p + 3 * k, p + 3 * k + 2};
    Line(c + 2 * k + 1) = {p + 3 * k + 2, p + 3 * ((k + 1) % 4) + 1};
  EndFor
  loop += 1000;
  Curve Loop(loop) = {c : c + 7};
Return

loop = 1000;
rx = fluke_root_x;
rw = fluke_root_w;
rt = fluke_root_t;
rz = fluke_root;
Call RoundedRectangle;
root = loop;
rx = fluke_tip_x;
rw = fluke_tip_w;
rt = fluke_tip_t;
rz = nose_z;
Call RoundedRectangle;
half[] = {newv};
Ruled ThruSections(half[0]) = {root, loop};

v = newv;
Sphere(v) = {0, 0, 0, 1};
Dilate {{0, 0, 0}, {nose_a, nose_b, nose_c}} { Volume{v}; }
Translate {fluke_tip_x, 0, nose_z} { Volume{v}; }
half[] += {v};

v = newv;
Box(v) = {slot / 2, -crown_thick / 2, -crown_base, (crown_width - slot) / 2, crown_thick, crown_base + crown_top};
edges() = Unique(Abs(Boundary{ Boundary{ Volume{v}; } }));
rounded() = Fillet{ v }{ edges() }{ crown_round };
half[] += {rounded(0)};

If (fin_w > 0)
  v = newv;
  Box(v) = {head_width / 2 - fin_w, -fin_thick / 2, fin_base, fin_w, fin_thick, fin_top - fin_base};
  edges() = Unique(Abs(Boundary{ Boundary{ Volume{v}; } }));
  rounded() = Fillet{ v }{ edges() }{ fin_round };
  half[] += {rounded(0)};
EndIf

If (trip_y > 0)
  v = newv;
  Box(v) = {trip_in, -trip_y, trip_base, trip_out - trip_in, 2 * trip_y, trip_thick};
  edges() = Unique(Abs(Boundary{ Boundary{ Volume{v}; } }));
  rounded() = Fillet{ v }{ edges() }{ trip_round };
  half[] += {rounded(0)};
Else
  For side In {-1:1:2}
    v = newv;
    Sphere(v) = {0, 0, 0, 1};
    Dilate {{0, 0, 0}, {palm_a, palm_b, palm_c}} { Volume{v}; }
    Translate {palm_x, side * (palm_y - palm_b), palm_z} { Volume{v}; }
    half[] += {v};
  EndFor
EndIf

v = newv;
Box(v) = {-slot / 2 - 0.08, -bridge_thick / 2, bridge_base, slot + 0.16, bridge_thick, bridge_top - bridge_base};
edges() = Unique(Abs(Boundary{ Boundary{ Volume{v}; } }));
bridge() = Fillet{ v }{ edges() }{ bridge_round };

other() = Symmetry {1, 0, 0, 0} { Duplicata { Volume{half[]}; } };
head() = BooleanUnion{ Volume{bridge()}; Delete; }{ Volume{half[], other()}; Delete; };

// Long strips on the rounded edges that are whole: four sides, two of them short. Plates across the crown cut them.
faces() = Boundary{ Volume{head()}; };
If (trip_y > 0)
  faces() = {};
EndIf
For i In {0 : #faces() - 1}
  rim() = Unique(Abs(Boundary{ Surface{faces(i)}; }));
  across() = {};
  along() = {};
  length = 0;
  For j In {0 : #rim() - 1}
    bb() = BoundingBox Curve{ rim(j) };
    size = Sqrt((bb(3) - bb(0))^2 + (bb(4) - bb(1))^2 + (bb(5) - bb(2))^2);
    length = Max(length, size);
    If (size < 0.10)
      across() += {rim(j)};
    ElseIf (size > 0.15)
      along() += {rim(j)};
    EndIf
  EndFor
  If (#rim() == 4 && #across() == 2 && #along() == 2)
    Transfinite Curve {across()} = 4;
    Transfinite Curve {along()} = Round(length / head_strip) + 1;
    Transfinite Surface {faces(i)} Alternated;
  EndIf
EndFor

// Fine where it meets steel: balls about noses and palms.
For k In {0:3}
  Field[k + 1] = Ball;
  Field[k + 1].XCenter = (k % 2 ? -1 : 1) * (k < 2 ? fluke_tip_x : palm_x);
  Field[k + 1].ZCenter = k < 2 ? nose_z : palm_z;
  Field[k + 1].Radius = k < 2 ? nose_c : palm_y + 0.01;
  Field[k + 1].Thickness = 0.15;
  Field[k + 1].VIn = anchor_fine;
  Field[k + 1].VOut = anchor_flat;
EndFor
Field[5] = Min;
Field[5].FieldsList = {1, 2, 3, 4};
Background Field = 5;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromCurvature = head_curve;
Mesh.MeshSizeMin = 0.012;
Mesh.MeshSizeMax = anchor_flat;
Mesh.Algorithm = 6;
