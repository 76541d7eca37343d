// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All domains at once, and entry points of earlier versions. AMD's library goes through the domains
// in their order and stops at KFD_API with its status: HIP is changed then, ROCTX is not. The same
// are changed here, but that is a success: the specification's own sample ends the process where it
// is none. Callbacks of such programs take all data for HIP's, which is why ROCTX stays left out,
// and HSA's domains.
#include "domains.h"
#include "enabling.h"
#include "roctracer/roctracer.h"

using namespace rocjfr::roctracer;

namespace {

template <typename Change>
roctracer_status_t EachDomain(Change change) {
  for (uint32_t domain = 0; domain < ACTIVITY_DOMAIN_KFD_API; ++domain) {
    if (DomainIsHsa(domain)) continue;
    const roctracer_status_t status = change(Operations{domain, 0, true});
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
