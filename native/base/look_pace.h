// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How often to look for a library that is not loaded yet. Libraries come in groups, and the first
// calls of a new one are missed. So the looks are frequent for a second after a load or a request,
// and else seldom, because the library may never come.
#ifndef ROCJFR_BASE_LOOK_PACE_H_
#define ROCJFR_BASE_LOOK_PACE_H_

#include <cstdint>

namespace rocjfr {

class LookPace {
 public:
  static constexpr uint32_t kOftenUs = 5000, kSeldomUs = 320000;
  static constexpr uint32_t kOften = 200;

  // How long to wait after a look in vain; `news`: something has happened since the last one.
  uint32_t NextUs(bool news) noexcept {
    if (news) looks_ = 0;
    if (looks_ == kOften) return kSeldomUs;
    ++looks_;
    return kOftenUs;
  }

 private:
  uint32_t looks_ = 0;
};

}  // namespace rocjfr
#endif  // ROCJFR_BASE_LOOK_PACE_H_
