// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Buffers and their callback threads.
#include "callback_thread.h"
#include "calls.h"
#include "clients.h"
#include "code_objects.h"
#include "contexts.h"
#include "core_link.h"
#include "lifecycle.h"
#include "rocprofiler-sdk/rocjfr.h"
#include "work_callbacks.h"

using rocjfr::sdk::Buffer;
using rocjfr::sdk::CallbackThread;
using rocjfr::sdk::CurrentThread;
using rocjfr::sdk::FindBuffer;
using rocjfr::sdk::Reading;
using rocjfr::sdk::Thread;

extern "C" {
rocprofiler_status_t rocprofiler_create_buffer(rocprofiler_context_id_t context, size_t size,
                                               size_t watermark, rocprofiler_buffer_policy_t policy,
                                               rocprofiler_buffer_tracing_cb_t callback,
                                               void* callback_data,
                                               rocprofiler_buffer_id_t* buffer_id) {
  if (!rocjfr::sdk::MayConfigure()) return ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
  if (rocjfr::sdk::FindContext(context) == nullptr) {
    return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
  }
  if (callback == nullptr || buffer_id == nullptr || watermark > Buffer::RoundUp(size) ||
      (policy != ROCPROFILER_BUFFER_POLICY_DISCARD &&
       policy != ROCPROFILER_BUFFER_POLICY_LOSSLESS)) {
    return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  }
  return rocjfr::sdk::MakeBuffer({context, size, watermark, policy, callback, callback_data},
                                 buffer_id);
}

rocprofiler_status_t rocprofiler_destroy_buffer(rocprofiler_buffer_id_t buffer_id) {
  Thread* thread = CurrentThread();
  const Reading reading(thread);
  Buffer* buffer = FindBuffer(buffer_id);
  if (buffer == nullptr) return ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND;
  if (thread == nullptr) return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
  const bool destroyed = rocjfr::sdk::DestroyBuffer(*buffer, *thread);
  rocjfr::RenewDelivery();
  return destroyed ? ROCPROFILER_STATUS_SUCCESS : ROCPROFILER_STATUS_ERROR_BUFFER_BUSY;
}

rocprofiler_status_t rocprofiler_flush_buffer(rocprofiler_buffer_id_t buffer_id) {
  if (rocjfr::sdk::FiniStatus() > 0) return ROCPROFILER_STATUS_ERROR_FINALIZED;
  Thread* thread = CurrentThread();
  const Reading reading(thread);
  Buffer* buffer = FindBuffer(buffer_id);
  if (buffer == nullptr) return ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND;
  if (thread == nullptr) return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
  rocjfr::sdk::WaitForWorkInFlightBriefly(*thread);
  buffer->Flush(*thread);
  rocjfr::RenewDelivery();
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_create_callback_thread(
    rocprofiler_callback_thread_t* cb_thread_id) {
  if (cb_thread_id == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  if (!rocjfr::sdk::MayMakeThreads()) return ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
  const CallbackThread* thread = CallbackThread::Start(false);
  if (thread == nullptr) return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
  *cb_thread_id = thread->handle();
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_assign_callback_thread(
    rocprofiler_buffer_id_t buffer_id, rocprofiler_callback_thread_t cb_thread_id) {
  if (!rocjfr::sdk::MayMakeThreads()) return ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
  CallbackThread* thread = CallbackThread::OfHandle(cb_thread_id);
  if (thread == nullptr) return ROCPROFILER_STATUS_ERROR_THREAD_NOT_FOUND;
  const Reading reading(CurrentThread());
  Buffer* buffer = FindBuffer(buffer_id);
  if (buffer == nullptr) return ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND;
  buffer->AssignTo(thread);
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_rocjfr_buffer_memory(rocprofiler_buffer_id_t buffer_id,
                                                      const void** memory, uint64_t* bytes) {
  if (memory == nullptr || bytes == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  const Reading reading(CurrentThread());
  const Buffer* buffer = FindBuffer(buffer_id);
  if (buffer == nullptr) return ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND;
  *memory = buffer->memory();
  *bytes = buffer->memory_bytes();
  return ROCPROFILER_STATUS_SUCCESS;
}

uint64_t rocprofiler_rocjfr_evicted_calls(void) {
  return rocjfr::sdk::EvictedCalls() + rocjfr::sdk::EvictedWork();
}

const char* rocprofiler_rocjfr_kernel_name(rocprofiler_kernel_id_t kernel_id) {
  return rocjfr::sdk::KernelName(kernel_id);
}

rocprofiler_status_t rocprofiler_rocjfr_limit_wait(rocprofiler_buffer_id_t buffer_id,
                                                   uint32_t milliseconds) {
  const Reading reading(CurrentThread());
  Buffer* buffer = FindBuffer(buffer_id);
  if (buffer == nullptr) return ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND;
  buffer->LimitWait(milliseconds);
  return ROCPROFILER_STATUS_SUCCESS;
}
}
