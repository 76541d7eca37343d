// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "own_stream.h"

#include "base/exit.h"
#include "base/fork.h"
#include "core/runtime/runtime.h"
#include "reporter_calls.h"
#include "stream_end.h"
#include "streams.h"
#include "urged_streams.h"

namespace rocjfr {
namespace {

constexpr int kSuccess = 0;

// What our calls leave there is not the program's.
class FetchesError {
 public:
  explicit FetchesError(const Runtime& runtime) : runtime_(runtime) {}
  ~FetchesError() {
    if (runtime_.peek_error() != kSuccess) runtime_.fetch_error();
  }
  FetchesError(const FetchesError&) = delete;
  FetchesError& operator=(const FetchesError&) = delete;

 private:
  const Runtime& runtime_;
};

// HIP destroys the stream when the thread ends, whether it has told of its work by then or not.
void AwaitOwnRecords(ThreadState& thread, int device) {
  Ending ending;
  ending.stream = thread.own_streams[device];
  ending.device = device;
  ending.first_call = thread.own_first_call;
  NoteOurSynchronisation(ending.stream);
  // A piece that HIP never reports is waited for once.
  if (AwaitRecords(ending).in_vain) thread.own_first_call = thread.next_correlation;
}

// True: all that the stream had was told, or is not waited for any more.
bool ReportIfReady(ThreadState& thread, const Runtime& runtime, int device) {
  auto* const stream = reinterpret_cast<void*>(kPerThreadHandle);
  int capture = 0;
  if (runtime.is_capturing(stream, &capture) != kSuccess || capture != 0) return false;
  if (runtime.query_stream(stream) != kSuccess) return false;
  // Not by a synchronisation: on a hardware queue that another stream's kernel holds up the
  // program's thread would wait for that.
  if (!UrgeStream(runtime, thread.own_streams[device], stream)) return false;
  AwaitOwnRecords(thread, device);
  return true;
}

}  // namespace

std::atomic<uint32_t> g_own_stream_round{0};

void ReportOwnStream(ThreadState& thread) {
  const Runtime* runtime = TheRuntime();
  if (runtime == nullptr || thread.IsOurs()) return;
  thread.own_round = g_own_stream_round.load(std::memory_order_relaxed);
  if (runtime->query_stream == nullptr || runtime->launch_host_function == nullptr ||
      runtime->is_capturing == nullptr || runtime->exchange_capture_mode == nullptr ||
      runtime->peek_error == nullptr || runtime->fetch_error == nullptr ||
      runtime->get_device == nullptr || runtime->context_state == nullptr) {
    return;
  }
  const AsReporter ours(thread);
  // An error that the program has not fetched stays: successful calls would clear it.
  if (runtime->peek_error() != kSuccess) return;
  const FetchesError fetches(*runtime);
  // Each device has one; only that of the current device can be named.
  int device = -1, active = 0;
  if (runtime->get_device(&device) != kSuccess) return;
  if (device < 0 || device >= ThreadState::kOwnStreams) return;
  if ((thread.own_work & 1u << device) == 0) return;
  // The program has reset the device: a query would make it work again.
  unsigned flags = 0;
  if (runtime->context_state(device, &flags, &active) != kSuccess) return;
  if (active == 0) {
    thread.own_work &= ~(1u << device);
    return;
  }
  const RelaxedCaptures relaxed(*runtime);
  if (relaxed.AreSo() && ReportIfReady(thread, *runtime, device)) {
    thread.own_work &= ~(1u << device);
  }
}

void ReportCallersOwnStream() {
  ThreadState* const thread = CurrentThread();
  if (thread == nullptr || thread->own_work == 0 || thread->depth != 0 || Forked()) return;
  if (!CallsBeforeExit::Begin()) return;
  const struct EndOfCalls {
    ~EndOfCalls() { CallsBeforeExit::End(); }
  } end;
  ReportOwnStream(*thread);
}

}  // namespace rocjfr
