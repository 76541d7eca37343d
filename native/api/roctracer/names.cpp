// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "names.h"

#include <cstring>
#include <mutex>
#include <string>
#include <unordered_set>

#include "base/never_destroyed.h"

namespace rocjfr::roctracer {
namespace {

// A program that compiles kernels at run time can make names without end: beyond these bounds
// kernels are recorded without a name.
constexpr size_t kMaxNames = 1u << 20;
constexpr size_t kMaxBytes = 64u << 20;

struct Names {
  std::mutex mutex;
  std::unordered_set<std::string> all;  // never moves an element
  size_t bytes = 0;
};
Names& TheNames() {
  return NeverDestroyed<Names>();
}

const char* Keep(const char* name) noexcept {
  try {
    Names& names = TheNames();
    std::string text = name;
    std::lock_guard<std::mutex> lock(names.mutex);
    const auto known = names.all.find(text);
    if (known != names.all.end()) return known->c_str();
    if (names.all.size() >= kMaxNames || names.bytes + text.size() > kMaxBytes) return nullptr;
    names.bytes += text.size();
    return names.all.insert(std::move(text)).first->c_str();
  } catch (...) {
    return nullptr;
  }
}

}  // namespace

KeptName KeepName(Thread& thread, const char* name, uint32_t ref) noexcept {
  if (name == nullptr) return {};
  const auto bits = reinterpret_cast<uintptr_t>(name);
  constexpr uintptr_t kPlaces = sizeof(thread.names) / sizeof(thread.names[0]);
  Thread::CachedName& cached = thread.names[(bits >> 4 ^ bits >> 9) % kPlaces];
  if (cached.key == name && cached.name != nullptr) {
    if (ref != 0 && cached.ref == ref) return {cached.name, cached.bytes};
    // Pointers are reused: the text decides.
    if (strcmp(cached.name, name) == 0) {
      cached.ref = ref;
      return {cached.name, cached.bytes};
    }
  }
  const char* kept = Keep(name);
  cached = {name, kept, kept == nullptr ? 0 : strlen(kept) + 1, ref};
  return {cached.name, cached.bytes};
}

}  // namespace rocjfr::roctracer
