// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Callbacks.
#include "enabling.h"
#include "roctracer/roctracer.h"

using namespace rocjfr::roctracer;

extern "C" {
ROCTRACER_API roctracer_status_t roctracer_enable_op_callback(activity_domain_t domain, uint32_t op,
                                                              activity_rtapi_callback_t callback,
                                                              void* arg) {
  return EnableCallback(__func__, {domain, op, false}, {callback, arg});
}

ROCTRACER_API roctracer_status_t roctracer_enable_domain_callback(
    activity_domain_t domain, activity_rtapi_callback_t callback, void* arg) {
  return EnableCallback(__func__, {domain, 0, true}, {callback, arg});
}

ROCTRACER_API roctracer_status_t roctracer_disable_op_callback(activity_domain_t domain,
                                                               uint32_t op) {
  return DisableCallback(__func__, {domain, op, false});
}

ROCTRACER_API roctracer_status_t roctracer_disable_domain_callback(activity_domain_t domain) {
  return DisableCallback(__func__, {domain, 0, true});
}
}
