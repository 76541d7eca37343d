// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The tool is asked for external correlation ids.
#include "fixture.h"
#include "rocprofiler-sdk-roctx/roctx.h"

namespace rocjfr::test {
namespace {

using Request = rocprofiler_external_correlation_id_request_kind_t;
constexpr Request kApiRequest = ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HIP_RUNTIME_API;
constexpr Request kDispatchRequest = ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_KERNEL_DISPATCH;
constexpr Request kCopyRequest = ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MEMORY_COPY;

struct Asked {
  rocprofiler_thread_id_t thread;
  uint64_t context;
  Request kind;
  int32_t operation;
  uint64_t correlation_id;
  uint64_t given;  // 0: left to what was pushed
};

// Gives ids from 1000 on.
class Asker {
 public:
  bool gives = true, throws = false;

  rocprofiler_status_t Configure(rocprofiler_context_id_t context,
                                 const std::vector<Request>& kinds) {
    return rocprofiler_configure_external_correlation_id_request_service(
        context, kinds.empty() ? nullptr : kinds.data(), kinds.size(), &OnRequest, this);
  }
  std::vector<Asked> All() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return asked_;
  }
  std::vector<Asked> Of(Request kind) const {
    std::vector<Asked> some;
    for (const Asked& one : All()) {
      if (one.kind == kind) some.push_back(one);
    }
    return some;
  }

 private:
  static int OnRequest(rocprofiler_thread_id_t thread, rocprofiler_context_id_t context,
                       Request kind, rocprofiler_tracing_operation_t operation,
                       uint64_t correlation_id, rocprofiler_user_data_t* id, void* data) {
    auto* self = static_cast<Asker*>(data);
    if (self->throws) throw std::runtime_error("no id");
    std::lock_guard<std::mutex> lock(self->mutex_);
    EXPECT_EQ(id->value, 0u);
    const uint64_t given = self->gives ? 1000 + self->asked_.size() : 0;
    self->asked_.push_back({thread, context.handle, kind, operation, correlation_id, given});
    id->value = self->gives ? given : 77;
    return self->gives ? 0 : 1;
  }

  mutable std::mutex mutex_;
  std::vector<Asked> asked_;
};

class ExternalRequestsTest : public StubTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { Load(GetParam()); }
  void Run(const std::vector<rocprofiler_buffer_tracing_kind_t>& kinds,
           const std::vector<Request>& requests) {
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      collector_.Create(context_);
      for (const auto kind : kinds) collector_.Configure(kind);
      ASSERT_OK(asker_.Configure(context_, requests));
      ASSERT_OK(rocprofiler_start_context(context_));
    });
  }
  void Push(uint64_t id) const {
    rocprofiler_user_data_t data;
    data.value = id;
    EXPECT_OK(rocprofiler_push_external_correlation_id(context_, ThreadId(), data));
  }

  Asker asker_;
};
INSTANTIATE_TEST_SUITE_P(Hooks, ExternalRequestsTest, testing::Values("tracer", "register"));

TEST_P(ExternalRequestsTest, EachRecordOfAKindHasTheIdThatWasGivenForIt) {
  Run({kApi, kDispatch, kCopy}, {kDispatchRequest, kCopyRequest});
  Push(5);
  UseMemory();
  constexpr int kRounds = 20;
  for (int i = 0; i < kRounds; ++i) {
    const stubhip_command_t launch = Launch(), copy = Copy(i % 5);
    EXPECT_TRUE(stub().Complete(copy, CopyWork(i % 5)));
    EXPECT_TRUE(stub().Complete(launch, kKernelWork));
    Call(1);
  }
  collector_.Flush();
  for (const ApiRecord& call : collector_.Calls()) {
    EXPECT_EQ(call.correlation_id.external.value, 5u) << "not asked for";
  }
  const auto dispatches = collector_.Of<DispatchRecord>(kDispatch);
  const auto asked = asker_.Of(kDispatchRequest);
  ASSERT_EQ(dispatches.size(), static_cast<size_t>(kRounds));
  ASSERT_EQ(asked.size(), dispatches.size());
  for (int i = 0; i < kRounds; ++i) {
    EXPECT_EQ(asked[i].thread, ThreadId());
    EXPECT_EQ(asked[i].context, context_.handle);
    EXPECT_EQ(asked[i].operation, ROCPROFILER_KERNEL_DISPATCH_ENQUEUE);
    EXPECT_EQ(dispatches[i].correlation_id.internal, asked[i].correlation_id);
    EXPECT_EQ(dispatches[i].correlation_id.external.value, asked[i].given);
  }
  constexpr int32_t kDirections[] = {
      ROCPROFILER_MEMORY_COPY_HOST_TO_HOST, ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE,
      ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST, ROCPROFILER_MEMORY_COPY_DEVICE_TO_DEVICE,
      ROCPROFILER_MEMORY_COPY_NONE};  // the runtime decides
  const auto copies = collector_.Of<CopyRecord>(kCopy);
  const auto asked_copies = asker_.Of(kCopyRequest);
  ASSERT_EQ(copies.size(), static_cast<size_t>(kRounds));
  ASSERT_EQ(asked_copies.size(), copies.size());
  for (int i = 0; i < kRounds; ++i) {
    EXPECT_EQ(asked_copies[i].operation, kDirections[i % 5]);
    EXPECT_EQ(copies[i].correlation_id.internal, asked_copies[i].correlation_id);
    EXPECT_EQ(copies[i].correlation_id.external.value, asked_copies[i].given);
  }
}

TEST_P(ExternalRequestsTest, CallsAreAskedForBeforeTheyBegin) {
  Run({kApi}, {kApiRequest});
  stub().Call(STUBHIP_hipMalloc, NoArguments{}, [&] {
    ASSERT_EQ(asker_.All().size(), 1u);
    Call(1, STUBHIP_hipGetDevice);
    EXPECT_EQ(asker_.All().size(), 2u);
  });
  Call(1);
  collector_.Flush();
  const auto asked = asker_.All();
  const auto calls = collector_.Calls();
  ASSERT_EQ(asked.size(), 3u);
  ASSERT_EQ(calls.size(), 3u);
  // The inner call ends first.
  EXPECT_EQ(calls[0].correlation_id.external.value, asked[1].given);
  EXPECT_EQ(calls[1].correlation_id.external.value, asked[0].given);
  EXPECT_EQ(calls[2].correlation_id.external.value, asked[2].given);
  EXPECT_EQ(asked[0].operation, ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc);
  EXPECT_EQ(asked[1].operation, ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice);
  EXPECT_EQ(asked[0].correlation_id, calls[1].correlation_id.internal);
}

TEST_P(ExternalRequestsTest, WhatWasPushedStandsWhereNothingIsGiven) {
  Run({kApi, kDispatch}, {});
  asker_.gives = false;
  Push(5);
  EXPECT_TRUE(stub().Complete(Launch(), kKernelWork));
  asker_.throws = true;
  EXPECT_TRUE(stub().Complete(Launch(), kKernelWork));
  collector_.Flush();
  EXPECT_EQ(asker_.All().size(), 2u) << "the call and its kernel";
  const auto dispatches = collector_.Of<DispatchRecord>(kDispatch);
  ASSERT_EQ(dispatches.size(), 2u);
  ASSERT_EQ(collector_.Calls().size(), 2u);
  for (const auto& record : dispatches) EXPECT_EQ(record.correlation_id.external.value, 5u);
  for (const auto& record : collector_.Calls()) {
    EXPECT_EQ(record.correlation_id.external.value, 5u);
  }
}

TEST_P(ExternalRequestsTest, NobodyIsAskedForCallsThatSubmitNothing) {
  Run({kDispatch, kCopy}, {});
  LaunchArguments failing;
  failing.function = "kernel";
  stub().Call(STUBHIP_hipModuleLaunchKernel, failing, [] {});
  EXPECT_TRUE(asker_.All().empty());
}

TEST_P(ExternalRequestsTest, OnlyForWhatTheContextTraces) {
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_);
    collector_.Configure(kApi, {ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc});
    collector_.Configure(kCopy, {ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE});
    ASSERT_OK(asker_.Configure(context_, {}));
  });
  Call(1);
  EXPECT_OK(rocprofiler_start_context(context_));
  Call(1);
  UseMemory();  // another hipMalloc
  Call(3, STUBHIP_hipGetDevice);
  EXPECT_TRUE(stub().Complete(Launch(), kKernelWork));
  EXPECT_TRUE(stub().Complete(Copy(1), kCopyWork));
  EXPECT_TRUE(stub().Complete(Copy(2), CopyWork(2)));
  EXPECT_OK(rocprofiler_stop_context(context_));
  Call(1);
  EXPECT_EQ(asker_.Of(kApiRequest).size(), 2u);
  EXPECT_EQ(asker_.Of(kCopyRequest).size(), 1u);
  EXPECT_EQ(asker_.All().size(), 3u);
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), 3u);
}

// More contexts than a call keeps in its place, each with a callback of its own.
TEST_P(ExternalRequestsTest, OfManyContexts) {
  constexpr size_t kContexts = 20;
  std::vector<rocprofiler_context_id_t> contexts(kContexts);
  std::vector<Collector> collectors(kContexts);
  std::vector<Asker> askers(kContexts);
  Tool::Run([&] {
    for (size_t i = 0; i < kContexts; ++i) {
      ASSERT_OK(rocprofiler_create_context(&contexts[i]));
      collectors[i].Create(contexts[i]);
      collectors[i].Configure(kDispatch);
      ASSERT_OK(askers[i].Configure(contexts[i], {kDispatchRequest}));
      ASSERT_OK(rocprofiler_start_context(contexts[i]));
      rocprofiler_user_data_t pushed;
      pushed.value = i + 1;
      EXPECT_OK(rocprofiler_push_external_correlation_id(contexts[i], ThreadId(), pushed));
      askers[i].gives = i % 2 == 0;
    }
  });
  EXPECT_TRUE(stub().Complete(Launch(), kKernelWork));
  for (size_t i = 0; i < kContexts; ++i) {
    collectors[i].Flush();
    const auto dispatches = collectors[i].Of<DispatchRecord>(kDispatch);
    ASSERT_EQ(dispatches.size(), 1u);
    ASSERT_EQ(askers[i].All().size(), 1u);
    EXPECT_EQ(dispatches[0].correlation_id.external.value, i % 2 == 0 ? 1000u : i + 1);
  }
}

TEST_P(ExternalRequestsTest, ThreadsAtOnce) {
  constexpr int kThreads = 4, kLaunches = 200;
  Run({kApi, kDispatch}, {kApiRequest, kDispatchRequest});
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < kLaunches; ++j) EXPECT_TRUE(stub().Complete(Launch(), kKernelWork));
    });
  }
  for (auto& thread : threads) thread.join();
  collector_.Flush();
  std::map<uint64_t, Asked> given;
  for (const Asked& one : asker_.All()) given[one.given] = one;
  size_t seen = 0;
  const auto expect = [&](uint64_t internal, uint64_t external, uint64_t thread, Request kind) {
    ASSERT_EQ(given.count(external), 1u);
    EXPECT_EQ(given[external].correlation_id, internal);
    EXPECT_EQ(given[external].thread, thread);
    EXPECT_EQ(given[external].kind, kind);
    given.erase(external);
    ++seen;
  };
  for (const auto& record : collector_.Calls()) {
    expect(record.correlation_id.internal, record.correlation_id.external.value, record.thread_id,
           kApiRequest);
  }
  for (const auto& record : collector_.Of<DispatchRecord>(kDispatch)) {
    expect(record.correlation_id.internal, record.correlation_id.external.value, record.thread_id,
           kDispatchRequest);
  }
  EXPECT_EQ(seen, 2u * kThreads * kLaunches);
  EXPECT_TRUE(given.empty());
}

TEST_P(ExternalRequestsTest, MarkersAndRanges) {
  using MarkerRecord = rocprofiler_buffer_tracing_marker_api_record_t;
  Run({kMarker, kRange}, {ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MARKER_CORE_API,
                          ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MARKER_CORE_RANGE_API});
  EXPECT_EQ(roctxRangePushA("range"), 0);
  ASSERT_EQ(asker_.All().size(), 2u);
  EXPECT_EQ(roctxRangePop(), 0);
  ASSERT_EQ(asker_.All().size(), 3u);
  collector_.Flush();
  const auto calls = collector_.Of<MarkerRecord>(kMarker);
  const auto ranges = collector_.Of<MarkerRecord>(kRange);
  ASSERT_EQ(calls.size(), 2u);
  ASSERT_EQ(ranges.size(), 1u);
  EXPECT_EQ(calls[0].correlation_id.external.value, asker_.All()[0].given);
  EXPECT_EQ(ranges[0].correlation_id.external.value, asker_.All()[1].given);
  EXPECT_EQ(ranges[0].correlation_id.internal, asker_.All()[1].correlation_id);
  EXPECT_EQ(calls[1].correlation_id.external.value, asker_.All()[2].given);
}

TEST_P(ExternalRequestsTest, Statuses) {
  const auto configure = [this](rocprofiler_context_id_t context, const Request* kinds,
                                size_t count) {
    return rocprofiler_configure_external_correlation_id_request_service(
        context, kinds, count,
        [](rocprofiler_thread_id_t, rocprofiler_context_id_t, Request,
           rocprofiler_tracing_operation_t, uint64_t, rocprofiler_user_data_t*,
           void*) { return 0; },
        this);
  };
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    constexpr Request kNone = ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_NONE;
    constexpr Request kLast = ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_LAST;
    EXPECT_EQ(configure({99}, nullptr, 0), ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND);
    EXPECT_EQ(configure(context_, &kNone, 1), ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND);
    EXPECT_EQ(configure(context_, &kLast, 1), ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND);
    EXPECT_EQ(configure(context_, &kApiRequest, 0), ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
    EXPECT_OK(configure(context_, &kApiRequest, 1)) << "the errors before have left nothing";
    EXPECT_EQ(configure(context_, &kCopyRequest, 1),
              ROCPROFILER_STATUS_ERROR_SERVICE_ALREADY_CONFIGURED);
  });
  EXPECT_EQ(configure(context_, nullptr, 0), ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED);
  std::set<std::string> names;
  for (int kind = 0; kind < ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_LAST; ++kind) {
    const char* name = nullptr;
    uint64_t length = 0;
    EXPECT_OK(rocprofiler_query_external_correlation_id_request_kind_name(
        static_cast<Request>(kind), &name, &length));
    EXPECT_EQ(length, strlen(name));
    names.insert(name);
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_LAST));
  EXPECT_EQ(names.count("MARKER_CORE_RANGE_API"), 1u);
  const char* name = "";
  EXPECT_EQ(rocprofiler_query_external_correlation_id_request_kind_name(
                ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_LAST, &name, nullptr),
            ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND);
  EXPECT_EQ(name, nullptr);
}

}  // namespace
}  // namespace rocjfr::test
