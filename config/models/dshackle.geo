// SPDX-License-Identifier: MIT
// D joining shackle, in bar diameters, link frame: x along the width, y normal to its plane, z along the link. 7.1 long
// (ISO 1704) and 4.2 wide, bar of 1.3, eyes of 1.5: a bow, two legs with eyes, and the pin through them, flush.
// Joints with the neighbours at z = ±2, as those of a common link: inside of the bow, inside of the pin.
SetFactory("OpenCASCADE");

bar = 0.65;       // radius of bow and legs
middle = 1.35;    // radius of the bow's middle line
bend = -1.3;      // where the bow ends
eye = 1.2;        // radius of the eyes, and half their thickness
thick = 0.75;
pin = 0.6;        // its radius
pin_z = 2.6;

Torus(1) = {0, 0, 0, middle, bar, Pi};
Rotate {{1, 0, 0}, {0, 0, 0}, -Pi / 2} { Volume{1}; }
Translate {0, 0, bend} { Volume{1}; }
For k In {0:1}
  side = 2 * k - 1;
  Cylinder(2 + k) = {side * middle, 0, bend, 0, 0, pin_z - bend, bar};
  Cylinder(4 + k) = {side * middle - thick, 0, pin_z, 2 * thick, 0, 0, eye};
EndFor
Cylinder(6) = {-middle, 0, pin_z, 2 * middle, 0, 0, pin};
whole() = BooleanUnion{ Volume{1}; Delete; }{ Volume{2, 3, 4, 5, 6}; Delete; };
If (#whole() != 1)
  Error("dshackle: %g volumes; expected 1", #whole());
EndIf

Mesh.MeshSizeFromCurvature = 16;
Mesh.MeshSizeMin = 0.08;
Mesh.MeshSizeMax = 0.4;
Mesh.Algorithm = 6;
