// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The rest of the HSA API: functions that the runtimes link to or a program may look up, and that
// the software GPU does not have. Each is here so that the program loads; called, it returns an
// error and says so once. The HSA headers are not included: they declare these with their
// arguments.

#include <atomic>

#include "log.h"

namespace {

constexpr int kHsaStatusError = 0x1000;

int refuse(const char* name, std::atomic<bool>* told) {
  using rocjfr::softgpu::LogLevel;
  if (!told->exchange(true)) rocjfr::softgpu::log(LogLevel::kError, "%s is not supported", name);
  return kHsaStatusError;
}

}  // namespace

#define SOFTGPU_UNSUPPORTED(name)                                \
  extern "C" __attribute__((visibility("default"))) int name() { \
    static std::atomic<bool> told{false};                        \
    return refuse(#name, &told);                                 \
  }
#include "unsupported_names.inc"
#undef SOFTGPU_UNSUPPORTED
