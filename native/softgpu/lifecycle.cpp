// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle.h"

#include <pthread.h>
#include <sys/prctl.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "clock.h"

namespace rocjfr::softgpu {
namespace {

constexpr uint64_t kExitGraceNs = 3000000000;  // for what is in flight to finish by itself

struct Process {
  std::mutex mutex;
  std::vector<std::mutex*> fork_safe;               // guarded by mutex; grows only
  std::vector<std::function<void()>> exit_actions;  // guarded by mutex; grows only
  std::atomic<bool> forked{false};
  std::atomic<bool> exiting{false};
  std::atomic<uint64_t> exit_deadline{UINT64_MAX};
};

Process& process() {
  static Process* the = new Process();  // never destroyed
  return *the;
}

void before_fork() {
  process().mutex.lock();
  for (std::mutex* m : process().fork_safe) m->lock();
}

void after_fork() {
  auto& list = process().fork_safe;
  for (auto m = list.rbegin(); m != list.rend(); ++m) (*m)->unlock();
  process().mutex.unlock();
}

void after_fork_in_child() {
  process().forked.store(true, std::memory_order_release);
  after_fork();
}

void on_exit_begin() {
  Process& p = process();
  p.exit_deadline.store(monotonic_ns() + kExitGraceNs, std::memory_order_release);
  p.exiting.store(true, std::memory_order_release);
  if (in_forked_child()) return;  // nothing runs here that could be told
  std::vector<std::function<void()>> actions;
  {
    std::lock_guard<std::mutex> lock(p.mutex);
    actions = p.exit_actions;
  }
  for (auto& action : actions) action();
}

}  // namespace

void watch_process() {
  static const bool once = [] {
    process();
    pthread_atfork(before_fork, after_fork, after_fork_in_child);
    std::atexit(on_exit_begin);
    return true;
  }();
  (void)once;
}

bool in_forked_child() {
  return process().forked.load(std::memory_order_acquire);
}

const std::atomic<bool>& exiting() {
  return process().exiting;
}

uint64_t exit_deadline_ns() {
  return process().exit_deadline.load(std::memory_order_acquire);
}

void at_exit_begin(std::function<void()> action) {
  std::lock_guard<std::mutex> lock(process().mutex);
  process().exit_actions.push_back(std::move(action));
}

ForkSafeMutex::ForkSafeMutex() {
  std::lock_guard<std::mutex> lock(process().mutex);
  process().fork_safe.push_back(this);
}

std::thread start_device_thread(const char* name, std::function<void()> body) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  struct Restore {
    sigset_t* mask;
    ~Restore() { pthread_sigmask(SIG_SETMASK, mask, nullptr); }
  } restore{&before};
  return std::thread([label = std::string(name), run = std::move(body)] {
    pthread_setname_np(pthread_self(), label.substr(0, 15).c_str());
    prctl(PR_SET_TIMERSLACK, 1000ul);  // pacing to a microsecond, not to the default 50
    run();
  });
}

}  // namespace rocjfr::softgpu
