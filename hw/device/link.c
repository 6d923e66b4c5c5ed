// SPDX-License-Identifier: MIT
#include "hw/device/link.h"

const char *hw_link_state_name(hw_link_state s) {
    static const char *const name[] = {"down", "waiting", "up", "refused"};
    return name[s];
}
