// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core_link.h"

#include <cstring>
#include <mutex>

#include "base/fork.h"
#include "base/helper.h"
#include "base/loaded_library.h"
#include "base/never_destroyed.h"
#include "registrations.h"
#include "rocjfr/client.h"
#include "sink.h"

namespace rocjfr::roctracer {

std::atomic<bool> g_stopped{false};
std::atomic<bool> g_correlated{false};

namespace {

bool BeforeHip() {
  return FindLoadedLibrary("libamdhip64").empty();
}

struct Link : CoreLink {
  Link()
      : CoreLink({"libroctracer64", ROCJFR_CLIENT_ROCTRACER, &kSink, &BeforeHip,
                  [] { WatchForks(&LockThreads, &UnlockThreads, &UnlockThreads); }}) {}
  Wanted wanted;  // as the core was told
  bool functions_told = false;
};
Link& TheLink() {
  return NeverDestroyed<Link>();
}

// Whether the core has to be told that these functions are wanted; then it knows them.
template <size_t kWords>
bool Changes(const uint64_t (&bits)[kWords], bool first, uint64_t (&known)[kWords]) noexcept {
  if (!first && memcmp(bits, known, sizeof(bits)) == 0) return false;
  memcpy(known, bits, sizeof(bits));
  return true;
}

bool Look() noexcept {
  if (!SomethingToFind()) return false;
  rocjfr_poll();
  return true;
}

struct LinkHelper : Helper {
  LinkHelper() : Helper({"rocjfr-finder", &UpdateCoreNow, &Look, nullptr}) {}
};
Helper& TheHelper() {
  return NeverDestroyed<LinkHelper>();
}

void TellWanted(Link& link) noexcept {
  std::lock_guard<std::mutex> lock(link.mutex());
  Wanted wanted = WhatIsWanted();
  if (g_stopped.load()) wanted.hip_api = wanted.hip_ops = false;
  if (wanted.hip_api) {
    g_correlated.store(true);
  } else if (wanted.hip_ops && !link.wanted.hip_ops) {
    g_correlated.store(false);
  }
  if (wanted.hip_api) {
    const bool first = !link.functions_told;
    link.functions_told = true;
    // Called by name, not through pointers: those would be looked up when the library is loaded,
    // which then fails beside a core that lacks one of them, where ConnectCore says what is wrong.
    if (Changes(wanted.hip_apis, first, link.wanted.hip_apis)) {
      rocjfr_client_want_api(ROCJFR_CLIENT_ROCTRACER, wanted.hip_apis, kMaxHipApis / 64);
    }
    if (Changes(wanted.hip_enters, first, link.wanted.hip_enters)) {
      rocjfr_client_want_enter(ROCJFR_CLIENT_ROCTRACER, wanted.hip_enters, kMaxHipApis / 64);
    }
    if (Changes(wanted.hip_times, first, link.wanted.hip_times)) {
      rocjfr_client_want_times(ROCJFR_CLIENT_ROCTRACER, wanted.hip_times, kMaxHipApis / 64);
    }
  }
  link.Want((wanted.hip_api ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) : 0) |
            (wanted.hip_ops ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS) : 0) |
            (wanted.roctx ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX) : 0));
  link.wanted.hip_ops = wanted.hip_ops;
}

// In a callback, which may be what the work waits for, nothing is waited for.
void Wait(uint32_t timeout_ms, uint32_t idle_ms) noexcept {
  const Thread* thread = CurrentThread();
  if (thread == nullptr || thread->InCallback()) return;
  TheLink().WaitForWorkInFlight(timeout_ms, idle_ms);
}

}  // namespace

const char* ConnectCore() noexcept {
  return TheLink().Connect();
}

void UpdateCore(const Thread& thread, bool enabling) noexcept {
  if (Forked() || CoreProblem() != nullptr) return;
  if (rocjfr_hook_waits() != 0) {
    constexpr uint32_t kWaitMs = 1000, kWaitInCallbackMs = 50;
    TheHelper().Update(!thread.InCallback() ? kWaitMs : enabling ? kWaitInCallbackMs : 0);
    return;
  }
  UpdateCoreNow();
  if (SomethingToFind()) TheHelper().Wake();
}

void UpdateCoreNow() noexcept {
  Link& link = TheLink();
  if (!link.Connected() || Forked()) return;
  TellWanted(link);
  link.Look();
}

bool SomethingToFind() noexcept {
  return TheLink().SomethingToFind();
}

void WaitForWorkInFlight() noexcept {
  Wait(kStopWaitMs, kStopIdleMs);
}
void WaitForWorkInFlightAtExit() noexcept {
  Wait(kExitWaitMs, kExitIdleMs);
}
void WaitForWorkInFlightBriefly() noexcept {
  Wait(kFlushWaitMs, kFlushIdleMs);
}

}  // namespace rocjfr::roctracer
