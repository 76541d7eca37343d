// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The hook of 5.3 and later: int callback(domain, op, data).
#include <cstring>

#include "common.h"

namespace stubhip {
namespace {

using Callback = int (*)(uint32_t domain, uint32_t op, void* data);

// What follows hip_api_data_t in the frame.
struct Tail {
  uint64_t enter_ns;
  uint64_t phase_data;
  void (*phase_enter)(uint32_t op, void* frame);
  void (*phase_exit)(uint32_t op, void* frame);
};

thread_local uint64_t t_correlation_id __attribute__((tls_model("initial-exec"))) = 0;

uint32_t FrameBytes() {
  const uint32_t last = g_last_id.load(std::memory_order_relaxed);
  return last <= 363 ? 840 : 1520;
}

Tail* TailOf(stubhip_call_t* call) {
  return reinterpret_cast<Tail*>(reinterpret_cast<char*>(call->frame) + FrameBytes());
}

}  // namespace
}  // namespace stubhip

extern "C" {
// The only slot. In assembly, since a tool reads its address off the code of
// hipRegisterTracerCallback, which must look as GCC writes it, under sanitizers too.
__attribute__((visibility("hidden"))) std::atomic<stubhip::Callback> stubhip_slot{nullptr};
STUBHIP_API void hipRegisterTracerCallback(stubhip::Callback callback);
#if defined(__x86_64__)
asm(R"(
  .text
  .globl hipRegisterTracerCallback
  .type hipRegisterTracerCallback, @function
hipRegisterTracerCallback:
  lea stubhip_slot(%rip), %rax
  mov %rdi, (%rax)
  ret
  .size hipRegisterTracerCallback, . - hipRegisterTracerCallback
)");
#else
void hipRegisterTracerCallback(stubhip::Callback callback) {
  stubhip_slot.store(callback);
}
#endif

void stubhip_enter(stubhip_call_t* call, uint32_t id, const void* arguments, size_t bytes) {
  call->id = id;
  call->traced = 0;
  call->result = 0;
  call->silent = 0;
  const auto callback = stubhip_slot.load(std::memory_order_relaxed);
  if (callback == nullptr) return;
  stubhip::Count();
  // The real frame is uninitialised: no tool may rely on what it finds there.
  call->frame[0] = 0xA5A5A5A5A5A5A5A5u;
  memset(stubhip::TailOf(call), 0xA5, sizeof(stubhip::Tail));
  if (callback(stubhip::kApi, id, call->frame) != 0) return;
  call->traced = 1;
  stubhip::t_correlation_id = call->frame[0];
  if (auto enter = stubhip::TailOf(call)->phase_enter) {
    if (bytes != 0) memcpy(call->frame + 2, arguments, bytes);
    enter(id, call->frame);
  }
}

void stubhip_exit(stubhip_call_t* call) {
  stubhip::SetLastError(*call);
  if (call->traced == 0) return;
  if (auto exit = stubhip::TailOf(call)->phase_exit) exit(call->id, call->frame);
  stubhip::t_correlation_id = 0;
}

void stubhip_submit(uint32_t op, stubhip_command_t* command) {
  *command = {op, 0, 0};
  const auto callback = stubhip_slot.load(std::memory_order_relaxed);
  if (callback == nullptr) return;
  stubhip::Count();
  if (callback(stubhip::kOps, op, nullptr) != 0) return;
  command->traced = 1;
  command->id = stubhip::t_correlation_id;
}

// What the slot holds.
STUBHIP_API stubhip::Callback stubhip_slot_now(void) {
  return stubhip_slot.load();
}

// 7.2: a record will follow.
STUBHIP_API void stubhip_announce(uint32_t op) {
  const auto callback = stubhip_slot.load(std::memory_order_relaxed);
  if (callback != nullptr) callback(stubhip::kOps, op, reinterpret_cast<void*>(1));
}

int stubhip_complete(const stubhip_command_t* command, const stubhip_work_t* work) {
  if (command->traced == 0) return 0;
  const auto callback = stubhip_slot.load(std::memory_order_relaxed);
  if (callback == nullptr) return 0;
  stubhip::Count();
  stubhip::Record record = stubhip::ToRecord(*command, *work);
  if (command->op == 0) record.bytes_or_kernel = reinterpret_cast<uint64_t>(work->kernel);
  return callback(stubhip::kOps, command->op, &record) == 0 ? 1 : 0;
}

uint32_t stubhip_callbacks(void) {
  return stubhip_slot.load() == nullptr ? 0 : 1;
}
}
