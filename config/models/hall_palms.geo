// SPDX-License-Identifier: MIT
// Hall type with tripping palms: in place of the rounded ones, a plate across each half of the crown that stands proud of
// both faces. Included by parameters.geo.
trip_in = slot / 2 + 0.06;  trip_out = crown_width / 2 - 0.06;
trip_y = 0.28;
trip_base = -0.29;  trip_thick = 0.12;  trip_round = 0.045;
palm_z = trip_base + trip_thick / 2;
palm_y = trip_y;
head_curve = 6;  anchor_fine = 0.045;
