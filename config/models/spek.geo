// SPDX-License-Identifier: MIT
// Spek type: broad triangular flukes close to the shank, a smooth round crown. Included by parameters.geo.
crown_base = 20 * M3;
tip = 92 * M3 - crown_base;
head_width = 118 * M3;
crown_width = head_width;
crown_thick = 0.40;
crown_top = 0.14;
crown_round = 0.13;
bridge_base = -0.355;
fluke_root = -0.06;
fluke_root_x = 0.60;  fluke_root_w = 0.78;  fluke_root_t = 0.30;
fluke_tip_x = 0.60;  fluke_tip_w = 0.20;  fluke_tip_t = 0.16;
nose_a = 0.125;  nose_b = 0.105;  nose_c = 0.15;
palm_x = 0.74;  palm_z = -0.10;
palm_y = 0.220;
palm_a = 0.26;  palm_b = 0.10;  palm_c = 0.16;
shank_top = 157 * M3 - crown_base;
eye_z = shank_top - 0.13;
