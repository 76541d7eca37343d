// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "tools.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <string>

#include "log.h"

namespace rocjfr::softgpu {
namespace {

// What an HsaApiTable begins with. The tables of functions are absent: a tool that looks for them
// reads here that there are none.
struct ApiTable {
  uint32_t major_id = 0;
  uint32_t minor_id = sizeof(ApiTable);
  uint32_t step_id = 0;
  uint32_t reserved = 0;
  void* tables[16] = {};
};

using OnLoad = bool (*)(void* table, uint64_t runtime_version, uint64_t failed_tools,
                        const char* const* failed_tool_names);

void load_tool(const std::string& path) {
  static ApiTable table;
  void* library = dlopen(path.c_str(), RTLD_NOW);
  auto on_load = library == nullptr ? nullptr : reinterpret_cast<OnLoad>(dlsym(library, "OnLoad"));
  if (on_load == nullptr) {
    log(LogLevel::kError, "tool %s: %s", path.c_str(),
        library == nullptr ? dlerror() : "has no function OnLoad");
    return;
  }
  if (!on_load(&table, 1, 0, nullptr)) {
    log(LogLevel::kError, "tool %s: refuses to be loaded", path.c_str());
  }
}

}  // namespace

void load_tools() {
  static std::once_flag once;
  std::call_once(once, [] {
    const char* list = getenv("HSA_TOOLS_LIB");
    if (list == nullptr) return;
    std::string name;
    for (const char* c = list;; ++c) {
      if (*c != '\0' && *c != ' ' && *c != ':') {
        name += *c;
        continue;
      }
      if (!name.empty()) load_tool(name);
      name.clear();
      if (*c == '\0') return;
    }
  });
}

}  // namespace rocjfr::softgpu
