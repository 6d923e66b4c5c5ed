// SPDX-License-Identifier: MIT
// The window of hawse view: the picture of a simulator elsewhere, by its state stream.
#ifndef HAWSE_RT_REPLICA_REPLICA_H
#define HAWSE_RT_REPLICA_REPLICA_H

#include "rt/picture/picture.h"
#include "rt/stream/stream.h"

typedef struct replica_def {
    const char *file; // the scenario's
    const char *from; // where the stream comes in, as the user gave it
    const sim *sim;   // assembled, for its meshes; its start is shown until the stream comes
    render_view view; // camera, or PICTURE_OWN_VIEW
    stream_receiver *in;
} replica_def;

typedef enum replica_end {
    REPLICA_CLOSED = 0, // by the user or a signal
    REPLICA_REFUSED,    // the first stream that came is of another scenario or version; d has the reason
    REPLICA_LOST,       // the display went away
    REPLICA_FAILED,     // no window; d has the reason
} replica_end;

// Shows the stream until it ends.
replica_end replica_show(const replica_def *def, rt_diag *d);
// Help of the keys, a line for each.
const char *replica_key_help(void);

#endif
