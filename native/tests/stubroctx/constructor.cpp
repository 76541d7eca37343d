// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A library that traces from the moment that it is loaded: its constructor, under the loader's
// lock, calls the core while another thread is inside the core. Which, the test says.
#include <cstdint>

#include "rocjfr/rocjfr.h"

// In the test program: returns when the other thread waits for the loader's lock.
extern "C" void UntilTheOtherThreadWaits();

namespace {
const bool g_constructed = [] {
  UntilTheOtherThreadWaits();
  rocjfr_set_wanted(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) |
                    ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX));
  return true;
}();
}  // namespace

extern "C" __attribute__((visibility("default"))) bool constructed() {
  return g_constructed;
}
