// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What recording adds to a program that launches kernels, on a real HIP runtime, beside HIP's own
// floor: what the runtime's hook costs with somebody who does nothing. launch_floor.sh runs it on
// all runtimes.
//
//   launch_floor [ROUNDS [LAUNCHES [WAY]]]     9 rounds of 20000 launches, all ways or that one (0
//   to
//                                              6), to be looked at by a profiler
//
// One thread launches, on the first processor, and waits for its stream after each 64; records are
// taken every millisecond by a thread on the last processor (what Java makes of them is not in
// this). In each round each way is run once, in an order of its own. A figure is the wall time of
// one launch and what of the processor's the launching thread takes for it, the medians of the
// rounds, of the former with half the distance between the quartiles; "over floor" is the median of
// the rounds' own ratios.
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "consumer.h"
#include "hip.h"
#include "rocjfr/client.h"

namespace rocjfr::benchmarks {
namespace {

using test::Hip;

enum : uint32_t { kCalls = 1, kWork = 2 };

uint64_t Now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

uint64_t ProcessorNs() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

void Pin(unsigned cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
}

// --- a hook that answers yes and does nothing
// -----------------------------------------------------

std::atomic<uint32_t> g_wants{0};
uint32_t g_frame_bytes = 0;
std::atomic<uint64_t> g_reported{0};

int OnRuntime(uint32_t domain, uint32_t, void* data) {
  static thread_local uint64_t id = 0;
  const uint32_t wants = g_wants.load(std::memory_order_relaxed);
  if (domain == ROCJFR_DOMAIN_HIP_API) {
    if ((wants & kCalls) == 0) return -1;
    ++id;
    memcpy(data, &id, sizeof(id));
    memset(static_cast<char*>(data) + g_frame_bytes + 16, 0, 16);  // neither phase is told
    return 0;
  }
  if (domain != ROCJFR_DOMAIN_HIP_OPS || (wants & kWork) == 0) return -1;
  if (data > reinterpret_cast<void*>(1)) g_reported.fetch_add(1, std::memory_order_relaxed);
  return 0;
}

void* OnActivity(uint32_t, void*, const void*, void* at_exit) {
  alignas(16) static thread_local char frame[4096];
  return at_exit == nullptr ? frame : nullptr;
}
void OnApi(uint32_t, uint32_t, const void*, void*) {}
void OnRecordId(uint64_t) {}
bool OnOp(uint32_t, void*, void*) {
  g_reported.fetch_add(1, std::memory_order_relaxed);
  return true;
}

bool OfHip52(const Hip& hip) {
  return dlsym(hip.library(), "hipRegisterTracerCallback") == nullptr;
}

void SetEmptyHook(const Hip& hip, uint32_t wants) {
  g_wants.store(wants);
  if (!OfHip52(hip)) {
    hip.Function<void (*)(int (*)(uint32_t, uint32_t, void*))>("hipRegisterTracerCallback")(
        wants == 0 ? nullptr : &OnRuntime);
    return;
  }
  hip.Function<void (*)(void*, void*, void*)>("hipInitActivityCallback")(
      reinterpret_cast<void*>(&OnRecordId), reinterpret_cast<void*>(&OnOp), nullptr);
  for (uint32_t op = 0; op <= ROCJFR_OP_BARRIER; ++op) {
    hip("hipEnableActivityCallback", op, (wants & kWork) != 0);
  }
  for (uint32_t id = 1; id <= rocjfr_api_last(); ++id) {
    if (rocjfr_api_name(id) == nullptr) continue;
    if ((wants & kCalls) != 0) {
      hip("hipRegisterApiCallback", id, reinterpret_cast<void*>(&OnApi), nullptr);
      hip("hipRegisterActivityCallback", id, reinterpret_cast<void*>(&OnActivity), nullptr);
    } else {
      hip("hipRemoveActivityCallback", id);
      hip("hipRemoveApiCallback", id);
    }
  }
}

// --- the ways
// ---------------------------------------------------------------------------------------

struct Way {
  const char* name;
  bool recorded;
  uint32_t wants;
  int floor;  // the way that it is compared with
  std::vector<double> ns = {}, processor_ns = {};
};

uint32_t Domains(uint32_t wants) {
  return ((wants & kCalls) != 0 ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) : 0) |
         ((wants & kWork) != 0 ? ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS) : 0);
}

double Quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

class Loop {
 public:
  Loop(const Hip& hip, unsigned spin_us) : hip_(hip), spin_us_(spin_us) {
    function_ = spin_us == 0
                    ? hip.Compile("extern \"C\" __global__ void empty() {}\n", "empty")
                    : hip.Compile("extern \"C\" __global__ void spin(unsigned us) {}\n", "spin");
    stream_ = hip.NewStream();
  }

  void Run(Way& way, uint64_t launches) {
    if (way.recorded) {
      rocjfr_set_wanted(Domains(way.wants));
    } else if (way.wants != 0) {
      SetEmptyHook(hip_, way.wants);
    }
    Launch(100);
    const uint64_t lost = Lost();
    const uint64_t start = Now(), processor = ProcessorNs();
    Launch(launches);
    const auto each = [=](uint64_t ns) {
      return static_cast<double>(ns) / static_cast<double>(launches);
    };
    way.processor_ns.push_back(each(ProcessorNs() - processor));
    way.ns.push_back(each(Now() - start));
    if (way.recorded) {
      rocjfr_quiesce(1000, 200);
      if (Lost() != lost) fprintf(stderr, "%s: %lu records were lost\n", way.name, Lost() - lost);
      rocjfr_set_wanted(0);
    } else if (way.wants != 0) {
      SetEmptyHook(hip_, 0);
    }
    usleep(20000);  // what is reported late
  }

 private:
  void Launch(uint64_t launches) {
    unsigned us = spin_us_;
    void* arguments[] = {&us};
    for (uint64_t i = 0; i < launches; ++i) {
      hip_.Launch(function_, 1, 64, 0, stream_, arguments);
      if (i % 64 == 63) hip_.Do("hipStreamSynchronize", stream_);
    }
    hip_.Do("hipStreamSynchronize", stream_);
  }

  const Hip& hip_;
  const unsigned spin_us_;
  void* function_ = nullptr;
  Hip::Stream stream_ = nullptr;
};

double OverFloor(const std::vector<double>& ns, const std::vector<double>& floor) {
  std::vector<double> ratios;
  for (size_t i = 0; i < ns.size(); ++i) ratios.push_back(ns[i] / floor[i]);
  return (Quantile(ratios, 0.5) - 1) * 100;
}

void Measure(const Hip& hip, const char* title, unsigned spin_us, int rounds, uint64_t launches,
             int only) {
  Loop loop(hip, spin_us);
  std::vector<Way> ways = {
      {"no hook", false, 0, -1},
      {"an empty hook: calls", false, kCalls, 0},
      {"               work", false, kWork, 0},
      {"               both", false, kCalls | kWork, 0},
      {"recorded: calls", true, kCalls, 1},
      {"          work", true, kWork, 2},
      {"          both", true, kCalls | kWork, 3},
  };
  std::mt19937 random(1);
  std::vector<size_t> order;
  for (size_t i = 0; i < ways.size(); ++i) {
    if (only < 0 || static_cast<size_t>(only) == i) order.push_back(i);
  }
  for (int round = 0; round < rounds; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    for (const size_t i : order) loop.Run(ways[i], launches);
  }
  printf("%s, %d rounds of %lu\n%-24s %9s %7s %12s %13s %12s\n", title, rounds, launches, "",
         "us each", "+-", "over floor", "processor us", "over floor");
  for (const Way& way : ways) {
    if (way.ns.empty()) continue;
    const Way* floor = way.floor < 0 ? nullptr : &ways[static_cast<size_t>(way.floor)];
    const bool compared = floor != nullptr && !floor->ns.empty();
    printf("%-24s %9.2f %7.2f", way.name, Quantile(way.ns, 0.5) / 1e3,
           (Quantile(way.ns, 0.75) - Quantile(way.ns, 0.25)) / 2e3);
    compared ? printf(" %10.1f %%", OverFloor(way.ns, floor->ns)) : printf(" %12s", "");
    printf(" %13.2f", Quantile(way.processor_ns, 0.5) / 1e3);
    if (compared) printf(" %10.1f %%", OverFloor(way.processor_ns, floor->processor_ns));
    printf("\n");
  }
}

int Main(int rounds, uint64_t launches, int only) {
  Initialize();
  const Hip hip;
  // The runtime's threads begin here, on any processor. The first traced call measures the frame.
  rocjfr_set_wanted(Domains(kCalls));
  hip.Do("hipInit", 0u);
  void* memory = hip.Malloc(64);
  hip.Do("hipFree", memory);
  rocjfr_set_wanted(0);
  g_frame_bytes = rocjfr_api_data_bytes();
  if (g_frame_bytes == 0 && !OfHip52(hip)) {
    fprintf(stderr, "launch_floor: the frame of this runtime could not be measured\n");
    return 1;
  }
  const auto last = static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN)) - 1;
  std::atomic<bool> ended{false};
  std::thread consumer([&] {
    Pin(last);
    while (!ended.load()) {
      TakeAll();
      usleep(1000);
    }
  });
  Pin(0);
  printf("HIP %d\n", hip.Version());
  Measure(hip, "launches of an empty kernel", 0, rounds, launches, only);
  Measure(hip, "launches of a kernel of 100 us", 100, rounds, std::max<uint64_t>(launches / 50, 64),
          only);
  ended.store(true);
  consumer.join();
  fflush(stdout);
  _exit(0);  // the runtime's own end is not what is measured
}

}  // namespace
}  // namespace rocjfr::benchmarks

int main(int argc, char** argv) {
  return rocjfr::benchmarks::Main(argc > 1 ? atoi(argv[1]) : 9,
                                  argc > 2 ? strtoull(argv[2], nullptr, 10) : 20000,
                                  argc > 3 ? atoi(argv[3]) : -1);
}
