// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One hot path, so often that its instructions can be counted: build-support/check-paths.sh does,
// by callgrind, which collects only inside Measured(), of which the last time counts.
//
//   paths PATH     without PATH their names; 1 where a record is missing
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include "consumer.h"
#include "rocprofiler-sdk/registration.h"
#include "rocprofiler-sdk/rocprofiler.h"
#include "roctracer/roctracer.h"
#include "roctracer/roctx.h"
#include "stub.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

using rocjfr::benchmarks::Initialize;
using rocjfr::benchmarks::TakeAll;
using rocjfr::test::CopyArguments;
using rocjfr::test::LaunchArguments;
using rocjfr::test::Stub;

namespace {

constexpr uint64_t kTimes = 500;  // fit into every ring and buffer: no consumer is needed
constexpr uint32_t kAll = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) |
                          ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS) |
                          ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX);

const Stub* g_stub = nullptr;
std::atomic<uint64_t> g_delivered{0};

void Check(bool good, const char* what) {
  if (good) return;
  fprintf(stderr, "paths: %s\n", what);
  exit(1);
}

uint64_t InRings() {
  uint64_t slots = 0;
  const auto* control = static_cast<std::atomic<uint64_t>*>(rocjfr_control());
  for (uint32_t i = 0; i < control[0].load(); ++i) {
    const auto* ring = static_cast<char*>(rocjfr_ring(i, nullptr));
    slots += reinterpret_cast<const std::atomic<uint64_t>*>(ring)->load() -
             reinterpret_cast<const std::atomic<uint64_t>*>(ring + 64)->load();
  }
  return slots;
}

struct Path {
  const char* name;
  const char* stub;
  std::function<void()> begin;            // what is traced
  std::function<void(uint64_t)> prepare;  // before the path can be taken so often
  std::function<void(uint64_t)> take;     // the path, so often
  std::function<uint64_t()> records;      // since the last time
};

std::vector<stubhip_command_t> g_commands;
size_t g_next_command = 0;

// Of a kernel whose name the call knows, as nearly all do.
struct NamedLaunch : LaunchArguments {
  static constexpr const char* kKernel = "kernel";
  NamedLaunch() { function = kKernel; }
};

template <typename Arguments>
void Submit(uint64_t times, uint32_t function, uint32_t op) {
  for (uint64_t i = 0; i < times; ++i) {
    g_commands.push_back(g_stub->CallAndSubmit(function, Arguments{}, op));
  }
}
// Of a kernel that the runtime names as the call did.
void Complete(uint64_t times, stubhip_work_t work) {
  static const auto complete = g_stub->Symbol<decltype(&stubhip_complete)>("stubhip_complete");
  if (work.kernel != nullptr) work.kernel = NamedLaunch::kKernel;
  for (uint64_t i = 0; i < times; ++i) complete(&g_commands[g_next_command++], &work);
}
void Call(uint64_t times) {
  for (uint64_t i = 0; i < times; ++i) g_stub->Call(STUBHIP_hipGetDevice);
}
void WantAll() {
  Initialize();
  Check(rocjfr_set_wanted(kAll) == ROCJFR_STATUS_SUCCESS, "the core does not start");
}
void Launch(uint64_t times) {
  Submit<NamedLaunch>(times, STUBHIP_hipModuleLaunchKernel, ROCJFR_OP_DISPATCH);
}
// What launches have submitted is finished before the next ones: nothing gives way.
uint64_t Launched() {
  const uint64_t launched = g_commands.size() - g_next_command;
  Complete(launched, rocjfr::test::kKernelWork);
  TakeAll();
  g_commands.clear();  // and keeps its memory
  g_next_command = 0;
  return launched;
}
void Nothing(uint64_t) {}
uint64_t TakenFromRings() {
  const uint64_t slots = InRings();
  TakeAll();
  return slots;
}

void OpenPool() {
  roctracer_properties_t properties = {};
  properties.buffer_size = 16u << 20;
  properties.buffer_callback_fun = [](const char* begin, const char* end, void*) {
    g_delivered += static_cast<uint64_t>(end - begin) / sizeof(activity_record_t);
  };
  Check(roctracer_open_pool(&properties) == ROCTRACER_STATUS_SUCCESS, "no pool");
}
void PoolOfCalls() {
  OpenPool();
  Check(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipGetDevice) ==
            ROCTRACER_STATUS_SUCCESS,
        "no calls");
}
void PoolOfWork() {
  OpenPool();
  Check(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS) == ROCTRACER_STATUS_SUCCESS,
        "no work");
}
uint64_t TakenFromPool() {
  roctracer_flush_activity();
  return g_delivered.exchange(0);
}

// Callbacks, each as half a record: of a pair that is told.
std::atomic<uint64_t> g_told{0};
void Tell(activity_domain_t domain, uint32_t op) {
  const auto count = [](uint32_t, uint32_t, const void*, void*) {
    g_told.store(g_told.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  };
  Check((op == 0 ? roctracer_enable_domain_callback(domain, count, nullptr)
                 : roctracer_enable_op_callback(domain, op, count, nullptr)) ==
            ROCTRACER_STATUS_SUCCESS,
        "no callback");
}
uint64_t ToldPairs() {
  return g_told.exchange(0) / 2;
}
void Ranges(uint64_t times) {
  for (uint64_t i = 0; i < times; ++i) {
    roctxRangePushA("range");
    roctxRangePop();
  }
}
rocprofiler_buffer_id_t g_buffer{};
template <rocprofiler_buffer_tracing_kind_t kKind>
void OpenBuffer() {
  const auto configure = [](uint32_t, const char*, uint32_t,
                            rocprofiler_client_id_t*) -> rocprofiler_tool_configure_result_t* {
    static rocprofiler_tool_configure_result_t result = {
        sizeof(result),
        [](rocprofiler_client_finalize_t, void*) -> int {
          rocprofiler_context_id_t context{};
          const bool calls = kKind == ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API;
          const rocprofiler_tracing_operation_t operation =
              ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice;
          const auto count = [](rocprofiler_context_id_t, rocprofiler_buffer_id_t,
                                rocprofiler_record_header_t**, size_t records, void*,
                                uint64_t) { g_delivered += records; };
          return rocprofiler_create_context(&context) ||
                 rocprofiler_create_buffer(context, 1 << 20, 1 << 20,
                                           ROCPROFILER_BUFFER_POLICY_LOSSLESS, count, nullptr,
                                           &g_buffer) ||
                 rocprofiler_configure_buffer_tracing_service(
                     context, kKind, calls ? &operation : nullptr, calls ? 1 : 0, g_buffer) ||
                 rocprofiler_start_context(context);
        },
        nullptr, nullptr};
    return &result;
  };
  Check(rocprofiler_force_configure(configure) == ROCPROFILER_STATUS_SUCCESS, "no buffer");
}
uint64_t TakenFromBuffer() {
  rocprofiler_flush_buffer(g_buffer);
  return g_delivered.exchange(0);
}

const std::vector<Path>& Paths() {
  const auto copies = [](uint64_t times) {
    Submit<CopyArguments>(times, STUBHIP_hipMemcpyAsync, ROCJFR_OP_COPY);
    TakeAll();
  };
  const auto launches = [](uint64_t times) {
    Submit<NamedLaunch>(times, STUBHIP_hipModuleLaunchKernel, ROCJFR_OP_DISPATCH);
    TakeAll();
  };
  const auto finish_copies = [](uint64_t times) { Complete(times, rocjfr::test::kCopyWork); };
  const auto finish_launches = [](uint64_t times) { Complete(times, rocjfr::test::kKernelWork); };
  static const std::vector<Path> paths = {
      {"call-tracer-hook", "tracer", &WantAll, &Nothing, &Call, &TakenFromRings},
      {"call-register-hook", "register", &WantAll, &Nothing, &Call, &TakenFromRings},
      {"launch", "tracer", &WantAll, &Nothing, &Launch, &Launched},
      {"finished-copy", "tracer", &WantAll, copies, finish_copies, &TakenFromRings},
      {"finished-dispatch", "tracer", &WantAll, launches, finish_launches, &TakenFromRings},
      {"roctx-push-pop", "tracer", &WantAll, &Nothing, &Ranges, &TakenFromRings},
      {"roctx-callback", "tracer", [] { Tell(ACTIVITY_DOMAIN_ROCTX, 0); }, &Nothing, &Ranges,
       &ToldPairs},
      {"pool-call", "tracer", &PoolOfCalls, &Nothing, &Call, &TakenFromPool},
      {"pool-copy", "tracer", &PoolOfWork, copies, finish_copies, &TakenFromPool},
      {"pool-dispatch", "tracer", &PoolOfWork, launches, finish_launches, &TakenFromPool},
      {"api-callback", "tracer", [] { Tell(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipGetDevice); },
       &Nothing, &Call, &ToldPairs},
      {"sdk-record", "tracer", &OpenBuffer<ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API>, &Nothing,
       &Call, &TakenFromBuffer},
      {"sdk-launch", "tracer", &OpenBuffer<ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH>, &Nothing,
       &Launch,
       [] {
         Launched();
         return TakenFromBuffer();
       }},
      {"sdk-copy", "tracer", &OpenBuffer<ROCPROFILER_BUFFER_TRACING_MEMORY_COPY>, copies,
       finish_copies, &TakenFromBuffer},
      {"sdk-dispatch", "tracer", &OpenBuffer<ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH>, launches,
       finish_launches, &TakenFromBuffer},
  };
  return paths;
}

}  // namespace

#if defined(__x86_64__)
// The libraries' clock_gettime: what they ask it is counted, and its time passes slowly, so that
// the line that the core draws along it (clock.h) holds for as long as a path is measured. It is
// made of the counter that the core reads: under valgrind the kernel's answers take so long that
// the core would take each of them for one that was interrupted.
std::atomic<uint64_t> g_clock_asked{0};
extern "C" [[gnu::visibility("default")]] int clock_gettime(clockid_t, timespec* time) noexcept {
  g_clock_asked.fetch_add(1, std::memory_order_relaxed);
  constexpr uint64_t kTicksPerNs = 256;
  const uint64_t ns = __rdtsc() / kTicksPerNs;
  *time = {static_cast<time_t>(ns / 1000000000), static_cast<long>(ns % 1000000000)};
  return 0;
}
uint64_t ClockAsked() {
  return g_clock_asked.load(std::memory_order_relaxed);
}
#else
uint64_t ClockAsked() {
  return 0;
}
#endif

extern "C" [[gnu::noinline]] void Measured(const Path& path);
void Measured(const Path& path) {
  path.take(kTimes);
}

int main(int count, char** arguments) {
  if (count != 2) {
    for (const Path& path : Paths()) printf("%s %lu\n", path.name, kTimes);
    return 0;
  }
  for (const Path& path : Paths()) {
    if (strcmp(path.name, arguments[1]) != 0) continue;
    const Stub stub(path.stub);
    g_stub = &stub;
    path.begin();
    // Until it is traced, and a hundred times more: what is done once is done.
    uint64_t records = 0;
    for (int i = 0; i < 10000 && records == 0; ++i) {
      usleep(1000);
      path.prepare(1);
      path.take(1);
      records = path.records();
    }
    path.prepare(100);
    path.take(100);
    path.records();
    // Until no look at the clock had to ask the kernel: before, the counts are of the ways that
    // calls take while the core finds out how fast the counter runs.
    for (int i = 0; i < 10000; ++i) {
      path.prepare(kTimes);
      const uint64_t asked = ClockAsked();
      Measured(path);
      const bool counts = ClockAsked() == asked;
      records = path.records();
      if (records < kTimes) fprintf(stderr, "%lu records\n", records);
      Check(records >= kTimes, "records are missing");
      if (counts) _exit(0);
      usleep(1000);
    }
    Check(false, "the core's clock asks the kernel each time: its counter is not trusted here");
  }
  fprintf(stderr, "paths: there is no %s\n", arguments[1]);
  return 2;
}
