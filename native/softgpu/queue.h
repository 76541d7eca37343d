// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// AQL queues: a ring of packets that one thread of the device works off in order.

#ifndef ROCJFR_SOFTGPU_QUEUE_H_
#define ROCJFR_SOFTGPU_QUEUE_H_

#include <atomic>
#include <memory>
#include <thread>
#include <unordered_map>
#include <vector>

#include "device_signal.h"
#include "hsa_compat.h"
#include "lifecycle.h"
#include "parker.h"

namespace rocjfr::softgpu {

using QueueErrorCallback = void (*)(hsa_status_t, hsa_queue_t*, void*);

class Queue {
 public:
  struct Options {
    int gpu;
    uint32_t packets;  // a power of two
    hsa_queue_type32_t type;
    QueueErrorCallback on_error;
    void* on_error_data;
  };

  /// Throws std::bad_alloc or std::system_error.
  static std::unique_ptr<Queue> create(const Options& options);
  ~Queue();

  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  hsa_queue_t* handle() { return &abi_.hsa_queue; }
  /// What tools are told that it is; before it is used.
  void show_as(const hsa_queue_t* queue) { shown_ = queue; }
  volatile uint64_t* write_index() { return &abi_.write_dispatch_id; }
  volatile uint64_t* read_index() { return &abi_.read_dispatch_id; }

  /// Of the ring of a queue with so many packets.
  static size_t ring_bytes(uint32_t packets);

  /// Packets that were not begun are not executed any more.
  void inactivate();

  /// Stops the thread and waits for it. False where that cannot be waited for, and the queue must
  /// not be destroyed: in its own thread, in a forked child, or while the process exits and a host
  /// kernel does not return.
  bool stop();

 private:
  struct Packet;

  explicit Queue(const Options& options);
  void run();
  hsa_status_t execute(const Packet& packet);
  hsa_status_t dispatch(const Packet& packet);
  hsa_status_t barrier_and(const Packet& packet);
  hsa_status_t barrier_or(const Packet& packet);
  hsa_status_t vendor(const Packet& packet);
  void finish_barrier(hsa_signal_t completion);
  void fail(hsa_status_t status);
  void need_scratch(uint32_t bytes);
  void free_scratch();

  amd_queue_t abi_{};
  const Options options_;
  Signal* doorbell_ = nullptr;
  Signal* inactive_ = nullptr;
  Packet* ring_ = nullptr;
  const hsa_queue_t* shown_ =
      &abi_.hsa_queue;          // to tools: the queue in front of it, if there is one
  uint64_t next_ = 0;           // the packet that is executed
  uint32_t scratch_bytes_ = 0;  // of one work-item
  const std::shared_ptr<Parker> parker_ = std::make_shared<Parker>();
  std::atomic<bool> stop_{false};
  std::atomic<bool> stopped_{false};
  std::unique_ptr<std::thread> thread_;
};

class InterceptQueue;

/// Which queues exist.
class Queues {
 public:
  static Queues& instance();

  hsa_status_t create(const Queue::Options& options, hsa_queue_t** out);
  hsa_status_t create_intercepted(const Queue::Options& options, hsa_queue_t** out);
  /// nullptr where that is no such queue.
  InterceptQueue* intercepted(const hsa_queue_t* handle) const;

  /// INVALID_QUEUE where there is no such queue.
  hsa_status_t destroy(hsa_queue_t* handle);
  hsa_status_t inactivate(hsa_queue_t* handle);

  bool exists(const hsa_queue_t* handle) const;
  uint64_t live() const;

 private:
  Queues();
  ~Queues();

  mutable ForkSafeMutex mutex_;
  std::unordered_map<const hsa_queue_t*, std::unique_ptr<Queue>> queues_;  // guarded by mutex_
  std::unordered_map<const hsa_queue_t*, std::unique_ptr<InterceptQueue>>
      intercepted_;                                // guarded by mutex_
  std::vector<std::unique_ptr<Queue>> abandoned_;  // whose threads still run; guarded by mutex_
};

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_QUEUE_H_
