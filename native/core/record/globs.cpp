// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "globs.h"

#include <fnmatch.h>

#include <sstream>

namespace rocjfr {

Globs::Globs(const char* list) {
  std::istringstream parts(list == nullptr ? "" : list);
  for (std::string glob; std::getline(parts, glob, ',');) {
    const auto first = glob.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) continue;
    globs_.push_back(glob.substr(first, glob.find_last_not_of(" \t\r\n") - first + 1));
  }
}

bool Globs::Match(const char* name) const noexcept {
  for (const std::string& glob : globs_) {
    if (fnmatch(glob.c_str(), name, FNM_NOESCAPE) == 0) return true;
  }
  return false;
}

}  // namespace rocjfr
