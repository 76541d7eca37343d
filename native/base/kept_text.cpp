// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "kept_text.h"

#include <mutex>
#include <set>
#include <string>

#include "leaky_singleton.h"

namespace rocjfr {
namespace {

struct Texts {
  std::mutex mutex;
  std::set<std::string> all;
};

}  // namespace

const char* KeptText(const char* text) noexcept {
  try {
    Texts& texts = LeakySingleton<Texts>();
    std::lock_guard<std::mutex> lock(texts.mutex);
    return texts.all.emplace(text).first->c_str();
  } catch (...) {
    return "out of memory";
  }
}

}  // namespace rocjfr
