// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// libroctx64.so.4: AMD's roctx API on top of the tracer core in this process. A program that is
// linked with AMD's library runs with this one unchanged; without a consumer a call costs little
// more than the call.
#include "roctracer/roctx.h"

#include <atomic>
#include <cstdint>

#include "rocjfr/rocjfr.h"
#include "roctracer/ext/prof_protocol.h"
#include "roctracer/roctracer_roctx.h"

namespace {

// The callback of a tool that is not ours: AMD's roctracer, rocprofiler.
using Callback = int (*)(activity_domain_t domain, uint32_t op, void* data);
std::atomic<Callback> g_tool{nullptr};

// As AMD's, before the level changes.
void TellTool(roctx_api_id_t op, const char* message, roctx_range_id_t id) {
  const Callback tool = g_tool.load(std::memory_order_relaxed);
  if (__builtin_expect(tool == nullptr, true)) return;
  roctx_api_data_t data;
  data.args.message = message;
  data.args.id = id;
  tool(ACTIVITY_DOMAIN_ROCTX, op, &data);
}

}  // namespace

extern "C" {
ROCTX_API uint32_t roctx_version_major() {
  return ROCTX_VERSION_MAJOR;
}
ROCTX_API uint32_t roctx_version_minor() {
  return ROCTX_VERSION_MINOR;
}

ROCTX_API void roctxMarkA(const char* message) {
  TellTool(ROCTX_API_ID_roctxMarkA, message, 0);
  rocjfr_roctx_mark(message);
}
ROCTX_API int roctxRangePushA(const char* message) {
  TellTool(ROCTX_API_ID_roctxRangePushA, message, 0);
  return rocjfr_roctx_range_push(message);
}
ROCTX_API int roctxRangePop() {
  TellTool(ROCTX_API_ID_roctxRangePop, nullptr, 0);
  return rocjfr_roctx_range_pop();
}
ROCTX_API roctx_range_id_t roctxRangeStartA(const char* message) {
  const roctx_range_id_t id = rocjfr_roctx_range_start(message);
  TellTool(ROCTX_API_ID_roctxRangeStartA, message, id);
  return id;
}
ROCTX_API void roctxRangeStop(roctx_range_id_t id) {
  TellTool(ROCTX_API_ID_roctxRangeStop, nullptr, id);
  rocjfr_roctx_range_stop(id);
}

// What a tracing tool calls to be told of all roctx calls; nullptr: no more.
ROCTX_EXPORT void roctxRegisterTracerCallback(Callback callback) {
  g_tool.store(callback, std::memory_order_relaxed);
}

// By this the core knows that the library calls it by itself.
ROCTX_EXPORT extern const uint32_t rocjfr_roctx_calls_core;
const uint32_t rocjfr_roctx_calls_core = 1;
}
