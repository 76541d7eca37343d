// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A tool of HSA's that says when it is called, by its letter: TOOL_LETTER. With TOOL_PRIORITY it is
// found where it is loaded.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define TOOL_API extern "C" __attribute__((visibility("default")))

#ifdef TOOL_PRIORITY
TOOL_API const uint32_t HSA_AMD_TOOL_PRIORITY;
const uint32_t HSA_AMD_TOOL_PRIORITY = TOOL_PRIORITY;
#endif

namespace {
constexpr char kName[] = {TOOL_LETTER, '\0'};
}

TOOL_API bool OnLoad(void*, uint64_t, uint64_t failed, const char* const* names) {
  printf("+%s", kName);
  for (uint64_t i = 0; i < failed; ++i) {
    const char* slash = strrchr(names[i], '/');
    printf("(without %s)", slash == nullptr ? names[i] : slash + 1);
  }
  const char* refuses = getenv("TOOLS_THAT_REFUSE");
  return refuses == nullptr || strstr(refuses, kName) == nullptr;
}
TOOL_API void OnUnload() {
  printf("-%s", kName);
}
