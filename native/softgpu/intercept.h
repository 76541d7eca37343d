// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Queues whose packets tools see, and may change, before the device does.

#ifndef ROCJFR_SOFTGPU_INTERCEPT_H_
#define ROCJFR_SOFTGPU_INTERCEPT_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "device_signal.h"
#include "hsa_compat.h"
#include "queue.h"

namespace rocjfr::softgpu {

/// hsa_api_trace.h's, which is C++ with assertions of its own.
using PacketWriter = void (*)(const void* packets, uint64_t count);
using PacketHandler = void (*)(const void* packets, uint64_t count, uint64_t user_packet_index,
                               void* data, PacketWriter writer);

/// A queue in front of another one. As in ROCm's runtime the handlers run on the thread that rings
/// the doorbell, one packet at a time, the last registered handler first; what the first registered
/// one writes goes to the other queue. Where that is full the thread waits for it.
class InterceptQueue : public Ringer {
 public:
  /// Throws std::bad_alloc or std::system_error.
  static std::unique_ptr<InterceptQueue> create(const Queue::Options& options);
  ~InterceptQueue() override;

  InterceptQueue(const InterceptQueue&) = delete;
  InterceptQueue& operator=(const InterceptQueue&) = delete;

  hsa_queue_t* handle() { return &abi_.hsa_queue; }
  Queue& below() { return *below_; }
  std::unique_ptr<Queue> take_below() { return std::move(below_); }
  void add(PacketHandler handler, void* data);

  void rung() override;

 private:
  struct Packet;
  struct Handler {
    PacketHandler function;
    void* data;
  };

  explicit InterceptQueue(const Queue::Options& options);
  static void write(const void* packets, uint64_t count);
  void submit(const void* packets, uint64_t count);
  void tell(const void* packets, uint64_t count, uint64_t index, size_t handlers);

  amd_queue_t abi_{};
  Queue::Options user_;
  std::unique_ptr<Queue> below_;
  Signal* doorbell_ = nullptr;
  Packet* ring_ = nullptr;
  std::recursive_mutex mutex_;     // a handler may ring
  std::vector<Handler> handlers_;  // guarded by mutex_
  uint64_t next_ = 0;              // guarded by mutex_
  bool telling_ = false;           // guarded by mutex_
};

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_INTERCEPT_H_
