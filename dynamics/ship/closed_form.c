// SPDX-License-Identifier: MIT
// Heave, pitch and roll of a homogeneous ship in closed form: Jensen, Mansour & Olsen (2004), Estimation of ship
// motions using closed-form expressions, Ocean Engineering 31, 61-85. Heave and pitch: a box of the beam B C_B, strip
// by strip. Roll: two prisms. Open codes of these forms differ in two places. The waves' pressure falls with the
// draught as exp(-kT) here; exp(-k_e T) is too large in beam seas, where k_e = 0. The fit of the roll damping takes the
// frequency w_e sqrt(B/2g); with w_e in rad/s the roll would be half as large.
#include "dynamics/ship/ship.h"

static const double pi = 3.14159265358979323846, gravity = 9.81, density = 1025;

// sin(x)/x, and 3 (sin x - x cos x)/x³; both 1 at 0.
static double sine_ratio(double x) { return fabs(x) < 1e-3 ? 1 - x * x / 6 : sin(x) / x; }
static double moment_ratio(double x) {
    return fabs(x) < 1e-2 ? 1 - x * x / 10 : 3 * (sin(x) - x * cos(x)) / (x * x * x);
}

// (2kT/w²) z'' + A²/(k B alpha³ w) z' + z = a F cos(w_e t), the same for the pitch with a G sin(w_e t):
//   A = 2 sin(k B alpha²/2) exp(-k T alpha²), f = sqrt((1 - kT)² + (A²/(k B alpha³))²),
//   F = kappa f (2/(k_e L)) sin(k_e L/2), G = kappa f (24/((k_e L)² L)) (sin(k_e L/2) - (k_e L/2) cos(k_e L/2)),
// k_e = |k cos(heading)|, kappa = exp(-kT).
static void heave_and_pitch(const ship_form *f, double w, double heading, ship_response *out) {
    double k = w * w / gravity, ahead = cos(heading), beam = f->beam * f->block, kb = k * beam, kt = k * f->draught;
    double alpha = 1 - f->speed * w / gravity * ahead, half = 0.5 * fabs(k * ahead) * f->length;
    double a = 2 * sin(0.5 * kb * alpha * alpha) * exp(-kt * alpha * alpha);
    double radiated = a * a / kb, damping = radiated / (alpha * alpha), lifted = radiated / (alpha * alpha * alpha);
    double share = exp(-kt) * sqrt((1 - kt) * (1 - kt) + lifted * lifted);
    double heave = share * sine_ratio(half), pitch = share * fabs(k * ahead) * moment_ratio(half);
    double stiff = 1 - 2 * kt * alpha * alpha, size = stiff * stiff + damping * damping;
    // heave = F / (stiff + i damping); the pitch, bow down, follows the wave's slope: i G cos(heading) / |cos(heading)|
    double side = ahead > 0 ? 1 : -1;
    out->re[SHIP_HEAVE] = heave * stiff / size, out->im[SHIP_HEAVE] = -heave * damping / size;
    out->re[SHIP_PITCH] = side * pitch * damping / size, out->im[SHIP_PITCH] = side * pitch * stiff / size;
}

// Sectional damping of a prism in roll [N s]: rho A B² sqrt(2g/B) a exp(b x^-1.3) x^d with x = w_e sqrt(B/2g). The
// coefficients fit beam over draught from 1 to 6; beyond, those of the nearest end hold.
static double section_damping(double area, double beam, double draught, double w_e) {
    double r = fmin(fmax(beam / draught, 1), 6), x = w_e * sqrt(beam / (2 * gravity)), a, b, d;
    if (r >= 3)
        a = 0.256 * r - 0.286, b = -0.11 * r - 2.55, d = 0.033 * r - 1.419;
    else
        a = -3.94 * r + 13.69, b = -2.12 * r - 1.89, d = 1.16 * r - 7.97;
    return density * area * beam * beam * sqrt(2 * gravity / beam) * a * exp(b * pow(x, -1.3)) * pow(x, d);
}

double ship_roll_period(const ship_form *f) {
    double c = f->length < 45 ? 0.4 : 0.373 + 0.023 * f->beam / f->draught - 0.043 * f->length / 100;
    return 2 * c * f->beam / sqrt(f->metacentric_height);
}

// Exciting moment over that of one section: |sin| sqrt(rho g²/w_e) (2/k_e) (s0² + kp² s1² + 2 kp s0 s1 cos(k_e L/2))^½
// with s0 = sin(d L k_e/2), s1 = sin((1 - d) L k_e/2) [m s^-½ ...].
static double roll_moment(const ship_form *f, double d, double kp, double w_e, double k, double heading) {
    double ke = fabs(k * cos(heading)), fore = 0.5 * d * f->length * ke, aft = 0.5 * (1 - d) * f->length * ke;
    double s0 = d * f->length * sine_ratio(fore), s1 = (1 - d) * f->length * sine_ratio(aft);
    double sum = s0 * s0 + kp * kp * s1 * s1 + 2 * kp * s0 * s1 * cos(0.5 * ke * f->length);
    return fabs(sin(heading)) * sqrt(density * gravity * gravity / w_e * fmax(sum, 0));
}

// ((T_N/2pi)² phi'' + phi' B44/C44 + phi) C44 = M, B44 = L b44 (d + kp² (1 - d)) + mu C44 T_N/pi; two prisms of the
// share d = C_WP - C_B and the rest of the length, beams B and gamma B, gamma = (C_WP - d)/(1 - d), sections A0 and
// gamma A0.
static void roll(const ship_form *f, double w, double heading, ship_response *out) {
    double k = w * w / gravity, w_e = fabs(w - f->speed * k * cos(heading));
    double d = fmax(f->waterplane - f->block, 0), gamma = (f->waterplane - d) / (1 - d);
    double area = f->block * f->beam * f->draught / (d + gamma * (1 - d));
    double b0 = section_damping(area, f->beam, f->draught, w_e),
           b1 = section_damping(gamma * area, gamma * f->beam, f->draught, w_e), kp = b0 > 0 ? sqrt(b1 / b0) : 0;
    double mass = density * f->length * f->beam * f->draught * f->block,
           stiffness = gravity * mass * f->metacentric_height,
           period = f->roll_period > 0 ? f->roll_period : ship_roll_period(f);
    double damping = f->length * b0 * (d + kp * kp * (1 - d)) + f->roll_damping * stiffness * period / pi;
    double moment = sqrt(b0) * roll_moment(f, d, kp, w_e, k, heading), tuned = w_e * period / (2 * pi);
    double real = stiffness * (1 - tuned * tuned), imaginary = w_e * damping,
           size = real * real + imaginary * imaginary;
    // the moment follows the wave's slope across the ship: -i sin(heading) / |sin(heading)|
    double side = sin(heading) > 0 ? 1 : -1;
    out->re[SHIP_ROLL] = -side * moment * imaginary / size, out->im[SHIP_ROLL] = -side * moment * real / size;
}

ship_response ship_closed_form(const ship_form *f, double frequency, double heading) {
    ship_response r = {{0}, {0}};
    heave_and_pitch(f, frequency, heading, &r);
    roll(f, frequency, heading, &r);
    return r;
}

static ship_response closed_form_at(const void *self, double frequency, double heading) {
    return ship_closed_form(self, frequency, heading);
}

ship_responses ship_closed_form_responses(const ship_form *f, vec3 origin) {
    return (ship_responses){f, origin, closed_form_at};
}
