// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "roctx.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/leaky_singleton.h"
#include "base/virtual_states.h"
#include "clients.h"
#include "clock.h"
#include "core/java/control.h"
#include "losses.h"
#include "thread_state.h"

namespace rocjfr {
namespace {

// Ranges of one thread, and start/stop ranges of the process, that may be open at once and still be
// recorded.
constexpr uint32_t kMaxDepth = 1024;
constexpr size_t kMaxOpen = 65536;

struct StartedRange {
  uint64_t begin_ns;
  std::string message;
};
struct Started {
  std::mutex mutex;
  std::unordered_map<uint64_t, StartedRange> ranges;
};
Started& TheStarted() {
  return LeakySingleton<Started>();
}
std::atomic<uint64_t> g_next_id{1};

// Ranges that virtual threads have open: they may end on another carrier than they began on. The
// word is the depth.
VirtualStates<OpenRanges>& TheVirtualRanges() {
  static auto* ranges = new VirtualStates<OpenRanges>;
  return *ranges;
}
// Those of them that are kept, with their messages.
std::atomic<size_t> g_virtual_ranges{0};

// How often a range began or ended of which nobody knew at that moment which thread's it was. That
// one's next end may be of another range than the one that is innermost by our count: what was open
// then has no certain end. It may be any virtual thread, wherever it acted before and after, or the
// OS thread itself (ThreadState::unknown_ranges).
std::atomic<uint32_t> g_unknown_ranges{0};

int32_t NoteUnknownRange(ThreadState& thread) noexcept {
  g_unknown_ranges.fetch_add(1);
  ++thread.unknown_ranges;
  g_control.unknown_actors.fetch_add(1, std::memory_order_relaxed);
  return -1;
}

// Both libraries count from 1.
uint64_t Key(uint64_t id, RoctxSource source) {
  return id << 1 | static_cast<uint64_t>(source);
}

// The length of a message as it is kept: at most `limit` bytes, cut between two characters.
uint32_t MessageBytes(const char* message, uint32_t limit) {
  size_t length = strnlen(message, limit + 1);
  if (length <= limit) return static_cast<uint32_t>(length);
  length = limit;
  while (length > 0 && (static_cast<unsigned char>(message[length]) & 0xC0) == 0x80) --length;
  return static_cast<uint32_t>(length);
}

// A message as it is kept.
struct Message {
  const char* text;
  uint32_t bytes;
};
Message Kept(const char* message) {
  const char* text = message == nullptr ? "" : message;
  return {text, MessageBytes(text, ROCJFR_MAX_MESSAGE_BYTES)};
}
Message KeptIn(const std::string& message) {
  return {message.data(), static_cast<uint32_t>(message.size())};
}

void Record(ThreadState& thread, uint32_t op, uint32_t depth, uint64_t range_id, uint64_t begin_ns,
            uint64_t end_ns, Message message) noexcept {
  const uint32_t bytes = message.bytes;
  const uint32_t slots = 1 + (bytes + ROCJFR_SLOT_BYTES - 1) / ROCJFR_SLOT_BYTES;
  const uint32_t ref = thread.FindActor().ref;
  thread.Write(ROCJFR_DOMAIN_ROCTX, slots, [&](Ring& ring) {
    auto* record = static_cast<rocjfr_record_t*>(ring.Slot(0));
    record->domain = ROCJFR_DOMAIN_ROCTX;
    record->kind = depth;
    record->op = op;
    record->meta = slots | ref << 8;
    record->correlation_id = range_id;
    record->begin_ns = begin_ns;
    record->end_ns = end_ns;
    record->device_id = g_process_id;
    record->thread_id = thread.os_thread_id;
    record->queue_id = thread.ExternalId();
    record->bytes = bytes;
    for (uint32_t slot = 1, done = 0; slot < slots; ++slot, done += ROCJFR_SLOT_BYTES) {
      char* place = static_cast<char*>(ring.Slot(slot));
      const uint32_t part = std::min(bytes - done, ROCJFR_SLOT_BYTES);
      memcpy(place, message.text + done, part);
      memset(place + part, 0, ROCJFR_SLOT_BYTES - part);
    }
  });
}

// Of a thread's stack of open ranges. Elements are reused, so that a range costs no allocation once
// the stack has been this deep. A range that began while nobody recorded is missing, or has begin
// 0. It is not recorded when it ends, because its begin is outside the recording and would be a
// guess.
[[gnu::noinline]] void OpenRangeAt(OpenRanges& ranges, uint32_t depth, uint32_t unknown,
                                   const char* message) noexcept {
  if (depth >= kMaxDepth) return;
  try {
    if (depth >= ranges.open.size()) ranges.open.resize(depth + 1);
    OpenRange& range = ranges.open[depth];
    range.begin_ns = 0;
    const Message kept = Kept(message);
    range.message.assign(kept.text, kept.bytes);
    range.unknown = unknown;
    range.begin_ns = NowNs();
  } catch (...) {
    CountLost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_RANGE_LIMIT, 1);
  }
}

[[gnu::noinline]] void RecordRangeAt(ThreadState& thread, const OpenRanges& ranges, uint32_t depth,
                                     uint32_t unknown) noexcept {
  if (depth >= kMaxDepth) {
    CountLost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_RANGE_LIMIT, 1);
    return;
  }
  if (depth >= ranges.open.size() || ranges.open[depth].begin_ns == 0) return;
  const OpenRange& range = ranges.open[depth];
  if (range.unknown != unknown) return CountLost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_FAILED, 1);
  Record(thread, ROCJFR_ROCTX_RANGE, depth, 0, range.begin_ns, EndNs(range.begin_ns),
         KeptIn(range.message));
}

// `unknown`: how often the thread may have been the one that was not known.
uint32_t PushTo(OpenRanges& ranges, bool wanted, uint32_t unknown, const char* message) noexcept {
  const uint32_t depth = ranges.depth++;
  if (__builtin_expect(wanted, false)) {
    OpenRangeAt(ranges, depth, unknown, message);
  } else if (depth < ranges.open.size()) {
    ranges.open[depth].begin_ns = 0;
  }
  return depth;
}

std::optional<uint64_t> DepthOf(const OpenRanges& ranges) noexcept {
  return ranges.depth == 0 ? std::nullopt : std::optional<uint64_t>(ranges.depth);
}

// Of the oldest thread, which may have to go for another one, those are lost that would have been
// recorded.
void LoseEvicted(const std::unique_ptr<OpenRanges>& evicted) noexcept {
  if (evicted == nullptr || evicted->open.empty()) return;
  const auto& open = evicted->open;
  g_virtual_ranges.fetch_sub(open.size(), std::memory_order_relaxed);
  const auto lost = std::count_if(open.begin(), open.end(),
                                  [](const OpenRange& range) { return range.begin_ns != 0; });
  CountLost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_RANGE_LIMIT, static_cast<uint64_t>(lost));
}

[[gnu::noinline]] int32_t PushVirtual(int64_t id, const char* message) noexcept {
  bool wanted = Wanted(ROCJFR_DOMAIN_ROCTX);
  if (wanted && g_virtual_ranges.load(std::memory_order_relaxed) >= kMaxOpen) {
    CountLost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_RANGE_LIMIT, 1);
    wanted = false;
  }
  int32_t depth = -1;
  std::unique_ptr<OpenRanges> evicted;
  try {
    TheVirtualRanges().Act(
        id, true,
        [&](OpenRanges& ranges) {
          const size_t before = ranges.open.size();
          depth = static_cast<int32_t>(PushTo(ranges, wanted, g_unknown_ranges.load(), message));
          g_virtual_ranges.fetch_add(ranges.open.size() - before, std::memory_order_relaxed);
          return DepthOf(ranges);
        },
        &evicted);
  } catch (...) {
  }
  if (depth == -1 && wanted) CountLost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_RANGE_LIMIT, 1);
  LoseEvicted(evicted);
  return depth;
}

[[gnu::noinline]] int32_t PopVirtual(ThreadState& thread, int64_t id) noexcept {
  int32_t depth = -1;
  TheVirtualRanges().Act(id, false, [&](OpenRanges& ranges) {
    depth = static_cast<int32_t>(--ranges.depth);
    if (Wanted(ROCJFR_DOMAIN_ROCTX)) {
      RecordRangeAt(thread, ranges, ranges.depth, g_unknown_ranges.load());
    }
    if (ranges.depth < ranges.open.size()) {
      g_virtual_ranges.fetch_sub(ranges.open.size() - ranges.depth, std::memory_order_relaxed);
      ranges.open.resize(ranges.depth);
    }
    return DepthOf(ranges);
  });
  return depth;
}

// Of who acts.
uint32_t Depth(ThreadState& thread) noexcept {
  const int64_t id = thread.FindActor().virtual_id;
  if (id == 0) return thread.ranges.depth;
  uint64_t depth = 0;
  return id != -1 && TheVirtualRanges().Look(id, &depth) ? static_cast<uint32_t>(depth) : 0;
}

}  // namespace

// Clients are told of AMD's ops, before the level changes.
void RoctxMark(const char* message) {
  TellRoctx(0, message, 0);
  if (!Wanted(ROCJFR_DOMAIN_ROCTX)) return;
  ThreadState* thread = CurrentThread();
  if (thread == nullptr) return;
  const uint64_t now = NowNs();
  Record(*thread, ROCJFR_ROCTX_MARK, Depth(*thread), 0, now, now, Kept(message));
}

int32_t RoctxPush(const char* message) {
  TellRoctx(1, message, 0);
  ThreadState* thread = CurrentThread();
  if (thread == nullptr) return -1;
  const int64_t virtual_id = thread->FindActor().virtual_id;
  if (__builtin_expect(virtual_id != 0, false)) {
    return virtual_id == -1 ? NoteUnknownRange(*thread) : PushVirtual(virtual_id, message);
  }
  return static_cast<int32_t>(
      PushTo(thread->ranges, Wanted(ROCJFR_DOMAIN_ROCTX), thread->unknown_ranges, message));
}

int32_t RoctxPop() {
  TellRoctx(2, nullptr, 0);
  ThreadState* thread = CurrentThread();
  if (thread == nullptr) return -1;
  const int64_t virtual_id = thread->FindActor().virtual_id;
  if (__builtin_expect(virtual_id != 0, false)) {
    return virtual_id == -1 ? NoteUnknownRange(*thread) : PopVirtual(*thread, virtual_id);
  }
  if (thread->ranges.depth == 0) return -1;
  const uint32_t depth = --thread->ranges.depth;
  if (__builtin_expect(Wanted(ROCJFR_DOMAIN_ROCTX), false)) {
    RecordRangeAt(*thread, thread->ranges, depth, thread->unknown_ranges);
  }
  return static_cast<int32_t>(depth);
}

void RoctxStart(uint64_t id, const char* message, RoctxSource source) {
  TellRoctx(3, message, id);
  if (!Wanted(ROCJFR_DOMAIN_ROCTX)) return;
  try {
    const Message kept = Kept(message);
    StartedRange range{NowNs(), std::string(kept.text, kept.bytes)};
    Started& started = TheStarted();
    std::lock_guard<std::mutex> lock(started.mutex);
    if (started.ranges.size() < kMaxOpen) {
      started.ranges[Key(id, source)] = std::move(range);
      return;
    }
  } catch (...) {
  }
  CountLost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_RANGE_LIMIT, 1);
}

void RoctxStop(uint64_t id, RoctxSource source) {
  TellRoctx(4, nullptr, id);
  if (Forked()) return;  // the lock may be held for ever
  StartedRange range;
  {
    Started& started = TheStarted();
    std::lock_guard<std::mutex> lock(started.mutex);
    const auto found = started.ranges.find(Key(id, source));
    if (found == started.ranges.end()) return;  // began while nobody recorded, or never
    range = std::move(found->second);
    started.ranges.erase(found);
  }
  ThreadState* thread = CurrentThread();
  if (thread == nullptr || !Wanted(ROCJFR_DOMAIN_ROCTX)) return;
  Record(*thread, ROCJFR_ROCTX_START_STOP, 0, id, range.begin_ns, EndNs(range.begin_ns),
         KeptIn(range.message));
}

}  // namespace rocjfr

extern "C" {
void rocjfr_roctx_mark(const char* message) {
  rocjfr::RoctxMark(message);
}

int32_t rocjfr_roctx_range_push(const char* message) {
  return rocjfr::RoctxPush(message);
}

int32_t rocjfr_roctx_range_pop(void) {
  return rocjfr::RoctxPop();
}

void rocjfr_roctx_tell(uint32_t op, const char* message, uint64_t id) {
  rocjfr::TellRoctx(op, message, id);
}

uint64_t rocjfr_roctx_range_start(const char* message) {
  const uint64_t id = rocjfr::g_next_id.fetch_add(1, std::memory_order_relaxed);
  rocjfr::RoctxStart(id, message, rocjfr::RoctxSource::kOurs);
  return id;
}

void rocjfr_roctx_range_stop(uint64_t id) {
  rocjfr::RoctxStop(id, rocjfr::RoctxSource::kOurs);
}
}
