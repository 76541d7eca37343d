// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What tracing adds to a HIP program, against a stub runtime that does nothing but call the hook:
// the same loop with nothing registered, and with tracing on. The unit is one
// clock_gettime(CLOCK_MONOTONIC), measured in the same run (run.sh divides).
#include <benchmark/benchmark.h>
#include <time.h>

#include <cstdlib>
#include <string>

#include "consumer.h"
#include "rocjfr/client.h"
#include "stub.h"

namespace rocjfr::benchmarks {
namespace {

using test::CopyArguments;
using test::Stub;

const Stub& TheStub() {
  static const Stub stub([] {
    const char* generation = getenv("ROCJFR_STUB");
    return std::string(generation == nullptr ? "tracer" : generation);
  }());
  return stub;
}

void ClockGettime(benchmark::State& state) {
  timespec time;
  for (auto _ : state) {
    clock_gettime(CLOCK_MONOTONIC, &time);
    benchmark::DoNotOptimize(time);
  }
}
BENCHMARK(ClockGettime);
BENCHMARK(ClockGettime)->Threads(2);

// Sets what is wanted around one benchmark; thread 0 does it.
class Wanted {
 public:
  Wanted(benchmark::State& state, uint32_t domains) : state_(state), lost_(Lost()) {
    if (state_.thread_index() == 0) rocjfr_set_wanted(domains);
  }
  ~Wanted() {
    if (state_.thread_index() != 0) return;
    rocjfr_set_wanted(0);
    if (Lost() != lost_) state_.SkipWithError("records were lost: the figure would be a drop's");
  }

 private:
  benchmark::State& state_;
  const uint64_t lost_;
};

constexpr uint32_t kApi = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API);
constexpr uint32_t kOps = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS);
constexpr uint32_t kRoctx = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX);

// What stands behind the stub's hip_api_data_t.
constexpr uint32_t kFrameBytes = 1520;
struct Tail {
  uint64_t unused[2];
  void (*enter)(uint32_t, void*);
  void (*exit)(uint32_t, void*);
};

// A hook of the stub's generation that is asked for each call and does nothing.
void SetEmptyHook(const Stub& stub, bool set) {
  static char frame[1024] = {};
  using Callback = int (*)(uint32_t, uint32_t, void*);
  const Callback empty = [](uint32_t, uint32_t, void* data) {
    *reinterpret_cast<Tail*>(static_cast<char*>(data) + kFrameBytes) = {
        {0, 0}, nullptr, [](uint32_t, void*) {}};
    return 0;
  };
  if (const auto tracer = stub.Symbol<void (*)(Callback)>("hipRegisterTracerCallback")) {
    tracer(set ? empty : nullptr);
    return;
  }
  const uint32_t id = STUBHIP_hipGetDevice;
  using Register = int (*)(uint32_t, void*, void*);
  using Remove = int (*)(uint32_t);
  if (set) {
    void (*const api)(uint32_t, uint32_t, const void*, void*) = [](uint32_t, uint32_t, const void*,
                                                                   void*) {};
    void* (*const activity)(uint32_t, void*, const void*, void*) =
        [](uint32_t, void*, const void*, void*) -> void* { return frame; };
    stub.Symbol<Register>("hipRegisterApiCallback")(id, reinterpret_cast<void*>(api), nullptr);
    stub.Symbol<Register>("hipRegisterActivityCallback")(id, reinterpret_cast<void*>(activity),
                                                         nullptr);
  } else {
    stub.Symbol<Remove>("hipRemoveActivityCallback")(id);
    stub.Symbol<Remove>("hipRemoveApiCallback")(id);
  }
}

// The call itself, without a hook.
template <uint32_t kDomains>
void ApiCall(benchmark::State& state) {
  const Stub& stub = TheStub();
  const Wanted wanted(state, kDomains);
  Taker take;
  for (auto _ : state) {
    stub.Call(STUBHIP_hipGetDevice);
    take();
  }
}
BENCHMARK_TEMPLATE(ApiCall, 0)->Name("ApiCallUntraced");
BENCHMARK_TEMPLATE(ApiCall, 0)->Name("ApiCallUntraced")->Threads(2);
BENCHMARK_TEMPLATE(ApiCall, kApi | kOps)->Name("ApiCallTraced");
BENCHMARK_TEMPLATE(ApiCall, kApi | kOps)->Name("ApiCallTraced")->Threads(2);

// What a hook that does nothing costs: the stub's own part of a traced call, which is subtracted.
void ApiCallFloor(benchmark::State& state) {
  const Stub& stub = TheStub();
  const bool first = state.thread_index() == 0;
  if (first) SetEmptyHook(stub, true);
  for (auto _ : state) stub.Call(STUBHIP_hipGetDevice);
  if (first) SetEmptyHook(stub, false);
}
BENCHMARK(ApiCallFloor);
BENCHMARK(ApiCallFloor)->Threads(2);

// For comparison: a hook that takes the time twice, by the clock of calls, and records nothing.
void ApiCallClocksOnly(benchmark::State& state) {
  const Stub& stub = TheStub();
  using Callback = int (*)(uint32_t, uint32_t, void*);
  const auto set = stub.Symbol<void (*)(Callback)>("hipRegisterTracerCallback");
  if (set == nullptr) {
    state.SkipWithError("5.2 has another hook");
    return;
  }
  set([](uint32_t, uint32_t, void* frame) {
    *reinterpret_cast<Tail*>(static_cast<char*>(frame) + kFrameBytes) = {
        {rocjfr_call_clock_ns(), 0}, nullptr, [](uint32_t, void*) {
          benchmark::DoNotOptimize(rocjfr_call_clock_ns());
        }};
    return 0;
  });
  for (auto _ : state) stub.Call(STUBHIP_hipGetDevice);
  set(nullptr);
}
BENCHMARK(ApiCallClocksOnly);

// With its arguments read and remembered for its work.
template <uint32_t kDomains>
void CopyCall(benchmark::State& state) {
  const Stub& stub = TheStub();
  const Wanted wanted(state, kDomains);
  const CopyArguments arguments = {nullptr, nullptr, 4096, 1, 0, 0x1000};
  Taker take;
  for (auto _ : state) {
    stub.Call(STUBHIP_hipMemcpyAsync, arguments, [] {});
    take();
  }
}
BENCHMARK_TEMPLATE(CopyCall, 0)->Name("CopyCallUntraced");
BENCHMARK_TEMPLATE(CopyCall, kApi | kOps)->Name("CopyCallTraced");
BENCHMARK_TEMPLATE(CopyCall, kApi | kOps)->Name("CopyCallTraced")->Threads(2);

// What the stub itself needs to report a record: to a hook that does nothing.
void OpRecordUntraced(benchmark::State& state) {
  const Stub& stub = TheStub();
  using Callback = int (*)(uint32_t, uint32_t, void*);
  const auto set = stub.Symbol<void (*)(Callback)>("hipRegisterTracerCallback");
  if (set == nullptr) {
    state.SkipWithError("5.2 has another hook");
    return;
  }
  set([](uint32_t, uint32_t, void*) { return 0; });
  const stubhip_command_t command = {ROCJFR_OP_COPY, 1, 1, nullptr};
  for (auto _ : state) stub.Complete(command, test::kCopyWork);
  set(nullptr);
}
BENCHMARK(OpRecordUntraced);

// One record of work that is joined to its call, as the runtime's handler thread reports it.
void OpRecordTraced(benchmark::State& state) {
  const Stub& stub = TheStub();
  const Wanted wanted(state, kApi | kOps);
  stubhip_command_t command = {};
  const CopyArguments arguments = {nullptr, nullptr, 4096, 1, 0, 0x1000};
  stub.Call(STUBHIP_hipMemcpyAsync, arguments, [&] { command = stub.Submit(ROCJFR_OP_COPY); });
  Taker take;
  for (auto _ : state) {
    stub.Complete(command, test::kCopyWork);
    take();
  }
}
BENCHMARK(OpRecordTraced);

void ExternalIdPushPop(benchmark::State& state) {
  for (auto _ : state) {
    rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 42);
    rocjfr_pop_external_id(ROCJFR_CLIENT_JAVA, nullptr);
  }
}
BENCHMARK(ExternalIdPushPop);

template <uint32_t kDomains>
void RoctxPushPop(benchmark::State& state) {
  const Wanted wanted(state, kDomains);
  Taker take;
  for (auto _ : state) {
    rocjfr_roctx_range_push("a phase of the program");
    rocjfr_roctx_range_pop();
    take();
  }
}
BENCHMARK_TEMPLATE(RoctxPushPop, 0)->Name("RoctxPushPopUntraced");
BENCHMARK_TEMPLATE(RoctxPushPop, kRoctx)->Name("RoctxPushPopTraced");

}  // namespace
}  // namespace rocjfr::benchmarks

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  // The library's cost where it is only loaded: ROCJFR_ABSENT leaves even its start out.
  if (getenv("ROCJFR_ABSENT") != nullptr) {
    rocjfr::benchmarks::TheStub();
    benchmark::RunSpecifiedBenchmarks();
    return 0;
  }
  rocjfr::benchmarks::Initialize();
  rocjfr::benchmarks::TheStub();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
