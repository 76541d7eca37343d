// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "handlers.h"

#include <atomic>

#include "base/fork.h"
#include "behaviours.h"
#include "core/record/work_epoch.h"
#include "tables.h"

namespace rocjfr::hsa {
namespace {

std::atomic<bool> g_asked{true};

bool OnThread(hsa_signal_value_t, void*) {
  if (!Forked()) ThisThreadIsRuntimes();
  return false;
}

}  // namespace

void HandlersThreadIsNew() noexcept {
  g_asked.store(true);
}

void HandlersThreadMayBeFound() noexcept {
  g_asked.store(false);
}

void FindHandlersThread() noexcept {
  const auto create = ROCJFR_HSA_REAL(hsa_signal_create);
  const auto handle = ROCJFR_HSA_REAL(hsa_amd_signal_async_handler);
  if (g_asked.load() || create == nullptr || handle == nullptr || g_asked.exchange(true)) return;
  // Its condition is met from the start. One for each start of HSA, which frees it at its end.
  hsa_signal_t signal = {0};
  if (create(0, 0, nullptr, &signal) != HSA_STATUS_SUCCESS) return;
  if (handle(signal, HSA_SIGNAL_CONDITION_LT, 1, &OnThread, nullptr) != HSA_STATUS_SUCCESS) {
    ROCJFR_HSA_REAL(hsa_signal_destroy)(signal);
  }
}

hsa_status_t SignalAsyncHandler(hsa_signal_t signal, hsa_signal_condition_t condition,
                                hsa_signal_value_t value, hsa_amd_signal_handler handler,
                                void* data) {
  FindHandlersThread();
  return ROCJFR_HSA_REAL(hsa_amd_signal_async_handler)(signal, condition, value, handler, data);
}

}  // namespace rocjfr::hsa
