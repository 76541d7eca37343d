// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core_link.h"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "agents.h"
#include "base/fork.h"
#include "base/leaky_singleton.h"
#include "base/loaded_library.h"
#include "base/user_code.h"
#include "callback_thread.h"
#include "calls.h"
#include "client/core_link.h"
#include "contexts.h"
#include "hip_callbacks.h"
#include "hip_streams.h"
#include "hsa_sink.h"
#include "lifecycle.h"
#include "marker_callbacks.h"
#include "markers.h"
#include "packets.h"
#include "rocjfr/client.h"
#include "runtimes.h"
#include "sink.h"
#include "work_callbacks.h"

namespace rocjfr::sdk {
namespace {

// All functions were wanted because it was not known yet which has which number.
std::atomic<bool> g_wants_by_name{false};

bool BeforeHip() {
  return FindLoadedLibrary("libamdhip64").empty() || OnlyThread();
}

bool LookAgain() noexcept {
  if (Helper::IsCurrent()) RenewDelivery();
  if (Helper::IsCurrent()) LearnHipAgents();  // asks HIP, which nothing of the program's waits for
  const bool drains = Helper::IsCurrent() && DrainContexts();
  if (!SomethingToFind()) return drains;
  rocjfr_poll();
  return true;
}

struct Link : CoreLink {
  Link()
      : CoreLink({"librocprofiler-sdk",
                  ROCJFR_CLIENT_ROCPROFILER,
                  &kSink,
                  &BeforeHip,
                  [] {
                    // A child may ask for contexts and buffers.
                    WatchForks([] { ContextsMutex().lock(); }, [] { ContextsMutex().unlock(); },
                               [] { ContextsMutex().unlock(); });
                    rocjfr_at_hsa_start(&OnHsaStart);
                    rocjfr_connect_hsa_client(ROCJFR_CLIENT_ROCPROFILER, &kHsaSink);
                  },
                  {"rocprofiler-lib", &UpdateCoreNow, &LookAgain, &TellListeners}}) {}
  bool ranges = false;  // roctx ranges were wanted
  std::mutex told_mutex;
  std::set<std::string> told;
};
Link& TheLink() {
  return LeakySingleton<Link>();
}

struct Wanted {
  uint32_t domains = 0;
  bool all_functions = false, all_enters = false;
  uint64_t functions[kMostHipApis / 64] = {};
  uint64_t results[kMostHipApis / 64] = {};  // of which it is asked what they return
  uint64_t enters[kMostHipApis / 64] = {};   // those of whose begin, too
};

bool Any(uint32_t kind) noexcept {
  return g_active[kind].Any();
}

bool AnyCallbacks() noexcept {
  for (const ActiveServices& services : g_active_callbacks) {
    if (services.Any()) return true;
  }
  return false;
}

// The functions that have to be told, of the loaded runtime: by name.
void CollectFunctions(Wanted* wanted) noexcept {
  const bool kernels = KernelsWanted();
  // Some of which are dispatches where packets are looked at.
  const bool copies = CopiesWanted() || (kernels && PacketsAsked());
  const uint32_t last = rocjfr_api_last();
  for (uint32_t id = 1; id <= last && id < kMostHipApis; ++id) {
    const HipFunction& function = HipFunctionOf(id);
    if (function.kind == 0) continue;
    const uint64_t bit = uint64_t{1} << (id % 64);
    const bool submits =
        function.submits && (function.work == HipFunction::Work::kKernels  ? kernels
                             : function.work == HipFunction::Work::kCopies ? copies
                                                                           : kernels || copies);
    if (submits) wanted->enters[id / 64] |= bit;
    const bool loads = CodeObjectServices().Any() && function.module != HipFunction::Module::kNo;
    if (loads) wanted->results[id / 64] |= bit;
    bool tell = submits || loads;
    g_active[function.kind].ForEach(
        [&](const Service& service) { tell = tell || service.Wants(function.operation); });
    if (HipStreamServices().Any()) {
      if (function.stream != HipFunction::Stream::kNo) wanted->results[id / 64] |= bit;
      // Where some have their stream is known with the first call only.
      tell = tell || function.stream != HipFunction::Stream::kNo || function.submits ||
             rocjfr_stream_argument(id) != 0;
    }
    if (WantsArguments(function)) {
      tell = true;
      wanted->results[id / 64] |= bit;
    }
    if (tell) wanted->functions[id / 64] |= bit;
  }
}

Wanted Collect() noexcept {
  Wanted wanted;
  const bool retirement = Any(ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT);
  const bool work = KernelsWanted() || CopiesWanted() || retirement;
  const bool api = work || Any(ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API) ||
                   Any(ROCPROFILER_BUFFER_TRACING_HIP_COMPILER_API) || AnyHipCallbacks();
  const bool roctx = Any(ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API) ||
                     Any(ROCPROFILER_BUFFER_TRACING_MARKER_CONTROL_API) ||
                     Any(ROCPROFILER_BUFFER_TRACING_MARKER_NAME_API) ||
                     Any(ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API) ||
                     AnyMarkerCallbacks() || RoctxToInitialize();
  wanted.domains = (api ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) : 0) |
                   (work ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS) : 0) |
                   (roctx ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX) : 0);
  const bool known = rocjfr_api_last() != 0;
  wanted.all_functions = retirement || !known;
  // Callbacks are told of both phases, ranges of the call that they are in, and tools are asked for
  // external ids before the call.
  wanted.all_enters = wanted.all_functions || roctx || AnyCallbacks() || AnyHipCallbacks() ||
                      g_any_requests.load(std::memory_order_relaxed);
  if (api && known) CollectFunctions(&wanted);
  g_wants_by_name.store(api && !known);
  return wanted;
}

void TellWanted(Link& link) noexcept {
  std::lock_guard<std::mutex> lock(link.mutex());
  Wanted wanted;
  {
    std::lock_guard<std::mutex> contexts(ContextsMutex());
    wanted = Collect();
  }
  const bool ranges = AnyRanges();
  if (ranges && !link.ranges) ForgetRanges();
  link.ranges = ranges;
  const uint32_t before =
      link.Want({sizeof(rocjfr_wish_t), wanted.domains, kMostHipApis / 64,
                 wanted.all_functions ? nullptr : wanted.functions,
                 wanted.all_enters ? nullptr : wanted.enters, nullptr, wanted.results});
  // What has not come by now does not come: the table's entries become free.
  constexpr uint32_t kOps = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS);
  if ((before & ~wanted.domains & kOps) != 0 && (rocjfr_wanted() & kOps) == 0) {
    ForEachPending(
        true, [](uint64_t, uint64_t, void*) {}, nullptr);
  }
}

// In a callback, which may be what the work waits for, nothing is waited for.
void Wait(const Thread& thread, uint32_t timeout_ms, uint32_t idle_ms) noexcept {
  if (thread.InCallback() || thread.serves != nullptr || Forked()) return;
  TheLink().WaitForWorkInFlight(timeout_ms, idle_ms);
}

}  // namespace

void TellProblem(const char* problem) noexcept {
  Link& link = TheLink();
  std::lock_guard<std::mutex> lock(link.told_mutex);  // its own, for callbacks: see Connect
  try {
    if (!link.told.insert(problem).second) return;
  } catch (...) {
  }
  fprintf(stderr, "rocjfr: rocprofiler-sdk: %s\n", problem);
}

void TellThrown(const std::string& what, const std::string& then) noexcept {
  try {
    const std::string text = TextOfException();
    TellProblem((what + " threw an exception" + (text.empty() ? "" : ": ") + text + then).c_str());
  } catch (...) {
  }
}

const char* ConnectCore() noexcept {
  return TheLink().Connect();
}

void UpdateCore(const Thread& thread, bool starting) noexcept {
  if (Forked()) return;
  if (TheLink().Connected()) UpdateHsa();
  const bool in_callback = thread.InCallback() || thread.serves != nullptr;
  TheLink().Update(in_callback, starting);
  // It learns them with the first call, in which no thread is made.
  constexpr uint32_t kOps = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS);
  if (starting && !HipAgentsAreKnown() && (rocjfr_wanted() & kOps) != 0) TheLink().Wake();
  if (starting && !in_callback) LookForUntraced();
}

void UpdateCoreNow() noexcept {
  Link& link = TheLink();
  if (!link.Connected() || Forked()) return;
  TellWanted(link);
  link.Look();
}

bool SomethingToFind() noexcept {
  if (Forked()) return false;
  if (g_wants_by_name.load() && rocjfr_api_last() != 0) UpdateCoreNow();
  return TheLink().SomethingToFind();
}

void RenewDeliverySoon() noexcept {
  TheLink().Wake();
}

void LookSoon() noexcept {
  if (!Forked()) TheLink().LookSoon();
}

void DrainLater() noexcept {
  TheLink().Wake();
}

void NoteHipWorks() noexcept {
  if (!g_hip_has_worked.exchange(true)) LookSoon();
}

void WaitForWorkInFlight(const Thread& thread) noexcept {
  Wait(thread, kStopWaitMs, kStopIdleMs);
}
void WaitForWorkInFlightAtExit(const Thread& thread) noexcept {
  Wait(thread, kExitWaitMs, kExitIdleMs);
}
void WaitForWorkInFlightBriefly(const Thread& thread) noexcept {
  Wait(thread, kFlushWaitMs, kFlushIdleMs);
}

}  // namespace rocjfr::sdk
