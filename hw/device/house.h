// SPDX-License-Identifier: MIT
// The closed-loop operator: a device that follows rules (rt/rules/rules.h) by the feedback of the frame before. It is
// polled by the frame thread, in simulated time: the same run gives the same commands, and a rewound run continues with
// the rule that was in force then.
#ifndef HAWSE_HW_DEVICE_HOUSE_H
#define HAWSE_HW_DEVICE_HOUSE_H

#include "hw/device/kinds.h"
#include "rt/rules/rules.h"

// Opens a device that follows a copy of the rules; start_ns is the loop's clock at the begin of the work [ns].
rt_status hw_house_follow(hw_device *d, const rules_table *rules, int64_t start_ns, rt_diag *diag);
// Rules and state of the device; false if it is another kind. Frame thread, or after the loop.
bool hw_house_story(const hw_device *d, const rules_table **rules, const rules_state **state);

#endif
