// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What users are told of the runtime, of the hook's state and of other tools.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

#include "base/detached_thread.h"
#include "base/exit.h"
#include "base/leaky_singleton.h"
#include "base/loaded_library.h"
#include "core/hook/hooks.h"
#include "core/hook/reporter.h"
#include "core/hook/roctx_hook.h"
#include "core/java/control.h"
#include "core/record/submissions.h"
#include "core/record/thread_state.h"
#include "core/runtime/agents.h"
#include "core/runtime/runtime.h"
#include "core/site/memory_map.h"
#include "rocjfr/client.h"
#include "rocjfr/rocjfr.h"
#include "unused_options.h"

namespace rocjfr {
namespace {

const char kProfiler[] = "HIP's own profiler (GPU_CLR_PROFILE_OUTPUT, hipProfilerEnableExt)";

// Whether the runtime's own profiler is there: in the slot, or about to take it.
bool ProfilerThere(const Runtime& runtime) {
  if (HeldByItsProfiler(runtime)) return true;
  const char* output = getenv("GPU_CLR_PROFILE_OUTPUT");
  return runtime.has_profiler && output != nullptr && *output != '\0';
}

void AddSentence(const std::string& sentence, std::string* message) {
  if (!message->empty() && !sentence.empty()) *message += "; ";
  *message += sentence;
}

// What tools have asked a client for and never comes.
struct Unserved {
  std::mutex mutex;
  std::vector<std::string> kinds;

  std::string Sentence() {
    std::lock_guard<std::mutex> lock(mutex);
    std::string sentence;
    for (const std::string& kind : kinds) sentence += (sentence.empty() ? "" : ", ") + kind;
    return sentence.empty() ? "" : "a tool asked for activity that is not traced: " + sentence;
  }
};
Unserved& TheUnserved() {
  return LeakySingleton<Unserved>();
}

// The largest one up to there: with each other message the status is recorded anew.
uint64_t PowerOfTen(uint64_t most) {
  uint64_t power = 1;
  while (most / 10 >= power) power *= 10;
  return power;
}

std::string MessageOf(const Runtime& runtime) {
  std::string message;
  if (HeldByItsProfiler(runtime)) {
    const bool told = g_control.hook_state.load() == ROCJFR_HOOK_OPS_ONLY;
    message = std::string(kProfiler) + " has the runtime's hook: " +
              (told ? "kernels and copies are recorded, API calls are not"
                    : "it took the hook first, so nothing of HIP is recorded");
  } else {
    message = RuntimeMessage(runtime);
  }
  AddSentence(ReporterLacks(), &message);
  if (MissesFinishedWork()) {
    AddSentence(
        "HSA has not made a callback yet on its thread that reports finished work. Work that"
        " finishes before that is not recorded",
        &message);
  }
  if (const uint64_t calls = UnjoinedCalls()) {
    AddSentence("another tool used correlation ids twice, or too large ones. The work of " +
                    std::to_string(calls) + " calls is not joined with its calls",
                &message);
  }
  if (const uint64_t calls = CallsThatGaveWay()) {
    AddSentence("the work of " + std::to_string(PowerOfTen(calls)) +
                    " or more calls is not joined with its calls, and rocjfr does not wait for it,"
                    " because newer calls took their places",
                &message);
  }
  if (MemoryForgotten() != 0) {
    AddSentence(
        "the program has more blocks of memory than the tracer can track, so the direction of"
        " some copies can be unknown",
        &message);
  }
  if (const uint64_t pieces = rocjfr_adjusted_times()) {
    AddSentence(
        std::to_string(PowerOfTen(pieces)) +
            " or more pieces of work have no duration, because the runtime gave impossible times",
        &message);
  }
  return message;
}

// "5.2.21153" -> 50221153, as hipRuntimeGetVersion spells it; 0 where there is no such text.
int32_t VersionNumber(const std::string& text) {
  int major = 0, minor = 0, patch = 0;
  if (sscanf(text.c_str(), "%d.%d.%d", &major, &minor, &patch) != 3) return 0;
  return major * 10000000 + minor * 100000 + patch;
}

// -1: not known.
std::atomic<int32_t> g_devices{-1};

// On a thread of our own: the caller may be about to ask for its last error, which calls replace.
void* AskHip(void* data) noexcept {
  const auto* runtime = static_cast<const Runtime*>(data);
  ThreadState* thread = CurrentThread();
  if (thread == nullptr || !CallsBeforeExit::Begin()) return nullptr;
  thread->drains = true;  // our own calls make no records
  int devices = -1;
  if (runtime->device_count != nullptr) runtime->device_count(&devices);
  g_devices.store(devices);
  LearnMachine();
  CallsBeforeExit::End();
  return nullptr;
}

int32_t DevicesOf(const Runtime& runtime) noexcept {
  constexpr size_t kStackBytes = 1u << 20;
  if (g_devices.load() < 0 || !AgentsAreKnown()) {
    RunOnStack(kStackBytes, &AskHip, const_cast<Runtime*>(&runtime));
  }
  return g_devices.load();
}

}  // namespace
}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_client_unserved(uint32_t client, const char* kind) {
  if (client >= ROCJFR_CLIENTS || kind == nullptr) return ROCJFR_STATUS_INVALID_ARGUMENT;
  try {
    rocjfr::Unserved& unserved = rocjfr::TheUnserved();
    std::lock_guard<std::mutex> lock(unserved.mutex);
    auto& kinds = unserved.kinds;
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.emplace_back(kind);
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}

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
    std::string unserved = rocjfr::TheUnserved().Sentence();
    rocjfr::AddSentence(rocjfr::UnusedOptions(), &unserved);
    snprintf(info->message, sizeof(info->message), "%s", unserved.c_str());
    if (runtime == nullptr) return ROCJFR_STATUS_SUCCESS;
    snprintf(info->path, sizeof(info->path), "%s", runtime->path.c_str());
    snprintf(info->version_text, sizeof(info->version_text), "%s", runtime->version_text.c_str());
    std::string message = rocjfr::MessageOf(*runtime);
    rocjfr::AddSentence(unserved, &message);
    snprintf(info->message, sizeof(info->message), "%s", message.c_str());
    snprintf(info->hook, sizeof(info->hook), "%s",
             runtime->hook == HookKind::kTracer     ? "tracer callback (5.3+)"
             : runtime->hook == HookKind::kRegister ? "register/activity (5.2)"
                                                    : "");
    info->version = rocjfr::VersionNumber(runtime->version_text);
    // Initialises the runtime: only after the program did. Its first call was our hook's first.
    if (info->hook_calls > 0) info->devices = rocjfr::DevicesOf(*runtime);
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}
}
