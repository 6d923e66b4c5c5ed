// SPDX-License-Identifier: MIT
// Swivel of a chain, in bar diameters, link frame: x along the width, y normal to the eyes' plane, z along the link.
// Two eyes of a round bar about z = ±eye_z, each joined to its half of the round body, which turn on each other.
// Joints with the neighbours at z = ±2, as those of a common link: the bar's inside lies there.
SetFactory("OpenCASCADE");

bar = 0.6;        // radius of the eyes' bar
eye = 1.3;        // radius of the eyes' middle line
eye_z = 1.3;      // their centres: inside at eye_z + eye - bar = 2
body = 1.45;      // radius of the body
body_z = 0.85;    // its half height
edge = 0.2;       // chamfer of its rims

// A drum with conical shoulders.
Cylinder(1) = {0, 0, -body_z + edge, 0, 0, 2 * (body_z - edge), body};
Cone(2) = {0, 0, body_z - edge, 0, 0, edge, body, body - edge};
Cone(3) = {0, 0, edge - body_z, 0, 0, -edge, body, body - edge};
For k In {0:1}
  side = 2 * k - 1;
  Torus(10 + 10 * k) = {0, 0, 0, eye, bar, Pi};
  Rotate {{1, 0, 0}, {0, 0, 0}, side * Pi / 2} { Volume{10 + 10 * k}; }
  Translate {0, 0, side * eye_z} { Volume{10 + 10 * k}; }
  For j In {0:1}
    Cylinder(11 + 10 * k + j) = {(2 * j - 1) * eye, 0, side * 0.3, 0, 0, side * (eye_z - 0.3), bar};
  EndFor
EndFor
whole() = BooleanUnion{ Volume{1}; Delete; }{ Volume{2, 3, 10, 11, 12, 20, 21, 22}; Delete; };
If (#whole() != 1)
  Error("swivel: %g volumes; expected 1", #whole());
EndIf

Mesh.MeshSizeFromCurvature = 16;
Mesh.MeshSizeMin = 0.08;
Mesh.MeshSizeMax = 0.45;
Mesh.Algorithm = 6;
