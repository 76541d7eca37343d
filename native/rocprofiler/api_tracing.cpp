// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The buffer and callback tracing services, and the names of kinds and operations.
#include <cstring>

#include "clients.h"
#include "contexts.h"

namespace {

rocprofiler_status_t Give(const char* found, rocprofiler_status_t missing, const char** name,
                          uint64_t* name_len) {
  if (name != nullptr) *name = found;
  if (name_len != nullptr) *name_len = found == nullptr ? 0 : strlen(found);
  return found == nullptr ? missing : ROCPROFILER_STATUS_SUCCESS;
}

template <typename Kind, typename Callback>
rocprofiler_status_t Iterate(Kind kind, rocprofiler_status_t status,
                             const std::vector<const char*>& names, Callback callback, void* data) {
  if (status != ROCPROFILER_STATUS_SUCCESS) return status;
  for (size_t i = 0; i < names.size(); ++i) {
    if (callback(kind, static_cast<rocprofiler_tracing_operation_t>(i), data) != 0) break;
  }
  return status;
}

bool OperationsGiven(const void* operations, size_t count) {
  return (operations == nullptr) == (count == 0);
}

}  // namespace

extern "C" {
rocprofiler_status_t rocprofiler_configure_buffer_tracing_service(
    rocprofiler_context_id_t context_id, rocprofiler_buffer_tracing_kind_t kind,
    const rocprofiler_tracing_operation_t* operations, size_t operations_count,
    rocprofiler_buffer_id_t buffer_id) {
  using rocjfr::sdk::Context;
  if (!rocjfr::sdk::MayConfigure()) return ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
  Context* context = rocjfr::sdk::FindContext(context_id);
  if (context == nullptr) return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
  if (rocjfr::sdk::BufferKindName(kind) == nullptr || kind == ROCPROFILER_BUFFER_TRACING_NONE) {
    return ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND;
  }
  if (!rocjfr::sdk::BufferKindServed(kind)) return ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED;
  if (!OperationsGiven(operations, operations_count)) {
    return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  }
  rocjfr::sdk::Buffer* buffer = rocjfr::sdk::FindBuffer(buffer_id);
  if (buffer == nullptr) return ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND;
  return context->AddBufferService(kind, operations, operations_count, buffer);
}

rocprofiler_status_t rocprofiler_query_buffer_tracing_kind_name(
    rocprofiler_buffer_tracing_kind_t kind, const char** name, uint64_t* name_len) {
  return Give(rocjfr::sdk::BufferKindName(kind), ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND, name,
              name_len);
}

rocprofiler_status_t rocprofiler_query_buffer_tracing_kind_operation_name(
    rocprofiler_buffer_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
    const char** name, uint64_t* name_len) {
  const char* found = nullptr;
  const rocprofiler_status_t status = rocjfr::sdk::BufferOperationName(kind, operation, &found);
  return Give(found, status, name, name_len);
}

rocprofiler_status_t rocprofiler_iterate_buffer_tracing_kinds(
    rocprofiler_buffer_tracing_kind_cb_t callback, void* data) {
  if (callback == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  for (uint32_t kind = 0; kind < ROCPROFILER_BUFFER_TRACING_LAST; ++kind) {
    if (callback(static_cast<rocprofiler_buffer_tracing_kind_t>(kind), data) != 0) break;
  }
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_iterate_buffer_tracing_kind_operations(
    rocprofiler_buffer_tracing_kind_t kind, rocprofiler_buffer_tracing_kind_operation_cb_t callback,
    void* data) {
  if (callback == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  std::vector<const char*> names;
  const rocprofiler_status_t status = rocjfr::sdk::BufferOperations(kind, &names);
  return Iterate(kind, status, names, callback, data);
}

rocprofiler_status_t rocprofiler_configure_callback_tracing_service(
    rocprofiler_context_id_t context_id, rocprofiler_callback_tracing_kind_t kind,
    const rocprofiler_tracing_operation_t* operations, size_t operations_count,
    rocprofiler_callback_tracing_cb_t callback, void* callback_args) {
  if (!rocjfr::sdk::MayConfigure()) return ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
  rocjfr::sdk::Context* context = rocjfr::sdk::FindContext(context_id);
  if (context == nullptr) return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
  if (rocjfr::sdk::CallbackKindName(kind) == nullptr || kind == ROCPROFILER_CALLBACK_TRACING_NONE) {
    return ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND;
  }
  if (!rocjfr::sdk::CallbackKindServed(kind)) return ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED;
  if (callback == nullptr || !OperationsGiven(operations, operations_count)) {
    return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  }
  return context->AddCodeObjectService(operations, operations_count, callback, callback_args);
}

rocprofiler_status_t rocprofiler_query_callback_tracing_kind_name(
    rocprofiler_callback_tracing_kind_t kind, const char** name, uint64_t* name_len) {
  return Give(rocjfr::sdk::CallbackKindName(kind), ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND, name,
              name_len);
}

rocprofiler_status_t rocprofiler_query_callback_tracing_kind_operation_name(
    rocprofiler_callback_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
    const char** name, uint64_t* name_len) {
  const char* found = nullptr;
  const rocprofiler_status_t status = rocjfr::sdk::CallbackOperationName(kind, operation, &found);
  return Give(found, status, name, name_len);
}

rocprofiler_status_t rocprofiler_iterate_callback_tracing_kinds(
    rocprofiler_callback_tracing_kind_cb_t callback, void* data) {
  if (callback == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  for (uint32_t kind = 0; kind < ROCPROFILER_CALLBACK_TRACING_LAST; ++kind) {
    if (callback(static_cast<rocprofiler_callback_tracing_kind_t>(kind), data) != 0) break;
  }
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_iterate_callback_tracing_kind_operations(
    rocprofiler_callback_tracing_kind_t kind,
    rocprofiler_callback_tracing_kind_operation_cb_t callback, void* data) {
  if (callback == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  std::vector<const char*> names;
  const rocprofiler_status_t status = rocjfr::sdk::CallbackOperations(kind, &names);
  return Iterate(kind, status, names, callback, data);
}
}
