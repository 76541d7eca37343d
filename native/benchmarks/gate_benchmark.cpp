// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a call costs that is not picked for its launch site, beside a reading of the clock:
//   native/target/release/bin/gate_benchmark
#include <benchmark/benchmark.h>
#include <time.h>

#include <memory>

#include "core/site/gate.h"

namespace {

void ClockGettime(benchmark::State& state) {
  timespec time;
  for (auto _ : state) {
    clock_gettime(CLOCK_MONOTONIC, &time);
    benchmark::DoNotOptimize(time);
  }
}
BENCHMARK(ClockGettime);

void Loop(benchmark::State& state) {
  for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(Loop);

// One in a thousand is picked, and drawn for.
void NotPicked(benchmark::State& state) {
  using namespace rocjfr;
  SetRate(kSites, UINT32_MAX);
  g_sampling[kSites].mean = static_cast<double>(state.range(0));
  g_sampling[kSites].window_begin_ns = UINT64_MAX / 2;
  auto gate = std::make_unique<Gate>();
  for (auto _ : state) {
    benchmark::DoNotOptimize(Pick(*gate, kSites));
    benchmark::ClobberMemory();
  }
}
BENCHMARK(NotPicked)->Arg(1000)->Arg(1000000);

}  // namespace

BENCHMARK_MAIN();
