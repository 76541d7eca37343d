// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "unused_options.h"

#include <mutex>

#include "base/leaky_singleton.h"
#include "core/java/control.h"

namespace rocjfr {
namespace {

struct Noted {
  std::mutex mutex;
  std::string text;
};

std::string Size(uint64_t bytes) {
  constexpr uint64_t kKilo = 1024;
  if (bytes % (kKilo * kKilo) == 0) return std::to_string(bytes / kKilo / kKilo) + "m";
  return bytes % kKilo == 0 ? std::to_string(bytes / kKilo) + "k" : std::to_string(bytes);
}

void Add(const char* name, const std::string& asked, const std::string& in_force,
         std::string* text) {
  *text +=
      std::string(text->empty() ? "" : ", ") + name + "=" + asked + " (it is " + in_force + ")";
}

std::string Describe(const rocjfr_options_t& options) {
  const Settings defaults;
  const Settings& now = g_settings;
  std::string text;
  if (options.ring_bytes != now.ring_bytes && options.ring_bytes != defaults.ring_bytes) {
    Add("ring", Size(options.ring_bytes), Size(now.ring_bytes), &text);
  }
  if (options.memory_bytes != now.memory_bytes && options.memory_bytes != defaults.memory_bytes) {
    Add("memory", Size(options.memory_bytes), Size(now.memory_bytes), &text);
  }
  if (options.lossless != 0 && !now.lossless) Add("lossless", "true", "false", &text);
  if (options.lossless != 0 && now.lossless && options.lossless_wait_ms != now.lossless_wait_ms) {
    Add("lossless-wait", std::to_string(options.lossless_wait_ms),
        std::to_string(now.lossless_wait_ms), &text);
  }
  if (text.empty()) return text;
  return "without effect: " + text +
         ". A tool that uses roctracer or the rocprofiler-SDK"
         " started the tracer first. Start the agent before that tool, with -javaagent";
}

}  // namespace

std::string NoteUnusedOptions(const rocjfr_options_t& options) {
  std::string text = Describe(options);
  auto& noted = LeakySingleton<Noted>();
  std::lock_guard<std::mutex> lock(noted.mutex);
  if (!text.empty()) noted.text = text;
  return text;
}

std::string UnusedOptions() {
  auto& noted = LeakySingleton<Noted>();
  std::lock_guard<std::mutex> lock(noted.mutex);
  return noted.text;
}

}  // namespace rocjfr
