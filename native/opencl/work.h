// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Work from the call that enqueued it to its end, of which the vendor tells on a thread of its own.
#ifndef ROCJFR_OPENCL_WORK_H_
#define ROCJFR_OPENCL_WORK_H_

#include <cstdint>

#include "call.h"

namespace rocjfr::opencl {

// Whether this call's work is to be followed: then it needs an event.
bool Follows(const Call& call) noexcept;
// The call has succeeded and `event` tells of its work. `own`: the program has not asked for the
// event, and it is ours to release; otherwise we take a reference of our own.
void Follow(const Call& call, uint64_t end_ns, cl_event event, bool own,
            const Dispatch& next) noexcept;
// How many references of an event are ours.
uint32_t OurReferences(cl_event event) noexcept;

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_WORK_H_
