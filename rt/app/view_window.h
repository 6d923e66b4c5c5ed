// SPDX-License-Identifier: MIT
// Window of hawse view.
#ifndef HAWSE_RT_APP_VIEW_WINDOW_H
#define HAWSE_RT_APP_VIEW_WINDOW_H

#include "rt/picture/picture.h"
#include "rt/stream/stream.h"

typedef struct view_window_def {
    const char *file; // the scenario's
    const char *from; // where the stream comes in, as the user gave it
    const sim *sim;   // assembled, for its meshes; its start is shown until the stream comes
    render_view view; // camera, or PICTURE_OWN_VIEW
    stream_receiver *in;
} view_window_def;

typedef enum view_end {
    VIEW_CLOSED = 0, // by the user or a signal
    VIEW_REFUSED,    // the first stream that came is of another scenario or version; d has the reason
    VIEW_LOST,       // the display went away
    VIEW_FAILED,     // no window; d has the reason
} view_end;

// Shows the stream until it ends.
view_end view_window_show(const view_window_def *def, rt_diag *d);
// Help of the keys, a line for each.
const char *view_key_help(void);

#endif
