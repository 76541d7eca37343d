// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The same on a real HIP runtime: a call that does next to nothing.
#include <benchmark/benchmark.h>
#include <time.h>

#include <vector>

#include "consumer.h"
#include "hip.h"

namespace rocjfr::benchmarks {
namespace {

const test::Hip& TheHip() {
  static const test::Hip hip;
  return hip;
}

constexpr uint32_t kAll =
    ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS);

void ClockGettime(benchmark::State& state) {
  timespec time;
  for (auto _ : state) {
    clock_gettime(CLOCK_MONOTONIC, &time);
    benchmark::DoNotOptimize(time);
  }
}
BENCHMARK(ClockGettime);

template <uint32_t kDomains, bool kResults = false>
void GetDevice(benchmark::State& state) {
  auto* get_device = TheHip().Function<int (*)(int*)>("hipGetDevice");
  if (state.thread_index() == 0) {
    rocjfr_set_results(kResults ? "*" : nullptr);
    rocjfr_set_wanted(kDomains);
    TheHip().Do("hipSetDevice", 0);  // with this it is tried how to ask
  }
  int device = 0;
  Taker take;
  for (auto _ : state) {
    get_device(&device);
    take();
  }
  if (state.thread_index() == 0) rocjfr_set_wanted(0);
}
BENCHMARK_TEMPLATE(GetDevice, 0)->Name("GetDeviceUntraced");
BENCHMARK_TEMPLATE(GetDevice, 0)->Name("GetDeviceUntraced")->Threads(2);
BENCHMARK_TEMPLATE(GetDevice, kAll)->Name("GetDeviceTraced");
BENCHMARK_TEMPLATE(GetDevice, kAll)->Name("GetDeviceTraced")->Threads(2);
BENCHMARK_TEMPLATE(GetDevice, kAll, true)->Name("GetDeviceTracedWithResult");

}  // namespace
}  // namespace rocjfr::benchmarks

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  rocjfr::benchmarks::Initialize();
  rocjfr::benchmarks::TheHip().Do("hipInit", 0u);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
