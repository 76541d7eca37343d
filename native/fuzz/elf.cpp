// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A file that is said to be an HSA library: its dynamic strings.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/runtime/hsa.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t bytes) {
  const int file = memfd_create("elf", MFD_CLOEXEC);
  if (file < 0 || write(file, data, bytes) != static_cast<ssize_t>(bytes)) abort();
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (rocjfr::DynamicStrings(path).size() > bytes) abort();
  rocjfr::FileContains(path, "HSA_AMD_TOOL_PRIORITY");
  close(file);
  return 0;
}
