// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "external_requests.h"

#include <cstdio>
#include <iterator>

#include "base/user_code.h"
#include "core_link.h"

namespace rocjfr::sdk {
namespace {

constexpr const char* kNames[] = {
    "NONE",
    "HSA_CORE_API",
    "HSA_AMD_EXT_API",
    "HSA_IMAGE_EXT_API",
    "HSA_FINALIZE_EXT_API",
    "HIP_RUNTIME_API",
    "HIP_COMPILER_API",
    "MARKER_CORE_API",
    "MARKER_CONTROL_API",
    "MARKER_NAME_API",
    "MEMORY_COPY",
    "KERNEL_DISPATCH",
    "SCRATCH_MEMORY",
    "RCCL_API",
    "OMPT",
    "MEMORY_ALLOCATION",
    "ROCDECODE_API",
    "ROCJPEG_API",
    "MARKER_CORE_RANGE_API",
};
static_assert(std::size(kNames) == ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_LAST,
              "every kind has a row");

}  // namespace

std::atomic<bool> g_any_requests{false};

rocprofiler_status_t ExternalRequests::Configure(
    const Kind* kinds, size_t count, rocprofiler_external_correlation_id_request_cb_t callback,
    void* data) noexcept {
  if (callback == nullptr || (kinds != nullptr && count == 0)) {
    return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  }
  if (kinds_.load() != 0) return ROCPROFILER_STATUS_ERROR_SERVICE_ALREADY_CONFIGURED;
  uint32_t bits = kinds == nullptr ? ~uint32_t{1} : 0;
  for (size_t i = 0; kinds != nullptr && i < count; ++i) {
    if (kinds[i] <= ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_NONE ||
        kinds[i] >= ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_LAST) {
      return ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND;
    }
    bits |= uint32_t{1} << kinds[i];
  }
  callback_ = callback;
  data_ = data;
  kinds_.store(bits, std::memory_order_release);
  g_any_requests.store(true, std::memory_order_release);
  return ROCPROFILER_STATUS_SUCCESS;
}

bool ExternalRequests::Ask(Thread& thread, rocprofiler_context_id_t context, Kind kind,
                           int32_t operation, uint64_t correlation_id, uint64_t* id) const {
  if (!For(kind)) return false;
  rocprofiler_user_data_t value;
  value.value = 0;
  const InUserCode in(&thread);
  int status = -1;
  CallUser(
      [&] {
        status = callback_(thread.id, context, kind, operation, correlation_id, &value, data_);
      },
      [] { TellThrown("a callback for external correlation ids"); });
  if (status != 0) return false;
  *id = value.value;
  return true;
}

ExternalRequests::Kind RequestKindOf(uint32_t buffer_kind) noexcept {
  switch (buffer_kind) {
    case ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HIP_RUNTIME_API;
    case ROCPROFILER_BUFFER_TRACING_HIP_COMPILER_API:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HIP_COMPILER_API;
    case ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MARKER_CORE_API;
    case ROCPROFILER_BUFFER_TRACING_MARKER_CONTROL_API:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MARKER_CONTROL_API;
    case ROCPROFILER_BUFFER_TRACING_MARKER_NAME_API:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MARKER_NAME_API;
    case ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MARKER_CORE_RANGE_API;
    case ROCPROFILER_BUFFER_TRACING_MEMORY_COPY:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MEMORY_COPY;
    case ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_KERNEL_DISPATCH;
    case ROCPROFILER_BUFFER_TRACING_HSA_CORE_API:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HSA_CORE_API;
    case ROCPROFILER_BUFFER_TRACING_HSA_AMD_EXT_API:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HSA_AMD_EXT_API;
    case ROCPROFILER_BUFFER_TRACING_HSA_IMAGE_EXT_API:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HSA_IMAGE_EXT_API;
    case ROCPROFILER_BUFFER_TRACING_HSA_FINALIZE_EXT_API:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HSA_FINALIZE_EXT_API;
    case ROCPROFILER_BUFFER_TRACING_MEMORY_ALLOCATION:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MEMORY_ALLOCATION;
    default:
      return ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_NONE;
  }
}

const char* RequestKindName(uint32_t kind) noexcept {
  return kind < std::size(kNames) ? kNames[kind] : nullptr;
}

}  // namespace rocjfr::sdk
