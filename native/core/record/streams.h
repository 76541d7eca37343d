// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Small stable numbers for stream handles, and the device a stream belongs to.
#ifndef ROCJFR_CORE_RECORD_STREAMS_H_
#define ROCJFR_CORE_RECORD_STREAMS_H_

#include <atomic>
#include <cstdint>

namespace rocjfr {

constexpr int32_t kDefaultStream = 0;
constexpr int32_t kNoStream = -1;

struct StreamInfo {
  int32_t number = kDefaultStream;
  int32_t device = -1;  // HIP ordinal
};

// Counts destroyed streams: what a thread remembers of streams holds while this is the same.
extern std::atomic<uint32_t> g_stream_epoch;

// Takes a lock; callers keep what they learn until g_stream_epoch changes. `handle` is not null.
StreamInfo LookUpStream(uint64_t handle, int (*device_of)(void* stream)) noexcept;
// The handle may be given to another stream from now on.
void ForgetStream(uint64_t handle) noexcept;
// Any may be.
void ForgetAllStreams() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_STREAMS_H_
