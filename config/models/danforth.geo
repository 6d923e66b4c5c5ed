// SPDX-License-Identifier: MIT
// Danforth type: two long thin flukes close to the shank, and a stock across the head along the hinge's axis. It is made
// to lie on a deck: the stock is wider than a pocket. Here is its head; its shank is shank.geo with anchor_type 4.
Include "parameters.geo";
crown_base = 15 * M3;
tip = 120 * M3 - crown_base;
stock = 206 * M3;

stock_r = 0.10;                       // of its round bar, and of the balls at its ends
stock_ball = 0.14;
slot = 0.34;
fluke_in = 0.20;                      // inner edge of a fluke, from the middle
fluke_out = 1.06;                     // outer edge at the root
fluke_base = -0.02;
fluke_thick = 0.13;  fluke_edge = 0.045;
tip_w = 0.20;                         // width at the tip
nose_r = 0.10;
block_w = 0.42;  block_t = 0.36;  block_top = 0.24;  block_round = 0.05;
bridge_top = -0.20;  bridge_base = -crown_base + 0.01;  bridge_thick = 0.26;  bridge_round = 0.02;
palm_x = 0.44;  palm_z = -0.125;  palm_y = 0.23;  palm_a = 0.24;  palm_b = 0.11;  palm_c = 0.12;

half[] = {};
// fluke: a plate with four corners, all its edges rounded
p = newp;
nose_z = tip - 1.3 * nose_r;
Point(p) = {fluke_in, -fluke_thick / 2, fluke_base};
Point(p + 1) = {fluke_out, -fluke_thick / 2, fluke_base};
Point(p + 2) = {fluke_in + tip_w, -fluke_thick / 2, nose_z};
Point(p + 3) = {fluke_in, -fluke_thick / 2, nose_z};
c = newl;
For k In {0:3}
  Line(c + k) = {p + k, p + (k + 1) % 4};
EndFor
Curve Loop(1000) = {c : c + 3};
s = news;
Plane Surface(s) = {1000};
e[] = Extrude {0, fluke_thick, 0} { Surface{s}; };
edges() = Unique(Abs(Boundary{ Boundary{ Volume{e[1]}; } }));
rounded() = Fillet{ e[1] }{ edges() }{ fluke_edge };
half[] += {rounded(0)};

v = newv;
Sphere(v) = {0, 0, 0, 1};
Dilate {{0, 0, 0}, {0.5 * tip_w + 0.05, nose_r, 1.3 * nose_r}} { Volume{v}; }
Translate {fluke_in + 0.5 * tip_w, 0, nose_z} { Volume{v}; }
half[] += {v};

v = newv;
Box(v) = {slot / 2, -block_t / 2, -crown_base, block_w, block_t, crown_base + block_top};
edges() = Unique(Abs(Boundary{ Boundary{ Volume{v}; } }));
rounded() = Fillet{ v }{ edges() }{ block_round };
half[] += {rounded(0)};

For side In {-1:1:2}
  v = newv;
  Sphere(v) = {0, 0, 0, 1};
  Dilate {{0, 0, 0}, {palm_a, palm_b, palm_c}} { Volume{v}; }
  Translate {palm_x, side * (palm_y - palm_b), palm_z} { Volume{v}; }
  half[] += {v};
EndFor

v = newv;
Cylinder(v) = {slot / 2 + 0.1, 0, 0, stock / 2 - stock_ball - slot / 2 - 0.1, 0, 0, stock_r};
half[] += {v};
v = newv;
Sphere(v) = {stock / 2 - stock_ball, 0, 0, stock_ball};
half[] += {v};

v = newv;
Box(v) = {-slot / 2 - 0.08, -bridge_thick / 2, bridge_base, slot + 0.16, bridge_thick, bridge_top - bridge_base};
edges() = Unique(Abs(Boundary{ Boundary{ Volume{v}; } }));
bridge() = Fillet{ v }{ edges() }{ bridge_round };

other() = Symmetry {1, 0, 0, 0} { Duplicata { Volume{half[]}; } };
head() = BooleanUnion{ Volume{bridge()}; Delete; }{ Volume{half[], other()}; Delete; };
If (#head() != 1)
  Error("danforth: %g volumes; expected 1", #head());
EndIf

For k In {0:3}
  Field[k + 1] = Ball;
  Field[k + 1].XCenter = (k % 2 ? -1 : 1) * (k < 2 ? fluke_in + 0.5 * tip_w : palm_x);
  Field[k + 1].ZCenter = k < 2 ? nose_z : palm_z;
  Field[k + 1].Radius = k < 2 ? nose_r : palm_y + 0.01;
  Field[k + 1].Thickness = 0.15;
  Field[k + 1].VIn = 0.04;
  Field[k + 1].VOut = 0.11;
EndFor
Field[5] = Min;
Field[5].FieldsList = {1, 2, 3, 4};
Background Field = 5;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromCurvature = 8;
Mesh.MeshSizeMin = 0.012;
Mesh.MeshSizeMax = 0.11;
Mesh.Algorithm = 6;
