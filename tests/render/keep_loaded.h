// SPDX-License-Identifier: MIT
// Under the leak checker GL drivers stay loaded, so that leaks.txt can name what they never free; the checker cannot
// name a library that is gone. Include in one file of a program.
#ifndef HAWSE_TESTS_RENDER_KEEP_LOADED_H
#define HAWSE_TESTS_RENDER_KEEP_LOADED_H

#ifdef __SANITIZE_ADDRESS__
__attribute__((visibility("default"))) int dlclose(void *library);
int dlclose(void *library) { return library == NULL; }
#endif

#endif
