// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "loaded_library.h"

#include <cstring>

namespace rocjfr {

const char* FileName(const char* path) noexcept {
  const char* slash = strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

std::string FindLoadedLibrary(const char* prefix) {
  std::string found;
  EachLoadedLibrary([&](const char* path) {
    if (strncmp(FileName(path), prefix, strlen(prefix)) != 0) return false;
    found = path;
    return true;
  });
  return found;
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
