// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the process's own life does to the device: idleness, exit, fork, signals of the host.

#include <dirent.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "../forked_child.h"
#include "hsa_fixture.h"

extern "C" __attribute__((visibility("default"))) void softgpu_long_kernel(
    const softgpu_launch_t*) {
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
}

extern "C" __attribute__((visibility("default"))) void softgpu_endless_kernel(
    const softgpu_launch_t*) {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

namespace rocjfr::softgpu::test {
namespace {

// How often threads of this process went to sleep.
long sleeps() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nvcsw;
}

long threads() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word && word != "Threads:") {
  }
  long count = 0;
  status >> count;
  return count;
}

/// All kinds of device threads, asleep: queues that ran something, queues that wait at a barrier, a
/// copy that waits, a handler that waits, a thread that waits.
CHILD(idle) {
  hsa_init();
  Devices devices = find_devices();
  hsa_agent_t gpu = devices.gpus[0];
  static auto* never = new ScopedSignal(1);
  for (int i = 0; i < 200; ++i) {
    auto* queue = new ScopedQueue(gpu);
    ScopedSignal done(1);
    queue->barrier_and({}, done.signal);
    if (!done.wait_zero()) return 1;
    if (i % 4 == 0) queue->barrier_and({never->signal}, {0});
  }
  static char from[64];
  static char to[64];
  if (hsa_amd_memory_async_copy(to, gpu, from, devices.cpu, 64, 1, &never->signal, {0})) return 2;
  if (hsa_amd_signal_async_handler(
          never->signal, HSA_SIGNAL_CONDITION_EQ, 0,
          [](hsa_signal_value_t, void*) { return false; }, nullptr)) {
    return 3;
  }
  std::thread([] { never->wait_zero(); }).detach();
  // Until all have gone to sleep: on a busy machine that takes a while.
  long before_that = 0;
  do {
    before_that = sleeps();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  } while (sleeps() - before_that > threads());
  auto begin = std::chrono::steady_clock::now();
  long before = sleeps();
  std::this_thread::sleep_for(std::chrono::seconds(2));
  long slept = sleeps() - before;
  std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  std::printf("%ld %ld %.3f\n", slept, threads(), passed.count());
  std::fflush(stdout);
  _exit(0);
}

TEST(LifecycleTest, IdleDeviceCostsNothing) {
  ChildResult result = run_child("idle");
  ASSERT_EQ(0, result.status) << result.output;
  long slept = 0;
  long count = 0;
  double seconds = 0;
  ASSERT_EQ(3, sscanf(result.output.c_str(), "%ld %ld %lf", &slept, &count, &seconds));
  std::printf("an idle device with 200 queues: %ld threads slept %ld times in %.1f s\n", count,
              slept, seconds);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr double kOthers = 200;  // the sanitizers have threads of their own
#else
  constexpr double kOthers = 10;
#endif
  EXPECT_LE(slept, static_cast<double>(count) * (seconds + 1) + kOthers * seconds)
      << "each looks around once a second";
}

/// As the HIP runtime does at exit: waits for what is in flight, destroys its queues.
struct AtExit {
  std::unique_ptr<ScopedQueue> queue;
  std::unique_ptr<ScopedSignal> done;
  ~AtExit() {
    if (done == nullptr) return;
    hsa_signal_wait_scacquire(done->signal, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX,
                              HSA_WAIT_STATE_BLOCKED);
    queue.reset();
    std::printf("destroyed, the signal is %lld\n", static_cast<long long>(done->value()));
  }
};
AtExit g_at_exit;

// Volatile, so that the pointer stays, and with it the executable, for LeakSanitizer to see.
ScopedExecutable* volatile g_executable;

uint64_t kernel_object(const char* name) {
  hsa_init();
  auto* executable =
      new ScopedExecutable(find_devices().gpus[0], CodeObjectBuilder().kernel(name, 0).build());
  g_executable = executable;
  return executable->kernel(name);
}

void start_for_exit() {
  g_at_exit.queue = std::make_unique<ScopedQueue>(find_devices().gpus[0]);
  g_at_exit.done = std::make_unique<ScopedSignal>(1);
}

CHILD(exit_while_held) {
  uint64_t kernel = kernel_object("long_kernel");
  softgpu_hold();
  start_for_exit();
  g_at_exit.queue->dispatch(kernel, nullptr, g_at_exit.done->signal);
  return 0;
}

CHILD(exit_while_running) {
  uint64_t kernel = kernel_object("long_kernel");
  start_for_exit();
  g_at_exit.queue->dispatch(kernel, nullptr, g_at_exit.done->signal);
  return 0;
}

CHILD(exit_while_endless) {
  uint64_t kernel = kernel_object("endless_kernel");
  start_for_exit();
  g_at_exit.queue->dispatch(kernel, nullptr, g_at_exit.done->signal);
  return 0;
}

CHILD(exit_while_blocked) {
  hsa_init();
  start_for_exit();
  static auto* never = new ScopedSignal(1);
  g_at_exit.queue->barrier_and({never->signal}, g_at_exit.done->signal);
  return 0;
}

CHILD(exit_while_others_wait) {
  hsa_init();
  static auto* never = new ScopedSignal(1);
  for (int i = 0; i < 4; ++i) {
    std::thread([] {
      hsa_signal_wait_scacquire(never->signal, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX,
                                HSA_WAIT_STATE_BLOCKED);
    }).detach();
  }
  static auto* queue = new ScopedQueue(find_devices().gpus[0]);
  queue->barrier_and({never->signal}, {0});
  return 0;
}

TEST(LifecycleTest, ExitWithWorkInFlightNeverHangs) {
  struct Case {
    const char* child;
    bool destroys;
  };
  for (Case c : {Case{"exit_while_held", true}, Case{"exit_while_running", true},
                 Case{"exit_while_endless", true}, Case{"exit_while_blocked", true},
                 Case{"exit_while_others_wait", false}}) {
    ChildResult result = run_child(c.child);
    EXPECT_EQ(0, result.status) << c.child << ": " << result.output;
    if (c.destroys) {
      EXPECT_NE(std::string::npos, result.output.find("destroyed, the signal is 0"))
          << c.child << ": " << result.output;
    }
  }
}

CHILD(fork_and_exit) {
  hsa_init();
  Devices devices = find_devices();
  start_for_exit();
  ScopedSignal ready(1);
  g_at_exit.queue->barrier_and({}, ready.signal);
  if (!ready.wait_zero()) return 1;
  static auto* never = new ScopedSignal(1);
  g_at_exit.queue->barrier_and({never->signal}, g_at_exit.done->signal);
  static char from[64];
  static char to[64];
  hsa_amd_memory_async_copy(to, devices.gpus[0], from, devices.cpu, 64, 0, nullptr, {0});
  std::atomic<bool> stop{false};  // keeps the library's locks busy while we fork
  std::thread busy([&] {
    while (!stop.load()) {
      void* memory = nullptr;
      hsa_amd_memory_pool_allocate(pools_of(devices.gpus[0])[0], 4096, 0, &memory);
      hsa_amd_memory_pool_free(memory);
      ScopedSignal signal(1);
    }
  });
  int bad = 0;
  for (int i = 0; i < 10; ++i) {
    pid_t child = fork();
    if (child == 0) {
      rocjfr::test::g_forked_child = true;
      ScopedSignal signal(1);
      hsa_queue_t* queue = nullptr;
      void* memory = nullptr;
      bool good = hsa_queue_create(devices.gpus[0], 64, 0, nullptr, nullptr, 0, 0, &queue) ==
                      HSA_STATUS_ERROR_OUT_OF_RESOURCES &&
                  hsa_amd_memory_pool_allocate(pools_of(devices.cpu)[0], 4096, 0, &memory) ==
                      HSA_STATUS_SUCCESS &&
                  hsa_amd_memory_async_copy(to, devices.gpus[0], from, devices.cpu, 64, 0, nullptr,
                                            signal.signal) == HSA_STATUS_ERROR_OUT_OF_RESOURCES;
      std::exit(good ? 0 : 7);  // with our destructors, which wait for work that nobody does
    }
    int status = -1;
    waitpid(child, &status, 0);
    bad += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  }
  stop = true;
  busy.join();
  hsa_signal_store_screlease(never->signal, 0);
  // The parent's device goes on.
  if (!g_at_exit.done->wait_zero()) return 2;
  return bad == 0 ? 0 : 3;
}

TEST(LifecycleTest, ForkedChildrenExitAndTheParentGoesOn) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "GCC 12's AddressSanitizer itself hangs after a fork while others allocate";
#endif
  ChildResult result = run_child("fork_and_exit");
  EXPECT_EQ(0, result.status) << result.output;
}

/// Prints the masks of blocked signals of the device's threads, by name.
CHILD(blocked_signals) {
  hsa_init();
  Devices devices = find_devices();
  ScopedQueue queue(devices.gpus[0]);
  ScopedSignal done(2);
  static char from[64];
  static char to[64];
  queue.barrier_and({}, done.signal);
  hsa_amd_memory_async_copy(to, devices.gpus[0], from, devices.cpu, 64, 0, nullptr, done.signal);
  if (!done.wait_zero()) return 1;
  DIR* tasks = opendir("/proc/self/task");
  while (dirent* task = readdir(tasks)) {
    std::ifstream status(std::string("/proc/self/task/") + task->d_name + "/status");
    std::string line;
    std::string name;
    while (std::getline(status, line)) {
      if (line.compare(0, 6, "Name:\t") == 0) name = line.substr(6);
      if (line.compare(0, 8, "SigBlk:\t") == 0 && name.compare(0, 8, "softgpu-") == 0) {
        std::printf("%s %s\n", name.c_str(), line.substr(8).c_str());
      }
    }
  }
  closedir(tasks);
  return 0;
}

TEST(LifecycleTest, SignalsOfTheHostDoNotLandOnDeviceThreads) {
  ChildResult result = run_child("blocked_signals");
  ASSERT_EQ(0, result.status) << result.output;
  for (const char* name : {"softgpu-queue", "softgpu-copy"}) {
    size_t at = result.output.find(name);
    ASSERT_NE(std::string::npos, at) << result.output;
    uint64_t mask = std::stoull(result.output.substr(at + std::strlen(name) + 1), nullptr, 16);
    for (int signal : {SIGTERM, SIGINT, SIGPROF, SIGUSR1, SIGCHLD}) {
      EXPECT_NE(0u, mask & (1ull << (signal - 1))) << name << " " << signal;
    }
  }
}

}  // namespace
}  // namespace rocjfr::softgpu::test
