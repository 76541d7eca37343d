// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The stub runtime that holds reports back, and what a test has it say of its streams.
#ifndef ROCJFR_TESTS_STUBHIP_BATCHES_H_
#define ROCJFR_TESTS_STUBHIP_BATCHES_H_

#include <cstdint>

#include "stubhip.h"

// Called on the thread that asks, with the handle of the stream; null: 0 is answered.
typedef struct stubhip_batches {
  int (*query)(uint64_t stream);
  int (*synchronize)(uint64_t stream);
  int (*capturing)(uint64_t stream);
  void (*host_function)(uint64_t stream);
} stubhip_batches_t;
// Before the runtime is used.
extern "C" STUBHIP_API void stubhip_set_batches(const stubhip_batches_t* batches);

#endif  // ROCJFR_TESTS_STUBHIP_BATCHES_H_
