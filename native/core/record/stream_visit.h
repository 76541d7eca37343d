// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The reporter's visits to streams. The program may destroy a stream, capture it or reset its
// device at any time: HIP 7.2.4 crashes on a handle that is gone, and a query invalidates a
// capture. So such a call waits, as it begins, until the reporter has left the stream. The reporter
// then keeps off the stream until the call returns.
#ifndef ROCJFR_CORE_RECORD_STREAM_VISIT_H_
#define ROCJFR_CORE_RECORD_STREAM_VISIT_H_

#include <atomic>
#include <cstdint>

namespace rocjfr {

constexpr int32_t kAllStreams = INT32_MIN;

// Threads of the reporter, each of which makes one visit at a time: itself, and its synchronisers.
constexpr uint32_t kReporterVisits = 0, kSynchroniserVisits = 1, kVisitors = 5;

// While it lives its stream is not destroyed or reset, and no capture of it begins where it asks.
class StreamVisit {
 public:
  // `number`: a stream's; kDefaultStream: that of `device`, by HIP's ordinal, or of each where it
  // is -1.
  explicit StreamVisit(int32_t number, uint32_t visitor = kReporterVisits,
                       int32_t device = -1) noexcept;
  ~StreamVisit();
  StreamVisit(const StreamVisit&) = delete;
  StreamVisit& operator=(const StreamVisit&) = delete;
  // nullptr: the stream is gone or has no handle that others may use, or it is kept from visitors.
  void* Stream() const noexcept { return stream_; }
  // From now on it waits for the stream and asks nothing: HIP looks for a capture as that begins.
  void Waits() noexcept;

 private:
  const uint32_t visitor_;
  void* stream_ = nullptr;
};

// There is a reporter: only then a call has to wait.
extern std::atomic<bool> g_visits;
inline bool MayBeVisited() noexcept {
  return g_visits.load(std::memory_order_relaxed);
}
enum class Visits {
  kAll,
  kThatAsk,  // not those that have waited for the stream for 50 ms: of them a capture knows nothing
};
// Any visitor is at a stream.
bool AnyVisit() noexcept;
// Nobody wants work any more, but a visit lasts: the ends of streams are to be seen until it ends.
extern std::atomic<bool> g_visits_outlast;
// Waits until this stream (kAllStreams: any) is not visited, at most `patience_ns`. Its number has
// been forgotten before: no new visit begins.
void AwaitVisit(int32_t stream, uint64_t patience_ns, Visits which = Visits::kAll) noexcept;
// No new visit to this stream begins until AllowVisits; then as AwaitVisit. Calls nest.
void ForbidVisits(int32_t stream, uint64_t patience_ns, Visits which = Visits::kAll) noexcept;
void AllowVisits(int32_t stream) noexcept;
// The program ends the stream of this handle, which has been forgotten. Waits at most `patience_ns`
// for a visitor who asks. One who waits for the stream is awaited without a limit: HIP uses the
// stream object when that ends, and waits for the same work as it ends the stream.
void AwaitVisitsTo(uint64_t handle, uint64_t patience_ns) noexcept;
// ForbidVisits of all streams, where the program resets a device: that of those on it waits in the
// same way; `device` -1: on none.
void ForbidVisitsOf(int32_t device, uint64_t patience_ns) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_STREAM_VISIT_H_
