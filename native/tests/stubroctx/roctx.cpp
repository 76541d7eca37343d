// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The part of AMD's libroctx64 that matters to tools: one callback, called before the level
// changes.
#include <atomic>
#include <cstdint>

#define STUBROCTX_API extern "C" __attribute__((visibility("default")))

namespace {
struct Data {
  const char* message;
  uint64_t id;
};
thread_local int t_depth = 0;
}  // namespace

using Callback = int (*)(uint32_t domain, uint32_t op, void* data);
extern "C" __attribute__((visibility("hidden"))) std::atomic<Callback> stubroctx_slot;
std::atomic<Callback> stubroctx_slot{nullptr};

STUBROCTX_API void roctxRegisterTracerCallback(Callback callback);
#if defined(__x86_64__)
// In assembly, since the slot's address is read off this code, which must look as in AMD's builds.
asm(R"(
  .text
  .globl roctxRegisterTracerCallback
  .type roctxRegisterTracerCallback, @function
roctxRegisterTracerCallback:
  endbr64
  mov %rdi, stubroctx_slot(%rip)
  ret
  .size roctxRegisterTracerCallback, . - roctxRegisterTracerCallback
)");
#else
void roctxRegisterTracerCallback(Callback callback) {
  stubroctx_slot.store(callback);
}
#endif

namespace {
void Tell(uint32_t op, const char* message) {
  Data data{message, 0};
  if (const Callback callback = stubroctx_slot.load()) callback(6, op, &data);
}
}  // namespace

STUBROCTX_API Callback stubroctx_callback() {
  return stubroctx_slot.load();
}
STUBROCTX_API void roctxMarkA(const char* message) {
  Tell(0, message);
}
STUBROCTX_API int roctxRangePushA(const char* message) {
  Tell(1, message);
  return t_depth++;
}
STUBROCTX_API int roctxRangePop() {
  Tell(2, nullptr);
  return --t_depth;
}
