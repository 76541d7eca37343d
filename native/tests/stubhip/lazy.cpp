// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A runtime that names no HSA among the libraries that it needs, but loads it by itself.
#include "stubhip.h"

extern "C" STUBHIP_API const char* const stubhip_loads = "libhsa-runtime64.so.1";
