// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The buffer and callback tracing services, and the names of kinds and operations, which both have
// alike.
#include "clients.h"
#include "contexts.h"
#include "names.h"

using rocjfr::sdk::Context;
using rocjfr::sdk::FindContext;
using rocjfr::sdk::GiveName;
using rocjfr::sdk::kBufferKinds;
using rocjfr::sdk::kCallbackKinds;
using rocjfr::sdk::Kinds;

namespace {

constexpr auto kNoSuchKind = ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND;

// Whether a service can be configured; then *context is set.
rocprofiler_status_t Check(const Kinds& kinds, uint32_t kind, rocprofiler_context_id_t context_id,
                           const rocprofiler_tracing_operation_t* operations, size_t count,
                           Context** context) noexcept {
  if (!rocjfr::sdk::MayConfigure()) return ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
  *context = FindContext(context_id);
  if (*context == nullptr) return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
  if (kind == 0 || kind >= kinds.count()) return kNoSuchKind;
  if (!kinds.Served(kind)) return ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED;
  return (operations == nullptr) == (count == 0) ? ROCPROFILER_STATUS_SUCCESS
                                                 : ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
}

rocprofiler_status_t QueryOperation(const Kinds& kinds, uint32_t kind, int32_t operation,
                                    const char** name, uint64_t* name_len) noexcept {
  const char* found = nullptr;
  const rocprofiler_status_t status = kinds.OperationName(kind, operation, &found);
  return GiveName(found, status, name, name_len);
}

template <typename Kind>
rocprofiler_status_t IterateKinds(const Kinds& kinds, int (*callback)(Kind, void*), void* data) {
  if (callback == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  for (uint32_t kind = 0; kind < kinds.count(); ++kind) {
    if (callback(static_cast<Kind>(kind), data) != 0) break;
  }
  return ROCPROFILER_STATUS_SUCCESS;
}

template <typename Kind>
rocprofiler_status_t IterateOperations(const Kinds& kinds, Kind kind,
                                       int (*callback)(Kind, rocprofiler_tracing_operation_t,
                                                       void*),
                                       void* data) {
  if (callback == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  std::vector<const char*> names;
  const rocprofiler_status_t status = kinds.Operations(static_cast<uint32_t>(kind), &names);
  if (status != ROCPROFILER_STATUS_SUCCESS) return status;
  for (size_t i = 0; i < names.size(); ++i) {
    if (callback(kind, static_cast<rocprofiler_tracing_operation_t>(i), data) != 0) break;
  }
  return status;
}

// No kind that is served has arguments in its records.
rocprofiler_status_t IterateArguments(const Kinds& kinds, uint32_t kind, bool callback) noexcept {
  return !callback || kind == 0 || kind >= kinds.count() ? ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT
                                                         : ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED;
}

}  // namespace

extern "C" {
rocprofiler_status_t rocprofiler_configure_buffer_tracing_service(
    rocprofiler_context_id_t context_id, rocprofiler_buffer_tracing_kind_t kind,
    const rocprofiler_tracing_operation_t* operations, size_t operations_count,
    rocprofiler_buffer_id_t buffer_id) {
  Context* context = nullptr;
  const rocprofiler_status_t status =
      Check(kBufferKinds, kind, context_id, operations, operations_count, &context);
  if (status != ROCPROFILER_STATUS_SUCCESS) return status;
  rocjfr::sdk::Buffer* buffer = rocjfr::sdk::FindBuffer(buffer_id);
  if (buffer == nullptr) return ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND;
  return context->AddBufferService(kind, operations, operations_count, buffer);
}

rocprofiler_status_t rocprofiler_configure_callback_tracing_service(
    rocprofiler_context_id_t context_id, rocprofiler_callback_tracing_kind_t kind,
    const rocprofiler_tracing_operation_t* operations, size_t operations_count,
    rocprofiler_callback_tracing_cb_t callback, void* callback_args) {
  Context* context = nullptr;
  const rocprofiler_status_t status =
      Check(kCallbackKinds, kind, context_id, operations, operations_count, &context);
  if (status != ROCPROFILER_STATUS_SUCCESS) return status;
  if (callback == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  return context->AddCallbackService(kind, operations, operations_count, callback, callback_args);
}

rocprofiler_status_t rocprofiler_query_buffer_tracing_kind_name(
    rocprofiler_buffer_tracing_kind_t kind, const char** name, uint64_t* name_len) {
  return GiveName(kBufferKinds.Name(kind), kNoSuchKind, name, name_len);
}
rocprofiler_status_t rocprofiler_query_callback_tracing_kind_name(
    rocprofiler_callback_tracing_kind_t kind, const char** name, uint64_t* name_len) {
  return GiveName(kCallbackKinds.Name(kind), kNoSuchKind, name, name_len);
}

rocprofiler_status_t rocprofiler_query_buffer_tracing_kind_operation_name(
    rocprofiler_buffer_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
    const char** name, uint64_t* name_len) {
  return QueryOperation(kBufferKinds, kind, operation, name, name_len);
}
rocprofiler_status_t rocprofiler_query_callback_tracing_kind_operation_name(
    rocprofiler_callback_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
    const char** name, uint64_t* name_len) {
  return QueryOperation(kCallbackKinds, kind, operation, name, name_len);
}

rocprofiler_status_t rocprofiler_iterate_buffer_tracing_kinds(
    rocprofiler_buffer_tracing_kind_cb_t callback, void* data) {
  return IterateKinds(kBufferKinds, callback, data);
}
rocprofiler_status_t rocprofiler_iterate_callback_tracing_kinds(
    rocprofiler_callback_tracing_kind_cb_t callback, void* data) {
  return IterateKinds(kCallbackKinds, callback, data);
}

rocprofiler_status_t rocprofiler_iterate_buffer_tracing_kind_operations(
    rocprofiler_buffer_tracing_kind_t kind, rocprofiler_buffer_tracing_kind_operation_cb_t callback,
    void* data) {
  return IterateOperations(kBufferKinds, kind, callback, data);
}
rocprofiler_status_t rocprofiler_iterate_callback_tracing_kind_operations(
    rocprofiler_callback_tracing_kind_t kind,
    rocprofiler_callback_tracing_kind_operation_cb_t callback, void* data) {
  return IterateOperations(kCallbackKinds, kind, callback, data);
}

rocprofiler_status_t rocprofiler_iterate_buffer_tracing_record_args(
    rocprofiler_record_header_t record, rocprofiler_buffer_tracing_operation_args_cb_t callback,
    void*) {
  return IterateArguments(kBufferKinds, record.kind, callback != nullptr);
}
rocprofiler_status_t rocprofiler_iterate_callback_tracing_kind_operation_args(
    rocprofiler_callback_tracing_record_t record,
    rocprofiler_callback_tracing_operation_args_cb_t callback, int32_t, void*) {
  return IterateArguments(kCallbackKinds, record.kind, callback != nullptr);
}
}
