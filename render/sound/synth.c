// SPDX-License-Identifier: MIT
#include "render/sound/synth.h"
#include <math.h>
#include <string.h>

#define FOLLOW_S 0.05     // time constants: position and speed from picture to picture,
#define TONE_S 0.02       // level and pitch of tones,
#define GATE_S 0.004      // beeps of the alarm
#define WASH_S 0.3        // pressure in the pipes of the chain wash
#define FADE_S 0.1        // duration of the linear fade of the whole sound
#define JUMP_LINKS 4.0    // a larger step between two cues is a jump of simulated time
#define TURN_BACK 0.1     // in links: hysteresis, so that a chain trembling at the edge of a pocket does not clank
#define CLANK_SPEED 0.15  // chain speed at half loudness of a clank [m/s]
#define SQUEAL_SPEED 0.25 // speed times setting at half loudness of the brake [m/s]
#define BLOW_HALF 0.3     // force at half loudness of a blow, share of the full load
#define RIPPLE 0.015      // of the speed of a ten-sided wheel; 1 to 2 % are usual

static double clamp_finite(double x, double lo, double hi) { return isfinite(x) ? fmin(fmax(x, lo), hi) : 0; }

// In-plane bending modes n = 2, 3, 4 of an inextensional ring of radius R and round bar d:
// omega² = E I / (rho A R⁴) n² (n² - 1)² / (n² + 1); out of plane with n² + 1 + nu in the denominator (Love,
// Mathematical Theory of Elasticity, § 293). The stud link counts as a ring of the same length of bar; its centre line
// has two half circles of radius 1.3 d and two straights of 2.4 d. The two lowest modes are the gypsy's on its
// foundation.
static void init_link_body(sound_body *b, double link_length, double pitch) {
    const double bar = fmin(fmax(link_length, 0.04), 2) / 4, radius = (2 * M_PI * 1.3 + 2 * 2.4) / (2 * M_PI) * bar;
    const double base = 5100 * bar / 4 / (2 * M_PI * radius * radius); // sqrt(E / rho) sqrt(I / A) / (2 pi R²) [Hz]
    const double two = 2 * 3 / sqrt(5) * base, across = 2 * 3 / sqrt(5.3) * base;
    const double three = 3 * 8 / sqrt(10) * base, four = 4 * 15 / sqrt(17) * base;
    const sound_mode mode[] = {{170 * pitch, 0.16, 0.45},    {410 * pitch, 0.12, 0.30},   {two * pitch, 0.22, 0.16},
                               {across * pitch, 0.28, 0.12}, {three * pitch, 0.14, 0.06}, {four * pitch, 0.07, 0.02}};
    sound_body_init(b, mode, 6, 4000, 0.03, 0.5);
}

void sound_synth_init(sound_synth *s, double link_length_m) {
    // plating loaded by an anchor of some tonnes; plating alone
    static const sound_mode thud[] = {
        {52, 0.7, 0.5}, {87, 0.6, 0.4}, {139, 0.45, 0.3}, {231, 0.35, 0.2}, {377, 0.25, 0.1}};
    static const sound_mode knock[] = {{240, 0.2, 0.2}, {530, 0.15, 0.12}, {1130, 0.1, 0.08}, {2300, 0.06, 0.03}};
    // hum, prime, tierce, quint, nominal: the partials to which bells are tuned, 0.5, 1, 1.2, 1.5 and 2 of the prime
    // (N. H. Fletcher, T. D. Rossing, The Physics of Musical Instruments, chapter on bells)
    static const sound_mode bell[] = {
        {390, 4, 0.12}, {780, 3, 0.2}, {936, 2.2, 0.2}, {1170, 1.5, 0.1}, {1560, 1.2, 0.25}};
    memset(s, 0, sizeof *s);
    sound_body_init(&s->bell, bell, 5, 6000, 0.02, 0.1);
    init_link_body(&s->flat, link_length_m, 1);
    init_link_body(&s->upright, link_length_m, 1.09);
    sound_body_init(&s->thud, thud, 5, 500, 0.15, 1.2);
    sound_body_init(&s->knock, knock, 4, 2500, 0.03, 0.3);
    sound_tone_init(&s->motor);
    sound_tone_init(&s->brake);
    sound_tone_init(&s->alarm);
    s->motor_hz = 48;
    s->brake_hz = 300;
    s->alarm_hz = 800;
    s->seed = 0x9e3779b9u;
    s->used = SOUND_TICK;
}

// Half loudness at BLOW_HALF of the full load. A blow below 1/500 of the full load is inaudible.
static double loudness(double force) { return force > 0.002 ? force / (force + BLOW_HALF) : 0; }

static sound_cues clamp_cues(const sound_cues *c) {
    sound_cues b = *c;
    b.links_out = clamp_finite(c->links_out, -1e7, 1e7);
    b.chain_speed = clamp_finite(c->chain_speed, -20, 20);
    b.tension = clamp_finite(c->tension, 0, 2);
    b.brake = clamp_finite(c->brake, 0, 1);
    b.motor_speed = clamp_finite(c->motor_speed, 0, 2);
    b.motor_load = clamp_finite(c->motor_load, 0, 2);
    b.blows = clamp_finite(c->blows, 0, 1e12);
    b.knocks = clamp_finite(c->knocks, 0, 1e12);
    b.bells = clamp_finite(c->bells, 0, 1e9);
    b.alarm = c->alarm >= 0 && c->alarm < SOUND_ALARMS ? c->alarm : SOUND_ALARM_NONE;
    return b;
}

void sound_synth_set_cues(sound_synth *s, const sound_cues *c) {
    sound_cues now = clamp_cues(c);
    bool jumped = !s->has_cues || now.epoch != s->cues.epoch || fabs(now.links_out - s->cues.links_out) > JUMP_LINKS;
    if (jumped) {
        s->links = now.links_out;
        s->link = (int64_t)floor(now.links_out);
    }
    if (s->has_cues && now.epoch == s->cues.epoch) {
        double blow = loudness(now.blows - s->cues.blows), knock = loudness(now.knocks - s->cues.knocks);
        if (blow > 0) sound_body_strike(&s->thud, blow, &s->seed);
        if (now.bells > s->cues.bells) sound_body_strike(&s->bell, 1, &s->seed);
        if (knock > 0) sound_body_strike(&s->knock, knock, &s->seed);
    }
    s->has_cues = true;
    s->cues = now;
}

// Strikes a clank whenever the chain reaches the next link, in either direction. Every other link lies flat in its
// pocket; the upright links between them sound softer.
static void add_chain(sound_synth *s, double *mix) {
    sound_approach(&s->links, s->cues.links_out, FOLLOW_S);
    sound_approach(&s->speed, fabs(s->cues.chain_speed), FOLLOW_S);
    sound_approach(&s->tension, s->cues.tension, FOLLOW_S);
    int64_t was = s->link;
    if (s->links >= (double)s->link + 1)
        s->link++;
    else if (s->links < (double)s->link - TURN_BACK)
        s->link--;
    if (s->link != was) {
        bool flat = (s->link > was ? s->link : was) % 2 == 0;
        double blow = s->speed / (s->speed + CLANK_SPEED) * (0.3 + 0.7 * fmin(s->tension, 1));
        sound_body_strike(flat ? &s->flat : &s->upright, flat ? 1.2 * blow : 0.85 * blow, &s->seed);
    }
    sound_body_add(&s->flat, &s->seed, mix);
    sound_body_add(&s->upright, &s->seed, mix);
}

// Stick-slip is never quite even: the pitch wanders by a few percent, the level more.
static void add_brake(sound_synth *s, double *mix) {
    static const double harmonic[SOUND_HARMONICS] = {0.5, 0.35, 0.25, 0.15, 0.12, 0.08};
    double slip = s->cues.brake * fabs(s->cues.chain_speed), share = slip / (slip + SQUEAL_SPEED);
    sound_approach(&s->brake_hz, 300 + 900 * share, TONE_S);
    sound_approach(&s->brake_level, 0.3 * share, TONE_S);
    sound_approach(&s->roughness, sound_noise(&s->seed), 0.01);
    sound_tone_add(&s->brake, s->brake_hz * (1 + 0.06 * s->roughness), s->brake_level * (1 + s->roughness), harmonic,
                   mix);
}

// Gear mesh: the pitch follows the motor's speed, rippled once a link by the ten-sided gypsy.
static void add_motor(sound_synth *s, double *mix) {
    static const double harmonic[SOUND_HARMONICS] = {0.5, 0.4, 0.22, 0.2, 0.06, 0.1};
    sound_approach(&s->motor_hz, 48 + 400 * s->cues.motor_speed, TONE_S);
    sound_approach(&s->motor_level, 0.12 * fmin(s->cues.motor_load, 1.5), TONE_S);
    double ripple = RIPPLE * sin(2 * M_PI * s->links);
    sound_tone_add(&s->motor, s->motor_hz * (1 + ripple), s->motor_level, harmonic, mix);
}

// Jets of water on steel: broad noise. A first-order low pass takes its highest part, which spray in air damps.
static void add_wash(sound_synth *s, double *mix) {
    const double level = 0.09, pass = 1 - exp(-2 * M_PI * 5000 / SOUND_RATE);
    double from = s->wash_level;
    sound_approach(&s->wash_level, s->cues.wash ? level : 0, WASH_S);
    if (from == 0 && s->wash_level == 0) return;
    for (int i = 0; i < SOUND_TICK; i++) {
        s->hiss += pass * (sound_noise(&s->seed) - s->hiss);
        mix[i] += (from + (s->wash_level - from) * i / SOUND_TICK) * s->hiss;
    }
}

// Two alternating tones; some patterns then pause.
typedef struct pattern {
    double hz[2], beep_s, pause_s;
    int beeps;
} pattern;

static void add_alarm(sound_synth *s, double *mix) {
    static const pattern pattern_of[SOUND_ALARMS] = {[SOUND_ALARM_WARNING] = {{500, 650}, 0.15, 0.7, 2},
                                                     [SOUND_ALARM_ALARM] = {{800, 1000}, 0.25, 0, 2},
                                                     [SOUND_ALARM_ESTOP] = {{1000, 1400}, 0.1, 0, 2}};
    static const double harmonic[SOUND_HARMONICS] = {0.7, 0, 0.25, 0, 0.08, 0};
    if (s->cues.alarm != s->alarm_kind) {
        s->alarm_kind = s->cues.alarm;
        s->alarm_s = 0;
    }
    double level = 0;
    if (s->alarm_kind != SOUND_ALARM_NONE) {
        const pattern *p = &pattern_of[s->alarm_kind];
        double at = fmod(s->alarm_s, p->beeps * p->beep_s + p->pause_s);
        int beep = (int)(at / p->beep_s);
        if (beep < p->beeps) {
            s->alarm_hz = p->hz[beep % 2];
            level = 0.15;
        }
        s->alarm_s += SOUND_TICK_S;
    }
    sound_approach(&s->alarm_level, level, GATE_S);
    sound_tone_add(&s->alarm, s->alarm_hz, s->alarm_level, harmonic, mix);
}

// Linear up to half of full scale, then bends smoothly and stays below 1.
static double soft_limit(double x) {
    double over = (fabs(x) - 0.5) / 0.5;
    return over <= 0 ? x : copysign(0.5 + 0.5 * over / (1 + over), x);
}

static void make_tick(sound_synth *s) {
    double mix[SOUND_TICK] = {0};
    add_chain(s, mix);
    add_brake(s, mix);
    add_motor(s, mix);
    add_wash(s, mix);
    add_alarm(s, mix);
    sound_body_add(&s->thud, &s->seed, mix);
    sound_body_add(&s->knock, &s->seed, mix);
    sound_body_add(&s->bell, &s->seed, mix);
    double from = s->master, step = SOUND_TICK_S / FADE_S;
    s->master = s->cues.running && !s->cues.muted ? fmin(from + step, 1) : fmax(from - step, 0);
    for (int i = 0; i < SOUND_TICK; i++)
        s->tick[i] = (float)soft_limit(mix[i] * (from + (s->master - from) * i / SOUND_TICK));
    s->used = 0;
}

void sound_synth_fill(sound_synth *s, float *out, int n) {
    for (int i = 0; i < n; i++) {
        if (s->used == SOUND_TICK) make_tick(s);
        out[i] = s->tick[s->used++];
    }
}
