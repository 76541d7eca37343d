// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core_link.h"

#include <dlfcn.h>

#include <cstdio>
#include <string>

#include "base/fork.h"
#include "base/kept_text.h"
#include "base/loaded_library.h"
#include "calls_in_flight.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

constexpr rocjfr_options_t kDefaults = {sizeof(rocjfr_options_t),
                                        ROCJFR_DEFAULT_RING_BYTES,
                                        ROCJFR_DEFAULT_MEMORY_BYTES,
                                        0,
                                        ROCJFR_DEFAULT_LOSSLESS_WAIT_MS,
                                        0,
                                        0};
constexpr uint32_t kOps = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS);
constexpr uint32_t kHip = kOps | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API);

}  // namespace

const char* CoreProblem() noexcept {
  static char problem[128] = "";
  static const bool differs = [] {
    const uint32_t version = rocjfr_abi_version();
    if (version == ROCJFR_ABI_VERSION) return false;
    snprintf(problem, sizeof(problem),
             "the tracer core in this process (librocjfr.so) has version %u of the interface,"
             " but this library needs %u",
             version, ROCJFR_ABI_VERSION);
    return true;
  }();
  return differs ? problem : nullptr;
}

bool CoreLink::StartCore(Problem& problem) noexcept {
  rocjfr_options_t options = kDefaults;
  try {
    options.early = library_.early() ? 1 : 0;
  } catch (...) {
    // No memory to look: then as if HIP were in use.
  }
  char error[200] = "";
  const rocjfr_status_t started = rocjfr_initialize(&options, error, sizeof(error));
  if (started == ROCJFR_STATUS_SUCCESS || started == ROCJFR_STATUS_ALREADY_INITIALIZED) return true;
  snprintf(problem, sizeof(problem), "the tracer core did not start: %s", error);
  return false;
}

bool CoreLink::Join(Problem& problem) noexcept {
  if (rocjfr_connect_client(library_.client, library_.table) != ROCJFR_STATUS_SUCCESS) {
    snprintf(problem, sizeof(problem), "another %s uses the tracer core of this process",
             library_.name);
    return false;
  }
  library_.connected();
  return true;
}

const char* CoreLink::Connect() noexcept {
  if (const char* problem = CoreProblem()) return problem;
  if (Forked()) return "nothing is traced in a forked child of a process that used the tracer";
  // Once it is there without the lock: HIP 5.2 waits for the call in which this may be, while who
  // has the lock removes its hook.
  if (connected_.load(std::memory_order_acquire)) return nullptr;
  // The core's start takes the loader's lock, which the caller may have: so without ours.
  Problem problem;
  if (!StartCore(problem)) return KeptText(problem);
  std::lock_guard<std::mutex> lock(mutex_);
  if (!connected_.load()) connected_.store(Join(problem));
  return connected_.load() ? nullptr : KeptText(problem);
}

uint32_t CoreLink::Want(const rocjfr_wish_t& wish) noexcept {
  const uint32_t domains = wish.domains;
  hip_wanted_.store((domains & kHip) != 0);
  roctx_wanted_.store((domains & ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX)) != 0);
  const uint32_t before = domains_;
  rocjfr_client_want(library_.client, &wish);
  domains_ = domains;
  if ((before & ~domains & kOps) != 0 && (rocjfr_wanted() & kOps) == 0) rocjfr_abandon_in_flight();
  return before;
}

void CoreLink::Look() const noexcept {
  if (hip_wanted_.load() || roctx_wanted_.load()) rocjfr_poll();
}

void CoreLink::Update(bool in_callback, bool starting) noexcept {
  if (rocjfr_hook_waits() != 0) {
    constexpr uint32_t kWaitMs = 1000, kWaitInCallbackMs = 50;
    helper_.Update(!in_callback ? kWaitMs : starting ? kWaitInCallbackMs : 0);
    return;
  }
  library_.helper.update();
  if (library_.helper.look()) helper_.Wake();
}

bool CoreLink::SomethingToFind() noexcept {
  if (hip_wanted_.load() && rocjfr_api_last() == 0) return true;
  if (!roctx_wanted_.load() || roctx_found_.load()) return false;
  try {
    std::string path = FindLoadedLibrary("libroctx64");
    if (path.empty()) path = FindLoadedLibrary("librocprofiler-sdk-roctx");
    if (path.empty()) return true;
    void* handle = dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY);
    if (handle == nullptr) return true;  // still being loaded
    dlclose(handle);
    rocjfr_poll();
    roctx_found_.store(true);
    return false;
  } catch (...) {
    return true;
  }
}

void CoreLink::WaitForWorkInFlight(uint32_t timeout_ms, uint32_t idle_ms) noexcept {
  if (!hip_wanted_.load(std::memory_order_relaxed) || rocjfr_in_flight() == 0) return;
  if (rocjfr_quiesce(timeout_ms, idle_ms) != 0) AwaitReports(kReportsWaitMs, kReportsIdleMs);
}

}  // namespace rocjfr
