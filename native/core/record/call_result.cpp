// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "call_result.h"

#include <cstring>

#include "catalogue/functions.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

constexpr int kNotReady = 600;
// With these a capture is over as well.
constexpr int kCaptureInvalidated = 901, kCaptureUnjoined = 904;

enum Trait : uint8_t {
  kSilent = 1,         // see TellsResult
  kMayBeNotReady = 2,  // may return hipErrorNotReady
  kBeginsCapture = 4,
  kEndsCapture = 8,
  kIsTrial = 16,  // what a trial calls: HIP 5.2 may lock a function while it is called
  kMuted = 32,    // a capture may keep it from setting the last error
  kDropsCaptures = 64,
};
std::atomic<uint8_t> g_traits[kMaxApis];

// Streams that may be in capture. Meanwhile some functions return what was noted of a call, and
// that it may not be captured, without setting the last error.
std::atomic<uint32_t> g_captures{0};
// And others, that nobody saw begin, or that may have ended unseen: then what such a function
// returns is known where it has changed the error.
std::atomic<bool> g_unseen_captures{true};

uint8_t TraitsOf(const char* name) noexcept {
  const uint32_t known = catalogue::TraitsOf(name);
  uint8_t traits = (known & catalogue::kTold) != 0 ? 0 : kSilent;
  if ((known & catalogue::kMuted) != 0) traits |= kMuted;
  if ((known & catalogue::kNotReady) != 0) traits |= kMayBeNotReady;
  if ((known & catalogue::kBeginsCapture) != 0) traits |= kBeginsCapture;
  if ((known & catalogue::kEndsCapture) != 0) traits |= kEndsCapture;
  if ((known & catalogue::kDropsCaptures) != 0) traits |= kDropsCaptures;
  if (strcmp(name, "hipGetDevice") == 0) traits |= kIsTrial;
  return traits;
}

void EndCapture() noexcept {
  uint32_t open = g_captures.load(std::memory_order_relaxed);
  while (open != 0 && !g_captures.compare_exchange_weak(open, open - 1)) {
  }
}

// Whether those that are counted are still open is not known any more.
void LoseCount() noexcept {
  g_unseen_captures.store(true, std::memory_order_relaxed);
  g_captures.store(0, std::memory_order_release);
}

// Streams that may be in capture, as far as that is known.
uint32_t CountedCaptures() noexcept {
  return g_captures.load(std::memory_order_acquire);
}

// The calling thread has no last error, and has none afterwards. What hipExtGetLastError would have
// said of the call before is gone; but a call is about to begin, and its own result replaces that.
ResultWay Try(const Runtime& runtime) noexcept {
  int device;
  const int failure = runtime.get_device(nullptr);
  if (failure == 0) return ResultWay::kNone;
  ResultWay way = ResultWay::kNone;
  if (runtime.peek_error() == failure && runtime.get_device(&device) == 0) {
    const int after_success = runtime.peek_error();
    if (after_success == 0) {
      way = ResultWay::kPeek;
    } else if (after_success == failure && runtime.extended_error != nullptr &&
               runtime.get_device(&device) == 0 && runtime.extended_error() == 0 &&
               runtime.get_device(nullptr) == failure && runtime.extended_error() == failure &&
               runtime.peek_error() == failure && runtime.extended_error() == failure) {
      way = ResultWay::kExtended;
    }
  }
  runtime.fetch_error();
  if (runtime.extended_error != nullptr) runtime.extended_error();
  return way;
}

// Our own calls make no records. Nothing of ours throws.
struct Asking {
  explicit Asking(ThreadState& thread) noexcept : thread(thread) { thread.asks = true; }
  ~Asking() { thread.asks = false; }
  ThreadState& thread;
};

void FindWay(ThreadState& thread, const Runtime& runtime) noexcept {
  if (runtime.peek_error == nullptr || runtime.fetch_error == nullptr ||
      runtime.get_device == nullptr) {
    g_result_way.store(ResultWay::kNone, std::memory_order_relaxed);
    return;
  }
  const Asking asking(thread);
  // Else the next call: an error that nobody fetched must stay.
  if (runtime.peek_error() == 0) g_result_way.store(Try(runtime), std::memory_order_relaxed);
}

int AskExtended(const Runtime& runtime, uint32_t op) noexcept {
  const int error = runtime.extended_error();
  if (error != 0 && runtime.peek_error() != error) {
    // It could not be put back, which is so with hipErrorNotReady: not of this function again.
    g_traits[op].fetch_or(kMayBeNotReady, std::memory_order_relaxed);
  }
  return error;
}

}  // namespace

std::atomic<ResultWay> g_result_way{ResultWay::kUntold};

bool TellsResult(const char* function) noexcept {
  return (catalogue::TraitsOf(function) & catalogue::kTold) != 0;
}

bool Captures(const char* function) noexcept {
  constexpr uint32_t kAny =
      catalogue::kBeginsCapture | catalogue::kEndsCapture | catalogue::kDropsCaptures;
  return (catalogue::TraitsOf(function) & kAny) != 0;
}

void PrepareResults(const Runtime& runtime) noexcept {
  for (uint32_t op = 0; op < kMaxApis; ++op) {
    const char* name = runtime.api_names[op];
    g_traits[op].store(name == nullptr ? uint8_t{kSilent} : TraitsOf(name),
                       std::memory_order_relaxed);
  }
}

std::atomic<bool> g_hip_was_used{false};

void FollowCaptures() noexcept {
  g_captures.store(0, std::memory_order_relaxed);
  g_unseen_captures.store(g_hip_was_used.load(), std::memory_order_relaxed);
}

void CapturesMayBeOpen() noexcept {
  if (CountedCaptures() != 0) LoseCount();
  if (g_hip_was_used.load()) g_unseen_captures.store(true, std::memory_order_relaxed);
}

int BeginResult(ThreadState& thread, uint32_t op) noexcept {
  const uint8_t traits = g_traits[op].load(std::memory_order_relaxed);
  if (g_result_way.load(std::memory_order_relaxed) == ResultWay::kUntold &&
      (traits & kIsTrial) == 0) {
    FindWay(thread, *TheRuntime());
  }
  if ((traits & kBeginsCapture) != 0) g_captures.fetch_add(1, std::memory_order_relaxed);
  const ResultWay way = g_result_way.load(std::memory_order_relaxed);
  const bool asks = way == ResultWay::kPeek || way == ResultWay::kExtended;
  if (!asks || (traits & kMuted) == 0) return kNotAsked;
  if (!g_unseen_captures.load(std::memory_order_relaxed)) return kNotAsked;
  const Runtime& runtime = *TheRuntime();
  const Asking asking(thread);
  if (way == ResultWay::kPeek) return runtime.peek_error();
  const int error = runtime.extended_error();
  if (error != 0) runtime.peek_error();  // puts it back
  return error;
}

namespace {

// What it submitted while it ran is its own work: what is captured submits none. But a launch's
// first call may load what it launches, which copies.
bool HasWorked(const Runtime& runtime, const Call& call) noexcept {
  if (call.submitted == 0) return false;
  const ArgumentLayout* layout = runtime.arguments[call.op];
  return layout == nullptr || layout->kernel == KernelArgument::kNone;
}

}  // namespace

uint32_t EndResult(ThreadState& thread, const Call& call) noexcept {
  const uint32_t op = call.op;
  const Runtime& runtime = *TheRuntime();
  const ResultWay way = g_result_way.load(std::memory_order_relaxed);
  const uint8_t traits = g_traits[op].load(std::memory_order_relaxed);
  constexpr uint8_t kFollowed = kBeginsCapture | kEndsCapture;
  if (way == ResultWay::kUntold || way == ResultWay::kNone) {
    if ((traits & (kFollowed | kDropsCaptures)) != 0 && CountedCaptures() != 0) LoseCount();
    return 0;
  }
  if ((traits & kDropsCaptures) != 0 && CountedCaptures() != 0) LoseCount();
  if (traits != 0) {
    if ((traits & kSilent) != 0 && (traits & kFollowed) == 0) return 0;
    if ((traits & kMayBeNotReady) != 0 && way == ResultWay::kExtended) return 0;
  }
  const bool muted = (traits & kMuted) != 0 && !HasWorked(runtime, call);
  if (muted && CountedCaptures() != 0) return 0;
  int error;
  {
    const Asking asking(thread);
    error = way == ResultWay::kPeek ? runtime.peek_error() : AskExtended(runtime, op);
  }
  if ((traits & kFollowed) != 0) {
    const bool ends = (traits & kEndsCapture) != 0
                          ? error == 0 || error == kCaptureInvalidated || error == kCaptureUnjoined
                          : error != 0;  // it did not begin
    if (ends) EndCapture();
    if ((traits & kSilent) != 0) return 0;
  }
  const bool unseen = muted && g_unseen_captures.load(std::memory_order_relaxed);
  if (unseen && (call.error_before == kNotAsked || call.error_before == error)) return 0;
  return 1 + static_cast<uint32_t>(error);
}

void LeaveResult(const Call& call) noexcept {
  const uint8_t traits = g_traits[call.op].load(std::memory_order_relaxed);
  const bool drops = (traits & kDropsCaptures) != 0 && CountedCaptures() != 0;
  if (drops || (traits & (kBeginsCapture | kEndsCapture)) != 0) LoseCount();
}

}  // namespace rocjfr

extern "C" {
const char* rocjfr_error_name(uint32_t error) {
  const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
  if (runtime == nullptr || runtime->error_name == nullptr) return nullptr;
  rocjfr::ThreadState* thread = rocjfr::CurrentThread();
  if (thread == nullptr || thread->asks) return nullptr;
  const rocjfr::Asking asking(*thread);
  return runtime->error_name(static_cast<int>(error));
}
}
