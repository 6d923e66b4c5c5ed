// SPDX-License-Identifier: MIT
// Kenter joining link, in bar diameters, link frame: x along the width, y normal to its plane, z along the link. 6 long
// and 4.2 wide: straight sides thicker than the bows, and the stud that locks its two halves.
// Joints with the neighbours at z = ±2, as those of a common link.
SetFactory("OpenCASCADE");

bow = 0.5;        // radius of the bows' bar
side = 0.6;       // radius of the sides
middle = 1.5;     // radius of the middle line
half = 1.0;       // half length of the sides
over = 0.15;      // how far the sides' shoulders reach onto the bows
stud = 0.45;      // radius of the stud

For k In {0:1}
  up = 2 * k - 1;
  Torus(1 + k) = {0, 0, 0, middle, bow, Pi};
  Rotate {{1, 0, 0}, {0, 0, 0}, up * Pi / 2} { Volume{1 + k}; }
  Translate {0, 0, up * half} { Volume{1 + k}; }
  Cylinder(3 + k) = {up * middle, 0, -half - over, 0, 0, 2 * (half + over), side};
EndFor
Cylinder(5) = {-middle, 0, 0, 2 * middle, 0, 0, stud};
whole() = BooleanUnion{ Volume{1}; Delete; }{ Volume{2, 3, 4, 5}; Delete; };
If (#whole() != 1)
  Error("kenter: %g volumes; expected 1", #whole());
EndIf

Mesh.MeshSizeFromCurvature = 16;
Mesh.MeshSizeMin = 0.08;
Mesh.MeshSizeMax = 0.4;
Mesh.Algorithm = 6;
