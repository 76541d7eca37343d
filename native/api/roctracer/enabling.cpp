// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The order in which arguments are looked at is AMD's, since it decides which status a call with
// several mistakes gets.
#include "enabling.h"

#include <cstdlib>

#include "core_link.h"
#include "domains.h"
#include "hip_ops.h"
#include "lifecycle.h"
#include "pools.h"
#include "rocjfr/hsa_client.h"
#include "roctracer/roctracer_hsa.h"
#include "status.h"
#include "thread.h"

namespace rocjfr::roctracer {
namespace {

roctracer_status_t CheckDomain(const char* function, uint32_t domain) noexcept {
  if (DomainExists(domain)) return ROCTRACER_STATUS_SUCCESS;
  return Fail(ROCTRACER_STATUS_ERROR_INVALID_DOMAIN_ID, function, "invalid domain ID");
}

roctracer_status_t CheckOperation(const char* function, const Operations& operations) noexcept {
  if (operations.all || operations.op < OpEnd(operations.domain)) return ROCTRACER_STATUS_SUCCESS;
  return Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, function, "invalid argument");
}

// HSA may be about to hand us its tables: it calls the tools that the variable names first, and
// these enable what they want before it is our turn.
bool OtherToolsComeFirst() noexcept {
  const char* tools = getenv("HSA_TOOLS_LIB");
  return tools != nullptr && *tools != '\0';
}

// After Begin.
roctracer_status_t CheckTraceable(const char* function, uint32_t domain) noexcept {
  rocjfr_hsa_info_t hsa;
  if (!DomainIsHsa(domain) || rocjfr_hsa(&hsa) != ROCJFR_STATUS_SUCCESS ||
      hsa.state == ROCJFR_HSA_NOT_STARTED || hsa.state == ROCJFR_HSA_READY ||
      (hsa.state == ROCJFR_HSA_TOO_LATE && OtherToolsComeFirst())) {
    return ROCTRACER_STATUS_SUCCESS;
  }
  return Fail(ROCTRACER_STATUS_ERROR, function, "%s", hsa.message);
}

// Samples of the program counter, which need hardware and a driver that AMD's library looks for,
// too: where they are missing nothing comes, and enabling succeeds.
bool NeverComes(const Operations& operations) noexcept {
  return operations.domain == ACTIVITY_DOMAIN_HSA_OPS && !operations.all &&
         operations.op == HSA_OP_ID_RESERVED1;
}

uint32_t First(const Operations& operations) noexcept {
  return operations.all ? 0 : operations.op;
}
// Of HIP_API and HSA_API all ids there may be: which one is the last is not known before HIP is
// loaded and HSA has started.
uint32_t Last(const Operations& operations) noexcept {
  if (!operations.all) return operations.op + 1;
  if (operations.domain == ACTIVITY_DOMAIN_HIP_API) return kMaxHipApis;
  return operations.domain == ACTIVITY_DOMAIN_HSA_API ? kMaxHsaApis : OpEnd(operations.domain);
}

void SetPoolsOf(const Operations& operations, Pool* pool) noexcept {
  if (operations.domain == ACTIVITY_DOMAIN_HIP_OPS) {
    SetHipOpsPools(First(operations), Last(operations), pool);
  } else {
    SetPools(operations.domain, First(operations), Last(operations), pool);
  }
}

// All that enables begins with this.
roctracer_status_t Begin(const char* function) noexcept {
  const char* problem = ConnectCore();
  if (problem == nullptr && CurrentThread() == nullptr) problem = "no memory";
  if (problem == nullptr) return ROCTRACER_STATUS_SUCCESS;
  return Fail(ROCTRACER_STATUS_ERROR, function, "%s", problem);
}

roctracer_status_t CheckCore(const char* function) noexcept {
  const char* problem = CoreProblem();
  if (problem == nullptr) return ROCTRACER_STATUS_SUCCESS;
  return Fail(ROCTRACER_STATUS_ERROR, function, "%s", problem);
}

}  // namespace

#define RETURN_IF_FAILED(check)                                                          \
  do {                                                                                   \
    if (const roctracer_status_t failed = (check); failed != ROCTRACER_STATUS_SUCCESS) { \
      return failed;                                                                     \
    }                                                                                    \
  } while (false)

roctracer_status_t EnableCallback(const char* function, Operations operations,
                                  UserCallback callback) noexcept {
  RETURN_IF_FAILED(CheckCore(function));
  RETURN_IF_FAILED(CheckDomain(function, operations.domain));
  if (operations.all && operations.domain == ACTIVITY_DOMAIN_EXT_API) {
    return ROCTRACER_STATUS_SUCCESS;  // it has no operations
  }
  RETURN_IF_FAILED(CheckOperation(function, operations));
  if (callback.function == nullptr) {
    return Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, function, "invalid argument");
  }
  RETURN_IF_FAILED(Begin(function));
  RETURN_IF_FAILED(CheckTraceable(function, operations.domain));
  FinishAtExit();
  SetCallbacks(operations.domain, First(operations), Last(operations), callback);
  UpdateCore(*CurrentThread(), true);
  return ROCTRACER_STATUS_SUCCESS;
}

roctracer_status_t DisableCallback(const char* function, Operations operations) noexcept {
  RETURN_IF_FAILED(CheckCore(function));
  RETURN_IF_FAILED(CheckDomain(function, operations.domain));
  RETURN_IF_FAILED(CheckOperation(function, operations));
  const Thread* thread = CurrentThread();
  if (thread == nullptr || Forked()) return ROCTRACER_STATUS_SUCCESS;
  SetCallbacks(operations.domain, First(operations), Last(operations), {nullptr, nullptr});
  UpdateCore(*thread, false);
  return ROCTRACER_STATUS_SUCCESS;
}

roctracer_status_t EnableActivity(const char* function, Operations operations,
                                  roctracer_pool_t* handle) noexcept {
  RETURN_IF_FAILED(CheckCore(function));
  if (operations.all) {
    RETURN_IF_FAILED(CheckDomain(function, operations.domain));
    if (operations.domain == ACTIVITY_DOMAIN_EXT_API) return ROCTRACER_STATUS_SUCCESS;
  }
  RETURN_IF_FAILED(Begin(function));
  Pool* pool = FindPool(handle);
  if (pool == nullptr && handle == nullptr) {
    // Twice a function's name, as in AMD's text.
    return Fail(ROCTRACER_STATUS_ERROR_DEFAULT_POOL_UNDEFINED, function,
                "roctracer_enable_activity_impl(), no default pool");
  }
  RETURN_IF_FAILED(CheckDomain(function, operations.domain));
  RETURN_IF_FAILED(CheckOperation(function, operations));
  if (pool == nullptr) {
    return Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, function, "not an open pool");
  }
  if (NeverComes(operations)) return ROCTRACER_STATUS_SUCCESS;
  RETURN_IF_FAILED(CheckTraceable(function, operations.domain));
  SetPoolsOf(operations, pool);
  // Somebody may have closed it meanwhile, and not seen this.
  if (FindPool(pool) == nullptr) {
    ForgetPool(pool);
    ForgetHipOpsPool(pool);
    DropLateWork(pool);
  }
  UpdateCore(*CurrentThread(), true);
  return ROCTRACER_STATUS_SUCCESS;
}

roctracer_status_t DisableActivity(const char* function, Operations operations) noexcept {
  RETURN_IF_FAILED(CheckCore(function));
  RETURN_IF_FAILED(CheckDomain(function, operations.domain));
  if (operations.all && operations.domain == ACTIVITY_DOMAIN_EXT_API) {
    return ROCTRACER_STATUS_SUCCESS;
  }
  RETURN_IF_FAILED(CheckOperation(function, operations));
  const Thread* thread = CurrentThread();
  if (thread == nullptr || Forked()) return ROCTRACER_STATUS_SUCCESS;
  if (operations.domain == ACTIVITY_DOMAIN_HIP_OPS) {
    for (uint32_t op = First(operations); op < Last(operations); ++op) {
      if (g_hip_ops[op].load() == nullptr) continue;
      WaitForWorkInFlight();
      break;
    }
  }
  if (operations.domain == ACTIVITY_DOMAIN_HSA_OPS) WaitForHsaWork();
  SetPoolsOf(operations, nullptr);
  UpdateCore(*thread, false);
  return ROCTRACER_STATUS_SUCCESS;
}

}  // namespace rocjfr::roctracer
