// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the core tells, on the thread where it happens: to the user's callbacks and the pools.
#ifndef ROCJFR_API_ROCTRACER_SINK_H_
#define ROCJFR_API_ROCTRACER_SINK_H_

#include "rocjfr/client.h"

namespace rocjfr::roctracer {

extern const rocjfr_client_t kSink;

// The process exits: no callback of a call begins any more, nor the EXIT of one that got ENTER.
void SilenceCallbacks() noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_SINK_H_
