// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "tools.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "api_tables.h"
#include "log.h"

namespace rocjfr::softgpu {
namespace {

using OnLoad = bool (*)(void* table, uint64_t runtime_version, uint64_t failed_tools,
                        const char* const* failed_tool_names);
using OnUnload = void (*)();

struct Tool {
  std::string name;
  void* library;
  uint32_t order;
};

// Blanks separate names.
std::vector<std::string> names_in(const char* list) {
  std::vector<std::string> names(1);
  for (const char* c = list; c != nullptr && *c != '\0'; ++c) {
    if (*c == ' ' || *c == ':') {
      names.emplace_back();
    } else {
      names.back() += *c;
    }
  }
  names.erase(std::remove(names.begin(), names.end(), ""), names.end());
  return names;
}

void add_named(const std::vector<std::string>& names, std::vector<Tool>* tools,
               std::vector<std::string>* failed) {
  uint32_t order = 0;
  for (const std::string& name : names) {
    if (void* library = dlopen(name.c_str(), RTLD_LAZY)) {
      tools->push_back({name, library, order++});
    } else {
      log(LogLevel::kError, "tool %s: %s", name.c_str(), dlerror());
      failed->push_back(name);
    }
  }
}

void add_loaded(uint32_t first, std::vector<Tool>* tools) {
  std::vector<std::string> paths;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* argument) {
        if (info->dlpi_name != nullptr && *info->dlpi_name != '\0') {
          static_cast<std::vector<std::string>*>(argument)->push_back(info->dlpi_name);
        }
        return 0;
      },
      &paths);
  for (const std::string& path : paths) {
    void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr) continue;
    const auto* priority = static_cast<const uint32_t*>(dlsym(library, "HSA_AMD_TOOL_PRIORITY"));
    // Also what a library that it needs has; that stands in the list itself.
    Dl_info of = {};
    if (priority == nullptr || dladdr(priority, &of) == 0 || path != of.dli_fname) {
      dlclose(library);
    } else {
      tools->push_back({path, library, *priority + first});
    }
  }
}

bool call(const Tool& tool, RootTable* table, const std::vector<std::string>& failed) {
  auto on_load = reinterpret_cast<OnLoad>(dlsym(tool.library, "OnLoad"));
  if (on_load == nullptr) {
    log(LogLevel::kError, "tool %s: has no function OnLoad", tool.name.c_str());
    return false;
  }
  std::vector<const char*> names;
  for (const std::string& name : failed) names.push_back(name.c_str());
  if (on_load(table, table->version.major_id, names.size(), names.data())) return true;
  log(LogLevel::kError, "tool %s: refuses to be loaded", tool.name.c_str());
  return false;
}

// Those that were loaded; never destroyed, and used by hsa_init and hsa_shut_down alone.
std::vector<Tool>& loaded() {
  static auto* tools = new std::vector<Tool>;
  return *tools;
}

bool is_set(const char* variable) {
  const char* value = getenv(variable);
  return value != nullptr && *value != '\0' && strcmp(value, "0") != 0;
}

}  // namespace

void load_tools() {
  RootTable* table = reset_tables();
  const char* mode = getenv("SOFTGPU_TOOLS");
  const std::string as = mode == nullptr ? "" : mode;
  if (as == "registered" && !is_set("HSA_TOOLS_ROCPROFILER_V1_TOOLS")) return;
  const std::vector<std::string> names = names_in(getenv("HSA_TOOLS_LIB"));
  std::vector<Tool> tools;
  std::vector<std::string> failed;
  add_named(names, &tools, &failed);
  if (as != "named") add_loaded(static_cast<uint32_t>(names.size()), &tools);
  std::stable_sort(tools.begin(), tools.end(),
                   [](const Tool& a, const Tool& b) { return a.order < b.order; });
  std::set<void*> called;
  for (const Tool& tool : tools) {
    if (!called.insert(tool.library).second) continue;
    if (call(tool, table, failed)) {
      loaded().push_back(tool);
    } else {
      failed.push_back(tool.name);
    }
  }
}

void unload_tools() {
  std::vector<Tool> tools;
  tools.swap(loaded());
  for (auto tool = tools.rbegin(); tool != tools.rend(); ++tool) {
    auto on_unload = reinterpret_cast<OnUnload>(dlsym(tool->library, "OnUnload"));
    if (on_unload != nullptr) on_unload();
  }
  reset_tables();
}

}  // namespace rocjfr::softgpu
