// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP_STREAM callbacks.
#include <sys/mman.h>

#include <stdexcept>

#include "fixture.h"

namespace rocjfr::test {
namespace {

struct Seen {
  int32_t operation;
  rocprofiler_callback_phase_t phase;
  uint64_t id;
  uint64_t value;
  uint64_t correlation_id;
};

class HipStreamsTest : public StubTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { Load(GetParam()); }
  void Run(std::vector<rocprofiler_tracing_operation_t> operations = {}) {
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      ASSERT_OK(rocprofiler_configure_callback_tracing_service(
          context_, ROCPROFILER_CALLBACK_TRACING_HIP_STREAM,
          operations.empty() ? nullptr : operations.data(), operations.size(), &OnStream, &seen_));
      EXPECT_EQ(
          rocprofiler_configure_callback_tracing_service(
              context_, ROCPROFILER_CALLBACK_TRACING_HIP_STREAM, nullptr, 0, &OnStream, &seen_),
          ROCPROFILER_STATUS_ERROR_SERVICE_ALREADY_CONFIGURED);
      ASSERT_OK(rocprofiler_start_context(context_));
    });
  }
  // hipStreamCreate gives the program this handle; 0: it fails.
  void Create(uint64_t* place, uint64_t handle) const {
    stub().Call(
        STUBHIP_hipStreamCreate, place,
        [&] {
          if (handle != 0) *place = handle;
        },
        handle != 0 ? 0 : kFailure);
  }
  void Destroy(uint64_t handle) const {
    stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{handle}, [] {});
  }
  void Use(uint64_t handle) const {
    stub().Call(STUBHIP_hipStreamSynchronize, StreamArgument{handle}, [] {});
  }

  void TellNoResults() const {
    stub().Symbol<decltype(&stubhip_set_error_way)>("stubhip_set_error_way")(STUBHIP_ERROR_ODD);
  }

  static constexpr int kFailure = 1;
  std::vector<Seen> seen_;
  int throws_ = 0;

 private:
  static void OnStream(rocprofiler_callback_tracing_record_t record,
                       rocprofiler_user_data_t* user_data, void* data) {
    EXPECT_EQ(record.kind, ROCPROFILER_CALLBACK_TRACING_HIP_STREAM);
    EXPECT_EQ(record.thread_id, ThreadId());
    const auto* stream =
        static_cast<const rocprofiler_callback_tracing_hip_stream_data_t*>(record.payload);
    EXPECT_EQ(stream->size, sizeof(*stream));
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
      user_data->value = record.correlation_id.internal + 5;
    }
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT) {
      EXPECT_EQ(user_data->value, record.correlation_id.internal + 5);
    }
    static_cast<std::vector<Seen>*>(data)->push_back(
        {record.operation, record.phase, stream->stream_id.handle, stream->stream_value.value,
         record.correlation_id.internal});
  }
};
INSTANTIATE_TEST_SUITE_P(Hooks, HipStreamsTest, testing::Values("tracer", "register"));

TEST_P(HipStreamsTest, AreMadeUsedAndDestroyed) {
  Run();
  uint64_t first = 0, second = 0;
  Create(&first, 0x1000);
  Create(&second, 0x2000);
  Use(first);
  Use(0);
  Launch("kernel", second);
  Destroy(first);
  Create(&first, 0x1000);  // the same handle, another stream
  Use(first);
  uint64_t none = 0;
  Create(&none, 0);
  Call(2, STUBHIP_hipGetDevice);
  constexpr auto kNone = ROCPROFILER_CALLBACK_PHASE_NONE;
  constexpr auto kEnter = ROCPROFILER_CALLBACK_PHASE_ENTER;
  constexpr auto kExit = ROCPROFILER_CALLBACK_PHASE_EXIT;
  constexpr auto kCreate = ROCPROFILER_HIP_STREAM_CREATE;
  constexpr auto kSet = ROCPROFILER_HIP_STREAM_SET;
  const std::vector<Seen> expected = {{kCreate, kNone, 1, 0x1000, 0},
                                      {kCreate, kNone, 2, 0x2000, 0},
                                      {kSet, kEnter, 1, 0x1000, 0},
                                      {kSet, kExit, 1, 0x1000, 0},
                                      {kSet, kEnter, 0, 0, 0},
                                      {kSet, kExit, 0, 0, 0},
                                      {kSet, kEnter, 2, 0x2000, 0},
                                      {kSet, kExit, 2, 0x2000, 0},
                                      {ROCPROFILER_HIP_STREAM_DESTROY, kNone, 1, 0x1000, 0},
                                      {kCreate, kNone, 3, 0x1000, 0},
                                      {kSet, kEnter, 3, 0x1000, 0},
                                      {kSet, kExit, 3, 0x1000, 0}};
  ASSERT_EQ(seen_.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(seen_[i].operation, expected[i].operation) << i;
    EXPECT_EQ(seen_[i].phase, expected[i].phase) << i;
    EXPECT_EQ(seen_[i].id, expected[i].id) << i;
    EXPECT_EQ(seen_[i].value, expected[i].value) << i;
    EXPECT_NE(seen_[i].correlation_id, 0u) << i;
  }
  EXPECT_EQ(seen_[2].correlation_id, seen_[3].correlation_id) << "one call";
}

TEST_P(HipStreamsTest, ACreationThatFailsMakesNoStream) {
  Run();
  uint64_t stream = 0;
  Create(&stream, 0x1000);
  Create(&stream, 0);
  EXPECT_EQ(seen_.size(), 1u);
  Create(&stream, 0x1000);  // nobody saw that the other one was destroyed
  ASSERT_EQ(seen_.size(), 2u);
  EXPECT_EQ(seen_[1].id, 2u);
}

TEST_P(HipStreamsTest, ADestructionThatFailsLeavesTheStream) {
  Run();
  uint64_t stream = 0;
  Create(&stream, 0x1000);
  stub().Call(
      STUBHIP_hipStreamDestroy, StreamArgument{stream}, [] {}, kFailure);
  EXPECT_EQ(seen_.size(), 1u);
  Use(stream);
  ASSERT_EQ(seen_.size(), 3u);
  EXPECT_EQ(seen_[1].id, 1u);
}

// The program names a place where there is no memory: its call fails, and nothing more.
TEST_P(HipStreamsTest, NothingIsReadOfACreationThatHasFailed) {
  Run();
  void* gone = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int way = 0; way < 2; ++way) {
    Create(static_cast<uint64_t*>(gone), 0);
    Create(reinterpret_cast<uint64_t*>(8), 0);
    TellNoResults();
  }
  EXPECT_EQ(seen_.size(), 0u);
}

// What the call returns is not known, and a failing one leaves the handle of before.
TEST_P(HipStreamsTest, WithoutResultsTheHandleTellsOfACreation) {
  Run();
  TellNoResults();
  uint64_t stream = 0;
  Create(&stream, 0x1000);
  Create(&stream, 0);
  EXPECT_EQ(seen_.size(), 1u);
  Destroy(stream);
  Create(&stream, 0x1000);  // where the old handle still stands
  ASSERT_EQ(seen_.size(), 3u);
  EXPECT_EQ(seen_[2].operation, ROCPROFILER_HIP_STREAM_CREATE);
  EXPECT_EQ(seen_[2].id, 2u);
}

// What is destroyed while nobody listens is not known: the handle may be another stream's.
TEST_P(HipStreamsTest, AHandleOfAnEarlierRecordingIsAnotherStream) {
  Run();
  Use(0x1000);
  EXPECT_OK(rocprofiler_stop_context(context_));
  Destroy(0x1000);
  ASSERT_OK(rocprofiler_start_context(context_));
  while (seen_.size() == 2) Use(0x1000);  // 5.2: until the hook is there
  ASSERT_EQ(seen_.size(), 4u);
  EXPECT_EQ(seen_[0].id, 1u);
  EXPECT_EQ(seen_[2].id, 2u);
  EXPECT_EQ(seen_[3].id, 2u);
}

TEST_P(HipStreamsTest, OneOperation) {
  Run({ROCPROFILER_HIP_STREAM_CREATE});
  uint64_t stream = 0;
  Create(&stream, 0x1000);
  Use(stream);
  Destroy(stream);
  EXPECT_EQ(seen_.size(), 1u);
}

TEST_P(HipStreamsTest, ACallbackThatThrowsIsToldAndHarmsNobody) {
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    ASSERT_OK(rocprofiler_configure_callback_tracing_service(
        context_, ROCPROFILER_CALLBACK_TRACING_HIP_STREAM, nullptr, 0,
        [](rocprofiler_callback_tracing_record_t, rocprofiler_user_data_t*, void* data) {
          ++*static_cast<int*>(data);
          throw std::runtime_error("from a callback");
        },
        &throws_));
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  testing::internal::CaptureStderr();
  Use(0x1000);
  Use(0x1000);
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "rocjfr: rocprofiler-sdk: a callback for HIP_STREAM threw an exception: from a callback\n");
  EXPECT_EQ(throws_, 4);
}

TEST_P(HipStreamsTest, ACallThatWasToldHearsItsEndAlsoAfterTheStop) {
  Run();
  stub().Call(STUBHIP_hipStreamSynchronize, StreamArgument{0x1000},
              [&] { EXPECT_OK(rocprofiler_stop_context(context_)); });
  Use(0x1000);
  ASSERT_EQ(seen_.size(), 2u);
  EXPECT_EQ(seen_[1].phase, ROCPROFILER_CALLBACK_PHASE_EXIT);
}

}  // namespace
}  // namespace rocjfr::test
