// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// librocprofiler-sdk-roctx: AMD's roctx of the SDK on the tracer core of this process. Ranges and
// marks are those of libroctx64; control and names are told to clients of the core.
#include "rocprofiler-sdk-roctx/roctx.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "rocjfr/client.h"

namespace {

uint64_t ThreadId() {
  return static_cast<uint64_t>(syscall(SYS_gettid));
}

int Tell(uint32_t op, const char* message, uint64_t id) {
  rocjfr_roctx_tell(op, message, id);
  return 0;
}

}  // namespace

extern "C" {
void roctxMarkA(const char* message) {
  rocjfr_roctx_mark(message);
}
int roctxRangePushA(const char* message) {
  return rocjfr_roctx_range_push(message);
}
int roctxRangePop(void) {
  return rocjfr_roctx_range_pop();
}
roctx_range_id_t roctxRangeStartA(const char* message) {
  return rocjfr_roctx_range_start(message);
}
void roctxRangeStop(roctx_range_id_t id) {
  rocjfr_roctx_range_stop(id);
}

int roctxProfilerPause(roctx_thread_id_t tid) {
  return Tell(ROCJFR_ROCTX_PAUSE, nullptr, tid);
}
int roctxProfilerResume(roctx_thread_id_t tid) {
  return Tell(ROCJFR_ROCTX_RESUME, nullptr, tid);
}
int roctxNameOsThread(const char* name) {
  return Tell(ROCJFR_ROCTX_NAME_OS_THREAD, name, ThreadId());
}
int roctxNameHsaAgent(const char* name, const struct hsa_agent_s* agent) {
  return Tell(ROCJFR_ROCTX_NAME_HSA_AGENT, name, reinterpret_cast<uint64_t>(agent));
}
int roctxNameHipDevice(const char* name, int device_id) {
  return Tell(ROCJFR_ROCTX_NAME_HIP_DEVICE, name, static_cast<uint64_t>(device_id));
}
int roctxNameHipStream(const char* name, const struct ihipStream_t* stream) {
  return Tell(ROCJFR_ROCTX_NAME_HIP_STREAM, name, reinterpret_cast<uint64_t>(stream));
}
int roctxGetThreadId(roctx_thread_id_t* tid) {
  if (tid != nullptr) *tid = ThreadId();
  return Tell(ROCJFR_ROCTX_GET_THREAD_ID, nullptr, ThreadId());
}

// By this the core knows that the library calls it by itself.
ROCTX_API extern const uint32_t rocjfr_roctx_calls_core;
const uint32_t rocjfr_roctx_calls_core = 1;
}
