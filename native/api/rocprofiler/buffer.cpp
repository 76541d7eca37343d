// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "buffer.h"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <new>

#include "base/user_code.h"
#include "callback_thread.h"
#include "clock.h"
#include "lifecycle.h"

namespace rocjfr::sdk {
namespace {

constexpr uint32_t kLookAgainUs = 5000;
// What threads that must not wait may put elsewhere: the runtime's, and callbacks' own HIP calls.
constexpr uint64_t kRuntimeElsewhere = 4u << 20;
constexpr uint64_t kMostElsewhere = 64u << 20;
constexpr uint64_t kLargest = uint64_t{8} << 30;
// How long a thread of the runtime waits for a callback, which may be waiting for it.
constexpr uint64_t kBriefWaitNs = 100000000;
// How often the callback thread looks whether a reserved record is published: at first again at
// once, then every 50 microseconds, about a second in all. Looks, since a clock runs on while the
// process is stopped.
constexpr int kQuickLooks = 1000, kMostLooks = 11000;
// Milliseconds for which an exit waits for callbacks.
constexpr int kMostNapsAtExit = 5000;

std::atomic<bool> g_nobody_waits{false};
std::atomic<bool> g_silent{false};   // no callback begins any more
std::atomic<uint32_t> g_calling{0};  // callbacks that are about to begin or have begun

// Of what has no room for a kind it is 0.
uint64_t HashOf(const char* record, uint64_t bytes) noexcept {
  constexpr size_t kKind = 8;
  uint32_t kind = 0;
  if (bytes > kKind) memcpy(&kind, record + kKind, sizeof(kind));
  return rocprofiler_record_header_compute_hash(ROCPROFILER_BUFFER_CATEGORY_TRACING, kind);
}

}  // namespace

uint64_t CountOf(const std::vector<char>& records) noexcept {
  uint64_t count = 0, bytes = 0;
  for (size_t place = 0; place < records.size(); place += bytes, ++count) {
    memcpy(&bytes, &records[place], sizeof(bytes));
  }
  return count;
}

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

void Buffer::WakeThread() noexcept {
  if (CallbackThread* thread = thread_.load(std::memory_order_acquire)) thread->Wake();
}

void Buffer::AssignTo(CallbackThread* thread) noexcept {
  thread_.store(thread, std::memory_order_release);
  thread->Add(this);
}

bool Buffer::PutsElsewhere(const Thread& thread, Writer writer) const noexcept {
  return options_.policy == ROCPROFILER_BUFFER_POLICY_LOSSLESS &&
         (thread.serves != nullptr || writer == Writer::kRuntime);
}

Buffer::Room Buffer::MakeRoom(const Thread& thread, Writer writer, uint64_t full) noexcept {
  if (OffsetOf(full) == OffsetOf(kClosed)) return Room::kNone;
  if (options_.policy != ROCPROFILER_BUFFER_POLICY_LOSSLESS) {
    if (state_.load() != full) return Room::kLook;
    drops_.fetch_add(1);
    return Room::kNone;
  }
  uint64_t start = 0;
  while (true) {
    const uint32_t position = room_.Position();
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (state_.load() != full) return Room::kLook;
      if (out_ < 0) {
        // It was for this area.
        if (elsewhere_.empty()) wanted_.store(0);
        Swap(next_);
        WakeThread();
        return Room::kLook;
      }
    }
    if (PutsElsewhere(thread, writer)) return Room::kElsewhere;
    const uint64_t limit = wait_limit_ms_.load(std::memory_order_relaxed) * uint64_t{1000000};
    if (limit != 0 && start == 0) start = MonotonicNs();
    if (g_nobody_waits.load(std::memory_order_relaxed) || Forked() ||
        (limit != 0 && MonotonicNs() - start >= limit)) {
      drops_.fetch_add(1);
      return Room::kNone;
    }
    room_.Wait(position, kLookAgainUs);
  }
}

bool Buffer::WriteElsewhere(const Thread& thread, const void* record, uint64_t bytes) noexcept {
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
    any_elsewhere_.store(true, std::memory_order_release);
  }
  AskForCallback();
  return true;
}

void Buffer::WaitBrieflyElsewhere() noexcept {
  const uint64_t limit = wait_limit_ms_.load(std::memory_order_relaxed) * uint64_t{1000000};
  const uint64_t most = limit == 0 ? kBriefWaitNs : std::min(limit, kBriefWaitNs);
  uint64_t start = 0;
  while (true) {
    const uint32_t position = room_.Position();
    if (gave_up_.load(std::memory_order_relaxed) == uint64_t{position} + 1) return;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (elsewhere_.size() < kRuntimeElsewhere) return;
    }
    if (g_nobody_waits.load(std::memory_order_relaxed) || Forked()) return;
    const uint64_t now = MonotonicNs();
    if (start == 0) start = now;
    if (now - start >= most) {
      gave_up_.store(uint64_t{position} + 1, std::memory_order_relaxed);
      return;
    }
    room_.Wait(position, kLookAgainUs);
  }
}

bool Buffer::FollowsElsewhere() noexcept {
  uint64_t start = 0;
  while (any_elsewhere_.load(std::memory_order_acquire)) {
    const uint32_t position = room_.Position();
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (elsewhere_.size() < kRuntimeElsewhere) return true;
    }
    const uint64_t limit = wait_limit_ms_.load(std::memory_order_relaxed) * uint64_t{1000000};
    if (limit != 0 && start == 0) start = MonotonicNs();
    if (g_nobody_waits.load(std::memory_order_relaxed) || Forked() ||
        (limit != 0 && MonotonicNs() - start >= limit)) {
      return true;
    }
    room_.Wait(position, kLookAgainUs);
  }
  return false;
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
  out_drops_ = drops_.exchange(0);
  out_ = static_cast<int>(AreaOf(filled));
}

// What is in the area and elsewhere now. No area is out, unless it was the last one.
void Buffer::TakeAll(std::vector<char>* elsewhere) noexcept {
  const uint64_t state = state_.load();
  if (OffsetOf(state) != OffsetOf(kClosed) && OffsetOf(state) != 0) Swap(next_);
  elsewhere->swap(elsewhere_);
  any_elsewhere_.store(false, std::memory_order_release);
}

// The area that is out can be filled again, or another one in its place.
void Buffer::GiveBackArea() noexcept {
  auto next = static_cast<uint32_t>(out_.load());
  out_ = -1;
  const bool abandoned = areas_[next].abandoned;
  // Its mapping stays for the late writer, its memory need not.
  if (abandoned) madvise(areas_[next].records, area_bytes_, MADV_DONTNEED);
  if (OffsetOf(state_.load()) == OffsetOf(kClosed)) return;
  if (abandoned && !MapOneMore()) {
    fprintf(stderr,
            "rocjfr: a rocprofiler buffer takes no more records: too many threads ended while they "
            "wrote one\n");
    Swap(kClosed);  // what it still holds is handed over
    return;
  }
  next_ = abandoned ? area_count_ - 1 : next;
}

bool Buffer::Serve(CallbackThread& by, Thread& thread) {
  if (destroyed_.load(std::memory_order_acquire)) return false;
  // The thread that it was assigned to before still knows it.
  if (thread_.load(std::memory_order_acquire) != &by) return false;
  if (served_.exchange(true)) return false;  // that thread is at it
  const AtScopeEnd leave([&] {
    served_.store(false);
    CallbackThread* assigned = thread_.load(std::memory_order_acquire);
    if (assigned != &by) assigned->Wake();
  });
  const uint64_t asked = flushes_asked_.load();
  const bool wanted = wanted_.load() != 0 && wanted_.exchange(0) != 0;
  bool any = true;
  if (wanted || asked != flushes_done_.load()) {
    DeliverAll(thread);
    flushes_done_.store(asked);
    done_.Flip();
  } else {
    any = out_.load() >= 0;
    if (any) {
      {
        std::lock_guard<std::mutex> lock(mutex_);
        calling_ = true;
      }
      const AtScopeEnd called([&] {
        {
          std::lock_guard<std::mutex> lock(mutex_);
          calling_ = false;
        }
        done_.Flip();
      });
      DeliverArea(thread, nullptr);
    }
  }
  return any;
}

void Buffer::DeliverAll(Thread& thread) {
  std::vector<char> elsewhere;
  const AtScopeEnd called([&] {
    std::lock_guard<std::mutex> lock(mutex_);
    calling_ = false;
    if (elsewhere.empty()) return;
    // The user has ended the thread before these had their turn.
    elsewhere.swap(elsewhere_);
    try {
      elsewhere_.insert(elsewhere_.end(), elsewhere.begin(), elsewhere.end());
    } catch (...) {
      drops_.fetch_add(CountOf(elsewhere));
    }
    any_elsewhere_.store(true, std::memory_order_release);
  });
  bool out = false;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    calling_ = true;
    out = out_ >= 0;
    if (!out) TakeAll(&elsewhere);
  }
  if (out) {
    DeliverArea(thread, &elsewhere);
  }
  if (out_.load() >= 0) DeliverArea(thread, nullptr);
  std::vector<char> last;
  last.swap(elsewhere);
  if (!last.empty()) DeliverElsewhere(thread, last);
}

void Buffer::DeliverArea(Thread& thread, std::vector<char>* then_take) {
  Area& area = areas_[out_.load()];
  bool returned = false;
  uint32_t count = 0, skipped = 0;
  const AtScopeEnd give_back([&] {
    area.abandoned = skipped != 0;
    if (!area.abandoned) memset(area.records, 0, out_bytes_);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      GiveBackArea();
      if (returned && then_take != nullptr) TakeAll(then_take);
    }
    room_.Flip();
  });
  int looks = 0;
  for (uint64_t offset = 0; offset < out_bytes_;) {
    char* record = area.records + offset;
    uint64_t bytes = WordAt(record);
    // Reserved, but not published yet: its writer is about to, unless it is no more.
    for (; (bytes == 0 || (bytes & kReserved) != 0) && looks < kMostLooks; ++looks) {
      if (looks < kQuickLooks) {
        sched_yield();
      } else {
        usleep(50);
      }
      bytes = WordAt(record);
    }
    if (bytes == 0 || (bytes & kReserved) != 0) {
      offset += SkippedBytes(area, offset);
      ++skipped;
      continue;
    }
    area.headers[count].hash = HashOf(record, bytes);
    area.headers[count].payload = record;
    area.pointers[count] = &area.headers[count];
    ++count;
    offset += bytes;
  }
  if (count != 0) {
    Call(thread, area.pointers, count, out_drops_ + skipped);
  } else {
    drops_.fetch_add(out_drops_ + skipped);
  }
  returned = true;
}

// From a record that is not published to the next one. Where not even its size was written, nothing
// of it was, and the next word that is not 0 is the next record's.
uint64_t Buffer::SkippedBytes(const Area& area, uint64_t offset) const noexcept {
  uint64_t next = offset + kUnit;
  while (next < out_bytes_ && WordAt(area.records + next) == 0) next += kUnit;
  // Unless its writer is back meanwhile.
  const uint64_t bytes = WordAt(area.records + offset) & ~kReserved;
  return bytes != 0 ? bytes : next - offset;
}

void Buffer::DeliverElsewhere(Thread& thread, std::vector<char>& elsewhere) {
  uint64_t bytes = 0;
  const uint64_t count = CountOf(elsewhere);
  std::vector<rocprofiler_record_header_t> headers;
  std::vector<rocprofiler_record_header_t*> pointers;
  try {
    headers.resize(count);
    pointers.resize(count);
  } catch (...) {
    drops_.fetch_add(count);
    return;
  }
  size_t place = 0;
  for (uint64_t i = 0; i < count; ++i, place += bytes) {
    memcpy(&bytes, &elsewhere[place], sizeof(bytes));
    headers[i].hash = HashOf(&elsewhere[place], bytes);
    headers[i].payload = &elsewhere[place];
    pointers[i] = &headers[i];
  }
  Call(thread, pointers.data(), count, drops_.exchange(0));
}

void Buffer::Call(Thread& thread, rocprofiler_record_header_t** headers, size_t count,
                  uint64_t drops) {
  CompareClocks();
  g_calling.fetch_add(1);
  const AtScopeEnd after([] {
    g_calling.fetch_sub(1);
    DeliverAtExit();  // before what the callback made static on its first run is destroyed
  });
  if (g_silent.load()) return;
  const InUserCode in(&thread);
  CallUser([&] { options_.callback(options_.context, id_, headers, count, options_.data, drops); },
           [] {
             static std::atomic<bool> told{false};
             if (told.exchange(true)) return;
             fprintf(stderr,
                     "rocjfr: a rocprofiler buffer callback threw an exception; it has to catch "
                     "its own. The records were handed over, further exceptions are not "
                     "reported.\n");
           });
}

void Buffer::Flush(const Thread& thread, uint32_t timeout_ms) noexcept {
  if (Destroyed() || Forked()) return;
  const uint64_t ticket = flushes_asked_.fetch_add(1) + 1;
  WakeThread();
  if (thread.serves != nullptr) return;
  const uint64_t start = MonotonicNs();
  while (true) {
    const uint32_t position = done_.Position();
    if (flushes_done_.load() >= ticket || Destroyed()) return;
    if (timeout_ms != 0 && MonotonicNs() - start >= timeout_ms * uint64_t{1000000}) return;
    done_.Wait(position, 100000);
  }
}

bool Buffer::Destroy(Thread& thread) noexcept {
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
    } else {
      WakeThread();
      while (true) {
        const uint32_t position = done_.Position();
        if (out_.load() < 0) break;
        if (Forked()) return true;
        done_.Wait(position, kLookAgainUs);
      }
    }
  }
  while (served_.exchange(true)) sched_yield();
  destroyed_.store(true, std::memory_order_release);
  Unmap();
  served_.store(false);
  done_.Flip();
  return true;
}

void Buffer::StopAll(const Thread* thread) noexcept {
  g_nobody_waits.store(true, std::memory_order_relaxed);
  g_silent.store(true);
  // A process may also be ended by a callback.
  const uint32_t own = thread != nullptr && thread->serves != nullptr ? 1 : 0;
  for (int i = 0; i < kMostNapsAtExit && g_calling.load() > own; ++i) usleep(1000);
}

}  // namespace rocjfr::sdk
