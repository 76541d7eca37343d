// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Dispatches and barriers, as HSA_OPS, and SUBMIT: queues that the program makes are intercepted,
// which costs microseconds for each packet. HIP_OPS covers HIP without that, so it is asked for by
// ROCJFR_HSA_DISPATCH=1.
#ifndef ROCJFR_HSA_QUEUES_H_
#define ROCJFR_HSA_QUEUES_H_

namespace rocjfr::hsa {

// Whether the variable was set when HSA started.
bool InterceptsQueues() noexcept;
void ReadQueuesVariable() noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_QUEUES_H_
