// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A buffer as the threads see it that write, flush and destroy. Its callback thread's side:
// buffer_thread.cpp. Model: native/models/buffer.pml.
#include "buffer.h"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>

#include "base/exit.h"
#include "callback_thread.h"
#include "clock.h"
#include "lifecycle.h"
#include "rocjfr/client.h"

namespace rocjfr::sdk {
namespace {

constexpr uint32_t kLookAgainUs = 5000;
// What threads that must not wait may put elsewhere: the runtime's, and callbacks' own HIP calls.
constexpr uint64_t kRuntimeElsewhere = 4u << 20;
constexpr uint64_t kMostElsewhere = 64u << 20;
constexpr uint64_t kLargest = uint64_t{8} << 30;
// How long a thread of the runtime waits for a callback, which may be waiting for it.
constexpr uint64_t kBriefWaitNs = 100000000;
// How long any other waits for one, which may be waiting for a lock that the waiting thread holds;
// then what it has goes elsewhere, too.
constexpr uint64_t kCallerWaitNs = 1000000000;
std::atomic<bool> g_nobody_waits{false}, g_only_when_asked{false};
}  // namespace

uint64_t Buffer::RoundUp(uint64_t size_bytes) noexcept {
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return std::max<uint64_t>((size_bytes + page - 1) / page, 1) * page;
}

Buffer::Buffer(rocprofiler_buffer_id_t id, const BufferOptions& options) noexcept
    : id_(id),
      options_(options),
      watermark_bytes_(options.watermark_bytes),
      capacity_(RoundUp(options.size_bytes) / kUnit) {}

Buffer* Buffer::Make(rocprofiler_buffer_id_t id, const BufferOptions& options) noexcept {
  if (options.size_bytes > kLargest) return nullptr;
  auto* buffer = new (std::nothrow) Buffer(id, options);
  if (buffer != nullptr && buffer->Map()) return buffer;
  delete buffer;
  return nullptr;
}

// For each area the records, the headers and the pointers to them; pages that are never written
// cost nothing.
bool Buffer::Map() noexcept {
  area_bytes_ = capacity_ * (kUnit + sizeof(rocprofiler_record_header_t) +
                             sizeof(rocprofiler_record_header_t*));
  void* memory = mmap(nullptr, 2 * area_bytes_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  mapped_ = static_cast<char*>(memory);
  LayOut(areas_[0], mapped_);
  LayOut(areas_[1], mapped_ + area_bytes_);
  area_count_ = 2;
  return true;
}

bool Buffer::MapOneMore() noexcept {
  if (area_count_ == kMostAreas) return false;
  void* memory = mmap(nullptr, area_bytes_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  LayOut(areas_[area_count_++], static_cast<char*>(memory));
  return true;
}

void Buffer::LayOut(Area& area, char* place) const noexcept {
  area.records = place;
  place += capacity_ * kUnit;
  area.headers = reinterpret_cast<rocprofiler_record_header_t*>(place);
  place += capacity_ * sizeof(rocprofiler_record_header_t);
  area.pointers = reinterpret_cast<rocprofiler_record_header_t**>(place);
}

void Buffer::Unmap() noexcept {
  for (uint32_t i = 0; i < area_count_; ++i) {
    if (!areas_[i].abandoned) munmap(areas_[i].records, area_bytes_);
  }
}

bool Buffer::HasLateWriter() const noexcept {
  return std::any_of(areas_, areas_ + area_count_, [](const Area& area) { return area.abandoned; });
}

void Buffer::WakeThread() noexcept {
  if (CallbackThread* thread = thread_.load(std::memory_order_acquire)) thread->Wake();
}

void Buffer::AssignTo(CallbackThread* thread) noexcept {
  thread_.store(thread, std::memory_order_release);
  thread->Add(this);
}

bool Buffer::PutsElsewhere(const Thread& thread, Writer writer) const noexcept {
  return options_.policy == ROCPROFILER_BUFFER_POLICY_LOSSLESS &&
         (thread.serves != nullptr || writer == Writer::kRuntime || rocjfr_runtimes_thread() != 0);
}

bool Buffer::WroteElsewhere(const Thread& thread, Writer writer, const void* record, uint64_t bytes,
                            bool* written) noexcept {
  const bool follows =
      writer == Writer::kRetires || callers_elsewhere_.load(std::memory_order_relaxed);
  if (!PutsElsewhere(thread, writer) && !(follows && FollowsElsewhere())) return false;
  *written = WriteElsewhere(thread, writer, record, bytes);
  return true;
}

bool Buffer::FindRoom(const Thread& thread, Writer writer, const void* record, uint64_t bytes,
                      uint64_t* state, bool* written) noexcept {
  while (OffsetOf(*state) + bytes / kUnit > capacity_) {
    switch (MakeRoom(thread, writer, *state)) {
      case Room::kLook:
        *state = state_.load(std::memory_order_acquire);
        continue;
      case Room::kElsewhere:
        *written = WriteElsewhere(thread, writer, record, bytes);
        return false;
      case Room::kNone:
        *written = false;
        return false;
    }
  }
  return true;
}

uint64_t Buffer::LimitNs(uint64_t otherwise) const noexcept {
  const uint64_t limit = wait_limit_ms_.load(std::memory_order_relaxed) * uint64_t{1000000};
  return limit == 0 ? otherwise : limit;
}

template <typename Done, typename Most>
Buffer::Waited Buffer::WaitForRoom(std::atomic<uint64_t>* in_vain, Done done, Most most) noexcept {
  uint64_t start = 0;
  while (true) {
    const uint32_t seen = room_.Count();
    if (done()) return Waited::kDone;
    if (g_nobody_waits.load(std::memory_order_relaxed) || Forked()) return Waited::kNobody;
    const uint64_t now = MonotonicNs();
    if (start == 0) start = now;
    // A wait in vain is not repeated.
    if (now - start >= most() || in_vain->load(std::memory_order_relaxed) == uint64_t{seen} + 1) {
      in_vain->store(uint64_t{seen} + 1, std::memory_order_relaxed);
      return Waited::kInVain;
    }
    room_.Wait(seen, kLookAgainUs);
  }
}

Buffer::Room Buffer::MakeRoom(const Thread& thread, Writer writer, uint64_t full) noexcept {
  if (OffsetOf(full) == OffsetOf(kClosed)) {
    drops_.fetch_add(1);  // who destroys the buffer may give that up
    return Room::kNone;
  }
  if (options_.policy != ROCPROFILER_BUFFER_POLICY_LOSSLESS) {
    if (state_.load() != full) return Room::kLook;
    drops_.fetch_add(1);
    // Its watermark may lie where no record ends.
    AskForCallback();
    return Room::kNone;
  }
  const auto done = [&] {
    std::lock_guard<std::mutex> lock(mutex_);
    if (state_.load() != full) return true;
    if (out_ >= 0) return false;
    // It was for this area.
    if (elsewhere_.empty()) wanted_.store(0);
    Swap(next_);
    WakeThread();
    return true;
  };
  if (PutsElsewhere(thread, writer)) return done() ? Room::kLook : Room::kElsewhere;
  // Who set a limit has what does not fit by then dropped, and each wait is as long.
  std::atomic<uint64_t> never{0};
  const bool limited = LimitNs(0) != 0;
  const Waited waited =
      WaitForRoom(limited ? &never : &stuck_, done, [&] { return LimitNs(kCallerWaitNs); });
  if (waited == Waited::kDone) return Room::kLook;
  if (waited == Waited::kInVain && !limited) return Room::kElsewhere;
  drops_.fetch_add(1);
  return Room::kNone;
}

bool Buffer::WriteElsewhere(const Thread& thread, Writer writer, const void* record,
                            uint64_t bytes) noexcept {
  if (thread.serves == nullptr) WaitBrieflyElsewhere();
  {
    std::lock_guard<std::mutex> lock(mutex_);
    const size_t place = elsewhere_.size();
    try {
      if (place + bytes > kMostElsewhere || OffsetOf(state_.load()) == OffsetOf(kClosed)) {
        drops_.fetch_add(1);
        return false;
      }
      elsewhere_.resize(place + bytes);
    } catch (...) {
      drops_.fetch_add(1);
      return false;
    }
    memcpy(&elsewhere_[place], record, bytes);
    if (!PutsElsewhere(thread, writer) && writer == Writer::kCaller) callers_elsewhere_.store(true);
    any_elsewhere_.store(true, std::memory_order_release);
  }
  AskForCallback();
  return true;
}

bool Buffer::HasRoomElsewhere() noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  return elsewhere_.size() < kRuntimeElsewhere;
}

void Buffer::WaitBrieflyElsewhere() noexcept {
  WaitForRoom(
      &gave_up_, [&] { return HasRoomElsewhere(); },
      [&] { return std::min(LimitNs(kBriefWaitNs), kBriefWaitNs); });
}

bool Buffer::FollowsElsewhere() noexcept {
  std::atomic<uint64_t> never{0};
  const auto none = [&] { return !any_elsewhere_.load(std::memory_order_acquire); };
  WaitForRoom(
      &never, [&] { return none() || HasRoomElsewhere(); }, [&] { return LimitNs(kCallerWaitNs); });
  return !none();
}

bool Buffer::Busy() const noexcept {
  return out_ >= 0 || calling_ || !elsewhere_.empty() || wanted_.load() != 0 ||
         flushes_asked_.load() != flushes_done_.load();
}

// No area is out. What was filled is out now, if anything was.
void Buffer::Swap(uint64_t next) noexcept {
  const uint64_t filled = state_.exchange(next);
  if (OffsetOf(filled) == 0 || OffsetOf(filled) == OffsetOf(kClosed)) return;
  out_bytes_ = OffsetOf(filled) * kUnit;
  out_records_ = RecordsOf(filled);
  out_drops_ = drops_.exchange(0);
  out_given_ = 0;
  out_ = static_cast<int>(AreaOf(filled));
}

void Buffer::Flush(const Thread& thread) noexcept {
  if (Destroyed() || Forked()) return;
  const uint64_t asked = AskToFlush();
  if (thread.serves != nullptr) return;
  while (!AwaitFlush(asked, UINT32_MAX)) {
  }
}

uint64_t Buffer::AskToFlush() noexcept {
  const uint64_t ticket = flushes_asked_.fetch_add(1) + 1;
  WakeThread();
  return ticket;
}

bool Buffer::AwaitFlush(uint64_t asked, uint32_t timeout_ms) noexcept {
  const uint64_t start = MonotonicNs();
  while (true) {
    const uint32_t seen = done_.Count();
    if (flushes_done_.load() >= asked || Destroyed()) return true;
    const uint64_t waited = (MonotonicNs() - start) / 1000000;
    if (waited >= timeout_ms) return false;
    done_.Wait(seen, static_cast<uint32_t>(std::min<uint64_t>(timeout_ms - waited, 100)) * 1000);
  }
}

bool Buffer::AwaitLast(uint32_t most_ms) noexcept {
  WakeThread();
  const uint64_t start = MonotonicNs();
  while (true) {
    const uint32_t seen = done_.Count();
    if (out_.load() < 0 || Forked()) return true;
    if (MonotonicNs() - start >= most_ms * uint64_t{1000000}) {
      std::lock_guard<std::mutex> lock(mutex_);
      if (out_.load() < 0) return true;
      // The other area is empty: it was to be filled next.
      state_.store(next_);
      destroying_ = false;
      return false;
    }
    done_.Wait(seen, kLookAgainUs);
  }
}

bool Buffer::AwaitLastFor(uint32_t most_ms) noexcept {
  if (!OnlyWhenAsked()) return AwaitLast(most_ms);
  const ExitWait wait;
  return AwaitLast(std::min(most_ms, wait.LeftMs()));
}

bool Buffer::Destroy(Thread& thread, uint32_t most_ms) noexcept {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (Busy() || destroying_) return false;
    destroying_ = true;
    // Who reserved a place before this has it delivered, nobody does later.
    Swap(kClosed);
  }
  if (out_.load() >= 0) {
    if (thread.serves == thread_.load(std::memory_order_acquire)) {
      DeliverArea(thread, nullptr);
    } else if (!AwaitLastFor(most_ms)) {
      return false;
    } else if (Forked()) {
      return true;
    }
  }
  while (served_.exchange(true)) sched_yield();
  destroyed_.store(true, std::memory_order_release);
  Unmap();
  served_.store(false);
  done_.Notify();
  return true;
}

void Buffer::CallOnlyWhenAsked(const Thread* thread) noexcept {
  g_nobody_waits.store(true, std::memory_order_relaxed);
  g_only_when_asked.store(true);
  WaitForCallbacks(thread);
}

bool Buffer::OnlyWhenAsked() noexcept {
  return g_only_when_asked.load();
}

void Buffer::StopAll(const Thread* thread) noexcept {
  g_nobody_waits.store(true, std::memory_order_relaxed);
  SilenceThreads(thread);
}

}  // namespace rocjfr::sdk
