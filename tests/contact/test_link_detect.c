// SPDX-License-Identifier: MIT
#include "tests/check.h"
int main(void) { return 0; }
