// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Kernels' names, as runtimes and programs give them: made readable on a thread of its own.
#include "core/record/names.h"

#include <cstdint>
#include <cstdlib>
#include <string>

#include "rocjfr/rocjfr.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t bytes) {
  const std::string name = "_Z" + std::string(reinterpret_cast<const char*>(data), bytes);
  const uint32_t ref = rocjfr::InternName(name.c_str());
  if (ref != 0 && rocjfr_name_demangled(ref) == nullptr) abort();
  return 0;
}
