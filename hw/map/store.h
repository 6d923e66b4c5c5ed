// SPDX-License-Identifier: MIT
// Calibrations of the user's devices: one device map each, in the user's configuration folder, found by the device's
// identity.
#ifndef HAWSE_HW_MAP_STORE_H
#define HAWSE_HW_MAP_STORE_H

#include "hw/map/map.h"

#define HW_STORE_PATH 1200

// File of the device with this GUID and serial number ("": none): $XDG_CONFIG_HOME/hawse/devices/ID.yaml, else in
// ~/.config. ID is the GUID and the serial number, with '_' for anything but letters and digits. False if the
// environment names no folder.
bool hw_store_path(const char *guid, const char *serial, char path[HW_STORE_PATH]);
// Writes the map into the file of the device that it names and tells its path. An older file stays whole until the new
// one replaces it in one stroke, and stays when anything fails: RT_ERR_FILE, or RT_ERR_FORMAT for a map that could not
// be read back. Makes the folders that are missing.
rt_status hw_store_save(const hw_map *m, char path[HW_STORE_PATH], rt_diag *d);

#endif
