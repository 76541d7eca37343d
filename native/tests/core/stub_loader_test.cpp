// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The loader's lock, which whoever loads a library has while that library's constructor runs.
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <string>
#include <thread>

#include "stub_fixture.h"
#include "stub_roctx.h"

namespace {

std::atomic<bool> g_go{false};
std::atomic<pid_t> g_other{0};

// 'R' runs, 'S' sleeps.
char StateOf(pid_t thread) {
  std::ifstream stat("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string line;
  std::getline(stat, line);
  const size_t name = line.rfind(')');
  return name == std::string::npos || name + 2 >= line.size() ? '?' : line[name + 2];
}

}  // namespace

// The other thread spins until it may call, and sleeps for nothing but a lock.
extern "C" __attribute__((visibility("default"))) void UntilTheOtherThreadWaits() {
  g_go.store(true);
  while (StateOf(g_other.load()) != 'S') sched_yield();
}

namespace rocjfr::test {
namespace {

class StubLoader : public StubTest {
 protected:
  // Loads a library whose constructor says what it wants, while another thread polls.
  void LoadWhilePolling() {
    std::thread poller([] {
      g_other.store(static_cast<pid_t>(syscall(SYS_gettid)));
      while (!g_go.load()) sched_yield();
      rocjfr_poll();
    });
    while (g_other.load() == 0) sched_yield();
    void* library = dlopen((LibraryFolder() + "/libcallsinconstructor.so").c_str(), RTLD_NOW);
    ASSERT_NE(library, nullptr) << dlerror();
    poller.join();
  }
};
ROCJFR_BOTH_GENERATIONS(StubLoader);

TEST_P(StubLoader, AConstructorMayCallWhileAnotherThreadFindsTheRuntime) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  LoadWhilePolling();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u);
}

TEST_P(StubLoader, AConstructorMayCallWhileAnotherThreadFindsRoctx) {
  Start(kApi | kRoctx);
  StubRoctx roctx;
  LoadWhilePolling();
  roctx.Mark("here");
  EXPECT_EQ(One(ROCJFR_DOMAIN_ROCTX).message, "here");
}

}  // namespace
}  // namespace rocjfr::test
