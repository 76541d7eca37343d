// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a record's device is, for who reads records: agents of the driver, devices of HIP.
#include "core/record/thread_state.h"
#include "core/runtime/agents.h"
#include "core/runtime/runtime.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

// There are records, so HIP is initialised.
void LearnOnThreadOfOurs(const Runtime& runtime) noexcept {
  if (AgentsAreKnown()) return;
  const ThreadState* thread = CurrentThread();
  if (thread != nullptr && thread->drains) LearnAgents(runtime);
}

}  // namespace
}  // namespace rocjfr

extern "C" {
int32_t rocjfr_agent(uint32_t device_id) {
  const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
  if (runtime == nullptr) return -1;
  rocjfr::LearnOnThreadOfOurs(*runtime);
  const auto id = static_cast<int32_t>(device_id);
  return runtime->hook == rocjfr::HookKind::kRegister ? rocjfr::NodeOfDevice(id) : id;
}

int32_t rocjfr_device(uint32_t device_id) {
  const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
  if (runtime == nullptr) return -1;
  rocjfr::LearnOnThreadOfOurs(*runtime);
  const auto id = static_cast<int32_t>(device_id);
  return runtime->hook == rocjfr::HookKind::kRegister ? id : rocjfr::DeviceOfNode(id);
}

int32_t rocjfr_agent_of_device(int32_t device) {
  return rocjfr::NodeOfDevice(device);
}
}
