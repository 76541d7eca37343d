// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Version, errors, names, properties, start and stop, time, and HSA's way to load a tool.
#include <dlfcn.h>

#include <atomic>
#include <cstring>

#include "clock.h"
#include "core_link.h"
#include "domains.h"
#include "hip_ops.h"
#include "lifecycle.h"
#include "op_names.h"
#include "rocjfr/rocjfr.h"
#include "roctracer/roctracer_ext.h"
#include "status.h"
#include "thread.h"

namespace rocjfr::roctracer {
namespace {

std::atomic<roctracer_start_cb_t> g_on_start{nullptr};
std::atomic<roctracer_stop_cb_t> g_on_stop{nullptr};

// Where a text names the function twice, so does AMD's.
roctracer_status_t InvalidName(const char* function, const char* name, uint32_t domain) {
  return Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, function,
              "%s(), Invalid API name \"%s\", domain ID(%u)", function, name, domain);
}

const char* OpString(uint32_t domain, uint32_t op, uint32_t kind, const char* function) {
  const char* name = nullptr;
  switch (domain) {
    case ACTIVITY_DOMAIN_HSA_API:
      return HsaApiName(op);
    case ACTIVITY_DOMAIN_HSA_EVT:
      if ((name = HsaEventName(op)) != nullptr) return name;
      Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, function, "invalid HSA EVT callback id");
      return nullptr;
    case ACTIVITY_DOMAIN_HSA_OPS:
      if ((name = HsaOpName(op)) != nullptr) return name;
      Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, function, "invalid HSA OPS callback id");
      return nullptr;
    case ACTIVITY_DOMAIN_HIP_OPS:
      return HipCommandName(kind);
    case ACTIVITY_DOMAIN_HIP_API:
      return HipApiName(op);
    case ACTIVITY_DOMAIN_EXT_API:
      return "EXT_API";
    default:
      Fail(ROCTRACER_STATUS_ERROR_INVALID_DOMAIN_ID, function, "invalid domain ID");
      return nullptr;
  }
}

// A function of HSA's tools has the same name in the core.
template <typename Function, typename Use>
void WithCoresFunction(const char* name, Use use) {
  Dl_info core;
  if (dladdr(reinterpret_cast<void*>(&rocjfr_abi_version), &core) == 0) return;
  void* handle = dlopen(core.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  if (handle == nullptr) return;
  if (const auto function = reinterpret_cast<Function>(dlsym(handle, name))) use(function);
  dlclose(handle);
}

}  // namespace
}  // namespace rocjfr::roctracer

using namespace rocjfr::roctracer;

extern "C" {
ROCTRACER_API uint32_t roctracer_version_major() {
  return ROCTRACER_VERSION_MAJOR;
}
ROCTRACER_API uint32_t roctracer_version_minor() {
  return ROCTRACER_VERSION_MINOR;
}

ROCTRACER_API const char* roctracer_error_string() {
  return strdup(LastError());
}

ROCTRACER_API const char* roctracer_op_string(uint32_t domain, uint32_t op, uint32_t kind) {
  if (const char* problem = CoreProblem()) {
    Fail(ROCTRACER_STATUS_ERROR, __func__, "%s", problem);
    return nullptr;
  }
  return OpString(domain, op, kind, __func__);
}

ROCTRACER_API roctracer_status_t roctracer_op_code(uint32_t domain, const char* str, uint32_t* op,
                                                   uint32_t* kind) {
  if (const char* problem = CoreProblem()) {
    return Fail(ROCTRACER_STATUS_ERROR, __func__, "%s", problem);
  }
  if (domain != ACTIVITY_DOMAIN_HSA_API && domain != ACTIVITY_DOMAIN_HIP_API) {
    return Fail(ROCTRACER_STATUS_ERROR_INVALID_DOMAIN_ID, __func__, "%s(), limited domain ID(%u)",
                __func__, domain);
  }
  if (str == nullptr || op == nullptr) {
    return Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, __func__, "invalid argument");
  }
  if (domain == ACTIVITY_DOMAIN_HIP_API) {
    *op = HipApiOp(str);
    if (*op == 0) return InvalidName(__func__, str, domain);
  } else {
    *op = HsaApiOp(str);
    if (*op == HsaApis()) return InvalidName(__func__, str, domain);
  }
  if (kind != nullptr) *kind = 0;
  return ROCTRACER_STATUS_SUCCESS;
}

ROCTRACER_API roctracer_status_t roctracer_set_properties(roctracer_domain_t domain,
                                                          void* properties) {
  if (const char* problem = CoreProblem()) {
    return Fail(ROCTRACER_STATUS_ERROR, __func__, "%s", problem);
  }
  if (!DomainExists(domain) || domain == ACTIVITY_DOMAIN_ROCTX) {
    return Fail(ROCTRACER_STATUS_ERROR_INVALID_DOMAIN_ID, __func__, "%s(), invalid domain ID(%d)",
                __func__, static_cast<int>(domain));
  }
  if (domain != ACTIVITY_DOMAIN_EXT_API) return ROCTRACER_STATUS_SUCCESS;
  if (properties == nullptr) {
    return Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, __func__, "invalid argument");
  }
  const auto* functions = static_cast<const roctracer_ext_properties_t*>(properties);
  g_on_start.store(functions->start_cb);
  g_on_stop.store(functions->stop_cb);
  return ROCTRACER_STATUS_SUCCESS;
}

ROCTRACER_API void roctracer_start() {
  const Thread* thread = CurrentThread();
  if (thread == nullptr || !g_stopped.exchange(false)) return;
  if (!Forked()) SetHipOpsStopped(false);
  UpdateCore(*thread, true);
  if (const roctracer_start_cb_t started = g_on_start.load()) started();
}

ROCTRACER_API void roctracer_stop() {
  const Thread* thread = CurrentThread();
  if (thread == nullptr || g_stopped.exchange(true)) return;
  if (!Forked() && CoreProblem() == nullptr) {
    WaitForWorkInFlight();
    SetHipOpsStopped(true);
  }
  UpdateCore(*thread, false);
  if (const roctracer_stop_cb_t stopped = g_on_stop.load()) stopped();
}

ROCTRACER_API roctracer_status_t roctracer_get_timestamp(roctracer_timestamp_t* timestamp) {
  if (const char* problem = CoreProblem()) {
    return Fail(ROCTRACER_STATUS_ERROR, __func__, "%s", problem);
  }
  if (timestamp == nullptr) {
    return Fail(ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT, __func__, "invalid argument");
  }
  *timestamp = RecordClockNs();
  return ROCTRACER_STATUS_SUCCESS;
}

// Where HSA_TOOLS_LIB names this library instead of the core. HSA reads the priority from the file.
ROCTRACER_EXPORT extern const uint32_t HSA_AMD_TOOL_PRIORITY;
const uint32_t HSA_AMD_TOOL_PRIORITY = 50;

ROCTRACER_EXPORT bool OnLoad(void* table, uint64_t runtime_version, uint64_t failed_tool_count,
                             const char* const* failed_tool_names) {
  bool loaded = true;
  WithCoresFunction<decltype(&OnLoad)>("OnLoad", [&](auto load) {
    loaded = load(table, runtime_version, failed_tool_count, failed_tool_names);
  });
  return loaded;
}
ROCTRACER_EXPORT void OnUnload() {
  WithCoresFunction<decltype(&OnUnload)>("OnUnload", [](auto unload) { unload(); });
}
}
