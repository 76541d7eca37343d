// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What both generations share.
#ifndef ROCJFR_TESTS_STUBHIP_COMMON_H_
#define ROCJFR_TESTS_STUBHIP_COMMON_H_

#include <atomic>
#include <cstdint>

#include "stubhip.h"

namespace stubhip {

constexpr uint32_t kOps = 2, kApi = 3;  // domains

// The 64 bytes of an op record.
struct Record {
  uint32_t domain, kind, op, reserved;
  uint64_t id;
  uint64_t begin_ns, end_ns;
  int32_t device;
  uint32_t reserved2;
  uint64_t queue;
  uint64_t bytes_or_kernel;
};
static_assert(sizeof(Record) == 64, "activity_record_t");

inline Record ToRecord(const stubhip_command_t& command, const stubhip_work_t& work) {
  return {kOps,        work.kind,   command.op,  0xA5A5A5A5u, command.id, work.begin_ns,
          work.end_ns, work.device, 0xA5A5A5A5u, work.queue,  work.bytes};
}

extern std::atomic<uint32_t> g_last_id;

// Calls of the hook by the runtime: counted by each thread for itself, so that benchmarks measure
// the tool and not a shared counter. (Beyond 256 threads a call may go uncounted.)
struct alignas(64) Counter {
  std::atomic<uint64_t> calls;
};
Counter* NewCounter();
extern __thread Counter* t_counter __attribute__((tls_model("initial-exec")));

inline void Count() {
  if (t_counter == nullptr) t_counter = NewCounter();
  auto& calls = t_counter->calls;
  calls.store(calls.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

// What the call returns becomes the thread's last error, before the hook is told of its end.
void SetLastError(const stubhip_call_t& call);
// A call of the stub's own function `id`, with its frame on its own stack, that returns what `body`
// says; silent: without setting the last error. Each generation has its own.
using Body = int (*)(void* argument);
int Run(uint32_t id, uint32_t silent, Body body, void* argument);

}  // namespace stubhip
#endif  // ROCJFR_TESTS_STUBHIP_COMMON_H_
