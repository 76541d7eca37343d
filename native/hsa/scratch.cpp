// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "scratch.h"

#include <atomic>

#include "functions.h"
#include "wanted.h"

namespace rocjfr::hsa {
namespace {

constexpr uint32_t kScratchEvents = 6;  // hsa_amd_tool_event_kind_t, from 1 on
// It takes a union of pointers, and returns an hsa_status_t.
using ToolEvent = uint32_t (*)(const void* event);

struct ToolsTable {
  Version version;
  ToolEvent events[kScratchEvents];
};
constexpr uint32_t kMajor = 1;

ToolsTable* g_tools = nullptr;  // guarded by the tables' mutex
std::atomic<ToolEvent> g_before[kScratchEvents];

// Seldom: they stay in the table, whoever wants them.
template <uint32_t kEvent>
uint32_t OnEvent(const void* event) {
  EachClient(g_scratch_clients.load(std::memory_order_relaxed),
             [&](uint32_t, const rocjfr_hsa_client_t& client) {
               if (client.scratch != nullptr) client.scratch(kEvent + 1, event);
             });
  const ToolEvent before = g_before[kEvent].load(std::memory_order_acquire);
  return before == nullptr ? 0 : before(event);
}
constexpr ToolEvent kOurs[kScratchEvents] = {&OnEvent<0>, &OnEvent<1>, &OnEvent<2>,
                                             &OnEvent<3>, &OnEvent<4>, &OnEvent<5>};

}  // namespace

void FollowScratch(void* tools) noexcept {
  if (g_tools != nullptr && tools == nullptr) {
    for (uint32_t i = 0; i < kScratchEvents; ++i) {
      if (g_tools->events[i] == kOurs[i]) {
        __atomic_store_n(&g_tools->events[i], g_before[i].load(), __ATOMIC_RELEASE);
      }
    }
  }
  g_tools = static_cast<ToolsTable*>(tools);
  if (g_tools == nullptr) return;
  if (g_tools->version.major_id != kMajor || g_tools->version.minor_id < sizeof(ToolsTable)) {
    g_tools = nullptr;
    return;
  }
  for (uint32_t i = 0; i < kScratchEvents; ++i) {
    if (g_tools->events[i] == kOurs[i]) continue;
    g_before[i].store(g_tools->events[i], std::memory_order_release);
    __atomic_store_n(&g_tools->events[i], kOurs[i], __ATOMIC_RELEASE);
  }
}

}  // namespace rocjfr::hsa
