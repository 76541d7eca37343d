// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A tracer core of another version: all that libroctracer64 may ask it.
#include <stdint.h>

__attribute__((visibility("default"))) uint32_t rocjfr_abi_version(void) {
  return 4711;
}
