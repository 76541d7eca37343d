// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "start.h"

#include <cstdio>
#include <cstring>
#include <string>

#include "base/fork.h"
#include "copies.h"
#include "core/record/thread_state.h"
#include "core/runtime/hsa.h"
#include "follow.h"
#include "handlers.h"
#include "machine.h"
#include "queues.h"
#include "rocjfr/hsa_client.h"
#include "tables.h"
#include "wanted.h"

namespace rocjfr::hsa {

void OnLoad(void* api_table) noexcept {
  if (Forked()) return;
  ReadQueuesVariable();
  if (!TakeTables(api_table)) return;
  LearnMachine();
  ForgetTimes();
  TimeCopies();
  for (const auto& slot : g_tables) {
    const rocjfr_hsa_client_t* client = slot.load(std::memory_order_acquire);
    if (client != nullptr && client->started != nullptr) client->started();
  }
  HandlersThreadMayBeFound();
}

void OnUnload() noexcept {
  if (Forked()) return;
  HandlersThreadIsNew();
  ForgetInFlight();
  ForgetTables();
}

namespace {

// The bytes of the table that the installed HSA will have: those of the newest function that its
// file exports.
uint32_t BytesInstalled(uint32_t table) {
  static const auto* const known = [] {
    auto* bytes = new uint32_t[ROCJFR_HSA_TABLES]();
    const std::string names = DynamicStrings(InstalledHsa());
    const auto has = [&](const char* name) {  // and its zero
      return names.find(name, 0, strlen(name) + 1) != std::string::npos;
    };
    for (uint32_t i = 0; i < kFunctions; ++i) {
      const Function& function = kFunctionList[i];
      uint32_t& most = bytes[function.table];
      const bool grew =
          function.table == ROCJFR_HSA_AMD_EXT || function.table == ROCJFR_HSA_IMAGE_EXT;
      if (function.since <= most ||
          (grew && function.since > OldestBytes(function.table) && !has(function.name))) {
        continue;
      }
      most = function.since;
    }
    return bytes;
  }();
  return known[table];
}

}  // namespace
}  // namespace rocjfr::hsa

extern "C" {
uint32_t rocjfr_hsa_functions(void) {
  return rocjfr::hsa::kFunctions;
}

rocjfr_status_t rocjfr_hsa_function(uint32_t number, rocjfr_hsa_function_t* function) {
  using namespace rocjfr::hsa;
  if (number >= kFunctions || function == nullptr) return ROCJFR_STATUS_INVALID_ARGUMENT;
  const Function& known = kFunctionList[number];
  const uint32_t bytes = BytesOf(known.table);
  *function = {known.name, known.table,
               PlaceOf(number, bytes == 0 ? BytesInstalled(known.table) : bytes), known.since};
  return ROCJFR_STATUS_SUCCESS;
}

rocjfr_status_t rocjfr_hsa(rocjfr_hsa_info_t* info) {
  if (info == nullptr) return ROCJFR_STATUS_INVALID_ARGUMENT;
  try {
    rocjfr::hsa::State state = rocjfr::hsa::TheState();
    *info = {};
    if (state.state == ROCJFR_HSA_NOT_STARTED) {
      const rocjfr::OwnCalls own;
      const rocjfr::Hsa* loaded = rocjfr::FindLoadedHsa();
      if (loaded != nullptr && loaded->init != nullptr && rocjfr::HsaHasStarted(*loaded)) {
        state.state = ROCJFR_HSA_TOO_LATE;
        state.message =
            "HSA was initialised before rocjfr was loaded, or did not call rocjfr. Its calls"
            " cannot be traced in this process (start with rocjfr, or name it in HSA_TOOLS_LIB)";
      }
    }
    info->state = state.state;
    info->starts = state.starts;
    info->dispatches = rocjfr::hsa::InterceptsQueues() ? 1 : 0;
    for (uint32_t i = 0; i < ROCJFR_HSA_TABLES; ++i) info->bytes[i] = state.bytes[i];
    snprintf(info->message, sizeof(info->message), "%s", state.message.c_str());
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}

uint64_t rocjfr_hsa_in_flight(void) {
  return rocjfr::hsa::WorkInFlight();
}

void rocjfr_hsa_own_calls(uint32_t own) {
  rocjfr::ThreadState* thread = rocjfr::CurrentThread();
  if (thread != nullptr) thread->asks = own != 0;
}

uint64_t rocjfr_hsa_agent_of_pool(uint64_t pool) {
  for (const rocjfr::hsa::Agent& agent : rocjfr::hsa::Agents()) {
    for (const hsa_amd_memory_pool_t& one : agent.pools) {
      if (one.handle == pool) return agent.handle.handle;
    }
  }
  return 0;
}

int32_t rocjfr_hsa_node_of_agent(uint64_t handle) {
  const rocjfr::hsa::Agent* agent = rocjfr::hsa::FindAgent({handle});
  return agent == nullptr ? -1 : static_cast<int32_t>(agent->node);
}
}
