// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Who wants what of HSA: bit i is client i.
#ifndef ROCJFR_HSA_WANTED_H_
#define ROCJFR_HSA_WANTED_H_

#include <atomic>
#include <cstdint>

#include "functions.h"

namespace rocjfr::hsa {

constexpr uint32_t kEvents = 6;  // hsa_evt_id_t
constexpr uint32_t kOps = 3;     // ROCJFR_OP_*

extern std::atomic<const rocjfr_hsa_client_t*> g_tables[ROCJFR_CLIENTS];
extern std::atomic<uint8_t> g_call_clients[kFunctions];
extern std::atomic<uint8_t> g_event_clients[kEvents];
extern std::atomic<uint8_t> g_op_clients[kOps];
extern std::atomic<uint8_t> g_scratch_clients;

// tell(number, table) for each of `clients`.
template <typename Tell>
inline void EachClient(uint32_t clients, Tell tell) {
  for (; clients != 0; clients &= clients - 1) {
    const auto i = static_cast<uint32_t>(__builtin_ctz(clients));
    const rocjfr_hsa_client_t* client = g_tables[i].load(std::memory_order_acquire);
    if (client != nullptr) tell(i, *client);
  }
}

inline bool WantsEvent(uint32_t event) noexcept {
  return g_event_clients[event].load(std::memory_order_relaxed) != 0;
}
inline bool WantsOp(uint32_t op) noexcept {
  return g_op_clients[op].load(std::memory_order_relaxed) != 0;
}
inline void TellEvent(uint32_t event, const void* data) {
  EachClient(g_event_clients[event].load(std::memory_order_relaxed),
             [&](uint32_t, const rocjfr_hsa_client_t& client) {
               if (client.event != nullptr) client.event(event, data);
             });
}

// Of any function.
inline std::atomic<bool> g_wants_calls{false};
// Anything at all.
bool WantsAnything() noexcept;

// Whether ours has to stand in the function's slot.
bool NeedsOurs(uint32_t number) noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_WANTED_H_
