// SPDX-License-Identifier: MIT
// AC-14 type: broad flukes, a thick crown with fins at its ends. Modelled solid from outside: what is hollow in the cast
// flukes shows in the mass alone. Included by parameters.geo.
crown_base = 17 * M3;
tip = 95 * M3 - crown_base;
head_width = 130 * M3;
crown_width = 2.22;
crown_thick = 0.38;
crown_top = 0.12;
crown_round = 0.06;
bridge_top = -0.225;  bridge_base = -0.310;  bridge_round = 0.028;
fin_w = 0.34;  fin_thick = 0.13;  fin_base = -0.27;  fin_top = 0.30;  fin_round = 0.045;
fluke_root = -0.05;
fluke_root_x = 0.69;  fluke_root_w = 0.84;  fluke_root_t = 0.23;
fluke_tip_x = 0.70;  fluke_tip_w = 0.22;  fluke_tip_t = 0.14;
nose_a = 0.135;  nose_b = 0.095;  nose_c = 0.15;
palm_x = 0.70;  palm_z = -0.10;
palm_y = 0.245;
palm_a = 0.30;  palm_b = 0.13;  palm_c = 0.15;
shank_top = 160 * M3 - crown_base;
eye_z = shank_top - 0.13;
anchor_flat = 0.10;
