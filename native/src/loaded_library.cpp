// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "loaded_library.h"

#include <link.h>

#include <cstring>

namespace rocjfr {

std::string FileName(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::vector<std::string> LoadedLibraries() {
  std::vector<std::string> paths;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* arg) {
        if (info->dlpi_name == nullptr || *info->dlpi_name == '\0') return 0;
        static_cast<std::vector<std::string>*>(arg)->emplace_back(info->dlpi_name);
        return 0;
      },
      &paths);
  return paths;
}

std::string FindLoadedLibrary(const char* prefix) {
  for (const std::string& path : LoadedLibraries()) {
    if (FileName(path).compare(0, strlen(prefix), prefix) == 0) return path;
  }
  return "";
}

bool LibrariesLoadedSince(uint64_t* counter) noexcept {
  uint64_t adds = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* arg) {
        *static_cast<uint64_t*>(arg) = info->dlpi_adds;
        return 1;
      },
      &adds);
  if (adds == *counter) return false;
  *counter = adds;
  return true;
}

}  // namespace rocjfr
