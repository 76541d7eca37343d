// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Contexts: several at once, start and stop, services, external correlation ids.
#include "fixture.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::test {
namespace {

constexpr auto kMalloc = ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc;

class ContextsTest : public StubTest {
 protected:
  static void Push(rocprofiler_context_id_t context, uint64_t thread, uint64_t id) {
    rocprofiler_user_data_t data;
    data.value = id;
    EXPECT_OK(rocprofiler_push_external_correlation_id(context, thread, data));
  }
  static uint64_t Pop(rocprofiler_context_id_t context, uint64_t thread) {
    rocprofiler_user_data_t data;
    EXPECT_OK(rocprofiler_pop_external_correlation_id(context, thread, &data));
    return data.value;
  }
};

TEST_F(ContextsTest, AreActiveFromStartToStop) {
  Load();
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    EXPECT_EQ(rocprofiler_create_context(&context_), ROCPROFILER_STATUS_ERROR_CONTEXT_ID_NOT_ZERO);
    collector_.Create(context_);
    collector_.Configure(kApi);
  });
  int status = 7;
  EXPECT_OK(rocprofiler_context_is_valid(context_, &status));
  EXPECT_EQ(status, 1);
  EXPECT_OK(rocprofiler_context_is_active(context_, &status));
  EXPECT_EQ(status, 0);
  EXPECT_EQ(rocprofiler_stop_context(context_), ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND);
  Call(1);
  EXPECT_OK(rocprofiler_start_context(context_));
  EXPECT_OK(rocprofiler_start_context(context_)) << "again";
  EXPECT_OK(rocprofiler_context_is_active(context_, &status));
  EXPECT_EQ(status, 1);
  Call(2);
  EXPECT_OK(rocprofiler_stop_context(context_));
  EXPECT_OK(rocprofiler_context_is_active(context_, &status));
  EXPECT_EQ(status, 0);
  EXPECT_EQ(stub().Callbacks(), 0u);
  Call(4);
  EXPECT_OK(rocprofiler_start_context(context_));
  Call(8);
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), 10u);
  for (const uint64_t handle : {0, 99}) {
    EXPECT_EQ(rocprofiler_start_context({handle}), ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND);
    EXPECT_EQ(rocprofiler_stop_context({handle}), ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND);
    EXPECT_EQ(rocprofiler_context_is_active({handle}, &status),
              ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND);
  }
}

TEST_F(ContextsTest, SeveralWithTheirOwnBuffersAndOperations) {
  Load();
  rocprofiler_context_id_t second{};
  Collector shared, own;
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    ASSERT_OK(rocprofiler_create_context(&second));
    collector_.Create(context_);
    collector_.Configure(kApi);
    own.Create(second);
    own.Configure(kApi, {kMalloc, ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice});
    ASSERT_OK(rocprofiler_start_context(context_));
    ASSERT_OK(rocprofiler_start_context(second));
  });
  Call(3);
  Call(2, STUBHIP_hipGetDevice);
  Call(5, STUBHIP_hipDeviceSynchronize);
  EXPECT_OK(rocprofiler_stop_context(context_));
  Call(7);
  Call(7, STUBHIP_hipDeviceSynchronize);
  collector_.Flush();
  own.Flush();
  EXPECT_EQ(collector_.Count(), 10u);
  EXPECT_EQ(own.Count(), 12u);
  for (const ApiRecord& record : own.Calls()) {
    EXPECT_NE(record.operation, ROCPROFILER_HIP_RUNTIME_API_ID_hipDeviceSynchronize);
  }
}

TEST_F(ContextsTest, AKindIsConfiguredOnceInAContext) {
  Load();
  rocprofiler_context_id_t second{};
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    ASSERT_OK(rocprofiler_create_context(&second));
    collector_.Create(context_);
    const auto configure = [&](rocprofiler_context_id_t context, int kind,
                               std::vector<rocprofiler_tracing_operation_t> operations = {},
                               uint64_t buffer = 0) {
      return rocprofiler_configure_buffer_tracing_service(
          context, static_cast<rocprofiler_buffer_tracing_kind_t>(kind),
          operations.empty() ? nullptr : operations.data(), operations.size(),
          {buffer == 0 ? collector_.id().handle : buffer});
    };
    EXPECT_EQ(configure(context_, kApi, {kMalloc, 5000}),
              ROCPROFILER_STATUS_ERROR_OPERATION_NOT_FOUND);
    EXPECT_OK(configure(context_, kApi)) << "the error before has left nothing";
    EXPECT_EQ(configure(context_, kApi), ROCPROFILER_STATUS_ERROR_SERVICE_ALREADY_CONFIGURED);
    EXPECT_EQ(configure(context_, kApi, {kMalloc}),
              ROCPROFILER_STATUS_ERROR_SERVICE_ALREADY_CONFIGURED);
    EXPECT_OK(configure(context_, kDispatch)) << "another kind, the same buffer";
    EXPECT_OK(configure(second, kApi)) << "another context, the same buffer";
    EXPECT_EQ(configure({99}, kApi), ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND);
    EXPECT_EQ(configure(second, kDispatch, {}, 99), ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND);
    EXPECT_EQ(configure(second, ROCPROFILER_BUFFER_TRACING_NONE),
              ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND);
    EXPECT_EQ(configure(second, ROCPROFILER_BUFFER_TRACING_LAST),
              ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND);
    const rocprofiler_tracing_operation_t one = kMalloc;
    EXPECT_EQ(
        rocprofiler_configure_buffer_tracing_service(second, kDispatch, &one, 0, collector_.id()),
        ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
  });
}

TEST_F(ContextsTest, AServiceOfAnActiveContextIsActiveAtOnce) {
  Load();
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_);
    collector_.Configure(kDispatch);
    ASSERT_OK(rocprofiler_start_context(context_));
    collector_.Configure(kApi, {kMalloc});
  });
  Call(3);
  EXPECT_OK(rocprofiler_stop_context(context_));
  Call(3);
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), 3u);
}

// As with AMD's library none is refused; of what is not served nothing comes, which is told once
// for each kind, and tools go on.
TEST_F(ContextsTest, KindsThatAreNotServedAreTold) {
  testing::internal::CaptureStderr();
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_);
    for (int kind = 1; kind < ROCPROFILER_BUFFER_TRACING_LAST; ++kind) {
      EXPECT_EQ(rocprofiler_configure_buffer_tracing_service(
                    context_, static_cast<rocprofiler_buffer_tracing_kind_t>(kind), nullptr, 0,
                    collector_.id()),
                ROCPROFILER_STATUS_SUCCESS)
          << kind;
    }
    for (int kind = 1; kind < ROCPROFILER_CALLBACK_TRACING_LAST; ++kind) {
      EXPECT_EQ(rocprofiler_configure_callback_tracing_service(
                    context_, static_cast<rocprofiler_callback_tracing_kind_t>(kind), nullptr, 0,
                    [](rocprofiler_callback_tracing_record_t, rocprofiler_user_data_t*, void*) {},
                    nullptr),
                ROCPROFILER_STATUS_SUCCESS)
          << kind;
    }
    // Operations of what is empty are not known, and harm nobody.
    rocprofiler_context_id_t other{};
    ASSERT_OK(rocprofiler_create_context(&other));
    const rocprofiler_tracing_operation_t operation = 7;
    EXPECT_OK(rocprofiler_configure_callback_tracing_service(
        other, ROCPROFILER_CALLBACK_TRACING_SCRATCH_MEMORY, &operation, 1,
        [](rocprofiler_callback_tracing_record_t, rocprofiler_user_data_t*, void*) {}, nullptr));
  });
  const std::string told = testing::internal::GetCapturedStderr();
  size_t lines = 0;
  for (const char c : told) lines += c == '\n' ? 1 : 0;
  EXPECT_EQ(lines, 17u) << told;
  for (const char* line :
       {"SCRATCH_MEMORY: there will be no records, because scratch memory has records in buffers",
        "RCCL_API: there will be no records, because that library is not traced",
        "HIP_STREAM: there will be no records, because streams have callbacks",
        "KFD_PAGE_MIGRATE: there will be no records, because the driver's events",
        "HIP_COMPILER_API: HIP's hook reports only __hipPushCallConfiguration"}) {
    EXPECT_NE(told.find(line), std::string::npos) << line << " in\n" << told;
  }
  // A recording says it, too; what is served in part is not among them.
  rocjfr_runtime_info_t info;
  ASSERT_EQ(rocjfr_runtime(&info), ROCJFR_STATUS_SUCCESS);
  const std::string message = info.message;
  EXPECT_EQ(message.find("a tool asked for activity that is not traced: RCCL_API, OMPT, "), 0u)
      << message;
  for (const char* kind : {"ROCJPEG_API", "KFD_EVENT_PAGE_MIGRATE", "KFD_QUEUE"}) {
    EXPECT_NE(message.find(kind), std::string::npos) << kind << " in " << message;
  }
  EXPECT_EQ(message.find("HIP_RUNTIME_API"), std::string::npos) << message;
  EXPECT_EQ(message.find("HIP_COMPILER_API"), std::string::npos) << message;
}

TEST_F(ContextsTest, StopWaitsForWorkInFlight) {
  TraceAll({kApi, kDispatch});
  const stubhip_command_t first = Launch(), second = Launch();
  rocjfr_hold_waits(1);  // however long the work takes on a busy machine
  std::thread runtime([&] {
    while (rocjfr_hold_waits(1) == 0) std::this_thread::yield();
    EXPECT_TRUE(stub().Complete(first, kKernelWork));
    const stubhip_command_t late = Launch();  // while it stops: not of this context
    EXPECT_TRUE(stub().Complete(second, kKernelWork));
    stub().Complete(late, kKernelWork);  // else the stop would wait for it
  });
  EXPECT_OK(rocprofiler_stop_context(context_));
  runtime.join();
  rocjfr_hold_waits(0);
  collector_.Flush();
  EXPECT_EQ(collector_.Calls().size(), 2u);
  EXPECT_EQ(collector_.Of<DispatchRecord>(kDispatch).size(), 2u);
}

TEST_F(ContextsTest, StopGivesWorkUpThatDoesNotCome) {
  TraceAll({kApi, kDispatch});
  Launch();
  EXPECT_OK(rocprofiler_stop_context(context_));
  EXPECT_OK(rocprofiler_start_context(context_));
  const auto start = std::chrono::steady_clock::now();
  collector_.Flush();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60)) << "it ends";
  EXPECT_EQ(collector_.Count(), 1u);
}

TEST_F(ContextsTest, ACallThatBeganBeforeTheStartIsNotRecorded) {
  Load();
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_);
    collector_.Configure(kApi);
  });
  stub().Call(STUBHIP_hipMalloc, NoArguments{},
              [&] { EXPECT_OK(rocprofiler_start_context(context_)); });
  Call(1);
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), 1u);
}

TEST_F(ContextsTest, ExternalIdsAreThoseOfContextAndThread) {
  Load();
  rocprofiler_context_id_t second{};
  Collector other;
  Tool::Run([&] {
    for (auto [context, collector] : {std::pair{&context_, &collector_}, {&second, &other}}) {
      ASSERT_OK(rocprofiler_create_context(context));
      collector->Create(*context);
      collector->Configure(kApi);
      collector->Configure(kDispatch);
      ASSERT_OK(rocprofiler_start_context(*context));
    }
  });
  const auto self = ThreadId();
  Call(1);
  Push(context_, self, 11);
  Push(context_, self, 12);
  Push(second, self, 21);
  const stubhip_command_t launch = Launch();
  EXPECT_EQ(Pop(context_, self), 12u);
  Call(1);
  EXPECT_TRUE(stub().Complete(launch, kKernelWork));
  EXPECT_EQ(Pop(context_, self), 11u);
  EXPECT_EQ(Pop(context_, self), 0u) << "empty";
  Call(1);
  collector_.Flush();
  other.Flush();
  const auto externals = [](const Collector& of) {
    std::vector<uint64_t> ids;
    for (const ApiRecord& record : of.Calls()) ids.push_back(record.correlation_id.external.value);
    return ids;
  };
  EXPECT_EQ(externals(collector_), (std::vector<uint64_t>{0, 12, 11, 0}));
  EXPECT_EQ(externals(other), (std::vector<uint64_t>{0, 21, 21, 21}));
  // That of the launch, not that of the moment when it finished.
  EXPECT_EQ(collector_.Of<DispatchRecord>(kDispatch).at(0).correlation_id.external.value, 12u);
  EXPECT_EQ(other.Of<DispatchRecord>(kDispatch).at(0).correlation_id.external.value, 21u);
}

TEST_F(ContextsTest, ThreadsInheritFromTheMainThreadAndMayBePushedFor) {
  Trace(kApi);
  Push(context_, ThreadId(), 5);
  uint64_t child = 0;
  std::thread([&] {
    child = ThreadId();
    Call(1);
    Push(context_, child, 6);
    Call(1);
    std::thread([&] { Push(context_, child, 7); }).join();
    Call(1);
    EXPECT_EQ(Pop(context_, child), 7u);
    EXPECT_EQ(Pop(context_, child), 6u);
    Call(1);
  }).join();
  collector_.Flush();
  std::vector<uint64_t> ids;
  for (const ApiRecord& record : collector_.Calls()) {
    EXPECT_EQ(record.thread_id, child);
    ids.push_back(record.correlation_id.external.value);
  }
  EXPECT_EQ(ids, (std::vector<uint64_t>{5, 6, 7, 5}));
  rocprofiler_user_data_t data;
  data.value = 1;
  EXPECT_EQ(rocprofiler_push_external_correlation_id(context_, child, data),
            ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT)
      << "it has ended";
  EXPECT_EQ(rocprofiler_push_external_correlation_id(context_, 1, data),
            ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT)
      << "of another process";
  EXPECT_EQ(rocprofiler_push_external_correlation_id({77}, ThreadId(), data),
            ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND);
}

// More contexts than a call keeps in its place.
// Threads that end without having called the library are not known to end.
TEST_F(ContextsTest, AThreadDoesNotInheritFromAnEarlierOneOfItsNumber) {
  Trace(kApi);
  bool again = false;
  for (int i = 0; i < 1000 && !again; ++i) {
    std::atomic<uint64_t> number{0};
    std::atomic<bool> pushed{false};
    std::thread first([&] {
      number = ThreadId();
      while (!pushed) std::this_thread::yield();
    });
    while (number == 0) std::this_thread::yield();
    Push(context_, number, 7);
    pushed = true;
    first.join();
    // The kernel counts by 10 ms when threads were started.
    const auto now = [] { return std::chrono::steady_clock::now(); };
    for (const auto end = now() + std::chrono::milliseconds(20); now() < end;) sched_yield();
    FILE* last = fopen("/proc/sys/kernel/ns_last_pid", "w");
    if (last == nullptr || fprintf(last, "%lu", number - 1) < 0 || fclose(last) != 0) {
      GTEST_SKIP() << "the next number cannot be chosen here";
    }
    std::thread([&] {
      again = ThreadId() == number;  // else another process was quicker, and may keep the number
      if (again) Call(1);
    }).join();
  }
  ASSERT_TRUE(again);
  collector_.Flush();
  ASSERT_EQ(collector_.Count(), 1u);
  EXPECT_EQ(collector_.Calls()[0].correlation_id.external.value, 0u);
}

TEST_F(ContextsTest, ManyContextsKeepTheirExternalIdsForALaunch) {
  constexpr size_t kContexts = 40;
  Load();
  std::vector<rocprofiler_context_id_t> contexts(kContexts);
  std::vector<Collector> collectors(kContexts);
  Tool::Run([&] {
    for (size_t i = 0; i < kContexts; ++i) {
      ASSERT_OK(rocprofiler_create_context(&contexts[i]));
      collectors[i].Create(contexts[i]);
      collectors[i].Configure(kDispatch);
      ASSERT_OK(rocprofiler_start_context(contexts[i]));
      Push(contexts[i], ThreadId(), 1000 + i);
    }
  });
  EXPECT_TRUE(stub().Complete(Launch(), kKernelWork));
  for (size_t i = 0; i < kContexts; ++i) {
    collectors[i].Flush();
    ASSERT_EQ(collectors[i].Count(), 1u);
    EXPECT_EQ(collectors[i].Of<DispatchRecord>(kDispatch)[0].correlation_id.external.value,
              1000 + i);
  }
}

TEST_F(ContextsTest, HipMayComeAfterTheStart) {
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_);
    collector_.Configure(kApi, {kMalloc});
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  Load();
  // Until somebody has found it; and with HIP 6 until calls of before the hook have ended.
  for (int i = 0; i < 600000 && collector_.Count() == 0; ++i) {
    usleep(1000);
    Call(1);
    collector_.Flush();
  }
  ASSERT_EQ(collector_.Count(), 1u);
  collector_.Forget();
  Call(3);
  Call(3, STUBHIP_hipGetDevice);
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), 3u);
}

}  // namespace
}  // namespace rocjfr::test
