// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core_link.h"

#include <time.h>

#include <cstring>
#include <mutex>

#include "base/fork.h"
#include "base/leaky_singleton.h"
#include "base/loaded_library.h"
#include "hip_ops.h"
#include "hsa_sink.h"
#include "lifecycle.h"
#include "registrations.h"
#include "rocjfr/hsa_client.h"
#include "sink.h"

namespace rocjfr::roctracer {

std::atomic<bool> g_stopped{false};
std::atomic<bool> g_correlated{false};
std::atomic<bool> g_hsa_correlated{false};

namespace {

bool BeforeHip() {
  return FindLoadedLibrary("libamdhip64").empty();
}

bool LookAgain() noexcept {
  if (Helper::IsCurrent()) RenewDelivery();
  const bool wanted = LateWorkIsWanted();
  const bool late = LookAtLateWork();
  if (wanted && !LateWorkIsWanted()) UpdateCoreNow();
  const bool finds = SomethingToFind();
  if (finds) rocjfr_poll();
  return finds || late;
}

struct HsaLink {
  std::mutex mutex;
  HsaWanted wanted;  // as the core was told
};

struct Link : CoreLink {
  Link()
      : CoreLink({"libroctracer64",
                  ROCJFR_CLIENT_ROCTRACER,
                  &kSink,
                  &BeforeHip,
                  [] {
                    WatchForks(&LockThreads, &UnlockThreads, &UnlockThreads);
                    rocjfr_connect_hsa_client(ROCJFR_CLIENT_ROCTRACER, &kHsaSink);
                  },
                  {"rocjfr-finder", &UpdateCoreNow, &LookAgain, nullptr}}) {}
  bool ops_wanted = false;  // as the core was told
};
Link& TheLink() {
  return LeakySingleton<Link>();
}

void TellWanted(Link& link) noexcept {
  std::lock_guard<std::mutex> lock(link.mutex());
  Wanted wanted = WhatIsWanted();
  if (g_stopped.load()) wanted.hip_api = false;
  // Not as soon as g_stopped says: roctracer_stop first waits, and then notes whose the work in
  // flight is. Another thread that came here meanwhile would give that up.
  if (HipOpsAreStopped()) wanted.hip_ops = false;
  if (wanted.hip_api) {
    g_correlated.store(true);
  } else if (wanted.hip_ops && !link.ops_wanted) {
    g_correlated.store(false);
  }
  link.ops_wanted = wanted.hip_ops;
  const bool follows_ops = wanted.hip_ops || LateWorkIsWanted();
  link.Want({sizeof(rocjfr_wish_t),
             (wanted.hip_api ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) : 0) |
                 (follows_ops ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS) : 0) |
                 (wanted.roctx ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX) : 0),
             kMaxHipApis / 64, wanted.hip_apis, wanted.hip_enters, wanted.hip_times, nullptr});
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

void UpdateHsa() noexcept {
  if (!TheLink().Connected() || Forked()) return;
  // Its own lock: HSA calls this while it starts, and who has the other may wait for HSA.
  HsaLink& link = LeakySingleton<HsaLink>();
  std::lock_guard<std::mutex> lock(link.mutex);
  HsaWanted wanted = WhatIsWantedOfHsa();
  if (g_stopped.load()) wanted = {};
  if (wanted.api) g_hsa_correlated.store(true);
  if (wanted.others == link.wanted.others &&
      memcmp(wanted.functions, link.wanted.functions, sizeof(wanted.functions)) == 0) {
    return;
  }
  link.wanted = wanted;
  rocjfr_client_want_hsa(ROCJFR_CLIENT_ROCTRACER, wanted.functions, kMaxHsaApis / 64,
                         wanted.others);
}

void UpdateCore(const Thread& thread, bool enabling) noexcept {
  if (Forked() || CoreProblem() != nullptr) return;
  UpdateHsa();
  TheLink().Update(thread.InCallback(), enabling);
}

void UpdateCoreNow() noexcept {
  Link& link = TheLink();
  if (!link.Connected() || Forked()) return;
  TellWanted(link);
  link.Look();
}

bool IsConnected() noexcept {
  return TheLink().Connected();
}

void RenewDeliverySoon() noexcept {
  TheLink().Wake();
}

void LookSoon() noexcept {
  TheLink().LookSoon();
}

bool SomethingToFind() noexcept {
  return TheLink().SomethingToFind();
}

void WaitForHsaWork() noexcept {
  const Thread* thread = CurrentThread();
  if (thread == nullptr || thread->InCallback() || Forked() || !TheLink().Connected()) return;
  const timespec nap = {0, 100000};
  for (uint32_t i = 0; i < kStopWaitMs * 10 && rocjfr_hsa_in_flight() != 0; ++i) {
    nanosleep(&nap, nullptr);
  }
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
