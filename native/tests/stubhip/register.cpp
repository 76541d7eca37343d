// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The hook of 5.2: a pair of callbacks for each function, and one pair for commands.
#include <sched.h>

#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "common.h"

namespace stubhip {
namespace {

using Activity = void* (*)(uint32_t id, void* record, const void* data, void* argument);
using Api = void (*)(uint32_t domain, uint32_t id, const void* data, void* argument);
using IdCallback = void (*)(uint64_t record_id);
using OpCallback = bool (*)(uint32_t op, void* record, void* argument);

struct Entry {
  std::pair<Activity, void*> activity{};
  std::pair<Api, void*> api{};
};

constexpr uint32_t kIds = 1024;
std::shared_mutex g_mutex;  // of the table
Entry g_table[kIds];
std::atomic<uint32_t> g_enabled{0};  // functions with an activity callback

std::atomic<IdCallback> g_id_callback{nullptr};
std::atomic<OpCallback> g_op_callback{nullptr};
std::atomic<void*> g_op_argument{nullptr};
std::atomic<bool> g_op_enabled[3];
std::atomic<uint64_t> g_record_id{0};

// As the real one does: a function's callbacks change when no call of it is in progress. Off at
// first.
std::atomic<bool> g_waits{false};
std::atomic<uint32_t> g_waiting{0};
std::atomic<uint32_t> g_in_progress[kIds];

void WaitForCalls(uint32_t id) {
  if (!g_waits.load()) return;
  g_waiting.fetch_add(1);
  while (g_in_progress[id].load() != 0) sched_yield();
  g_waiting.fetch_sub(1);
}

int SetActivity(uint32_t id, Activity function, void* argument) {
  if (id == 0 || id > g_last_id.load()) return 1;
  WaitForCalls(id);
  std::unique_lock lock(g_mutex);
  auto& activity = g_table[id].activity;
  if (function != nullptr && activity.first == nullptr) g_enabled.fetch_add(1);
  if (function == nullptr && activity.first != nullptr) g_enabled.fetch_sub(1);
  activity = {function, argument};
  return 0;
}

int SetApi(uint32_t id, Api function, void* argument) {
  if (id == 0 || id > g_last_id.load()) return 1;
  WaitForCalls(id);
  std::unique_lock lock(g_mutex);
  g_table[id].api = {function, argument};
  return 0;
}

template <typename Function>
Function To(void* pointer) {
  return reinterpret_cast<Function>(pointer);
}

}  // namespace
}  // namespace stubhip

extern "C" {
STUBHIP_API int hipRegisterActivityCallback(uint32_t id, void* function, void* argument) {
  return stubhip::SetActivity(id, stubhip::To<stubhip::Activity>(function), argument);
}
STUBHIP_API int hipRemoveActivityCallback(uint32_t id) {
  return stubhip::SetActivity(id, nullptr, nullptr);
}
STUBHIP_API int hipRegisterApiCallback(uint32_t id, void* function, void* argument) {
  return stubhip::SetApi(id, stubhip::To<stubhip::Api>(function), argument);
}
STUBHIP_API int hipRemoveApiCallback(uint32_t id) {
  return stubhip::SetApi(id, nullptr, nullptr);
}
STUBHIP_API void hipInitActivityCallback(void* id_callback, void* op_callback, void* argument) {
  stubhip::g_id_callback = stubhip::To<stubhip::IdCallback>(id_callback);
  stubhip::g_op_callback = stubhip::To<stubhip::OpCallback>(op_callback);
  stubhip::g_op_argument = argument;
}
STUBHIP_API bool hipEnableActivityCallback(unsigned op, bool enable) {
  if (op > 2) return false;
  stubhip::g_op_enabled[op] = enable;
  return true;
}

// Before any call: whether changing a function's callbacks waits for its calls in progress; and how
// many threads do.
STUBHIP_API void stubhip_set_waits(uint32_t waits) {
  stubhip::g_waits.store(waits != 0);
}
STUBHIP_API uint32_t stubhip_waiting(void) {
  return stubhip::g_waiting.load();
}

size_t stubhip_frame_bytes(void) {
  return 0;
}

// state: 0, 1 the API callback and its argument, 2, 3 the activity callback and its argument. The
// real runtime takes them at entry and uses them at exit, whatever was removed meanwhile.
void stubhip_enter(stubhip_call_t* call, uint32_t id, const void* arguments, size_t bytes) {
  call->id = id;
  call->traced = 0;
  call->result = 0;
  call->silent = 0;
  if (stubhip::g_enabled.load(std::memory_order_relaxed) == 0 || id >= stubhip::kIds) return;
  stubhip::Entry entry;
  {
    std::shared_lock lock(stubhip::g_mutex);
    entry = stubhip::g_table[id];
  }
  if (entry.activity.first == nullptr) return;
  stubhip::Count();
  if (stubhip::g_waits.load(std::memory_order_relaxed)) stubhip::g_in_progress[id].fetch_add(1);
  auto* data = static_cast<char*>(entry.activity.first(id, nullptr, nullptr, nullptr));
  if (data == nullptr) {
    if (stubhip::g_waits.load(std::memory_order_relaxed)) stubhip::g_in_progress[id].fetch_sub(1);
    return;
  }
  call->traced = 1;
  call->state[0] = reinterpret_cast<void*>(entry.api.first);
  call->state[1] = entry.api.second;
  call->state[2] = reinterpret_cast<void*>(entry.activity.first);
  call->state[3] = entry.activity.second;
  call->frame = data;  // the tool's own
  if (bytes != 0) memcpy(data + 16, arguments, bytes);
  if (entry.api.first == nullptr) return;
  entry.api.first(stubhip::kApi, id, data, entry.api.second);
  const uint32_t at_exit = 1;
  memcpy(data + 8, &at_exit, sizeof(at_exit));
}

void stubhip_exit(stubhip_call_t* call) {
  stubhip::SetLastError(*call);
  if (call->traced == 0) return;
  if (auto api = stubhip::To<stubhip::Api>(call->state[0])) {
    api(stubhip::kApi, call->id, call->frame, call->state[1]);
  }
  stubhip::To<stubhip::Activity>(call->state[2])(call->id, nullptr, nullptr, call->state[3]);
  if (stubhip::g_waits.load(std::memory_order_relaxed)) {
    stubhip::g_in_progress[call->id].fetch_sub(1);
  }
}

void stubhip_submit(uint32_t op, stubhip_command_t* command) {
  *command = {op, 0, 0, nullptr};
  if (op > 2 || !stubhip::g_op_enabled[op].load()) return;
  const auto id_callback = stubhip::g_id_callback.load();
  if (id_callback == nullptr) return;
  stubhip::Count();
  command->traced = 1;
  command->id = ++stubhip::g_record_id;
  id_callback(command->id);
}

int stubhip_complete(const stubhip_command_t* command, const stubhip_work_t* work) {
  if (command->traced == 0 || !stubhip::g_op_enabled[command->op].load()) return 0;
  stubhip::Count();
  stubhip::Record record = stubhip::ToRecord(*command, *work);
  if (command->op == 0) record.bytes_or_kernel = 0;
  return stubhip::g_op_callback.load()(command->op, &record, stubhip::g_op_argument.load()) ? 1 : 0;
}

uint32_t stubhip_callbacks(void) {
  uint32_t ops = 0;
  for (const auto& enabled : stubhip::g_op_enabled) ops += enabled.load() ? 1 : 0;
  return stubhip::g_enabled.load() + ops;
}
}

namespace stubhip {
int Run(uint32_t id, uint32_t silent, Body body, void* argument) {
  stubhip_call_t call;
  stubhip_enter(&call, id, nullptr, 0);
  call.silent = silent;
  call.result = body(argument);
  stubhip_exit(&call);
  return call.result;
}
}  // namespace stubhip
