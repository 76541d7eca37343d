// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A consumer of the tracer's rings for tests: what the Java side is in the product.
#ifndef ROCJFR_TESTS_CORE_DRAINER_H_
#define ROCJFR_TESTS_CORE_DRAINER_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "rocjfr/rocjfr.h"

namespace rocjfr::test {

struct Activity {
  rocjfr_record_t record;
  bool has_submit = false;
  rocjfr_submit_t submit = {};
  rocjfr_opencl_work_t work = {};  // OPENCL_OPS
  std::string message;             // roctx
  uint32_t ring = 0;

  uint32_t thread_ref() const { return record.meta >> 8; }
};

class Drainer {
 public:
  // Takes everything published so far, at most `limit` groups from each ring.
  void Drain(std::vector<Activity>* out, uint64_t limit = UINT64_MAX) {
    auto* control = static_cast<std::atomic<uint64_t>*>(rocjfr_control());
    const uint64_t rings = control[0].load(std::memory_order_acquire);
    for (uint32_t i = 0; i < rings; ++i) DrainRing(i, out, limit, TailOf(i));
  }

 private:
  static std::atomic<uint64_t>& Word(uint32_t index, uint32_t offset) {
    auto* ring = static_cast<char*>(rocjfr_ring(index, nullptr));
    return *reinterpret_cast<std::atomic<uint64_t>*>(ring + offset);
  }
  static uint64_t TailOf(uint32_t index) { return Word(index, 0).load(std::memory_order_acquire); }
  // After what its thread had written to smaller rings before.
  static void DrainRing(uint32_t index, std::vector<Activity>* out, uint64_t limit, uint64_t tail) {
    auto* ring = static_cast<char*>(rocjfr_ring(index, nullptr));
    auto& head_word = Word(index, 64);
    if (head_word.load(std::memory_order_relaxed) >= tail) return;
    uint64_t slots, after_ring, after_tail;
    memcpy(&slots, ring + 128, sizeof(slots));
    memcpy(&after_ring, ring + 136, sizeof(after_ring));
    memcpy(&after_tail, ring + 144, sizeof(after_tail));
    if (after_ring != 0) {
      const auto before = static_cast<uint32_t>(after_ring - 1);
      DrainRing(before, out, limit, after_tail);
      if (Word(before, 64).load(std::memory_order_relaxed) < after_tail) return;
    }
    const auto slot = [&](uint64_t count) {
      return ring + ROCJFR_RING_HEADER_BYTES + (count & (slots - 1)) * ROCJFR_SLOT_BYTES;
    };
    uint64_t head = head_word.load(std::memory_order_relaxed);
    for (uint64_t taken = 0; head < tail && taken < limit; ++taken) {
      Activity activity;
      activity.ring = index;
      memcpy(&activity.record, slot(head), sizeof(activity.record));
      const uint32_t group = activity.record.meta & 0xFF;
      if (activity.record.domain == ROCJFR_DOMAIN_ROCTX) {
        for (uint32_t i = 1; i < group; ++i) activity.message.append(slot(head + i), 64);
        activity.message.resize(activity.record.bytes);
      } else if (group > 1) {
        activity.has_submit = true;
        memcpy(&activity.submit, slot(head + 1), sizeof(activity.submit));
        if (group > 2) memcpy(&activity.work, slot(head + 2), sizeof(activity.work));
      }
      head += group;
      if (out != nullptr) out->push_back(std::move(activity));
    }
    head_word.store(head, std::memory_order_release);
  }
};

// A consumer on a thread of its own: takes at most `limit` groups from each ring, sleeps, and so
// on, until stopped; then it takes what is left.
class SlowConsumer {
 public:
  explicit SlowConsumer(int pause_us, uint64_t limit = UINT64_MAX)
      : thread_([this, pause_us, limit] {
          rocjfr_this_thread_drains();
          Drainer drainer;
          while (!done_.load()) {
            drainer.Drain(&taken_, limit);
            std::this_thread::sleep_for(std::chrono::microseconds(pause_us));
          }
          drainer.Drain(&taken_);
        }) {}
  std::vector<Activity> Stop() {
    done_.store(true);
    thread_.join();
    return std::move(taken_);
  }

 private:
  std::vector<Activity> taken_;
  std::atomic<bool> done_{false};
  std::thread thread_;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_DRAINER_H_
