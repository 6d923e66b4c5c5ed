// SPDX-License-Identifier: MIT
// What a mechanism can be made of, from the key tables, and an example: for those who ask the program.
#include "rt/model/model.h"
#include <string.h>

// Prints the choices of a list's key "kind", with commas.
static void print_kinds(FILE *f, const char *what, const rt_list *list) {
    int k = 0;
    while (strcmp(list->keys[k].path, "kind") != 0) k++;
    fprintf(f, "    %-12s ", what);
    for (const char *at = list->keys[k].of; *at; at += strcspn(at, "|")) {
        at += *at == '|';
        fprintf(f, "%.*s%s", (int)strcspn(at, "|"), at, at[strcspn(at, "|")] ? ", " : "\n");
    }
}

void scenario_model_print_summary(FILE *f) {
    fputs("A scenario with the section model is a mechanism. Its parts:\n", f);
    print_kinds(f, "joints", &scenario_joint_list);
    print_kinds(f, "coordinates", &scenario_coordinate_list);
    print_kinds(f, "forces", &scenario_force_list);
    print_kinds(f, "shapes", &scenario_shape_list);
    fputs("    drivers      move a coordinate or a point: constant rate, acceleration, sine, or a table over time\n"
          "    contacts     of two shapes, with a material's laws of force and friction\n"
          "    repeat: N    makes N copies of an entry: a chain of 60 rods is one entry of points and one of bodies\n"
          "    poses        by axes, angles or a quaternion; shapes and points also in their body's frame\n"
          "    record       the columns of --csv; record_interval: the time between its rows\n"
          "An example:\n"
          "  model:\n"
          "    points:\n"
          "      - {name: O, at: [0, 0, 0], fixed: true}\n"
          "      - {name: P, at: [1 m, 0, 0]}\n"
          "    bodies:\n"
          "      - {name: rod, points: [O, P], mass: 2 kg, centre: [0.5 m, 0, 0], inertia: [0.001, 0.17, 0.17]}\n"
          "    joints:\n"
          "      - {name: bearing, kind: revolute, bodies: [ground, rod], points: [O], axis: [0, 1, 0]}\n"
          "  record:\n"
          "    - {name: angle, of: bearing, what: position}\n"
          "  end: {duration: 10 s}\n"
          "More: config/scenarios/examples. Every key with its unit, range and default: hawse check --schema\n",
          f);
}
