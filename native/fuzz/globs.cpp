// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lists of names with wildcards, as users set them: a list, a line's end, and a name.
#include "core/record/globs.h"

#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t bytes) {
  const std::string text(reinterpret_cast<const char*>(data), bytes);
  const size_t end = text.find('\n');
  const std::string name = end == std::string::npos ? "hipMemcpyAsync" : text.substr(end + 1);
  rocjfr::Globs(text.substr(0, end).c_str()).Match(name.c_str());
  return 0;
}
