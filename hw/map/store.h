// SPDX-License-Identifier: MIT
// Calibrations of the user's own devices: a device map a device, in the user's configuration folder, found by what
// tells the device from others of its kind.
#ifndef HAWSE_HW_MAP_STORE_H
#define HAWSE_HW_MAP_STORE_H

#include "hw/map/map.h"

#define HW_STORE_PATH 1200

// The file of the device with this GUID and serial number ("" none): $XDG_CONFIG_HOME/hawse/devices/ID.yaml, or in
// ~/.config where that is not set; ID is the GUID and, where there is one, the serial number with all but letters and
// digits as '_'. False when the environment names no folder.
bool hw_store_path(const char *guid, const char *serial, char path[HW_STORE_PATH]);
// Writes the map into the file of the device that it names and tells its path. An older file stays whole until the new
// one replaces it in one stroke, and stays when anything fails: RT_ERR_FILE, or RT_ERR_FORMAT for a map that could not
// be read back. Makes the folders that are missing.
rt_status hw_store_save(const hw_map *m, char path[HW_STORE_PATH], rt_diag *d);

#endif
