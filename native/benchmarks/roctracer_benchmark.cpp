// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What roctracer and roctx add to a program, against a stub runtime that does nothing but call the
// hook, beside an LTTng-UST tracepoint where that is there (roctracer.sh starts its session).
//
//   roctracer_benchmark [RUNS [CALLS [TEXT]]]   15 runs of 400000 calls of the scenarios whose name
//                                               holds TEXT
//
// Each run of each scenario is one of 1 and 2 threads, in an order that changes from round to
// round. A figure is the wall time of one call as one thread sees it: the median of the runs and
// the least of them; "clocks" is the median without what the stub's own call or report takes, in
// calls of clock_gettime(CLOCK_MONOTONIC) that were timed in the same rounds. Pools have a consumer
// that reads every record.
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

#include "lttng.h"
#include "roctracer/roctracer.h"
#include "roctracer/roctracer_ext.h"
#include "roctracer/roctx.h"
#include "stub_program.h"

namespace rocjfr::benchmarks {
namespace {

using test::Stub;

#define CHECK(call)                                               \
  do {                                                            \
    if ((call) != ROCTRACER_STATUS_SUCCESS) {                     \
      fprintf(stderr, "%s: %s", #call, roctracer_error_string()); \
      exit(1);                                                    \
    }                                                             \
  } while (false)

std::atomic<uint64_t> g_records{0};
uint64_t g_sum = 0;
int g_consumer_sleeps_ms = 0;

void Read(const char* begin, const char* end, void*) {
  uint64_t sum = 0, records = 0;
  const auto* record = reinterpret_cast<const activity_record_t*>(begin);
  for (; reinterpret_cast<const char*>(record) < end; ++record, ++records) {
    sum += record->domain + record->op + record->kind + record->correlation_id + record->begin_ns +
           record->end_ns + record->queue_id + record->bytes;
  }
  g_sum += sum;
  g_records.fetch_add(records, std::memory_order_relaxed);
  if (g_consumer_sleeps_ms != 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(g_consumer_sleeps_ms));
  }
}

void Nothing(uint32_t, uint32_t, const void*, void*) {}

void OpenPool(size_t bytes, uint32_t mode = 0) {
  roctracer_properties_t properties = {};
  properties.mode = mode;
  properties.buffer_size = bytes;
  properties.buffer_callback_fun = &Read;
  CHECK(roctracer_open_pool(&properties));
}

struct Scenario {
  const char* name;
  std::array<double, 2> goal;  // in calls of clock_gettime, with 1 and 2 threads; 0: none
  std::function<void()> begin;
  std::function<void(uint64_t calls)> loop;
  std::function<void()> end;
  const char* without;                         // the scenario whose figure is subtracted
  uint64_t records_per_call;                   // that must have arrived
  uint64_t calls_divisor = 1;                  // slow scenarios make fewer calls
  std::array<std::vector<double>, 2> ns = {};  // of each run
};

void Call(uint64_t calls) {
  const Stub& stub = TheStub();
  for (uint64_t i = 0; i < calls; ++i) stub.Call(STUBHIP_hipGetDevice);
}

void Activity(size_t pool) {
  OpenPool(pool);
  CHECK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipGetDevice));
}

void Close() {
  CHECK(roctracer_close_pool());
}

void Work(uint32_t op, const stubhip_work_t& work, uint64_t calls) {
  const stubhip_command_t command = {op, 1, 1, nullptr};
  for (uint64_t i = 0; i < calls; ++i) TheStub().Complete(command, work);
}

// What the stub itself needs to report a record: to a hook that does nothing.
constexpr char kReported[] = "work reported, to an empty hook";

void SetHook(int (*hook)(uint32_t, uint32_t, void*)) {
  TheStub().Symbol<void (*)(int (*)(uint32_t, uint32_t, void*))>("hipRegisterTracerCallback")(hook);
}

Scenario Ops(const char* name, uint32_t op, const stubhip_work_t& work, double goal) {
  return {name,
          {goal, 0},
          [op] {
            OpenPool(64 << 10);
            CHECK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, op));
          },
          [op, work](uint64_t calls) { Work(op, work, calls); },
          &Close,
          kReported,
          1};
}

Scenario ApiActivity(const char* name, size_t pool, double one, double two) {
  return {name, {one, two}, [pool] { Activity(pool); }, &Call, &Close, "a call, untraced", 1};
}

std::vector<Scenario> Scenarios() {
  const auto none = [] {};
  const auto clock = [](uint64_t calls) {
    for (uint64_t i = 0; i < calls; ++i) Now();
  };
  std::vector<Scenario> all = {
      {"clock_gettime", {0, 0}, none, clock, none, nullptr, 0},
      {"a call, untraced", {0, 0}, none, &Call, none, nullptr, 0},
      {kReported,
       {0, 0},
       [] { SetHook([](uint32_t, uint32_t, void*) { return 0; }); },
       [](uint64_t calls) { Work(1, test::kCopyWork, calls); },
       [] { SetHook(nullptr); },
       nullptr,
       0},
      {"another operation enabled",
       {0, 0},
       [] {
         OpenPool(64 << 10);
         CHECK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
       },
       &Call,
       &Close,
       "a call, untraced",
       0},
      ApiActivity("HIP_API activity, 64 KiB pool", 64 << 10, 2.0, 2.2),
      ApiActivity("HIP_API activity, 4 KiB pool", 4 << 10, 0, 0),
      ApiActivity("HIP_API activity, 1 MiB pool", 1 << 20, 0, 0),
      {"HIP_API activity with an id, 64 KiB",
       {0, 0},
       [] { Activity(64 << 10); },
       [](uint64_t calls) {
         roctracer_activity_push_external_correlation_id(42);
         Call(calls);
         roctracer_activity_pop_external_correlation_id(nullptr);
       },
       &Close,
       "a call, untraced",
       2},
      {"the same, consumer sleeps 2 ms",
       {0, 0},
       [] {
         g_consumer_sleeps_ms = 2;
         Activity(64 << 10);
       },
       &Call,
       [] {
         Close();
         g_consumer_sleeps_ms = 0;
       },
       "a call, untraced",
       1,
       8},
      // AMD's takes 2.3: the goal is 0.8 of that.
      {"empty API callback",
       {1.8, 0},
       [] {
         CHECK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipGetDevice, &Nothing,
                                            nullptr));
       },
       &Call,
       [] { CHECK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HIP_API)); },
       "a call, untraced",
       0},
      Ops("HIP_OPS copy, 64 KiB", 1, test::kCopyWork, 0.7),
      Ops("HIP_OPS dispatch, 64 KiB", 0, test::kKernelWork, 0.9),
      // AMD's is a clock_gettime.
      {"roctracer_get_timestamp",
       {1.0, 0},
       none,
       [](uint64_t calls) {
         roctracer_timestamp_t now = 0;
         for (uint64_t i = 0; i < calls; ++i) CHECK(roctracer_get_timestamp(&now));
       },
       none,
       nullptr,
       0},
      {"external id push + pop",
       {0, 0},
       none,
       [](uint64_t calls) {
         for (uint64_t i = 0; i < calls; ++i) {
           roctracer_activity_push_external_correlation_id(i);
           roctracer_activity_pop_external_correlation_id(nullptr);
         }
       },
       none,
       nullptr,
       0},
      {"roctx push + pop, off",
       {0, 0},
       none,
       [](uint64_t calls) {
         for (uint64_t i = 0; i < calls; ++i) {
           roctxRangePush("a phase of the program");
           roctxRangePop();
         }
       },
       none,
       nullptr,
       0}};
  Scenario roctx = all.back();
  roctx.name = "roctx push + pop, callback";
  roctx.goal[0] = 0.7;
  roctx.begin = [] {
    CHECK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, &Nothing, nullptr));
  };
  roctx.end = [] { CHECK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_ROCTX)); };
  all.push_back(roctx);
  if (LttngTraces()) {
    all.push_back({"LTTng-UST tracepoint, three u64", {0, 0}, none, &LttngLoop, none, nullptr, 0});
  }
  return all;
}

// Starts `threads` threads at once; the mean of what a call took each of them.
double Run(Scenario& scenario, int threads, uint64_t calls) {
  const uint64_t each = calls / scenario.calls_divisor;
  scenario.begin();
  g_records.store(0);
  std::atomic<int> ready{0};
  std::vector<double> took(static_cast<size_t>(threads));
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) {
    running.emplace_back([&, i] {
      scenario.loop(1000);  // what a thread's first call costs is not looked at
      ready.fetch_add(1);
      while (ready.load() < threads) {
      }
      const uint64_t start = Now();
      scenario.loop(each);
      took[static_cast<size_t>(i)] = static_cast<double>(Now() - start) / static_cast<double>(each);
    });
  }
  for (auto& thread : running) thread.join();
  scenario.end();
  const uint64_t expected =
      scenario.records_per_call * (each + 1000) * static_cast<uint64_t>(threads);
  if (g_records.load() != expected) {
    fprintf(stderr, "%s: %zu records arrived, not %zu\n", scenario.name,
            static_cast<size_t>(g_records.load()), static_cast<size_t>(expected));
    exit(1);
  }
  double sum = 0;
  for (const double one : took) sum += one;
  return sum / threads;
}

double Quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

const Scenario& Find(const std::vector<Scenario>& all, const std::string& name) {
  for (const Scenario& one : all) {
    if (one.name == name) return one;
  }
  abort();
}

void Report(const std::vector<Scenario>& all) {
  printf("%-37s %8s %9s %9s %8s %6s\n", "", "threads", "median ns", "least ns", "clocks", "goal");
  for (const Scenario& one : all) {
    for (int t = 0; t < 2; ++t) {
      const double median = Quantile(one.ns[t], 0.5);
      const double clock = Quantile(Find(all, "clock_gettime").ns[t], 0.5);
      const double base = one.without == nullptr ? 0 : Quantile(Find(all, one.without).ns[t], 0.5);
      printf("%-37s %8d %9.1f %9.1f %8.2f ", t == 0 ? one.name : "", t + 1, median,
             Quantile(one.ns[t], 0), (median - base) / clock);
      if (one.goal[t] != 0) printf("%6.1f", one.goal[t]);
      printf("\n");
    }
  }
  const auto activity = std::find_if(all.begin(), all.end(), [](const Scenario& one) {
    return std::string(one.name) == "HIP_API activity, 64 KiB pool";
  });
  if (activity == all.end()) return;
  printf("two producers: %.2f times the throughput of one (goal 1.7)\n",
         2 * Quantile(activity->ns[0], 0.5) / Quantile(activity->ns[1], 0.5));
}

// Of each call by itself, the two readings of the clock included.
void Latencies(int threads, uint64_t calls) {
  Activity(64 << 10);
  std::vector<std::vector<double>> took(static_cast<size_t>(threads));
  std::vector<std::thread> running;
  for (auto& mine : took) {
    mine.resize(calls);
    running.emplace_back([&mine] {
      for (double& one : mine) {
        const uint64_t start = Now();
        TheStub().Call(STUBHIP_hipGetDevice);
        one = static_cast<double>(Now() - start);
      }
    });
  }
  for (auto& thread : running) thread.join();
  Close();
  std::vector<double> all;
  for (const auto& mine : took) all.insert(all.end(), mine.begin(), mine.end());
  printf("latency of a call, 64 KiB pool, %d thread%s: p50 %.0f ns, p99 %.0f ns, p99.9 %.0f ns\n",
         threads, threads == 1 ? "" : "s", Quantile(all, 0.5), Quantile(all, 0.99),
         Quantile(all, 0.999));
}

void Main(int runs, uint64_t calls, const std::string& text) {
  TheStub();
  std::vector<Scenario> all = Scenarios();
  all.erase(std::remove_if(all.begin() + 3, all.end(),
                           [&](const Scenario& one) {
                             return std::string(one.name).find(text) == std::string::npos;
                           }),
            all.end());
  std::mt19937 random(20260101);
  std::vector<std::pair<size_t, int>> order;
  for (size_t i = 0; i < all.size(); ++i) {
    for (int t = 0; t < 2; ++t) order.emplace_back(i, t);
  }
  for (int run = 0; run < runs; ++run) {
    std::shuffle(order.begin(), order.end(), random);
    for (const auto& [i, t] : order) all[i].ns[t].push_back(Run(all[i], t + 1, calls));
  }
  printf("%d runs of %zu calls by each thread\n", runs, static_cast<size_t>(calls));
  Report(all);
  if (text.empty()) {
    for (const int threads : {1, 2}) Latencies(threads, calls);
  }
  if (g_sum == 0) printf("no record was read\n");
}

}  // namespace
}  // namespace rocjfr::benchmarks

int main(int argc, char** argv) {
  rocjfr::benchmarks::Main(argc > 1 ? atoi(argv[1]) : 15,
                           argc > 2 ? strtoull(argv[2], nullptr, 10) : 400000,
                           argc > 3 ? argv[3] : "");
}
