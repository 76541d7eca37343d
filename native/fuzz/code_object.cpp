// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Code objects, as programs give them to the software GPU.
#include "softgpu/code_object.h"

#include <cstdint>

#include "softgpu/log.h"

namespace rocjfr::softgpu {
void log(LogLevel, const char*, ...) {}  // nothing is said
}  // namespace rocjfr::softgpu

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t bytes) {
  rocjfr::softgpu::CodeObject object;
  object.load(reinterpret_cast<const char*>(data), bytes, [](const std::string&) { return 0; });
  object.has_old_blits();
  return 0;
}
