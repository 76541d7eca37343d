// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What still runs when the process ends, and for how long the end waits.
#include "callbacks.h"
#include "child.h"
#include "os_thread.h"
#include "rocprofiler-sdk-roctx/roctx.h"

namespace rocjfr::test {
namespace {

class ExitTest : public StubTest {};

rocprofiler_context_id_t g_context;
rocprofiler_buffer_id_t g_buffers[4];

// In the child: a context with as many buffers for roctx, each with this callback.
void TraceMarkers(uint32_t buffers, rocprofiler_buffer_tracing_cb_t callback) {
  constexpr rocprofiler_buffer_tracing_kind_t kKinds[] = {
      kMarker, kRange, ROCPROFILER_BUFFER_TRACING_MARKER_CONTROL_API,
      ROCPROFILER_BUFFER_TRACING_MARKER_NAME_API};
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&g_context));
    for (uint32_t i = 0; i < buffers; ++i) {
      ASSERT_OK(rocprofiler_create_buffer(g_context, 0x10000, 0x10000,
                                          ROCPROFILER_BUFFER_POLICY_LOSSLESS, callback, nullptr,
                                          &g_buffers[i]));
      ASSERT_OK(rocprofiler_configure_buffer_tracing_service(g_context, kKinds[i], nullptr, 0,
                                                             g_buffers[i]));
    }
    ASSERT_OK(rocprofiler_start_context(g_context));
  });
}

// Also what it makes static in a late callback is alive when the last records are handed over.
TEST_F(ExitTest, WhatALateCallbackMakesStaticIsAliveInTheLastOne) {
  constexpr int kCallbacks = 40;
  const std::string output = OutputOfChild([] {
    static int calls = 0;
    static bool destroyed[kCallbacks + 1];
    TraceMarkers(1, [](rocprofiler_context_id_t, rocprofiler_buffer_id_t,
                       rocprofiler_record_header_t**, size_t, void*, uint64_t) {
      if (++calls > kCallbacks) {
        int dead = 0;
        for (const bool one : destroyed) dead += one ? 1 : 0;
        printf("%d of its objects are destroyed\n", dead);
        return;
      }
      // As a static object does that is made now.
      atexit([] {
        static int destroyed_now = kCallbacks;
        destroyed[destroyed_now--] = true;
      });
    });
    for (int i = 0; i < kCallbacks; ++i) {
      roctxMarkA("one");
      rocprofiler_flush_buffer(g_buffers[0]);
    }
    roctxMarkA("the last one");
  });
  EXPECT_EQ(output, "0 of its objects are destroyed\n");
}

// However many buffers are behind callbacks that do not return, the process ends. Here one is, and
// the others' are waited for in vain.
TEST_F(ExitTest, BuffersBehindAStuckCallbackShareOneWait) {
  OutputOfChild([] {
    TraceMarkers(4, [](rocprofiler_context_id_t, rocprofiler_buffer_id_t,
                       rocprofiler_record_header_t**, size_t, void*, uint64_t) {
      for (;;) pause();
    });
    roctxMarkA("one");
  });
}

// What a tool's own exit handlers have made is handed over where they destroy the buffer.
TEST_F(ExitTest, AToolsExitHandlerMayDestroyABuffer) {
  const std::string output = OutputOfChild([] {
    TraceMarkers(1, [](rocprofiler_context_id_t, rocprofiler_buffer_id_t,
                       rocprofiler_record_header_t**, size_t count, void*, uint64_t) {
      printf("%zu, ", count);
      fflush(stdout);
    });
    atexit([] {
      roctxMarkA("in the handler");
      printf("status %d", static_cast<int>(rocprofiler_destroy_buffer(g_buffers[0])));
    });
    rocprofiler_flush_buffer(g_buffers[0]);
    roctxMarkA("one");
    rocprofiler_flush_buffer(g_buffers[0]);  // and so the library's handler runs before that one
  });
  EXPECT_EQ(output, "1, 1, status 0");
}

// Nor in its finalize function, and in what runs after it, where no callback begins any more.
TEST_F(ExitTest, ABufferMayBeDestroyedWhenTheToolIsFinalisedAndLater) {
  const std::string output = OutputOfChild([] {
    static const struct Late {
      ~Late() {
        printf(" later %d", static_cast<int>(rocprofiler_destroy_buffer(g_buffers[1])));
        fflush(stdout);
      }
    } late;
    Tool::finalize = [] {
      printf("in finalize %d", static_cast<int>(rocprofiler_destroy_buffer(g_buffers[0])));
    };
    // In how many batches is the library's business.
    TraceMarkers(2, [](rocprofiler_context_id_t, rocprofiler_buffer_id_t,
                       rocprofiler_record_header_t**, size_t, void*, uint64_t) {});
    const auto mark = [] {
      roctxMarkA("one");
      roctxRangePushA("two");
      roctxRangePop();
    };
    atexit(mark);
    mark();
    rocprofiler_flush_buffer(g_buffers[0]);  // and so the library's handler runs before that one
  });
  EXPECT_EQ(output, "in finalize 0 later 0");
}

// A call and a range that are under way when the tool is finalised end without it.
TEST_F(ExitTest, NoServiceCallbackAfterTheToolIsFinalised) {
  Load();
  CallbackCollector callbacks;
  bool finalized = false;
  Tool::finalize = [&] { finalized = true; };
  int late = 0;
  callbacks.on_call = [&](const rocprofiler_callback_tracing_record_t&) { late += finalized; };
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    callbacks.Configure(context_, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API);
    callbacks.Configure(context_, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API);
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  roctxRangePushA("range");
  stub().Call(STUBHIP_hipStreamSynchronize, StreamArgument{0x1000}, [&] {
    Tool::end(*Tool::id);
    EXPECT_TRUE(finalized);
  });
  roctxRangePop();
  EXPECT_EQ(callbacks.All().size(), 2u) << "their begins";
  EXPECT_EQ(late, 0);
}

// One that has begun is waited for.
TEST_F(ExitTest, TheToolIsFinalisedAfterTheServiceCallbacksThatHaveBegun) {
  Load();
  CallbackCollector callbacks;
  const pid_t ends = OsThread();
  std::atomic<bool> entered{false}, returned{false}, finalized_before{false};
  Tool::finalize = [&] { finalized_before = !returned; };
  callbacks.on_call = [&](const rocprofiler_callback_tracing_record_t&) {
    entered = true;
    int active = 1;  // until the context is stopped, which is shortly before it is waited for
    while (active != 0) EXPECT_OK(rocprofiler_context_is_active(context_, &active));
    // Until it is, or has been finalised without that.
    for (int asleep = 0; asleep < 5;) asleep += StateOf(ends) == 'S' ? 1 : 0;
    returned = true;
  };
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    callbacks.Configure(context_, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API);
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  std::thread caller([] { roctxMarkA("one"); });
  while (!entered) std::this_thread::yield();
  Tool::end(*Tool::id);
  EXPECT_FALSE(finalized_before);
  caller.join();
}

}  // namespace
}  // namespace rocjfr::test
