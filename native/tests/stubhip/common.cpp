// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions that a tool calls, without the hook.
#include "common.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace stubhip {
#ifdef STUBHIP_FUTURE
std::atomic<uint32_t> g_last_id{600};
#else
std::atomic<uint32_t> g_last_id{418};
#endif
__thread Counter* t_counter __attribute__((tls_model("initial-exec"))) = nullptr;

namespace {
thread_local int t_device = 0;
constexpr uint32_t kCounters = 256;
Counter g_counters[kCounters];
std::atomic<uint32_t> g_next_counter{0};

struct Names {
  char text[1024][40] = {};
  Names() {
    for (uint32_t id = 0; id < 1024; ++id) snprintf(text[id], sizeof(text[id]), "hipStub%u", id);
#define STUBHIP_NAME(name, id) strcpy(text[id], #name);
    STUBHIP_FUNCTIONS(STUBHIP_NAME)
#undef STUBHIP_NAME
    strcpy(text[214], "hipModuleLoadData");  // of interest to few tests
    strcpy(text[215], "hipModuleGetFunction");
    strcpy(text[241], "hipModuleLoad");
  }
};
constexpr int kInvalidValue = 1, kNotReady = 600;
std::atomic<uint32_t> g_nameless_id{0};
std::atomic<uint32_t> g_turned_by{0};
std::atomic<void (*)()> g_within_peek{nullptr};
std::atomic<int32_t> g_error_way{STUBHIP_ERROR_EACH_CALL};
// Initial-exec, since each call of the benchmarks writes them.
__thread int t_last_error __attribute__((tls_model("initial-exec"))) = 0;
__thread int t_command_error __attribute__((tls_model("initial-exec"))) = 0;

void SetLastError(int error) {
  const int32_t way = g_error_way.load();
  if (way == STUBHIP_ERROR_ODD) return;
  t_command_error = error;
  if (way != STUBHIP_ERROR_STAYS || (error != 0 && error != kNotReady)) t_last_error = error;
}

int Fetch(int* error) {
  const int fetched = *error;
  *error = 0;
  return fetched;
}
}  // namespace

void SetLastError(const stubhip_call_t& call) {
  if (call.silent == 0) SetLastError(call.result);
}

Counter* NewCounter() {
  return &g_counters[g_next_counter.fetch_add(1) % kCounters];
}
}  // namespace stubhip

extern "C" {
STUBHIP_API const char* hipApiName(uint32_t id) {
  static const stubhip::Names names;
  const bool known = id >= 1 && id <= stubhip::g_last_id.load();
  return known && id != stubhip::g_nameless_id.load() ? names.text[id] : "unknown";
}
STUBHIP_API const char* hipGetCmdName(unsigned kind) {
  return kind == 0x11F0 ? "KernelExecution" : "Stub";
}
// A kernel's handle is its name's address here.
STUBHIP_API const char* hipKernelNameRef(const void* function) {
  return static_cast<const char*>(function);
}
// What begins with # is a function alone, and no host pointer.
STUBHIP_API const char* hipKernelNameRefByPtr(const void* function, void*) {
  const auto* name = static_cast<const char*>(function);
  return name[0] == '#' ? nullptr : name;
}
STUBHIP_API int hipGetStreamDeviceId(void* stream) {
  const auto handle = reinterpret_cast<uintptr_t>(stream);
  if (handle == 1 || handle == 2) abort();  // as 6.4.3 and 7.2.4 crash
  if (handle == 0) return stubhip::t_device;
  return static_cast<int>(((handle >> 12) + stubhip::g_turned_by.load()) & 3);
}
STUBHIP_API int hipRuntimeGetVersion(int* version) {
  *version = 60443484;
  return 0;
}
STUBHIP_API int hipGetDevice(int* device) {
  return stubhip::Run(
      STUBHIP_hipGetDevice, 0,
      [](void* to) {
        if (to == nullptr) return stubhip::kInvalidValue;
        *static_cast<int*>(to) = 0;
        return 0;
      },
      device);
}
STUBHIP_API const char* hipGetErrorName(int error) {
  return error == 0 ? "hipSuccess" : error == 2 ? "hipErrorOutOfMemory" : "hipErrorUnknown";
}
int hipGetLastError(void) {
  return stubhip::Run(
      STUBHIP_hipGetLastError, 1, [](void*) { return stubhip::Fetch(&stubhip::t_last_error); },
      nullptr);
}
__attribute__((no_sanitize("thread"))) int hipPeekAtLastError(void) {
  return stubhip::Run(
      STUBHIP_hipPeekAtLastError, 0,
      [](void*) {
        if (auto* within = stubhip::g_within_peek.load()) within();
        return stubhip::t_last_error;
      },
      nullptr);
}
int hipExtGetLastError(void) {
  return stubhip::Run(
      STUBHIP_hipExtGetLastError, 1,
      [](void*) {
        const bool own = stubhip::g_error_way.load() != STUBHIP_ERROR_EACH_CALL;
        return stubhip::Fetch(own ? &stubhip::t_command_error : &stubhip::t_last_error);
      },
      nullptr);
}
STUBHIP_API int hipGetDeviceCount(int* count) {
  *count = 2;
  const int32_t way = stubhip::g_error_way.load();
  if (way != STUBHIP_ERROR_STAYS) stubhip::t_last_error = stubhip::t_command_error = 0;
  return 0;
}

void stubhip_set_device(int device) {
  stubhip::t_device = device;
}
void stubhip_within_peek(void (*function)(void)) {
  stubhip::g_within_peek.store(function);
}
void stubhip_turn_devices(uint32_t by) {
  stubhip::g_turned_by.store(by);
}
uint64_t stubhip_calls(void) {
  uint64_t sum = 0;
  for (const auto& counter : stubhip::g_counters) sum += counter.calls.load();
  return sum;
}
void stubhip_set_error_way(int32_t way) {
  stubhip::g_error_way.store(way);
}
void stubhip_set_last_id(uint32_t id) {
  stubhip::g_last_id.store(id);
}
void stubhip_set_nameless_id(uint32_t id) {
  stubhip::g_nameless_id.store(id);
}
}
