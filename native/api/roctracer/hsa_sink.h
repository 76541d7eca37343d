// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the core tells this library of HSA.
#ifndef ROCJFR_API_ROCTRACER_HSA_SINK_H_
#define ROCJFR_API_ROCTRACER_HSA_SINK_H_

#include "rocjfr/hsa_client.h"

namespace rocjfr::roctracer {

extern const rocjfr_hsa_client_t kHsaSink;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_HSA_SINK_H_
