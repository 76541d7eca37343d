// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "own_stream.h"

#include "core/runtime/runtime.h"
#include "streams.h"

namespace rocjfr {
namespace {

constexpr int kSuccess = 0, kRelaxed = 2;

// The calls are ours, as the reporter's are.
class AsReporter {
 public:
  explicit AsReporter(ThreadState& thread) noexcept : thread_(thread) {
    thread_.asks = thread_.reporter = true;
  }
  ~AsReporter() { thread_.asks = thread_.reporter = false; }
  AsReporter(const AsReporter&) = delete;
  AsReporter& operator=(const AsReporter&) = delete;

 private:
  ThreadState& thread_;
};

// True: all that the stream had has been asked for.
bool ReportIfReady(const Runtime& runtime) noexcept {
  auto* const stream = reinterpret_cast<void*>(kPerThreadHandle);
  int capture = 0;
  if (runtime.is_capturing(stream, &capture) != kSuccess || capture != 0) return false;
  if (runtime.query_stream(stream) == kSuccess) {
    return runtime.synchronize_stream(stream) == kSuccess;
  }
  // What the query has left there.
  if (runtime.peek_error() != kSuccess) runtime.fetch_error();
  return false;
}

}  // namespace

std::atomic<uint32_t> g_own_stream_round{0};

void ReportOwnStream(ThreadState& thread) noexcept {
  const Runtime* runtime = TheRuntime();
  if (runtime == nullptr || thread.IsOurs()) return;
  thread.own_round = g_own_stream_round.load(std::memory_order_relaxed);
  if (runtime->query_stream == nullptr || runtime->synchronize_stream == nullptr ||
      runtime->is_capturing == nullptr || runtime->exchange_capture_mode == nullptr ||
      runtime->peek_error == nullptr || runtime->fetch_error == nullptr) {
    return;
  }
  const AsReporter ours(thread);
  // An error that the program has not fetched stays: successful calls would clear it.
  if (runtime->peek_error() != kSuccess) return;
  int mode = kRelaxed;
  if (runtime->exchange_capture_mode(&mode) != kSuccess) return;
  if (ReportIfReady(*runtime)) thread.own_work = false;
  runtime->exchange_capture_mode(&mode);
}

}  // namespace rocjfr
