// SPDX-License-Identifier: MIT
// Keeps GL drivers loaded under the leak checker, so that leaks.txt can name their leaks: the checker cannot name an
// unloaded library. Include in one file per program.
#ifndef HAWSE_TESTS_RENDER_KEEP_LOADED_H
#define HAWSE_TESTS_RENDER_KEEP_LOADED_H

#ifdef __SANITIZE_ADDRESS__
__attribute__((visibility("default"))) int dlclose(void *library);
int dlclose(void *library) { return library == NULL; }
#endif

#endif
