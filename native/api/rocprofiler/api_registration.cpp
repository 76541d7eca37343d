// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Registration, and when it happens by itself.
#include <cstdlib>
#include <cstring>

#include "callback_thread.h"
#include "clients.h"
#include "contexts.h"
#include "core_link.h"
#include "lifecycle.h"
#include "rocprofiler-sdk/rocjfr.h"
#include "runtimes.h"
#include "tables.h"

namespace {

// When the program (or a library that it needs) is linked with this library, and a tool is there:
// it is configured when HIP starts. Not here: its own static objects do not exist yet.
__attribute__((constructor)) void OnLibraryLoad() {
  using namespace rocjfr::sdk;
  if (!ToolExpected()) return;
  if (const char* problem = ConnectCore()) TellProblem(problem);
}

using Runtime = rocprofiler_runtime_initialization_operation_t;
Runtime RuntimeOf(const char* table) {
  constexpr struct {
    const char* table;
    Runtime runtime;
  } kRuntimes[] = {{"hsa", ROCPROFILER_RUNTIME_INITIALIZATION_HSA},
                   {"hip", ROCPROFILER_RUNTIME_INITIALIZATION_HIP},
                   {"roctx", ROCPROFILER_RUNTIME_INITIALIZATION_MARKER},
                   {"rccl", ROCPROFILER_RUNTIME_INITIALIZATION_RCCL},
                   {"rocdecode", ROCPROFILER_RUNTIME_INITIALIZATION_ROCDECODE},
                   {"rocjpeg", ROCPROFILER_RUNTIME_INITIALIZATION_ROCJPEG}};
  for (const auto& one : kRuntimes) {
    if (table != nullptr && strcmp(table, one.table) == 0) return one.runtime;
  }
  return ROCPROFILER_RUNTIME_INITIALIZATION_NONE;
}

// By this rocprofiler-register calls us also where it finds no tool: one that is forced has no
// symbol. The environment is changed only while no other thread may be reading it; in a JVM it is
// the user who sets the variable.
void LetRuntimesRegister() noexcept {
  constexpr const char* kVariable = "ROCPROFILER_REGISTER_FORCE_LOAD";
  if (getenv(kVariable) == nullptr && rocjfr::sdk::OnlyThread()) setenv(kVariable, "1", 0);
}

}  // namespace

extern "C" {
rocprofiler_status_t rocprofiler_at_intercept_table_registration(
    rocprofiler_intercept_library_cb_t callback, int libs, void* data) {
  constexpr int kAll = 2 * ROCPROFILER_TABLE_LAST - 1;
  if (rocjfr::sdk::InitStatus() > 0) return ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
  if (callback == nullptr || libs == 0 || (libs & ~kAll) != 0) {
    return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  }
  return rocjfr::sdk::AskForTables(callback, libs, data)
             ? ROCPROFILER_STATUS_SUCCESS
             : ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
}

rocprofiler_status_t rocprofiler_is_initialized(int* status) {
  if (status == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  *status = rocjfr::sdk::InitStatus();
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_is_finalized(int* status) {
  if (status == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  *status = rocjfr::sdk::FiniStatus();
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_force_configure(rocprofiler_configure_func_t configure_func) {
  LetRuntimesRegister();
  return rocjfr::sdk::Initialize(configure_func) ? ROCPROFILER_STATUS_SUCCESS
                                                 : ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
}

// HIP 6.2 and later have a library that looks for tools. It calls this in librocprofiler-sdk.so.1
// when one of the runtimes starts, with the tables by which the runtime calls its own functions.
ROCPROFILER_PUBLIC_API int rocprofiler_set_api_table(const char* name, uint64_t version,
                                                     uint64_t instance, void** tables,
                                                     uint64_t count) {
  rocjfr::sdk::Initialize(nullptr);
  rocjfr::sdk::TablesRegistered(name, version, instance, tables, count);
  const Runtime runtime = RuntimeOf(name);
  rocjfr::sdk::Thread* thread = rocjfr::sdk::CurrentThread();
  if (runtime != ROCPROFILER_RUNTIME_INITIALIZATION_NONE && thread != nullptr) {
    rocjfr::sdk::RuntimeInitialized(*thread, runtime, version);
  }
  rocjfr::sdk::LookSoon();  // where this library is loaded HSA tells nobody
  return 0;
}

rocprofiler_status_t rocprofiler_at_internal_thread_create(
    rocprofiler_internal_thread_library_cb_t precreate,
    rocprofiler_internal_thread_library_cb_t postcreate, int libs, void* data) {
  rocjfr::sdk::ListenToThreads(precreate, postcreate, libs, data);
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_rocjfr_begin_configuration(void) {
  return rocjfr::sdk::BeginLateConfiguration() ? ROCPROFILER_STATUS_SUCCESS
                                               : ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
}

rocprofiler_status_t rocprofiler_rocjfr_end_configuration(void) {
  rocjfr::sdk::EndLateConfiguration();
  return ROCPROFILER_STATUS_SUCCESS;
}
}
