// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Callbacks of HIP calls and roctx, and buffer records with arguments.
#include "callbacks.h"
#include "rocjfr/client.h"
#include "rocprofiler-sdk-roctx/roctx.h"
#include "rocprofiler-sdk/external_correlation.h"
#include "rocprofiler-sdk/rocjfr.h"

namespace rocjfr::test {
namespace {

constexpr auto kCallback = ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API;
constexpr auto kExt = ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API_EXT;
constexpr auto kEnter = ROCPROFILER_CALLBACK_PHASE_ENTER;
constexpr auto kExit = ROCPROFILER_CALLBACK_PHASE_EXIT;

struct HipPayload {
  uint64_t size;
  uint64_t arguments[11];
  uint64_t result[3];
};
struct ExtRecord {
  ApiRecord call;
  uint64_t arguments[11];
  uint64_t result[3];
};
struct MallocArguments {
  uint64_t place, value, bytes;
};

// The arguments as they are told.
std::string TextOf(const ExtRecord& record) {
  rocprofiler_record_header_t header;
  header.category = ROCPROFILER_BUFFER_CATEGORY_TRACING;
  header.kind = kExt;
  header.payload = const_cast<ExtRecord*>(&record);
  std::string text;
  EXPECT_OK(rocprofiler_iterate_buffer_tracing_record_args(
      header,
      [](rocprofiler_buffer_tracing_kind_t, rocprofiler_tracing_operation_t, uint32_t,
         const void* const, int32_t, const char*, const char* name, const char* value, void* data) {
        *static_cast<std::string*>(data) += std::string(name) + "=" + value + ";";
        return 0;
      },
      &text));
  return text;
}

class HipCallbacksTest : public StubTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { Load(GetParam()); }
  void Run(std::vector<rocprofiler_callback_tracing_kind_t> kinds,
           std::vector<rocprofiler_buffer_tracing_kind_t> buffered = {}) {
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      collector_.Create(context_);
      for (const auto kind : kinds) callbacks_.Configure(context_, kind);
      for (const auto kind : buffered) collector_.Configure(kind);
      ASSERT_OK(rocprofiler_start_context(context_));
    });
  }
  CallbackCollector callbacks_;
};

// The runtime's frame has a copy of what a pointer points to behind it, AMD's arguments have not.
TEST_P(HipCallbacksTest, ACallIsToldBeforeAndAfterWithItsArguments) {
  Run({kCallback}, {kApi});
  void* memory = nullptr;
  const auto place = reinterpret_cast<uint64_t>(&memory);
  stub().Call(STUBHIP_hipMalloc, MallocArguments{place, 77, 4096}, [] {});
  collector_.Flush();
  const auto told = callbacks_.All();
  const auto calls = collector_.Calls();
  ASSERT_EQ(told.size(), 2u);
  ASSERT_EQ(calls.size(), 1u);
  for (const Told& one : told) {
    EXPECT_EQ(one.record.kind, kCallback);
    EXPECT_EQ(one.record.operation, ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc);
    EXPECT_EQ(one.record.correlation_id.internal, calls[0].correlation_id.internal);
    EXPECT_EQ(one.record.thread_id, ThreadId());
    EXPECT_EQ(one.record.context_id.handle, context_.handle);
    const auto payload = one.As<HipPayload>();
    EXPECT_EQ(payload.arguments[0], place);
    EXPECT_EQ(payload.arguments[1], 4096u) << "not the copy of what the pointer points to";
    for (int i = 2; i < 11; ++i) EXPECT_EQ(payload.arguments[i], 0u);
    char text[32];
    snprintf(text, sizeof(text), "0x%lx", static_cast<unsigned long>(place));
    EXPECT_EQ(one.arguments, std::string("0 void** ptr=") + text + " *2; 1 size_t size=4096 *0; ");
  }
  EXPECT_EQ(told[0].record.phase, kEnter);
  EXPECT_EQ(told[1].record.phase, kExit);
  EXPECT_EQ(told[0].word, 0u);
  EXPECT_EQ(told[1].word, 1u) << "what the tool kept";
  for (const uint64_t word : told[0].As<HipPayload>().result) EXPECT_EQ(word, 0u);
  EXPECT_EQ(told[0].As<HipPayload>().size, 120u);
}

// The size ends before a return value that is not known.
TEST_P(HipCallbacksTest, TheReturnValueIsTheCallsOrNotThere) {
  Run({kCallback}, {kExt});
  stub().Return(STUBHIP_hipMalloc, 2);
  stub().Return(STUBHIP_hipMalloc, 0);
  stub().Call(STUBHIP_hipGetLastError);
  collector_.Flush();
  std::vector<HipPayload> exits;
  for (const Told& one : callbacks_.All()) {
    if (one.record.phase == kExit) exits.push_back(one.As<HipPayload>());
  }
  const auto kept = collector_.All();
  ASSERT_EQ(exits.size(), 3u);
  ASSERT_EQ(kept.size(), 3u);
  EXPECT_EQ(exits[0].size, 120u);
  EXPECT_EQ(static_cast<uint32_t>(exits[0].result[0]), 2u);
  EXPECT_EQ(exits[1].size, 120u);
  EXPECT_EQ(static_cast<uint32_t>(exits[1].result[0]), 0u);
  EXPECT_EQ(exits[2].size, 96u) << "hipGetLastError hands out another call's";
  EXPECT_EQ(kept[0].As<ExtRecord>().result[0], 2u);
  EXPECT_EQ(kept[1].As<ExtRecord>().result[0], 0u);
  EXPECT_EQ(kept[2].bytes.size(), sizeof(ExtRecord) - 24);
}

TEST_P(HipCallbacksTest, BufferRecordsHaveTheArguments) {
  Run({}, {kApi, kExt});
  Copy(1, 12345);
  collector_.Flush();
  const auto calls = collector_.Calls();
  const auto ext = collector_.Of<ExtRecord>(kExt);
  ASSERT_EQ(calls.size(), 1u);
  ASSERT_EQ(ext.size(), 1u);
  EXPECT_EQ(ext[0].call.operation, ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpyAsync);
  EXPECT_EQ(ext[0].call.correlation_id.internal, calls[0].correlation_id.internal);
  EXPECT_EQ(ext[0].call.start_timestamp, calls[0].start_timestamp);
  EXPECT_EQ(ext[0].call.end_timestamp, calls[0].end_timestamp);
  EXPECT_EQ(ext[0].arguments[0], 0x1000u);
  EXPECT_EQ(ext[0].arguments[1], 0x2000u);
  EXPECT_EQ(ext[0].arguments[2], 12345u);
  EXPECT_EQ(rocprofiler_rocjfr_unknown_arguments(ext[0].arguments), 0u);
  EXPECT_EQ(static_cast<uint32_t>(ext[0].arguments[3]), 1u);
  rocprofiler_record_header_t header;
  header.category = ROCPROFILER_BUFFER_CATEGORY_TRACING;
  header.kind = kExt;
  header.payload = const_cast<ExtRecord*>(ext.data());
  std::string text;
  EXPECT_OK(rocprofiler_iterate_buffer_tracing_record_args(
      header,
      [](rocprofiler_buffer_tracing_kind_t, rocprofiler_tracing_operation_t, uint32_t,
         const void* const, int32_t, const char*, const char* name, const char* value, void* data) {
        *static_cast<std::string*>(data) += std::string(name) + "=" + value + ";";
        return name == std::string("kind") ? 1 : 0;
      },
      &text));
  EXPECT_EQ(text, "dst=0x1000;src=0x2000;sizeBytes=12345;kind=1;") << "stops where asked to";
}

// What a text was at is gone when the record is read.
TEST_P(HipCallbacksTest, OfATextInARecordTheAddressIsTold) {
  ExtRecord record = {};
  record.call.operation = ROCPROFILER_HIP_RUNTIME_API_ID_hipModuleGetFunction;
  record.arguments[2] = 0x10;
  EXPECT_EQ(TextOf(record), "function=(null);module=(null);kname=0x10;");
}

// A 0 that is not known is told from one that is.
TEST_P(HipCallbacksTest, ArgumentsThatTheRuntimeDidNotFillInAreKnownAsSuch) {
  if (GetParam() != std::string("tracer")) GTEST_SKIP() << "the other stub fills them in always";
  stub().SetFrame(0, STUBHIP_FRAME_NO_ARGUMENTS);
  Run({kCallback}, {kExt});
  Copy(1, 12345);
  collector_.Flush();
  const auto told = callbacks_.All();
  const auto ext = collector_.Of<ExtRecord>(kExt);
  ASSERT_EQ(told.size(), 2u);
  ASSERT_EQ(ext.size(), 1u);
  for (const Told& one : told) {
    EXPECT_EQ(one.arguments, "") << "not told as 0";
    const auto payload = one.As<HipPayload>();
    EXPECT_EQ(payload.arguments[0], 0u);
    EXPECT_EQ(rocprofiler_rocjfr_unknown_arguments(payload.arguments), UINT32_MAX);
  }
  EXPECT_EQ(TextOf(ext[0]), "");
  EXPECT_EQ(rocprofiler_rocjfr_unknown_arguments(ext[0].arguments), UINT32_MAX);
}

// Not the mark of what has not been filled in, of which it has one half.
TEST_P(HipCallbacksTest, AFirstArgumentThatLooksUnfilledInOneHalfIsTold) {
  Run({kCallback});
  const uint64_t place = 0x7F0000000000 | (ROCJFR_UNFILLED & UINT32_MAX);
  stub().Call(STUBHIP_hipMalloc, MallocArguments{place, 77, 4096}, [] {});
  const auto told = callbacks_.All();
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0].As<HipPayload>().arguments[0], place);
  EXPECT_EQ(told[0].As<HipPayload>().arguments[1], 4096u);
}

TEST_P(HipCallbacksTest, OnlyTheOperationsThatWereAskedFor) {
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    callbacks_.Configure(context_, kCallback, {ROCPROFILER_HIP_RUNTIME_API_ID_hipMemset});
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  Call(3, STUBHIP_hipMalloc);
  EXPECT_EQ(callbacks_.All().size(), 0u);
  Call(2, STUBHIP_hipMemset);
  EXPECT_EQ(callbacks_.All().size(), 4u);
}

// An id that a tool pushes in the callback is the call's and its work's.
TEST_P(HipCallbacksTest, AnIdThatIsPushedInTheCallbackIsTheWorks) {
  callbacks_.on_call = [&](const rocprofiler_callback_tracing_record_t& record) {
    rocprofiler_user_data_t id;
    id.value = 4711;
    if (record.phase == kEnter) {
      EXPECT_OK(rocprofiler_push_external_correlation_id(context_, ThreadId(), id));
    } else {
      EXPECT_OK(rocprofiler_pop_external_correlation_id(context_, ThreadId(), &id));
      EXPECT_EQ(id.value, 4711u);
    }
  };
  Run({kCallback}, {kDispatch});
  EXPECT_TRUE(stub().Complete(Launch(), kKernelWork));
  collector_.Flush();
  const auto dispatches = collector_.Of<DispatchRecord>(kDispatch);
  ASSERT_EQ(dispatches.size(), 1u);
  EXPECT_EQ(dispatches[0].correlation_id.external.value, 4711u);
}

TEST_P(HipCallbacksTest, ACallThatWasToldHearsItsEndAlsoAfterTheStop) {
  Run({kCallback});
  stub().Call(STUBHIP_hipStreamSynchronize, StreamArgument{0x1000},
              [&] { EXPECT_OK(rocprofiler_stop_context(context_)); });
  Call(1);
  const auto told = callbacks_.All();
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[1].record.phase, kExit);
}

// At both phases, and of the record: what a tool calls in a callback is made in the call that it is
// told of.
TEST_P(HipCallbacksTest, ACallThatIsMadeInACallbackHasTheCallAsItsAncestor) {
  callbacks_.on_call = [&](const rocprofiler_callback_tracing_record_t& record) {
    if (record.operation == ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc) {
      Call(1, STUBHIP_hipGetDevice);
    }
  };
  Run({kCallback}, {kApi, kExt});
  Call(2);
  collector_.Flush();
  std::map<uint64_t, uint64_t> ancestors;  // by internal id
  size_t inner = 0;
  for (const ApiRecord& call : collector_.Calls()) {
    ancestors[call.correlation_id.internal] = call.correlation_id.ancestor;
    if (call.operation == ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc) {
      EXPECT_EQ(call.correlation_id.ancestor, 0u);
    } else {
      ++inner;
      EXPECT_NE(call.correlation_id.ancestor, 0u);
      EXPECT_LT(call.correlation_id.ancestor, call.correlation_id.internal);
    }
  }
  EXPECT_EQ(ancestors.size(), 6u);
  EXPECT_EQ(inner, 4u) << "one in each phase";
  for (const auto& ext : collector_.Of<ExtRecord>(kExt)) {
    const auto& id = ext.call.correlation_id;
    EXPECT_EQ(id.ancestor, ancestors[id.internal]);
  }
  EXPECT_EQ(callbacks_.All().size(), 12u);
  for (const Told& one : callbacks_.All()) {
    const auto& id = one.record.correlation_id;
    EXPECT_EQ(id.ancestor, ancestors[id.internal]) << one.record.phase;
  }
}

// A range that a tool opens in a callback is not what the call was made in.
TEST_P(HipCallbacksTest, ARangeThatIsOpenedInACallbackIsNoAncestorOfTheCall) {
  callbacks_.on_call = [&](const rocprofiler_callback_tracing_record_t& record) {
    if (record.phase == kEnter) roctxRangePushA("call");
    if (record.phase == kExit) roctxRangePop();
  };
  Run({kCallback}, {kApi, kRange});
  stub().Call(STUBHIP_hipMalloc, NoArguments{}, [&] { Call(1, STUBHIP_hipGetDevice); });
  collector_.Flush();
  const auto calls = collector_.Calls();
  const auto ranges = collector_.Of<rocprofiler_buffer_tracing_marker_api_record_t>(kRange);
  ASSERT_EQ(calls.size(), 2u);
  ASSERT_EQ(ranges.size(), 2u);
  const auto &inner = calls[0].correlation_id, &outer = calls[1].correlation_id;
  EXPECT_EQ(outer.ancestor, 0u);
  EXPECT_EQ(ranges[1].correlation_id.ancestor, outer.internal);
  EXPECT_EQ(inner.ancestor, ranges[1].correlation_id.internal);
  EXPECT_EQ(ranges[0].correlation_id.ancestor, inner.internal);
  for (const Told& one : callbacks_.All()) {
    const auto& id = one.record.correlation_id;
    EXPECT_EQ(id.ancestor, id.internal == outer.internal ? 0u : inner.ancestor);
  }
}

TEST_P(HipCallbacksTest, MarkersAreToldWithWhatTheyAreGiven) {
  using Payload = rocprofiler_callback_tracing_marker_api_data_t;
  Run({ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API,
       ROCPROFILER_CALLBACK_TRACING_MARKER_CONTROL_API,
       ROCPROFILER_CALLBACK_TRACING_MARKER_NAME_API});
  std::vector<std::string> seen;
  callbacks_.on_call = [&](const rocprofiler_callback_tracing_record_t& record) {
    const auto& payload = *static_cast<const Payload*>(record.payload);
    const char* name = nullptr;
    rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &name,
                                                           nullptr);
    std::string text = std::string(name) + (record.phase == kEnter ? " enter" : " exit");
    const bool core = record.kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API;
    if (core && record.operation == ROCPROFILER_MARKER_CORE_API_ID_roctxRangeStop) {
      text += " " + std::to_string(payload.args.roctxRangeStop.id);
    } else if (record.kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CONTROL_API) {
      text += " " + std::to_string(payload.args.roctxProfilerPause.tid);
    } else if (!core || record.operation != ROCPROFILER_MARKER_CORE_API_ID_roctxRangePop) {
      text += std::string(" ") + payload.args.roctxMarkA.message;
    }
    if (record.phase == kEnter) {
      EXPECT_EQ(payload.size, sizeof(payload));
    } else if (payload.size == sizeof(payload)) {
      text += " = " + std::to_string(payload.retval.roctx_range_id_t_retval);
    }
    seen.push_back(text);
  };
  roctxMarkA("mark");
  roctxRangePushA("outer");
  roctxRangePop();
  const auto id = std::to_string(roctxRangeStartA("range"));
  roctxRangeStop(std::stoull(id));
  roctxProfilerPause(7);
  roctxNameHipDevice("gpu", 3);
  EXPECT_EQ(seen,
            (std::vector<std::string>{
                "roctxMarkA enter mark", "roctxMarkA exit mark", "roctxRangePushA enter outer",
                "roctxRangePushA exit outer", "roctxRangePop enter", "roctxRangePop exit",
                "roctxRangeStartA enter range", "roctxRangeStartA exit range = " + id,
                "roctxRangeStop enter " + id, "roctxRangeStop exit " + id,
                "roctxProfilerPause enter 7", "roctxProfilerPause exit 7 = 0",
                "roctxNameHipDevice enter gpu", "roctxNameHipDevice exit gpu = 0"}));
  const auto told = callbacks_.All();
  ASSERT_EQ(told.size(), seen.size());
  EXPECT_EQ(told[0].arguments, "0 const char* message=mark *1; ");
  EXPECT_EQ(told[4].arguments, "") << "it has none";
  EXPECT_EQ(told[8].arguments, "0 roctx_range_id_t id=" + id + " *0; ");
  EXPECT_EQ(told[12].arguments, "0 const char* name=gpu *1; 1 int device_id=3 *0; ");
}

TEST_P(HipCallbacksTest, RangesAreToldFromTheirBeginToTheirEnd) {
  using Payload = rocprofiler_callback_tracing_marker_api_data_t;
  Run({ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API});
  std::vector<std::string> seen;
  callbacks_.on_call = [&](const rocprofiler_callback_tracing_record_t& record) {
    const auto& payload = *static_cast<const Payload*>(record.payload);
    seen.push_back((record.phase == kEnter ? "enter " : "exit ") +
                   std::string(payload.args.roctxThreadRangeA.message));
  };
  roctxRangePushA("outer");
  roctxRangePushA("inner");
  roctxRangePop();
  const roctx_range_id_t id = roctxRangeStartA("started");
  roctxRangePop();
  roctxRangeStop(id);
  EXPECT_EQ(seen, (std::vector<std::string>{"enter outer", "enter inner", "exit inner",
                                            "enter started", "exit outer", "exit started"}));
  const auto told = callbacks_.All();
  ASSERT_EQ(told.size(), 6u);
  EXPECT_EQ(told[0].record.correlation_id.internal, told[4].record.correlation_id.internal);
  EXPECT_EQ(told[4].word, 1u) << "what the tool kept at the begin";
  EXPECT_EQ(told[5].word, 4u);
}

INSTANTIATE_TEST_SUITE_P(Hooks, HipCallbacksTest, testing::Values("tracer", "register"));

}  // namespace
}  // namespace rocjfr::test
