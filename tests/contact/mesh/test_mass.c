// SPDX-License-Identifier: MIT
// Mass properties against closed forms.
#include "contact/prepare/load.h"
#include "tests/contact/shapes.h"

static void check_inertia(const mat3 *value, const mat3 *expected, double tolerance) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) CHECK_NEAR(value->m[i][j], expected->m[i][j], tolerance);
}

// m/3 (b² + c²) etc. for half extents a, b, c; the position of the box does not matter.
static void test_mass_of_a_box(void **state) {
    (void)state;
    for (int far = 0; far < 2; far++) {
        vec3 centre = far ? vec3_make(1000, -2000, 500) : vec3_make(0.1, 0.2, -0.3);
        contact_mesh mesh = make_box(vec3_make(1, 2, 3), centre);
        contact_mass m = contact_mesh_mass(&mesh, 7850);
        double mass = 7850 * 48;
        CHECK_NEAR(m.mass, mass, 1e-11 * mass);
        CHECK_NEAR(vec3_norm(vec3_sub(m.centre, centre)), 0, 1e-11);
        mat3 expected = {{{mass * 13 / 3, 0, 0}, {0, mass * 10 / 3, 0}, {0, 0, mass * 5 / 3}}};
        check_inertia(&m.inertia, &expected, 1e-11 * mass);
        contact_mesh_free(&mesh);
    }
}

// The corner tetrahedron with edges a, b, c along the axes: volume abc/6, centre (a, b, c)/4; about the corner
// ∫x² = V a²/10, ∫xy = V ab/20 (Dirichlet's integral), moved to the centre by the parallel-axis theorem.
static void test_mass_of_a_tetrahedron(void **state) {
    (void)state;
    const double e[3] = {1, 2, 5}, volume = 10.0 / 6;
    const vec3 v[4] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 5}};
    const int t[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    contact_mesh mesh = make_mesh(v, 4, t, 4, NULL);
    contact_mass m = contact_mesh_mass(&mesh, 2);
    CHECK_NEAR(m.mass, 2 * volume, 1e-14);
    CHECK_NEAR(m.centre.x, 0.25, 1e-15);
    CHECK_NEAR(m.centre.y, 0.5, 1e-15);
    CHECK_NEAR(m.centre.z, 1.25, 1e-15);
    mat3 second, expected;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            second.m[i][j] = 2 * volume * e[i] * e[j] * ((i == j ? 1.0 / 10 : 1.0 / 20) - 1.0 / 16);
    double trace = second.m[0][0] + second.m[1][1] + second.m[2][2];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) expected.m[i][j] = (i == j ? trace : 0) - second.m[i][j];
    check_inertia(&m.inertia, &expected, 1e-13);
    contact_mesh_free(&mesh);
}

// The polyhedron lies inside the sphere: volume and inertia approach 4/3 π r³ and 2/5 m r² from below, with the square
// of the edge length. Each split into four divides the error by four.
static void test_mass_of_a_sphere_converges(void **state) {
    (void)state;
    const double r = 0.7, volume = 4.0 / 3 * M_PI * r * r * r, inertia = 0.4 * volume * r * r;
    double error = 0;
    for (int n = 2; n <= 5; n++) {
        contact_mesh mesh = make_sphere(r, vec3_make(3, 4, 5), n);
        assert_true(mesh.closed);
        assert_int_equal(mesh.nv, mesh.nt / 2 + 2); // Euler
        contact_mass m = contact_mesh_mass(&mesh, 1);
        double e = volume - m.mass;
        assert_true(e > 0);
        if (n > 2) CHECK_NEAR(error / e, 4, 0.2);
        error = e;
        CHECK_NEAR(vec3_norm(vec3_sub(m.centre, vec3_make(3, 4, 5))), 0, 1e-13);
        // To first order in the lost volume e of a thin shell: I = I0 - e 2/3 r².
        mat3 expected = {{{0}}};
        for (int i = 0; i < 3; i++) expected.m[i][i] = inertia - e * 2 / 3 * r * r;
        check_inertia(&m.inertia, &expected, 0.05 * e * r * r);
        contact_mesh_free(&mesh);
    }
}

// Rotating the body rotates the tensor.
static void test_inertia_rotates_with_the_body(void **state) {
    (void)state;
    mat3 r = mat3_rotation(vec3_unit(vec3_make(1, -2, 0.5)), 0.9), rt = mat3_transpose(&r);
    const vec3 v[4] = {{0.3, 0, 0}, {1, 0.1, 0}, {0, 2, 0.2}, {0.1, 0, 5}};
    const int t[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    vec3 turned[4];
    for (int i = 0; i < 4; i++) turned[i] = vec3_add(mat3_mul(&r, v[i]), vec3_make(7, 8, 9));
    contact_mesh a = make_mesh(v, 4, t, 4, NULL), b = make_mesh(turned, 4, t, 4, NULL);
    contact_mass ma = contact_mesh_mass(&a, 3), mb = contact_mesh_mass(&b, 3);
    CHECK_NEAR(ma.mass, mb.mass, 1e-13);
    CHECK_NEAR(vec3_norm(vec3_sub(vec3_add(mat3_mul(&r, ma.centre), vec3_make(7, 8, 9)), mb.centre)), 0, 1e-13);
    mat3 ri = mat3_matmul(&r, &ma.inertia), expected = mat3_matmul(&ri, &rt);
    check_inertia(&mb.inertia, &expected, 1e-12);
    contact_mesh_free(&a), contact_mesh_free(&b);
}

static contact_mass load_mass(const char *path) {
    contact_mesh mesh;
    rt_diag d = {0};
    if (contact_mesh_load(path, &(contact_mesh_options){.scale = 1, .need_closed = true}, &mesh, NULL, &d) != RT_OK)
        fail_msg("%s", d.text);
    contact_mass m = contact_mesh_mass(&mesh, 1);
    contact_mesh_free(&mesh);
    return m;
}

// Wigley hull y = ±B/2 (1 - (2x/L)²)(1 - (z/T)²): volume 4/9 LBT, centre of volume at z = -3/8 T. The mesh is
// inscribed: its volume is too small by an amount of order 1/n, and the finer mesh is nearer.
static void test_mass_of_a_wigley_hull(void **state) {
    (void)state;
    SKIP_WITHOUT(HAWSE_SHARED_DATA "/param/wigley_24k.obj");
    contact_mass coarse = load_mass(HAWSE_SHARED_DATA "/param/wigley_2k.obj");
    contact_mass fine = load_mass(HAWSE_SHARED_DATA "/param/wigley_24k.obj");
    const double volume = 4.0 / 9 * 10 * 1 * 0.625;
    CHECK_NEAR(coarse.mass, volume, 2e-3 * volume);
    CHECK_NEAR(fine.mass, volume, 2e-4 * volume);
    assert_true(volume - fine.mass < 0.2 * (volume - coarse.mass) && fine.mass < volume);
    CHECK_NEAR(fine.centre.x, 0, 1e-6);
    CHECK_NEAR(fine.centre.y, 0, 1e-6);
    CHECK_NEAR(fine.centre.z, -0.375 * 0.625, 1e-4);
}

// A link of wire d, bend radius R, half straight length h: the wire follows a line of length 2πR + 4h, its volume is
// πd²/4 times that (Pappus). The mesh is inscribed. The second file is four times finer in both directions: a sixteenth
// of the error.
static void test_mass_of_a_link(void **state) {
    (void)state;
    SKIP_WITHOUT(HAWSE_SHARED_DATA "/param/link_stud_d50_fine.obj");
    contact_mass coarse = load_mass(HAWSE_SHARED_DATA "/param/link_stud_d50.obj");
    contact_mass fine = load_mass(HAWSE_SHARED_DATA "/param/link_stud_d50_fine.obj");
    const double d = 0.05, r = 0.065, h = 0.06, volume = M_PI / 4 * d * d * (2 * M_PI * r + 4 * h);
    assert_true(coarse.mass < fine.mass && fine.mass < volume);
    CHECK_NEAR((volume - coarse.mass) / (volume - fine.mass), 16, 0.5);
    CHECK_NEAR(vec3_norm(fine.centre), 0, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mass_of_a_box),
        cmocka_unit_test(test_mass_of_a_tetrahedron),
        cmocka_unit_test(test_mass_of_a_sphere_converges),
        cmocka_unit_test(test_inertia_rotates_with_the_body),
        cmocka_unit_test(test_mass_of_a_wigley_hull),
        cmocka_unit_test(test_mass_of_a_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
