// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A pool's consumer that keeps what it gets, and checks what holds for every buffer.
#ifndef ROCJFR_TESTS_ROCTRACER_COLLECTOR_H_
#define ROCJFR_TESTS_ROCTRACER_COLLECTOR_H_

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "roctracer/roctracer.h"
#include "roctracer/roctracer_ext.h"

namespace rocjfr::test {

constexpr uint32_t kDispatch = 0, kCopy = 1, kBarrier = 2;  // of HIP_OPS

struct Kept {
  activity_record_t record;
  std::string name;    // of a dispatch
  bool named = false;  // it had one
};

class Collector {
 public:
  explicit Collector(size_t buffer_size = 0x10000) { properties_.buffer_size = buffer_size; }

  roctracer_properties_t& properties() {
    properties_.buffer_callback_fun = &Collector::OnBuffer;
    properties_.buffer_callback_arg = this;
    return properties_;
  }
  // Opens the default pool.
  void Open() { ASSERT_EQ(roctracer_open_pool(&properties()), ROCTRACER_STATUS_SUCCESS); }
  roctracer_pool_t* OpenExplicit() {
    roctracer_pool_t* pool = nullptr;
    EXPECT_EQ(roctracer_open_pool_expl(&properties(), &pool), ROCTRACER_STATUS_SUCCESS);
    return pool;
  }

  // Runs inside the buffer callback, after the records were kept.
  std::function<void()> in_callback;
  std::function<void(const char* begin, const char* end)> on_buffer;

  std::vector<Kept> Records() {
    std::lock_guard<std::mutex> lock(mutex_);
    return records_;
  }
  std::vector<Kept> Records(uint32_t domain) {
    std::vector<Kept> matching;
    for (Kept& kept : Records()) {
      if (kept.record.domain == domain) matching.push_back(std::move(kept));
    }
    return matching;
  }
  size_t Count() { return Records().size(); }
  std::vector<size_t> Sizes() {  // of the buffers, in records
    std::lock_guard<std::mutex> lock(mutex_);
    return sizes_;
  }
  size_t Buffers() { return Sizes().size(); }

  // False: not within ten minutes.
  bool WaitForBuffers(size_t count) {
    for (int i = 0; i < 600000; ++i) {
      if (Buffers() >= count) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }

 private:
  static void OnBuffer(const char* begin, const char* end, void* arg) {
    auto* self = static_cast<Collector*>(arg);
    const auto bytes = static_cast<size_t>(end - begin);
    EXPECT_GT(bytes, 0u);
    EXPECT_EQ(bytes % sizeof(activity_record_t), 0u) << "whole records only";
    {
      std::lock_guard<std::mutex> lock(self->mutex_);
      const auto* record = reinterpret_cast<const activity_record_t*>(begin);
      const auto* last = reinterpret_cast<const activity_record_t*>(end);
      while (record < last) {
        uint32_t padding = 0;
        memcpy(&padding, reinterpret_cast<const char*>(record) + 12, sizeof(padding));
        EXPECT_EQ(padding, 0u) << "nothing uninitialised leaves the library";
        Kept kept{*record, {}, false};
        const bool dispatch = record->domain == ACTIVITY_DOMAIN_HIP_OPS && record->op == kDispatch;
        if (dispatch && record->kernel_name != nullptr) {
          kept.name = record->kernel_name;
          kept.named = true;
        }
        self->records_.push_back(kept);
        EXPECT_EQ(roctracer_next_record(record, &record), ROCTRACER_STATUS_SUCCESS);
      }
      EXPECT_EQ(record, last);
      self->sizes_.push_back(bytes / sizeof(activity_record_t));
    }
    if (self->on_buffer) self->on_buffer(begin, end);
    if (self->in_callback) self->in_callback();
  }

  roctracer_properties_t properties_ = {};
  std::mutex mutex_;
  std::vector<Kept> records_;
  std::vector<size_t> sizes_;
};

// The calling thread's error text.
inline std::string ErrorText() {
  const char* text = roctracer_error_string();
  std::string copy = text == nullptr ? "(null)" : text;
  free(const_cast<char*>(text));
  return copy;
}

#define EXPECT_OK(call) EXPECT_EQ((call), ROCTRACER_STATUS_SUCCESS) << ErrorText()
#define ASSERT_OK(call) ASSERT_EQ((call), ROCTRACER_STATUS_SUCCESS) << ErrorText()
// The call returns `status` and its text is `text` and a newline.
#define EXPECT_FAILS(call, status, text) \
  do {                                   \
    EXPECT_EQ((call), (status));         \
    EXPECT_EQ(ErrorText(), (text "\n")); \
  } while (false)

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_ROCTRACER_COLLECTOR_H_
