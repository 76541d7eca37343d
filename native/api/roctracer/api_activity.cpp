// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Activities.
#include "enabling.h"
#include "roctracer/roctracer.h"
#include "status.h"

using namespace rocjfr::roctracer;

extern "C" {
ROCTRACER_API roctracer_status_t roctracer_next_record(const activity_record_t* record,
                                                       const activity_record_t** next) {
  if (record == nullptr || next == nullptr) {
    return Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, __func__, "invalid argument");
  }
  *next = record + 1;
  return ROCTRACER_STATUS_SUCCESS;
}

ROCTRACER_API roctracer_status_t roctracer_enable_op_activity_expl(activity_domain_t domain,
                                                                   uint32_t op,
                                                                   roctracer_pool_t* pool) {
  return EnableActivity(__func__, {domain, op, false}, pool);
}

ROCTRACER_API roctracer_status_t roctracer_enable_op_activity(activity_domain_t domain,
                                                              uint32_t op) {
  return EnableActivity(__func__, {domain, op, false}, nullptr);
}

ROCTRACER_API roctracer_status_t roctracer_enable_domain_activity_expl(activity_domain_t domain,
                                                                       roctracer_pool_t* pool) {
  return EnableActivity(__func__, {domain, 0, true}, pool);
}

ROCTRACER_API roctracer_status_t roctracer_enable_domain_activity(activity_domain_t domain) {
  return EnableActivity(__func__, {domain, 0, true}, nullptr);
}

ROCTRACER_API roctracer_status_t roctracer_disable_op_activity(activity_domain_t domain,
                                                               uint32_t op) {
  return DisableActivity(__func__, {domain, op, false});
}

ROCTRACER_API roctracer_status_t roctracer_disable_domain_activity(activity_domain_t domain) {
  return DisableActivity(__func__, {domain, 0, true});
}
}
