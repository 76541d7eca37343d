// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Enabling and disabling, for the entry points; `function` is named in error texts.
#ifndef ROCJFR_API_ROCTRACER_ENABLING_H_
#define ROCJFR_API_ROCTRACER_ENABLING_H_

#include "registrations.h"
#include "roctracer/roctracer.h"

namespace rocjfr::roctracer {

// Operations of a domain: one, or all.
struct Operations {
  uint32_t domain;
  uint32_t op;  // of one
  bool all;
};

roctracer_status_t EnableCallback(const char* function, Operations operations,
                                  UserCallback callback) noexcept;
roctracer_status_t DisableCallback(const char* function, Operations operations) noexcept;
// pool NULL: the default pool.
roctracer_status_t EnableActivity(const char* function, Operations operations,
                                  roctracer_pool_t* pool) noexcept;
roctracer_status_t DisableActivity(const char* function, Operations operations) noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_ENABLING_H_
