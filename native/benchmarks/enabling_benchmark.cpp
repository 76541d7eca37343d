// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What enabling and disabling a callback of roctracer costs, and beside it, in the same run, a
// hand-over to a thread that waits and back: on HIP 5.2 hooks are changed by another thread. A
// hand-over to another processor may cost ten times one within a processor, and the system places
// threads as it likes: so each is measured where it is told to be, and at the same places.
//
//   enabling_benchmark [RUNS] [TIMES]   runs (15) of so many (2000) of each, one after the other
#include <dirent.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "../tests/core/stub.h"
#include "base/event_count.h"
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
    asked_.Notify();
    thread_.join();
  }
  void HandOver() {
    const uint32_t seen = answered_.Count();
    asked_.Notify();
    while (answered_.Count() == seen) answered_.Wait(seen, 0);
  }

 private:
  void Run() {
    uint32_t seen = asked_.Count();
    started_.store(true);
    while (!done_.load()) {
      if (asked_.Count() == seen) {
        asked_.Wait(seen, 0);
        continue;
      }
      seen = asked_.Count();
      answered_.Notify();
    }
  }

  EventCount asked_, answered_;
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
  std::vector<double> us = {};

  double At(double part) {
    std::sort(us.begin(), us.end());
    return us[static_cast<size_t>(part * static_cast<double>(us.size() - 1) + 0.5)];
  }
};

// The first processors that this process may use: one or two.
std::vector<int> Processors() {
  cpu_set_t may;
  CPU_ZERO(&may);
  sched_getaffinity(0, sizeof(may), &may);
  std::vector<int> processors;
  for (int i = 0; i < CPU_SETSIZE && processors.size() < 2; ++i) {
    if (CPU_ISSET(i, &may)) processors.push_back(i);
  }
  return processors;
}

void Place(pid_t thread, int processor) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(processor, &only);
  if (sched_setaffinity(thread, sizeof(only), &only) == 0) return;
  perror("sched_setaffinity");
  exit(1);
}

// This thread, and all others: the helper is among them.
void PlaceAll(int own, int others) {
  DIR* threads = opendir("/proc/self/task");
  while (const dirent* entry = readdir(threads)) {
    const auto thread = static_cast<pid_t>(atoi(entry->d_name));
    if (thread > 0) Place(thread, thread == getpid() ? own : others);
  }
  closedir(threads);
}

// One after the other, so that what else runs on the machine falls on all.
void Measure(std::vector<Row> rows, int runs, int times) {
  for (int run = 0; run < runs; ++run) {
    for (size_t i = 0; i < rows.size(); ++i) {
      if (i == 2) Disable(STUBHIP_hipGetDevice);
      rows[i].us.push_back(Microseconds(times, rows[i].what));
      if (i == 2) Enable(STUBHIP_hipGetDevice);
    }
  }
  for (Row& row : rows) {
    printf("  %-38s median %7.1f  (%.1f to %.1f)  %.2f hand-overs\n", row.name, row.At(0.5),
           row.At(0), row.At(1), row.At(0.5) / rows[0].At(0.5));
  }
}

void Main(int runs, int times) {
  const test::Stub stub("register");
  Waiting waiting;
  waiting.Started();
  Enable(STUBHIP_hipGetDevice);  // the core, the helper
  bool enabled = false;
  const auto toggle = [&enabled] {
    enabled ? Disable(STUBHIP_hipMalloc) : Enable(STUBHIP_hipMalloc);
    enabled = !enabled;
  };
  const std::vector<Row> rows = {
      {"a hand-over and back", [&] { waiting.HandOver(); }},
      {"enable or disable one beside another", toggle},
      {"enable or disable the only one", toggle},
  };
  const std::vector<int> processors = Processors();
  printf("HIP 5.2's hook (stub), %d runs of %d, microseconds\n", runs, times);
  PlaceAll(processors[0], processors[0]);
  printf("both threads on one processor\n");
  Measure(rows, runs, times);
  if (processors.size() < 2) return;
  PlaceAll(processors[0], processors[1]);
  printf("each thread on its own\n");
  Measure(rows, runs, times);
}

}  // namespace
}  // namespace rocjfr::benchmarks

int main(int argc, char** argv) {
  rocjfr::benchmarks::Main(argc > 1 ? atoi(argv[1]) : 15, argc > 2 ? atoi(argv[2]) : 2000);
}
