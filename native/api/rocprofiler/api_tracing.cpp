// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The buffer and callback tracing services, and the names of kinds and operations, which both have
// alike.
#include "clients.h"
#include "contexts.h"
#include "core_link.h"
#include "hip_callbacks.h"
#include "hip_signatures.h"
#include "hsa_callbacks.h"
#include "marker_callbacks.h"
#include "names.h"
#include "rocjfr/client.h"
#include "rocprofiler-sdk/rocjfr.h"

using rocjfr::sdk::Context;
using rocjfr::sdk::FindContext;
using rocjfr::sdk::GiveName;
using rocjfr::sdk::HipArgument;
using rocjfr::sdk::HipSignature;
using rocjfr::sdk::kBufferKinds;
using rocjfr::sdk::kCallbackKinds;
using rocjfr::sdk::Kinds;
using rocjfr::sdk::TellProblem;

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
  if (!kinds.Served(kind) && kinds.Empty(kind) == nullptr) {
    return ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED;
  }
  return (operations == nullptr) == (count == 0) ? ROCPROFILER_STATUS_SUCCESS
                                                 : ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
}

// Why nothing, or not all, will come. All operations of what is empty may be named.
void TellGaps(const Kinds& kinds, uint32_t kind, size_t* count) noexcept {
  try {
    const char* reason = kinds.Empty(kind);
    const std::string name = kinds.Name(kind);
    if (reason != nullptr) {
      *count = 0;
      TellProblem((name + ": there will be no records, because " + reason).c_str());
      rocjfr_client_unserved(ROCJFR_CLIENT_ROCPROFILER, name.c_str());
    } else if (name.compare(0, 16, "HIP_COMPILER_API") == 0) {
      TellProblem((name +
                   ": HIP's hook reports only __hipPushCallConfiguration and"
                   " __hipPopCallConfiguration. There will be no registrations of kernels and"
                   " variables")
                      .c_str());
    }
  } catch (...) {
  }
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

// The list of a function's arguments; null where the kind has none, or the operation none.
const HipSignature* SignatureOf(const Kinds& kinds, uint32_t kind, int32_t operation) noexcept {
  const char* name = nullptr;
  if (kinds.OperationName(kind, operation, &name) != ROCPROFILER_STATUS_SUCCESS) return nullptr;
  return rocjfr::sdk::FindSignature(name);
}

bool HasArguments(rocprofiler_callback_tracing_kind_t kind) noexcept {
  return kind == ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API ||
         kind == ROCPROFILER_CALLBACK_TRACING_HIP_COMPILER_API ||
         rocjfr::sdk::IsHsaCallback(kind) || rocjfr::sdk::IsMarkerCallback(kind);
}

template <typename Kind, typename Callback>
struct Telling {
  Kind kind;
  int32_t operation;
  Callback callback;
  void* data;

  static int Tell(uint32_t number, const HipArgument& argument, const void* address,
                  const char* text, void* to);
};
int Indirections(const char* type) noexcept {
  int count = 0;
  for (; *type != '\0'; ++type) count += *type == '*' ? 1 : 0;
  return count;
}
template <>
int Telling<rocprofiler_callback_tracing_kind_t,
            rocprofiler_callback_tracing_operation_args_cb_t>::Tell(uint32_t number,
                                                                    const HipArgument& argument,
                                                                    const void* address,
                                                                    const char* text, void* to) {
  const auto& self = *static_cast<const Telling*>(to);
  return self.callback(self.kind, self.operation, number, address, Indirections(argument.type),
                       argument.type, argument.name, text, 0, self.data);
}
template <>
int Telling<rocprofiler_buffer_tracing_kind_t,
            rocprofiler_buffer_tracing_operation_args_cb_t>::Tell(uint32_t number,
                                                                  const HipArgument& argument,
                                                                  const void* address,
                                                                  const char* text, void* to) {
  const auto& self = *static_cast<const Telling*>(to);
  return self.callback(self.kind, self.operation, number, address, Indirections(argument.type),
                       argument.type, argument.name, text, self.data);
}

// `arguments` may be read.
template <typename Kind, typename Callback>
rocprofiler_status_t IterateArguments(const Kinds& kinds, Kind kind, int32_t operation,
                                      const void* arguments, uint32_t unknown, bool under_way,
                                      Callback callback, void* data) {
  const HipSignature* signature = SignatureOf(kinds, kind, operation);
  if (signature == nullptr) return ROCPROFILER_STATUS_ERROR_OPERATION_NOT_FOUND;
  Telling<Kind, Callback> telling{kind, operation, callback, data};
  rocjfr::sdk::TellArguments(*signature, arguments, unknown, under_way,
                             &Telling<Kind, Callback>::Tell, &telling);
  return ROCPROFILER_STATUS_SUCCESS;
}

}  // namespace

extern "C" {
rocprofiler_status_t rocprofiler_configure_buffer_tracing_service(
    rocprofiler_context_id_t context_id, rocprofiler_buffer_tracing_kind_t kind,
    const rocprofiler_tracing_operation_t* operations, size_t operations_count,
    rocprofiler_buffer_id_t buffer_id) {
  const rocjfr::sdk::Reading reading(rocjfr::sdk::CurrentThread());
  Context* context = nullptr;
  const rocprofiler_status_t status =
      Check(kBufferKinds, kind, context_id, operations, operations_count, &context);
  if (status != ROCPROFILER_STATUS_SUCCESS) return status;
  rocjfr::sdk::Buffer* buffer = rocjfr::sdk::FindBuffer(buffer_id);
  if (buffer == nullptr) return ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND;
  TellGaps(kBufferKinds, kind, &operations_count);
  return context->AddBufferService(kind, operations, operations_count, buffer);
}

rocprofiler_status_t rocprofiler_configure_callback_tracing_service(
    rocprofiler_context_id_t context_id, rocprofiler_callback_tracing_kind_t kind,
    const rocprofiler_tracing_operation_t* operations, size_t operations_count,
    rocprofiler_callback_tracing_cb_t callback, void* callback_args) {
  const rocjfr::sdk::Reading reading(rocjfr::sdk::CurrentThread());
  Context* context = nullptr;
  const rocprofiler_status_t status =
      Check(kCallbackKinds, kind, context_id, operations, operations_count, &context);
  if (status != ROCPROFILER_STATUS_SUCCESS) return status;
  if (callback == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  TellGaps(kCallbackKinds, kind, &operations_count);
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
    void* user_data) {
  const auto kind = static_cast<rocprofiler_buffer_tracing_kind_t>(record.kind);
  if (callback == nullptr || kind == 0 || record.kind >= kBufferKinds.count()) {
    return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  }
  if (!rocjfr::sdk::HasHipArguments(record.kind)) return ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED;
  if (record.category != ROCPROFILER_BUFFER_CATEGORY_TRACING || record.payload == nullptr) {
    return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  }
  const auto* call =
      static_cast<const rocprofiler_buffer_tracing_hip_api_record_t*>(record.payload);
  return IterateArguments(kBufferKinds, kind, call->operation, call + 1,
                          rocjfr::sdk::UnknownArguments(call + 1), false, callback, user_data);
}
rocprofiler_status_t rocprofiler_iterate_callback_tracing_kind_operation_args(
    rocprofiler_callback_tracing_record_t record,
    rocprofiler_callback_tracing_operation_args_cb_t callback, int32_t, void* user_data) {
  if (callback == nullptr || record.kind == 0 ||
      static_cast<uint32_t>(record.kind) >= kCallbackKinds.count()) {
    return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  }
  if (!HasArguments(record.kind)) return ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED;
  if (record.payload == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  const void* arguments = static_cast<const uint64_t*>(record.payload) + 1;
  // Of the others all are known.
  const bool hip = rocjfr::sdk::IsHipCallback(record.kind);
  return IterateArguments(kCallbackKinds, record.kind, record.operation, arguments,
                          hip ? rocjfr::sdk::UnknownArguments(arguments) : 0, true, callback,
                          user_data);
}
uint32_t rocprofiler_rocjfr_unknown_arguments(const void* args) {
  return args == nullptr ? UINT32_MAX : rocjfr::sdk::UnknownArguments(args);
}
}
