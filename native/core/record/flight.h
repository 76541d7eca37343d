// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Work in flight of a source that follows each piece by itself: what was submitted, and neither
// delivered nor given up. What is given up is counted as lost at once, and not recorded any more:
// each piece is one or the other.
#ifndef ROCJFR_CORE_RECORD_FLIGHT_H_
#define ROCJFR_CORE_RECORD_FLIGHT_H_

#include <atomic>
#include <cstdint>

#include "submissions.h"

namespace rocjfr {

// Any thread; lock-free.
class Flight {
 public:
  // A piece was submitted. Returns its generation.
  uint32_t Submit() noexcept {
    return static_cast<uint32_t>(word_.fetch_add(1, std::memory_order_acq_rel) >> kCountBits);
  }
  // The piece has ended. False: it was given up before. True: it is the caller's to record, who
  // then calls Delivered.
  bool Claim(uint32_t generation) noexcept {
    delivering_.fetch_add(1, std::memory_order_acq_rel);
    uint64_t word = word_.load(std::memory_order_acquire);
    do {
      if (static_cast<uint32_t>(word >> kCountBits) != generation) {
        delivering_.fetch_sub(1, std::memory_order_acq_rel);
        return false;
      }
    } while (!word_.compare_exchange_weak(word, word - 1, std::memory_order_acq_rel));
    return true;
  }
  void Delivered() noexcept { delivering_.fetch_sub(1, std::memory_order_acq_rel); }

  uint64_t Count() const noexcept {
    // In this order: a piece that is claimed meanwhile is counted in one of them.
    const uint64_t waiting = word_.load(std::memory_order_acquire) & kCountMask;
    return waiting + delivering_.load(std::memory_order_acquire);
  }
  // Gives up what is in flight; returns how many pieces.
  uint64_t Abandon() noexcept {
    uint64_t word = word_.load(std::memory_order_acquire);
    while (!word_.compare_exchange_weak(word, ((word >> kCountBits) + 1) << kCountBits,
                                        std::memory_order_acq_rel)) {
    }
    return word & kCountMask;
  }

 private:
  static constexpr uint32_t kCountBits = 32;
  static constexpr uint64_t kCountMask = (uint64_t{1} << kCountBits) - 1;
  std::atomic<uint64_t> word_{0};  // generation, count
  std::atomic<uint64_t> delivering_{0};
};

// OpenCL's.
extern Flight g_opencl_flight;

// HIP's work in flight that comes no more is counted as lost (cause inFlight): all, or that of the
// calls for which `which` returns true. Returns how many pieces.
uint64_t LoseInFlight(bool (*which)(const InFlightCall& call, void* argument),
                      void* argument) noexcept;

// Forgets what is in flight of a domain of work, unless `wanted` returns true for it. Counts it as
// lost (cause inFlight) and returns how many pieces of work it was.
uint64_t AbandonUnless(bool (*wanted)(uint32_t domain)) noexcept;

// HIP's pieces of work that are not waited for any more. Any thread.
void CountGivenUp(uint64_t pieces) noexcept;
uint64_t GivenUp() noexcept;

// See rocjfr_in_flight. And of HIP alone.
uint64_t InFlight() noexcept;
uint64_t HipInFlight() noexcept;
// Whether the runtime still has records to report, as far as it can tell: true where it cannot.
bool RuntimeHasPending() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_FLIGHT_H_
