// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names that a comma-separated list of globs selects: * stands for any characters, ? for one;
// blanks around a glob do not count.
#ifndef ROCJFR_CORE_RECORD_GLOBS_H_
#define ROCJFR_CORE_RECORD_GLOBS_H_

#include <string>
#include <vector>

namespace rocjfr {

class Globs {
 public:
  // NULL: none. Throws std::bad_alloc.
  explicit Globs(const char* list);
  // No name matches.
  bool empty() const noexcept { return globs_.empty(); }
  // One of them matches the whole name.
  bool Match(const char* name) const noexcept;

 private:
  std::vector<std::string> globs_;
};

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_GLOBS_H_
