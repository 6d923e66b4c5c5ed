// SPDX-License-Identifier: MIT
// Definition of the picture: a ship or a mechanism, and its cameras. World frame: x forward, y to port, z up [m].
#ifndef HAWSE_RENDER_VIEW_DEF_H
#define HAWSE_RENDER_VIEW_DEF_H

#include "contact/mesh/mesh.h"
#include "dynamics/snapshot/snapshot.h"
#include "dynamics/water/waves.h"
#include "render/view/bottom.h"

typedef enum render_view {
    RENDER_VIEW_OVERVIEW = 0, // key 1: from the air, level in the world
    RENDER_VIEW_BOLSTER,      // key 2
    RENDER_VIEW_DECK,         // key 3
    RENDER_VIEW_ANCHOR,       // key 4, follows the anchor
    RENDER_VIEW_UNDERWATER,   // key 5, follows the anchor
    RENDER_VIEW_PIPE,         // key 6, in the hawse pipe, looking outboard
    RENDER_VIEW_FREE,         // key 7: starts at the last camera's eye
    RENDER_VIEW_OPERATOR,     // key 8: the windlass operator's eye, beside the gypsy
    RENDER_VIEW_OVERSIDE,     // key 9: the mate's eye, over the bulwark down at the anchor
    RENDER_VIEWS,
    // views of a mechanism, on the same keys
    RENDER_VIEW_FRONT = 1,
    RENDER_VIEW_SIDE,
    RENDER_VIEW_TOP,
    RENDER_VIEW_FOLLOW, // follows the middle of the moving parts
    RENDER_VIEW_NEAR,   // the same, closer
    RENDER_MECHANISM_VIEWS = RENDER_VIEW_FREE + 1,
} render_view;

extern const char *const render_view_name[RENDER_VIEWS], *const render_mechanism_view_name[RENDER_MECHANISM_VIEWS];

enum { RENDER_SPECIAL_LINKS = 100 };

// A special link of the chain: drawn from its mesh, or as a link of another size.
typedef struct render_link {
    int number;               // in the chain, as dyn_snapshot_body.number
    const contact_mesh *mesh; // in the link's frame; NULL: none
    double bar_diameter;      // [m] without a mesh
    double length, width;     // outside [m]; 0: bar as here, inner length the common link's pitch
    bool open;                // no stud
} render_link;

// Paints of the scenery.
typedef enum render_paint {
    RENDER_PAINT_HULL = 0, // as the hull: sides, boot-topping, green decks
    RENDER_PAINT_HOUSE,
    RENDER_PAINT_WHITE,
    RENDER_PAINT_DARK,
    RENDER_PAINT_FITTINGS,
    RENDER_PAINT_MACHINERY,
    RENDER_PAINT_ROPE,
    RENDER_PAINT_BALL,      // the anchor ball, hoisted; drawn as its control says
    RENDER_PAINT_DECK_LAMP, // a lamp: lights the deck from the middle of its mesh
    RENDER_PAINT_PORT_LAMP, // and over the side
    RENDER_PAINT_STARBOARD_LAMP,
    RENDER_PAINTS
} render_paint;
enum { RENDER_LAMPS = RENDER_PAINTS - RENDER_PAINT_DECK_LAMP };

// Solids of a mechanism, of unit size except meshes.
typedef enum render_solid {
    RENDER_BALL = 0, // radius 1
    RENDER_ROD,      // radius 1, from z = 0 to 1
    RENDER_COIL,     // radius 1, from z = 0 to 1: a spring
    RENDER_FLOOR,    // chequered, z = 0; half edges 1
    RENDER_MESH,
    RENDER_SOLIDS
} render_solid;

// A part of a mechanism, fixed to its carrier.
typedef struct render_part {
    render_solid solid;
    const contact_mesh *mesh; // of RENDER_MESH
    int kind, number;         // snapshot body that carries the part; number RENDER_GROUND: fixed to the ground
    pose place;               // in the frame of the carrier, or of the world [m]
    vec3 size;                // along the solid's axes [m]; a mesh has its own
    vec3 colour;              // linear
} render_part;
#define RENDER_GROUND (-1)
#define RENDER_FLOOR_TILES 24 // along each side of a floor

// A rod or coil between two points (DYN_SHOW_POINT).
typedef struct render_between {
    render_solid solid; // rod or coil
    int point[2];
    double radius; // [m]
    vec3 colour;   // linear
} render_between;

typedef struct render_mechanism {
    int n_parts, n_between;
    render_part *part;       // (n_parts)
    render_between *between; // (n_between)
    vec3 lo, hi;             // bounding box of the visible region [m]
    double near;             // radius of the region in the near view [m]
    vec3 up, front;          // unit vectors: up in the picture; from the mechanism to the viewer of its front
} render_mechanism;

// Definition of the picture. Meshes may be NULL; they are copied to the GPU.
typedef struct render_def {
    int width, height;                       // of the picture [px]
    bool offscreen;                          // no window; read the picture with render_write_png or render_read_rgb
    const char *title;                       // of the window
    render_view view;                        // first camera
    const contact_mesh *hull, *shank, *head; // hull in the world frame, anchor parts in their body frames
    // Scenery of the hull, in the world frame; NULL: none. With RENDER_PAINT_HULL the hull's port half and its mirror
    // image are drawn, with a second anchor, housed, and its windlass.
    const contact_mesh *scenery[RENDER_PAINTS];
    double bar_diameter; // of the chain's common link [m]; 0: no chain
    bool studless;       // links drawn from a bar have no stud
    int n_special;
    render_link special[RENDER_SPECIAL_LINKS]; // (n_special)
    int n_joining;                             // joining shackles; 0: one every 27.5 m
    int joining[RENDER_SPECIAL_LINKS];         // their link numbers, ascending (n_joining)
    // length of chain from the anchor's shackle to the middle of each [m] (n_joining)
    double joining_m[RENDER_SPECIAL_LINKS];
    vec3 focus;                      // target of the bolster camera: mouth of the hawse pipe at the shell
    vec3 outboard;                   // from the focus out of the hull; its horizontal part counts
    vec3 pipe_axis;                  // of the hawse pipe, from the focus inboard and up; unit
    double pipe_bore, pipe_length;   // [m]; length 0: pipe unknown, and no deck is drawn
    bool has_lifter;                 // draw a gypsy, turned by the chain paid out
    vec3 lifter_centre, lifter_axis; // [m], unit
    bool has_stopper;                // position of the chain stopper known; false: half way to the pipe
    vec3 stopper;                    // [m]
    dyn_waves water;                 // as in the physics
    render_bottom bottom;            // its table is copied like the meshes
    double tension_max_n;            // red mark of the tension gauge; scale of the force arrows [N]
    double tension_rated_n;          // mark of the tension gauge [N]; 0: none, as in the next two
    double speed_rated_m_s;          // mark of the speed gauge [m/s]
    double torque_max_nm;            // end of the motor's scale [N m]
    double runaway_m_s;              // speed of the chain that raises the runaway alarm [m/s]; 0: never
    double lining_fades_c;           // temperature of the band brake's lining: hot, alarm [deg C]; 0: never
    double lining_faded_c;           // temperature at which it has faded [deg C]; 0: never
    // A mechanism instead of a ship; copied like the meshes. Of the fields above only size, title, camera and the scale
    // of the force arrows apply. NULL: a ship.
    const render_mechanism *mechanism;
} render_def;

// 1280×720 window, bolster camera, focus at the origin, outboard to port, 250 kN.
render_def render_def_default(void);

#endif
