// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When the hooks are registered: while somebody wants records, in whatever order the runtime, the
// wish for records and other tools come and go. Model: native/models/hook.pml.
#include <mutex>

#include "base/exit.h"
#include "base/leaky_singleton.h"
#include "base/loaded_library.h"
#include "chained_hook.h"
#include "core/java/control.h"
#include "core/record/api_flags.h"
#include "core/record/call_result.h"
#include "core/record/clients.h"
#include "core/record/clock.h"
#include "core/record/stream_visit.h"
#include "core/record/streams.h"
#include "core/record/submit_reader.h"
#include "core/record/thread_state.h"
#include "core/record/tracer.h"
#include "core/record/whereabouts.h"
#include "core/runtime/agents.h"
#include "core/runtime/runtime.h"
#include "core/site/allocations.h"
#include "core/site/memory_map.h"
#include "hooks.h"
#include "hsa/tables.h"
#include "hsa_start.h"
#include "opencl/opencl.h"
#include "reporter.h"
#include "rocjfr/client.h"
#include "rocjfr/rocjfr.h"
#include "roctx_hook.h"

namespace rocjfr {

namespace {

struct Hook {
  // Never held over a call of HSA's, which waits for a start that is in progress; and that may have
  // called a tool that now waits for this.
  std::mutex mutex;
  bool registered = false;
  bool taken = false;  // registered, and another has the slot now
  bool runtime_seen = false;
  std::atomic<uint64_t> registrations{0};  // asked for while the mutex may be held for long
  bool behind_profiler = false;            // the runtime's own, which tells us of finished work
  uint64_t kept_epoch = 0;         // of the work that a start of HSA relies on to be followed
  std::atomic<bool> again{false};  // somebody who could not wait for the mutex wants an update
};
Hook& TheHook() {
  return LeakySingleton<Hook>();
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

// With the mutex.
bool HasToFollow(const Hook& hook) noexcept {
  return WantedByAny(ROCJFR_DOMAIN_HIP_OPS) && hook.registered && !hook.taken && !FollowsWork();
}

// With the mutex. Inside a start of HSA: what its first call makes is followed from here on.
void KeepFollowing(Hook& hook) noexcept {
  if (ThisThreadStartsHsa()) hook.kept_epoch = WorkEpoch();
}

// Returns the epoch in which work is followed now, or 0: another thread has begun, or nothing is to
// be followed any more. kEpochIsFirst: or the hook was registered anew since there were so many
// registrations: calls may have begun meanwhile that it has not seen. Who registered it begins.
uint64_t BeginToFollow(Hook& hook, uint64_t bits, uint64_t registrations) noexcept {
  std::lock_guard<std::mutex> lock(hook.mutex);
  const bool stale = (bits & kEpochIsFirst) != 0 && hook.registrations.load() != registrations;
  const bool begins = HasToFollow(hook) && !stale;
  if (begins) {
    BeginWorkEpoch(bits);
    UpdateApiFlags();  // whoever holds records back: no longer
  }
  KeepFollowing(hook);
  return begins ? WorkEpoch() : 0;
}

// False, and work is followed still, where a start of HSA relies on that; one that comes later
// finds that it is not, and begins.
bool StopFollowing(Hook& hook, uint64_t epoch) noexcept {
  std::lock_guard<std::mutex> lock(hook.mutex);
  if (hook.kept_epoch == epoch) return false;
  if (WorkEpoch() == epoch) EndWorkEpoch();
  return true;
}

// What the calling thread calls of HSA is ours, as with OwnCalls, until it ends.
void ThisThreadAsks() noexcept {
  ThreadState* thread = CurrentThread();
  if (thread != nullptr) thread->asks = true;
}

// Finds out which thread reports finished work. False: another thread is at it, for which nobody
// waits: he may be that very thread.
bool VisitReporter(const Runtime& runtime) noexcept {
  if (VisitIsUnderWay()) return true;  // it will still be known
  static std::atomic<bool> g_visiting{false};
  if (g_visiting.exchange(true)) return false;
  VisitReportingThread(HsaBelow(runtime), &ThisThreadAsks, &ThisThreadReports);
  g_visiting.store(false);
  return true;
}

// Begins to follow work of a runtime that asks twice. Without the mutex.
void FollowWork(Hook& hook, const Runtime& runtime) noexcept {
  const OwnCalls own;
  const uint32_t starts = HsaStarts();
  const uint64_t registrations = hook.registrations.load();
  if (HsaIsStarting() || !HsaHasStarted(runtime)) {
    const uint64_t epoch = BeginToFollow(hook, kEpochAsksTwice | kEpochIsFirst, registrations);
    // Asked again, since it may have started meanwhile without us in OnLoad.
    if (epoch == 0 || HsaIsStarting() || HsaStarts() != starts || !HsaHasStarted(runtime)) return;
    if (!StopFollowing(hook, epoch)) return;
  }
  // Else the other thread begins.
  if (g_reporting_threads.load() == 0 && !VisitReporter(runtime)) return;
  // A start since then has begun by itself.
  if (HsaStarts() == starts) BeginToFollow(hook, kEpochAsksTwice, registrations);
}

// It is not known which thread reports finished work, and so whose questions about it to answer.
bool ReporterUnknown() noexcept {
  constexpr uint64_t kBits = kEpochFollows | kEpochAsksTwice;
  return (WorkEpoch() & (kBits | kEpochIsFirst)) == kBits && g_reporting_threads.load() == 0;
}

// Once more where it did not come, or has ended with HSA, which was started again. Where it is late
// it will still be known.
void LookForReporter() noexcept {
  const OwnCalls own;
  const Runtime* runtime = TheRuntime();
  if (runtime == nullptr || !ReporterUnknown() || HsaIsStarting() || VisitIsLate()) return;
  if (HsaHasStarted(*runtime)) VisitReporter(*runtime);
}

// Nobody has seen what was allocated before, or while another had the slot.
void FollowMemory() noexcept {
  FollowWhereabouts(!g_hip_was_used.load());
}

void Register(Hook& hook, const Runtime& runtime) {
  CallsBeforeExit::Watch();
  hook.taken = false;
  EndWorkEpoch();
  // Where it does not matter what was made before: with the hook's first call.
  if (!AsksTwice(runtime) && WantedByAny(ROCJFR_DOMAIN_HIP_OPS)) BeginWorkEpoch(0);
  // Nobody has seen which handles were freed and given out again since the last time.
  ForgetStreams();
  ForgetKernels();
  FollowCaptures();
  FollowMemory();
  if (runtime.hook == HookKind::kTracer) {
    RegisterTracerHook(runtime);
  } else {
    UpdateCallbackHooks(runtime, true);
  }
  SetStateOn();
  hook.registered = true;
  ++hook.registrations;
}

void Remove(Hook& hook, const Runtime& runtime) {
  EndReporting();
  EndWorkEpoch();
  hook.behind_profiler = hook.behind_profiler || HeldByItsProfiler(runtime);
  // A slot that another tool has taken is its own by now.
  if (runtime.hook == HookKind::kTracer && TracerSlotOwner(runtime) != SlotOwner::kOther) {
    RemoveTracerHook(runtime);
  } else if (runtime.hook == HookKind::kRegister) {
    UpdateCallbackHooks(runtime, false);
  }
  hook.registered = false;
  SetState(ROCJFR_HOOK_OFF);
}

// Another tool took the only slot, or has given it back.
void WatchSlot(Hook& hook, const Runtime& runtime) {
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
      if (hook.taken) {
        ForgetStreams();  // nobody has seen which were ended meanwhile
        ForgetKernels();
        FollowCaptures();
        FollowMemory();
      }
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
    PrepareResults(*runtime);
    UpdateApiFlags();
    SetState(runtime->hook == HookKind::kNone ? ROCJFR_HOOK_UNSUPPORTED : ROCJFR_HOOK_OFF);
  }
  if (runtime->hook == HookKind::kNone) return;
  if (TakeRegistration() && runtime->hook == HookKind::kTracer && !(Chains() && hook.registered)) {
    runtime->register_tracer(ChainedTool());
  }
  if (g_visits_outlast.load() && !AnyVisit()) {
    g_visits_outlast.store(false);
    UpdateApiFlags();
  }
  const bool hip = (wanted & kHipDomains) != 0 || (hook.registered && g_visits_outlast.load());
  if (hip && !hook.registered) {
    if (runtime->hook == HookKind::kTracer && !Shares(*runtime) &&
        TracerSlotOwner(*runtime) == SlotOwner::kOther) {
      SetStateTaken(hook, *runtime);  // a tool that was there first keeps the slot
    } else {
      Register(hook, *runtime);
    }
  } else if (!hip && hook.registered) {
    Remove(hook, *runtime);
  } else if (hip && runtime->hook == HookKind::kRegister) {
    UpdateCallbackHooks(*runtime, true);
  } else if (hip) {
    WatchSlot(hook, *runtime);
  } else {
    SetState(ROCJFR_HOOK_OFF);  // it may have been taken when it was last wanted
  }
  // HSA's thread has ended with it, and nothing was made since.
  if (HsaIsStarting() && ReporterUnknown()) EndWorkEpoch();
  if (!AsksTwice(*runtime) && HasToFollow(hook)) BeginWorkEpoch(0);
  KeepFollowing(hook);
  if (hook.registered && !hook.taken && WantedByAny(ROCJFR_DOMAIN_HIP_OPS)) {
    BeginReporting(*runtime);
  } else {
    EndReporting();
  }
}

// Takes the loader's lock, which the caller of a library's constructor has while that constructor
// waits for the mutex: so this is done without it.
void FindLibraries() {
  if (g_wanted_by_any.load(std::memory_order_relaxed) & ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX)) {
    FindRoctx();
  }
  FindRuntime();
  // Asks vendors, which may start HSA or wait for its start: not inside that.
  if (!ThisThreadStartsHsa()) opencl::Find();
  ForgetKernelsIfLibrariesChanged();
}

// A client states its wish under its own lock. A tool may wait for that lock inside HSA's start. So
// nothing here may wait for that start, and work is tracked from the next poll on.
enum class Following { kNow, kWithNextPoll };

// Java wants work with its calls, and the runtime's calls can be seen before their work can.
bool CallsComeFirst(Following following) noexcept {
  const Runtime* runtime = TheRuntime();
  return following == Following::kNow && runtime != nullptr && AsksTwice(*runtime) &&
         Wanted(ROCJFR_DOMAIN_HIP_OPS) && !FollowsWork();
}

// Also for those who could not wait for the mutex meanwhile. Releases it.
void UpdateWhileAsked(Hook& hook, std::unique_lock<std::mutex>& lock, Following following) {
  for (;;) {
    hook.again.store(false);
    const RecordsHeld held(CallsComeFirst(following));
    const uint64_t registrations = hook.registrations.load();
    Update(hook);
    const bool follow = HasToFollow(hook);
    lock.unlock();
    if (hook.registrations.load() != registrations) {
      LookWhetherHipIsUsed();  // since the hook was about to be registered
      CapturesMayBeOpen();
      if (g_hip_was_used.load()) MemoryMayBeUnseen();
    }
    if (follow && following == Following::kNow) FollowWork(hook, *TheRuntime());
    if (!hook.again.load() || !lock.try_lock()) return;
  }
}

}  // namespace

// Before any call is followed: what was freed meanwhile is not known. Under the hook's lock.
static void BeginTrackingIfWanted() noexcept {
  static bool tracks = false;
  const bool wanted = WantedByAny(ROCJFR_DOMAIN_MEMORY);
  if (wanted && !tracks) BeginTracking();
  tracks = wanted;
}
static void BeginMemoryMapIfWanted() noexcept {
  static bool maps = false;
  const bool wanted = WantedByAny(ROCJFR_DOMAIN_HIP_OPS);
  if (wanted != maps) hsa::UpdateTables();
  if (wanted && !maps) FollowMemory();
  maps = wanted;
}

static void SetWanted(const std::function<bool()>& change, Following following) noexcept {
  if (Forked()) return;
  LookWhetherHipIsUsed();
  Hook& hook = TheHook();
  std::unique_lock<std::mutex> lock(hook.mutex);
  if (!change()) return;
  const auto java = static_cast<uint32_t>(g_control.wanted_domains.load());
  const uint32_t clients = ClientsWantedDomains();
  // While it is still seen which streams the program ends.
  const bool ops = ((java | clients) & ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS)) != 0;
  if (!ops) EndReporting();
  g_visits_outlast.store(!ops && AnyVisit());
  if (!AnyVisit()) g_visits_outlast.store(false);  // it has ended before it could see that
  g_wanted_by_clients.store(clients, std::memory_order_release);
  g_wanted_by_any.store(java | clients, std::memory_order_release);
  BeginTrackingIfWanted();
  BeginMemoryMapIfWanted();
  UpdateApiFlags();
  // After the flags: a call that is still traced is still followed.
  if (!WantedByAny(ROCJFR_DOMAIN_HIP_OPS)) EndWorkEpoch();
  UpdateWhileAsked(hook, lock, following);
}

void SetWanted(const std::function<bool()>& change) noexcept {
  SetWanted(change, Following::kNow);
}

void SetWantedByClient(const std::function<bool()>& change) noexcept {
  SetWanted(change, Following::kWithNextPoll);
}

namespace {

// What Java wants now, and what was loaded.
void TakeJavasWish() {
  SetWanted([] { return true; });
  FindLibraries();
  LookWhetherHipIsUsed();
  Hook& hook = TheHook();
  std::unique_lock<std::mutex> lock(hook.mutex);
  UpdateWhileAsked(hook, lock, Following::kNow);
}

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

bool MissesFinishedWork() noexcept {
  return ReporterUnknown();
}

uint64_t Registrations() noexcept {
  return TheHook().registrations.load();
}

bool UpdateHookSoon() noexcept {
  // The caller may be inside dlopen, and the owner of the mutex waiting for the loader's lock:
  // never wait here. Whoever has the mutex updates once more, or else the next poll does.
  if (Forked()) return true;
  FindLibraries();
  LookWhetherHipIsUsed();
  Hook& hook = TheHook();
  hook.again.store(true);
  std::unique_lock<std::mutex> lock(hook.mutex, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  UpdateWhileAsked(hook, lock, Following::kNow);
  return true;
}

}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_set_wanted(uint32_t domains) {
  if (rocjfr::Forked()) return ROCJFR_STATUS_UNSUPPORTED;
  rocjfr::g_control.wanted_domains.store(domains, std::memory_order_release);
  rocjfr::TakeJavasWish();
  return ROCJFR_STATUS_SUCCESS;
}

void rocjfr_poll(void) {
  if (rocjfr::Forked()) return;
  rocjfr::UpdateHookSoon();
  if (!rocjfr::CallsBeforeExit::Begin()) return;  // these ask HIP and HSA
  rocjfr::LookForReporter();
  rocjfr::LearnMachine();
  rocjfr::CallsBeforeExit::End();
}
}
