// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Small stable numbers for stream handles, and the device a stream belongs to.
#ifndef ROCJFR_CORE_RECORD_STREAMS_H_
#define ROCJFR_CORE_RECORD_STREAMS_H_

#include <atomic>
#include <cstdint>
#include <vector>

namespace rocjfr {

constexpr int32_t kDefaultStream = 0;
constexpr int32_t kNoStream = -1;  // or not known

// Handles that name no stream object: the runtime's functions must not be given them (6.4 and 7.2
// crash on the first).
constexpr uint64_t kLegacyHandle = 1;     // hipStreamLegacy, the default stream
constexpr uint64_t kPerThreadHandle = 2;  // hipStreamPerThread, each thread's own on each device

struct StreamInfo {
  int32_t number = kDefaultStream;
  int32_t device = -1;  // HIP ordinal
};

// Counts destroyed streams: what a thread remembers of streams holds while this is the same.
extern std::atomic<uint32_t> g_stream_epoch;

// Takes a lock; callers keep what they learn until g_stream_epoch changes. `handle` is a stream
// object's.
StreamInfo LookUpStream(uint64_t handle, int (*device_of)(void* stream)) noexcept;
// The handle of the stream of this number; 0: it is not known, or gone. Takes a lock.
// `device`: gets its device, where that is known.
uint64_t HandleOfStream(int32_t number, int32_t* device = nullptr) noexcept;
// The numbers of streams that have a handle. Takes a lock. Throws std::bad_alloc.
std::vector<int32_t> KnownStreams();
// The program has ended the stream of this number, or its device. Of the last some thousand that
// ended; false of others. Any thread, takes no lock.
bool IsEnded(int32_t number) noexcept;
// A number that no stream has: for one without a handle of its own. Takes a lock.
int32_t NewStreamNumber() noexcept;
// The handle may be given to another stream from now on.
void ForgetStream(uint64_t handle) noexcept;
// The device's streams are gone, and those of which no device is known.
void ForgetStreamsOf(int32_t device) noexcept;
// Streams may have been destroyed and made while nobody looked.
void ForgetStreams() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_STREAMS_H_
