// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "loaded_library.h"

#include <algorithm>
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

LibraryRange RangeOfLibrary(const void* address) noexcept {
  struct Search {
    const void* address;
    LibraryRange found;
  } search{address, {}};
  const ForkHold hold;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* arg) {
        auto* wanted = static_cast<Search*>(arg);
        LibraryRange range{UINTPTR_MAX, 0};
        bool holds = false;
        for (uint32_t i = 0; i < info->dlpi_phnum; ++i) {
          const auto& header = info->dlpi_phdr[i];
          if (header.p_type != PT_LOAD) continue;
          const uintptr_t begin = info->dlpi_addr + header.p_vaddr;
          const LibraryRange segment{begin, begin + header.p_memsz};
          holds = holds || segment.Contains(wanted->address);
          range.begin = std::min(range.begin, segment.begin);
          range.end = std::max(range.end, segment.end);
        }
        if (holds) wanted->found = range;
        return holds ? 1 : 0;
      },
      &search);
  return search.found;
}

bool LibrariesChangedSince(uint64_t* counter) noexcept {
  uint64_t changes = 0;
  const ForkHold hold;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* arg) {
        *static_cast<uint64_t*>(arg) = info->dlpi_adds + info->dlpi_subs;
        return 1;
      },
      &changes);
  if (changes == *counter) return false;
  *counter = changes;
  return true;
}

}  // namespace rocjfr
