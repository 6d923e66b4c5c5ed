// SPDX-License-Identifier: MIT
#include "rt/model/record.h"
#include "rt/model/private.h"
#include <string.h>

#define BITS(from, to) ((1ull << ((to) + 1)) - (1ull << (from)))

// Recordable quantities of each kind of part, as bits of scenario_what.
static uint64_t recordable(const scenario_model *m, int kind, int index) {
    const uint64_t moving = 1ull << SCENARIO_POSITION | 1ull << SCENARIO_RATE;
    switch (kind) {
    case SCENARIO_POINT:
        return BITS(SCENARIO_X, SCENARIO_AX + 2);
    case SCENARIO_BODY:
        return BITS(SCENARIO_X, SCENARIO_WX + 2) | BITS(SCENARIO_QW, SCENARIO_LX + 2);
    case SCENARIO_JOINT:
        if (dyn_joint_kinds[m->joints.item[index].kind].coordinates > 0) return 1ull << SCENARIO_EFFORT;
        return BITS(SCENARIO_FORCE_X, SCENARIO_TORQUE_X + 2) |
               (dyn_joint_kinds[m->joints.item[index].kind].freedom == 1 ? moving : 0);
    case SCENARIO_COORDINATE:
        return moving | 1ull << SCENARIO_ACCELERATION;
    case SCENARIO_DRIVER:
        return 1ull << SCENARIO_EFFORT;
    case SCENARIO_FORCE: {
        int k = m->forces.item[index].kind;
        if (k == SCENARIO_APPLIED_FORCE || k == SCENARIO_DRAG) return BITS(SCENARIO_FORCE_X, SCENARIO_FORCE_X + 2);
        if (k == SCENARIO_APPLIED_TORQUE) return BITS(SCENARIO_TORQUE_X, SCENARIO_TORQUE_X + 2);
        return moving | 1ull << SCENARIO_EFFORT;
    }
    case SCENARIO_CONTACT:
        return BITS(SCENARIO_DEPTH, SCENARIO_HITS) | BITS(SCENARIO_FORCE_X, SCENARIO_FORCE_X + 2) |
               BITS(SCENARIO_PLACE_X, SCENARIO_NORMAL_X + 2);
    default:
        return BITS(SCENARIO_ENERGY, SCENARIO_PHI_MAX) | BITS(SCENARIO_LX, SCENARIO_LX + 2);
    }
}

// Lists the choices, such as "x, y, z".
static void list_choices(uint64_t bits, char *text, size_t size) {
    char word[32];
    size_t used = 0;
    *text = 0;
    for (int k = 0; k < SCENARIO_WHAT_COUNT; k++)
        if (bits >> k & 1 && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "",
                                     model_choice_name(&scenario_record_list, "what", k, word, sizeof word));
    if (!used) snprintf(text, size, "nothing");
}

static void check_record(model_check *c, int index) {
    scenario_record *r = &c->m->records.item[index];
    char what[32], choices[300];
    const unsigned parts = SCENARIO_POINT | SCENARIO_BODY | SCENARIO_JOINT | SCENARIO_COORDINATE | SCENARIO_DRIVER |
                           SCENARIO_FORCE | SCENARIO_CONTACT;
    model_set_entry(c, r, "column", &r->name);
    if (strcmp(r->name.text, "t") == 0) model_report_fault(c, "the name 't' is reserved for the time");
    for (int i = 0; i < index; i++)
        if (strcmp(c->m->records.item[i].name.text, r->name.text) == 0) {
            model_report_fault(c, "the name is already used by the column in line %d", c->m->records.item[i].item.line);
            break;
        }
    r->of_kind = 0;
    r->of.index = model_resolve(c, &r->of.name, parts, false, &r->of_kind);
    if (*r->of.name.text && r->of.index < 0) return;
    uint64_t can = recordable(c->m, r->of_kind, r->of.index);
    if (can >> r->what & 1) return;
    list_choices(can, choices, sizeof choices);
    model_choice_name(&scenario_record_list, "what", r->what, what, sizeof what);
    if (r->of_kind)
        model_report_fault(c, "%s is not available for the %s '%s': expected %s", what, model_kind_name(r->of_kind),
                           r->of.name.text, choices);
    else
        model_report_fault(c, "%s needs a part: expected the key 'of', or for the whole model %s", what, choices);
}

void model_check_records(model_check *c) {
    for (int i = 0; i < c->m->records.n; i++) check_record(c, i);
}

static bool is_angle(const scenario_model *m, const scenario_record *r) {
    int k = r->of.index;
    switch (r->of_kind) {
    case SCENARIO_JOINT:
        if (dyn_joint_kinds[m->joints.item[k].kind].coordinates > 0)
            return m->coordinates.item[m->joints.item[k].coordinate[1]].kind == SCENARIO_ANGLE;
        return dyn_joint_kinds[m->joints.item[k].kind].angles > 0;
    case SCENARIO_COORDINATE:
        return m->coordinates.item[k].kind == SCENARIO_ANGLE;
    case SCENARIO_DRIVER:
        k = m->drivers.item[k].coordinate.index;
        return k >= 0 && m->coordinates.item[k].kind == SCENARIO_ANGLE;
    case SCENARIO_FORCE:
        return m->forces.item[k].angular;
    default:
        return false;
    }
}

const char *scenario_record_unit(const scenario_model *m, const scenario_record *r) {
    static const char *const of_angle[] = {"rad", "rad/s", "rad/s2", "N m"}, *const of_length[] = {"m", "m/s", "m/s2",
                                                                                                   "N"};
    const char *const *unit = is_angle(m, r) ? of_angle : of_length;
    if (r->what >= SCENARIO_POSITION && r->what <= SCENARIO_EFFORT) return unit[r->what - SCENARIO_POSITION];
    if (r->what >= SCENARIO_FORCE_X && r->what < SCENARIO_TORQUE_X) return "N";
    if (r->what >= SCENARIO_TORQUE_X && r->what < SCENARIO_ENERGY) return "N m";
    if (r->what >= SCENARIO_ENERGY && r->what < SCENARIO_NEWTON) return "J";
    if (r->what == SCENARIO_NEWTON || r->what == SCENARIO_HITS) return "1";
    if (r->what == SCENARIO_PHI_MAX || r->what == SCENARIO_DEPTH) return "m";
    if (r->what == SCENARIO_NORMAL_FORCE || r->what == SCENARIO_FRICTION_FORCE) return "N";
    if (r->what >= SCENARIO_QW && r->what < SCENARIO_ROLL) return "1";
    if (r->what >= SCENARIO_ROLL && r->what < SCENARIO_LX) return "rad";
    if (r->what >= SCENARIO_LX && r->what < SCENARIO_PLACE_X) return "kg m2/s";
    if (r->what >= SCENARIO_PLACE_X) return r->what < SCENARIO_NORMAL_X ? "m" : "1";
    static const char *const of_point[] = {"m", "m/s", "m/s2", "rad/s"};
    return of_point[r->what / 3];
}
