// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "own_stream.h"

#include "core/runtime/runtime.h"
#include "reporter_calls.h"
#include "stream_end.h"
#include "streams.h"

namespace rocjfr {
namespace {

constexpr int kSuccess = 0;

// HIP destroys the stream when the thread ends, whether it has told of its work by then or not.
void AwaitOwnRecords(ThreadState& thread, const Runtime& runtime) {
  const int device = runtime.stream_device == nullptr ? -1 : runtime.stream_device(nullptr);
  if (device < 0 || device >= ThreadState::kOwnStreams) return;
  const int32_t number = thread.own_streams[device];
  if (number == 0) return;
  NoteOurSynchronisation(number);
  Ending ending;
  ending.stream = number;
  ending.device = device;
  ending.first_call = thread.own_first_call;
  // A piece that HIP never reports is waited for once.
  if (AwaitRecords(ending).in_vain) thread.own_first_call = thread.next_correlation;
}

// True: all that the stream had was told, or is not waited for any more.
bool ReportIfReady(ThreadState& thread, const Runtime& runtime) {
  auto* const stream = reinterpret_cast<void*>(kPerThreadHandle);
  int capture = 0;
  if (runtime.is_capturing(stream, &capture) != kSuccess || capture != 0) return false;
  if (runtime.query_stream(stream) == kSuccess) {
    if (runtime.synchronize_stream(stream) != kSuccess) return false;
    AwaitOwnRecords(thread, runtime);
    return true;
  }
  // What the query has left there.
  if (runtime.peek_error() != kSuccess) runtime.fetch_error();
  return false;
}

}  // namespace

std::atomic<uint32_t> g_own_stream_round{0};

void ReportOwnStream(ThreadState& thread) {
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
  const RelaxedCaptures relaxed(*runtime);
  if (relaxed.AreSo() && ReportIfReady(thread, *runtime)) thread.own_work = false;
}

}  // namespace rocjfr
