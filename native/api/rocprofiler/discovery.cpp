// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where tools are looked for: what was forced, ROCP_TOOL_LIBRARIES, the program, all libraries that
// are loaded.
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

#include "base/loaded_library.h"
#include "clients.h"
#include "core_link.h"

// The program's, where it was linked with this library.
#pragma weak rocprofiler_configure

namespace rocjfr::sdk {
namespace {

constexpr const char* kSymbol = "rocprofiler_configure";

void Add(std::vector<FoundTool>* tools, const std::string& name, void* symbol) {
  auto configure = reinterpret_cast<rocprofiler_configure_func_t>(symbol);
  if (configure == nullptr) return;
  for (const FoundTool& tool : *tools) {
    if (tool.configure == configure) return;
  }
  tools->push_back({name, configure});
}

void AddLibrary(std::vector<FoundTool>* tools, const std::string& path) {
  // Tools stay loaded: they are called back until the end.
  void* handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) {
    TellProblem(("ROCP_TOOL_LIBRARIES: " + path + " cannot be loaded: " + dlerror()).c_str());
    return;
  }
  void* symbol = dlsym(handle, kSymbol);
  if (symbol == nullptr) {
    TellProblem(("ROCP_TOOL_LIBRARIES: " + path + " has no function " + kSymbol).c_str());
  }
  Add(tools, path, symbol);
}

std::vector<std::string> LoadedLibraries() {
  std::vector<std::string> paths;
  EachLoadedLibrary([&paths](const char* path) {
    paths.push_back(path);
    return false;
  });
  return paths;
}

}  // namespace

std::vector<FoundTool> FindTools(rocprofiler_configure_func_t first) {
  std::vector<FoundTool> tools;
  Add(&tools, "(forced)", reinterpret_cast<void*>(first));
  if (const char* list = getenv("ROCP_TOOL_LIBRARIES")) {
    std::string path;
    for (const char* c = list;; ++c) {
      if (*c != '\0' && *c != ':') {
        path += *c;
        continue;
      }
      if (!path.empty()) AddLibrary(&tools, path);
      path.clear();
      if (*c == '\0') break;
    }
  }
  Add(&tools, "(program)", reinterpret_cast<void*>(&rocprofiler_configure));
  Add(&tools, "(program)", dlsym(RTLD_DEFAULT, kSymbol));
  for (const std::string& path : LoadedLibraries()) {
    void* handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) continue;
    Add(&tools, path, dlsym(handle, kSymbol));
    dlclose(handle);
  }
  return tools;
}

bool ToolExpected() noexcept {
  const char* list = getenv("ROCP_TOOL_LIBRARIES");
  return (list != nullptr && list[0] != '\0') || dlsym(RTLD_DEFAULT, kSymbol) != nullptr;
}

}  // namespace rocjfr::sdk
