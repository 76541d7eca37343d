// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "wanted.h"

#include <mutex>

#include "base/fork.h"
#include "base/leaky_singleton.h"
#include "copies.h"
#include "core/java/control.h"
#include "handlers.h"
#include "queues.h"
#include "roctracer/roctracer_hsa.h"
#include "tables.h"

namespace rocjfr::hsa {

std::atomic<const rocjfr_hsa_client_t*> g_tables[ROCJFR_CLIENTS];
std::atomic<uint8_t> g_call_clients[kFunctions];
std::atomic<uint8_t> g_event_clients[kEvents];
std::atomic<uint8_t> g_op_clients[kOps];
std::atomic<uint8_t> g_scratch_clients{0};

namespace {

static_assert(ROCJFR_CLIENTS <= 8, "one bit each");
static_assert(kEvents == HSA_EVT_ID_NUMBER, "");

struct Mutex : std::mutex {};  // of who changes what is wanted

void SetBit(std::atomic<uint8_t>& bits, uint32_t client, bool on) noexcept {
  const auto bit = static_cast<uint8_t>(1u << client);
  if (on) {
    bits.fetch_or(bit);
  } else {
    bits.fetch_and(static_cast<uint8_t>(~bit));
  }
}

}  // namespace

bool WantsAnything() noexcept {
  bool any = g_wants_calls.load() || g_scratch_clients.load() != 0;
  for (const auto& clients : g_event_clients) any = any || clients.load() != 0;
  for (const auto& clients : g_op_clients) any = any || clients.load() != 0;
  return any;
}

namespace {

// For the directions of HIP's copies.
bool FollowsMemory() noexcept {
  return WantedByAny(ROCJFR_DOMAIN_HIP_OPS);
}

}  // namespace

bool NeedsOurs(uint32_t number) noexcept {
  if (g_call_clients[number].load(std::memory_order_relaxed) != 0) return true;
  switch (number) {
    case k_hsa_memory_allocate:
    case k_hsa_amd_memory_pool_free:
      return WantsEvent(HSA_EVT_ID_ALLOCATE) || FollowsMemory();
    case k_hsa_amd_memory_pool_allocate:
      return WantsEvent(HSA_EVT_ID_ALLOCATE) || WantsEvent(HSA_EVT_ID_DEVICE) || FollowsMemory();
    case k_hsa_memory_free:
    case k_hsa_amd_ipc_memory_attach:
    case k_hsa_amd_ipc_memory_detach:
    case k_hsa_amd_interop_map_buffer:
    case k_hsa_amd_interop_unmap_buffer:
    case k_hsa_amd_vmem_map:
    case k_hsa_amd_vmem_unmap:
      return FollowsMemory();
    case k_hsa_memory_assign_agent:
    case k_hsa_amd_agents_allow_access:
      return WantsEvent(HSA_EVT_ID_DEVICE);
    case k_hsa_memory_copy:
      return WantsEvent(HSA_EVT_ID_MEMCOPY);
    case k_hsa_executable_freeze:
    case k_hsa_executable_destroy:
      return WantsEvent(HSA_EVT_ID_KSYMBOL) || WantsEvent(HSA_EVT_ID_CODEOBJ) || InterceptsQueues();
    case k_hsa_amd_memory_async_copy:
    case k_hsa_amd_memory_async_copy_on_engine:
    case k_hsa_amd_memory_async_copy_rect:
    case k_hsa_amd_profiling_async_copy_enable:
    case k_hsa_amd_profiling_get_async_copy_time:
      return WantsOp(ROCJFR_OP_COPY);
    case k_hsa_queue_create:
    case k_hsa_queue_destroy:
    case k_hsa_amd_profiling_set_profiler_enabled:
      return InterceptsQueues();
    case k_hsa_amd_signal_async_handler:
      return g_wants_calls.load(std::memory_order_relaxed);
    default:
      return false;
  }
}

}  // namespace rocjfr::hsa

extern "C" {
rocjfr_status_t rocjfr_connect_hsa_client(uint32_t client, const rocjfr_hsa_client_t* table) {
  if (client >= ROCJFR_CLIENTS || table == nullptr || table->size != sizeof(rocjfr_hsa_client_t)) {
    return ROCJFR_STATUS_INVALID_ARGUMENT;
  }
  const rocjfr_hsa_client_t* none = nullptr;
  return rocjfr::hsa::g_tables[client].compare_exchange_strong(none, table)
             ? ROCJFR_STATUS_SUCCESS
             : ROCJFR_STATUS_ALREADY_INITIALIZED;
}

rocjfr_status_t rocjfr_client_want_hsa(uint32_t client, const uint64_t* functions, uint32_t words,
                                       uint32_t others) {
  using namespace rocjfr::hsa;
  if (client >= ROCJFR_CLIENTS) return ROCJFR_STATUS_INVALID_ARGUMENT;
  if (rocjfr::Forked()) return ROCJFR_STATUS_UNSUPPORTED;
  std::unique_lock<std::mutex> lock(rocjfr::LeakySingleton<Mutex>());
  for (uint32_t i = 0; i < kFunctions; ++i) {
    SetBit(g_call_clients[i], client, i / 64 < words && (functions[i / 64] >> (i % 64) & 1) != 0);
  }
  bool calls = false;
  for (const auto& clients : g_call_clients) calls = calls || clients.load() != 0;
  g_wants_calls.store(calls);
  for (uint32_t i = 0; i < kEvents; ++i) {
    SetBit(g_event_clients[i], client, (others & ROCJFR_HSA_EVENT_BIT(i)) != 0);
  }
  const bool copies = WantsOp(ROCJFR_OP_COPY);
  for (uint32_t i = 0; i < kOps; ++i) {
    SetBit(g_op_clients[i], client, (others & ROCJFR_HSA_OP_BIT(i)) != 0);
  }
  SetBit(g_scratch_clients, client, (others & ROCJFR_HSA_SCRATCH_BIT) != 0);
  if (!copies && WantsOp(ROCJFR_OP_COPY)) ForgetCopyTimes();
  UpdateTables();
  lock.unlock();
  TimeCopies();
  if (calls) FindHandlersThread();
  return ROCJFR_STATUS_SUCCESS;
}
}
