// SPDX-License-Identifier: MIT
#include "render/scene/foam.h"

static const double every = 0.1;          // interval between patches of a part that breaks the surface [s]
static const double patch_life = 3;       // [s]
static const double drip_time = 6;        // time that a part drips after leaving the water [s]
static const double chain_drip_time = 12; // the same of a link of chain [s]
static const double chain_drips = 0.3;    // chance that a link just out of the water drips in an interval
static const double leap = 0.5;           // longest interval between updates that yields a speed [s]
static const double slow = 0.12;          // speed assumed after a longer one: a slow heave [m/s]
static const double gravity = 9.81;       // [m/s²]
static const double jet_speed = 3;        // of the chain wash's nozzles [m/s]
static const double flow_speed = 1.2;     // of the water that runs out of the mouth, down the pipe [m/s]
static const int64_t wash_before = 12;    // intervals for which the wash counts as on before a jump

// Pseudo-random number in 0..1 from step number, part and salt.
static double random_unit(int64_t step, int part, int salt) {
    uint64_t x = (uint64_t)step * 0x9e3779b97f4a7c15u + (uint64_t)(part * 64 + salt) * 0xd1342543de82ef95u;
    x = (x ^ x >> 31) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 29) * 0x94d049bb133111ebu;
    return (double)(x >> 40) / (double)(1 << 24);
}

static void add_puff(foam *f, foam_puff p) {
    f->puff[f->next] = p;
    f->next = (f->next + 1) % FOAM_MOST;
    if (f->n < FOAM_MOST) f->n++;
}

static vec3 box_corner(const foam_body *b, int k) {
    return pose_point(&b->pose,
                      vec3_make(k & 1 ? b->hi.x : b->lo.x, k & 2 ? b->hi.y : b->lo.y, k & 4 ? b->hi.z : b->lo.z));
}

static vec3 box_middle(const foam_body *b) { return pose_point(&b->pose, vec3_scale(0.5, vec3_add(b->lo, b->hi))); }

// Lowest corner; *top: height of the highest.
static vec3 lowest_corner(const foam_body *b, double *top) {
    vec3 low = box_corner(b, 0);
    *top = low.z;
    for (int k = 1; k < 8; k++) {
        vec3 c = box_corner(b, k);
        if (c.z < low.z) low = c;
        *top = fmax(*top, c.z);
    }
    return low;
}

// A point where the box's outline cuts the surface: on a line between a random corner above and a random corner below.
static vec3 waterline_point(const foam_body *b, double level, double chance_a, double chance_b) {
    vec3 above[8], below[8];
    int na = 0, nb = 0;
    for (int k = 0; k < 8; k++) {
        vec3 c = box_corner(b, k);
        if (c.z > level)
            above[na++] = c;
        else
            below[nb++] = c;
    }
    vec3 p = above[(int)(chance_a * na)], q = below[(int)(chance_b * nb)];
    return vec3_madd(q, (level - q.z) / (p.z - q.z), vec3_sub(p, q));
}

static void add_splash(foam *f, double born, int64_t step, int part, const foam_body *b, double level, double up) {
    double fast = fmin(fabs(up), 5);
    vec3 at = waterline_point(b, level, random_unit(step, part, 0), random_unit(step, part, 1));
    add_puff(f, (foam_puff){.born = born,
                            .life = patch_life,
                            .place = at,
                            .size = 0.22 + 0.12 * fast + 0.12 * random_unit(step, part, 2),
                            .strength = fmin(0.25 + 1.5 * fast, 0.95)});
    for (int k = 0; k < 6 && k < 3 * fast; k++) {
        double way = 2 * M_PI * random_unit(step, part, 3 + 3 * k),
               out = (0.2 + 0.5 * random_unit(step, part, 4 + 3 * k)) * fast;
        double rise = (0.4 + 0.8 * random_unit(step, part, 5 + 3 * k)) * fast;
        add_puff(f, (foam_puff){.born = born,
                                .life = fmax(2 * rise / gravity, 0.15),
                                .place = at,
                                .speed = vec3_make(out * cos(way), out * sin(way), rise),
                                .size = 0.02 + 0.012 * fast,
                                .strength = 0.8,
                                .drop = true});
    }
}

// Adds a drop from the lowest corner, and the ring that the drop will make. Drops thin out as the part dries.
static void add_drip(foam *f, double born, int64_t step, int part, vec3 low, double level, double dry) {
    if (random_unit(step, part, 0) < dry / drip_time) return;
    vec3 at =
        vec3_add(low, vec3_make(0.3 * (random_unit(step, part, 1) - 0.5), 0.3 * (random_unit(step, part, 2) - 0.5), 0));
    double fall = sqrt(2 * (at.z - level) / gravity);
    add_puff(f, (foam_puff){.born = born, .life = fall, .place = at, .size = 0.018, .strength = 0.7, .drop = true});
    at.z = level;
    add_puff(f, (foam_puff){.born = born + fall, .life = 0.8, .place = at, .size = 0.06, .strength = 0.5});
}

static void update_part(foam *f, double t, const dyn_waves *water, int part, const foam_body *b, bool leapt) {
    vec3 at = box_middle(b);
    double level = dyn_waves_surface(water, at.x, at.y, t), over = at.z - level;
    double top, up = leapt ? slow : (over - f->over[part]) / (t - f->t);
    f->over[part] = over;
    vec3 low = lowest_corner(b, &top);
    int64_t now = (int64_t)floor(t / every),
            from = leapt ? now - (int64_t)(patch_life / every) : (int64_t)floor(f->t / every);
    bool breaks = low.z < level && top > level;
    if (!isfinite(low.z + top + low.x + low.y) || !isfinite(up)) return;
    if (low.z < level) f->wet_at[part] = t;
    double dry = t - f->wet_at[part];
    for (int64_t step = from + 1; step <= now; step++) {
        double born = every * (double)step;
        if (breaks && fabs(up) > 0.02)
            add_splash(f, born, step, part, b, level, up);
        else if (low.z > level && dry < drip_time)
            add_drip(f, born, step, part, low, level, dry);
    }
}

static int place_of_link(int number) { return (int)((unsigned)number % FOAM_LINKS); }

bool foam_link_is_wet(const foam *f, int number) {
    return f->begun && f->t - f->link_wet_at[place_of_link(number)] < chain_drip_time;
}

static void drip_link(foam *f, double t, const foam_link *l, double level) {
    double dry = t - f->link_wet_at[place_of_link(l->number)];
    int64_t now = (int64_t)floor(t / every), from = (int64_t)floor(f->t / every);
    if (!(dry < chain_drip_time)) return;
    for (int64_t step = from + 1; step <= now; step++) {
        int part = FOAM_PARTS + place_of_link(l->number); // of the random numbers
        if (random_unit(step, part, 4) > chain_drips * (1 - dry / chain_drip_time)) continue;
        double born = every * (double)step, fall = sqrt(2 * (l->at.z - level) / gravity);
        vec3 at = l->at;
        add_puff(f, (foam_puff){.born = born, .life = fall, .place = at, .size = 0.014, .strength = 0.7, .drop = true});
        at.z = level;
        add_puff(f, (foam_puff){.born = born + fall, .life = 0.6, .place = at, .size = 0.05, .strength = 0.4});
    }
}

void foam_update_chain(foam *f, double t, const dyn_waves *water, const foam_link *link, int n) {
    if (!isfinite(t) || fabs(t) > 1e9 || (f->begun && t == f->t)) return;
    bool leapt = !f->begun || t < f->t || t - f->t > leap;
    for (int k = 0; leapt && k < FOAM_LINKS; k++) f->link_wet_at[k] = -INFINITY;
    for (int i = 0; i < n; i++) {
        vec3 at = link[i].at;
        if (!isfinite(at.x + at.y + at.z)) continue;
        double level = dyn_waves_surface(water, at.x, at.y, t);
        if (at.z < level)
            f->link_wet_at[place_of_link(link[i].number)] = t;
        else if (!leapt)
            drip_link(f, t, &link[i], level);
    }
}

static void add_drop(foam *f, double born, double life, vec3 at, vec3 speed, double size) {
    add_puff(f,
             (foam_puff){
                 .born = born, .life = life, .place = at, .speed = speed, .size = size, .strength = 0.7, .drop = true});
}

// Jets of two rings of nozzles on the pipe's wall, across the chain and down the pipe.
static void add_jets(foam *f, double born, int64_t step, const foam_pipe *p) {
    enum { JETS = 8, PART = FOAM_PARTS + FOAM_LINKS };
    vec3 x = vec3_any_normal(p->axis), y = vec3_cross(p->axis, x);
    for (int k = 0; k < JETS; k++) {
        double way = 2 * M_PI * (k + random_unit(step, PART, 2 * k)) / (JETS / 2.0),
               across = (0.7 + 0.3 * random_unit(step, PART, 2 * k + 1)) * jet_speed;
        vec3 ray = vec3_madd(vec3_scale(cos(way), x), sin(way), y);
        vec3 at = vec3_madd(vec3_madd(p->mouth, (k % 2 ? 0.75 : 0.4) * p->length, p->axis), 0.45 * p->bore, ray);
        vec3 speed = vec3_madd(vec3_scale(-across, ray), -0.8 * jet_speed, p->axis);
        add_drop(f, born + every * k / JETS, 0.8 * p->bore / jet_speed, at, speed, 0.03);
    }
}

// The water runs down the pipe's lower side and falls from the mouth to the sea.
static void add_flow(foam *f, double born, int64_t step, const foam_pipe *p, const dyn_waves *water) {
    enum { DROPS = 6, PART = FOAM_PARTS + FOAM_LINKS + 1 };
    vec3 up = vec3_make(0, 0, 1), side = vec3_unit(vec3_cross(p->axis, up)), low = vec3_cross(p->axis, side);
    if (low.z > 0) low = vec3_scale(-1, low);
    for (int k = 0; k < DROPS; k++) {
        double across = random_unit(step, PART, 4 * k) - 0.5, fast = 0.7 + 0.6 * random_unit(step, PART, 4 * k + 1);
        vec3 at = vec3_madd(vec3_madd(p->mouth, 0.42 * p->bore, low), 0.6 * across * p->bore, side);
        vec3 speed = vec3_scale(-fast * flow_speed, p->axis);
        double height = at.z - water->level;
        if (!(height > 0)) return;
        double fall = (speed.z + sqrt(speed.z * speed.z + 2 * gravity * height)) / gravity;
        add_drop(f, born + every * k / DROPS, fall, at, speed, 0.03 + 0.02 * random_unit(step, PART, 4 * k + 2));
        if (k) continue;
        vec3 end = vec3_make(at.x + fall * speed.x, at.y + fall * speed.y, water->level);
        add_puff(f, (foam_puff){.born = born + fall, .life = 1, .place = end, .size = 0.12, .strength = 0.6});
    }
}

static bool is_in_pipe(const foam_pipe *p, vec3 at) {
    vec3 off = vec3_sub(at, p->mouth);
    double along = vec3_dot(off, p->axis);
    return along > 0 && along < p->length && vec3_norm(vec3_madd(off, -along, p->axis)) < 0.6 * p->bore;
}

void foam_update_wash(foam *f, double t, const dyn_waves *water, const foam_pipe *pipe, bool on, const foam_link *link,
                      int n) {
    if (!isfinite(t) || fabs(t) > 1e9) return;
    bool leapt = !f->wash_begun || t < f->washed || t - f->washed > leap;
    int64_t now = (int64_t)floor(t / every), from = leapt ? now - wash_before : (int64_t)floor(f->washed / every);
    f->washed = t;
    f->wash_begun = true;
    if (!on || !(pipe->length > 0)) return;
    for (int64_t step = from + 1; step <= now; step++) {
        add_jets(f, every * (double)step, step, pipe);
        add_flow(f, every * (double)step, step, pipe, water);
    }
    for (int i = 0; i < n; i++)
        if (is_in_pipe(pipe, link[i].at)) f->link_wet_at[place_of_link(link[i].number)] = t;
}

// Removes puffs born after t.
static void remove_puffs_after(foam *f, double t) {
    int n = 0;
    for (int i = 0; i < f->n; i++)
        if (f->puff[i].born <= t) f->puff[n++] = f->puff[i];
    f->n = n;
    f->next = n % FOAM_MOST;
}

void foam_update(foam *f, double t, const dyn_waves *water, const foam_body *body, int n) {
    if (!isfinite(t) || fabs(t) > 1e9 || (f->begun && t == f->t)) return;
    bool leapt = !f->begun || t < f->t || t - f->t > leap;
    if (leapt) {
        remove_puffs_after(f, t - 2 * patch_life);
        for (int k = 0; k < FOAM_PARTS; k++) f->wet_at[k] = -INFINITY;
    }
    for (int k = 0; k < n && k < FOAM_PARTS; k++) update_part(f, t, water, k, &body[k], leapt);
    f->t = t;
    f->begun = true;
}

int foam_list_marks(const foam *f, const dyn_waves *water, foam_mark out[FOAM_MOST]) {
    int n = 0;
    for (int i = 0; i < f->n; i++) {
        const foam_puff *p = &f->puff[i];
        double age = f->t - p->born, left = 1 - age / p->life;
        if (age < 0 || !(left > 0)) continue;
        foam_mark m = {p->place, p->size, p->strength * (p->drop ? 1 : left), p->drop};
        if (p->drop) {
            m.place = vec3_madd(p->place, age, p->speed);
            m.place.z -= 0.5 * gravity * age * age;
            if (m.place.z < dyn_waves_surface(water, m.place.x, m.place.y, f->t)) continue;
        } else {
            m.size *= 1 + 0.6 * age;
            m.place.z = dyn_waves_surface(water, m.place.x, m.place.y, f->t);
        }
        out[n++] = m;
    }
    return n;
}
