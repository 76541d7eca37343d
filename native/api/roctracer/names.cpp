// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "names.h"

#include <cstring>
#include <mutex>
#include <string>
#include <unordered_set>

#include "base/leaky_singleton.h"

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
  return LeakySingleton<Names>();
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

KeptName KeepAnyName(Thread::CachedName& cached, const char* name, uint32_t ref) noexcept {
  // Pointers are reused: the text decides.
  if (cached.key == name && cached.name != nullptr && strcmp(cached.name, name) == 0) {
    cached.ref = ref;
  } else {
    const char* kept = Keep(name);
    cached = {name, kept, kept == nullptr ? 0 : strlen(kept) + 1, ref};
  }
  return {cached.name, cached.bytes};
}

}  // namespace rocjfr::roctracer
