// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// External correlation ids: a stack for each thread, without a bound.
#include "roctracer/roctracer_ext.h"
#include "status.h"
#include "thread.h"

using rocjfr::roctracer::CurrentThread;
using rocjfr::roctracer::Fail;
using rocjfr::roctracer::Thread;

extern "C" {
ROCTRACER_API roctracer_status_t
roctracer_activity_push_external_correlation_id(activity_correlation_id_t id) {
  Thread* thread = CurrentThread();
  try {
    if (thread == nullptr) return ROCTRACER_STATUS_ERROR_MEMORY_ALLOCATION;
    thread->external_ids.push_back(id);
    return ROCTRACER_STATUS_SUCCESS;
  } catch (...) {
    return Fail(ROCTRACER_STATUS_ERROR_MEMORY_ALLOCATION, __func__, "no memory for the id");
  }
}

ROCTRACER_API roctracer_status_t
roctracer_activity_pop_external_correlation_id(activity_correlation_id_t* last_id) {
  if (last_id != nullptr) *last_id = 0;
  Thread* thread = CurrentThread();
  if (thread == nullptr || thread->external_ids.empty()) {
    // The name stands twice, as in AMD's text.
    return Fail(ROCTRACER_STATUS_ERROR_MISMATCHED_EXTERNAL_CORRELATION_ID, __func__,
                "%s(), unbalanced external correlation id pop", __func__);
  }
  if (last_id != nullptr) *last_id = thread->external_ids.back();
  thread->external_ids.pop_back();
  return ROCTRACER_STATUS_SUCCESS;
}
}
