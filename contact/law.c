// SPDX-License-Identifier: MIT
#include "contact/law.h"
