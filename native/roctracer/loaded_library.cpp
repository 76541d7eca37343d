// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "loaded_library.h"

#include <link.h>

#include <cstring>

namespace rocjfr::roctracer {

std::string LoadedLibrary(const char* prefix) {
  struct Search {
    const char* prefix;
    std::string path;
  } search{prefix, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* arg) {
        auto* wanted = static_cast<Search*>(arg);
        const char* path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
        const char* slash = strrchr(path, '/');
        const char* name = slash == nullptr ? path : slash + 1;
        if (strncmp(name, wanted->prefix, strlen(wanted->prefix)) != 0) return 0;
        wanted->path = path;
        return 1;
      },
      &search);
  return search.path;
}

}  // namespace rocjfr::roctracer
