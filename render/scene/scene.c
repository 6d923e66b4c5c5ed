// SPDX-License-Identifier: MIT
#include "render/scene/scene.h"
#include "render/gl/shaders.h"
#include "render/scene/constants.h"
#include "render/scene/deck.h"
#include "render/scene/list.h"
#include "render/scene/scenery.h"
#include "render/scene/seen.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double crease = 0.6;                                      // edges sharper than this stay sharp [rad]
static const double hull_flatness = 0.002, anchor_flatness = 0.001;    // tolerances of the simplified meshes [m]
static const double hull_coarseness = 0.01, anchor_coarseness = 0.008; // tolerances of their coarse versions [m]
static const double shadow_radius = 14; // about the focus: covers bolster, deck, and the anchor until it is deep [m]
static const double mechanism_shadows = 1.5 * MECHANISM_RADIUS; // the same for a mechanism
static const double shackle = 27.5; // length of chain between two joining links: 15 fathoms [m]
static const double wet_soil = 0.8; // brightness of mud over that of the bottom
static const float ghost_opacity = 0.22f;
static const float hidden_opacity = 0.3f; // of force arrows behind other objects
// By day and by night: deep water, linear, as in the shaders; below a mechanism.
static const float deep[2][3] = {{0.008f, 0.055f, 0.072f}, {0.0006f, 0.0032f, 0.0048f}};
static const float backdrop[2][3] = {{0.11f, 0.115f, 0.13f}, {0.006f, 0.006f, 0.007f}};
// Side of a shadow map [px]. In software, the larger map cost a third of the hull shader's time: memory latency.
enum { SHADOWS = 2048, SHADOWS_LIVE = 1024 };
// Shadows are redrawn once a caster has moved by this many pixels of the map; the shadow's edge is blurred over two.
static const double shadow_slack_live = 1;

static rt_status report_no_memory(rt_diag *d) {
    rt_diag_error(d, NULL, 0, 0, "no memory for the scene's shapes");
    return RT_ERR_MEMORY;
}

static bool upload_shape(batch *b, bool made, shape *s, int max) {
    bool ok = made && batch_create(b, s, max);
    b->closed = true;
    shape_free(s);
    return ok;
}

static bool upload_mesh(batch *b, const contact_mesh *m, double flatness, bool mirror, int max) {
    shape s = {0};
    if (!m) return true;
    bool made = shape_from_mesh(m, crease, flatness, &s);
    if (made && mirror) made = shape_mirror(&s);
    bool ok = upload_shape(b, made, &s, max);
    b->closed = m->closed;
    return ok;
}

static bool make_shapes(scene *s) {
    shape made = {0};
    const render_def *def = &s->def;
    bool both = scene_scenery_mirrors(def);
    bool ok = upload_mesh(&s->batch[SCENE_HULL], def->hull, hull_flatness, both, 1) &&
              upload_mesh(&s->batch[SCENE_HULL_COARSE], def->hull, hull_coarseness, both, 1) &&
              upload_mesh(&s->batch[SCENE_SHANK], def->shank, anchor_flatness, false, 2) &&
              upload_mesh(&s->batch[SCENE_HEAD], def->head, anchor_flatness, false, 2) &&
              upload_mesh(&s->batch[SCENE_SHANK_COARSE], def->shank, anchor_coarseness, false, 2) &&
              upload_mesh(&s->batch[SCENE_HEAD_COARSE], def->head, anchor_coarseness, false, 2);
    ok = ok && scene_scenery_make(s) && scene_links_make(&s->links, def);
    ok = ok && upload_shape(&s->batch[SCENE_LIFTER], shape_lifter(&made), &made, 2);
    const int tiles = SCENE_BOTTOM_TILES * SCENE_BOTTOM_TILES, halves = 2 * SCENE_RELIEF_TILES * SCENE_RELIEF_TILES;
    const bool table = def->bottom.nx > 0;
    ok = ok && (!def->bottom.known ||
                upload_shape(&s->batch[SCENE_BOTTOM], table ? shape_half_tile(&made) : shape_tile(&made), &made,
                             table ? halves : tiles));
    ok = ok && (!def->bottom.known ||
                upload_shape(&s->batch[SCENE_FURROW], shape_half_tile(&made), &made, FURROW_TRIANGLES * FURROW_POINTS));
    const int arrows = 2 * DYN_SNAPSHOT_VECTORS;
    ok = ok && upload_shape(&s->batch[SCENE_ARROW], shape_arrow(8, &made), &made, arrows);
    return ok && upload_shape(&s->batch[SCENE_ARROW_HIDDEN], shape_arrow_dashed(8, &made), &made, arrows);
}

static rt_status make_programs(scene_programs *p, const char *defines, rt_diag *d) {
    p->solid = gl_program_create("solid", defines, shader_shared, shader_solid_vertex, shader_solid_fragment, d);
    p->sky = p->solid ? gl_program_create("sky", defines, shader_shared, shader_sky_vertex, shader_sky_fragment, d) : 0;
    p->section = !p->sky ? 0
                         : gl_program_create("section", defines, shader_shared, shader_section_vertex,
                                             shader_section_fragment, d);
    if (!p->section) return RT_ERR_DEVICE;
    p->clip_from_world = glGetUniformLocation(p->solid, "clip_from_world");
    p->solid_cut = glGetUniformLocation(p->solid, "cut");
    p->section_cut = glGetUniformLocation(p->section, "cut");
    p->toward_eye = glGetUniformLocation(p->solid, "toward_eye");
    p->ghost = glGetUniformLocation(p->solid, "ghost");
    p->lowest = glGetUniformLocation(p->sky, "lowest");
    p->below = glGetUniformLocation(p->sky, "below");
    p->studio = glGetUniformLocation(p->sky, "studio");
    return RT_OK;
}

// Makes the programs of day and night, so that the switch between them costs no picture.
static rt_status make_lights(scene *s, rt_diag *d) {
    char day[SCENE_CONSTANTS], night[SCENE_CONSTANTS];
    const char *const defines[2] = {day, night};
    const vec3 mud = vec3_scale(wet_soil, s->def.bottom.colour[0]);
    scene_constants(day, &s->lights, &s->def.water, &s->shadow, mud);
    s->lights.night = true;
    scene_constants(night, &s->lights, &s->def.water, &s->shadow, mud);
    s->lights.night = false;
    rt_status status = make_programs(&s->light[0], day, d);
    if (!status) status = make_programs(&s->light[1], night, d);
    if (!status) status = scene_water_create(&s->water, &s->def, defines, d);
    if (!status) status = trace_marks_create(&s->marks, &s->def, defines, d);
    glGenBuffers(1, &s->frame_block);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, s->frame_block);
    glGenVertexArrays(1, &s->empty);
    return status;
}

// Lists hull and windlass and draws their shadow, once, because they never move.
static void list_static_shapes(scene *s) {
    pose at = {.r = mat3_identity()};
    enum { STILL = 5 + SCENE_SHANK - SCENE_SCENERY };
    const batch *still[STILL] = {&s->batch[SCENE_HULL], &s->batch[SCENE_SHANK_COARSE], &s->batch[SCENE_HEAD_COARSE],
                                 &s->batch[SCENE_LIFTER], &s->links.shape[0].level[LINK_SHADOW]};
    for (int i = SCENE_HULL; i <= SCENE_HULL_COARSE; i++)
        if (s->batch[i].n_indices) batch_add(&s->batch[i], &at, vec3_make(1, 1, 1), vec3_make(0, 0, 0), BATCH_HULL);
    for (int i = SCENE_SCENERY; i < SCENE_SHANK; i++) still[5 + i - SCENE_SCENERY] = &s->batch[i];
    scene_second_cast(s);
    for (int i = SCENE_HULL; i < SCENE_BATCHES; i++) batch_send(&s->batch[i]);
    scene_links_send(&s->links);
    shadow_draw_still(&s->shadow, still, STILL);
}

static bool make_mechanism(scene *s) {
    if (!s->def.mechanism) return true;
    s->mechanism = calloc(1, sizeof *s->mechanism);
    return s->mechanism && scene_mechanism_make(s->mechanism, s->def.mechanism);
}

rt_status scene_create(scene *s, const render_def *def, bool live_software, rt_diag *d) {
    *s = (scene){.def = *def,
                 .links_a_shackle = def->bar_diameter > 0 ? (int)(shackle / (4 * def->bar_diameter) + 0.5) : 0};
    vec3 out = vec3_unit(vec3_make(def->outboard.x, def->outboard.y, 0));
    s->lights.sun = vec3_unit(vec3_add(vec3_scale(0.8, out), vec3_make(0.35, 0, def->mechanism ? 1.1 : 0.55)));
    scene_scenery_lights(def, &s->lights);
    scene_second_place(s);
    if (def->head)
        s->furrow = (furrow){.fluke = def->head->hi.z,
                             .breadth = def->head->hi.x - def->head->lo.x,
                             .half = 0.5 * (def->head->hi.y - def->head->lo.y)};
    const bool copied = render_bottom_copy(&s->def.bottom);
    if (!copied || !make_shapes(s) || !make_mechanism(s) || !scene_deck_make(s)) return report_no_memory(d);
    rt_status status =
        shadow_create(&s->shadow, def->focus, s->mechanism ? mechanism_shadows : shadow_radius,
                      live_software ? SHADOWS_LIVE : SHADOWS, live_software ? shadow_slack_live : 0, s->lights.sun, d);
    if (!status) status = make_lights(s, d);
    if (!status) list_static_shapes(s);
    s->def.hull = s->def.shank = s->def.head = NULL;
    memset(s->def.scenery, 0, sizeof s->def.scenery);
    s->def.n_special = 0;
    s->def.mechanism = NULL;
    return status;
}

void scene_free(scene *s) {
    if (s->mechanism) scene_mechanism_free(s->mechanism);
    free(s->mechanism);
    render_bottom_free(&s->def.bottom);
    for (int i = 0; i < SCENE_BATCHES; i++) batch_free(&s->batch[i]);
    scene_links_free(&s->links);
    for (int k = 0; k < 2; k++) {
        glDeleteProgram(s->light[k].solid);
        glDeleteProgram(s->light[k].sky);
        glDeleteProgram(s->light[k].section);
    }
    scene_water_free(&s->water);
    trace_marks_free(&s->marks);
    glDeleteBuffers(1, &s->frame_block);
    glDeleteVertexArrays(1, &s->empty);
    shadow_free(&s->shadow);
}

static void prepare_mechanism(scene *s, const scene_view *v) {
    enum { MOST = 256 }; // shapes with a shadow
    const batch *moving[MOST];
    scene_mechanism_list(s->mechanism, v->body, v->n_bodies);
    if (!v->inset) shadow_draw_moving(&s->shadow, moving, scene_mechanism_shadows(s->mechanism, moving, MOST));
}

// Adds the head's place in the world to its furrow, and the chain's to its trace.
static void follow_marks(scene *s, const scene_view *v) {
    trace_marks_follow(&s->marks, &s->def, v->t, scene_bottom_middle(s, v), &v->ship, v->body, v->n_bodies);
    for (int i = 0; i < v->n_bodies && s->def.bottom.known; i++) {
        if (v->body[i].kind != DYN_SHOW_HEAD) continue;
        const pose *head = &v->body[i].pose, at = {mat3_matmul(&v->ship.r, &head->r), pose_point(&v->ship, head->p)};
        furrow_add(&s->furrow, v->t, &at, &s->def.bottom);
    }
}

void scene_prepare(scene *s, const scene_view *v, const camera *c) {
    enum { PARTS = 7 };
    const batch *b = s->batch, *moving[PARTS + SCENE_LINK_SHAPES] = {&b[SCENE_SHANK],
                                                                     &b[SCENE_HEAD],
                                                                     &b[SCENE_SHANK_COARSE],
                                                                     &b[SCENE_HEAD_COARSE],
                                                                     &b[SCENE_LIFTER],
                                                                     &b[SCENE_BAR],
                                                                     &b[SCENE_SCENERY + RENDER_PAINT_BALL]};
    for (int i = 0; i < s->links.n; i++) moving[PARTS + i] = &s->links.shape[i].level[LINK_SHADOW];
    // first, because links know from the water whether they are wet
    if (!s->mechanism) scene_water_swell(&s->water, v->swell);
    if (!v->inset && !s->mechanism)
        scene_water_prepare(&s->water, v->t, &v->ship, v->body, v->n_bodies, v->controls & RT_CONTROL_WASH);
    if (!v->inset) follow_marks(s, v);
    scene_list(s, v, c);
    scene_scenery_hoist(s, v->controls & RT_CONTROL_BALL, v->t);
    for (int i = SCENE_SHANK; i < SCENE_BATCHES; i++) batch_send(&s->batch[i]);
    if (s->mechanism) {
        prepare_mechanism(s, v);
        return;
    }
    scene_links_send(&s->links);
    if (!v->inset) shadow_draw_moving(&s->shadow, moving, PARTS + s->links.n);
}

// Positive under water [m].
static double depth_of_eye(const scene *s, const scene_view *v, const camera *c) {
    vec3 eye = pose_point(&v->ship, camera_eye(c));
    return dyn_waves_surface(&s->water.water, eye.x, eye.y, v->t) - eye.z;
}

// Writes where the sea lies as seen in the ship's axes.
static void place_sea(const scene *s, const pose *ship, gl_frame *f) {
    const mat3 *r = &ship->r;
    const double start = s->water.way[2], each = s->water.way[3]; // of the table of heights
    const vec3 way = vec3_make(s->water.way[0], s->water.way[1], 0), none = {0, 0, 0};
    glmath_pose(&(pose){mat3_transpose(r), pose_point_inverse(ship, none)}, f->from_world);
    glmath_vec3(mat3_tmul(r, vec3_make(0, 0, 1)), f->to_height);
    f->to_height[3] = (float)ship->p.z;
    glmath_vec3(vec3_scale(each, mat3_tmul(r, way)), f->to_table);
    f->to_table[3] = (float)((vec3_dot(way, ship->p) - start) * each);
}

static void upload_frame_block(scene *s, const scene_view *v, const camera *c, mat4 view_projection) {
    gl_frame frame;
    glm_mat4_copy(view_projection, frame.view_projection);
    glm_mat4_inv(view_projection, frame.inverse);
    glmath_vec3(camera_eye(c), frame.eye);
    frame.eye[3] = (float)fmod(v->t, 3600);
    memcpy(frame.sea, s->water.way, sizeof frame.sea);
    double heading = atan2(v->ship.r.m[1][0], v->ship.r.m[0][0]);
    const float at_eye[4] = {(float)depth_of_eye(s, v, c), (float)cos(heading), (float)sin(heading), 0};
    memcpy(frame.at_eye, at_eye, sizeof frame.at_eye);
    place_sea(s, &v->ship, &frame);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, s->frame_block);
    glBufferData(GL_UNIFORM_BUFFER, sizeof frame, &frame, GL_STREAM_DRAW);
}

// Clip-space height of the lowest point, within the picture, of the line 2 % below the horizon. Above water, everything
// below the line has the colour of deep water, to which the picture is cleared.
static float sky_lower_edge(const scene *s, const scene_view *v, const camera *c, mat4 view_projection) {
    vec3 eye = camera_eye(c), ahead = mat3_mul(&v->ship.r, vec3_sub(camera_target(c), eye));
    double height = pose_point(&v->ship, eye).z, far = hypot(ahead.x, ahead.y);
    if (height <= s->def.water.level + dyn_waves_crest(&s->water.water)) return -1;
    vec4 clip[2];
    for (int k = 0; k < 2; k++) { // two directions, to either side
        double side = k ? 0.1 : -0.1;
        vec3 d = mat3_tmul(&v->ship.r, vec3_make(ahead.x - side * ahead.y, ahead.y + side * ahead.x, -0.02 * far));
        vec4 to = {(float)d.x, (float)d.y, (float)d.z, 0};
        glm_mat4_mulv(view_projection, to, clip[k]);
        if (!(clip[k][3] > 0)) return -1;
    }
    float x0 = clip[0][0] / clip[0][3], y0 = clip[0][1] / clip[0][3], x1 = clip[1][0] / clip[1][3],
          y1 = clip[1][1] / clip[1][3];
    float slope = (y1 - y0) / (x1 - x0), lowest = y0 - x0 * slope - fabsf(slope); // of the line, between -1 and 1
    return fminf(fmaxf(lowest, -1), 1);
}

static void draw_sky(const scene *s, float lowest) {
    glDepthMask(GL_FALSE);
    glDisable(GL_CULL_FACE);
    glUseProgram(s->now->sky);
    const float *below = s->mechanism ? backdrop[s->now == &s->light[1]] : deep[s->now == &s->light[1]];
    glUniform1f(s->now->lowest, lowest);
    glUniform3fv(s->now->below, 1, below);
    glUniform1i(s->now->studio, s->mechanism != NULL);
    glBindVertexArray(s->empty);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDepthMask(GL_TRUE);
}

// Vertical plane through the pipe's axis. The part on the eye's side (negative) is cut away.
static void compute_cut_plane(const scene *s, const camera *c, vec4 plane) {
    vec3 along = s->def.pipe_length > 0 ? s->def.pipe_axis : s->def.outboard;
    vec3 normal = vec3_unit(vec3_make(-along.y, along.x, 0));
    double eye = vec3_dot(normal, vec3_sub(camera_eye(c), s->def.focus));
    if (eye > 0) normal = vec3_scale(-1, normal);
    glmath_vec3(normal, plane);
    plane[3] = (float)-vec3_dot(normal, s->def.focus);
}

// `cut` is a uniform of the program in use.
static void draw_hull_half(const batch *hull, GLint cut, const vec4 plane) {
    glUniform4fv(cut, 1, plane);
    glEnable(GL_CLIP_DISTANCE0);
    batch_draw(hull);
    glDisable(GL_CLIP_DISTANCE0);
    glUniform4f(cut, 0, 0, 0, 1); // llvmpipe clips wherever the shader writes a clip distance
}

// Draws the cut hull. Where the nearest remaining face is the inner side of a plate, the eye looks into solid steel:
// there the section is drawn over the hull.
static void draw_hull_cut(const scene *s, const batch *hull, const vec4 plane) {
    glEnable(GL_STENCIL_TEST);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    glStencilFunc(GL_ALWAYS, 1, 1);
    glCullFace(GL_FRONT);
    draw_hull_half(hull, s->now->solid_cut, plane);
    glStencilFunc(GL_ALWAYS, 0, 1);
    glCullFace(GL_BACK);
    draw_hull_half(hull, s->now->solid_cut, plane);
    glStencilFunc(GL_EQUAL, 1, 1);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glDepthFunc(GL_ALWAYS);
    glDisable(GL_CULL_FACE);
    glUseProgram(s->now->section);
    glUniform4fv(s->now->section_cut, 1, plane);
    glBindVertexArray(s->empty);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glUseProgram(s->now->solid);
    glDepthFunc(GL_LEQUAL);
    glDisable(GL_STENCIL_TEST);
}

static void draw_opened(const batch *b, GLint cut, const float *plane) {
    plane ? draw_hull_half(b, cut, plane) : batch_draw(b);
}

// Depth first, so that only the nearest layer of hull and plating is blended.
static void draw_ghost(const scene *s, const batch *hull, const float *plane, mat4 view_projection) {
    const batch *const part[] = {hull, &s->batch[SCENE_SCENERY + RENDER_PAINT_HULL]};
    glUseProgram(s->shadow.program); // depth only
    glUniformMatrix4fv(s->shadow.clip_from_world, 1, GL_FALSE, (const float *)view_projection);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    for (int k = 0; k < 2; k++) draw_opened(part[k], s->shadow.cut, plane);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glUseProgram(s->now->solid);
    glEnable(GL_BLEND);
    glUniform1f(s->now->ghost, ghost_opacity);
    for (int k = 0; k < 2; k++) draw_opened(part[k], s->now->solid_cut, plane);
    glUniform1f(s->now->ghost, 1);
    glDisable(GL_BLEND);
}

// Opaque in front; behind other objects dashed and faint, so that a contact inside the pipe is visible and looks
// hidden.
static void draw_arrows(const scene *s) {
    glUseProgram(s->now->solid);
    glUniform1f(s->now->toward_eye, (float)(3 * s->def.bar_diameter + 0.05));
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_GREATER);
    glUniform1f(s->now->ghost, hidden_opacity);
    batch_draw(&s->batch[SCENE_ARROW_HIDDEN]);
    glUniform1f(s->now->ghost, 1);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDepthFunc(GL_LEQUAL);
    batch_draw(&s->batch[SCENE_ARROW]);
    glUniform1f(s->now->toward_eye, 0);
}

// The whole picture is cleared before clipping: whole tiles are cheapest.
static void clear_picture(const scene_view *v, const float water[3], const int seen[4]) {
    glViewport(v->frame[0], v->frame[1], v->frame[2], v->frame[3]);
    glScissor(seen[0], seen[1], seen[2], seen[3]);
    if (v->inset) glEnable(GL_SCISSOR_TEST);
    glClearColor(sqrtf(water[0]), sqrtf(water[1]), sqrtf(water[2]), 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
}

// Sets the depth under panels to nearest, so that no fragment is shaded there.
static void mask_covered(const scene_view *v, const int seen[4]) {
    glClearDepth(0);
    for (int k = 0; k < v->n_covered; k++) {
        const int *c = v->covered[k];
        if (!scene_boxes_overlap(c, seen)) continue;
        glScissor(c[0], c[1], c[2], c[3]);
        glClear(GL_DEPTH_BUFFER_BIT);
    }
    glClearDepth(1);
    glScissor(seen[0], seen[1], seen[2], seen[3]);
}

// True if a pixel covers more of the hull than the coarse shape's tolerance. In software, triangles of a few pixels
// cost half of a live picture.
static bool coarse_hull_suffices(const scene_view *v, const camera *c) {
    return v->live_software && 2 * c->distance * tan(c->fov_y / 2) > hull_coarseness * v->frame[3];
}

void scene_draw(scene *s, const scene_view *v, const camera *c, mat4 view_projection) {
    bool ghost = display_on(v->shown, DISPLAY_GHOST), cut = display_on(v->shown, DISPLAY_CUT);
    bool night = display_on(v->shown, DISPLAY_NIGHT);
    s->now = &s->light[night];
    const batch *hull = &s->batch[v->inset || coarse_hull_suffices(v, c) ? SCENE_HULL_COARSE : SCENE_HULL];
    vec4 plane;
    int seen[4];
    memcpy(seen, v->seen, sizeof seen);
    scene_clip_visible(v->covered, v->n_covered, seen);
    upload_frame_block(s, v, c, view_projection);
    compute_cut_plane(s, c, plane);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    clear_picture(v, deep[night], seen);
    mask_covered(v, seen);
    glUseProgram(s->now->solid);
    glUniformMatrix4fv(s->now->clip_from_world, 1, GL_FALSE, (const float *)view_projection);
    glUniform1f(s->now->ghost, 1);
    glUniform1f(s->now->toward_eye, 0);
    if (!ghost) cut ? draw_hull_cut(s, hull, plane) : batch_draw(hull);
    for (int i = SCENE_SCENERY; i < SCENE_DECK && !ghost; i++) // a ghost shows what is within, and its plating alone
        if (scene_scenery_seen(s, i - SCENE_SCENERY, view_projection))
            draw_opened(&s->batch[i], s->now->solid_cut, cut ? plane : NULL);
    for (int i = SCENE_DECK; i < SCENE_ARROW; i++)
        if (i != SCENE_BOTTOM) batch_draw(&s->batch[i]);
    scene_links_draw(&s->links);
    if (s->mechanism) scene_mechanism_draw(s->mechanism);
    trace_marks_draw(&s->marks, &s->batch[SCENE_BOTTOM], night, view_projection);
    draw_sky(s, s->mechanism ? -1 : sky_lower_edge(s, v, c, view_projection));
    if (!s->mechanism) scene_water_draw(&s->water, night, depth_of_eye(s, v, c) > 0);
    if (ghost) draw_ghost(s, hull, cut ? plane : NULL, view_projection); // after the water, which shows through
    if (display_on(v->shown, DISPLAY_FORCES)) draw_arrows(s);
    glDisable(GL_SCISSOR_TEST);
}
