// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The hook of 5.3 and later: int callback(domain, op, data).
#include <cstdlib>
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

std::atomic<uint32_t> g_frame_bytes{0}, g_frame_mode{STUBHIP_FRAME_LEFT};
std::atomic<uint32_t> g_frames_to_damage{0};
#ifdef STUBHIP_FUTURE
std::atomic<int64_t> g_pending{0};
#endif

uint32_t FrameBytes() {
  const uint32_t bytes = g_frame_bytes.load(std::memory_order_relaxed);
  if (bytes != 0) return bytes;
  const uint32_t last = g_last_id.load(std::memory_order_relaxed);
  return last <= 363 ? 840 : 1520;
}

Tail* TailOf(stubhip_call_t* call) {
  return reinterpret_cast<Tail*>(static_cast<char*>(call->frame) + FrameBytes());
}

// Where hip_api_data_t has arguments that hardly any function has.
void Damage(stubhip_call_t* call) {
  constexpr size_t kAt = 256;
  const uint64_t word = 0xDA3A6ED;
  memcpy(static_cast<char*>(call->frame) + kAt, &word, sizeof(word));
}

void Prepare(stubhip_call_t* call) {
  if (__builtin_expect(g_frames_to_damage.load(std::memory_order_relaxed) != 0, 0)) {
    g_frames_to_damage.fetch_sub(1);
    Damage(call);
  }
  const uint32_t mode = g_frame_mode.load(std::memory_order_relaxed);
  if (__builtin_expect(mode == STUBHIP_FRAME_LEFT, 1)) return;
  if (mode == STUBHIP_FRAME_ZEROED) memset(call->frame, 0, stubhip_frame_bytes());
  if (mode == STUBHIP_FRAME_PATTERN) memset(call->frame, 0xA5, stubhip_frame_bytes());
  if (mode == STUBHIP_FRAME_TAIL) memset(TailOf(call), 0xA5, sizeof(Tail));
}

// A call of the stub's own functions, with its frame on its own stack: like the real ones it makes
// room for the frame before it calls anything.
template <uint32_t kBytes>
__attribute__((noinline)) int RunIn(uint32_t id, uint32_t silent, Body body, void* argument) {
  alignas(16) char frame[kBytes + sizeof(Tail)];
  stubhip_call_t call;
  call.frame = frame;
  stubhip_enter(&call, id, nullptr, 0);
  call.silent = silent;
  call.result = body(argument);
  stubhip_exit(&call);
  return call.result;
}

}  // namespace

// Leaves the stack below as it was, under the thread sanitizer too.
__attribute__((no_sanitize("thread"))) int Run(uint32_t id, uint32_t silent, Body body,
                                               void* argument) {
  const auto now = [](std::atomic<uint32_t> & value) __attribute__((always_inline)) {
    return __atomic_load_n(reinterpret_cast<uint32_t*>(&value), __ATOMIC_RELAXED);
  };
  switch (now(g_frame_bytes)) {
    case 840:
      return RunIn<840>(id, silent, body, argument);
    case 1584:
      return RunIn<1584>(id, silent, body, argument);
    case 2096:
      return RunIn<2096>(id, silent, body, argument);
    case 5616:
      return RunIn<5616>(id, silent, body, argument);
    case 20000:
      return RunIn<20000>(id, silent, body, argument);
    default:
      return now(g_last_id) <= 363 && now(g_frame_bytes) == 0
                 ? RunIn<840>(id, silent, body, argument)
                 : RunIn<1520>(id, silent, body, argument);
  }
}

namespace {

#ifdef STUBHIP_FUTURE
// The runtime's own profiler: it numbers work by itself, wants no API calls, and hands finished
// work to whoever had the slot before.
std::atomic<Callback> g_before{nullptr};
std::atomic<uint64_t> g_profiled{0};

int Profile(uint32_t domain, uint32_t op, void* data) {
  if (domain != kOps) return 1;
  const auto before = g_before.load();
  if (before != nullptr) before(domain, op, data);
  return 0;
}
#endif

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
  stubhip::Prepare(call);
  if (callback(stubhip::kApi, id, call->frame) != 0) return;
  call->traced = 1;
  memcpy(&stubhip::t_correlation_id, call->frame, sizeof(uint64_t));
  if (auto enter = stubhip::TailOf(call)->phase_enter) {
    const bool fills = stubhip::g_frame_mode.load() != STUBHIP_FRAME_NO_ARGUMENTS;
    if (fills && bytes != 0) memcpy(static_cast<char*>(call->frame) + 16, arguments, bytes);
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
  *command = {op, 0, 0, nullptr};
  const auto callback = stubhip_slot.load(std::memory_order_relaxed);
  if (callback == nullptr) return;
  stubhip::Count();
  if (callback(stubhip::kOps, op, nullptr) != 0) return;
  command->traced = 1;
  command->id = stubhip::t_correlation_id;
#ifdef STUBHIP_FUTURE
  if (callback == &stubhip::Profile) command->id = ++stubhip::g_profiled;
  stubhip::g_pending.fetch_add(1, std::memory_order_relaxed);
#endif
}

size_t stubhip_frame_bytes(void) {
  return stubhip::FrameBytes() + sizeof(stubhip::Tail);
}

void stubhip_set_frame(uint32_t bytes, uint32_t mode) {
  stubhip::g_frame_bytes.store(bytes);
  stubhip::g_frame_mode.store(mode);
}

void stubhip_damage_frames(uint32_t count) {
  stubhip::g_frames_to_damage.store(count);
}

#ifdef STUBHIP_FUTURE
STUBHIP_API int hipProfilerEnableExt(void) {
  stubhip::g_before.store(stubhip_slot.load());
  stubhip_slot.store(&stubhip::Profile);
  return 0;
}
STUBHIP_API int hipProfilerDisableExt(void) {
  stubhip_slot.store(stubhip::g_before.load());
  return 0;
}
// As a program does that is told so by the environment.
__attribute__((constructor)) static void stubhip_profile(void) {
  if (getenv("STUBHIP_PROFILE") != nullptr) hipProfilerEnableExt();
}
STUBHIP_API int64_t hipGetPendingActivityCount(void) {
  return stubhip::g_pending.load();
}
#endif

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
#ifdef STUBHIP_FUTURE
  stubhip::g_pending.fetch_sub(1, std::memory_order_relaxed);
#endif
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
