// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// At the ends of processes, threads and libraries, where AMD's library hangs, crashes or loses,
// ours does not.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "../forked_child.h"
#include "fixture.h"
#include "rocjfr/rocjfr.h"
#include "roctracer/roctx.h"

namespace rocjfr::test {
namespace {

class Ends : public RoctracerTest {
 protected:
  void EnableCalls() { ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API)); }
};
ROCJFR_BOTH_GENERATIONS(Ends);

// Runs `body` in a forked child; its exit status, or -1 if it hangs.
template <typename Body>
int InChild(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    g_forked_child = true;
    alarm(300);
    body();
    exit(testing::Test::HasFailure() ? 1 : 0);  // with all handlers
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_P(Ends, AForkedChildNeitherHangsNorWritesTheParentsRecords) {
  Collector collector(0x1000);
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  collector.in_callback = [&] { EXPECT_EQ(write(pipe_ends[1], "b", 1), 1); };
  collector.Open();
  EnableCalls();
  EXPECT_OK(roctracer_flush_activity());  // the pool's thread runs: sanitizers fork only then
  for (int i = 0; i < 10; ++i) stub().Call(STUBHIP_hipMalloc);
  const int status = InChild([&] {
    for (int i = 0; i < 1000; ++i) stub().Call(STUBHIP_hipMalloc);
    EXPECT_OK(roctracer_flush_activity());
    EXPECT_EQ(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS), -1);
    EXPECT_NE(ErrorText().find("forked"), std::string::npos);
    EXPECT_EQ(roctracer_open_pool(&collector.properties()), -1);
    EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
    EXPECT_OK(roctracer_close_pool());
    roctracer_activity_push_external_correlation_id(1);
    roctracer_stop();
    roctracer_start();
    if (kSanitized) return;  // sanitizers do not support threads here
    std::thread([] { EXPECT_EQ(roctracer_default_pool(), nullptr); }).join();
  });
  EXPECT_EQ(status, 0);
  fcntl(pipe_ends[0], F_SETFL, O_NONBLOCK);
  char byte;
  EXPECT_EQ(read(pipe_ends[0], &byte, 1), -1) << "no buffer was delivered in the child";
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), 10u);
  EXPECT_EQ(read(pipe_ends[0], &byte, 1), 1);
}

// The child is a process that never forked after it began to trace: what it leaves unflushed must
// reach its callback before it ends.
TEST_P(Ends, WhatIsUnflushedAtExitIsDelivered) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  static int out;
  out = pipe_ends[1];
  const int status = InChild([&] {
    // Made static on the first callback, as programs do: alive when the last one comes.
    static roctracer_properties_t properties = {};
    static std::atomic<int> delivered{0};
    properties.buffer_size = 0x1000;
    properties.buffer_callback_fun = [](const char* begin, const char* end, void*) {
      static std::vector<std::string> lines(1, "records");
      for (const char* at = begin; at < end; at += sizeof(activity_record_t)) {
        EXPECT_EQ(write(out, lines.at(0).c_str(), 1), 1);
      }
      delivered.fetch_add(1);
    };
    ASSERT_OK(roctracer_open_pool(&properties));
    EnableCalls();
    for (int i = 0; i < 70; ++i) stub().Call(STUBHIP_hipMalloc);
    while (delivered.load() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    // And work of which the record comes while the process ends.
    ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
    const auto command = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, kCopy);
    rocjfr_hold_waits(1);
    std::thread([this, command] {
      while (rocjfr_hold_waits(1) == 0) std::this_thread::yield();  // until the exit waits for it
      stub().Complete(command, kCopyWork);
    }).detach();
  });
  EXPECT_EQ(status, 0);
  close(pipe_ends[1]);
  std::string got;
  char buffer[256];
  for (ssize_t n; (n = read(pipe_ends[0], buffer, sizeof(buffer))) > 0;) {
    got.append(buffer, static_cast<size_t>(n));
  }
  EXPECT_EQ(got, std::string(72, 'r'));
}

// So is work that was disabled while it ran.
TEST_P(Ends, LateWorkAtExitIsDelivered) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  static int out;
  out = pipe_ends[1];
  const int status = InChild([&] {
    static roctracer_properties_t properties = {};
    properties.buffer_size = 0x1000;
    properties.buffer_callback_fun = [](const char* begin, const char* end, void*) {
      for (const char* at = begin; at < end; at += sizeof(activity_record_t)) {
        EXPECT_EQ(write(out, "r", 1), 1);
      }
    };
    ASSERT_OK(roctracer_open_pool(&properties));
    ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
    const auto late = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, kCopy);
    ASSERT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
    rocjfr_hold_waits(1);
    std::thread([this, late] {
      while (rocjfr_hold_waits(1) == 0) std::this_thread::yield();
      stub().Complete(late, kCopyWork);
    }).detach();
  });
  EXPECT_EQ(status, 0);
  close(pipe_ends[1]);
  char buffer[8];
  EXPECT_EQ(read(pipe_ends[0], buffer, sizeof(buffer)), 1);
}

// A child of a process that has late work has none, and ends.
TEST_P(Ends, AForkedChildLeavesLateWorkAlone) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  const auto late = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, kCopy);
  ASSERT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  const int status = InChild([&] {
    stub().Complete(late, kCopyWork);
    EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
    roctracer_stop();
    roctracer_start();
    EXPECT_OK(roctracer_close_pool());
  });
  EXPECT_EQ(status, 0);
  stub().Complete(late, kCopyWork);
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), 1u);
}

// Also what it makes static in a late callback is alive when the last records are delivered.
TEST_P(Ends, WhatALateCallbackMakesStaticIsAliveInTheLastOne) {
  const int status = InChild([&] {
    static std::atomic<int> calls{0};
    static std::atomic<bool> gone{false};
    roctracer_properties_t properties = {};
    properties.buffer_size = 0x1000;
    properties.buffer_callback_fun = [](const char*, const char*, void*) {
      if (++calls == 40) atexit([] { gone = true; });  // as a static object that is made now
      if (gone) _exit(18);
    };
    ASSERT_OK(roctracer_open_pool(&properties));
    EnableCalls();
    for (int i = 0; i < 40; ++i) {
      stub().Call(STUBHIP_hipMalloc);
      EXPECT_OK(roctracer_flush_activity());
    }
    EXPECT_EQ(calls, 40);
    stub().Call(STUBHIP_hipMalloc);
  });
  EXPECT_EQ(status, 0);
}

// Nor need the program flush for that, where its main thread ends it.
TEST_P(Ends, WhatACallbackMadeStaticIsAliveInTheLastOneWithoutAFlush) {
  const int status = InChild([&] {
    static std::atomic<int> calls{0};
    static std::atomic<bool> gone{false};
    roctracer_properties_t properties = {};
    properties.buffer_size = 512;
    properties.buffer_callback_fun = [](const char*, const char*, void*) {
      if (++calls == 40) atexit([] { gone = true; });  // as a static object that is made now
      if (gone) _exit(18);
    };
    ASSERT_OK(roctracer_open_pool(&properties));
    EnableCalls();
    while (calls <= 40) stub().Call(STUBHIP_hipMalloc);  // the 40th has returned
    stub().Call(STUBHIP_hipMalloc);
  });
  EXPECT_EQ(status, 0);
}

// A callback of a call, and of roctx, may use what is destroyed last; one that was told of a begin
// is not told of its end.
TEST_P(Ends, NoCallbackOfACallAfterTheExitHandlers) {
  const int status = InChild([&] {
    static const Stub* stub_at_end = stub_.get();
    static std::atomic<bool> gone{false};
    static std::atomic<int> calls{0};
    atexit([] {  // before the library is asked for anything: runs after its handlers
      gone = true;
      roctxMark("late");
      stub_at_end->Call(STUBHIP_hipMalloc);
      if (calls != 3) _exit(19);
    });
    const auto callback = [](uint32_t, uint32_t, const void*, void*) {
      if (gone) _exit(18);
      ++calls;
    };
    ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, callback, nullptr));
    ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, callback, nullptr));
    roctxMark("early");
    stub().Call(STUBHIP_hipMalloc);
  });
  EXPECT_EQ(status, 0);
}

// However many pools have callbacks that do not return, the process ends.
TEST_P(Ends, PoolsWithStuckCallbacksShareOneWait) {
  const int status = InChild([&] {
    static std::atomic<int> stuck{0};
    roctracer_properties_t properties = {};
    properties.buffer_size = 0x1000;
    properties.buffer_callback_fun = [](const char*, const char*, void*) {
      ++stuck;
      for (;;) pause();
    };
    for (int i = 0; i < 3; ++i) {
      roctracer_pool_t* pool = nullptr;
      ASSERT_OK(roctracer_open_pool_expl(&properties, &pool));
      ASSERT_OK(roctracer_enable_domain_activity_expl(ACTIVITY_DOMAIN_HIP_API, pool));
      for (int call = 0; call < 1000; ++call) stub().Call(STUBHIP_hipMalloc);
      while (stuck <= i) std::this_thread::yield();
    }
  });
  EXPECT_EQ(status, 0);
}

// The objects of a program that are destroyed last may call HIP and this library.
TEST_P(Ends, CallsFromStaticDestructors) {
  const int status = InChild([&] {
    static const Stub* stub_at_end = stub_.get();
    static Collector* collector_at_end = nullptr;
    struct AtTheEnd {
      ~AtTheEnd() {
        stub_at_end->Call(STUBHIP_hipMalloc);
        roctracer_properties_t properties = {};
        properties.buffer_callback_fun = [](const char*, const char*, void*) {};
        const bool fine = roctracer_flush_activity() == 0 &&
                          roctracer_activity_push_external_correlation_id(1) == 0 &&
                          roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_API) == 0 &&
                          roctracer_close_pool() == 0 && roctracer_open_pool(&properties) == 0 &&
                          roctracer_close_pool() == 0;
        stub_at_end->Call(STUBHIP_hipMalloc);
        if (!fine) _exit(17);
        if (collector_at_end->Count() != 2) _exit(18);
      }
    };
    static AtTheEnd at_the_end;
    collector_at_end = new Collector;  // gets records when static objects are destroyed
    collector_at_end->Open();
    EnableCalls();
    stub().Call(STUBHIP_hipMalloc);
  });
  EXPECT_EQ(status, 0);
}

// What runs when static objects are destroyed may still fill buffers; the callback's are gone then.
TEST_P(Ends, NoCallbackAfterTheStaticObjectsAreGone) {
  const int status = InChild([&] {
    static const Stub* stub_at_end = stub_.get();
    static std::atomic<bool> gone{false};
    static roctracer_pool_t* pool = nullptr;
    struct AtTheEnd {
      ~AtTheEnd() {
        gone = true;
        uint64_t lost = 0;
        while (lost == 0) {  // until the pool's thread has seen a full buffer
          for (int i = 0; i < 1000; ++i) stub_at_end->Call(STUBHIP_hipMalloc);
          if (roctracer_rocjfr_lost_records(pool, &lost) != 0) _exit(17);
        }
      }
    };
    static AtTheEnd at_the_end;
    roctracer_properties_t properties = {};
    properties.buffer_size = 0x1000;
    properties.buffer_callback_fun = [](const char*, const char*, void*) {
      if (gone) _exit(18);
    };
    if (roctracer_open_pool(&properties) != 0) _exit(19);
    pool = roctracer_default_pool();
    EnableCalls();
    for (int i = 0; i < 1000; ++i) stub().Call(STUBHIP_hipMalloc);
  });
  EXPECT_EQ(status, 0);
}

TEST_P(Ends, StaysUsableAfterDlclose) {
  void* handle = dlopen("libroctracer64.so.4", RTLD_NOW);
  ASSERT_NE(handle, nullptr);
  dlclose(handle);
  dlclose(handle);
  const auto version =
      reinterpret_cast<uint32_t (*)()>(dlsym(RTLD_DEFAULT, "roctracer_version_major"));
  ASSERT_NE(version, nullptr);
  EXPECT_EQ(version(), 4u);
}

// A thread's own destructors may call HIP and this library after its thread-locals are gone.
TEST_P(Ends, CallsFromThreadDestructors) {
  if (kThreadSanitizer) GTEST_SKIP() << "ThreadSanitizer's own state ends with the first of them";
  static const Stub* stub_at_end;
  stub_at_end = stub_.get();
  Collector collector;
  collector.Open();
  EnableCalls();
  static pthread_key_t key;
  pthread_key_create(&key, [](void* rounds) {
    stub_at_end->Call(STUBHIP_hipMalloc);
    EXPECT_OK(roctracer_activity_push_external_correlation_id(1));
    const auto left = reinterpret_cast<uintptr_t>(rounds);
    if (left > 1) pthread_setspecific(key, reinterpret_cast<void*>(left - 1));
  });
  std::thread([] {
    stub_at_end->Call(STUBHIP_hipMalloc);
    pthread_setspecific(key, reinterpret_cast<void*>(3));
  }).join();
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Records(ACTIVITY_DOMAIN_HIP_API).size(), 4u);
}

// A fault in a callback is the program's own handler's; its other signals are not our threads'.
TEST_P(Ends, ABufferCallbacksThreadLeavesFaultsToTheProgram) {
  sigset_t blocked;
  sigemptyset(&blocked);
  Collector collector;
  collector.in_callback = [&] { pthread_sigmask(SIG_BLOCK, nullptr, &blocked); };
  collector.Open();
  EnableCalls();
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_OK(roctracer_close_pool());
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    EXPECT_EQ(sigismember(&blocked, fault), 0) << fault;
  }
  for (const int other : {SIGTERM, SIGINT, SIGPROF, SIGUSR1, SIGALRM}) {
    EXPECT_EQ(sigismember(&blocked, other), 1) << other;
  }
}

}  // namespace
}  // namespace rocjfr::test
