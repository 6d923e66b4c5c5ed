// SPDX-License-Identifier: MIT
// Prints anchors.md: drag tests of three anchors in four soils, three sizes each, beside the published figures.
#include "tests/validation/drag_cases.h"
#include <string.h>

enum { SIZES = 3, UPLIFTS = 4, KINDS = 8, MIDDLE = 1 };
static const double size[SIZES] = {1500, 6414, 20000}, uplift[UPLIFTS] = {0, 5, 10, 15};

// An anchor as it is tested.
typedef struct kind {
    const char *name;
    int anchor;
    bool fixed;
} kind;

enum { HALL, HALL_PALMS = 2, AC14 = 4, DANFORTH = 6 };
static const kind kinds[KINDS] = {
    {"Hall", DRAG_HALL, false},
    {"Hall, fixed", DRAG_HALL, true},
    {"Hall with palms", DRAG_HALL_PALMS, false},
    {"Hall with palms, fixed", DRAG_HALL_PALMS, true},
    {"AC-14", DRAG_AC14, false},
    {"AC-14, fixed", DRAG_AC14, true},
    {"Danforth", DRAG_DANFORTH, false},
    {"Danforth, fixed", DRAG_DANFORTH, true},
};

static drag_result run(const kind *k, int soil, double mass, double up, double flukes) {
    drag_def d = drag_case(k->anchor, soil, mass, k->fixed);
    d.uplift = up * drag_degree;
    d.far = flukes * d.anchor->tip * cbrt(mass / drag_reference);
    return drag_run(&d);
}

static double percent(double value, double expected) { return 100 * (value / expected - 1); }

static void print_row(const kind *k, int soil, double mass, const drag_result *r) {
    const drag_published p = drag_published_of(k->anchor, soil, k->fixed);
    const double fluke = drag_anchors[k->anchor].tip * cbrt(mass / drag_reference), most = r->most / r->weight,
                 expected = drag_published_holding(&p, mass);
    printf("| %s | %s | %g | %.2f | %.2f | %.2f | %+.0f %% | %.1f | %s | %.2f | %s | %.0f | %d |\n", k->name,
           drag_soil_name[soil], mass / 1000, most, r->steady / r->weight, expected, percent(most, expected),
           r->full / fluke, drag_published_drag(soil), r->tip / fluke, drag_published_depth(k->anchor, soil),
           r->hinge / drag_degree, r->caps);
    fflush(stdout);
}

static void print_matrix(double most[KINDS][DRAG_SOILS][SIZES]) {
    printf("| anchor | soil | mass t | most / W | steady / W | published | error | drag to 95 %%, fluke lengths | "
           "published | tips deep, fluke lengths | published | hinge deg | capped steps |\n"
           "|---|---|--:|--:|--:|--:|--:|--:|---|--:|---|--:|--:|\n");
    for (int k = 0; k < KINDS; k++)
        for (int s = 0; s < DRAG_SOILS; s++)
            for (int n = 0; n < SIZES; n++) {
                const drag_result r = run(&kinds[k], s, size[n], 0, 20);
                print_row(&kinds[k], s, size[n], &r);
                most[k][s][n] = r.most;
            }
}

// Slope of log holding over log mass, by least squares.
static double exponent(const double most[SIZES]) {
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int n = 0; n < SIZES; n++) {
        const double a = log(size[n]), b = log(most[n]);
        x += a, y += b, xx += a * a, xy += a * b;
    }
    return (SIZES * xy - x * y) / (SIZES * xx - x * x);
}

static void print_exponents(double most[KINDS][DRAG_SOILS][SIZES]) {
    printf("\n## Holding as mass^b\n\n| anchor | soil | b | published | off by | within 0.05 "
           "|\n|---|---|--:|--:|--:|---|\n");
    for (int k = 0; k < KINDS; k++)
        for (int s = 0; s < DRAG_SOILS; s++) {
            const double b = exponent(most[k][s]), expected = drag_published_of(kinds[k].anchor, s, kinds[k].fixed).b;
            printf("| %s | %s | %.2f | %.2f | %+.2f | %s |\n", kinds[k].name, drag_soil_name[s], b, expected,
                   b - expected, fabs(b - expected) <= 0.05 ? "yes" : "no");
        }
}

// By the power of depth with which the sand's stress grows.
static void print_growths(void) {
    static const int tested[] = {HALL_PALMS, HALL_PALMS + 1, AC14 + 1, DANFORTH + 1};
    static const double growth[] = {0.46, 0.55, 0.7};
    printf("\n## Sand by the growth of its stress\n\nStress as depth^n, of 35 deg 1 m deep; published b 0.80.\n\n"
           "| anchor | n | 1.5 t: most / W | 6.4 t | 20 t | b |\n|---|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < sizeof tested / sizeof tested[0]; i++)
        for (size_t g = 0; g < sizeof growth / sizeof growth[0]; g++) {
            double most[SIZES];
            printf("| %s | %g |", kinds[tested[i]].name, growth[g]);
            for (int n = 0; n < SIZES; n++) {
                drag_def d = drag_case(kinds[tested[i]].anchor, DRAG_CONE, size[n], kinds[tested[i]].fixed);
                d.soil.exponent = growth[g];
                most[n] = drag_run(&d).most;
                printf(" %.2f |", most[n] / (size[n] * drag_g));
            }
            printf(" %.2f |\n", exponent(most));
            fflush(stdout);
        }
}

// What the exponent in soft clay rests on, and what the flukes do there.
static void print_soft_clay(void) {
    static const struct {
        const char *name;
        double shear, rise, far; // far: 0: 20 fluke lengths [m]
    } clay[] = {
        {"2 kPa + 1.5 kPa/m", 2e3, 1.5e3, 0}, {"1.89 kPa/m", 0, 1.89e3, 0}, {"the same, dragged 25 m", 0, 1.89e3, 25}};
    static const int tested[] = {HALL_PALMS + 1, AC14 + 1};
    printf("\n## Soft clay\n\nStrength of the published tests: 12 psf/ft or 1.89 kPa/m (NCEL Techdata Sheet 83-08R); "
           "their "
           "drag is not known to us. Published b 0.92.\n\n"
           "| anchor | strength | 1.5 t: most / W | 6.4 t | 20 t | b |\n|---|---|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < sizeof tested / sizeof tested[0]; i++)
        for (size_t c = 0; c < sizeof clay / sizeof clay[0]; c++) {
            double most[SIZES];
            printf("| %s | %s |", kinds[tested[i]].name, clay[c].name);
            for (int n = 0; n < SIZES; n++) {
                drag_def d = drag_case(kinds[tested[i]].anchor, DRAG_SOFT_CLAY, size[n], true);
                d.soil.shear = clay[c].shear, d.soil.shear_up = clay[c].rise;
                d.chain = buried_chain_in(&d.soil, d.chain.bar, 9.3e3, 35 * drag_degree);
                if (clay[c].far > 0) d.far = clay[c].far;
                most[n] = drag_run(&d).most;
                printf(" %.2f |", most[n] / (size[n] * drag_g));
            }
            printf(" %.2f |\n", exponent(most));
            fflush(stdout);
        }
}

// Flukes that start down but are free.
static void print_freed(void) {
    static const int soils[] = {DRAG_SAND, DRAG_SOFT_CLAY};
    printf("\n## Free flukes that start at their stop, tips and shackle down\n\nOf 6.4 t, pulled from the first moment "
           "over "
           "10 fluke lengths.\n\n| anchor | soil | most / W | steady / W | tips deep, fluke lengths | hinge deg |\n"
           "|---|---|--:|--:|--:|--:|\n");
    for (int a = DRAG_HALL_PALMS; a < DRAG_ANCHORS; a++)
        for (int s = 0; s < 2; s++) {
            drag_def d = drag_case(a, soils[s], size[MIDDLE], true);
            d.freed = true, d.fixed = d.anchor->stop, d.far /= 2;
            const drag_result r = drag_run(&d);
            printf("| %s | %s | %.2f | %.2f | %.2f | %.0f |\n", d.anchor->name, drag_soil_name[soils[s]],
                   r.most / r.weight, r.steady / r.weight, r.tip / d.anchor->tip, r.hinge / drag_degree);
            fflush(stdout);
        }
}

static void print_factors(double most[KINDS][DRAG_SOILS][SIZES]) {
    static const int over[][2] = {{AC14, HALL_PALMS},     {AC14 + 1, HALL_PALMS},     {AC14 + 1, HALL_PALMS + 1},
                                  {DANFORTH, HALL_PALMS}, {DANFORTH + 1, HALL_PALMS}, {DANFORTH + 1, HALL_PALMS + 1}};
    printf(
        "\n## Holding over that of a stockless anchor of the same mass\n\nClass approval as high holding power: 2.\n\n"
        "| anchor | over | soil | 1.5 t | 6.4 t | 20 t |\n|---|---|---|--:|--:|--:|\n");
    for (size_t i = 0; i < sizeof over / sizeof over[0]; i++)
        for (int s = 0; s < DRAG_SOILS; s++) {
            printf("| %s | %s | %s |", kinds[over[i][0]].name, kinds[over[i][1]].name, drag_soil_name[s]);
            for (int n = 0; n < SIZES; n++) printf(" %.1f |", most[over[i][0]][s][n] / most[over[i][1]][s][n]);
            printf("\n");
        }
}

static void print_uplift(void) {
    static const int soils[] = {DRAG_SAND, DRAG_SOFT_CLAY};
    printf(
        "\n## Uplift\n\nOf 6.4 t, dragged over 10 fluke lengths: change of the largest pull by the angle at which the "
        "chain leaves the bottom. Published: -25 %% at 5 deg, -50 %% at 15 deg.\n\n"
        "| anchor | soil | 5 deg | error, points | 10 deg | 15 deg | error, points |\n"
        "|---|---|--:|--:|--:|--:|--:|\n");
    for (int k = 0; k < KINDS; k++)
        for (int s = 0; s < 2; s++) {
            double most[UPLIFTS], change[UPLIFTS];
            for (int u = 0; u < UPLIFTS; u++) {
                most[u] = run(&kinds[k], soils[s], size[MIDDLE], uplift[u], 10).most;
                change[u] = percent(most[u], most[0]);
            }
            printf("| %s | %s | %+.0f %% | %+.0f | %+.0f %% | %+.0f %% | %+.0f |\n", kinds[k].name,
                   drag_soil_name[soils[s]], change[1], change[1] + 25, change[2], change[3], change[3] + 50);
            fflush(stdout);
        }
}

// Pull that lifts the anchor after a drag: of 6.4 t, by the time that the soil had rested.
static void print_break_out(void) {
    static const int tested[] = {HALL_PALMS, HALL_PALMS + 1, AC14 + 1, DANFORTH + 1};
    static const struct {
        int soil;
        double days, suction;
    } held[] = {{DRAG_SAND, 0, 0},       {DRAG_CONE, 0, 0},        {DRAG_SOFT_CLAY, 0, 0},
                {DRAG_SOFT_CLAY, 10, 0}, {DRAG_SOFT_CLAY, 100, 0}, {DRAG_SOFT_CLAY, 0, 0.5}};
    printf(
        "\n## Break-out\n\nOf 6.4 t, dragged over 5 fluke lengths, 10 in clay, held by half its last pull, then lifted "
        "by the shackle; the weight "
        "in water is 0.87 W. Published (from memory, not opened): 0.3 to 1 of the holding, more after days in clay.\n\n"
        "| anchor | soil | suction | held days | lift / W | holding / W | lift / holding | of it without the weight |\n"
        "|---|---|--:|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < sizeof tested / sizeof tested[0]; i++)
        for (size_t n = 0; n < sizeof held / sizeof held[0]; n++) {
            const kind *k = &kinds[tested[i]];
            const double fluke = drag_anchors[k->anchor].tip;
            drag_def d = drag_case(k->anchor, held[n].soil, size[MIDDLE], k->fixed);
            double lift;
            d.soil.suction = held[n].suction;
            d.far = (held[n].soil == DRAG_SOFT_CLAY ? 10 : 5) * fluke;
            const drag_result r = drag_break_out(&d, 86400 * held[n].days, 8 * fluke, &lift);
            printf("| %s | %s | %g | %g | %.2f | %.2f | %.2f | %.2f |\n", k->name, drag_soil_name[held[n].soil],
                   held[n].suction, held[n].days, lift / r.weight, r.last / r.weight, lift / r.last,
                   (lift - (1 - drag_water / drag_steel) * r.weight) / r.last);
            fflush(stdout);
        }
}

// What the discretisation changes.
static void print_numerics(void) {
    static const double part[][3] = {{1, 1, 1}, {0.5, 1, 1}, {2, 1, 1}, {1, 0.5, 1}, {1, 1, 0.5}};
    printf("\n## Patches, step, speed\n\nAC-14 of 6.4 t in sand of 35 deg.\n\n"
           "| patch m | step ms | speed m/s | most / W | tips deep m |\n|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        drag_def d = drag_case(DRAG_AC14, DRAG_SAND, size[MIDDLE], false);
        d.patch *= part[i][0], d.step *= part[i][1], d.speed *= part[i][2];
        const drag_result r = drag_run(&d);
        printf("| %.3f | %g | %.2f | %.2f | %.2f |\n", d.patch, 1e3 * d.step, d.speed, r.most / r.weight, r.tip);
    }
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "--break-out")) {
        print_break_out();
        return 0;
    }
    static double most[KINDS][DRAG_SOILS][SIZES];
    printf(
        "# Drag tests of anchors\n\nWritten by `build/ci/tests/validation/drag_table > tests/validation/anchors.md`. "
        "[README.md](README.md#the-ground) explains it.\n\n");
    print_matrix(most);
    print_exponents(most);
    print_growths();
    print_soft_clay();
    print_freed();
    print_factors(most);
    print_uplift();
    print_break_out();
    print_numerics();
    return 0;
}
