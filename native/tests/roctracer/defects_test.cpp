// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One test for each thing at which AMD's library hangs, crashes or loses.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "../forked_child.h"
#include "fixture.h"
#include "rocjfr/rocjfr.h"
#include "roctracer/roctx.h"

namespace rocjfr::test {
namespace {

class Defects : public RoctracerTest {
 protected:
  void EnableCalls() { ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API)); }
};
ROCJFR_BOTH_GENERATIONS(Defects);

class LateDefects : public Defects {
 protected:
  LateDefects() { load_first_ = false; }
};
ROCJFR_BOTH_GENERATIONS(LateDefects);

TEST_P(LateDefects, EnablingBeforeHipIsLoadedWorksOnceItIs) {
  if (kThreadSanitizer) GTEST_SKIP() << "ThreadSanitizer does not see the locks of the loader";
  static std::atomic<int> calls;
  Collector collector;
  collector.Open();
  EnableCalls();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  ASSERT_OK(roctracer_enable_op_callback(
      ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpyAsync,
      [](uint32_t, uint32_t, const void*, void*) { calls.fetch_add(1); }, nullptr));
  Load();
  for (int i = 0; i < 60000 && stub().Callbacks() == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_NE(stub().Callbacks(), 0u) << "nobody called us, the runtime was found all the same";
  // 5.2: until all functions are registered; 6: until calls of before the hook have ended.
  for (int i = 0; i < 60000 && calls.load() < 2; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    calls = 0;
    Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
  }
  EXPECT_OK(roctracer_flush_activity());
  const size_t before = collector.Count();
  calls = 0;
  Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(collector.Count(), before + 2);
  EXPECT_EQ(calls.load(), 2);
}

TEST_P(Defects, ClosingAPoolWithActivitiesDisablesThemAndFlushes) {
  Collector collector;
  roctracer_pool_t* const pool = collector.OpenExplicit();
  ASSERT_OK(roctracer_enable_domain_activity_expl(ACTIVITY_DOMAIN_HIP_API, pool));
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_OK(roctracer_close_pool_expl(pool));
  EXPECT_EQ(collector.Count(), 1u);
  for (int i = 0; i < 1000; ++i) stub().Call(STUBHIP_hipMalloc);
  EXPECT_EQ(collector.Count(), 1u);
}

TEST_P(Defects, FlushInTheBufferCallback) {
  Collector collector(0x1000);
  collector.in_callback = [] { EXPECT_OK(roctracer_flush_activity()); };
  collector.Open();
  EnableCalls();
  for (int i = 0; i < 500; ++i) stub().Call(STUBHIP_hipMalloc);
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(collector.Count(), 500u);
}

TEST_P(Defects, CloseInTheBufferCallback) {
  Collector collector(0x1000);
  std::atomic<int> closed{0};
  collector.in_callback = [&] {
    if (closed.fetch_add(1) == 0) {
      EXPECT_OK(roctracer_close_pool());
    }
  };
  collector.Open();
  EnableCalls();
  for (int i = 0; i < 64; ++i) stub().Call(STUBHIP_hipMalloc);
  stub().Call(STUBHIP_hipMalloc);
  ASSERT_TRUE(collector.WaitForBuffers(2)) << "the rest is delivered after the callback";
  EXPECT_EQ(collector.Count(), 65u);
  EXPECT_EQ(roctracer_default_pool(), nullptr);
  Collector next;
  next.Open();
  EXPECT_OK(roctracer_close_pool());
}

// Its own calls are traced as well, and come with a later buffer; also when there are more of them
// than the pool holds.
TEST_P(Defects, TracedCallsInTheBufferCallback) {
  Collector collector(0x400);
  std::atomic<int> callbacks{0};
  constexpr int kCallbacks = 3, kCalls = 200;
  collector.in_callback = [&] {
    if (callbacks.fetch_add(1) >= kCallbacks) return;
    for (int i = 0; i < kCalls; ++i) stub().Call(STUBHIP_hipGetDevice);
  };
  collector.Open();
  EnableCalls();
  for (int i = 0; i < 200; ++i) stub().Call(STUBHIP_hipMalloc);
  for (int i = 0; i < 2 * kCallbacks; ++i) EXPECT_OK(roctracer_flush_activity());
  size_t inner = 0, outer = 0;
  uint64_t last = 0;
  for (const Kept& kept : collector.Records()) {
    if (kept.record.op == STUBHIP_hipMalloc) ++outer;
    if (kept.record.op != STUBHIP_hipGetDevice) continue;
    ++inner;
    EXPECT_LT(last, kept.record.correlation_id) << "in their order";
    last = kept.record.correlation_id;
  }
  EXPECT_EQ(outer, 200u);
  EXPECT_EQ(inner, static_cast<size_t>(kCallbacks * kCalls));
  EXPECT_OK(roctracer_close_pool());
}

TEST_P(Defects, EnableAndDisableInTheBufferCallback) {
  Collector collector(0x1000), other;
  roctracer_pool_t* const pool = other.OpenExplicit();
  std::atomic<int> callbacks{0};
  collector.in_callback = [&] {
    if (callbacks.fetch_add(1) != 0) return;
    EXPECT_OK(roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpy, pool));
    EXPECT_OK(roctracer_disable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
    EXPECT_OK(roctracer_flush_activity_expl(pool));
  };
  collector.Open();
  ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
  for (int i = 0; i < 300; ++i) stub().Call(STUBHIP_hipMalloc);  // waits for the callback
  EXPECT_OK(roctracer_flush_activity());
  const size_t before = collector.Count();
  EXPECT_LE(before, 300u);
  stub().Call(STUBHIP_hipMalloc);
  stub().Call(STUBHIP_hipMemcpy);
  EXPECT_OK(roctracer_close_pool());
  EXPECT_OK(roctracer_close_pool_expl(pool));
  EXPECT_EQ(collector.Count(), before);
  EXPECT_EQ(other.Count(), 1u);
}

// Two pools whose callbacks flush each other's: one of them does not wait.
TEST_P(Defects, BufferCallbacksThatFlushEachOther) {
  Collector first, second;
  roctracer_pool_t* const one = first.OpenExplicit();
  roctracer_pool_t* const two = second.OpenExplicit();
  first.in_callback = [&] { EXPECT_OK(roctracer_flush_activity_expl(two)); };
  second.in_callback = [&] { EXPECT_OK(roctracer_flush_activity_expl(one)); };
  ASSERT_OK(roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, one));
  ASSERT_OK(roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpy, two));
  for (int i = 0; i < 100; ++i) {
    stub().Call(STUBHIP_hipMalloc);
    stub().Call(STUBHIP_hipMemcpy);
    std::thread other([&] { EXPECT_OK(roctracer_flush_activity_expl(two)); });
    EXPECT_OK(roctracer_flush_activity_expl(one));
    other.join();
  }
  EXPECT_OK(roctracer_close_pool_expl(one));
  EXPECT_OK(roctracer_close_pool_expl(two));
  EXPECT_EQ(first.Count(), 100u);
  EXPECT_EQ(second.Count(), 100u);
}

// Everything from inside an API callback, HIP's own thread waiting meanwhile.
TEST_P(Defects, EverythingInAnApiCallback) {
  static const Stub* stub_in_callback;
  static Collector* collector_in_callback;
  static int entered;
  stub_in_callback = stub_.get();
  Collector collector(0x1000);
  collector_in_callback = &collector;
  const auto everything = [](uint32_t, uint32_t, const void*, void*) {
    if (entered++ != 0) return;
    stub_in_callback->Call(STUBHIP_hipMemcpy);
    EXPECT_OK(roctracer_flush_activity());
    EXPECT_EQ(collector_in_callback->Count(), 1u);
    EXPECT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kCopy));
    EXPECT_OK(roctracer_disable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kCopy));
    EXPECT_OK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HIP_API));
    EXPECT_OK(roctracer_close_pool());
    roctracer_stop();
    roctracer_start();
  };
  collector.Open();
  EnableCalls();
  ASSERT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, everything,
                                         nullptr));
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_EQ(entered, 1);
  EXPECT_EQ(collector.Count(), 1u);
  for (int i = 0; i < 5000 && stub().Callbacks() != 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(stub().Callbacks(), 0u) << "5.2's hooks are removed by the helper thread";
}

// Runs `body` in a forked child; its exit status, or -1 if it hangs.
template <typename Body>
int InChild(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    g_forked_child = true;
    alarm(20);
    body();
    exit(testing::Test::HasFailure() ? 1 : 0);  // with all handlers
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_P(Defects, AForkedChildNeitherHangsNorWritesTheParentsRecords) {
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
TEST_P(Defects, WhatIsUnflushedAtExitIsDelivered) {
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

// The objects of a program that are destroyed last may call HIP and this library.
TEST_P(Defects, CallsFromStaticDestructors) {
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
TEST_P(Defects, NoCallbackAfterTheStaticObjectsAreGone) {
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

// As hipStreamSynchronize in a callback does, while the runtime's thread reports what it waits for.
TEST_P(Defects, ABufferCallbackMayWaitForWorkThatIsJustReported) {
  constexpr uint64_t kWork = 4000;  // more than a buffer and a ring hold
  Collector collector(0x1000);
  std::atomic<uint64_t> reported{0};
  collector.in_callback = [&] {
    while (reported < kWork) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  collector.Open();
  ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kCopy));
  for (uint64_t i = 1; i <= kWork; ++i) {
    stubhip_work_t work = kCopyWork;
    work.begin_ns = i;
    work.end_ns = i + 1;
    Run(STUBHIP_hipMemcpyAsync, kCopy, work);
    ++reported;
  }
  uint64_t lost = 0;
  EXPECT_OK(roctracer_rocjfr_lost_records(nullptr, &lost));
  EXPECT_EQ(lost, 0u);
  EXPECT_OK(roctracer_close_pool());
  const auto records = collector.Records(ACTIVITY_DOMAIN_HIP_OPS);
  ASSERT_EQ(records.size(), kWork);
  for (uint64_t i = 0; i < kWork; ++i) EXPECT_EQ(records[i].record.begin_ns, i + 1) << "in order";
}

TEST_P(Defects, NullsGetAStatus) {
  roctracer_pool_t* pool = nullptr;
  roctracer_properties_t no_callback = {};
  no_callback.buffer_size = 4096;
  EXPECT_FAILS(roctracer_open_pool(nullptr), -3, "roctracer_open_pool(), invalid argument");
  EXPECT_FAILS(roctracer_open_pool_expl(nullptr, &pool), -3,
               "roctracer_open_pool_expl(), invalid argument");
  EXPECT_FAILS(roctracer_open_pool(&no_callback), -3, "roctracer_open_pool(), invalid argument");
  EXPECT_FAILS(roctracer_open_pool_expl(&no_callback, &pool), -3,
               "roctracer_open_pool_expl(), invalid argument");
  EXPECT_EQ(pool, nullptr);
  EXPECT_EQ(roctracer_default_pool(), nullptr);
}

TEST_P(Defects, StaysUsableAfterDlclose) {
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
TEST_P(Defects, CallsFromThreadDestructors) {
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

}  // namespace
}  // namespace rocjfr::test
