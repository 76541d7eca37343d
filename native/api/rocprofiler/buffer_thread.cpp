// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A buffer as its callback thread sees it: takes what was written, makes the headers and calls the
// user. Model: native/models/buffer.pml.
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "base/exit.h"
#include "base/user_code.h"
#include "buffer.h"
#include "callback_thread.h"
#include "clock.h"
#include "core_link.h"
#include "lifecycle.h"

namespace rocjfr::sdk {
namespace {

// How long the callback thread waits for a reserved record to be published: a second in all, in
// which it looks again at once at first, then every 50 microseconds. Between two looks 10 ms count
// at most: a clock runs on while the process is stopped.
class Patience {
 public:
  // Waits for the next look. False: it has waited for long enough.
  bool Wait() noexcept {
    if (waited_ns_ >= kMostNs) return false;
    const uint64_t begin = MonotonicNs();
    if (++looks_ <= kQuickLooks) {
      sched_yield();
    } else {
      usleep(50);
    }
    waited_ns_ += std::min(MonotonicNs() - begin, kMostBetweenNs);
    return true;
  }

 private:
  static constexpr uint32_t kQuickLooks = 1000;
  static constexpr uint64_t kMostNs = 1000000000, kMostBetweenNs = 10000000;
  uint32_t looks_ = 0;
  uint64_t waited_ns_ = 0;
};
// Callbacks that were given so many records have whole buffers from then on.
constexpr uint64_t kWhole = uint64_t{1} << 40;

std::atomic<bool> g_silent{false};   // no callback begins any more
std::atomic<uint32_t> g_calling{0};  // callbacks that are about to begin or have begun

// Of what has no room for a kind it is 0.
uint64_t HashOf(const char* record, uint64_t bytes) noexcept {
  constexpr size_t kKind = 8;
  uint32_t kind = 0;
  if (bytes > kKind) memcpy(&kind, record + kKind, sizeof(kind));
  return rocprofiler_record_header_compute_hash(ROCPROFILER_BUFFER_CATEGORY_TRACING, kind);
}

uint64_t CountOf(const std::vector<char>& records) noexcept {
  uint64_t count = 0, bytes = 0;
  for (size_t place = 0; place < records.size(); place += bytes, ++count) {
    memcpy(&bytes, &records[place], sizeof(bytes));
  }
  return count;
}

}  // namespace

// What is in the area and elsewhere now. No area is out, unless it was the last one.
void Buffer::TakeAll(std::vector<char>* elsewhere) noexcept {
  const uint64_t state = state_.load();
  if (OffsetOf(state) != OffsetOf(kClosed) && OffsetOf(state) != 0) Swap(next_);
  elsewhere->swap(elsewhere_);
  any_elsewhere_.store(false, std::memory_order_release);
  callers_elsewhere_.store(false);
  area_first_ = out_ >= 0;
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
            "rocjfr: a rocprofiler buffer accepts no more records, because too many threads ended "
            "while they wrote one\n");
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
  asked_ = asked != flushes_done_.load() || destroying_.load();
  if (!asked_ && OnlyWhenAsked()) return false;
  const bool wanted = wanted_.load() != 0 && wanted_.exchange(0) != 0;
  bool any = true;
  if (wanted || asked != flushes_done_.load()) {
    DeliverAll(thread);
    flushes_done_.store(asked);
    done_.Notify();
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
        done_.Notify();
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
  // Not one that came out since: its records may be younger than those elsewhere.
  if (area_first_) DeliverArea(thread, nullptr);
  std::vector<char> last;
  last.swap(elsewhere);
  if (!last.empty()) DeliverElsewhere(thread, last);
}

void Buffer::DeliverArea(Thread& thread, std::vector<char>* then_take) {
  Area& area = areas_[out_.load()];
  bool returned = false;
  uint32_t count = 0;
  bool skipped = false;
  size_t given = 0;
  const AtScopeEnd give_back([&] {
    if (given < count) {
      // The user has ended the thread: another one goes on from here.
      out_given_ =
          static_cast<uint64_t>(static_cast<char*>(area.headers[given].payload) - area.records);
      out_records_ = count - static_cast<uint32_t>(given);  // of those skipped the user has heard
      out_drops_ = 0;
      return;
    }
    area.abandoned = skipped;
    if (!area.abandoned) memset(area.records, 0, out_bytes_);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      GiveBackArea();
      if (returned && then_take != nullptr) TakeAll(then_take);
    }
    room_.Notify();
  });
  Patience patience;
  for (uint64_t offset = out_given_; offset < out_bytes_;) {
    char* record = area.records + offset;
    uint64_t bytes = WordAt(record);
    // Reserved, but not published yet: its writer is about to, unless it is no more.
    while ((bytes == 0 || (bytes & kReserved) != 0) && patience.Wait()) bytes = WordAt(record);
    if (bytes == 0 || (bytes & kReserved) != 0) {
      offset += SkippedBytes(area, offset);
      skipped = true;
      continue;
    }
    area.headers[count].hash = HashOf(record, bytes);
    area.headers[count].payload = record;
    area.pointers[count] = &area.headers[count];
    ++count;
    offset += bytes;
  }
  const uint64_t drops = out_drops_ + (out_records_ > count ? out_records_ - count : 0);
  if (count != 0) {
    Call(thread, area.pointers, count, drops, &given);
  } else {
    drops_.fetch_add(drops);
  }
  returned = true;
}

// From a record that is not published to the next one. If not even its size was written, all of it
// is 0. Then the next word that is not 0 belongs to the next record. It is that record's first
// word, unless that was written after the look at it. So the search is repeated until nothing is
// before the found word. (If the writer has come back, the found word is the record's own size.)
uint64_t Buffer::SkippedBytes(const Area& area, uint64_t offset) const noexcept {
  uint64_t found = out_bytes_, next = offset;
  for (;; found = next) {
    next = offset;
    while (next < found && WordAt(area.records + next) == 0) next += kUnit;
    if (next == found) break;
  }
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
  size_t given = 0;
  const AtScopeEnd keep([&] {
    if (given == count) return;
    // The user has ended the thread: the rest, before what came meanwhile.
    elsewhere.erase(
        elsewhere.begin(),
        elsewhere.begin() + (static_cast<char*>(headers[given].payload) - &elsewhere[0]));
    std::lock_guard<std::mutex> lock(mutex_);
    try {
      elsewhere_.insert(elsewhere_.begin(), elsewhere.begin(), elsewhere.end());
    } catch (...) {
      drops_.fetch_add(count - given);
    }
    any_elsewhere_.store(!elsewhere_.empty(), std::memory_order_release);
    wanted_.store(1);
  });
  Call(thread, pointers.data(), count, drops_.exchange(0), &given);
}

void Buffer::Call(Thread& thread, rocprofiler_record_header_t** headers, size_t count,
                  uint64_t drops, size_t* given) {
  CompareClocks();
  while (*given < count) {
    rocprofiler_record_header_t** first = headers + *given;
    const size_t next = std::min<uint64_t>(count - *given, most_at_once_);
    *given += next;
    CallOnce(thread, first, next, drops);
    drops = 0;
    if (!has_thrown_ && most_at_once_ < kWhole) most_at_once_ *= 2;
  }
}

void Buffer::CallOnce(Thread& thread, rocprofiler_record_header_t** headers, size_t count,
                      uint64_t drops) {
  g_calling.fetch_add(1);
  const AtScopeEnd after([] {
    g_calling.fetch_sub(1);
    NoteUserCode();
  });
  if (g_silent.load() || (!asked_ && OnlyWhenAsked())) {
    drops_.fetch_add(count);
    return;
  }
  const InUserCode in(&thread);
  CallUser([&] { options_.callback(options_.context, id_, headers, count, options_.data, drops); },
           [&] {
             has_thrown_ = true;
             most_at_once_ = 1;
             TellThrown("a buffer callback",
                        count == 1 ? ". It continues with the next record"
                                   : ". It has not read all of its " + std::to_string(count) +
                                         " records. From now on it gets one record at a time");
           });
}

void Buffer::SilenceThreads(const Thread* thread) noexcept {
  g_silent.store(true);
  WaitForCallbacks(thread);
}

void Buffer::WaitForCallbacks(const Thread* thread) noexcept {
  // A process may also be ended by a callback.
  const uint32_t own = thread != nullptr && thread->serves != nullptr ? 1 : 0;
  const ExitWait wait;
  while (g_calling.load() > own && wait.LeftMs() != 0) usleep(1000);
}

}  // namespace rocjfr::sdk
