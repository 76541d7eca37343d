// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What rings cost: resident memory and the time of a thread's first record, for so many threads
// that live at once. Each makes marks at a pace of its own beside a consumer, first a few and then
// many.
//   native/target/release/bin/ring_memory THREADS [MARKS]
// One number of threads in a process: rings are kept.
#include <time.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "consumer.h"
#include "rocjfr/rocjfr.h"

namespace {

uint64_t NowNs() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

long ResidentKib() {
  FILE* status = fopen("/proc/self/status", "r");
  char line[256];
  long kib = -1;
  while (status != nullptr && fgets(line, sizeof(line), status) != nullptr) {
    if (sscanf(line, "VmRSS: %ld", &kib) == 1) break;
  }
  if (status != nullptr) fclose(status);
  return kib;
}

// All threads do a step, and then the next one.
std::mutex g_mutex;
std::condition_variable g_changed;
int g_step = 0, g_done = 0;

void AwaitStep(int step) {
  std::unique_lock<std::mutex> lock(g_mutex);
  g_changed.wait(lock, [step] { return g_step >= step; });
}

void BeginStep(int step) {
  std::lock_guard<std::mutex> lock(g_mutex);
  g_done = 0;
  g_step = step;
  g_changed.notify_all();
}

std::condition_variable g_all_done;

void EndStep() {
  std::lock_guard<std::mutex> lock(g_mutex);
  ++g_done;
  g_all_done.notify_one();
}

void Thread(int marks, uint64_t* first_ns) {
  AwaitStep(1);
  const uint64_t begin_ns = NowNs();
  rocjfr_roctx_mark("first");
  *first_ns = NowNs() - begin_ns;
  EndStep();
  AwaitStep(2);
  for (int i = 0; i < marks; ++i) rocjfr_roctx_mark("one of many");
  EndStep();
  AwaitStep(3);
}

void DoStep(int step, int threads) {
  BeginStep(step);
  std::unique_lock<std::mutex> lock(g_mutex);
  g_all_done.wait(lock, [threads] { return g_done == threads; });
}

std::atomic<bool> g_ends{false};

void Consume() {
  rocjfr_this_thread_drains();
  while (!g_ends.load()) {
    rocjfr::benchmarks::TakeAll();
    rocjfr_wait(10);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 1;
  const int marks = argc > 2 ? atoi(argv[2]) : 1000;
  if (threads < 1 || marks < 0) {
    fprintf(stderr, "ring_memory THREADS [MARKS]\n");
    return 2;
  }
  rocjfr::benchmarks::Initialize();
  rocjfr_set_wanted(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX));
  std::thread consumer(&Consume);
  std::vector<uint64_t> first_ns(static_cast<size_t>(threads));
  std::vector<std::thread> all;
  for (auto& its : first_ns) all.emplace_back(&Thread, marks, &its);
  const long before_kib = ResidentKib();
  DoStep(1, threads);
  const long few_kib = ResidentKib();
  DoStep(2, threads);
  const long many_kib = ResidentKib();
  std::sort(first_ns.begin(), first_ns.end());
  printf("%d threads: %ld KiB with one record each, %ld KiB with %d more each\n", threads,
         few_kib - before_kib, many_kib - before_kib, marks);
  printf("first record: median %.1f us, largest %.1f us; lost %llu of %llu\n",
         static_cast<double>(first_ns[first_ns.size() / 2]) / 1000,
         static_cast<double>(first_ns.back()) / 1000,
         static_cast<unsigned long long>(rocjfr::benchmarks::Lost()),
         static_cast<unsigned long long>(threads) * (static_cast<unsigned long long>(marks) + 1));
  BeginStep(3);
  for (auto& thread : all) thread.join();
  g_ends.store(true);
  consumer.join();
  return 0;
}
