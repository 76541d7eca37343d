// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Contexts and external correlation ids.
#include "clients.h"
#include "contexts.h"
#include "names.h"
#include "rocprofiler-sdk/rocjfr.h"
#include "sink.h"

using rocjfr::sdk::Context;
using rocjfr::sdk::CurrentThread;
using rocjfr::sdk::FindContext;
using rocjfr::sdk::Reading;

extern "C" {
rocprofiler_status_t rocprofiler_create_context(rocprofiler_context_id_t* context_id) {
  if (context_id == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  if (context_id->handle != 0) return ROCPROFILER_STATUS_ERROR_CONTEXT_ID_NOT_ZERO;
  if (!rocjfr::sdk::MayConfigure()) return ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
  const Context* context = rocjfr::sdk::MakeContext(rocjfr::sdk::ConfiguringClient());
  if (context == nullptr) return ROCPROFILER_STATUS_ERROR_CONTEXT_ERROR;
  *context_id = context->id();
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_start_context(rocprofiler_context_id_t context_id) {
  const Reading reading(CurrentThread());
  Context* context = FindContext(context_id);
  if (context == nullptr) return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
  if (rocjfr::sdk::FiniStatus() != 0) return ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
  return context->Start();
}

rocprofiler_status_t rocprofiler_stop_context(rocprofiler_context_id_t context_id) {
  const Reading reading(CurrentThread());
  Context* context = FindContext(context_id);
  if (context == nullptr) return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
  if (rocjfr::sdk::FiniStatus() > 0) return ROCPROFILER_STATUS_SUCCESS;
  return context->Stop();
}

rocprofiler_status_t rocprofiler_context_is_active(rocprofiler_context_id_t context_id,
                                                   int* status) {
  if (status == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  *status = 0;
  const Reading reading(CurrentThread());
  const Context* context = FindContext(context_id);
  if (context == nullptr) return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
  *status = context->Active() ? 1 : 0;
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_context_is_valid(rocprofiler_context_id_t context_id,
                                                  int* status) {
  if (status == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  *status = FindContext(context_id) == nullptr ? 0 : 1;
  return *status == 1 ? ROCPROFILER_STATUS_SUCCESS : ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
}

rocprofiler_status_t rocprofiler_configure_external_correlation_id_request_service(
    rocprofiler_context_id_t context_id,
    const rocprofiler_external_correlation_id_request_kind_t* kinds, size_t kinds_count,
    rocprofiler_external_correlation_id_request_cb_t callback, void* callback_args) {
  if (!rocjfr::sdk::MayConfigure()) return ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
  const Reading reading(CurrentThread());
  Context* context = FindContext(context_id);
  if (context == nullptr) return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
  const rocprofiler_status_t status =
      context->requests().Configure(kinds, kinds_count, callback, callback_args);
  if (status == ROCPROFILER_STATUS_SUCCESS) rocjfr::sdk::FollowSubmissions();
  return status;
}

rocprofiler_status_t rocprofiler_query_external_correlation_id_request_kind_name(
    rocprofiler_external_correlation_id_request_kind_t kind, const char** name,
    uint64_t* name_len) {
  return rocjfr::sdk::GiveName(rocjfr::sdk::RequestKindName(static_cast<uint32_t>(kind)),
                               ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND, name, name_len);
}

rocprofiler_status_t rocprofiler_push_external_correlation_id(
    rocprofiler_context_id_t context_id, rocprofiler_thread_id_t tid,
    rocprofiler_user_data_t external_correlation_id) {
  const Reading reading(CurrentThread());
  const Context* context = FindContext(context_id);
  if (context == nullptr) return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
  if (!rocjfr::sdk::ThreadMayHaveIds(tid)) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  return context->external().Push(tid, external_correlation_id.value)
             ? ROCPROFILER_STATUS_SUCCESS
             : ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
}

rocprofiler_status_t rocprofiler_pop_external_correlation_id(
    rocprofiler_context_id_t context_id, rocprofiler_thread_id_t tid,
    rocprofiler_user_data_t* external_correlation_id) {
  const Reading reading(CurrentThread());
  const Context* context = FindContext(context_id);
  if (context == nullptr) return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
  if (!rocjfr::sdk::ThreadMayHaveIds(tid)) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  const uint64_t popped = context->external().Pop(tid);
  if (external_correlation_id != nullptr) external_correlation_id->value = popped;
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_rocjfr_release_context(rocprofiler_context_id_t context_id) {
  if (Context* context = FindContext(context_id)) context->Drain(true);
  return rocjfr::sdk::ReleaseContext(context_id);
}
}
