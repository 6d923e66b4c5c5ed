// SPDX-License-Identifier: MIT
#include "render/gl/shaders.h"

// The picture is drawn in the ship's axes; the sea lies in the world, past which they move. at_sea: height of p in the
// world, and its place in the table of wave heights.
#define FRAME                                                                                                          \
    "layout(std140) uniform Frame {\n"                                                                                 \
    "    mat4 view_projection, inverse_view_projection, from_world;\n"                                                 \
    "    vec4 eye_time, sea, at_eye;\n"                                                                                \
    "    vec4 to_height, to_table;\n"                                                                                  \
    "};\n"                                                                                                             \
    "vec2 at_sea(vec3 p) { return vec2(dot(to_height, vec4(p, 1.0)), dot(to_table, vec4(p, 1.0))); }\n"

const char shader_frame[] = FRAME;

const char shader_shared[] = FRAME
    // Height of the water's surface at a place `at_sea`. Above the crests the shader skips the lookup and returns the
    // still level. The table of heights runs along the direction of the long-crested waves.
    "#ifdef WAVES\n"
    "uniform sampler2D sea_heights;\n"
    "float water(vec2 at) {\n"
    "    if (at.x > crest) return sun_level.w;\n"
    "    return sun_level.w + texture(sea_heights, vec2(at.y, 0.5)).r;\n"
    "}\n"
    "#else\n"
    "float water(vec2 at) { return sun_level.w; }\n"
    "#endif\n"
    "#ifdef NIGHT\n"
    "const vec3 DEEP = vec3(0.0006, 0.0032, 0.0048);\n"
    "#else\n"
    "const vec3 DEEP = vec3(0.008, 0.055, 0.072);\n"
    "#endif\n"
    // Absorption by water: red fades first. Clearer than harbour water, so that the operator can see.
    "const float LOSS = 0.022;\n" // green and blue [1/m]; red: three times as much
    // A direction of the world in level axes that turn with the ship's heading. There the sun stands still, as it does
    // in the ship's axes: its light and its shadows on the ship are those of a ship at rest.
    "vec3 level_axes(vec3 d) {\n"
    "    return vec3(at_eye.y * d.x + at_eye.z * d.y, at_eye.y * d.y - at_eye.z * d.x, d.z);\n"
    "}\n"
    "float pow8(float x) { x *= x; x *= x; return x * x; }\n"
    "vec3 sky(vec3 d) {\n"
    "    float up = max(d.z, 0.0), glow = max(dot(d, sun_level.xyz), 0.0);\n"
    "#ifdef NIGHT\n"
    "    vec3 c = mix(vec3(0.009, 0.013, 0.021), vec3(0.0012, 0.0024, 0.006), sqrt(up));\n"
    "    return c + vec3(0.010, 0.012, 0.015) * pow8(pow8(glow));\n"
    "#else\n"
    "    vec3 c = mix(vec3(0.62, 0.72, 0.80), vec3(0.13, 0.29, 0.55), sqrt(up));\n"
    "    return c + vec3(0.5, 0.4, 0.25) * pow8(pow8(glow));\n"
    "#endif\n"
    "}\n"
    // Colour that reaches the eye from a point at distance `far`, through the water between. `from` and `to` are the
    // depths of eye and point below the surface.
    "vec3 through_water(vec3 c, float far, float from, float to) {\n"
    "    float wet = from > 0.0 ? (to > 0.0 ? 1.0 : from / (from - to)) : (to > 0.0 ? to / (to - from) : 0.0);\n"
    "    float blue = exp(-LOSS * wet * far);\n"
    "    vec3 left = vec3(blue * blue * blue, blue, blue);\n"
    "    return c * left + DEEP * (1.0 - left);\n"
    "}\n"
    // Light of the deck's lamps, warm, on a face n at p [1]. Each lamp reaches as far as a flood light: 1 / (1 + (r /
    // r0)^2). A face that looks a little away still gets some, as from the lit parts around it. The deck's lamp lights
    // nothing below the deck: lamps cast no shadows.
    "#ifdef NIGHT\n"
    "float flood(vec3 to, vec3 n, float reach2) {\n"
    "    float r2 = dot(to, to);\n"
    "    return max(0.8 * dot(n, to) * inversesqrt(r2) + 0.2, 0.0) * reach2 / (reach2 + r2);\n"
    "}\n"
    // the hull between keeps a lamp's light from the other side
    "float over_side(vec3 p, vec3 lamp) { return clamp(0.2 * p.y * sign(lamp.y) + 0.7, 0.0, 1.0); }\n"
    "vec3 lamps(vec3 p, vec3 n) {\n"
    "    float on_deck = clamp(4.0 * (p.z - deck_level) + 1.5, 0.0, 1.0);\n"
    "    return vec3(1.0, 0.90, 0.74) * (2.2 * on_deck * flood(deck_lamp - p, n, 40.0) +\n"
    "        2.6 * (over_side(p, port_lamp) * flood(port_lamp - p, n, 70.0) +\n"
    "            over_side(p, starboard_lamp) * flood(starboard_lamp - p, n, 70.0)));\n"
    "}\n"
    "#endif\n"
    // gamma 2 instead of 2.2: a square root is cheap in software
    "vec4 to_screen(vec3 c, float a) { return vec4(sqrt(clamp(c, 0.0, 1.0)), a); }\n";

const char shader_solid_vertex[] =
    "layout(location = 0) in vec3 position;\n"
    "layout(location = 1) in vec3 normal;\n"
    "layout(location = 2) in vec4 row0;\n"
    "layout(location = 3) in vec4 row1;\n"
    "layout(location = 4) in vec4 row2;\n"
    "layout(location = 5) in vec4 colour_paint;\n"
    "uniform mat4 clip_from_world;\n"
    "uniform float toward_eye;\n"
    // plane that cuts the hull open; the part below the plane is clipped while clipping is enabled
    "uniform vec4 cut;\n"
    // Passes values of the frame block to the fragments, because llvmpipe reads the block again for each fragment.
    "out vec4 place;\n" // position in the world [m]; phase of the ripples on the waterline, or mud
    "out vec4 sight;\n" // from there to the eye [m]; depth of the eye under water [m]
    "out vec3 world_normal;\n"
    "out vec2 sea_place;\n" // at_sea
    "flat out vec4 paint;\n"
    "#ifdef TRACE\n"
    "out vec2 ground;\n"    // place in the world [m]
    "flat out vec2 turn;\n" // cosine and sine of the ship's heading
    "#endif\n"
    // Above 0 where mud covers the shape, at this place of it [m]: patches of half a metre on an anchor, smaller ones
    // that differ along a link.
    "float mud(vec3 p, float share) {\n"
    "    vec3 a = sin(6.0 * p + 2.0 * sin(4.0 * p.yzx)), b = sin(31.0 * p.zxy + 3.0 * a);\n"
    "    return 1.3 * share - 0.5 - 0.2 * (a.x + a.y * a.z) - 0.15 * b.x * b.y;\n"
    "}\n"
    "void main() {\n"
    "    vec4 p = vec4(position, 1.0);\n"
    "    vec3 world = vec3(dot(row0, p), dot(row1, p), dot(row2, p));\n"
    "    float own = 0.5 * world.x + 0.2 * world.y + fract(0.3 * eye_time.w);\n"
    "    if (colour_paint.a > 3.0)\n"
    "        own = mud(length(vec3(row0.x, row1.x, row2.x)) * position, colour_paint.a - 3.0);\n"
    "    place = vec4(world, own);\n"
    "    sight = vec4(eye_time.xyz - world, at_eye.x);\n"
    "    sea_place = at_sea(world);\n"
    "    world_normal = vec3(dot(row0.xyz, normal), dot(row1.xyz, normal), dot(row2.xyz, normal));\n"
    "    paint = colour_paint;\n"
    "#ifdef TRACE\n"
    "    ground = ((world - from_world[3].xyz) * mat3(from_world)).xy;\n"
    "    turn = at_eye.yz;\n"
    "#endif\n"
    "    gl_Position = clip_from_world * vec4(world, 1.0);\n"
    "    gl_ClipDistance[0] = dot(cut, vec4(world, 1.0));\n"
    // Drawn in place but with a nearer depth, so that it does not sink into the surface below.
    "    if (toward_eye > 0.0) {\n"
    "        vec4 nearer = clip_from_world * vec4(world + toward_eye * normalize(eye_time.xyz - world), 1.0);\n"
    "        gl_Position.z = nearer.z / nearer.w * gl_Position.w;\n"
    "    }\n"
    "}\n";

const char shader_solid_fragment[] =
    "uniform sampler2DShadow shadow_map;\n"
    "uniform float ghost;\n" // opacity of a see-through hull, or of what it hides; 1: solid
    "in vec4 place, sight;\n"
    "in vec3 world_normal;\n"
    "in vec2 sea_place;\n"
    "flat in vec4 paint;\n"
    "out vec4 colour;\n"
    // The trace is a groove: darker soil, and slopes that face the light or not. `window` has the map's corners, which
    // repeats beyond; `cell` its nodes' distance, and one over its edge [m].
    "#ifdef TRACE\n"
    "uniform sampler2D trace_map;\n"
    "uniform vec4 window;\n"
    "uniform vec2 cell;\n"
    "in vec2 ground;\n"
    "flat in vec2 turn;\n"
    "const float GROOVE = 0.08;\n" // depth [m]
    "void add_trace(inout vec3 albedo, inout vec3 n) {\n"
    "    if (any(lessThan(ground, window.xy)) || any(greaterThan(ground, window.zw))) return;\n"
    "    vec2 at = cell.y * ground, next = vec2(cell.x * cell.y, 0.0);\n"
    "    float marked = texture(trace_map, at).r;\n"
    "    vec2 fall = GROOVE / cell.x * (vec2(texture(trace_map, at + next).r, texture(trace_map, at + next.yx).r) - "
    "marked);\n"
    "    n = normalize(n + vec3(turn.x * fall.x + turn.y * fall.y, turn.x * fall.y - turn.y * fall.x, 0.0));\n"
    "    albedo *= 1.0 - 0.45 * marked;\n"
    "}\n"
    "#endif\n"
    // Share of the sun that reaches the point: percentage-closer filtering (Reeves, Salesin and Cook 1987) over a disc
    // of 1.6 pixels of the map, on a spiral of the golden angle. In software each tap costs a sixth of the hull's time:
    // the first two, nearly opposite, decide whether the edge of a shadow is near. llvmpipe leaves a loop, not a
    // branch.
    "float sunlight(vec3 n, float facing) {\n"
    "    vec4 s = shadow_matrix * vec4(place.xyz + 0.06 * n, 1.0);\n"
    "    bool outside = any(lessThan(s.xy, vec2(0.0))) || any(greaterThan(s.xyz, vec3(1.0)));\n"
    "    int taps = 0, most = outside || facing <= 0.0 ? 0 : 8;\n"
    "    vec2 way = vec2(1.5, 0.6) * shadow_pixel;\n"
    "    float sum = 0.0;\n"
    "    while (taps < most) {\n"
    "        sum += texture(shadow_map, s.xyz + vec3(way, 0.0));\n"
    "        way = 0.92 * mat2(-0.737, 0.676, -0.676, -0.737) * way;\n"
    "        taps++;\n"
    "        if (taps == 2 && (sum == 0.0 || sum == 2.0)) break;\n"
    "    }\n"
    "    return most > 0 ? sum / float(taps) : 1.0;\n"
    "}\n"
    // topsides grey, boot-topping black, antifouling red, decks green, by the waterline of the ship at rest; foam where
    // the ripples reach
    "vec3 hull_paint(float nz, float level) {\n"
    "    float h = place.z - sun_level.w;\n"
    "    if (h > 1.0 && nz > 0.8) return vec3(0.075, 0.12, 0.095);\n"
    "    vec3 c = h > 0.45 ? vec3(0.24, 0.265, 0.285) : h > 0.0 ? vec3(0.025) : vec3(0.27, 0.045, 0.035);\n"
    "    float t = abs(fract(place.w) - 0.5);\n"
    "    return c + 0.32 * max(1.0 - 18.0 * abs(sea_place.x - level + 0.02 - 0.32 * t * t * (3.0 - 4.0 * t)), 0.0);\n"
    "}\n"
    "void main() {\n"
    "    float far2 = dot(sight.xyz, sight.xyz), near = inversesqrt(far2);\n"
    "    vec3 to_eye = near * sight.xyz, n = normalize(world_normal);\n"
    "    float level = water(sea_place);\n"
    "    vec3 albedo = paint.a == 1.0 ? hull_paint(n.z, level) : paint.rgb;\n"
    "    if (paint.a > 3.0) albedo = mix(albedo, MUD, smoothstep(-0.06, 0.06, place.w));\n"
    "    if (!gl_FrontFacing) n = -n;\n"
    "#ifdef TRACE\n"
    "    add_trace(albedo, n);\n"
    "#endif\n"
    "    float facing = max(dot(n, sun_level.xyz), 0.0);\n"
    "    float sun = facing * sunlight(n, facing);\n"
    // Water scatters: the sun fades with depth, and light comes from all sides.
    "    float deep = max(level - sea_place.x, 0.0);\n"
    "    float fade = exp(-0.2 * deep), fade2 = fade * fade;\n"
    "    sun *= fade;\n"
    "#ifdef NIGHT\n"
    "    vec3 ambient = mix(vec3(0.006, 0.007, 0.009), vec3(0.010, 0.012, 0.017), 0.5 + 0.5 * n.z) + fade * "
    "lamps(place.xyz, n);\n"
    "    const vec3 sun_colour = vec3(0.035, 0.042, 0.055);\n" // of the moon
    "    const float gloss = 0.02;\n"
    "#else\n"
    "    const vec3 sun_colour = 1.6 * vec3(1.0, 0.95, 0.86);\n"
    "    const float gloss = 0.25;\n"
    "    vec3 ambient = mix(vec3(0.20, 0.22, 0.23), vec3(0.55, 0.62, 0.70), 0.5 + 0.5 * n.z) *\n"
    "        (3.0 - 2.0 * fade * fade2 * fade2);\n"
    "#endif\n"
    "    float half_way = pow8(max(dot(n, normalize(to_eye + sun_level.xyz)), 0.0)), half2 = half_way * half_way;\n"
    "    float shine = sun * half2 * half2 * half_way;\n"
    "    vec3 lit = albedo * (ambient + sun * sun_colour) + gloss * shine;\n"
    "    if (paint.a == 2.0) lit = paint.rgb * (0.75 + 0.25 * dot(n, to_eye));\n"
    "    else lit = through_water(lit, far2 * near, sight.w, level - sea_place.x);\n"
    "    float rim = 1.0 - abs(dot(n, to_eye));\n"
    "    float outline = paint.a == 2.0 ? 0.0 : rim * rim * rim;\n" // an arrow's shaft is hardly more than its rim
    "    colour = to_screen(lit, ghost < 1.0 ? mix(ghost, 1.0, outline) : 1.0);\n"
    "}\n";

// The cutting plane, a square larger than any hull.
const char shader_section_vertex[] =
    "uniform vec4 cut;\n"
    "out vec3 world;\n"
    "void main() {\n"
    "    vec2 p = 300.0 * (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0);\n"
    "    world = eye_time.xyz - dot(cut, vec4(eye_time.xyz, 1.0)) * cut.xyz + vec3(-cut.y * p.x, cut.x * p.x, p.y);\n"
    "    gl_Position = view_projection * vec4(world, 1.0);\n"
    "}\n";

// Flat and hatched, as in a drawing. A line's edge is as soft as a pixel; lines closer than three pixels fade to their
// mean, which is what they cover, so that they make no moire.
const char shader_section_fragment[] =
    "uniform vec4 cut;\n"
    "in vec3 world;\n"
    "out vec4 colour;\n"
    "void main() {\n"
    "    float across = 3.0 * (cut.x * world.y - cut.y * world.x + world.z);\n"
    "    float far = distance(world, eye_time.xyz);\n"
    "    float wide = fwidth(across), line = clamp((abs(fract(across) - 0.5) - 0.43) / wide + 0.5, 0.0, 1.0);\n"
    "    line = mix(line, 0.14, smoothstep(0.15, 0.33, wide));\n"
    "    vec3 c = mix(vec3(0.34, 0.24, 0.12), vec3(0.10, 0.07, 0.04), line);\n"
    "#ifdef NIGHT\n"
    "    c *= 0.25;\n"
    "#endif\n"
    "    vec2 at = at_sea(world);\n"
    "    colour = to_screen(through_water(c, far, at_eye.x, water(at) - at.x), 1.0);\n"
    "}\n";

const char shader_depth_fragment[] = "void main() {}\n";

const char shader_sky_vertex[] =
    "uniform float lowest;\n" // lower edge of the part drawn, clip space
    "out vec3 ray;\n"
    "void main() {\n"
    "    vec2 p = vec2((gl_VertexID & 1) * 2 - 1, gl_VertexID > 1 ? 1.0 : lowest);\n"
    "    gl_Position = vec4(p, 1.0, 1.0);\n"
    "    vec4 far = inverse_view_projection * vec4(p, 1.0, 1.0);\n"
    "    ray = level_axes(transpose(mat3(from_world)) * (far.xyz / far.w - eye_time.xyz));\n"
    "}\n";

const char shader_sky_fragment[] =
    "uniform vec3 below;\n"  // under the horizon
    "uniform bool studio;\n" // no horizon: a backdrop, lighter at the top
    "in vec3 ray;\n"
    "out vec4 colour;\n"
    "void main() {\n"
    "    vec3 d = normalize(ray);\n"
    "    bool under = at_eye.x > 0.0;\n"
    "    vec3 c = sky(d);\n"
    "    if (!under) c = mix(below, c, smoothstep(-0.02, -0.002, d.z));\n"
    "    else c = DEEP * (1.0 + 1.2 * smoothstep(-0.6, 0.9, d.z));\n"
    "#ifdef NIGHT\n"
    "    if (!under) c += 0.5 * smoothstep(0.99990, 0.99996, dot(d, sun_level.xyz));\n" // the moon
    "#endif\n"
    "    if (studio) c = below * (1.0 + 0.8 * smoothstep(-0.7, 0.7, d.z));\n"
    "    colour = to_screen(c, 1.0);\n"
    "}\n";

// Small long-crested ripples, for the eye only: the physics does not know them. Their directions:
#define RIPPLES "const vec2 a = vec2(0.8, 0.6), b = vec2(-0.5, 0.87), c = vec2(0.98, -0.2), d = vec2(0.3, 0.95);\n"

// Outputs: vector from the eye to the water, level axes [m]; phases of the ripples there; the ship's heading; by night
// the place in the ship's axes, where the lamps are.
#define WATER_OUT                                                                                                      \
    "out vec3 sight;\n"                                                                                                \
    "out vec4 phase;\n"                                                                                                \
    "flat out vec2 heading;\n"                                                                                         \
    "#ifdef NIGHT\n"                                                                                                   \
    "out vec3 on_ship;\n"                                                                                              \
    "#endif\n" RIPPLES "void emit_water(vec3 world) {\n"                                                               \
    "    vec4 way = vec4(1.1, 2.3, 4.1, 7.3) * (world.xy * mat4x2(a, b, c, d)) / 6.2832;\n"                            \
    "    phase = way + fract(vec4(1.7, 2.6, 3.9, 5.6) * eye_time.w / 6.2832);\n"                                       \
    "    vec3 place = (from_world * vec4(world, 1.0)).xyz;\n"                                                          \
    "    sight = level_axes(transpose(mat3(from_world)) * (place - eye_time.xyz));\n"                                  \
    "    heading = at_eye.yz;\n"                                                                                       \
    "#ifdef NIGHT\n"                                                                                                   \
    "    on_ship = place;\n"                                                                                           \
    "#endif\n"                                                                                                         \
    "    gl_Position = view_projection * vec4(place, 1.0);\n"                                                          \
    "}\n"                                                                                                              \
    "vec3 eye_in_world() { return transpose(mat3(from_world)) * (eye_time.xyz - from_world[3].xyz); }\n"

const char shader_water_vertex[] = WATER_OUT "void main() {\n"
                                             "    vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;\n"
                                             "    emit_water(vec3(eye_in_world().xy + 3000.0 * p, sun_level.w));\n"
                                             "}\n";

// With waves: strips across their direction, one for every third entry of the table (finer strips are not visible), and
// flat water beyond both ends.
const char shader_waves_vertex[] = WATER_OUT
    "out vec2 lean;\n"
    "void main() {\n"
    "    int rows = textureSize(sea_heights, 0).x / 3, row = (gl_VertexID >> 1) - 1;\n"
    "    float along = sea.z + (float(row) + 0.5) / (float(rows) * sea.w), side = float(gl_VertexID & 1) * 2.0 - 1.0;\n"
    "    along = row < 0 ? sea.z - 3000.0 : row == rows ? sea.z + 1.0 / sea.w + 3000.0 : along;\n"
    "    vec2 here = row < 0 || row == rows ? vec2(0.0) : texelFetch(sea_heights, ivec2(3 * row + 1, 0), 0).rg;\n"
    "    lean = here.g * sea.xy;\n"
    "    vec2 across = vec2(-sea.y, sea.x);\n"
    "    vec2 p = along * sea.xy + (dot(eye_in_world().xy, across) + 3000.0 * side) * across;\n"
    "    emit_water(vec3(p, sun_level.w + here.r));\n"
    "}\n";

const char shader_water_fragment[] =
    RIPPLES "in vec3 sight;\n"
            "in vec4 phase;\n"
            "flat in vec2 heading;\n"
            "#ifdef NIGHT\n"
            "in vec3 on_ship;\n"
            "#endif\n"
            "#ifdef WAVES\n"
            "in vec2 lean;\n" // slope of the waves along x and y
            "#else\n"
            "const vec2 lean = vec2(0.0);\n"
            "#endif\n"
            "out vec4 colour;\n"
            // Slope of the ripples. Each wave is a cubic: it looks like a cosine and costs a fifth of one in software.
            "vec2 slope() {\n"
            "    vec4 t = abs(2.0 * fract(phase) - 1.0), wave = t * t * (6.0 - 4.0 * t) - 1.0;\n"
            "    return mat4x2(a, b, c, d) * (vec4(0.045, 0.040, 0.035, 0.030) * wave);\n"
            "}\n"
            "void main() {\n"
            "    float far2 = dot(sight, sight), near = inversesqrt(far2), far = far2 * near;\n"
            "    vec3 d = near * sight;\n"
            "    vec2 s = slope() * exp(-far * 0.02) + lean;\n"
            "    vec3 n = normalize(vec3(-mat2(heading.x, -heading.y, heading.y, heading.x) * s, 1.0));\n"
            "    float c = abs(dot(d, n));\n"
            "    float b2 = (1.0 - c) * (1.0 - c), mirror = 0.02 + 0.98 * b2 * b2 * (1.0 - c);\n"
            "#ifdef FROM_BELOW\n"
            "    float left = exp(-0.05 * far);\n"
            "    colour = to_screen(mix(DEEP * 2.0, sky(d), left * c), 0.75 * sqrt(sqrt(left)));\n"
            "#else\n"
            "    vec3 r = reflect(d, n);\n"
            "    r.z = abs(r.z);\n"
            "    float g = pow8(pow8(max(dot(r, sun_level.xyz), 0.0))), glint = g * g * g;\n"
            "#ifdef NIGHT\n"
            // the moon's way, the lamps' mirror images, and the water that they light from above
            "    vec3 p = on_ship, a = port_lamp - p, b = starboard_lamp - p;\n"
            "    float ga = pow8(max(dot(r, a) * inversesqrt(dot(a, a)), 0.0)), gb = pow8(max(dot(r, b) * "
            "inversesqrt(dot(b, b)), 0.0));\n"
            "    float lamp = over_side(p, port_lamp) * pow8(ga) * pow8(ga) + over_side(p, starboard_lamp) * pow8(gb) "
            "* pow8(gb);\n"
            "    vec3 pool = vec3(0.020, 0.045, 0.045) * dot(lamps(p, vec3(0.0, 0.0, 1.0)), vec3(0.33));\n"
            "    colour = to_screen(sky(r) + 0.15 * glint + lamp * vec3(1.0, 0.9, 0.74) + pool,\n"
            "        clamp(mirror + 0.08 + 0.3 * glint + lamp + dot(pool, vec3(6.0)), 0.0, 1.0));\n"
            "#else\n"
            "    colour = to_screen(sky(r) + glint, clamp(mirror + 0.08 + glint, 0.0, 1.0));\n"
            "#endif\n"
            "#endif\n"
            "}\n";

// One quad a puff: flat on the water, or facing the eye.
const char shader_spray_vertex[] =
    "layout(location = 0) in vec4 place_size;\n"
    "layout(location = 1) in vec2 opacity_drop;\n"
    "out vec2 spot;\n"
    "flat out vec3 look;\n" // opacity, drop, pattern
    "void main() {\n"
    "    spot = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;\n"
    "    vec3 p = (from_world * vec4(place_size.xyz, 1.0)).xyz, back = normalize(eye_time.xyz - p);\n"
    "    vec3 right = from_world[0].xyz, up = from_world[1].xyz;\n"
    "    if (opacity_drop.y > 0.5) {\n"
    "        right = normalize(cross(from_world[2].xyz, back) + vec3(1e-6, 0.0, 0.0));\n"
    "        up = cross(back, right);\n"
    "    }\n"
    "    look = vec3(opacity_drop, fract(dot(place_size.xy, vec2(3.7, 5.3))) * 6.28);\n"
    "    gl_Position = view_projection * vec4(p + place_size.w * (spot.x * right + spot.y * up), 1.0);\n"
    "}\n";

const char shader_spray_fragment[] =
    "in vec2 spot;\n"
    "flat in vec3 look;\n"
    "out vec4 colour;\n"
    "void main() {\n"
    "    float r = length(spot), round = clamp(2.0 - 2.0 * r, 0.0, 1.0);\n"
    "    vec2 q = 5.0 * spot + look.z;\n"
    "    float lace = 0.55 + 0.45 * sin(q.x + 1.7 * sin(q.y + look.z)) * sin(1.3 * q.y - 1.9 * sin(q.x));\n"
    "    float a = look.x * round * (look.y > 0.5 ? 1.0 : lace * (0.4 + 0.6 * r));\n"
    "#ifdef NIGHT\n"
    "    colour = to_screen(vec3(0.10, 0.11, 0.11), a);\n"
    "#else\n"
    "    colour = to_screen(vec3(0.72, 0.80, 0.83), a);\n"
    "#endif\n"
    "}\n";

const char shader_flat_vertex[] =
    "layout(location = 0) in vec2 position;\n"
    "layout(location = 1) in vec2 texture_place;\n"
    "layout(location = 2) in vec4 tint;\n"
    "uniform vec2 size;\n"
    "uniform float up;\n"
    "out vec2 place;\n"
    "out vec4 shade;\n"
    "void main() {\n"
    "    place = texture_place;\n"
    "    shade = tint;\n"
    "    gl_Position = vec4(2.0 * position.x / size.x - 1.0, up * (1.0 - 2.0 * position.y / size.y), 0.0, 1.0);\n"
    "}\n";

const char shader_flat_fragment[] = "uniform sampler2D font;\n"
                                    "in vec2 place;\n"
                                    "in vec4 shade;\n"
                                    "out vec4 colour;\n"
                                    "void main() { colour = vec4(shade.rgb, shade.a * texture(font, place).r); }\n";
