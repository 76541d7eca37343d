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
  // `number`: a stream's; kDefaultStream: that of each device.
  explicit StreamVisit(int32_t number, uint32_t visitor = kReporterVisits) noexcept;
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
  // Those that wait for the stream are awaited without a limit. HIP uses the stream object when
  // they return, and who ends the stream waits for the same work inside HIP, too.
  kToTheirEnd,
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

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_STREAM_VISIT_H_
