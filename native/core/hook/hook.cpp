// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When the hooks are registered: while somebody wants records, in whatever order the runtime, the
// wish for records and other tools come and go.
#include <dlfcn.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "base/loaded_library.h"
#include "base/never_destroyed.h"
#include "chained_hook.h"
#include "core/java/control.h"
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
#include "rocjfr/rocjfr.h"
#include "roctx_hook.h"

namespace rocjfr {

ControlPage g_control;

namespace {

struct Hook {
  std::mutex mutex;
  bool registered = false;
  bool runtime_seen = false;
  std::atomic<uint64_t> registrations{0};
  std::atomic<bool> again{false};  // somebody who could not wait for the mutex wants an update
};
Hook& TheHook() {
  return NeverDestroyed<Hook>();
}

void SetState(uint64_t state) {
  g_control.hook_state.store(state, std::memory_order_release);
}

void SetStateOn(const Runtime& runtime) {
  const bool ops_only = runtime.hook == HookKind::kTracer && runtime.frame_bytes == 0;
  SetState(ops_only ? ROCJFR_HOOK_OPS_ONLY : ROCJFR_HOOK_ON);
}

// Longer than a call takes from where it makes a command to where it submits it.
constexpr uint64_t kArmingNs = 20000000;
constexpr int kMostArmings = 5;

void RegisterArmed(const Runtime& runtime) {
  const bool waits_first = AsksTwice(runtime) && !g_hsa_to_come.load();
  if (waits_first) {
    g_arming.store(true);
    UpdateApiFlags();
  }
  RegisterTracerHook(runtime);
  if (waits_first) {
    for (int round = 0; round < kMostArmings; ++round) {
      const uint64_t begin = MonotonicNs();
      const timespec arming = {0, static_cast<long>(kArmingNs)};
      nanosleep(&arming, nullptr);
      if (MonotonicNs() - begin < 2 * kArmingNs) break;  // else others had to wait for a core, too
    }
    g_arming.store(false);
    UpdateApiFlags();
  }
}

void Register(Hook& hook, const Runtime& runtime) {
  // Nobody has seen which handles were freed and given out again since the last time.
  ForgetStreams();
  ForgetKernels();
  PrepareResults(runtime);
  if (runtime.hook == HookKind::kTracer) {
    RegisterArmed(runtime);
  } else {
    RegisterCallbackHooks(runtime);
  }
  SetStateOn(runtime);
  hook.registered = true;
  ++hook.registrations;
}

void Remove(Hook& hook, const Runtime& runtime) {
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
      if (Chains()) {
        Register(hook, runtime);
      } else {
        SetState(ROCJFR_HOOK_TAKEN);
      }
      break;
    case SlotOwner::kNobody:
      Register(hook, runtime);
      break;
    case SlotOwner::kUs:
      SetStateOn(runtime);
      break;
    case SlotOwner::kUnreadable:
      break;
  }
}

void Update(Hook& hook) {
  const uint32_t wanted = g_wanted_by_any.load(std::memory_order_relaxed);
  UpdateRoctxHook((wanted & ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX)) != 0);
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
    if (runtime->hook == HookKind::kTracer && !Chains() &&
        TracerSlotOwner(*runtime) == SlotOwner::kOther) {
      SetState(ROCJFR_HOOK_TAKEN);  // a tool that was there first keeps the slot
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
}

// Takes the loader's lock, which the caller of a library's constructor has while that constructor
// waits for the mutex: so this is done without it.
void FindLibraries() {
  if (g_wanted_by_any.load(std::memory_order_relaxed) & ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX)) {
    FindRoctx();
  }
  FindRuntime();
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
    if (!hook.again.load()) return;
    FindLibraries();
    if (!lock.try_lock()) return;
  }
}

// What can be learnt of the machine once the program has initialised HIP; of HIP only on a thread
// whose calls make no records.
void LearnMachine() {
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

// "5.2.21153" -> 50221153, as hipRuntimeGetVersion spells it; 0 where there is no such text.
int32_t VersionNumber(const std::string& text) {
  int major = 0, minor = 0, patch = 0;
  if (sscanf(text.c_str(), "%d.%d.%d", &major, &minor, &patch) != 3) return 0;
  return major * 10000000 + minor * 100000 + patch;
}

}  // namespace

std::atomic<uint32_t> g_wanted_by_any{0};
std::atomic<bool> g_hsa_to_come{false};
// A client's, that wants to know when HSA starts.
std::atomic<void (*)(void)> g_at_hsa_start{nullptr};

void SetWanted(const std::function<void()>& change) noexcept {
  Hook& hook = TheHook();
  {
    std::lock_guard<std::mutex> lock(hook.mutex);
    change();
    const auto java = static_cast<uint32_t>(g_control.wanted_domains.load());
    const uint32_t clients = ClientsWantedDomains();
    g_wanted_by_clients.store(clients, std::memory_order_release);
    g_wanted_by_any.store(java | clients, std::memory_order_release);
    UpdateApiFlags();
  }
  FindLibraries();
  std::unique_lock<std::mutex> lock(hook.mutex);
  UpdateWhileAsked(hook, lock);
}

bool UpdateHookSoon() noexcept {
  // The caller may be inside dlopen, and the owner of the mutex waiting for the loader's lock:
  // never wait here. Whoever has the mutex updates once more, or else the next poll does.
  Hook& hook = TheHook();
  hook.again.store(true);
  if (Forked()) return true;
  FindLibraries();
  std::unique_lock<std::mutex> lock(hook.mutex, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  UpdateWhileAsked(hook, lock);
  return true;
}

}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_set_wanted(uint32_t domains) {
  if (rocjfr::Forked()) return ROCJFR_STATUS_UNSUPPORTED;
  rocjfr::SetWanted(
      [domains] { rocjfr::g_control.wanted_domains.store(domains, std::memory_order_release); });
  return ROCJFR_STATUS_SUCCESS;
}

void rocjfr_poll(void) {
  if (rocjfr::Forked()) return;
  rocjfr::FindLibraries();
  rocjfr::Hook& hook = rocjfr::TheHook();
  std::unique_lock<std::mutex> lock(hook.mutex);
  rocjfr::UpdateWhileAsked(hook, lock);
  rocjfr::LearnMachine();
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
    // Without the mutex: while the hook changes it may be held for as long as a HIP call takes.
    info->registrations = rocjfr::TheHook().registrations.load();
    info->roctx = rocjfr::RoctxFound() ? 1 : roctx.empty() ? 0 : 2;
    std::string tools = rocjfr::FindOtherTools();
    const std::string of_roctx = rocjfr::RoctxOtherTool();
    if (!of_roctx.empty()) tools += (tools.empty() ? "" : ", ") + of_roctx;
    snprintf(info->other_tools, sizeof(info->other_tools), "%s", tools.c_str());
    const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
    if (runtime == nullptr) return ROCJFR_STATUS_SUCCESS;
    snprintf(info->path, sizeof(info->path), "%s", runtime->path.c_str());
    snprintf(info->version_text, sizeof(info->version_text), "%s", runtime->version_text.c_str());
    snprintf(info->message, sizeof(info->message), "%s", runtime->message.c_str());
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

// HSA loads the library named in HSA_TOOLS_LIB inside hsa_init, which the first HIP call of a
// program makes before it looks for tracing callbacks: the moment to register ours.
ROCJFR_API bool OnLoad(void*, uint64_t, uint64_t, const char* const*) {
  // Another thread may be about to register them: it is waited for, or that first call would be
  // missed; but not for long, see UpdateHookSoon.
  constexpr int kMostNaps = 200;
  const timespec nap = {0, 1000000};
  for (int i = 0; !rocjfr::UpdateHookSoon() && i < kMostNaps; ++i) nanosleep(&nap, nullptr);
  if (rocjfr::Forked()) return true;
  rocjfr::g_hsa_to_come.store(false);
  if (const auto function = rocjfr::g_at_hsa_start.load()) function();
  return true;
}
rocjfr_status_t rocjfr_at_hsa_start(void (*function)(void)) {
  void (*none)(void) = nullptr;
  return rocjfr::g_at_hsa_start.compare_exchange_strong(none, function) ? ROCJFR_STATUS_SUCCESS
                                                                        : ROCJFR_STATUS_UNSUPPORTED;
}
ROCJFR_API void OnUnload(void) {}
}
