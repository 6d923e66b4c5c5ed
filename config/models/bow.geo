// SPDX-License-Identifier: MIT
// Port and starboard shell, deck, stem, and the port anchor station: pocket, hawse pipe and both its lips.
Include "parameters.geo";
Geometry.OCCAutoFix = 0;
Mesh.MshFileVersion = 2.2;

// Shell plane and pocket share the frame (t, m, z) at M, called the station frame. The shell's waterlines are one curve
// moved forward with height: on the flat panel a shift dx moves the shell dx sin(eps) outward.
rake = Tan(flare) / Sin(eps);
mx = Sin(eps);  my = Cos(eps);
px = Mx + mx * pocket_below * Tan(flare);  py = My + my * pocket_below * Tan(flare); // on the shell, at M's height

// Closed waterline at height wl_z: shifted by wl_dx, half-breadths scaled by wl_s. -> wl_loop
Macro Waterline
  p = newp;
  fx = px + panel_fwd * my;  fy = py - panel_fwd * mx;
  bx = px - panel_aft * my;  by = py + panel_aft * mx;
  ix = fx + fwd_run * my;  iy = fy - fwd_run * mx;                        // bend towards the stem
  nx = ix + (iy - stem_radius * Cos(entrance)) / Tan(entrance);           // where the stem's round begins
  cx = nx - stem_radius * Sin(entrance);
  jx = bx - aft_run * my;  jy = by + aft_run * mx;                        // bend towards the body
  kx = jx - aft_length * Cos(aft_angle);  ky = jy + aft_length * Sin(aft_angle);
  For side In {0:1}
    s = (1 - 2 * side) * wl_s;  q = p + 10 * side;
    Point(q) = {kx + wl_dx, s * ky, wl_z};
    Point(q + 1) = {jx + wl_dx, s * jy, wl_z};
    Point(q + 2) = {bx + wl_dx, s * by, wl_z};
    Point(q + 3) = {fx + wl_dx, s * fy, wl_z};
    Point(q + 4) = {ix + wl_dx, s * iy, wl_z};
    Point(q + 5) = {nx + wl_dx, s * stem_radius * Cos(entrance), wl_z};
  EndFor
  // The stem's round: two parabolic arcs, tangent to the sides and to each other.
  Point(p + 20) = {cx + stem_radius + wl_dx, 0, wl_z};
  h = stem_radius * (1 - Sin(entrance)) * Tan(entrance);
  Point(p + 21) = {cx + stem_radius + wl_dx, wl_s * (stem_radius * Cos(entrance) - h), wl_z};
  Point(p + 22) = {cx + stem_radius + wl_dx, -wl_s * (stem_radius * Cos(entrance) - h), wl_z};
  c = newl;
  Bezier(c) = {p, p + 1, p + 2};
  Line(c + 1) = {p + 2, p + 3};
  Bezier(c + 2) = {p + 3, p + 4, p + 5};
  Bezier(c + 3) = {p + 5, p + 21, p + 20};
  Bezier(c + 4) = {p + 20, p + 22, p + 15};
  Bezier(c + 5) = {p + 15, p + 14, p + 13};
  Line(c + 6) = {p + 13, p + 12};
  Bezier(c + 7) = {p + 12, p + 11, p + 10};
  Line(c + 8) = {p + 10, p};
  wl_loop += 1000;
  Curve Loop(wl_loop) = {c : c + 8};
Return

// Topsides: an oblique prism from the knuckle to the deck.
wl_loop = 1000;
wl_z = knuckle_z;  wl_dx = (knuckle_z - Mz) * rake;  wl_s = 1;
Call Waterline;
top_s = news;  Plane Surface(top_s) = {wl_loop};
e[] = Extrude {(deck_z - knuckle_z) * rake, 0, deck_z - knuckle_z} { Surface{top_s}; };
topsides = e[1];

// Below the knuckle: lofted waterlines, finer and less raked.
knuckle_dx = wl_dx;
Call Waterline;
loops[] = {wl_loop};
wl_z = -1.2;  wl_dx = knuckle_dx - 0.9;  wl_s = 0.84;
Call Waterline;
loops[] += {wl_loop};
wl_z = keel_z;  wl_dx = knuckle_dx - 1.5;  wl_s = 0.58;
Call Waterline;
loops[] += {wl_loop};
bottom = newv;
ThruSections(bottom) = {loops[]};

hull() = BooleanUnion{ Volume{topsides}; Delete; }{ Volume{bottom}; Delete; };
aft = newv;  Box(aft) = {-40, -30, -20, 40, 60, 60};
hull() = BooleanDifference{ Volume{hull()}; Delete; }{ Volume{aft}; Delete; };

// ---- into the station frame: x = t, y = m, z up, origin M ----
Translate {-Mx, -My, -Mz} { Volume{hull()}; }
Rotate {{0, 0, 1}, {0, 0, 0}, eps} { Volume{hull()}; }

// ---- pocket: a frame with a rounded inner rim, built on the shell plane (y outward, z up the slope) ----
half_w = pocket_width / 2;
frame = newv;  Box(frame) = {-half_w - 1, -2.5, -2.5, pocket_width + 2, 2.5, 7};
well = newv;   Box(well) = {-half_w, -4, -4, pocket_width, 8, 4 + (pocket_below + pocket_above) / Cos(flare)};
top = (pocket_below + pocket_above) / Cos(flare);
ed() = Curve In BoundingBox {-half_w - 0.01, -4.1, top - 0.01, -half_w + 0.01, 4.1, top + 0.01};
ed() += Curve In BoundingBox {half_w - 0.01, -4.1, top - 0.01, half_w + 0.01, 4.1, top + 0.01};
well() = Fillet{ well }{ ed() }{ pocket_corner };
frame() = BooleanDifference{ Volume{frame}; Delete; }{ Volume{well()}; Delete; };
ed() = Curve In BoundingBox {-half_w - 0.01, -0.001, -2.6, half_w + 0.01, 0.001, top + 0.01};
frame() = Fillet{ frame() }{ ed() }{ pocket_rim };
tool = newv;  Box(tool) = {-half_w - 0.6, -1.9, -1.0, pocket_width + 1.2, 3.0, top + 1.7};
tool() = BooleanDifference{ Volume{tool}; Delete; }{ Volume{frame()}; Delete; };
Rotate {{1, 0, 0}, {0, 0, 0}, -flare} { Volume{tool()}; }
Translate {0, 0, -pocket_below} { Volume{tool()}; }
half = newv;  Box(half) = {-10, 0, -10, 20, 20, 30};
tool() = BooleanIntersection{ Volume{tool()}; Delete; }{ Volume{half}; Delete; };
hull() = BooleanDifference{ Volume{hull()}; Delete; }{ Volume{tool()}; Delete; };
ed() = Curve In BoundingBox {-half_w - 0.3, -0.001, -pocket_below - 0.001, half_w + 0.3, 0.001, -pocket_below + 0.001};
hull() = Fillet{ hull() }{ ed() }{ pocket_runout };

// ---- fluke seats: brackets on the back face, each a prism with rounded edges ----
If (seat_height > 0)
  seats() = {};
  For side In {-1:1:2}
    x0 = side * seat_x - seat_width / 2;
    p = newp;
    Point(p) = {x0, -0.1, seat_height - 0.1 * Tan(seat_slope)};
    Point(p + 1) = {x0, seat_depth, seat_height + seat_depth * Tan(seat_slope)};
    Point(p + 2) = {x0, seat_depth, seat_height + seat_depth * Tan(seat_slope) + seat_thick};
    Point(p + 3) = {x0, -0.1, seat_height + seat_depth * Tan(seat_slope) + seat_thick + seat_depth + 0.1};
    c = newl;
    Line(c) = {p, p + 1};
    Line(c + 1) = {p + 1, p + 2};
    Line(c + 2) = {p + 2, p + 3};
    Line(c + 3) = {p + 3, p};
    l = newll;
    Curve Loop(l) = {c : c + 3};
    f = news;
    Plane Surface(f) = {l};
    e[] = Extrude {seat_width, 0, 0} { Surface{f}; };
    ed() = Unique(Abs(Boundary{ Boundary{ Volume{e[1]}; } }));
    seat() = Fillet{ e[1] }{ ed() }{ seat_round };
    seats() += {seat(0)};
  EndFor
  hull() = BooleanUnion{ Volume{hull()}; Delete; }{ Volume{seats()}; Delete; };
EndIf

// ---- hawse pipe: three coaxial lengths in two halves, so that the plain length can be meshed in long strips ----
deck_s = (deck_z - Mz) / Sin(beta);                                           // along the axis, M to deck level
plain_0 = bore * Tan(beta) + mouth_lip / Tan((Pi / 2 - beta) / 2) + 0.08;     // inside the mouth's lip
plain_1 = deck_s - bore / Tan(beta) - deck_lip / Tan(beta / 2) - 0.08;        // below the deck's lip
cut[] = {};
For side In {0:1}
  For part In {0:2}
    z0 = part == 0 ? -1.2 : (part == 1 ? plain_0 : plain_1);
    z1 = part == 0 ? plain_0 : (part == 1 ? plain_1 : deck_s + 1.0);
    c = newv;
    Cylinder(c) = {0, 0, z0, 0, 0, z1 - z0, bore, Pi};
    Rotate {{0, 0, 1}, {0, 0, 0}, side * Pi} { Volume{c}; }
    Rotate {{1, 0, 0}, {0, 0, 0}, Pi / 2 - beta} { Volume{c}; }
    cut[] += {c};
  EndFor
EndFor
hull() = BooleanDifference{ Volume{hull()}; Delete; }{ Volume{cut[]}; Delete; };

// ---- lips ----
ed() = Curve In BoundingBox {-bore - 0.01, -0.001, -1, bore + 0.01, 0.001, 1};
hull() = Fillet{ hull() }{ ed() }{ mouth_lip };
dy = -(deck_z - Mz) / Tan(beta);
ed() = Curve In BoundingBox {-bore - 0.01, dy - 1, deck_z - Mz - 0.001, bore + 0.01, dy + 1, deck_z - Mz + 0.001};
hull() = Fillet{ hull() }{ ed() }{ deck_lip };

// ---- back into the ship frame ----
Rotate {{0, 0, 1}, {0, 0, 0}, -eps} { Volume{hull()}; }
Translate {Mx, My, Mz} { Volume{hull()}; }

// ---- mesh: long strips in the plain pipe ----
ax = -Cos(beta) * mx;  ay = -Cos(beta) * my;  az = Sin(beta);
r = bore + 0.01;
x0 = Mx + plain_0 * ax;  y0 = My + plain_0 * ay;  z0 = Mz + plain_0 * az;
x1 = Mx + plain_1 * ax;  y1 = My + plain_1 * ay;  z1 = Mz + plain_1 * az;
strips() = Surface In BoundingBox {x1 - r, y1 - r, z0 - r, x0 + r, y0 + r, z1 + r};
ends() = Curve In BoundingBox {x0 - r, y0 - r, z0 - r, x0 + r, y0 + r, z0 + r};
ends() += Curve In BoundingBox {x1 - r, y1 - r, z1 - r, x1 + r, y1 + r, z1 + r};
seams() = Curve In BoundingBox {x1 - r, y1 - r, z0 - r, x0 + r, y0 + r, z1 + r};
seams() -= ends();
If (#strips() != 2 || #ends() != 4 || #seams() != 2)
  Error("plain pipe: %g surfaces, %g arcs, %g seams; expected 2, 4, 2", #strips(), #ends(), #seams());
EndIf
Transfinite Curve {ends()} = pipe_facets / 2 + 1;
Transfinite Curve {seams()} = Round((plain_1 - plain_0) / pipe_strip) + 1;
Transfinite Surface {strips()} Alternated;

// Elsewhere the size grows with the distance from boxes in the station frame: u along the face, v outward, w up, from M.
u = Sprintf("((x-%.17g)*%.17g-(y-%.17g)*%.17g)", Mx, my, My, mx);
v = Sprintf("((x-%.17g)*%.17g+(y-%.17g)*%.17g)", Mx, mx, My, my);
w = Sprintf("(z-%.17g)", Mz);
// Box half-widths hu, hv, hw about (0, v0, w0).
Macro SizeBox
  Field[box] = MathEval;
  Field[box].F = StrCat(Sprintf("%g+%g*sqrt(max(abs(", box_size, size_growth), u, Sprintf(")-%g,0)^2+max(abs(", hu),
    v, Sprintf("-(%g))-%g,0)^2+max(abs(", v0, hv), w, Sprintf("-(%g))-%g,0)^2)", w0, hw));
Return
box = 1;  box_size = pocket_size;
hu = pocket_width / 2 + 0.15;  v0 = 0.4;  hv = 0.5;  w0 = 0.25;  hw = 1.9;
Call SizeBox;
box = 2;  box_size = lip_size; // mouth
hu = 0.6;  v0 = -0.35;  hv = 0.4;  w0 = 0.35;  hw = 0.9;
Call SizeBox;
box = 3;  box_size = lip_size; // deck opening
hu = 0.65;  v0 = dy + 0.3;  hv = 0.85;  w0 = deck_z - Mz - 0.35;  hw = 0.4;
Call SizeBox;
Field[4] = Min;
Field[4].FieldsList = {1, 2, 3};
Background Field = 4;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromCurvature = 20;
Mesh.MeshSizeMin = 0.02;
Mesh.MeshSizeMax = far_size;
Mesh.Algorithm = 6;
