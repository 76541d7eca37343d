// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Recordings that start and stop while threads launch, copy and replay graphs: the runtime survives
// it, and each piece of work of a recording is recorded once or counted as lost: exactly, where no
// call is in progress at that moment, of which nobody could say whether it is the recording's.
//
//   ROCJFR_RECORDINGS, ROCJFR_GRAPH_NODES: how many of either; 10 and 250, to be quick. By hand 200
//   and 5000.
#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

int Setting(const char* name, int usual) {
  const char* text = getenv(name);
  return text == nullptr ? usual : atoi(text);
}

// Work is counted here by the external id that its call has pushed.
class Tally {
 public:
  Tally() : thread_([this] { Run(); }) {}
  std::map<uint64_t, uint64_t> Stop() {
    done_.store(true);
    thread_.join();
    return std::move(pieces_);
  }

 private:
  void Run() {
    rocjfr_this_thread_drains();
    bool last;
    do {
      last = done_.load();
      std::vector<Activity> taken;
      drainer_.Drain(&taken);
      for (const Activity& activity : taken) {
        if (activity.record.domain != ROCJFR_DOMAIN_HIP_OPS) continue;
        ++pieces_[activity.submit.submit_external_id];
      }
      if (taken.empty()) SleepMs(1);
    } while (!last);
  }

  Drainer drainer_;
  std::map<uint64_t, uint64_t> pieces_;
  std::atomic<bool> done_{false};
  std::thread thread_;
};

class HipRecordings : public HipTest {
 protected:
  static constexpr int kThreads = 8, kStreams = 8;
  static constexpr size_t kBytes = 4096;

  struct Made {
    uint64_t id;
    uint64_t pieces;
    uint64_t before, after;  // phases
  };
  // Odd: a recording runs. Even: none, or one is being started or stopped.
  std::atomic<uint64_t> phase_{0};
  std::atomic<uint64_t> calls_{0};
  std::atomic<bool> done_{false};
  // Where calls are kept out of a recording's start and stop; work in flight is not.
  std::shared_mutex gate_;
  std::atomic<bool> gate_closes_{false};
  bool gated_ = false;

  // At a recording's start or stop.
  template <typename Body>
  void Between(Body body) {
    gate_closes_.store(true);
    std::unique_lock<std::shared_mutex> lock(gate_, std::defer_lock);
    if (gated_) lock.lock();
    gate_closes_.store(false);
    body();
  }

  // Captured from `kStreams` streams. HIP 5.2 captures no launches of modules' kernels, and one
  // stream.
  void* Graph(void* kernel, void* a, void* b, int nodes) {
    std::vector<Hip::Stream> streams;
    const int count = IsVersion(5, 2) ? 1 : kStreams;
    for (int i = 0; i < count; ++i) streams.push_back(hip().NewStream());
    void *fork = nullptr, *graph = nullptr, *none = nullptr, *executable = nullptr;
    void* no_arguments[1] = {};
    hip().Do("hipEventCreate", &fork);
    hip().Do("hipStreamBeginCapture", streams[0], 0);
    hip().Do("hipEventRecord", fork, streams[0]);
    for (int i = 1; i < count; ++i) hip().Do("hipStreamWaitEvent", streams[i], fork, 0u);
    for (int i = 0; i < nodes; ++i) {
      if (IsVersion(5, 2)) {
        CopyAsync(b, a, kBytes, Hip::kDeviceToDevice, streams[i % count]);
      } else {
        hip().Launch(kernel, 1, 64, 0, streams[i % count], no_arguments);
      }
    }
    for (int i = 1; i < count; ++i) {
      void* join = nullptr;
      hip().Do("hipEventCreate", &join);
      hip().Do("hipEventRecord", join, streams[i]);
      hip().Do("hipStreamWaitEvent", streams[0], join, 0u);
    }
    hip().Do("hipStreamEndCapture", streams[0], &graph);
    hip().Do("hipGraphInstantiate", &executable, graph, none, none, size_t{0});
    return executable;
  }

  template <typename Body>
  void Make(std::deque<Made>* made, int thread, uint64_t pieces, Body body) {
    const uint64_t id = (made->size() + 1) * kThreads + thread;
    rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, id);
    std::shared_lock<std::shared_mutex> lock(gate_, std::defer_lock);
    if (gated_) {
      while (gate_closes_.load()) std::this_thread::yield();  // the lock prefers readers
      lock.lock();
    }
    const uint64_t before = phase_.load();
    body();
    const uint64_t after = phase_.load();
    if (lock.owns_lock()) lock.unlock();
    rocjfr_pop_external_id(ROCJFR_CLIENT_JAVA, nullptr);
    made->push_back({id, pieces, before, after});
    calls_.fetch_add(1);
  }

  struct Own {
    void *a, *b, *graph;
    Hip::Stream stream;
  };
  Own MakeOwn(void* kernel, int nodes) {
    void *a = hip().Malloc(kBytes), *b = hip().Malloc(kBytes);
    return {a, b, Graph(kernel, a, b, nodes), hip().NewStream()};
  }
  void Load(int thread, void* kernel, int nodes, const Own& own, std::deque<Made>* made) {
    void *const a = own.a, *const b = own.b, *const graph = own.graph;
    const Hip::Stream stream = own.stream;
    std::vector<char> host(kBytes);
    for (int i = 0; !done_.load(); ++i) {
      for (int k = 0; k < 4; ++k) {
        Make(made, thread, 1, [&] { hip().Launch(kernel, 1, 64, 0, stream, nullptr); });
        Make(made, thread, 1, [&] { CopyAsync(b, a, kBytes, Hip::kDeviceToDevice, stream); });
        Make(made, thread, 1, [&] { CopyToDevice(a, host.data(), kBytes); });
        Make(made, thread, 1, [&] { CopyToHost(host.data(), b, kBytes); });
      }
      Make(made, thread, nodes, [&] { hip().Do("hipGraphLaunch", graph, stream); });
      if (i % 2 == 0) hip().Do("hipStreamSynchronize", stream);
    }
    hip().Do("hipStreamSynchronize", stream);
  }

  struct Sums {
    uint64_t inside = 0, found = 0, missing = 0;  // of calls wholly within a recording
    uint64_t across = 0, may_be_missing = 0;      // of others
    uint64_t lost = 0;
  };
  void Record(Sums* sums);
};

void HipRecordings::Record(Sums* sums) {
  const int recordings = Setting("ROCJFR_RECORDINGS", 10);
  const int nodes = Setting("ROCJFR_GRAPH_NODES", 250);
  Initialize({16u << 20, 512u << 20});
  LoadHip();
  void* kernel = EmptyKernel();
  std::deque<Made> made[kThreads];
  std::vector<Own> own;
  for (int t = 0; t < kThreads; ++t) own.push_back(MakeOwn(kernel, nodes));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] { Load(t, kernel, nodes, own[t], &made[t]); });
  }
  Tally tally;
  double starting_ms = 0;
  for (int i = 0; i < recordings; ++i) {
    Between([&] {
      const Stopwatch starting;
      ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
      starting_ms += starting.Ms();
      phase_.fetch_add(1);
    });
    // Until each thread may have been through all of its calls.
    for (const uint64_t begin = calls_.load(); calls_.load() < begin + 17 * kThreads;) SleepMs(1);
    if (!gated_) phase_.fetch_add(1);
    // As the product stops.
    rocjfr_quiesce(200, 20);
    Between([&] {
      if (gated_) phase_.fetch_add(1);
      ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
      rocjfr_abandon_in_flight();
    });
    for (const uint64_t begin = calls_.load(); calls_.load() < begin + kThreads;) SleepMs(1);
  }
  done_.store(true);
  for (auto& thread : threads) thread.join();
  const auto recorded = tally.Stop();
  uint64_t known = 0;
  for (const auto& calls : made) {
    for (const Made& call : calls) {
      const auto at = recorded.find(call.id);
      const uint64_t pieces = at == recorded.end() ? 0 : at->second;
      known += at == recorded.end() ? 0 : 1;
      ASSERT_LE(pieces, call.pieces) << "a piece was recorded twice";
      if (call.before == call.after && call.before % 2 == 1) {
        sums->inside += call.pieces;
        sums->found += pieces;
        sums->missing += call.pieces - pieces;
      } else {
        sums->across += pieces;
        sums->may_be_missing += call.pieces - pieces;
      }
    }
  }
  sums->lost = Lost(ROCJFR_DOMAIN_HIP_OPS);
  printf(
      "%d recordings, %d nodes: %.2f ms to start one; submitted in them %lu, recorded %lu,"
      " missing %lu; recorded of calls across their ends %lu; lost %lu\n",
      recordings, nodes, starting_ms / recordings, sums->inside, sums->found, sums->missing,
      sums->across, sums->lost);
  // HIP 5 also reports work of calls that began before the recording: without their ids.
  EXPECT_EQ(known + recorded.count(0), recorded.size()) << "work of no call";
  if (hip().Version() >= 60000000) {
    EXPECT_EQ(recorded.count(0), 0u);
  }
  EXPECT_GT(sums->found, 0u);
}

TEST_F(HipRecordings, EachPieceIsRecordedOnceOrCountedUnderLoad) {
  Sums sums;
  Record(&sums);
  EXPECT_LE(sums.missing, sums.lost);
  EXPECT_LE(sums.lost, sums.missing + sums.may_be_missing);
}

TEST_F(HipRecordings, RecordedAndLostAreWhatWasSubmitted) {
  gated_ = true;
  Sums sums;
  Record(&sums);
  EXPECT_EQ(sums.across, 0u);
  if (hip().Version() < 50300000) {
    // The markers of blocking copies are pieces of their own there.
    EXPECT_GE(sums.found + sums.lost, sums.inside);
  } else {
    EXPECT_EQ(sums.found + sums.lost, sums.inside);
  }
}

}  // namespace
}  // namespace rocjfr::test
