// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "queues.h"

#include <atomic>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/leaky_singleton.h"
#include "core/java/control.h"
#include "remembered.h"
#include "vendors.h"

namespace rocjfr::opencl {
namespace {

// Beyond this many, queues of which only the number is known are forgotten.
constexpr size_t kMostQueues = 65536;

struct Entry {
  Queue queue;
  int64_t references = -1;  // the program's; -1: it was made before we looked
  std::vector<cl_queue_properties> given = {};
};
struct Queues {
  std::mutex mutex;
  std::unordered_map<cl_command_queue, Entry> all;
  int32_t last_number = 0;
};
Queues& TheQueues() {
  return LeakySingleton<Queues>();
}

std::atomic<bool> g_always{false};
std::atomic<uint32_t> g_hidden{0};
// What threads remember of queues holds while this is the same.
std::atomic<uint32_t> g_epoch{1};

void Forget(Queues& queues, cl_command_queue handle) {
  const auto found = queues.all.find(handle);
  if (found == queues.all.end()) return;
  if (found->second.queue.hidden) g_hidden.fetch_sub(1);
  queues.all.erase(found);
  g_epoch.fetch_add(1, std::memory_order_acq_rel);
}

Queue Ask(cl_command_queue handle, bool hidden) noexcept {
  const Dispatch& next = NextOf(handle);
  Queue queue;
  queue.handle = handle;
  queue.hidden = hidden;
  cl_device_id device = nullptr;
  cl_command_queue_properties properties = 0;
  if (next.clGetCommandQueueInfo(handle, CL_QUEUE_DEVICE, sizeof(device), &device, nullptr) ==
          CL_SUCCESS &&
      device != nullptr) {
    queue.device = FindDevice(device);
  }
  if (next.clGetCommandQueueInfo(handle, CL_QUEUE_PROPERTIES, sizeof(properties), &properties,
                                 nullptr) == CL_SUCCESS) {
    queue.times = (properties & CL_QUEUE_PROFILING_ENABLE) != 0;
  }
  return queue;
}

Queue Keep(Queue queue, int64_t references, std::vector<cl_queue_properties> given = {}) {
  Queues& queues = TheQueues();
  std::lock_guard<std::mutex> lock(queues.mutex);
  if (references < 0) {
    const auto known = queues.all.find(queue.handle);
    if (known != queues.all.end()) return known->second.queue;
  } else {
    Forget(queues, queue.handle);  // one that had the same address
  }
  if (queues.all.size() >= kMostQueues) {
    for (auto i = queues.all.begin(); i != queues.all.end();) {
      i = i->second.queue.hidden ? std::next(i) : queues.all.erase(i);
    }
    g_epoch.fetch_add(1, std::memory_order_acq_rel);
  }
  queue.number = ++queues.last_number;
  if (queue.hidden) g_hidden.fetch_add(1);
  queues.all[queue.handle] = {queue, references, std::move(given)};
  return queue;
}

}  // namespace

Queue FindQueue(cl_command_queue handle) noexcept {
  if (handle == nullptr) return {};
  const uint32_t epoch = g_epoch.load(std::memory_order_acquire);
  Remembered* remembered = OfThread();
  if (remembered == nullptr) return {};
  auto& place = remembered->queues[(reinterpret_cast<uintptr_t>(handle) >> 6) & 3];
  if (place.epoch == epoch && place.queue.handle == handle) return place.queue;
  try {
    Queue queue;
    {
      Queues& queues = TheQueues();
      std::lock_guard<std::mutex> lock(queues.mutex);
      const auto known = queues.all.find(handle);
      if (known != queues.all.end()) queue = known->second.queue;
    }
    if (queue.handle == nullptr) queue = Keep(Ask(handle, false), -1);
    place = {epoch, queue};
    return queue;
  } catch (...) {
    return {};
  }
}

bool AddsProfiling() noexcept {
  return g_always.load(std::memory_order_relaxed) || WantedByAny(ROCJFR_DOMAIN_OPENCL_OPS);
}
void SetAlwaysProfiling(bool always) noexcept {
  g_always.store(always);
}
bool AlwaysProfiling() noexcept {
  return g_always.load();
}
uint32_t HiddenQueues() noexcept {
  return g_hidden.load();
}
Hiding::Hiding() noexcept {
  g_hidden.fetch_add(1);
}
Hiding::~Hiding() {
  g_hidden.fetch_sub(1);
}
bool AnyHidden() noexcept {
  return g_hidden.fetch_add(0) != 0;  // in one order with those of Hiding
}

void AddQueue(cl_command_queue handle, bool hidden,
              std::vector<cl_queue_properties> given) noexcept {
  try {
    Keep(Ask(handle, hidden), 1, std::move(given));
  } catch (...) {
  }
}

bool GivenProperties(cl_command_queue handle, std::vector<cl_queue_properties>* given) noexcept {
  Queues& queues = TheQueues();
  std::lock_guard<std::mutex> lock(queues.mutex);
  const auto known = queues.all.find(handle);
  if (known == queues.all.end() || !known->second.queue.hidden) return false;
  try {
    *given = known->second.given;
    return true;
  } catch (...) {
    return false;
  }
}

void RetainQueue(cl_command_queue handle) noexcept {
  Queues& queues = TheQueues();
  std::lock_guard<std::mutex> lock(queues.mutex);
  const auto known = queues.all.find(handle);
  if (known != queues.all.end() && known->second.references > 0) ++known->second.references;
}

void ReleaseQueue(cl_command_queue handle) noexcept {
  if (handle == nullptr) return;  // a loader refuses it behind its layers
  const Dispatch& next = NextOf(handle);
  cl_uint references = 0;
  next.clGetCommandQueueInfo(handle, CL_QUEUE_REFERENCE_COUNT, sizeof(references), &references,
                             nullptr);
  Queues& queues = TheQueues();
  std::lock_guard<std::mutex> lock(queues.mutex);
  const auto known = queues.all.find(handle);
  if (known == queues.all.end()) return;
  int64_t& counted = known->second.references;
  if (counted > 0 ? --counted == 0 : references == 1) Forget(queues, handle);
}

bool HidesProfiling(cl_command_queue handle) noexcept {
  Queues& queues = TheQueues();
  std::lock_guard<std::mutex> lock(queues.mutex);
  const auto known = queues.all.find(handle);
  return known != queues.all.end() && known->second.queue.hidden;
}

void SetHidden(cl_command_queue handle, bool hidden) noexcept {
  Queues& queues = TheQueues();
  std::lock_guard<std::mutex> lock(queues.mutex);
  const auto known = queues.all.find(handle);
  if (known == queues.all.end() || known->second.queue.hidden == hidden) return;
  known->second.queue.hidden = hidden;
  if (hidden) {
    g_hidden.fetch_add(1);
  } else {
    g_hidden.fetch_sub(1);
  }
  g_epoch.fetch_add(1, std::memory_order_acq_rel);
}

void ForgetQueues() noexcept {
  Queues& queues = TheQueues();
  std::lock_guard<std::mutex> lock(queues.mutex);
  for (auto i = queues.all.begin(); i != queues.all.end();) {
    i = i->second.queue.hidden ? std::next(i) : queues.all.erase(i);
  }
  g_epoch.fetch_add(1, std::memory_order_acq_rel);
}

}  // namespace rocjfr::opencl
