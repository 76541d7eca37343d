// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Callbacks of work on a GPU: KERNEL_DISPATCH when it is submitted (ENQUEUE) and when it has run
// (COMPLETE), MEMORY_COPY from its submission (ENTER) to its end (EXIT).
#ifndef ROCJFR_API_ROCPROFILER_WORK_CALLBACKS_H_
#define ROCJFR_API_ROCPROFILER_WORK_CALLBACKS_H_

#include <atomic>
#include <cstddef>
#include <vector>

#include "calls.h"
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
// do not say (graphs, copies of unknown direction): that is told as a whole when it has run. Fills
// have no sizes.
struct Submission {
  uint64_t correlation_id;
  const FoundCall& call;
  const rocjfr_submit_t* submit;
  int32_t direction;  // of a copy; NONE: a dispatch
  uint64_t kernel_id;
  rocprofiler_agent_id_t agent;                // the device's
  rocprofiler_agent_id_t source, destination;  // of a copy
};
void WorkSubmitted(Thread& thread, const Submission& submission);
// What was told of a piece of work when it was submitted.
struct ToldWork {
  uint64_t dispatch_id = 0;                          // 0: nothing was
  int32_t direction = ROCPROFILER_MEMORY_COPY_NONE;  // of a copy
  struct One {
    const Service* service;
    uint64_t word;  // the tool's
  };
  std::vector<One> services;
};
// A piece has run: of several pieces of a call the first one has what was told.
ToldWork FindTold(uint64_t correlation_id) noexcept;
extern std::atomic<uint32_t> g_told;  // of how many that is known
inline ToldWork TakeTold(uint64_t correlation_id) noexcept {
  return g_told.load(std::memory_order_acquire) == 0 ? ToldWork() : FindTold(correlation_id);
}
uint64_t NewDispatchId() noexcept;
// Of what a dispatch is told with: the padding does not count.
constexpr uint64_t kDispatchInfoBytes =
    offsetof(rocprofiler_kernel_dispatch_info_t, reserved_padding);
// How much has been forgotten before it ran: more than 65536 pieces were in flight.
uint64_t EvictedWork() noexcept;
// It has run. Who was not told of its submission is told of that now, as far as it wants to be.
// `begin_ns`: of its call, on the clock of calls; 0 not known.
void TellDispatch(Thread& thread, const Service& service, const ToldWork& told,
                  const rocprofiler_buffer_tracing_kernel_dispatch_record_t& record,
                  uint64_t begin_ns);
void TellCopy(Thread& thread, const Service& service, const ToldWork& told,
              const rocprofiler_buffer_tracing_memory_copy_record_t& record, uint64_t begin_ns);

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_WORK_CALLBACKS_H_
