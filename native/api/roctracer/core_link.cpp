// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core_link.h"

#include <dlfcn.h>

#include <cstring>
#include <mutex>
#include <string>

#include "base/loaded_library.h"
#include "helper.h"
#include "lifecycle.h"
#include "registrations.h"
#include "rocjfr/client.h"
#include "sink.h"

namespace rocjfr::roctracer {

std::atomic<bool> g_stopped{false};
std::atomic<bool> g_correlated{false};

namespace {

struct Link {
  std::mutex mutex;
  bool connected = false;
  char problem[256] = "";
  Wanted wanted;  // as the core was told
  bool enters_told = false;
  uint32_t domains = 0;  // as the core was told
};
Link& TheLink() {
  static Link* link = new Link;  // never destroyed: static destructors may enable and disable
  return *link;
}

// For SomethingToFind.
std::atomic<bool> g_hip_wanted{false};
std::atomic<bool> g_roctx_wanted{false};
std::atomic<bool> g_roctx_found{false};

void Start(Link& link) {
  const bool early = FindLoadedLibrary("libamdhip64").empty();
  if (!StartCore("libroctracer64", ROCJFR_CLIENT_ROCTRACER, &kSink, early, link.problem,
                 sizeof(link.problem))) {
    return;
  }
  WatchForks();
  link.connected = true;
}

void Quiesce(uint32_t timeout_ms, uint32_t idle_ms) noexcept {
  const Thread* thread = CurrentThread();
  if (thread == nullptr || thread->InCallback()) return;
  if (!g_hip_wanted.load(std::memory_order_relaxed) || rocjfr_in_flight() == 0) return;
  rocjfr_quiesce(timeout_ms, idle_ms);
}

}  // namespace

const char* ConnectCore() noexcept {
  if (const char* problem = CoreProblem()) return problem;
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

void UpdateCore(const Thread& thread, bool enabling) noexcept {
  if (Forked() || CoreProblem() != nullptr) return;
  if (rocjfr_hook_waits() != 0) {
    constexpr uint32_t kWaitMs = 1000, kWaitInCallbackMs = 50;
    LetHelperUpdate(!thread.InCallback() ? kWaitMs : enabling ? kWaitInCallbackMs : 0);
    return;
  }
  UpdateCoreNow();
  if (SomethingToFind()) WakeHelper();
}

void UpdateCoreNow() noexcept {
  Link& link = TheLink();
  std::lock_guard<std::mutex> lock(link.mutex);
  if (!link.connected || Forked()) return;
  Wanted wanted = WhatIsWanted();
  if (g_stopped.load()) wanted.hip_api = wanted.hip_ops = false;
  const uint32_t domains = (wanted.hip_api ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) : 0) |
                           (wanted.hip_ops ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS) : 0) |
                           (wanted.roctx ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX) : 0);
  if (wanted.hip_api) {
    g_correlated.store(true);
  } else if (wanted.hip_ops && !link.wanted.hip_ops) {
    g_correlated.store(false);
  }
  if (wanted.hip_api && memcmp(wanted.hip_apis, link.wanted.hip_apis, sizeof(wanted.hip_apis))) {
    rocjfr_client_want_api(ROCJFR_CLIENT_ROCTRACER, wanted.hip_apis, kMaxHipApis / 64);
    memcpy(link.wanted.hip_apis, wanted.hip_apis, sizeof(wanted.hip_apis));
  }
  if (wanted.hip_api && (!link.enters_told || memcmp(wanted.hip_enters, link.wanted.hip_enters,
                                                     sizeof(wanted.hip_enters)) != 0)) {
    rocjfr_client_want_enter(ROCJFR_CLIENT_ROCTRACER, wanted.hip_enters, kMaxHipApis / 64);
    memcpy(link.wanted.hip_enters, wanted.hip_enters, sizeof(wanted.hip_enters));
    link.enters_told = true;
  }
  g_hip_wanted.store(wanted.hip_api || wanted.hip_ops);
  g_roctx_wanted.store(wanted.roctx);
  if (domains != link.domains) {
    rocjfr_client_want(ROCJFR_CLIENT_ROCTRACER, domains);
    link.domains = domains;
  }
  // What did not come in time is counted, or the next session would wait for it.
  if (link.wanted.hip_ops && !wanted.hip_ops &&
      (rocjfr_wanted() & ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS)) == 0) {
    rocjfr_abandon_in_flight();
  }
  link.wanted.hip_api = wanted.hip_api;
  link.wanted.hip_ops = wanted.hip_ops;
  link.wanted.roctx = wanted.roctx;
}

bool SomethingToFind() noexcept {
  if (g_hip_wanted.load() && rocjfr_api_last() == 0) return true;
  if (!g_roctx_wanted.load() || g_roctx_found.load()) return false;
  try {
    const std::string path = FindLoadedLibrary("libroctx64");
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

void WaitForWorkInFlight() noexcept {
  Quiesce(200, 20);
}

void WaitForWorkInFlightAtExit() noexcept {
  Quiesce(200, 100);
}

void WaitForWorkInFlightBriefly() noexcept {
  Quiesce(100, 10);
}

}  // namespace rocjfr::roctracer
