// SPDX-License-Identifier: MIT
#include "dynamics/math3.h"
