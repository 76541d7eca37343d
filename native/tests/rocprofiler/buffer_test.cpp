// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The document's sentences about buffers, one test each.
#include <exception>
#include <utility>

#include "fixture.h"
#include "rocprofiler-sdk/rocjfr.h"

namespace rocjfr::test {
namespace {

constexpr auto kDiscard = ROCPROFILER_BUFFER_POLICY_DISCARD;
constexpr auto kLossless = ROCPROFILER_BUFFER_POLICY_LOSSLESS;
const auto kPage = static_cast<size_t>(sysconf(_SC_PAGESIZE));
const auto kInPage = static_cast<int>(kPage / sizeof(ApiRecord));

class BufferTest : public StubTest {
 protected:
  // Until Open, the consumer stays in its first callback.
  void Block() {
    collector_.on_batch = [this](rocprofiler_buffer_id_t) {
      std::unique_lock<std::mutex> lock(mutex_);
      inside_ = true;
      changed_.notify_all();
      changed_.wait(lock, [this] { return open_; });
    };
  }
  void WaitUntilInside() {
    std::unique_lock<std::mutex> lock(mutex_);
    ASSERT_TRUE(changed_.wait_for(lock, std::chrono::minutes(10), [this] { return inside_; }));
  }
  void Open() {
    std::lock_guard<std::mutex> lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool inside_ = false, open_ = false;
};

// "rounded up to the nearest memory page size": the smallest buffers hold a page of records.
class SmallSizes : public BufferTest, public testing::WithParamInterface<size_t> {};
TEST_P(SmallSizes, HoldAPage) {
  Trace(kApi, GetParam(), kPage, kDiscard);
  // One less than a page: the watermark is not reached.
  Call(kInPage - 1);
  EXPECT_EQ(collector_.Count(), 0u);
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), static_cast<size_t>(kInPage - 1));
  EXPECT_EQ(collector_.Drops(), 0u);
}
INSTANTIATE_TEST_SUITE_P(BufferTest, SmallSizes, testing::Values(0, 1, 63, 4095, 4096));

TEST_F(BufferTest, SizeIsRoundedUpToTwoPages) {
  Trace(kApi, kPage + 1, 2 * kPage, kDiscard);
  GetTrusted();
  Call(2 * kInPage - 1);
  collector_.Flush();
  EXPECT_EQ(collector_.Batches(), (std::vector<size_t>{static_cast<size_t>(2 * kInPage - 1)}));
}

TEST_F(BufferTest, WatermarkBeyondTheRoundedSizeIsAnError) {
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    rocprofiler_buffer_id_t id{};
    const auto callback = [](rocprofiler_context_id_t, rocprofiler_buffer_id_t,
                             rocprofiler_record_header_t**, size_t, void*, uint64_t) {};
    EXPECT_EQ(rocprofiler_create_buffer(context_, 1, kPage + 1, kLossless, callback, nullptr, &id),
              ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
    EXPECT_OK(rocprofiler_create_buffer(context_, 1, kPage, kLossless, callback, nullptr, &id));
    EXPECT_EQ(rocprofiler_create_buffer(context_, 1, 0, kLossless, callback, nullptr, &id),
              ROCPROFILER_STATUS_ERROR_SERVICE_ALREADY_CONFIGURED);
    id = {};
    EXPECT_EQ(rocprofiler_create_buffer(context_, 1, 0, ROCPROFILER_BUFFER_POLICY_NONE, callback,
                                        nullptr, &id),
              ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(rocprofiler_create_buffer({99}, 1, 0, kLossless, callback, nullptr, &id),
              ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND);
    EXPECT_EQ(id.handle, 0u);
  });
}

// No record ends at the watermark: the one that does not fit is dropped, and has the others handed
// over.
TEST_F(BufferTest, AWatermarkThatNoRecordReachesIsReachedWhenItIsFull) {
  ASSERT_NE(kPage % sizeof(CopyRecord), 0u);
  Trace(kCopy, kPage, kPage, ROCPROFILER_BUFFER_POLICY_DISCARD);
  const size_t fit = kPage / sizeof(CopyRecord);
  for (size_t i = 0; i <= fit; ++i) ASSERT_TRUE(stub().Complete(Copy(1), kCopyWork));
  ASSERT_TRUE(collector_.WaitForBatches(1));
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), fit);
  EXPECT_EQ(collector_.Drops(), 1u);
}

// "every ... record that is placed in the buffer will trigger a flush"
TEST_F(BufferTest, WatermarkZeroCallsBackOnEveryRecord) {
  Trace(kApi, kPage, 0);
  for (size_t i = 1; i <= 20; ++i) {
    Call(1);
    ASSERT_TRUE(collector_.WaitForBatches(i));
  }
  EXPECT_EQ(collector_.Batches(), std::vector<size_t>(20, 1));
}

TEST_F(BufferTest, WatermarkOfSixRecordsCallsBackAtTheSixth) {
  Trace(kApi, kPage, 6 * sizeof(ApiRecord));
  GetTrusted(5);
  Call(5);
  EXPECT_EQ(collector_.Batches().size(), 0u);
  Call(1);
  ASSERT_TRUE(collector_.WaitForBatches(1));
  EXPECT_EQ(collector_.Batches(), std::vector<size_t>{6});
}

// Until it is handed over, for which the first that does not fit asks.
TEST_F(BufferTest, DiscardCountsExactlyWhatDoesNotFit) {
  // 1 KiB of 96-byte and 64-byte records would leave a rest: a page of 64-byte records has none, so
  // the watermark is out of reach by one copy record at the start.
  TraceAll({kApi, ROCPROFILER_BUFFER_TRACING_MEMORY_COPY}, kPage, kPage, kDiscard);
  const auto command = Copy(1);                      // its call: 64 bytes
  ASSERT_TRUE(stub().Complete(command, kCopyWork));  // 96 bytes
  Call(100);
  collector_.Flush();
  EXPECT_GE(collector_.Drops(), 1u);
  EXPECT_EQ(collector_.Count() + collector_.Drops(), 102u);
  collector_.Forget();
  Call(10);
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), 10u);
  EXPECT_EQ(collector_.Drops(), 0u) << "counts since the callback before";
}

// "the current buffer is swapped out for an empty buffer"
TEST_F(BufferTest, LosslessSwapsWhileTheCallbackRuns) {
  Block();
  Trace(kApi, kPage, kPage);
  Call(kInPage);
  WaitUntilInside();
  // Another page goes in at once, although the callback has not returned.
  Call(kInPage - 1);
  EXPECT_EQ(collector_.Count(), 0u);
  Open();
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), static_cast<size_t>(2 * kInPage - 1));
  EXPECT_EQ(collector_.Drops(), 0u);
  ExpectOrder(collector_.Calls());
}

TEST_F(BufferTest, LosslessWaitsOnlyWhileBothHalvesAreFull) {
  Block();
  Trace(kApi, kPage, kPage);
  std::atomic<bool> done{false};
  std::thread caller([&] {
    Call(2 * kInPage + 1);
    done = true;
  });
  WaitUntilInside();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(done);
  Open();
  caller.join();
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), static_cast<size_t>(2 * kInPage + 1));
  EXPECT_EQ(collector_.Drops(), 0u);
}

// As a callback may that takes a lock under which the program calls HIP: its thread goes on after a
// second, and what it calls is put beside the buffer.
TEST_F(BufferTest, ALosslessWriterMayHoldALockThatTheCallbackTakes) {
  std::mutex mutex;
  collector_.on_batch = [&](rocprofiler_buffer_id_t) { std::lock_guard<std::mutex> lock(mutex); };
  Trace(kApi, kPage, kPage);
  {
    std::lock_guard<std::mutex> lock(mutex);
    Call(10 * kInPage);
  }
  Call(kInPage);
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), static_cast<size_t>(11 * kInPage));
  EXPECT_EQ(collector_.Drops(), 0u);
  ExpectOrder(collector_.Calls());
}

TEST_F(BufferTest, ALimitedWaitDropsAndCounts) {
  Block();
  Trace(kApi, kPage, kPage);
  EXPECT_OK(rocprofiler_rocjfr_limit_wait(collector_.id(), 5));
  Call(2 * kInPage + 3);
  Open();
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), static_cast<size_t>(2 * kInPage));
  EXPECT_EQ(collector_.Drops(), 3u);
}

// "the internal (background) thread sends callbacks"
TEST_F(BufferTest, CallbacksComeOnTheDefaultThreadOrTheAssignedOne) {
  Collector other, assigned;
  std::vector<int> made;  // threads that were about to be made, and those that were
  ASSERT_OK(rocprofiler_at_internal_thread_create(
      [](rocprofiler_runtime_library_t library, void* data) {
        EXPECT_EQ(library, ROCPROFILER_LIBRARY);
        static_cast<std::vector<int>*>(data)->push_back(0);
      },
      [](rocprofiler_runtime_library_t, void* data) {
        static_cast<std::vector<int>*>(data)->push_back(1);
      },
      ROCPROFILER_LIBRARY | ROCPROFILER_HIP_LIBRARY, &made));
  ASSERT_OK(rocprofiler_at_internal_thread_create(
      [](rocprofiler_runtime_library_t, void*) { ADD_FAILURE(); }, nullptr, ROCPROFILER_HIP_LIBRARY,
      nullptr));
  Load();
  rocprofiler_context_id_t contexts[3] = {};
  Tool::Run([&] {
    Collector* collectors[] = {&collector_, &other, &assigned};
    for (int i = 0; i < 3; ++i) {
      ASSERT_OK(rocprofiler_create_context(&contexts[i]));
      collectors[i]->Create(contexts[i]);
      collectors[i]->Configure(kApi);
    }
    rocprofiler_callback_thread_t thread{};
    ASSERT_OK(rocprofiler_create_callback_thread(&thread));
    ASSERT_OK(rocprofiler_assign_callback_thread(assigned.id(), thread));
    EXPECT_EQ(rocprofiler_assign_callback_thread(assigned.id(), {999}),
              ROCPROFILER_STATUS_ERROR_THREAD_NOT_FOUND);
    EXPECT_EQ(rocprofiler_assign_callback_thread({999}, thread),
              ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND);
    for (const auto& context : contexts) ASSERT_OK(rocprofiler_start_context(context));
  });
  Call(3);
  for (const Collector* one : {&collector_, &other, &assigned}) {
    one->Flush();
    EXPECT_EQ(one->Count(), 3u);
    ASSERT_EQ(one->Threads().size(), 1u);
    EXPECT_NE(*one->Threads().begin(), ThreadId());
  }
  EXPECT_EQ(collector_.Threads(), other.Threads());
  EXPECT_NE(collector_.Threads(), assigned.Threads());
  EXPECT_EQ(made, (std::vector<int>{0, 1, 0, 1}));
}

TEST_F(BufferTest, FlushInACallbackHandsOverAfterIt) {
  Trace(kApi);
  GetTrusted();
  int flushes = 0;
  collector_.on_batch = [&](rocprofiler_buffer_id_t id) {
    if (flushes++ != 0) return;
    Call(2);  // traced too
    EXPECT_OK(rocprofiler_flush_buffer(id));
    EXPECT_EQ(collector_.Count(), 0u) << "not within the callback";
  };
  Call(3);
  collector_.Flush();
  ASSERT_TRUE(collector_.WaitForBatches(2));
  EXPECT_EQ(collector_.Batches(), (std::vector<size_t>{3, 2}));
}

TEST_F(BufferTest, ACallbackMayCallHipMoreOftenThanTheBufferHolds) {
  std::atomic<int> batches{0};
  collector_.on_batch = [&](rocprofiler_buffer_id_t) {
    if (batches++ == 0) Call(5 * kInPage);
  };
  Trace(kApi, kPage, kPage);
  Call(kInPage);
  ASSERT_TRUE(collector_.WaitForBatches(1));
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), static_cast<size_t>(6 * kInPage));
  EXPECT_EQ(collector_.Drops(), 0u);
  ExpectOrder(collector_.Calls());
}

TEST_F(BufferTest, DestroyIsBusyWhileTheCallbackRuns) {
  Block();
  Trace(kApi, kPage, 0);
  Call(1);
  WaitUntilInside();
  EXPECT_EQ(rocprofiler_destroy_buffer(collector_.id()), ROCPROFILER_STATUS_ERROR_BUFFER_BUSY);
  Call(1);
  Open();
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), 2u);
  EXPECT_OK(rocprofiler_destroy_buffer(collector_.id()));
  EXPECT_EQ(rocprofiler_destroy_buffer(collector_.id()), ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND);
  EXPECT_EQ(rocprofiler_flush_buffer(collector_.id()), ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND);
  Call(3);
  EXPECT_EQ(collector_.Count(), 2u);
}

TEST_F(BufferTest, DestroyInItsOwnCallbackIsBusy) {
  std::atomic<int> status{0};
  collector_.on_batch = [&](rocprofiler_buffer_id_t id) {
    status = rocprofiler_destroy_buffer(id);
  };
  Trace(kApi);
  Call(1);
  collector_.Flush();
  EXPECT_EQ(status, ROCPROFILER_STATUS_ERROR_BUFFER_BUSY);
}

TEST_F(BufferTest, DestroyHandsOverWhatIsLeft) {
  Trace(kApi);
  Call(7);
  EXPECT_OK(rocprofiler_destroy_buffer(collector_.id()));
  EXPECT_EQ(collector_.Count(), 7u);
}

TEST_F(BufferTest, DestroyWhileOthersWrite) {
  Trace(kApi, kPage, kPage);
  std::atomic<bool> stop{false};
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i) {
    callers.emplace_back([&] {
      while (!stop) Call(1);
    });
  }
  ASSERT_TRUE(collector_.WaitForBatches(10));
  int status = ROCPROFILER_STATUS_ERROR_BUFFER_BUSY;
  while (status == ROCPROFILER_STATUS_ERROR_BUFFER_BUSY) {
    status = rocprofiler_destroy_buffer(collector_.id());
  }
  EXPECT_EQ(status, ROCPROFILER_STATUS_SUCCESS);
  const size_t count = collector_.Count();
  stop = true;
  for (auto& caller : callers) caller.join();
  EXPECT_EQ(collector_.Count(), count);
  ExpectOrder(collector_.Calls());
}

TEST_F(BufferTest, FlushOfAnEmptyBufferCallsNobody) {
  Trace(kApi);
  collector_.Flush();
  EXPECT_EQ(collector_.Batches().size(), 0u);
  EXPECT_EQ(rocprofiler_flush_buffer({12345}), ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND);
}

// Throws at every third record, before it has read the rest of what it was given.
struct ThrowsAtThird {
  std::vector<size_t> given;
  size_t seen = 0, read = 0;
  rocprofiler_buffer_id_t buffer{};

  void Create(rocprofiler_context_id_t context) {
    EXPECT_OK(rocprofiler_create_buffer(
        context, 0x10000, 0x10000, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
        [](rocprofiler_context_id_t, rocprofiler_buffer_id_t, rocprofiler_record_header_t** headers,
           size_t count, void* data, uint64_t) {
          auto* self = static_cast<ThrowsAtThird*>(data);
          self->given.push_back(count);
          for (size_t i = 0; i < count; ++i) {
            ASSERT_NE(headers[i]->payload, nullptr);
            if (++self->seen % 3 == 0) throw std::out_of_range("agents.at: " + std::to_string(i));
            ++self->read;
          }
        },
        this, &buffer));
  }
};

TEST_F(BufferTest, AnExceptionInACallbackIsToldAndWhatItHadNotReadIsHandedOver) {
  ThrowsAtThird tool;
  Load();
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    tool.Create(context_);
    EXPECT_OK(
        rocprofiler_configure_buffer_tracing_service(context_, kApi, nullptr, 0, tool.buffer));
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  testing::internal::CaptureStderr();
  Call(9);
  EXPECT_OK(rocprofiler_flush_buffer(tool.buffer));
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "rocjfr: rocprofiler-sdk: a buffer callback threw an exception: agents.at: 1. It"
            " has not read all of its 2 records. From now on it gets one record at a time\n"
            "rocjfr: rocprofiler-sdk: a buffer callback threw an exception: agents.at: 0. It"
            " continues with the next record\n");
  EXPECT_EQ(tool.given, (std::vector<size_t>{1, 2, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(tool.seen, 9u);
  EXPECT_EQ(tool.read, 6u);
}

// One that never throws has all at once, but for the first few.
TEST_F(BufferTest, ACallbackIsGivenTwiceAsMuchEachTime) {
  Trace(kApi);
  Call(100);
  collector_.Flush();
  EXPECT_EQ(collector_.Batches(), (std::vector<size_t>{1, 2, 4, 8, 16, 32, 37}));
  EXPECT_EQ(collector_.Count(), 100u);
}

TEST_F(BufferTest, AnExceptionThatIsNoStandardOneIsToldByItsType) {
  struct Own {};
  collector_.on_batch = [](rocprofiler_buffer_id_t) { throw Own(); };
  Trace(kApi);
  Call(1);
  testing::internal::CaptureStderr();
  collector_.Flush();
  EXPECT_NE(testing::internal::GetCapturedStderr().find("::Own"), std::string::npos);
  collector_.on_batch = nullptr;
  Call(2);
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), 2u);
}

// This program's own count, which the library inside librocprofiler-sdk cannot know.
TEST_F(BufferTest, AnExceptionThatWasCaughtIsNoLongerOnItsWay) {
  std::atomic<int> on_their_way{-1};
  bool first = true;
  collector_.on_batch = [&](rocprofiler_buffer_id_t) {
    on_their_way = std::uncaught_exceptions();
    if (!std::exchange(first, false)) return;
    throw std::runtime_error("a test's");
  };
  Trace(kApi);
  for (int i = 0; i < 2; ++i) {
    Call(1);
    collector_.Flush();
    EXPECT_EQ(on_their_way, 0) << "in the callback's thread, the second time after the exception";
  }
}

// The records of a callback that ends its thread count as handed over; another thread goes on.
TEST_F(BufferTest, ACallbackMayEndItsThread) {
  std::atomic<int> batches{0};
  Trace(kApi, kPage, kPage, kLossless);
  GetTrusted();
  collector_.on_batch = [&](rocprofiler_buffer_id_t) {
    if (++batches % 2 == 1) pthread_exit(nullptr);
  };
  for (int i = 0; i < 4; ++i) {
    Call(kInPage / 2);
    collector_.Flush();
    EXPECT_EQ(batches, i + 1);
  }
  EXPECT_EQ(collector_.Count(), 2 * static_cast<size_t>(kInPage / 2));
  EXPECT_EQ(collector_.Drops(), 0u);
  Call(20 * kInPage);  // waits for room
  collector_.Flush();
  EXPECT_GT(collector_.Count(), static_cast<size_t>(kInPage));
  collector_.on_batch = nullptr;
  EXPECT_OK(rocprofiler_stop_context(context_));
  EXPECT_OK(rocprofiler_destroy_buffer(collector_.id()));
}

// Before the tool is given all at once: where the thread ends, another one hands over the rest.
TEST_F(BufferTest, TheRestOfABatchWhoseThreadEndsIsHandedOver) {
  int batches = 0;
  collector_.on_batch = [&](rocprofiler_buffer_id_t) {
    if (++batches == 2) pthread_exit(nullptr);  // with two records
  };
  Trace(kApi);
  Call(20);
  collector_.Flush();
  EXPECT_EQ(batches, 6);
  EXPECT_EQ(collector_.Batches(), (std::vector<size_t>{1, 2, 4, 8, 3}));
}

}  // namespace
}  // namespace rocjfr::test
