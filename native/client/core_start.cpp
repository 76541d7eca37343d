// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core_start.h"

#include <cstdio>

#include "rocjfr/rocjfr.h"

namespace rocjfr::roctracer {
namespace {

constexpr rocjfr_options_t kDefaults = {
    sizeof(rocjfr_options_t), 1u << 20, 64u << 20, 0, 100, 0, 0};

}  // namespace

const char* CoreProblem() noexcept {
  static char problem[128] = "";
  static const bool differs = [] {
    const uint32_t version = rocjfr_abi_version();
    if (version == ROCJFR_ABI_VERSION) return false;
    snprintf(problem, sizeof(problem),
             "the tracer core in this process (librocjfr.so) has version %u of the interface, this "
             "library needs %u",
             version, ROCJFR_ABI_VERSION);
    return true;
  }();
  return differs ? problem : nullptr;
}

bool StartCore(const char* library, uint32_t client, const rocjfr_client_t* table, bool early,
               char* problem, size_t problem_bytes) noexcept {
  if (const char* why = CoreProblem()) {
    snprintf(problem, problem_bytes, "%s", why);
    return false;
  }
  rocjfr_options_t options = kDefaults;
  options.early = early ? 1 : 0;
  char error[200] = "";
  const rocjfr_status_t started = rocjfr_initialize(&options, error, sizeof(error));
  if (started != ROCJFR_STATUS_SUCCESS && started != ROCJFR_STATUS_ALREADY_INITIALIZED) {
    snprintf(problem, problem_bytes, "the tracer core did not start: %s", error);
    return false;
  }
  if (rocjfr_connect_client(client, table) != ROCJFR_STATUS_SUCCESS) {
    snprintf(problem, problem_bytes, "another %s uses the tracer core of this process", library);
    return false;
  }
  return true;
}

}  // namespace rocjfr::roctracer
