// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The libraries that are loaded into this process. Each of our libraries compiles this by itself.
#ifndef ROCJFR_BASE_LOADED_LIBRARY_H_
#define ROCJFR_BASE_LOADED_LIBRARY_H_

#include <link.h>

#include <cstdint>
#include <string>

#include "fork.h"

namespace rocjfr {

// "/opt/lib/libx.so" -> "libx.so", a part of the path.
const char* FileName(const char* path) noexcept;

// Calls visit(path) for each in the order of loading, until it returns true; not for the program
// itself and what has no name. Without an allocation, since this is done often while a library is
// waited for; under the loader's lock of its list, not under that which constructors run under.
template <typename Visit>
void EachLoadedLibrary(Visit visit) {
  const ForkHold hold;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* arg) {
        if (info->dlpi_name == nullptr || *info->dlpi_name == '\0') return 0;
        return (*static_cast<Visit*>(arg))(info->dlpi_name) ? 1 : 0;
      },
      &visit);
}

// The path of the first whose file name starts with `prefix`; "" if there is none.
std::string FindLoadedLibrary(const char* prefix);

// Where a library lies.
struct LibraryRange {
  uintptr_t begin = 0, end = 0;
  bool Contains(const void* address) const noexcept {
    const auto place = reinterpret_cast<uintptr_t>(address);
    return place >= begin && place < end;
  }
};
// Of the library that holds this address; empty if none does. Unlike dladdr it does not wait for
// whoever is loading a library.
LibraryRange RangeOfLibrary(const void* address) noexcept;

// True where libraries were loaded or have gone since the last call with the same counter (start it
// with 0).
bool LibrariesChangedSince(uint64_t* counter) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_BASE_LOADED_LIBRARY_H_
