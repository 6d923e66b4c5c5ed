// SPDX-License-Identifier: MIT
// Every dimension of the shipped CAD models, in metres and degrees. bow.geo, shank.geo and head.geo include this file.
// Ship frame: x forward, y port, z up, z = 0 waterline. README.md says what each frame is.
SetFactory("OpenCASCADE");
deg = Pi / 180;

// ---- anchor station: the pocket's flat back face and the hawse pipe ----
// Those of DefineConstant are what a scenario's section ship.pocket sets; export makes a narrow pocket too (width 1.7).
DefineConstant[
  pipe_angle = 50,                    // of the pipe above the horizontal [deg]
  pipe_bore = 0.56,                   // its diameter [m]
  bolster_radius = 0.27,              // of the bolster (rolling ball) at the face
  deck_lip = 0.30,                    // radius of the lip at the deck
  pocket_width = 3.0,                 // along the face
  pocket_below = 1.35,                // the back face runs out on the shell this far below M
  pocket_above = 1.90,                // the pocket's upper rim, above M
  pocket_rim = 0.10,                  // radius where the pocket's walls meet the shell
  pocket_corner = 0.35,               // radius of its upper corners
  shell_flare = 13.5,                 // of the shell at the pocket, from the vertical [deg]
  seat_height = 1.04                  // of the fluke seats' undersides above M, at the face (README); 0: no seats
];
Mx = 9.0;  My = 7.0;  Mz = 5.2;       // M: where the pipe axis meets the back face
eps = 25 * deg;                       // of the face's outward normal m = (sin eps, cos eps, 0) from port
beta = pipe_angle * deg;              // a = -cos(beta) m + sin(beta) z
bore = pipe_bore / 2;                 // radius
mouth_lip = bolster_radius;
seat_x = 0.82;                        // middles of the fluke seats, along the face from M: the Hall anchor's noses
seat_width = 0.60;                    // a nose is 0.27 wide and wanders by 0.1 each way
seat_depth = 0.20;                    // proud of the face: a nose is 0.23 thick, its top 0.11 off the face
seat_slope = 8 * deg;                 // the underside rises outboard: 10 deg without friction would push the noses off the face
seat_thick = 0.10;                    // at the outer edge
seat_round = 0.04;                    // of all edges
pocket_runout = 0.40;                 // radius of its lower edge, where the back face meets the shell

// ---- hull ----
deck_z = 9.6;
knuckle_z = 1.2;                      // above it the shell is a straight flared panel
keel_z = -4.0;
flare = shell_flare * deg;
panel_fwd = 2.9;  panel_aft = 2.9;    // flat shell on both sides of M, along the face
entrance = 31 * deg;                  // half-angle of the waterline at the stem
stem_radius = 0.25;
fwd_run = 6.0;                        // from the flat panel to the bend towards the stem
aft_run = 2.5;                        // from the flat panel to the bend towards the parallel body
aft_angle = 5 * deg;  aft_length = 12;

// ---- mesh of the bow ----
pipe_facets = 30;                     // round the plain pipe: sagitta 1.5 mm
pipe_strip = 0.30;                    // along it
pocket_size = 0.052;                  // on the back face and its rim
lip_size = 0.050;                     // on both lips: sagitta 1.2 mm at a radius of 0.27
size_growth = 0.13;                   // per metre away from them
far_size = 0.62;

// ---- anchor: 6414 kg; origin at the crown pin's centre, x hinge axis, z towards the shackle / the tips ----
// Another mass scales all of it, as its lengths go with the cube root. Hall type here; spek.geo, ac14.geo, navy.geo
// and hall_palms.geo say what they have otherwise; danforth.geo has a head of its own. README.md has ratios and sources.
DefineConstant[ anchor_mass = 6414, anchor_type = 0 ]; // 0 Hall, 1 Spek, 2 AC-14, 3 US Navy, 4 Danforth, 5 Hall with palms
M3 = 6414^(1/3) * 1e-3;               // metres a unit of the ratios k [mm kg^(-1/3)]
Mesh.ScalingFactor = (anchor_mass / 6414)^(1/3);
crown_base = 0.361;                   // pin to crown base
tip = 1.282;                          // pin to fluke tip
head_width = 2.34;
crown_thick = 0.35;                   // in y
crown_width = head_width;             // without fins
crown_top = 0.10;                     // the crown's upper face, above the pin
crown_round = 0.035;
slot = 0.39;                          // width of the slot for the shank
bridge_top = -0.235;  bridge_base = -0.345;  bridge_thick = 0.28; // joins the crown's halves below the shank's end
bridge_round = 0.04;
fluke_root = -0.05;                   // height where a fluke starts, inside the crown
fluke_root_x = 0.74;  fluke_root_w = 0.68;  fluke_root_t = 0.28; // middle, width (x), thickness (y) there
fluke_tip_x = 0.8215;  fluke_tip_w = 0.22;  fluke_tip_t = 0.17;  // and where the nose's centre is
fluke_round = 0.05;
nose_a = 0.135;  nose_b = 0.115;  nose_c = 0.15; // nose: semi-axes in x, y, z of an ellipsoid proud of the fluke's faces
palm_x = 0.80;  palm_z = -0.12;       // tripping palms: ellipsoids on both faces of the crown
palm_y = 0.205;                       // their highest point, from the middle plane
palm_a = 0.26;  palm_b = 0.11;  palm_c = 0.13; // semi-axes in x, y, z

fin_w = 0;                            // fins at the crown's ends: none
trip_y = 0;                           // plates across the crown as tripping palms: half their height (y); 0: none

shank_top = 2.675;                    // pin to the shank's upper end
shank_r0 = 0.20;  shank_r1 = 0.15;    // outline in (y, z): two circles, about the pin and at the top, and their tangents
shank_w0 = 0.30;  shank_w1 = 0.22;    // width in x at the pin and at the top
shank_round = 0.07;
eye_z = 2.545;  eye = 0.060;  eye_round = 0.02; // shackle eye: height, radius, radius of its edge

anchor_flat = 0.080;                  // largest triangles
shank_curve = 14;  head_curve = 10;    // triangles round a full turn of a rounded edge
head_strip = 0.060;                   // along the head's rounded edges
anchor_fine = 0.030;                  // noses and palms

If (anchor_type == 1)
  Include "spek.geo";
ElseIf (anchor_type == 2)
  Include "ac14.geo";
ElseIf (anchor_type == 3)
  Include "navy.geo";
ElseIf (anchor_type == 5)
  Include "hall_palms.geo";
ElseIf (anchor_type == 4) // its shank; danforth.geo has the head
  shank_top = (238 - 15) * M3;
  eye_z = shank_top - 0.13;
  shank_r0 = 0.17;  shank_r1 = 0.12;
  shank_w0 = 0.26;  shank_w1 = 0.20;
  shank_round = 0.03;
EndIf
