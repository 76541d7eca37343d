// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a library becomes a client of the tracer core: one core in a process, whoever brings it.
#ifndef ROCJFR_CLIENT_CORE_START_H_
#define ROCJFR_CLIENT_CORE_START_H_

#include <cstddef>
#include <cstdint>

#include "rocjfr/client.h"

namespace rocjfr::roctracer {

// nullptr, or why this library cannot work with the core that is in this process. Cheap.
const char* CoreProblem() noexcept;

// Starts the core, unless somebody has, and makes `library` its client. With `early`, HIP has made
// no call yet: HSA then tells the core when it does, and nothing of its first calls is missed.
// False: `problem` says why.
bool StartCore(const char* library, uint32_t client, const rocjfr_client_t* table, bool early,
               char* problem, size_t problem_bytes) noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_CLIENT_CORE_START_H_
