// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Host functions that do nothing, behind which HIP reports a busy stream's work. A stream has one
// of them at a time: behind a kernel that does not end they would fill its queue, and then the next
// one, or a launch of the program's, waits.
#ifndef ROCJFR_CORE_RECORD_URGED_STREAMS_H_
#define ROCJFR_CORE_RECORD_URGED_STREAMS_H_

#include <cstdint>

#include "core/runtime/runtime.h"

namespace rocjfr {

// Puts one into the stream, unless its last one has yet to run, or too many have (1024). True: it
// did. One thread at a time for each stream; a client's callback may end it in this.
bool UrgeStream(const Runtime& runtime, int32_t number, void* stream);

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_URGED_STREAMS_H_
