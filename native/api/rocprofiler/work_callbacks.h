// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Callbacks of work on a GPU: KERNEL_DISPATCH when it is submitted (ENQUEUE) and when it has run
// (COMPLETE), MEMORY_COPY from its submission (ENTER) to its end (EXIT).
#ifndef ROCJFR_API_ROCPROFILER_WORK_CALLBACKS_H_
#define ROCJFR_API_ROCPROFILER_WORK_CALLBACKS_H_

#include "contexts.h"
#include "rocjfr/client.h"
#include "rocprofiler-sdk/buffer_tracing.h"

namespace rocjfr::sdk {

inline const ActiveServices& DispatchCallbacks() noexcept {
  return g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH];
}
inline const ActiveServices& CopyCallbacks() noexcept {
  return g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY];
}
inline bool AnyWorkCallbacks() noexcept {
  return DispatchCallbacks().Any() || CopyCallbacks().Any();
}

// A call submits its first piece of work, on its thread. Nothing is told of work that its arguments
// do not say (graphs, hipMemcpyDefault): that is told as a whole when it has run.
struct Submission {
  uint64_t correlation_id;
  uint64_t begin_ns;  // of the call
  const rocjfr_submit_t* submit;
  int32_t direction;  // of a copy; NONE: a dispatch
  uint64_t kernel_id;
  rocprofiler_agent_id_t agent;  // the device's
};
void WorkSubmitted(Thread& thread, const Submission& submission) noexcept;
// A number for a dispatch that has run: the one that it was told with when it was submitted, or a
// new one.
uint64_t TakeDispatchId(uint64_t correlation_id) noexcept;
// It has run. `begin_ns`: of its call, on the clock of calls; 0 not known. Then WorkTold.
void TellDispatch(Thread& thread, const Service& service,
                  const rocprofiler_buffer_tracing_kernel_dispatch_record_t& record,
                  uint64_t begin_ns) noexcept;
void TellCopy(Thread& thread, const Service& service,
              const rocprofiler_buffer_tracing_memory_copy_record_t& record,
              uint64_t begin_ns) noexcept;
void WorkTold(uint64_t correlation_id) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_WORK_CALLBACKS_H_
