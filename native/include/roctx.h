// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// For programs that include <roctx.h> without a folder.
#include "roctracer/roctx.h"
