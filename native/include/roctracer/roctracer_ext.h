// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// roctracer's extension API: start and stop, external correlation ids.
#ifndef ROCTRACER_EXT_H_
#define ROCTRACER_EXT_H_

#include "roctracer.h"

// Operations of ACTIVITY_DOMAIN_EXT_API.
typedef enum {
  ACTIVITY_EXT_OP_MARK = 0,      // not used
  ACTIVITY_EXT_OP_EXTERN_ID = 1  // the op of external-id records
} activity_ext_op_t;

// Properties of ACTIVITY_DOMAIN_EXT_API: called by roctracer_start and roctracer_stop on the thread
// that calls those, when they change something. NULL: not called.
typedef void (*roctracer_start_cb_t)(void);
typedef void (*roctracer_stop_cb_t)(void);
typedef struct {
  roctracer_start_cb_t start_cb;
  roctracer_stop_cb_t stop_cb;
} roctracer_ext_properties_t;

#ifdef __cplusplus
extern "C" {
#endif

// A process begins started. While it is stopped, nothing of HIP is traced; ROCTX callbacks go on.
// Operations stay enabled. Operations that are enabled meanwhile take effect at the start. Calls
// that are in progress at a stop get no EXIT callback and make no record. Work that was submitted
// before a stop still gets its records, as with roctracer_disable_op_activity. Those of finished
// work are in the pool when stop returns. Those of running work come when it ends. Callbacks: yes.
// Signal handlers: no.
ROCTRACER_API void roctracer_start(void) ROCTRACER_VERSION_4_1;
ROCTRACER_API void roctracer_stop(void) ROCTRACER_VERSION_4_1;

// Pushes an id onto the calling thread's stack. While the stack is not empty, each HIP_API record
// of the thread has another record directly before it: {EXT_API, ACTIVITY_EXT_OP_EXTERN_ID, the
// same correlation id, the innermost external id}. The stack counts at the return of the call.
//   MEMORY_ALLOCATION  the stack could not grow
// Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t
roctracer_activity_push_external_correlation_id(activity_correlation_id_t id) ROCTRACER_VERSION_4_1;
// Takes the innermost id off; *last_id (if not NULL) receives it.
//   MISMATCHED_EXTERNAL_CORRELATION_ID  the stack is empty; *last_id is 0
// Callbacks: yes. Signal handlers: no.
ROCTRACER_API roctracer_status_t roctracer_activity_pop_external_correlation_id(
    activity_correlation_id_t* last_id) ROCTRACER_VERSION_4_1;

#ifdef __cplusplus
}
#endif
#endif  // ROCTRACER_EXT_H_
