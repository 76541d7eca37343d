// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Callbacks of roctx calls, and of ranges from their begin to their end.
#ifndef ROCJFR_API_ROCPROFILER_MARKER_CALLBACKS_H_
#define ROCJFR_API_ROCPROFILER_MARKER_CALLBACKS_H_

#include "contexts.h"

namespace rocjfr::sdk {

bool IsMarkerCallback(uint32_t callback_kind) noexcept;
inline bool AnyMarkerCallbacks() noexcept {
  return g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API].Any() ||
         g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API].Any() ||
         g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_MARKER_CONTROL_API].Any() ||
         g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_MARKER_NAME_API].Any();
}
// Somebody wants ranges, by callbacks or in a buffer.
inline bool AnyRanges() noexcept {
  return g_active[ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API].Any() ||
         g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API].Any();
}

// ENTER and EXIT, one after the other: a roctx call is told once. `buffer_kind` of the call;
// `id` as rocjfr/client.h has it.
void TellMarker(Thread& thread, uint32_t buffer_kind, int32_t operation, const char* message,
                uint64_t id, uint64_t correlation_id, uint64_t now);
// ENTER, and EXIT for those that were told ENTER.
void TellRangeBegin(Thread& thread, int32_t operation, const char* message, OpenRange* range);
void TellRangeEnd(Thread& thread, int32_t operation, const OpenRange& range);

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_MARKER_CALLBACKS_H_
