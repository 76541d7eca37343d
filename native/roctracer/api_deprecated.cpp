// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All domains at once, and entry points of earlier versions. The domains are gone through in their
// order; AMD's library stops at KFD_API with its status, and programs have come to expect that HIP
// is enabled then. HSA's domains, which AMD's enables on the way, are left out.
#include "domains.h"
#include "enabling.h"
#include "roctracer/roctracer.h"

using namespace rocjfr::roctracer;

namespace {

template <typename Change>
roctracer_status_t EachDomain(Change change) {
  for (uint32_t domain = 0; domain < ACTIVITY_DOMAIN_NUMBER; ++domain) {
    const roctracer_status_t status = change(Operations{domain, 0, true});
    if (status == ROCTRACER_STATUS_ERROR_NOT_IMPLEMENTED) continue;
    if (status != ROCTRACER_STATUS_SUCCESS) return status;
  }
  return ROCTRACER_STATUS_SUCCESS;
}

}  // namespace

extern "C" {
// Error texts name the function that changes one domain, as AMD's do.
ROCTRACER_API roctracer_status_t roctracer_enable_callback(activity_rtapi_callback_t callback,
                                                           void* arg) {
  return EachDomain([=](Operations operations) {
    return EnableCallback("roctracer_enable_domain_callback", operations, {callback, arg});
  });
}

ROCTRACER_API roctracer_status_t roctracer_disable_callback() {
  return EachDomain([](Operations operations) {
    return DisableCallback("roctracer_disable_domain_callback", operations);
  });
}

ROCTRACER_API roctracer_status_t roctracer_enable_activity_expl(roctracer_pool_t* pool) {
  return EachDomain([=](Operations operations) {
    return EnableActivity("roctracer_enable_domain_activity_expl", operations, pool);
  });
}

ROCTRACER_API roctracer_status_t roctracer_enable_activity() {
  return EachDomain([](Operations operations) {
    return EnableActivity("roctracer_enable_domain_activity", operations, nullptr);
  });
}

ROCTRACER_API roctracer_status_t roctracer_disable_activity() {
  return EachDomain([](Operations operations) {
    return DisableActivity("roctracer_disable_domain_activity", operations);
  });
}

ROCTRACER_API int roctracer_load() {
  return 1;
}
ROCTRACER_API void roctracer_unload() {}
ROCTRACER_API void roctracer_flush_buf() {}
ROCTRACER_API void roctracer_mark(const char*) {}
}
