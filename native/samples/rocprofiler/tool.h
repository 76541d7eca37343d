// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// For the samples: what to do when a call fails, and a tool that consists of a function that
// configures its services.
#ifndef ROCJFR_SAMPLES_TOOL_H_
#define ROCJFR_SAMPLES_TOOL_H_

#include <cinttypes>

#include "../roctracer/check.h"
#include "rocprofiler-sdk/registration.h"
#include "rocprofiler-sdk/rocprofiler.h"

#define CHECK_ROCPROFILER(call)                                                          \
  do {                                                                                   \
    const rocprofiler_status_t status_ = (call);                                         \
    if (status_ != ROCPROFILER_STATUS_SUCCESS) {                                         \
      fprintf(stderr, "%s failed: %s\n", #call, rocprofiler_get_status_string(status_)); \
      exit(1);                                                                           \
    }                                                                                    \
  } while (false)

constexpr char kEmptyKernel[] = R"(
extern "C" __global__ void empty() {}
)";

// The record of a header, if it is of that kind; else null.
template <typename Record>
const Record* RecordOf(const rocprofiler_record_header_t& header,
                       rocprofiler_buffer_tracing_kind_t kind) {
  const bool is = header.category == ROCPROFILER_BUFFER_CATEGORY_TRACING &&
                  header.kind == static_cast<uint32_t>(kind);
  return is ? static_cast<const Record*>(header.payload) : nullptr;
}

inline const char* OperationName(rocprofiler_buffer_tracing_kind_t kind, int operation) {
  const char* name = "?";
  rocprofiler_query_buffer_tracing_kind_operation_name(kind, operation, &name, nullptr);
  return name;
}

#endif  // ROCJFR_SAMPLES_TOOL_H_
