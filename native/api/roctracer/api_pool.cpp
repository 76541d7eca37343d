// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Pools.
#include "core_link.h"
#include "hip_ops.h"
#include "lifecycle.h"
#include "pools.h"
#include "registrations.h"
#include "roctracer/roctracer.h"
#include "status.h"

namespace rocjfr::roctracer {
namespace {

roctracer_status_t OpenFor(const char* function, const roctracer_properties_t* properties,
                           roctracer_pool_t** handle) {
  if (const char* problem = ConnectCore()) {
    return Fail(ROCTRACER_STATUS_ERROR, function, "%s", problem);
  }
  if (properties == nullptr || properties->buffer_callback_fun == nullptr) {
    return Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, function, "invalid argument");
  }
  Pool* pool = nullptr;
  const roctracer_status_t status = OpenPool(*properties, handle == nullptr, &pool);
  if (status == ROCTRACER_STATUS_ERROR_DEFAULT_POOL_ALREADY_DEFINED) {
    // A second function's name, as in AMD's text; likewise below.
    return Fail(status, function, "roctracer_open_pool_impl(), default pool already set");
  }
  if (status != ROCTRACER_STATUS_SUCCESS) {
    return Fail(status, function, "roctracer_open_pool_impl(), MemoryPool() error");
  }
  if (handle != nullptr) *handle = pool;
  DeliverAtExit();
  return ROCTRACER_STATUS_SUCCESS;
}

// Whether a buffer callback asks of its own pool, which may be closed by another thread while it
// runs, and which it cannot know.
bool IsOfCallback(const Thread* thread, const roctracer_pool_t* handle) {
  return thread != nullptr && handle != nullptr && thread->buffer_callback == handle;
}

// The open pool of a handle in *pool; nullptr with SUCCESS: there is nothing to do.
roctracer_status_t Find(const char* function, const Thread* thread, const roctracer_pool_t* handle,
                        Pool** pool) {
  *pool = nullptr;
  if (const char* problem = CoreProblem()) {
    return Fail(ROCTRACER_STATUS_ERROR, function, "%s", problem);
  }
  if (Forked()) return ROCTRACER_STATUS_SUCCESS;
  *pool = FindPool(handle);
  if (*pool != nullptr || handle == nullptr || IsOfCallback(thread, handle)) {
    return ROCTRACER_STATUS_SUCCESS;
  }
  return Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, function, "not an open pool");
}

roctracer_status_t CloseFor(const char* function, const roctracer_pool_t* handle) {
  Pool* pool = nullptr;
  Thread* thread = CurrentThread();
  const roctracer_status_t status = Find(function, thread, handle, &pool);
  if (pool == nullptr || thread == nullptr) return status;
  if (HipOpsGoTo(pool)) WaitForWorkInFlight();
  if (!TakeOut(pool)) return ROCTRACER_STATUS_SUCCESS;
  const bool used = HipOpsGoTo(pool);
  ForgetHipOpsPool(pool);
  DropLateWork(pool);
  if (ForgetPool(pool) || used) UpdateCore(*thread, false);
  pool->Close(*thread);
  RenewDelivery();
  return ROCTRACER_STATUS_SUCCESS;
}

roctracer_status_t FlushFor(const char* function, const roctracer_pool_t* handle) {
  Pool* pool = nullptr;
  Thread* thread = CurrentThread();
  const roctracer_status_t status = Find(function, thread, handle, &pool);
  if (pool == nullptr || thread == nullptr) return status;
  if (HipOpsGoTo(pool)) WaitForWorkInFlightBriefly();
  if (UsesPool(pool, ACTIVITY_DOMAIN_HSA_OPS)) WaitForHsaWork();
  pool->Flush(*thread);
  RenewDelivery();
  return ROCTRACER_STATUS_SUCCESS;
}

}  // namespace
}  // namespace rocjfr::roctracer

using namespace rocjfr::roctracer;

extern "C" {
ROCTRACER_API roctracer_status_t roctracer_open_pool_expl(const roctracer_properties_t* properties,
                                                          roctracer_pool_t** pool) {
  return OpenFor(__func__, properties, pool);
}

ROCTRACER_API roctracer_status_t roctracer_open_pool(const roctracer_properties_t* properties) {
  return OpenFor(__func__, properties, nullptr);
}

ROCTRACER_API roctracer_status_t roctracer_close_pool_expl(roctracer_pool_t* pool) {
  return CloseFor(__func__, pool);
}

ROCTRACER_API roctracer_status_t roctracer_close_pool() {
  return CloseFor(__func__, nullptr);
}

ROCTRACER_API roctracer_pool_t* roctracer_default_pool_expl(roctracer_pool_t* pool) {
  if (Forked()) return nullptr;  // pools are the parent's
  if (pool == nullptr) return DefaultPool();
  return ChangeDefaultPool(static_cast<Pool*>(pool));
}

ROCTRACER_API roctracer_pool_t* roctracer_default_pool() {
  return Forked() ? nullptr : DefaultPool();
}

ROCTRACER_API roctracer_status_t roctracer_flush_activity_expl(roctracer_pool_t* pool) {
  return FlushFor(__func__, pool);
}

ROCTRACER_API roctracer_status_t roctracer_flush_activity() {
  return FlushFor(__func__, nullptr);
}

ROCTRACER_API roctracer_status_t roctracer_rocjfr_lost_records(roctracer_pool_t* handle,
                                                               uint64_t* records) {
  const Pool* pool = Forked() ? nullptr : FindPoolEver(handle);
  if (pool == nullptr && handle == nullptr) {
    return Fail(ROCTRACER_STATUS_ERROR_DEFAULT_POOL_UNDEFINED, __func__, "no default pool");
  }
  if (pool == nullptr || records == nullptr) {
    return Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, __func__, "invalid argument");
  }
  *records = pool->Lost();
  return ROCTRACER_STATUS_SUCCESS;
}
}
