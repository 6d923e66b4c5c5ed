// SPDX-License-Identifier: MIT
// Tables of contact laws in a scenario; checks the section `contact` as a whole.
#include "contact/law/law.h"
#include "rt/scenario/scenario.h"

#define AT(field) offsetof(scenario_curve_point, field)
// clang-format off
static const rt_key force_point_key[] = {
    {"depth", RT_KEY_NUMBER, "m", 1e-9, 1, NULL, AT(x), NULL, "penetration depth, above that of the point before"},
    {"force", RT_KEY_NUMBER, "N", 0, 1e12, NULL, AT(y), NULL, "normal force there, no less than at the point before"},
};
static const rt_key mu_point_key[] = {
    {"speed", RT_KEY_NUMBER, "m/s", 1e-6, 100, NULL, AT(x), NULL, "sliding speed, above that of the point before"},
    {"mu", RT_KEY_NUMBER, "1", 0, 10, NULL, AT(y), NULL, "friction coefficient there"},
};
// clang-format on
const rt_list scenario_force_point_list = {force_point_key, 2, sizeof(scenario_curve_point)};
const rt_list scenario_mu_point_list = {mu_point_key, 2, sizeof(scenario_curve_point)};

typedef struct check {
    const char *file;
    rt_diag *d;
    int faults;
} check;

static void fault(check *c, int line, const char *what) {
    rt_diag_error(c->d, c->file, line, 0, "%s", what);
    c->faults++;
}

static void check_curve(check *c, const char *key, const scenario_curve *points, const rt_list *list, bool rises) {
    const char *x = list->keys[0].path, *y = list->keys[1].path;
    for (int i = 1; i < points->n; i++) {
        const scenario_curve_point *p = &points->item[i], *last = p - 1;
        if (p->x <= last->x)
            rt_diag_error(c->d, c->file, p->item.line, 0,
                          "%s[%d].%s: expected more than the %g of the point before, found %g", key, i, x, last->x,
                          p->x);
        else if (rises && p->y < last->y)
            rt_diag_error(c->d, c->file, p->item.line, 0,
                          "%s[%d].%s: expected no less than the %g of the point before, found %g", key, i, y, last->y,
                          p->y);
        else
            continue;
        c->faults++;
    }
}

rt_status scenario_contact_check(const char *file, const scenario *s, int law_line, int friction_line, int mu_line,
                                 rt_diag *d) {
    check c = {file, d, 0};
    check_curve(&c, "contact.anchor_force", &s->contact.anchor_force, &scenario_force_point_list, true);
    check_curve(&c, "contact.link_force", &s->contact.link_force, &scenario_force_point_list, true);
    check_curve(&c, "contact.mu", &s->contact.mu, &scenario_mu_point_list, false);
    if (s->contact.law == CONTACT_LAW_TABLE && (s->contact.anchor_force.n == 0 || s->contact.link_force.n == 0))
        fault(&c, law_line,
              "contact.law: 'table' needs the points of contact.anchor_force and contact.link_force: one of them has "
              "none");
    if (s->contact.law == CONTACT_LAW_VOLUME)
        fault(&c, law_line, "contact.law: 'volume' presses on an area, and a link has none: expected another law");
    bool asks = s->contact.law == CONTACT_LAW_USER || s->contact.friction == CONTACT_FRICTION_USER;
    if (asks && !*s->contact.law_library)
        fault(&c, s->contact.law == CONTACT_LAW_USER ? law_line : friction_line,
              "contact.law_library: not given, and the law or the friction is 'user'");
    if (!asks && *s->contact.law_library)
        fault(&c, s->contact.law_library_line,
              "contact.law_library: neither contact.law nor contact.friction is 'user'");
    if (s->contact.law >= CONTACT_LAW_TABLE && s->contact.method == SCENARIO_CONTACT_FOUNDATION)
        fault(&c, law_line,
              "contact.law: the method 'foundation' has a pressure of its own: expected a law that differs by its "
              "hysteresis factor, not 'table', 'impact', 'poisson' or 'user'");
    if (s->contact.friction == CONTACT_FRICTION_TABLE && s->contact.mu.n == 0)
        fault(&c, friction_line, "contact.friction: 'table' needs the points of contact.mu: it has none");
    if (s->contact.friction == CONTACT_FRICTION_STEP && s->contact.v_dynamic <= s->contact.v_stick)
        fault(&c, friction_line, "contact.friction: 'step' needs contact.v_dynamic above contact.v_stick");
    if (s->contact.friction == CONTACT_FRICTION_STEP && s->contact.link_v_dynamic <= s->contact.link_v_stick)
        fault(&c, friction_line, "contact.friction: 'step' needs contact.link_v_dynamic above contact.link_v_stick");
    bool by_pair = s->contact.friction != CONTACT_FRICTION_TABLE && s->contact.friction != CONTACT_FRICTION_USER;
    if (by_pair && s->contact.mu_dynamic > s->contact.mu_static) {
        rt_diag_error(d, file, mu_line, 0,
                      "contact.mu_dynamic: expected at most the %g of contact.mu_static, found %g: give both",
                      s->contact.mu_static, s->contact.mu_dynamic);
        c.faults++;
    }
    return c.faults > 0 ? RT_ERR_FORMAT : RT_OK;
}
