// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core_link.h"

#include <dirent.h>
#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "base/loaded_library.h"
#include "callback_thread.h"
#include "client/core_start.h"
#include "contexts.h"
#include "hip_streams.h"
#include "lifecycle.h"
#include "markers.h"
#include "rocjfr/client.h"
#include "runtimes.h"
#include "sink.h"

namespace rocjfr::sdk {
namespace {

struct Link {
  std::mutex mutex;
  bool connected = false;
  char problem[256] = "";
  uint32_t domains = 0;  // as the core was told
  bool ranges = false;   // roctx ranges were wanted
  std::set<std::string> told;
};
Link& TheLink() {
  static Link* link = new Link;  // never destroyed: static destructors may start and stop
  return *link;
}

// For SomethingToFind.
std::atomic<bool> g_hip_wanted{false}, g_roctx_wanted{false}, g_roctx_found{false};
// All functions were wanted because it was not known yet which has which number.
std::atomic<bool> g_wants_by_name{false};

bool OnlyThread() {
  DIR* tasks = opendir("/proc/self/task");
  if (tasks == nullptr) return false;
  int count = 0;
  while (const dirent* task = readdir(tasks)) count += task->d_name[0] == '.' ? 0 : 1;
  closedir(tasks);
  return count == 1;
}

void Start(Link& link) {
  const bool early = FindLoadedLibrary("libamdhip64").empty() || OnlyThread();
  if (!roctracer::StartCore("librocprofiler-sdk", ROCJFR_CLIENT_ROCPROFILER, &kSink, early,
                            link.problem, sizeof(link.problem))) {
    return;
  }
  WatchForks();
  rocjfr_at_hsa_start(&OnHsaStart);
  link.connected = true;
}

struct Wanted {
  uint32_t domains = 0;
  bool all_functions = false;
  uint64_t functions[kMostHipApis / 64] = {};
};

bool Any(uint32_t kind) noexcept {
  return g_active[kind].Any();
}

// The functions that have to be told, of the loaded runtime: by name.
void CollectFunctions(Wanted* wanted) noexcept {
  const bool submits = Any(ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH) ||
                       Any(ROCPROFILER_BUFFER_TRACING_MEMORY_COPY) || CodeObjectServices().Any();
  const uint32_t last = rocjfr_api_last();
  for (uint32_t id = 1; id <= last && id < kMostHipApis; ++id) {
    const HipFunction& function = HipFunctionOf(id);
    if (function.kind == 0) continue;
    bool tell = (submits && function.submits) ||
                (CodeObjectServices().Any() && function.module != HipFunction::Module::kNo);
    g_active[function.kind].ForEach(
        [&](const Service& service) { tell = tell || service.Wants(function.operation); });
    if (HipStreamServices().Any()) {
      // Where some have their stream is known with the first call only.
      tell = tell || function.stream != HipFunction::Stream::kNo || function.submits ||
             rocjfr_stream_argument(id) != 0;
    }
    if (tell) wanted->functions[id / 64] |= uint64_t{1} << (id % 64);
  }
}

Wanted Collect() noexcept {
  Wanted wanted;
  const bool retirement = Any(ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT);
  const bool work = Any(ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH) ||
                    Any(ROCPROFILER_BUFFER_TRACING_MEMORY_COPY) || retirement ||
                    CodeObjectServices().Any();
  const bool api = work || Any(ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API) ||
                   Any(ROCPROFILER_BUFFER_TRACING_HIP_COMPILER_API) || HipStreamServices().Any();
  const bool roctx = Any(ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API) ||
                     Any(ROCPROFILER_BUFFER_TRACING_MARKER_CONTROL_API) ||
                     Any(ROCPROFILER_BUFFER_TRACING_MARKER_NAME_API) ||
                     Any(ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API) || RoctxToInitialize();
  wanted.domains = (api ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) : 0) |
                   (work ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS) : 0) |
                   (roctx ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX) : 0);
  const bool known = rocjfr_api_last() != 0;
  wanted.all_functions = retirement || !known;
  if (api && !wanted.all_functions) CollectFunctions(&wanted);
  g_wants_by_name.store(api && !known);
  return wanted;
}

void Quiesce(const Thread& thread, uint32_t timeout_ms, uint32_t idle_ms) noexcept {
  if (thread.InCallback() || thread.serves != nullptr || Forked()) return;
  if (!g_hip_wanted.load(std::memory_order_relaxed) || rocjfr_in_flight() == 0) return;
  rocjfr_quiesce(timeout_ms, idle_ms);
}

}  // namespace

void TellProblem(const char* problem) noexcept {
  Link& link = TheLink();
  std::lock_guard<std::mutex> lock(link.mutex);
  try {
    if (!link.told.insert(problem).second) return;
  } catch (...) {
  }
  fprintf(stderr, "rocjfr: rocprofiler-sdk: %s\n", problem);
}

const char* ConnectCore() noexcept {
  if (Forked()) return "in a forked child of a process that used the tracer nothing is traced";
  Link& link = TheLink();
  std::lock_guard<std::mutex> lock(link.mutex);
  try {
    if (!link.connected && link.problem[0] == '\0') Start(link);
  } catch (...) {
    return "no memory";
  }
  return link.connected ? nullptr : link.problem;
}

void UpdateCore(const Thread& thread, bool starting) noexcept {
  if (Forked()) return;
  if (rocjfr_hook_waits() != 0 && thread.callbacks != 0 && thread.serves == nullptr) {
    constexpr uint32_t kWaitMs = 50;
    CallbackThread::LetDefaultUpdate(starting ? kWaitMs : 0);
    return;
  }
  UpdateCoreNow();
  if (!SomethingToFind()) return;
  if (CallbackThread* finder = CallbackThread::Default()) finder->Wake();
}

void UpdateCoreNow() noexcept {
  Link& link = TheLink();
  std::lock_guard<std::mutex> lock(link.mutex);
  if (!link.connected || Forked()) return;
  Wanted wanted;
  {
    std::lock_guard<std::mutex> contexts(ContextsMutex());
    wanted = Collect();
  }
  const bool ranges = Any(ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API);
  if (ranges && !link.ranges) ForgetRanges();
  link.ranges = ranges;
  const uint32_t ops = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS);
  const uint32_t api = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API);
  if ((wanted.domains & api) != 0) {
    rocjfr_client_want_api(ROCJFR_CLIENT_ROCPROFILER,
                           wanted.all_functions ? nullptr : wanted.functions, kMostHipApis / 64);
  }
  g_hip_wanted.store((wanted.domains & (api | ops)) != 0);
  g_roctx_wanted.store((wanted.domains & ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX)) != 0);
  const uint32_t before = link.domains;
  if (wanted.domains != before) {
    rocjfr_client_want(ROCJFR_CLIENT_ROCPROFILER, wanted.domains);
    link.domains = wanted.domains;
  }
  // What did not come in time is counted, or the next session would wait for it.
  if ((before & ~wanted.domains & ops) != 0 && (rocjfr_wanted() & ops) == 0) {
    rocjfr_abandon_in_flight();
  }
}

bool SomethingToFind() noexcept {
  if (Forked()) return false;
  if (g_hip_wanted.load() && rocjfr_api_last() == 0) return true;
  if (g_wants_by_name.load() && rocjfr_api_last() != 0) UpdateCoreNow();
  if (!g_roctx_wanted.load() || g_roctx_found.load()) return false;
  try {
    std::string path = FindLoadedLibrary("libroctx64");
    if (path.empty()) path = FindLoadedLibrary("librocprofiler-sdk-roctx");
    if (path.empty()) return true;
    void* handle = dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY);
    if (handle == nullptr) return true;  // still being loaded
    dlclose(handle);
    rocjfr_poll();
    g_roctx_found.store(true);
    return false;
  } catch (...) {
    return true;
  }
}

void WaitForWorkInFlight(const Thread& thread) noexcept {
  Quiesce(thread, 200, 20);
}
void WaitForWorkInFlightAtExit(const Thread& thread) noexcept {
  Quiesce(thread, 200, 100);
}
void WaitForWorkInFlightBriefly(const Thread& thread) noexcept {
  Quiesce(thread, 100, 10);
}

}  // namespace rocjfr::sdk
