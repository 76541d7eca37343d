// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When the hooks are registered: while somebody wants records, in whatever order the runtime, the
// wish for records and other tools come and go.
#include <time.h>

#include <mutex>

#include "base/helper.h"
#include "base/loaded_library.h"
#include "base/never_destroyed.h"
#include "chained_hook.h"
#include "core/java/control.h"
#include "core/record/api_flags.h"
#include "core/record/call_result.h"
#include "core/record/clients.h"
#include "core/record/clock.h"
#include "core/record/streams.h"
#include "core/record/submit_reader.h"
#include "core/record/thread_state.h"
#include "core/record/tracer.h"
#include "core/runtime/agents.h"
#include "core/runtime/runtime.h"
#include "hooks.h"
#include "opencl/opencl.h"
#include "rocjfr/client.h"
#include "rocjfr/rocjfr.h"
#include "roctx_hook.h"

namespace rocjfr {

namespace {

// A start of HSA that has us in OnLoad; how many there were; and that who holds the hook's mutex
// waits until one is over.
std::atomic<bool> g_hsa_starting{false};
std::atomic<uint32_t> g_hsa_starts{0};
std::atomic<bool> g_waits_for_hsa{false};

struct Hook {
  std::mutex mutex;
  bool registered = false;
  bool taken = false;  // registered, and another has the slot now
  bool runtime_seen = false;
  std::atomic<uint64_t> registrations{0};  // asked for while the mutex may be held for long
  bool behind_profiler = false;            // the runtime's own, which tells us of finished work
  std::atomic<bool> again{false};  // somebody who could not wait for the mutex wants an update
};
Hook& TheHook() {
  return NeverDestroyed<Hook>();
}

void SetState(uint64_t state) {
  g_control.hook_state.store(state);
}

// Another has the slot.
void SetStateTaken(const Hook& hook, const Runtime& runtime) {
  const bool told = hook.behind_profiler && HeldByItsProfiler(runtime);
  SetState(told ? ROCJFR_HOOK_OPS_ONLY : ROCJFR_HOOK_TAKEN);
}

bool Shares(const Runtime& runtime) {
  return Chains() && !HeldByItsProfiler(runtime);
}

// On, until a call has shown that API calls cannot be traced: the first one measures.
void SetStateOn() {
  SetState(FrameUnreadable() ? ROCJFR_HOOK_OPS_ONLY : ROCJFR_HOOK_ON);
  if (FrameUnreadable()) NoteFrameUnreadable();  // since a moment ago
}

// Begins to follow work. The hook is registered.
void FollowWork(const Runtime& runtime) {
  if (!AsksTwice(runtime)) {
    BeginWorkEpoch(0);
    return;
  }
  const uint32_t starts = g_hsa_starts.load();
  if (g_hsa_starting.load() || !HsaHasStarted(runtime)) {
    BeginWorkEpoch(kEpochAsksTwice | kEpochIsFirst);
    // Asked again, since it may have started meanwhile without us in OnLoad.
    if (g_hsa_starting.load() || g_hsa_starts.load() != starts || !HsaHasStarted(runtime)) {
      return;
    }
  }
  EndWorkEpoch();
  if (g_reporting_threads.load() == 0) {
    g_waits_for_hsa.store(true);
    VisitReportingThread(HsaBelow(runtime), &ThisThreadReports);
    g_waits_for_hsa.store(false);
  }
  if (g_hsa_starts.load() == starts) BeginWorkEpoch(kEpochAsksTwice);  // else that start does
}

void Register(Hook& hook, const Runtime& runtime) {
  hook.taken = false;
  EndWorkEpoch();
  // Where it does not matter what was made before: with the hook's first call.
  if (!AsksTwice(runtime) && WantedByAny(ROCJFR_DOMAIN_HIP_OPS)) BeginWorkEpoch(0);
  // Nobody has seen which handles were freed and given out again since the last time.
  ForgetStreams();
  ForgetKernels();
  PrepareResults(runtime);
  if (runtime.hook == HookKind::kTracer) {
    RegisterTracerHook(runtime);
  } else {
    RegisterCallbackHooks(runtime);
  }
  SetStateOn();
  hook.registered = true;
  ++hook.registrations;
}

void Remove(Hook& hook, const Runtime& runtime) {
  EndWorkEpoch();
  hook.behind_profiler = hook.behind_profiler || HeldByItsProfiler(runtime);
  // A slot that another tool has taken is its own by now.
  if (runtime.hook == HookKind::kTracer && TracerSlotOwner(runtime) != SlotOwner::kOther) {
    RemoveTracerHook(runtime);
  } else if (runtime.hook == HookKind::kRegister) {
    RemoveCallbackHooks(runtime);
  }
  hook.registered = false;
  SetState(ROCJFR_HOOK_OFF);
}

// Another tool took the only slot, or has given it back.
void WatchSlot(Hook& hook, const Runtime& runtime) {
  if (runtime.hook != HookKind::kTracer) return;
  switch (TracerSlotOwner(runtime)) {
    case SlotOwner::kOther:
      if (Shares(runtime)) {
        Register(hook, runtime);
      } else {
        EndWorkEpoch();
        hook.taken = true;
        hook.behind_profiler = true;  // whoever it is, ours was there before
        SetStateTaken(hook, runtime);
      }
      break;
    case SlotOwner::kNobody:
      Register(hook, runtime);
      break;
    case SlotOwner::kUs:
      hook.taken = false;
      SetStateOn();
      break;
    case SlotOwner::kUnreadable:
      break;
  }
}

void Update(Hook& hook) {
  const uint32_t wanted = g_wanted_by_any.load(std::memory_order_relaxed);
  UpdateRoctxHook((wanted & ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX)) != 0);
  opencl::Update();
  const Runtime* runtime = TheRuntime();
  if (runtime == nullptr) return;
  if (!hook.runtime_seen) {
    hook.runtime_seen = true;
    UpdateApiFlags();
    SetState(runtime->hook == HookKind::kNone ? ROCJFR_HOOK_UNSUPPORTED : ROCJFR_HOOK_OFF);
  }
  if (runtime->hook == HookKind::kNone) return;
  if (TakeRegistration() && runtime->hook == HookKind::kTracer && !(Chains() && hook.registered)) {
    runtime->register_tracer(ChainedTool());
  }
  const bool hip = (wanted & (ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) |
                              ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS))) != 0;
  if (hip && !hook.registered) {
    if (runtime->hook == HookKind::kTracer && !Shares(*runtime) &&
        TracerSlotOwner(*runtime) == SlotOwner::kOther) {
      SetStateTaken(hook, *runtime);  // a tool that was there first keeps the slot
    } else {
      Register(hook, *runtime);
    }
  } else if (!hip && hook.registered) {
    Remove(hook, *runtime);
  } else if (hip) {
    WatchSlot(hook, *runtime);
  } else {
    SetState(ROCJFR_HOOK_OFF);  // it may have been taken when it was last wanted
  }
  if (WantedByAny(ROCJFR_DOMAIN_HIP_OPS) && hook.registered && !hook.taken && !FollowsWork()) {
    FollowWork(*runtime);
  }
}

// Takes the loader's lock, which the caller of a library's constructor has while that constructor
// waits for the mutex: so this is done without it.
void FindLibraries() {
  if (g_wanted_by_any.load(std::memory_order_relaxed) & ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX)) {
    FindRoctx();
  }
  FindRuntime();
  opencl::Find();
  // Where a library with kernels was, another one may be: host functions are handles, too.
  static std::atomic<uint64_t> g_seen{0};
  uint64_t seen = g_seen.load();
  if (LibrariesLoadedSince(&seen)) {
    g_seen.store(seen);
    ForgetKernels();
  }
}

// Also for those who could not wait for the mutex meanwhile. Releases it.
void UpdateWhileAsked(Hook& hook, std::unique_lock<std::mutex>& lock) {
  for (;;) {
    hook.again.store(false);
    Update(hook);
    lock.unlock();
    if (!hook.again.load() || !lock.try_lock()) return;
  }
}

}  // namespace

// A client's, that wants to know when HSA starts.
std::atomic<void (*)(void)> g_at_hsa_start{nullptr};

void SetWanted(const std::function<void()>& change) noexcept {
  Hook& hook = TheHook();
  std::unique_lock<std::mutex> lock(hook.mutex);
  change();
  const auto java = static_cast<uint32_t>(g_control.wanted_domains.load());
  const uint32_t clients = ClientsWantedDomains();
  g_wanted_by_clients.store(clients, std::memory_order_release);
  g_wanted_by_any.store(java | clients, std::memory_order_release);
  UpdateApiFlags();
  // After the flags: a call that is still traced is still followed.
  if (!WantedByAny(ROCJFR_DOMAIN_HIP_OPS)) EndWorkEpoch();
  UpdateWhileAsked(hook, lock);
}

namespace {

// What Java wants now, and what was loaded.
void TakeJavasWish() {
  SetWanted([] {});
  FindLibraries();
  Hook& hook = TheHook();
  std::unique_lock<std::mutex> lock(hook.mutex);
  UpdateWhileAsked(hook, lock);
}

// Changing 5.2's hooks waits for the calls in progress.
struct HookHelper : Helper {
  HookHelper() : Helper({"rocjfr-hook", &TakeJavasWish, [] { return false; }, nullptr}) {}
};

}  // namespace

void NoteFrameUnreadable() noexcept {
  // Without the mutex, and so not against a removal: see SetStateOn for a registration.
  uint64_t on = ROCJFR_HOOK_ON;
  if (FrameUnreadable()) g_control.hook_state.compare_exchange_strong(on, ROCJFR_HOOK_OPS_ONLY);
}

void LearnMachine() noexcept {
  static std::atomic<bool> g_learnt{false};
  const Runtime* runtime = TheRuntime();
  // Its first call was our hook's first; HSA is initialised with it.
  if (runtime == nullptr || g_learnt.load() || TotalHookCalls() == 0) return;
  if (!GpuClockIsKnown()) FindGpuClock();
  ThreadState* thread = CurrentThread();
  if (thread == nullptr || !thread->drains) return;
  LearnAgents(*runtime);
  if (GpuClockIsKnown()) g_learnt.store(true);
}

uint64_t Registrations() noexcept {
  return TheHook().registrations.load();
}

bool UpdateHookSoon() noexcept {
  // The caller may be inside dlopen, and the owner of the mutex waiting for the loader's lock:
  // never wait here. Whoever has the mutex updates once more, or else the next poll does.
  if (Forked()) return true;
  FindLibraries();
  Hook& hook = TheHook();
  hook.again.store(true);
  std::unique_lock<std::mutex> lock(hook.mutex, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  UpdateWhileAsked(hook, lock);
  return true;
}

namespace {

void OnHsaStart() noexcept {
  g_hsa_starting.store(true);
  g_hsa_starts.fetch_add(1);
  // Another thread may be about to register the hook: it is waited for, or that first call would be
  // missed; but not for long, see UpdateHookSoon, and not where it waits for HSA.
  constexpr int kMostNaps = 200;
  const timespec nap = {0, 1000000};
  for (int i = 0; !UpdateHookSoon() && i < kMostNaps; ++i) {
    if (g_waits_for_hsa.load()) {
      BeginWorkEpoch(kEpochAsksTwice | kEpochIsFirst);  // in its place
      break;
    }
    nanosleep(&nap, nullptr);
  }
  g_hsa_starting.store(false);
  if (Forked()) return;
  ForgetToolsVariable();
  if (const auto function = g_at_hsa_start.load()) function();
}

}  // namespace
}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_set_wanted(uint32_t domains) {
  if (rocjfr::Forked()) return ROCJFR_STATUS_UNSUPPORTED;
  rocjfr::g_control.wanted_domains.store(domains, std::memory_order_release);
  if (rocjfr_hook_waits() == 0) {
    rocjfr::TakeJavasWish();
  } else {
    constexpr uint32_t kMostMs = 1000;
    rocjfr::NeverDestroyed<rocjfr::HookHelper>().Update(kMostMs);
  }
  return ROCJFR_STATUS_SUCCESS;
}

void rocjfr_poll(void) {
  if (rocjfr::Forked()) return;
  rocjfr::UpdateHookSoon();
  rocjfr::LearnMachine();
}

// HSA looks for this among the loaded libraries (from ROCm 5.4.1 on), and calls OnLoad of those
// that have it, the smaller ones first.
ROCJFR_API extern const uint32_t HSA_AMD_TOOL_PRIORITY;
const uint32_t HSA_AMD_TOOL_PRIORITY = 100;

// Inside hsa_init, which the first HIP call of a program makes before it looks for tracing
// callbacks: the moment to register ours.
ROCJFR_API bool OnLoad(void*, uint64_t, uint64_t, const char* const*) {
  rocjfr::OnHsaStart();
  return true;
}
ROCJFR_API void OnUnload(void) {}

rocjfr_status_t rocjfr_at_hsa_start(void (*function)(void)) {
  void (*none)(void) = nullptr;
  return rocjfr::g_at_hsa_start.compare_exchange_strong(none, function) ? ROCJFR_STATUS_SUCCESS
                                                                        : ROCJFR_STATUS_UNSUPPORTED;
}
}
