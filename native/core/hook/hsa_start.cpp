// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "hsa_start.h"

#include <time.h>

#include <atomic>

#include "base/fork.h"
#include "core/record/call_result.h"
#include "core/record/whereabouts.h"
#include "core/runtime/hsa.h"
#include "core/runtime/runtime.h"
#include "hooks.h"
#include "hsa/start.h"
#include "rocjfr/client.h"

namespace rocjfr {
namespace {

// A start of HSA that has us in OnLoad, and until it has told the client, too; and how many there
// were.
std::atomic<bool> g_hsa_starting{false}, g_in_hsa_start{false};
std::atomic<uint32_t> g_hsa_starts{0};
// On the thread that does it.
__thread bool t_hsa_starts __attribute__((tls_model("initial-exec"))) = false;
// A client's, that wants to know when HSA starts.
std::atomic<void (*)(void)> g_at_hsa_start{nullptr};

void OnHsaStart() noexcept {
  g_in_hsa_start.store(true);
  g_hsa_starting.store(true);
  t_hsa_starts = true;
  // HSA counts itself as open before it calls us: another thread may have taken that for HIP in
  // use.
  if (g_hsa_starts.fetch_add(1) == 0 && g_hip_was_used.exchange(false)) {
    FollowCaptures();
    FollowWhereabouts(true);
  }
  ForgetLateVisit();
  // Another thread may be about to register the hook: it is waited for, or that first call would be
  // missed; but not for long, see UpdateHookSoon.
  constexpr int kMostNaps = 200;
  const timespec nap = {0, 1000000};
  for (int i = 0; !UpdateHookSoon() && i < kMostNaps; ++i) nanosleep(&nap, nullptr);
  g_hsa_starting.store(false);
  if (Forked()) return;
  ForgetToolsVariable();
  if (const auto function = g_at_hsa_start.load()) function();
  t_hsa_starts = false;
  g_in_hsa_start.store(false);
}

}  // namespace

bool HsaIsStarting() noexcept {
  return g_hsa_starting.load();
}
uint32_t HsaStarts() noexcept {
  return g_hsa_starts.load();
}
bool ThisThreadStartsHsa() noexcept {
  return t_hsa_starts;
}

// Not inside HSA's start, which is in the program's first HIP call.
void LookWhetherHipIsUsed() noexcept {
  const Runtime* runtime = TheRuntime();
  if (g_hip_was_used.load() || runtime == nullptr || g_in_hsa_start.load()) return;
  if (HsaHasStarted(*runtime)) g_hip_was_used.store(true);
}

}  // namespace rocjfr

extern "C" {
// HSA looks for this among the loaded libraries (from ROCm 5.4.1 on), and calls OnLoad of those
// that have it, the smaller ones first.
ROCJFR_API extern const uint32_t HSA_AMD_TOOL_PRIORITY;
const uint32_t HSA_AMD_TOOL_PRIORITY = 100;

// Inside hsa_init, which the first HIP call of a program makes before it looks for tracing
// callbacks: the moment to register ours.
ROCJFR_API bool OnLoad(void* table, uint64_t, uint64_t, const char* const*) {
  rocjfr::hsa::OnLoad(table);
  rocjfr::OnHsaStart();
  return true;
}
ROCJFR_API void OnUnload(void) {
  rocjfr::ForgetLateVisit();
  rocjfr::hsa::OnUnload();
}

rocjfr_status_t rocjfr_at_hsa_start(void (*function)(void)) {
  void (*none)(void) = nullptr;
  return rocjfr::g_at_hsa_start.compare_exchange_strong(none, function) ? ROCJFR_STATUS_SUCCESS
                                                                        : ROCJFR_STATUS_UNSUPPORTED;
}
}
