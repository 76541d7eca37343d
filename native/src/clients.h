// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The other native libraries that are told what happens (rocjfr/client.h).
#ifndef ROCJFR_SRC_CLIENTS_H_
#define ROCJFR_SRC_CLIENTS_H_

#include <atomic>
#include <cstdint>
#include <functional>

#include "rocjfr/client.h"
#include "thread_state.h"

namespace rocjfr {

// Hot path; nothing is locked while a client runs.
void TellEnter(Call* call, void* api_data) noexcept;
void TellExit(Call& call, uint64_t end_ns, void* api_data) noexcept;
// The clients that are told of a call's end only, as bits; sets their words to 0.
uint32_t ClientsToTell(uint32_t op, uint64_t* words) noexcept;
void TellOp(const rocjfr_record_t& record, const rocjfr_submit_t* submit,
            const char* kernel_name) noexcept;
void TellSubmission(uint64_t correlation_id, const rocjfr_submit_t& submit) noexcept;
void TellRoctx(uint32_t op, const char* message, uint64_t id) noexcept;
// What clients want, for the hot path: set by SetWanted.
extern std::atomic<uint32_t> g_wanted_by_clients;
inline bool ClientsWantOps() noexcept {
  return (g_wanted_by_clients.load(std::memory_order_relaxed) &
          ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS)) != 0;
}

// For UpdateApiFlags and SetWanted.
bool ClientsWantApi(uint32_t op) noexcept;
bool ClientsWantEnter(uint32_t op) noexcept;
uint32_t ClientsWantedDomains() noexcept;

// Changes what somebody wants (by `change`, under the hook's lock) and lets it take effect.
// hook.cpp
void SetWanted(const std::function<void()>& change) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_SRC_CLIENTS_H_
