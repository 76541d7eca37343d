// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "queue.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "agent.h"
#include "api_tables.h"
#include "clock.h"
#include "control.h"
#include "dispatch.h"
#include "intercept.h"
#include "log.h"

namespace rocjfr::softgpu {

struct alignas(64) Queue::Packet {
  unsigned char bytes[64];

  uint16_t* header() { return reinterpret_cast<uint16_t*>(bytes); }

  template <class T>
  T as() const {
    static_assert(sizeof(T) == sizeof bytes, "an AQL packet");
    T packet;
    std::memcpy(&packet, bytes, sizeof packet);
    return packet;
  }
};

namespace {

std::atomic<uint32_t> g_next_queue_id{0};

}  // namespace

size_t Queue::ring_bytes(uint32_t packets) {
  return std::max<size_t>(4096, size_t{packets} * 64);
}

Queue::Queue(const Options& options) : options_(options) {
  void* ring = mmap(nullptr, ring_bytes(options.packets), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (ring == MAP_FAILED) throw std::bad_alloc();
  ring_ = static_cast<Packet*>(ring);
  for (uint32_t i = 0; i < options.packets; ++i) *ring_[i].header() = HSA_PACKET_TYPE_INVALID;
  // -1: a doorbell says which packet was submitted last, and 0 would be the first.
  doorbell_ = SignalTable::instance().create(-1, AMD_SIGNAL_KIND_DOORBELL);
  inactive_ = SignalTable::instance().create(0);
  if (doorbell_ == nullptr || inactive_ == nullptr) throw std::bad_alloc();
  doorbell_->watch(parker_);
  abi_.hsa_queue.type = options.type;
  abi_.hsa_queue.features = HSA_QUEUE_FEATURE_KERNEL_DISPATCH;
  abi_.hsa_queue.base_address = ring;
  abi_.hsa_queue.doorbell_signal = doorbell_->handle();
  abi_.hsa_queue.size = options.packets;
  abi_.hsa_queue.id = g_next_queue_id.fetch_add(1);
  abi_.queue_inactive_signal = inactive_->handle();
}

std::unique_ptr<Queue> Queue::create(const Options& options) {
  std::unique_ptr<Queue> queue(new Queue(options));
  Queue* q = queue.get();
  q->thread_ =
      std::make_unique<std::thread>(start_device_thread("softgpu-queue", [q] { q->run(); }));
  return queue;
}

Queue::~Queue() {
  if (doorbell_ != nullptr) SignalTable::instance().destroy(doorbell_->handle());
  if (inactive_ != nullptr) SignalTable::instance().destroy(inactive_->handle());
  if (ring_ != nullptr) munmap(ring_, ring_bytes(options_.packets));
}

void Queue::inactivate() {
  stop_.store(true, std::memory_order_release);
  parker_->wake();
}

bool Queue::stop() {
  inactivate();
  if (in_forked_child()) return false;  // the thread does not exist here, and cannot be joined
  if (thread_->get_id() == std::this_thread::get_id()) {  // from the queue's own error callback
    thread_->detach();
    return false;
  }
  constexpr uint64_t kStopNs = 200000000;  // for a thread that only has to notice
  std::atomic<bool> never{false};
  uint64_t asked = monotonic_ns();
  while (exiting().load() && !stopped_.load(std::memory_order_acquire)) {
    uint64_t now = monotonic_ns();
    if (now >= exit_deadline_ns() && now - asked >= kStopNs) {
      thread_->detach();
      return false;
    }
    sleep_until(monotonic_ns() + 1000000, never);
  }
  thread_->join();
  if (scratch_bytes_ != 0) free_scratch();
  return true;
}

void Queue::run() {
  uint64_t& next = next_;
  const uint64_t mask = options_.packets - 1;
  while (!stop_.load(std::memory_order_acquire)) {
    Packet& slot = ring_[next & mask];
    uint16_t header = __atomic_load_n(slot.header(), __ATOMIC_ACQUIRE);
    bool written = __atomic_load_n(write_index(), __ATOMIC_ACQUIRE) > next &&
                   (header & 0xff) != HSA_PACKET_TYPE_INVALID;
    if (!written) {
      // Whoever writes a packet rings the doorbell after its header is there.
      parker_->park();
      continue;
    }
    Gate::instance().pass(parker_, stop_);
    if (stop_.load(std::memory_order_acquire)) break;
    Packet packet = slot;
    hsa_status_t status = execute(packet);
    if (status != HSA_STATUS_SUCCESS) {
      fail(status);
      break;
    }
    __atomic_store_n(slot.header(), uint16_t{HSA_PACKET_TYPE_INVALID}, __ATOMIC_RELEASE);
    __atomic_store_n(read_index(), ++next, __ATOMIC_RELEASE);
  }
  stopped_.store(true, std::memory_order_release);
}

hsa_status_t Queue::execute(const Packet& packet) {
  uint16_t header;
  std::memcpy(&header, packet.bytes, sizeof header);
  switch (header & 0xff) {
    case HSA_PACKET_TYPE_KERNEL_DISPATCH:
      return dispatch(packet);
    case HSA_PACKET_TYPE_BARRIER_AND:
      return barrier_and(packet);
    case HSA_PACKET_TYPE_BARRIER_OR:
      return barrier_or(packet);
    case HSA_PACKET_TYPE_VENDOR_SPECIFIC:
      return vendor(packet);
    default:
      log(LogLevel::kError, "queue %lu: packet type %d is not known", abi_.hsa_queue.id,
          header & 0xff);
      return HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
  }
}

hsa_status_t Queue::dispatch(const Packet& packet) {
  const auto p = packet.as<hsa_kernel_dispatch_packet_t>();
  if (p.private_segment_size > scratch_bytes_) need_scratch(p.private_segment_size);
  return run_dispatch(p, options_.gpu, stop_);
}

namespace {

// hsa_amd_tool.h: what is told of scratch memory begins with this.
enum : int { kAllocStart = 1, kAllocEnd, kFreeStart, kFreeEnd };
struct ScratchEvent {
  int kind;
  const hsa_queue_t* queue;
  int flags;
  uint64_t dispatch_id;
  size_t size;
  size_t slots;
};
constexpr size_t kScratchSlots = 64;      // waves that have it at once
constexpr size_t kScratchWavefront = 64;  // work-items

}  // namespace

// Host kernels have none: it is only said to be there, as a device that gives a queue what its
// largest kernel needs.
void Queue::need_scratch(uint32_t bytes) {
  if (scratch_bytes_ != 0) free_scratch();
  ScratchEvent event = {kAllocStart, shown_, 0, next_, 0, 0};
  tell_scratch(kAllocStart, &event);
  scratch_bytes_ = bytes;
  event = {kAllocEnd, shown_, 0, next_, bytes * kScratchSlots * kScratchWavefront, kScratchSlots};
  tell_scratch(kAllocEnd, &event);
}

void Queue::free_scratch() {
  ScratchEvent event = {kFreeStart, shown_, 0, 0, 0, 0};
  tell_scratch(kFreeStart, &event);
  scratch_bytes_ = 0;
  event.kind = kFreeEnd;
  tell_scratch(kFreeEnd, &event);
}

hsa_status_t Queue::barrier_and(const Packet& packet) {
  auto p = packet.as<hsa_barrier_and_packet_t>();
  for (hsa_signal_t dependency : p.dep_signal) {
    if (dependency.handle == 0) continue;
    Signal* signal = SignalTable::instance().find(dependency);
    if (signal == nullptr) continue;  // destroyed since: nothing will ever change it
    SignalRef ref(signal);
    signal->watch(parker_);
    while (signal->load() != 0 && !ref.gone() && !stop_.load(std::memory_order_acquire)) {
      parker_->park();
    }
    signal->unwatch(parker_.get());
  }
  finish_barrier(p.completion_signal);
  return HSA_STATUS_SUCCESS;
}

hsa_status_t Queue::barrier_or(const Packet& packet) {
  auto p = packet.as<hsa_barrier_or_packet_t>();
  std::vector<SignalRef> dependencies;
  for (hsa_signal_t dependency : p.dep_signal) {
    Signal* signal = SignalTable::instance().find(dependency);
    if (signal != nullptr) dependencies.emplace_back(signal);
  }
  for (const SignalRef& ref : dependencies) ref.get()->watch(parker_);
  auto satisfied = [&] {
    return dependencies.empty() ||
           std::any_of(dependencies.begin(), dependencies.end(),
                       [](const SignalRef& ref) { return ref.gone() || ref.get()->load() == 0; });
  };
  while (!satisfied() && !stop_.load(std::memory_order_acquire)) parker_->park();
  for (const SignalRef& ref : dependencies) ref.get()->unwatch(parker_.get());
  finish_barrier(p.completion_signal);
  return HSA_STATUS_SUCCESS;
}

hsa_status_t Queue::vendor(const Packet& packet) {
  constexpr uint64_t kLookNs = 1000000;
  auto p = packet.as<hsa_amd_barrier_value_packet_t>();
  if (p.header.AmdFormat != HSA_AMD_PACKET_TYPE_BARRIER_VALUE) {
    log(LogLevel::kError, "queue %lu: vendor packet format %d is not known", abi_.hsa_queue.id,
        p.header.AmdFormat);
    return HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
  }
  Signal* signal = SignalTable::instance().find(p.signal);
  if (signal != nullptr) {
    SignalRef ref(signal);
    signal->watch(parker_);
    while (!satisfies(signal->load() & p.mask, p.cond, p.value) && !ref.gone() &&
           !stop_.load(std::memory_order_acquire)) {
      // The host may write through hsa_amd_signal_value_pointer, which tells nobody.
      parker_->park_until(monotonic_ns() + kLookNs);
    }
    signal->unwatch(parker_.get());
  }
  finish_barrier(p.completion_signal);
  return HSA_STATUS_SUCCESS;
}

void Queue::finish_barrier(hsa_signal_t completion) {
  if (stop_.load(std::memory_order_acquire)) return;
  Work work{SOFTGPU_WORK_BARRIER, options_.gpu};
  work.begin_monotonic = monotonic_ns();
  work.end_monotonic = work.begin_monotonic + 1;
  finish_work(work, completion);
}

void Queue::fail(hsa_status_t status) {
  log(LogLevel::kError, "queue %lu stops: status 0x%x", abi_.hsa_queue.id, status);
  inactive_->store(1);
  if (options_.on_error != nullptr) {
    options_.on_error(status, &abi_.hsa_queue, options_.on_error_data);
  }
}

Queues::Queues() = default;
Queues::~Queues() = default;

Queues& Queues::instance() {
  static Queues* the = new Queues();  // never destroyed: its threads are not stopped at exit
  return *the;
}

hsa_status_t Queues::create(const Queue::Options& options, hsa_queue_t** out) {
  if (in_forked_child()) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  std::unique_ptr<Queue> queue = Queue::create(options);
  hsa_queue_t* handle = queue->handle();
  std::lock_guard<std::mutex> lock(mutex_);
  queues_[handle] = std::move(queue);
  *out = handle;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t Queues::create_intercepted(const Queue::Options& options, hsa_queue_t** out) {
  if (in_forked_child()) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  std::unique_ptr<InterceptQueue> queue = InterceptQueue::create(options);
  hsa_queue_t* handle = queue->handle();
  std::lock_guard<std::mutex> lock(mutex_);
  intercepted_[handle] = std::move(queue);
  *out = handle;
  return HSA_STATUS_SUCCESS;
}

InterceptQueue* Queues::intercepted(const hsa_queue_t* handle) const {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = intercepted_.find(handle);
  return found == intercepted_.end() ? nullptr : found->second.get();
}

hsa_status_t Queues::destroy(hsa_queue_t* handle) {
  std::unique_ptr<Queue> queue;
  std::unique_ptr<InterceptQueue> front;  // its handle is told of errors until the other stopped
  {
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = queues_.find(handle);
    auto intercepted = intercepted_.find(handle);
    if (found != queues_.end()) {
      queue = std::move(found->second);
      queues_.erase(found);
    } else if (intercepted != intercepted_.end()) {
      front = std::move(intercepted->second);
      queue = front->take_below();
      intercepted_.erase(intercepted);
    } else {
      return HSA_STATUS_ERROR_INVALID_QUEUE;
    }
  }
  if (queue->stop()) return HSA_STATUS_SUCCESS;
  std::lock_guard<std::mutex> lock(mutex_);
  abandoned_.push_back(std::move(queue));
  (void)front.release();  // the other's thread may yet call it
  return HSA_STATUS_SUCCESS;
}

hsa_status_t Queues::inactivate(hsa_queue_t* handle) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = queues_.find(handle);
  auto intercepted = intercepted_.find(handle);
  if (found != queues_.end()) {
    found->second->inactivate();
  } else if (intercepted != intercepted_.end()) {
    intercepted->second->below().inactivate();
  } else {
    return HSA_STATUS_ERROR_INVALID_QUEUE;
  }
  return HSA_STATUS_SUCCESS;
}

bool Queues::exists(const hsa_queue_t* handle) const {
  std::lock_guard<std::mutex> lock(mutex_);
  return queues_.count(handle) != 0 || intercepted_.count(handle) != 0;
}

uint64_t Queues::live() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return queues_.size() + intercepted_.size();
}

}  // namespace rocjfr::softgpu
