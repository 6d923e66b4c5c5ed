// SPDX-License-Identifier: MIT
// US Navy stockless type: long straight flukes, a heavy crown with large tripping palms. Included by parameters.geo.
crown_base = 18 * M3;
tip = 100 * M3 - crown_base;
head_width = 109 * M3;
crown_width = head_width;
crown_thick = 0.40;
crown_top = 0.15;
crown_round = 0.05;
bridge_base = -0.325;  bridge_round = 0.028;
fluke_root = -0.05;
fluke_root_x = 0.58;  fluke_root_w = 0.58;  fluke_root_t = 0.30;
fluke_tip_x = 0.62;  fluke_tip_w = 0.24;  fluke_tip_t = 0.15;
nose_a = 0.145;  nose_b = 0.105;  nose_c = 0.16;
palm_x = 0.66;  palm_z = -0.13;
palm_y = 0.240;
palm_a = 0.31;  palm_b = 0.12;  palm_c = 0.15;
shank_top = 141 * M3 - crown_base;
eye_z = shank_top - 0.13;
