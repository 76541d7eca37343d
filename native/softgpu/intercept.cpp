// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "intercept.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

#include "clock.h"
#include "lifecycle.h"

namespace rocjfr::softgpu {

struct alignas(64) InterceptQueue::Packet {
  uint16_t header;
  unsigned char rest[62];
};

namespace {

/// Where the calling thread is in a queue's handlers: what a writer goes on with.
struct Place {
  InterceptQueue* queue;
  uint64_t index;
  size_t handlers;  // that have not seen the packet
};
thread_local Place t_place = {};

}  // namespace

InterceptQueue::InterceptQueue(const Queue::Options& options) : user_(options) {
  Queue::Options below = options;
  below.on_error = [](hsa_status_t status, hsa_queue_t*, void* data) {
    auto* self = static_cast<InterceptQueue*>(data);
    if (self->user_.on_error == nullptr) return;
    self->user_.on_error(status, self->handle(), self->user_.on_error_data);
  };
  below.on_error_data = this;
  below_ = Queue::create(below);
  below_->show_as(&abi_.hsa_queue);
  void* ring = mmap(nullptr, Queue::ring_bytes(options.packets), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (ring == MAP_FAILED) throw std::bad_alloc();
  ring_ = static_cast<Packet*>(ring);
  for (uint32_t i = 0; i < options.packets; ++i) ring_[i].header = HSA_PACKET_TYPE_INVALID;
  doorbell_ = SignalTable::instance().create(-1, AMD_SIGNAL_KIND_DOORBELL);
  if (doorbell_ == nullptr) throw std::bad_alloc();
  doorbell_->on_write(this);
  abi_.hsa_queue = *below_->handle();
  abi_.hsa_queue.base_address = ring;
  abi_.hsa_queue.doorbell_signal = doorbell_->handle();
}

std::unique_ptr<InterceptQueue> InterceptQueue::create(const Queue::Options& options) {
  return std::unique_ptr<InterceptQueue>(new InterceptQueue(options));
}

InterceptQueue::~InterceptQueue() {
  if (doorbell_ != nullptr) SignalTable::instance().destroy(doorbell_->handle());
  if (ring_ != nullptr) munmap(ring_, Queue::ring_bytes(user_.packets));
}

void InterceptQueue::add(PacketHandler handler, void* data) {
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  handlers_.push_back({handler, data});
}

void InterceptQueue::rung() {
  if (in_forked_child()) return;
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  if (telling_) return;  // by a handler: its packet comes after this one
  telling_ = true;
  for (;;) {
    Packet& slot = ring_[next_ & (user_.packets - 1)];
    const uint64_t written = __atomic_load_n(&abi_.write_dispatch_id, __ATOMIC_ACQUIRE);
    const uint16_t header = __atomic_load_n(&slot.header, __ATOMIC_ACQUIRE);
    if (written <= next_ || (header & 0xff) == HSA_PACKET_TYPE_INVALID) break;
    Packet packet;
    packet.header = header;
    std::memcpy(packet.rest, slot.rest, sizeof packet.rest);
    tell(&packet, 1, next_, handlers_.size());
    __atomic_store_n(&slot.header, uint16_t{HSA_PACKET_TYPE_INVALID}, __ATOMIC_RELEASE);
    __atomic_store_n(&abi_.read_dispatch_id, ++next_, __ATOMIC_RELEASE);
  }
  telling_ = false;
}

void InterceptQueue::tell(const void* packets, uint64_t count, uint64_t index, size_t handlers) {
  if (handlers == 0) return submit(packets, count);
  const Place before = t_place;
  t_place = {this, index, handlers - 1};
  const Handler& handler = handlers_[handlers - 1];
  handler.function(packets, count, index, handler.data, &write);
  t_place = before;
}

void InterceptQueue::write(const void* packets, uint64_t count) {
  const Place& place = t_place;
  if (place.queue != nullptr) place.queue->tell(packets, count, place.index, place.handlers);
}

void InterceptQueue::submit(const void* packets, uint64_t count) {
  constexpr uint64_t kLookNs = 20000;
  const auto* from = static_cast<const Packet*>(packets);
  auto* ring = static_cast<Packet*>(below_->handle()->base_address);
  std::atomic<bool> never{false};
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t index = __atomic_load_n(below_->write_index(), __ATOMIC_ACQUIRE);
    while (index - __atomic_load_n(below_->read_index(), __ATOMIC_ACQUIRE) >= user_.packets) {
      if (exiting().load()) return;
      sleep_until(monotonic_ns() + kLookNs, never);
    }
    Packet& slot = ring[index & (user_.packets - 1)];
    std::memcpy(slot.rest, from[i].rest, sizeof slot.rest);
    __atomic_store_n(&slot.header, from[i].header, __ATOMIC_RELEASE);
    __atomic_store_n(below_->write_index(), index + 1, __ATOMIC_RELEASE);
    Signal* doorbell = SignalTable::instance().find(below_->handle()->doorbell_signal);
    if (doorbell != nullptr) doorbell->store(static_cast<int64_t>(index));
  }
}

}  // namespace rocjfr::softgpu
