// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Kernel names between the runtime's report and the buffer. Each is kept once, for the life of the
// process, because the runtime's own text may be gone when the buffer is filled.
#ifndef ROCJFR_API_ROCTRACER_NAMES_H_
#define ROCJFR_API_ROCTRACER_NAMES_H_

#include <cstdint>

#include "thread.h"

namespace rocjfr::roctracer {

struct KeptName {
  const char* text = nullptr;
  uint64_t bytes = 0;  // with the zero at its end
};
// The same with `cached`, where `name` belongs in its thread's, and which does not hold it.
KeptName KeepAnyName(Thread::CachedName& cached, const char* name, uint32_t ref) noexcept;
// The kept text that is equal to `name`; nullptr for nullptr and where no more can be kept. `ref`:
// the core's of the launch's kernel, 0 unknown. The same kernel with its name at the same place has
// the same name, which then is not compared.
inline KeptName KeepName(Thread& thread, const char* name, uint32_t ref) noexcept {
  if (name == nullptr) return {};
  const auto bits = reinterpret_cast<uintptr_t>(name);
  constexpr uintptr_t kPlaces = sizeof(thread.names) / sizeof(thread.names[0]);
  Thread::CachedName& cached = thread.names[(bits >> 4 ^ bits >> 9) % kPlaces];
  if (cached.key == name && ref != 0 && cached.ref == ref && cached.name != nullptr) {
    return {cached.name, cached.bytes};
  }
  return KeepAnyName(cached, name, ref);
}

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_NAMES_H_
