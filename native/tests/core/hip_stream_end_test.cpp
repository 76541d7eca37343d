// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Streams end while the runtime's own thread has yet to tell of their work: HIP 7.2.4, which looks
// at their queues then, ended the process in most of such runs.
#include <atomic>
#include <thread>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

constexpr int kTimes = 300;

class HipStreamEnd : public HipTest {
 protected:
  // Whatever it says.
  void Query(Hip::Stream stream) const { hip()("hipStreamQuery", stream); }
  void GiveMuch(void* memory, Hip::Stream stream) const {
    for (int i = 0; i < 1100; ++i) FillAsync(memory, 4096, stream);
  }
  // As long as the rings have room.
  void Take() {
    const std::vector<Activity> taken = Taken();
    all_.insert(all_.end(), taken.begin(), taken.end());
  }
  // Streams that `use` gives work.
  template <typename Use>
  Sorted EndStreams(Use use, int times) {
    Start();
    EXPECT_EQ(rocjfr_set_filter(nullptr, 0, 1), ROCJFR_STATUS_SUCCESS);
    void* memory = hip().Malloc(4096);
    Forget();
    for (int i = 0; i < times; ++i) {
      Hip::Stream stream = hip().NewStream();
      use(memory, stream);
      hip().Do("hipStreamDestroy", stream);
      Take();
    }
    Finish();
    Take();
    Sorted sorted(all_);
    EXPECT_EQ(sorted.CallsOf("hipStreamDestroy"), static_cast<size_t>(times));
    EXPECT_EQ(Lost(ROCJFR_DOMAIN_HIP_API) + Lost(ROCJFR_DOMAIN_HIP_OPS), 0u);
    return sorted;
  }
  // All is there that they were given.
  template <typename Use>
  void ExpectFills(Use use, int times = kTimes) {
    const Sorted sorted = EndStreams(use, times);
    EXPECT_EQ(sorted.copies.size(), sorted.CallsOf("hipMemsetAsync"));
    EXPECT_GE(sorted.copies.size(), static_cast<size_t>(times));
  }
  std::vector<Activity> all_;
};

TEST_F(HipStreamEnd, AfterAQueryAndASynchronisation) {
  ExpectFills([&](void* memory, Hip::Stream stream) {
    FillAsync(memory, 4096, stream);
    Query(stream);
    hip().Do("hipStreamSynchronize", stream);
    Query(stream);
  });
}

TEST_F(HipStreamEnd, AfterASynchronisationOfTheDevice) {
  ExpectFills([&](void* memory, Hip::Stream stream) {
    FillAsync(memory, 4096, stream);
    Query(stream);
    hip().Do("hipDeviceSynchronize");
  });
}

TEST_F(HipStreamEnd, AfterWorkThatFollowsAQuery) {
  ExpectFills([&](void* memory, Hip::Stream stream) {
    FillAsync(memory, 4096, stream);
    Query(stream);
    FillAsync(memory, 4096, stream);
    hip().Do("hipStreamSynchronize", stream);
  });
}

// The reporter has synchronised the streams, the program has not. 7.2.4 ended within a second.
TEST_F(HipStreamEnd, AfterASynchronisationOfTheReporters) {
  Start();
  constexpr int kThreads = 8, kStreams = 250, kFills = 20;
  void* memory = hip().Malloc(4096);
  Forget();
  std::atomic<int> ended{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      void* event = nullptr;
      hip().Do("hipEventCreate", &event);
      for (int j = 0; j < kStreams; ++j) {
        Hip::Stream stream = hip().NewStream();
        for (int k = 0; k < kFills; ++k) FillAsync(memory, 4096, stream);
        hip().Do("hipEventRecord", event, stream);
        hip().Do("hipEventSynchronize", event);
        hip().Do("hipStreamDestroy", stream);
      }
      ended.fetch_add(1);
    });
  }
  while (ended.load() != kThreads) {
    rocjfr_ask_reports();
    Take();
  }
  for (std::thread& thread : threads) thread.join();
  Finish();
  Take();
  EXPECT_EQ(Sorted(all_).copies.size() + Lost(ROCJFR_DOMAIN_HIP_OPS),
            size_t{kThreads} * kStreams * kFills);
}

// A thread's own stream ends with the thread, which has had HIP report it. 7.2.4 ended within
// seconds.
TEST_F(HipStreamEnd, OfAThreadThatHadItsOwnStreamReported) {
  Start();
  if (IsVersion(5, 2)) GTEST_SKIP() << "HIP 5.2.3 crashes in this program without a tracer, too";
  constexpr int kThreads = 1000, kFills = 20;
  void* memory = hip().Malloc(4096);
  Forget();
  for (int i = 0; i < kThreads; ++i) {
    std::thread([&] {
      const auto own = reinterpret_cast<Hip::Stream>(2);
      void* event = nullptr;
      hip().Do("hipEventCreate", &event);
      for (int k = 0; k < kFills; ++k) FillAsync(memory, 4096, own);
      hip().Do("hipEventRecord", event, own);
      hip().Do("hipEventSynchronize", event);
      rocjfr_ask_reports();
      for (int k = 0; k < 3; ++k) hip()("hipEventQuery", event);
      hip().Do("hipEventDestroy", event);
    }).join();
    if (i % 50 == 0) Take();
  }
  Finish();
  Take();
  EXPECT_EQ(Sorted(all_).copies.size(), size_t{kThreads} * kFills);
}

TEST_F(HipStreamEnd, AfterAnEvent) {
  void* event = nullptr;
  ExpectFills([&](void* memory, Hip::Stream stream) {
    if (event == nullptr) hip().Do("hipEventCreate", &event);
    FillAsync(memory, 4096, stream);
    Query(stream);
    hip().Do("hipEventRecord", event, stream);
    hip().Do("hipEventSynchronize", event);
    hip().Do("hipStreamSynchronize", stream);
  });
}

// More than the runtime keeps of a stream: it lets its thread tell of the rest.
TEST_F(HipStreamEnd, AfterMuchWork) {
  ExpectFills(
      [&](void* memory, Hip::Stream stream) {
        GiveMuch(memory, stream);
        hip().Do("hipStreamSynchronize", stream);
      },
      kTimes / 10);
}

TEST_F(HipStreamEnd, AfterMuchWorkAndASynchronisationOfTheDevice) {
  ExpectFills(
      [&](void* memory, Hip::Stream stream) {
        GiveMuch(memory, stream);
        hip().Do("hipDeviceSynchronize");
      },
      kTimes / 10);
}

TEST_F(HipStreamEnd, AfterMuchWorkThatIsAskedForUntilItIsDone) {
  ExpectFills(
      [&](void* memory, Hip::Stream stream) {
        GiveMuch(memory, stream);
        // On a busy machine it is asked more often than the rings have room for.
        while (hip()("hipStreamQuery", stream) != 0) Take();
      },
      kTimes / 10);
}

TEST_F(HipStreamEnd, ByAResetOfTheDevice) {
  Start();
  for (int i = 0; i < kTimes / 10; ++i) {
    Hip::Stream stream = hip().NewStream();
    GiveMuch(hip().Malloc(4096), stream);
    hip().Do("hipStreamSynchronize", stream);
    hip().Do("hipDeviceReset");
    Take();
  }
  Finish();
  Take();
  const Sorted sorted(all_);
  EXPECT_EQ(sorted.CallsOf("hipDeviceReset"), size_t{kTimes / 10});
}

TEST_F(HipStreamEnd, AfterAGraph) {
  void *graph = nullptr, *ready = nullptr, *none = nullptr;
  const auto use = [&](void* memory, Hip::Stream stream) {
    if (graph == nullptr) {
      const Hip::Stream captured = hip().NewStream();
      hip().Do("hipStreamBeginCapture", captured, 2);
      FillAsync(memory, 4096, captured);
      FillAsync(memory, 4096, captured);
      hip().Do("hipStreamEndCapture", captured, &graph);
      hip().Do("hipGraphInstantiate", &ready, graph, none, none, size_t{0});
    }
    hip().Do("hipGraphLaunch", ready, stream);
    hip().Do("hipStreamSynchronize", stream);
  };
  // Fills are copies, or kernels where the runtime makes them so in graphs.
  const Sorted sorted = EndStreams(use, kTimes);
  EXPECT_EQ(sorted.copies.size() + sorted.dispatches.size(), size_t{2 * kTimes});
}

TEST_F(HipStreamEnd, AfterWorkThatTheDefaultStreamWaitedFor) {
  ExpectFills([&](void* memory, Hip::Stream stream) {
    FillAsync(memory, 4096, stream);
    FillAsync(memory, 4096, nullptr);
    hip().Do("hipStreamSynchronize", stream);
  });
}

TEST_F(HipStreamEnd, AfterAQueryOfTheDefaultStream) {
  ExpectFills([&](void* memory, Hip::Stream stream) {
    FillAsync(memory, 4096, stream);
    Query(nullptr);
    hip().Do("hipStreamSynchronize", stream);
  });
}

TEST_F(HipStreamEnd, WithoutASynchronisation) {
  ExpectFills([&](void* memory, Hip::Stream stream) { FillAsync(memory, 4096, stream); });
}

TEST_F(HipStreamEnd, AfterAnEventAlone) {
  void* event = nullptr;
  ExpectFills([&](void* memory, Hip::Stream stream) {
    if (event == nullptr) hip().Do("hipEventCreate", &event);
    FillAsync(memory, 4096, stream);
    hip().Do("hipEventRecord", event, stream);
    hip().Do("hipEventSynchronize", event);
  });
}

}  // namespace
}  // namespace rocjfr::test
