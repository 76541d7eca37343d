// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP_STREAM callbacks: streams that are made, destroyed, and used by calls.
#ifndef ROCJFR_API_ROCPROFILER_HIP_STREAMS_H_
#define ROCJFR_API_ROCPROFILER_HIP_STREAMS_H_

#include "contexts.h"
#include "rocjfr/client.h"

namespace rocjfr::sdk {

inline const ActiveServices& HipStreamServices() noexcept {
  return g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_HIP_STREAM];
}
// The hipStream_t that the call is given; 0 also where its function takes none.
uint64_t StreamOf(const rocjfr_call_t& call) noexcept;
// The handles that are known may be other streams' by now: they get other ids.
void ForgetStreams() noexcept;
// May call the user.
void HipStreamsOnEnter(Thread& thread, const rocjfr_call_t& call, const HipFunction& function);
void HipStreamsOnExit(Thread& thread, const rocjfr_call_t& call, const HipFunction& function);

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_HIP_STREAMS_H_
