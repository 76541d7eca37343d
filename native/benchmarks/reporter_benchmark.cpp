// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the reporter (core/hook/reporter.h) costs a program on a real HIP runtime: the same loops
// with and without it, in turns, within one process.
//
//   LD_LIBRARY_PATH=.../lib/softgpu reporter_benchmark [ROUNDS]     11 rounds
//
// Of each loop: the median time of one iteration without and with it, and the median of the rounds'
// ratios with the quartiles. Of the worst launch beside a kernel of 4 s: the median of the rounds,
// and the largest of them. Last, how late a kernel that has ended is reported.
#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "consumer.h"
#include "hip.h"
#include "softgpu.h"

namespace rocjfr::benchmarks {
namespace {

using test::Hip;

constexpr size_t kBytes = 4096;

double NowUs() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) / 1e3;
}

double Quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

// Takes the records every 5 ms.
class Consumer {
 public:
  Consumer()
      : thread_([this] {
          while (!ends_.load()) {
            TakeAll();
            usleep(5000);
          }
        }) {}
  ~Consumer() {
    ends_.store(true);
    thread_.join();
  }

 private:
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

class Program {
 public:
  Program() {
    hip_.Do("hipInit", 0u);
    empty_ = hip_.Compile("extern \"C\" __global__ void empty() {}\n", "empty");
    spin_ = hip_.Compile("extern \"C\" __global__ void spin(unsigned us) {}\n", "spin");
    device_ = hip_.Malloc(kBytes);
    hip_.Do("hipStreamCreateWithFlags", &stream_, 1u);
    hip_.Do("hipStreamCreateWithFlags", &other_, 1u);
    for (void** event : {&begin_, &end_}) hip_.Do("hipEventCreate", event);
    Spin(1, stream_);
    Empty(nullptr);
    Finish();
  }
  void Finish() const {
    hip_.Do("hipDeviceSynchronize");
    rocjfr_quiesce(2000, 50);
  }

  double Launches(int times) const {
    const double start = NowUs();
    for (int i = 0; i < times; ++i) Empty(stream_);
    return (NowUs() - start) / times;
  }
  double Events(int times) const {
    const double start = NowUs();
    for (int i = 0; i < times; ++i) {
      Empty(stream_);
      Wait(stream_);
    }
    return (NowUs() - start) / times;
  }
  double Copies(int times) const {
    const double start = NowUs();
    for (int i = 0; i < times; ++i) {
      hip_.Do("hipMemcpy", static_cast<void*>(host_), static_cast<const void*>(device_), kBytes,
              int{Hip::kDeviceToHost});
    }
    return (NowUs() - start) / times;
  }
  double Kernels(int times) const {
    const double start = NowUs();
    for (int i = 0; i < times; ++i) {
      Spin(200, stream_);
      Wait(stream_);
    }
    return (NowUs() - start) / times;
  }
  // A stream that is never idle: time for a kernel of 500 us.
  double Saturated(int times) const {
    const double start = NowUs();
    for (int i = 0; i < times; ++i) Spin(500, stream_);
    Wait(stream_);
    return (NowUs() - start) / times;
  }
  // By the program's own events, in such a stream.
  double Elapsed(int times) const {
    for (int i = 0; i < times / 2; ++i) Spin(500, stream_);
    hip_.Do("hipEventRecord", begin_, stream_);
    Spin(500, stream_);
    hip_.Do("hipEventRecord", end_, stream_);
    for (int i = 0; i < times / 2; ++i) Spin(500, stream_);
    Wait(stream_);
    float ms = 0;
    hip_.Do("hipEventElapsedTime", &ms, begin_, end_);
    return static_cast<double>(ms) * 1000;
  }
  double WorstBesideKernel() const {
    Spin(4'000'000, stream_);
    double worst = 0;
    const double start = NowUs();
    while (NowUs() - start < 3.5e6) {
      for (const Hip::Stream stream : {stream_, other_}) {
        const double before = NowUs();
        Empty(stream);
        worst = std::max(worst, NowUs() - before);
      }
      usleep(10'000);  // so that the queue never gets full: then a launch waits
    }
    Finish();
    return worst;
  }
  // How long a kernel that has ended is not reported, where nobody asks for anything.
  double ReportedAfter() const {
    Empty(stream_);
    Wait(stream_);
    const double start = NowUs();
    while (rocjfr_in_flight() != 0) usleep(100);
    return NowUs() - start;
  }

 private:
  void Empty(Hip::Stream stream) const { hip_.Launch(empty_, 1, 64, 0, stream, nullptr); }
  void Spin(unsigned us, Hip::Stream stream) const {
    void* arguments[] = {&us};
    hip_.Launch(spin_, 1, 64, 0, stream, arguments);
  }
  void Wait(Hip::Stream stream) const {
    hip_.Do("hipEventRecord", end_, stream);
    hip_.Do("hipEventSynchronize", end_);
  }

  Hip hip_;
  void *empty_ = nullptr, *spin_ = nullptr, *device_ = nullptr;
  void *begin_ = nullptr, *end_ = nullptr;
  Hip::Stream stream_ = nullptr, other_ = nullptr;
  mutable char host_[kBytes];
};

uint64_t Barriers() {
  void* library = dlopen("libhsa-runtime64.so.1", RTLD_NOW | RTLD_NOLOAD);
  const auto ask =
      library == nullptr
          ? nullptr
          : reinterpret_cast<int (*)(softgpu_stats_t*)>(dlsym(library, "softgpu_stats"));
  softgpu_stats_t stats = {};
  stats.size = sizeof(stats);
  if (ask != nullptr) ask(&stats);
  return stats.barriers;
}

struct Ways {
  std::vector<double> us[2];  // without, with
  uint64_t barriers[2] = {};
  double seconds[2] = {};

  void Run(const Program& program, bool with, const std::function<double()>& loop) {
    rocjfr_hold_reports(with ? 0 : 1);
    const uint64_t before = Barriers();
    const double start = NowUs();
    us[with ? 1 : 0].push_back(loop());
    seconds[with ? 1 : 0] += (NowUs() - start) / 1e6;
    barriers[with ? 1 : 0] += Barriers() - before;
    rocjfr_hold_reports(0);
    program.Finish();
  }
  void Print(const char* name) const {
    std::vector<double> ratios;
    for (size_t i = 0; i < us[0].size(); ++i) ratios.push_back(us[1][i] / us[0][i]);
    printf("%-26s%10.2f%10.2f   %5.3f (%5.3f to %5.3f)%10.0f%8.0f\n", name, Quantile(us[0], 0.5),
           Quantile(us[1], 0.5), Quantile(ratios, 0.5), Quantile(ratios, 0.25),
           Quantile(ratios, 0.75), static_cast<double>(barriers[0]) / seconds[0],
           static_cast<double>(barriers[1]) / seconds[1]);
  }
};

int Main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 11;
  Initialize();
  rocjfr_set_wanted(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) |
                    ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS));
  const Program program;
  rocjfr_poll();
  const Consumer consumer;
  program.Finish();
  struct Loop {
    const char* name;
    std::function<double()> run;
  };
  const Loop loops[] = {
      {"launch", [&] { return program.Launches(20000); }},
      {"launch, event", [&] { return program.Events(10000); }},
      {"blocking copy of 4 KiB", [&] { return program.Copies(5000); }},
      {"kernel of 200 us, event", [&] { return program.Kernels(1500); }},
      {"kernel, saturated stream", [&] { return program.Saturated(1000); }},
      {"hipEventElapsedTime", [&] { return program.Elapsed(1000); }},
  };
  printf("%-26s%10s%10s   %s%10s\n", "us, medians of rounds", "without", "with",
         "ratio (quartiles)       barriers/s", "with");
  for (const Loop& loop : loops) {
    Ways ways;
    for (int i = 0; i < 2 * rounds; ++i) {
      // In turns, each first in half of the rounds.
      ways.Run(program, (i % 4 == 1) || (i % 4 == 2), loop.run);
    }
    ways.Print(loop.name);
    fflush(stdout);
  }
  Ways worst;
  for (int i = 0; i < rounds; ++i) {
    for (const bool with : {false, true}) {
      worst.Run(program, with, [&] { return program.WorstBesideKernel(); });
    }
  }
  for (const double q : {0.5, 1.0}) {
    printf("%-26s%10.0f%10.0f   (%s of %d)\n", "worst launch beside 4 s", Quantile(worst.us[0], q),
           Quantile(worst.us[1], q), q < 1 ? "median" : "largest", rounds);
  }
  std::vector<double> late;
  for (int i = 0; i < 10 * rounds; ++i) late.push_back(program.ReportedAfter());
  printf("%-36s%10.0f   (median of %d; largest %.0f)\n", "reported after its end",
         Quantile(late, 0.5), 10 * rounds, Quantile(late, 1));
  if (Lost() != 0) printf("%lu records were lost: rings were full\n", Lost());
  return 0;
}

}  // namespace
}  // namespace rocjfr::benchmarks

int main(int argc, char** argv) {
  return rocjfr::benchmarks::Main(argc, argv);
}
