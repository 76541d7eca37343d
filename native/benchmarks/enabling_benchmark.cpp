// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What enabling and disabling a callback of roctracer costs, and beside it, in the same run, a
// hand-over to a thread that waits and back: on HIP 5.2 hooks are changed by another thread.
//
//   enabling_benchmark [RUNS] [TIMES]   runs (15) of so many (2000) of each, one after the other
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "../tests/core/stub.h"
#include "base/switch.h"
#include "roctracer/roctracer.h"

namespace rocjfr::benchmarks {
namespace {

void Count(uint32_t, uint32_t, const void*, void*) {}

void Check(roctracer_status_t status) {
  if (status == ROCTRACER_STATUS_SUCCESS) return;
  fprintf(stderr, "%s\n", roctracer_error_string());
  exit(1);
}

void Enable(uint32_t op) {
  Check(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, op, &Count, nullptr));
}
void Disable(uint32_t op) {
  Check(roctracer_disable_op_callback(ACTIVITY_DOMAIN_HIP_API, op));
}

// A thread that answers.
class Waiting {
 public:
  Waiting() : thread_([this] { Run(); }) {}
  ~Waiting() {
    done_.store(true);
    asked_.Flip();
    thread_.join();
  }
  void HandOver() {
    const uint32_t position = answered_.Position();
    asked_.Flip();
    while (answered_.Position() == position) answered_.Wait(position, 0);
  }

 private:
  void Run() {
    uint32_t position = asked_.Position();
    started_.store(true);
    while (!done_.load()) {
      if (asked_.Position() == position) {
        asked_.Wait(position, 0);
        continue;
      }
      position = asked_.Position();
      answered_.Flip();
    }
  }

  Switch asked_, answered_;
  std::atomic<bool> done_{false}, started_{false};
  std::thread thread_;

 public:
  void Started() const {
    while (!started_.load()) std::this_thread::yield();
  }
};

double Microseconds(int times, const std::function<void()>& what) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i) what();
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
  return took.count() / times;
}

struct Row {
  const char* name;
  std::function<void()> what;
  std::vector<double> us;

  double At(double part) {
    std::sort(us.begin(), us.end());
    return us[static_cast<size_t>(part * static_cast<double>(us.size() - 1) + 0.5)];
  }
};

void Main(int runs, int times) {
  const test::Stub stub("register");
  Waiting waiting;
  waiting.Started();
  Enable(STUBHIP_hipGetDevice);  // the core, the helper
  bool enabled = false;
  const auto toggle = [&enabled](uint32_t op) {
    enabled ? Disable(op) : Enable(op);
    enabled = !enabled;
  };
  std::vector<Row> rows;
  rows.push_back({"a hand-over and back", [&] { waiting.HandOver(); }, {}});
  rows.push_back({"enable or disable one beside another", [&] { toggle(STUBHIP_hipMalloc); }, {}});
  rows.push_back({"enable or disable the only one", [&] { toggle(STUBHIP_hipMalloc); }, {}});
  for (int run = 0; run < runs; ++run) {
    for (size_t i = 0; i < rows.size(); ++i) {
      if (i == 2) Disable(STUBHIP_hipGetDevice);
      rows[i].us.push_back(Microseconds(times, rows[i].what));
      if (i == 2) Enable(STUBHIP_hipGetDevice);
    }
  }
  printf("HIP 5.2's hook (stub), %d runs of %d, microseconds\n", runs, times);
  for (Row& row : rows) {
    printf("%-38s median %7.1f  (%.1f to %.1f)  %.2f hand-overs\n", row.name, row.At(0.5),
           row.At(0), row.At(1), row.At(0.5) / rows[0].At(0.5));
  }
}

}  // namespace
}  // namespace rocjfr::benchmarks

int main(int argc, char** argv) {
  rocjfr::benchmarks::Main(argc > 1 ? atoi(argv[1]) : 15, argc > 2 ? atoi(argv[2]) : 2000);
}
