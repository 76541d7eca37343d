// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Another tool of HIP 5.3 and later: traces everything, as AMD's roctracer does, with ids from 1.
#ifndef ROCJFR_TESTS_CORE_OTHER_TOOL_H_
#define ROCJFR_TESTS_CORE_OTHER_TOOL_H_

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <set>
#include <vector>

#include "rocjfr/rocjfr.h"

namespace rocjfr::test {

using TracerCallback = int (*)(uint32_t domain, uint32_t op, void* data);

// As a tool that was linked to the runtime, or that looks among all libraries.
inline void RegisterTool(TracerCallback callback) {
  reinterpret_cast<void (*)(TracerCallback)>(dlsym(RTLD_DEFAULT, "hipRegisterTracerCallback"))(
      callback);
}

struct OtherTool {
  using Phase = void (*)(uint32_t op, void* frame);

  inline static uint32_t frame_bytes = 1520;
  inline static std::atomic<uint64_t> next_id{1}, enters{0}, exits{0}, wrong{0}, calls_refused{0};
  inline static std::atomic<bool> traces_calls{true}, wants_work{true};
  inline static std::mutex mutex;
  inline static std::set<uint64_t> ids;
  inline static std::vector<uint64_t> work;  // correlation ids

  // Each phase found its own call's frame, and all work is of calls that it knows.
  static void ExpectConsistent() {
    EXPECT_EQ(enters.load(), exits.load());
    EXPECT_EQ(wrong.load(), 0u);
    std::lock_guard<std::mutex> lock(mutex);
    for (const uint64_t id : work) EXPECT_EQ(ids.count(id), 1u) << id;
  }

  static int OnRuntime(uint32_t domain, uint32_t, void* data) {
    if (domain == ROCJFR_DOMAIN_HIP_API) return OnApi(data);
    if (!wants_work) return -1;
    if (data != nullptr && data != reinterpret_cast<void*>(1)) {
      std::lock_guard<std::mutex> lock(mutex);
      work.push_back(static_cast<const rocjfr_record_t*>(data)->correlation_id);
    }
    return 0;
  }

 private:
  struct Tail {
    uint64_t enter_ns;
    uint64_t phase_data;
    Phase enter;
    Phase exit;
  };
  static Tail* TailOf(void* frame) {
    return reinterpret_cast<Tail*>(static_cast<char*>(frame) + frame_bytes);
  }
  static uint64_t IdOf(const void* frame) { return *static_cast<const uint64_t*>(frame); }

  static int OnApi(void* frame) {
    if (!traces_calls) {
      ++calls_refused;
      return -1;
    }
    const uint64_t id = next_id++;
    memcpy(frame, &id, sizeof(id));
    *TailOf(frame) = {0, id + 7, &OnEnter, &OnExit};
    std::lock_guard<std::mutex> lock(mutex);
    ids.insert(id);
    return 0;
  }
  static void Check(void* frame) {
    if (TailOf(frame)->phase_data != IdOf(frame) + 7) ++wrong;
  }
  static void OnEnter(uint32_t, void* frame) {
    ++enters;
    Check(frame);
  }
  static void OnExit(uint32_t, void* frame) {
    ++exits;
    Check(frame);
  }
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_OTHER_TOOL_H_
