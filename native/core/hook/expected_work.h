// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the reporter expects of each stream's work in flight. HIP may never report a piece, as of a
// launch that failed late: such a one is given up, and lost some seconds later.
#ifndef ROCJFR_CORE_HOOK_EXPECTED_WORK_H_
#define ROCJFR_CORE_HOOK_EXPECTED_WORK_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "reporter.h"

namespace rocjfr {

// A stream's, at a look at it: what was in flight before it was asked.
struct StreamWork {
  StreamAnswer answer = StreamAnswer::kUnknown;
  std::vector<uint64_t> calls;     // by correlation id, in order
  std::vector<uint64_t> launches;  // those that neither copy nor fill, in order
  // The oldest call that is not given up (UINT64_MAX: there is none), its pieces, and whether it
  // copies or fills.
  uint64_t oldest = UINT64_MAX, pieces = 0;
  bool copies = false;
};

// Of one thread, the reporter's.
class ExpectedWork {
 public:
  using ByStream = std::unordered_map<int32_t, StreamWork>;

  // What is in flight now. Throws bad_alloc.
  ByStream Gather();
  // A tenth of a second has passed.
  void Tick() noexcept { ++ticks_; }
  // The stream has been found ready and was synchronised, or has ended. False: nothing of its work
  // is expected any more; a piece that HIP never reports is not waited for again and again. Throws
  // bad_alloc.
  bool MayCome(int32_t stream, const StreamWork& work);
  // The oldest call copies or fills, and the stream was ready before.
  bool OldestIsLateCopy(int32_t stream, const StreamWork& work) const;
  // Counts what was given up long ago as lost: nobody asks for it any more.
  void LoseGivenUp() noexcept;

 private:
  // Of a stream that is ready: its oldest call as it was found again and again.
  struct Oldest {
    uint64_t call = 0, pieces = 0;
    uint32_t looks = 0;
    std::vector<uint64_t> launches;  // that were in flight at the first look, in order
  };

  void GiveUp(const StreamWork& work, const Oldest& oldest);
  bool IsLost(uint64_t call) const noexcept;

  uint64_t ticks_ = 0;
  std::unordered_map<int32_t, Oldest> oldest_;
  std::unordered_map<uint64_t, uint64_t> given_up_;  // calls, and since which tick
};

}  // namespace rocjfr
#endif  // ROCJFR_CORE_HOOK_EXPECTED_WORK_H_
