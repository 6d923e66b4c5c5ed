// SPDX-License-Identifier: MIT
// Store of the user's calibrations: one device map per device, in the user's configuration folder, named by the
// device's identity.
#ifndef HAWSE_HW_MAP_STORE_H
#define HAWSE_HW_MAP_STORE_H

#include "hw/map/map.h"

#define HW_STORE_PATH 1200

// Path of the map of the device with this GUID and serial number ("": none): $XDG_CONFIG_HOME/hawse/devices/ID.yaml,
// else in ~/.config. ID is GUID-SERIAL, with '_' for every character except letters, digits and '-'. False if the
// environment names no absolute folder or the path is too long.
bool hw_store_path(const char *guid, const char *serial, char path[HW_STORE_PATH]);
// Writes the map into its device's file and returns the path. Creates missing folders. The new file replaces an older
// one atomically; on an error the older one stays. RT_ERR_FILE, or RT_ERR_FORMAT if the written map cannot be read
// back.
rt_status hw_store_save(const hw_map *m, char path[HW_STORE_PATH], rt_diag *d);

#endif
