// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What users are told of the runtime, of the hook's state and of other tools.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/loaded_library.h"
#include "core/hook/hooks.h"
#include "core/hook/roctx_hook.h"
#include "core/java/control.h"
#include "core/record/thread_state.h"
#include "core/runtime/runtime.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

const char kProfiler[] = "HIP's own profiler (GPU_CLR_PROFILE_OUTPUT, hipProfilerEnableExt)";

// Whether the runtime's own profiler is there: in the slot, or about to take it.
bool ProfilerThere(const Runtime& runtime) {
  if (HeldByItsProfiler(runtime)) return true;
  const char* output = getenv("GPU_CLR_PROFILE_OUTPUT");
  return runtime.has_profiler && output != nullptr && *output != '\0';
}

std::string MessageOf(const Runtime& runtime) {
  if (!HeldByItsProfiler(runtime)) return RuntimeMessage(runtime);
  const bool told = g_control.hook_state.load() == ROCJFR_HOOK_OPS_ONLY;
  return std::string(kProfiler) + " has the runtime's hook: " +
         (told ? "kernels and copies are recorded, API calls are not"
               : "it was there first, and nothing of HIP is recorded");
}

// "5.2.21153" -> 50221153, as hipRuntimeGetVersion spells it; 0 where there is no such text.
int32_t VersionNumber(const std::string& text) {
  int major = 0, minor = 0, patch = 0;
  if (sscanf(text.c_str(), "%d.%d.%d", &major, &minor, &patch) != 3) return 0;
  return major * 10000000 + minor * 100000 + patch;
}

}  // namespace
}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_runtime(rocjfr_runtime_info_t* info) {
  if (info == nullptr) return ROCJFR_STATUS_INVALID_ARGUMENT;
  try {
    using rocjfr::HookKind;
    *info = {};
    info->devices = -1;
    info->hook_state = static_cast<uint32_t>(rocjfr::g_control.hook_state.load());
    info->hook_calls = rocjfr::TotalHookCalls();
    const std::string roctx = rocjfr::FindLoadedLibrary("libroctx64");
    info->registrations = rocjfr::Registrations();
    info->roctx = rocjfr::RoctxFound() ? 1 : roctx.empty() ? 0 : 2;
    const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
    std::string tools = rocjfr::FindOtherTools();
    const std::string of_roctx = rocjfr::RoctxOtherTool();
    if (!of_roctx.empty()) tools += (tools.empty() ? "" : ", ") + of_roctx;
    if (runtime != nullptr && rocjfr::ProfilerThere(*runtime)) {
      tools += (tools.empty() ? "" : ", ") + std::string(rocjfr::kProfiler);
    }
    snprintf(info->other_tools, sizeof(info->other_tools), "%s", tools.c_str());
    if (runtime == nullptr) return ROCJFR_STATUS_SUCCESS;
    snprintf(info->path, sizeof(info->path), "%s", runtime->path.c_str());
    snprintf(info->version_text, sizeof(info->version_text), "%s", runtime->version_text.c_str());
    snprintf(info->message, sizeof(info->message), "%s", rocjfr::MessageOf(*runtime).c_str());
    snprintf(info->hook, sizeof(info->hook), "%s",
             runtime->hook == HookKind::kTracer     ? "tracer callback (5.3+)"
             : runtime->hook == HookKind::kRegister ? "register/activity (5.2)"
                                                    : "");
    info->version = rocjfr::VersionNumber(runtime->version_text);
    // Initialises the runtime: only after the program did. Its first call was our hook's first.
    rocjfr::ThreadState* thread = rocjfr::CurrentThread();
    if (info->hook_calls > 0 && thread != nullptr) {
      const bool drains = thread->drains;
      thread->drains = true;  // our own calls make no records
      if (runtime->device_count != nullptr) runtime->device_count(&info->devices);
      rocjfr::LearnMachine();
      thread->drains = drains;
    }
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}
}
