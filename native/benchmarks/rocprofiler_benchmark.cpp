// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a record costs in a buffer of the rocprofiler-SDK library, by policy, beside a roctracer
// pool of the same size: a stub runtime that does nothing but call the hook, a consumer that reads
// every record.
//
//   rocprofiler_benchmark [RUNS [CALLS]]     15 runs of 200000 calls
//
// Each round runs each scenario with 1 and 2 threads, in an order of its own. A figure is the wall
// time of one call as one thread sees it, without what the stub's own call takes: the median and
// the least of the rounds, the median also in calls of clock_gettime(CLOCK_MONOTONIC) that were
// timed in the same rounds; beside it the share of records that were dropped.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "rocprofiler-sdk/registration.h"
#include "rocprofiler-sdk/rocprofiler.h"
#include "roctracer/roctracer.h"
#include "stub_program.h"

namespace rocjfr::benchmarks {
namespace {

using test::Stub;

#define CHECK(call)                               \
  do {                                            \
    if (const int status = (call); status != 0) { \
      fprintf(stderr, "%s: %d\n", #call, status); \
      exit(1);                                    \
    }                                             \
  } while (false)

std::atomic<uint64_t> g_records{0}, g_drops{0};
uint64_t g_sum = 0;

void Read(rocprofiler_context_id_t, rocprofiler_buffer_id_t, rocprofiler_record_header_t** headers,
          size_t count, void*, uint64_t drops) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i) {
    const auto* record =
        static_cast<const rocprofiler_buffer_tracing_hip_api_record_t*>(headers[i]->payload);
    sum += record->operation + record->correlation_id.internal + record->start_timestamp +
           record->end_timestamp + record->thread_id;
  }
  g_sum += sum;
  g_records += count;
  g_drops += drops;
}

void ReadPool(const char* begin, const char* end, void*) {
  uint64_t sum = 0, count = 0;
  for (const auto* record = reinterpret_cast<const activity_record_t*>(begin);
       reinterpret_cast<const char*>(record) < end; ++record, ++count) {
    sum +=
        record->op + record->correlation_id + record->begin_ns + record->end_ns + record->thread_id;
  }
  g_sum += sum;
  g_records += count;
}

struct Tracing {
  rocprofiler_context_id_t context{};
  rocprofiler_buffer_id_t buffer{};

  void Create(size_t size, size_t watermark, rocprofiler_buffer_policy_t policy) {
    CHECK(rocprofiler_create_context(&context));
    CHECK(rocprofiler_create_buffer(context, size, watermark, policy, &Read, nullptr, &buffer));
    const rocprofiler_tracing_operation_t operation = ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice;
    CHECK(rocprofiler_configure_buffer_tracing_service(
        context, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, &operation, 1, buffer));
  }
  void Start() const { CHECK(rocprofiler_start_context(context)); }
  void Stop() const {
    CHECK(rocprofiler_stop_context(context));
    CHECK(rocprofiler_flush_buffer(buffer));
    CHECK(rocprofiler_flush_buffer(buffer));
  }
};
constexpr size_t kSmall = 64 << 10, kLarge = 1 << 20;
Tracing g_lossless, g_lossless_large, g_discard, g_discard_large, g_every;

void OpenPool(size_t bytes) {
  roctracer_properties_t properties = {};
  properties.buffer_size = bytes;
  properties.buffer_callback_fun = &ReadPool;
  CHECK(roctracer_open_pool(&properties));
  CHECK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipGetDevice));
}

// What a record in a buffer that all threads share cannot do without.
alignas(64) std::atomic<uint64_t> g_shared{0};
void Reserve() {
  uint64_t state = g_shared.load(std::memory_order_acquire);
  while (!g_shared.compare_exchange_weak(state, state + 1)) {
  }
}

struct Scenario {
  const char* name;
  std::function<void()> begin, end;
  bool records;
  void (*instead)() = nullptr;                 // of a call
  std::array<double, 2> goal = {0, 0};         // in these, by threads; 0: none
  std::array<std::vector<double>, 2> ns = {};  // by threads
  std::array<uint64_t, 2> made = {}, dropped = {};
};

Scenario Buffer(const char* name, const Tracing& tracing, std::array<double, 2> goal = {0, 0}) {
  return {name, [&tracing] { tracing.Start(); }, [&tracing] { tracing.Stop(); }, true, nullptr,
          goal};
}

void Run(Scenario& scenario, int threads, uint64_t calls) {
  g_records = 0;
  g_drops = 0;
  scenario.begin();
  std::atomic<int> ready{0};
  std::vector<double> each(static_cast<size_t>(threads));
  std::vector<std::thread> callers;
  for (int i = 0; i < threads; ++i) {
    callers.emplace_back([&, i] {
      ++ready;
      while (ready < threads) {
      }
      const uint64_t start = Now();
      for (uint64_t call = 0; call < calls; ++call) {
        scenario.instead != nullptr ? scenario.instead() : TheStub().Call(STUBHIP_hipGetDevice);
      }
      each[static_cast<size_t>(i)] =
          static_cast<double>(Now() - start) / static_cast<double>(calls);
    });
  }
  for (auto& caller : callers) caller.join();
  scenario.end();
  double sum = 0;
  for (const double one : each) sum += one;
  scenario.ns[threads - 1].push_back(sum / threads);
  const uint64_t made = scenario.records ? calls * static_cast<uint64_t>(threads) : 0;
  if (g_records + g_drops != made) {
    fprintf(stderr, "%s: %lu records and %lu drops of %lu\n", scenario.name,
            static_cast<unsigned long>(g_records), static_cast<unsigned long>(g_drops),
            static_cast<unsigned long>(made));
    exit(1);
  }
  scenario.made[threads - 1] += made;
  scenario.dropped[threads - 1] += g_drops;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int Main(int runs, uint64_t calls) {
  TheStub();
  CHECK(rocprofiler_force_configure([](uint32_t, const char*, uint32_t, rocprofiler_client_id_t*)
                                        -> rocprofiler_tool_configure_result_t* {
    static rocprofiler_tool_configure_result_t result = {
        sizeof(result),
        [](rocprofiler_client_finalize_t, void*) {
          g_lossless.Create(kSmall, kSmall / 2, ROCPROFILER_BUFFER_POLICY_LOSSLESS);
          g_lossless_large.Create(kLarge, kLarge / 2, ROCPROFILER_BUFFER_POLICY_LOSSLESS);
          g_discard.Create(kSmall, kSmall / 2, ROCPROFILER_BUFFER_POLICY_DISCARD);
          g_discard_large.Create(kLarge, kLarge / 2, ROCPROFILER_BUFFER_POLICY_DISCARD);
          g_every.Create(kSmall, 0, ROCPROFILER_BUFFER_POLICY_LOSSLESS);
          return 0;
        },
        nullptr, nullptr};
    return &result;
  }));
  const auto nothing = [] {};
  const auto close = [] { CHECK(roctracer_close_pool()); };
  std::vector<Scenario> scenarios = {
      {"a call, untraced", nothing, nothing, false},
      {"clock_gettime", nothing, nothing, false, [] { Now(); }},
      {"roctracer pool, 64 KiB", [] { OpenPool(kSmall); }, close, true},
      {"roctracer pool, 1 MiB", [] { OpenPool(kLarge); }, close, true},
      Buffer("LOSSLESS, 64 KiB", g_lossless, {2.0, 2.4}),
      Buffer("LOSSLESS, 1 MiB", g_lossless_large),
      Buffer("DISCARD, 64 KiB", g_discard),
      Buffer("DISCARD, 1 MiB", g_discard_large),
      Buffer("LOSSLESS, 64 KiB, watermark 0", g_every),
      {"a place reserved in a shared word", nothing, nothing, false, &Reserve},
  };
  std::mt19937 random(1);
  std::vector<std::pair<size_t, int>> order;
  for (size_t i = 0; i < scenarios.size(); ++i) {
    order.emplace_back(i, 1);
    order.emplace_back(i, 2);
  }
  for (int run = 0; run < runs; ++run) {
    std::shuffle(order.begin(), order.end(), random);
    for (const auto& [scenario, threads] : order) Run(scenarios[scenario], threads, calls);
  }
  printf("%-32s %8s %8s %8s %7s %5s %9s\n", "", "threads", "ns", "least", "clocks", "goal",
         "dropped");
  for (const Scenario& scenario : scenarios) {
    for (const int threads : {1, 2}) {
      const auto& ns = scenario.ns[threads - 1];
      const double own = scenario.records ? Median(scenarios[0].ns[threads - 1]) : 0;
      const double clock = Median(scenarios[1].ns[threads - 1]);
      const uint64_t made = std::max<uint64_t>(scenario.made[threads - 1], 1);
      printf(
          "%-32s %8d %8.1f %8.1f %7.2f %5.1f %8.2f%%\n", scenario.name, threads, Median(ns) - own,
          *std::min_element(ns.begin(), ns.end()) - own, (Median(ns) - own) / clock,
          scenario.goal[threads - 1],
          100.0 * static_cast<double>(scenario.dropped[threads - 1]) / static_cast<double>(made));
    }
  }
  return 0;
}

}  // namespace
}  // namespace rocjfr::benchmarks

int main(int argc, char** argv) {
  return rocjfr::benchmarks::Main(argc > 1 ? atoi(argv[1]) : 15,
                                  argc > 2 ? strtoull(argv[2], nullptr, 10) : 200000);
}
