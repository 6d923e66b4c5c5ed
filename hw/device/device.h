// SPDX-License-Identifier: MIT
// The interface of an operator device, a source of raw operator input: a table of functions with a context.
//
// Functions and their threads:
//   open, close     set-up thread, before and after the loop; may allocate, block and write to an rt_diag.
//   event, poll,    the device's polling thread. For a device of SDL's events that is the main thread (SDL allows no
//   identity        other), once a picture: every queued event, then poll. For a script it is the loop's thread, once a
//                   frame, before input. A device with a thread of its own publishes there and has neither event nor
//                   poll.
//   input           frame thread; reads the newest published value: no wait, no allocation, no system call.
//   feedback        frame thread; only copies.
//
// The stamp rt_input.t_ns is the latest time at which the device was known to be alive and its values were true. A
// device that is lost, out of focus or not yet understood publishes without a new stamp; the conditioning
// (rt/command/command.h) then finds its input stale, and later lost. A value alone is no sign of life. Before its first
// stamp a device counts as absent, except for its emergency stop: it cannot be lost, and its input arms nothing.
//
// rt_input.heard_ns is the time at which the program received the input. hw_device_publish sets it for a polled device.
// A device with a thread of its own sets heard_ns itself.
#ifndef HAWSE_HW_DEVICE_DEVICE_H
#define HAWSE_HW_DEVICE_DEVICE_H

#include "hw/device/feedback.h"
#include "hw/device/link.h"
#include "rt/command/command.h"
#include "rt/frame/exchange.h"

union SDL_Event; // defined where SDL is included
struct hw_map;

// Description of a device for lists, reports and messages.
typedef struct hw_identity {
    const char *kind; // hw_device_ops.kind, such as "keyboard"
    char name[128];   // as its maker or its file calls it
    char id[64];      // distinguishes it from others of its kind: GUID; empty if unknown
} hw_identity;

// Thresholds of the device's map; 0: the value of rt_command_limits_default.
typedef struct hw_thresholds {
    int64_t stale_ns, failsafe_ns; // ages [ns]
    double neutral;                // |lever| that counts as neutral for re-arming
} hw_thresholds;

typedef struct hw_device hw_device;

typedef struct hw_device_ops {
    const char *kind;
    void (*event)(hw_device *d, const union SDL_Event *e); // NULL: takes no events
    void (*poll)(hw_device *d, int64_t now_ns);            // NULL: publishes from a thread of its own
    void (*identity)(const hw_device *d, hw_identity *out);
    void (*feedback)(hw_device *d, const hw_feedback *f);         // NULL: has no gauges
    void (*select)(hw_device *d, bool remote);                    // NULL: one position
    const rt_input *(*input)(hw_device *d);                       // NULL: the newest published
    bool (*link)(hw_device *d, hw_link_stats *out);               // NULL, or false: no line
    const struct hw_map *(*map)(const hw_device *d, bool *given); // NULL, or returns NULL: no joystick
    bool (*live)(const hw_device *d);                             // NULL: live unless polled in the frame
    void (*close)(hw_device *d);                                  // frees what self owns, not self; NULL: owns nothing
} hw_device_ops;

// Filled by an opener (hw/device/kinds.h, hw_script_open, hw_mix_open); must not be moved while it is open.
struct hw_device {
    const hw_device_ops *ops;
    void *self;               // the device's own state, zeroed at the start
    rt_latest latest;         // of rt_input
    hw_thresholds thresholds; // set by the opener
};

// Handles one SDL event of any kind. Input changes are published by the next poll.
void hw_device_event(hw_device *d, const union SDL_Event *e);
// Polls the device, which publishes its input at now_ns, the time of the loop's clock [ns].
void hw_device_poll(hw_device *d, int64_t now_ns);
// The newest input, valid until the next call; t_ns 0 and no device before the first. Frame thread.
const rt_input *hw_device_input(hw_device *d);
// Gives command to the local or to the remote position, from the next input on. Frame thread.
void hw_device_select(hw_device *d, bool remote);
// Identity of the device. Polling thread.
void hw_device_identity(const hw_device *d, hw_identity *out);
// Hands feedback to the device; only copies it. Frame thread.
void hw_device_feedback(hw_device *d, const hw_feedback *f);
// State of the device's line; false for a device without one. Polling thread.
bool hw_device_link(hw_device *d, hw_link_stats *out);
// The map of the connected joystick, valid until the device is polled or closed; NULL: no joystick, or none connected.
// *given: the user named it for this run, so stored calibrations do not count. Polling thread.
const struct hw_map *hw_device_map(const hw_device *d, bool *given);
// Whether the device publishes from a thread of its own, stamped with the monotonic clock.
bool hw_device_is_live(const hw_device *d);
// Whether the frame thread polls the device, once a frame before it reads the input. Such a device takes no window
// events, so pictures cannot delay it.
bool hw_device_polls_in_frame(const hw_device *d);
// Closes the device and frees its memory; a second call does nothing.
void hw_device_close(hw_device *d);

// For openers: allocates self (size bytes, zeroed) and the exchange; RT_ERR_MEMORY with a message.
rt_status hw_device_init(hw_device *d, const hw_device_ops *ops, size_t size, rt_diag *diag);
// For devices: publishes a copy of the input, has_device false while it has no stamp and no emergency stop; sets
// heard_ns of a polled device. Polling thread.
void hw_device_publish(hw_device *d, const rt_input *in);
// For devices: now_ns as a stamp. Zero means "never" in rt_input, so the first instant of a manual clock becomes 1 ns.
int64_t hw_device_stamp(int64_t now_ns);

#endif
