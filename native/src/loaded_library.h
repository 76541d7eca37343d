// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The libraries that are loaded into this process. Each of our libraries compiles this by itself.
#ifndef ROCJFR_SRC_LOADED_LIBRARY_H_
#define ROCJFR_SRC_LOADED_LIBRARY_H_

#include <cstdint>
#include <string>
#include <vector>

namespace rocjfr {

// "/opt/lib/libx.so" -> "libx.so".
std::string FileName(const std::string& path);
// All paths, in the order of loading; without the program itself and what has no name.
std::vector<std::string> LoadedLibraries();
// The path of the first whose file name starts with `prefix`; "" if there is none.
std::string FindLoadedLibrary(const char* prefix);

// True where libraries were loaded since the last call with the same counter (start it with 0).
bool LibrariesLoadedSince(uint64_t* counter) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_SRC_LOADED_LIBRARY_H_
