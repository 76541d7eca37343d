// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A runtime without any hook.
#include "stubhip.h"

extern "C" STUBHIP_API const char* hipApiName(uint32_t id) {
  return id >= 1 && id <= 10 ? "hipStub" : "unknown";
}
