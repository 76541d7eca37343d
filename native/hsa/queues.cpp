// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "queues.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>

#include "base/fork.h"
#include "base/leaky_singleton.h"
#include "behaviours.h"
#include "call.h"
#include "code.h"
#include "follow.h"
#include "machine.h"
#include "roctracer/roctracer_hsa.h"
#include "tables.h"
#include "wanted.h"

namespace rocjfr::hsa {
namespace {

std::atomic<bool> g_intercepts{false};

struct Queue {
  hsa_queue_t* queue;
  hsa_agent_t agent;
  hsa_device_type_t type;
  uint32_t node;
};

struct Queues {
  std::mutex mutex;
  std::unordered_map<const hsa_queue_t*, std::unique_ptr<Queue>> ours;
};
Queues& TheQueues() {
  return LeakySingleton<Queues>();
}

bool Intercepted(const hsa_queue_t* queue) noexcept {
  Queues& queues = TheQueues();
  std::lock_guard<std::mutex> lock(queues.mutex);
  return queues.ours.count(queue) != 0;
}

// Packets of any type: 64 bytes, with the header first and the completion signal last.
struct alignas(64) Packet {
  uint16_t header;
  uint8_t rest[54];
  hsa_signal_t completion;

  uint32_t type() const noexcept { return header >> HSA_PACKET_HEADER_TYPE & 0xFF; }
};
static_assert(sizeof(Packet) == 64, "");
static_assert(offsetof(Packet, completion) ==
                  offsetof(hsa_kernel_dispatch_packet_t, completion_signal),
              "");
static_assert(offsetof(Packet, completion) == offsetof(hsa_barrier_and_packet_t, completion_signal),
              "");

uint64_t KernelOf(const Packet& packet) noexcept {
  uint64_t object;
  memcpy(&object,
         reinterpret_cast<const char*>(&packet) +
             offsetof(hsa_kernel_dispatch_packet_t, kernel_object),
         sizeof(object));
  return object;
}

void TellSubmit(const Queue& queue, const Packet& packet, const char* name) {
  if (!WantsEvent(HSA_EVT_ID_SUBMIT)) return;
  hsa_evt_data_t data = {};
  data.submit.packet = &packet;
  data.submit.kernel_name = name;
  data.submit.queue = queue.queue;
  data.submit.device_type = queue.type;
  data.submit.device_id = queue.node;
  TellEvent(HSA_EVT_ID_SUBMIT, &data);
}

void FollowPacket(const Queue& queue, Packet& packet) {
  const uint32_t type = packet.type();
  const bool dispatch = type == HSA_PACKET_TYPE_KERNEL_DISPATCH;
  const bool barrier = type == HSA_PACKET_TYPE_BARRIER_AND || type == HSA_PACKET_TYPE_BARRIER_OR;
  const char* name = dispatch ? KernelName(KernelOf(packet)) : nullptr;
  TellSubmit(queue, packet, name);
  const uint32_t op = dispatch ? ROCJFR_OP_DISPATCH : ROCJFR_OP_BARRIER;
  if ((!dispatch && !barrier) || !WantsOp(op)) return;
  packet.completion = Followed({op, CurrentCorrelationId(), queue.agent,
                                static_cast<int32_t>(queue.node), queue.queue->id, 0, name},
                               packet.completion)
                          .signal();
}

// On the thread that rings the doorbell.
void OnPackets(const void* packets, uint64_t count, uint64_t, void* data, PacketWriter writer) {
  const auto* queue = static_cast<const Queue*>(data);
  if (Forked()) return writer(packets, count);
  const auto* from = static_cast<const Packet*>(packets);
  for (uint64_t i = 0; i < count; ++i) {
    Packet packet;
    memcpy(&packet, &from[i], sizeof(packet));
    FollowPacket(*queue, packet);
    writer(&packet, 1);
  }
}

}  // namespace

bool InterceptsQueues() noexcept {
  return g_intercepts.load(std::memory_order_relaxed);
}

void ReadQueuesVariable() noexcept {
  const char* value = getenv("ROCJFR_HSA_DISPATCH");
  g_intercepts.store(value != nullptr && strcmp(value, "1") == 0);
}

hsa_status_t QueueCreate(hsa_agent_t handle, uint32_t size, hsa_queue_type32_t type,
                         void (*on_error)(hsa_status_t, hsa_queue_t*, void*), void* data,
                         uint32_t private_bytes, uint32_t group_bytes, hsa_queue_t** out) {
  using Create = decltype(&::hsa_queue_create);
  using Register = hsa_status_t (*)(hsa_queue_t*, PacketHandler, void*);
  const auto real = ROCJFR_HSA_REAL(hsa_queue_create);
  const auto plain = [&] {
    return real(handle, size, type, on_error, data, private_bytes, group_bytes, out);
  };
  const Agent* agent = FindAgent(handle);
  const auto create = reinterpret_cast<Create>(g_real[k_hsa_amd_queue_intercept_create].load());
  const auto add = reinterpret_cast<Register>(g_real[k_hsa_amd_queue_intercept_register].load());
  if (!InterceptsQueues() || agent == nullptr || agent->type != HSA_DEVICE_TYPE_GPU ||
      create == nullptr || add == nullptr) {
    return plain();
  }
  auto queue = std::unique_ptr<Queue>(new (std::nothrow) Queue());
  // Where it cannot be intercepted the program gets its queue all the same.
  if (queue == nullptr || create(handle, size, type, on_error, data, private_bytes, group_bytes,
                                 out) != HSA_STATUS_SUCCESS) {
    return plain();
  }
  ROCJFR_HSA_REAL(hsa_amd_profiling_set_profiler_enabled)(*out, 1);
  *queue = {*out, handle, agent->type, agent->node};
  Queue* const kept = queue.get();
  try {
    Queues& queues = TheQueues();
    std::lock_guard<std::mutex> lock(queues.mutex);
    queues.ours[*out] = std::move(queue);
  } catch (const std::bad_alloc&) {
    return HSA_STATUS_SUCCESS;  // a queue whose packets nobody looks at
  }
  add(*out, &OnPackets, kept);
  return HSA_STATUS_SUCCESS;
}

hsa_status_t QueueDestroy(hsa_queue_t* handle) {
  // Taken out before, since another thread may be given a new queue at the same place at once; its
  // packets are looked at until it is gone.
  std::unordered_map<const hsa_queue_t*, std::unique_ptr<Queue>>::node_type last;
  Queues& queues = TheQueues();
  {
    std::lock_guard<std::mutex> lock(queues.mutex);
    last = queues.ours.extract(handle);
  }
  const hsa_status_t status = ROCJFR_HSA_REAL(hsa_queue_destroy)(handle);
  if (status != HSA_STATUS_SUCCESS && !last.empty()) {
    std::lock_guard<std::mutex> lock(queues.mutex);
    queues.ours.insert(std::move(last));
  }
  return status;
}

// Work of an intercepted queue is always timed.
hsa_status_t SetProfilerEnabled(hsa_queue_t* queue, int enable) {
  if (Intercepted(queue)) return HSA_STATUS_SUCCESS;
  return ROCJFR_HSA_REAL(hsa_amd_profiling_set_profiler_enabled)(queue, enable);
}

}  // namespace rocjfr::hsa
