// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The external ids of virtual threads: the table that Java writes and records are made from. See
// ROCJFR_VIRTUAL_FIELDS.
#ifndef ROCJFR_CORE_RECORD_VIRTUAL_THREADS_H_
#define ROCJFR_CORE_RECORD_VIRTUAL_THREADS_H_

#include <cstdint>

#include "rocjfr/record.h"

namespace rocjfr {

// Makes it, once; nullptr where memory is short.
rocjfr_virtual_entry_t* MapVirtualThreads() noexcept;
// The entry that a virtual thread has; nullptr: none. It may be another's a moment later. On the
// carrier that the thread runs on.
const rocjfr_virtual_entry_t* FindVirtualThread(int64_t id) noexcept;
// The thread's innermost id, if the entry is its own and nobody else has written there; else 0.
uint64_t ExternalIdOf(const rocjfr_virtual_entry_t& entry, int64_t id) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_VIRTUAL_THREADS_H_
