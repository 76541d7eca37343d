// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Registration, initialisation, finalisation, and what is locked when.
// Without the attribute that says that an argument is not null: a test passes null.
#define ROCPROFILER_NONNULL(...)

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "../repetitions.h"
#include "child.h"
#include "fixture.h"
#include "rocprofiler-sdk/rocjfr.h"

namespace rocjfr::test {
namespace {

int Initialized() {
  int status = 7;
  EXPECT_OK(rocprofiler_is_initialized(&status));
  return status;
}
int Finalized() {
  int status = 7;
  EXPECT_OK(rocprofiler_is_finalized(&status));
  return status;
}

class RegistrationTest : public StubTest {};

TEST_F(RegistrationTest, TellsWhetherItIsInitialized) {
  EXPECT_EQ(Initialized(), 0);
  int within = 7;
  Tool::Run([&] { within = Initialized(); });
  EXPECT_EQ(within, -1);
  EXPECT_EQ(Initialized(), 1);
  EXPECT_EQ(rocprofiler_force_configure(&Tool::Configure),
            ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED);
  EXPECT_EQ(rocprofiler_force_configure(nullptr), ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED);
}

TEST_F(RegistrationTest, InitializesWithoutAnyTool) {
  EXPECT_OK(rocprofiler_force_configure(nullptr));
  EXPECT_EQ(Initialized(), 1);
}

TEST_F(RegistrationTest, ForceWithinInitializationIsLocked) {
  Tool::Run([&] {
    EXPECT_EQ(rocprofiler_force_configure(&Tool::Configure),
              ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED);
  });
}

void ExpectLocked() {
  rocprofiler_context_id_t context{};
  EXPECT_EQ(rocprofiler_create_context(&context), ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED);
  EXPECT_EQ(context.handle, 0u);
  rocprofiler_buffer_id_t buffer{};
  const auto callback = [](rocprofiler_context_id_t, rocprofiler_buffer_id_t,
                           rocprofiler_record_header_t**, size_t, void*, uint64_t) {};
  EXPECT_EQ(rocprofiler_create_buffer({1}, 4096, 0, ROCPROFILER_BUFFER_POLICY_LOSSLESS, callback,
                                      nullptr, &buffer),
            ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED);
  EXPECT_EQ(rocprofiler_configure_buffer_tracing_service({1}, kApi, nullptr, 0, {1}),
            ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED);
  EXPECT_EQ(rocprofiler_configure_callback_tracing_service(
                {1}, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, nullptr, 0, nullptr, nullptr),
            ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED);
}

TEST_F(RegistrationTest, ConfigurationIsLockedBeforeAndAfterInitialization) {
  ExpectLocked();
  Tool::Run([] {});
  ExpectLocked();
}

// As AMD's header says: they are locked after the initialization.
TEST_F(RegistrationTest, CallbackThreadsAreMadeUntilToolsHaveBeenInitialized) {
  rocprofiler_callback_thread_t thread{};
  EXPECT_OK(rocprofiler_create_callback_thread(&thread));
  EXPECT_NE(thread.handle, 0u);
  EXPECT_EQ(rocprofiler_assign_callback_thread({1}, thread),
            ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND);
  EXPECT_EQ(rocprofiler_assign_callback_thread({1}, {0}),
            ROCPROFILER_STATUS_ERROR_THREAD_NOT_FOUND);
  Load();
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_);
    collector_.Configure(kApi);
    EXPECT_OK(rocprofiler_assign_callback_thread(collector_.id(), thread));
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  Call(2);
  collector_.Flush();
  EXPECT_EQ(collector_.Calls().size(), 2u);
  EXPECT_EQ(rocprofiler_create_callback_thread(&thread),
            ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED);
  EXPECT_EQ(rocprofiler_assign_callback_thread(collector_.id(), thread),
            ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED);
}

// A tool that forgot to set the size works with AMD's library. Here as well, with a line.
class ShortResultTest : public StubTest, public testing::WithParamInterface<size_t> {};
TEST_P(ShortResultTest, AToolThatDoesNotSayTheSizeIsUsed) {
  static int initialized, finalized;
  initialized = finalized = 0;
  testing::internal::CaptureStderr();
  ASSERT_OK(
      rocprofiler_force_configure([](uint32_t, const char*, uint32_t, rocprofiler_client_id_t*) {
        static rocprofiler_tool_configure_result_t result = {
            GetParam(),
            [](rocprofiler_client_finalize_t finalize, void*) {
              Tool::end = finalize;
              ++initialized;
              return 0;
            },
            [](void*) { ++finalized; }, nullptr};
        return &result;
      }));
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "rocjfr: rocprofiler-sdk: tool (forced): the size of its "
            "rocprofiler_tool_configure_result_t is " +
                std::to_string(GetParam()) + " instead of 32. The tool is used anyway\n");
  EXPECT_EQ(initialized, 1);
  Tool::end({});
  EXPECT_EQ(finalized, 1);
}
INSTANTIATE_TEST_SUITE_P(Sizes, ShortResultTest, testing::Values(0u, 8u));

TEST_F(RegistrationTest, WhatAToolThatFailsHasMadeIsTakenBack) {
  Load();
  Tool::initialize = [&] {
    EXPECT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_);
    collector_.Configure(kApi);
    EXPECT_OK(rocprofiler_start_context(context_));
    return -1;
  };
  bool finalized = false;
  Tool::finalize = [&] { finalized = true; };
  testing::internal::CaptureStderr();
  ASSERT_OK(rocprofiler_force_configure(&Tool::Configure));
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "rocjfr: rocprofiler-sdk: tool (forced): its initialize function failed (-1). Its"
            " contexts are removed, and the tool is not called again\n");
  int status = 7;
  EXPECT_EQ(rocprofiler_context_is_valid(context_, &status),
            ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(rocprofiler_start_context(context_), ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND);
  EXPECT_EQ(rocprofiler_flush_buffer(collector_.id()), ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND);
  EXPECT_EQ(stub().Callbacks(), 0u) << "the hook is removed";
  Call(2);
  EXPECT_EQ(collector_.Count(), 0u);
  Tool::end(*Tool::id);
  EXPECT_FALSE(finalized);
}

TEST_F(RegistrationTest, FinalizeStopsHandsOverAndCallsTheToolOnce) {
  int finalized = 0;
  size_t before = 0;
  int active = 7;
  Tool::finalize = [&] {
    ++finalized;
    before = collector_.Count();
    EXPECT_OK(rocprofiler_context_is_active(context_, &active));
    EXPECT_EQ(Finalized(), -1);
  };
  Trace(kApi);
  Call(5);
  EXPECT_EQ(Finalized(), 0);
  Tool::end(*Tool::id);
  EXPECT_EQ(Finalized(), 1);
  EXPECT_EQ(finalized, 1);
  EXPECT_EQ(before, 5u) << "handed over before";
  EXPECT_EQ(active, 0);
  Tool::end(*Tool::id);
  EXPECT_EQ(finalized, 1);
  EXPECT_EQ(rocprofiler_start_context(context_), ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED);
  EXPECT_OK(rocprofiler_stop_context(context_));
  EXPECT_EQ(rocprofiler_flush_buffer(collector_.id()), ROCPROFILER_STATUS_ERROR_FINALIZED);
  EXPECT_EQ(stub().Callbacks(), 0u);
}

TEST_F(RegistrationTest, ExitHandsOverWhatIsLeft) {
  const std::string output = OutputOfChild([this] {
    Tool::finalize = [] { printf("finalized\n"); };
    Load();
    Tool::Run([this] {
      rocprofiler_create_context(&context_);
      rocprofiler_buffer_id_t buffer{};
      rocprofiler_create_buffer(
          context_, 4096, 4096, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
          [](rocprofiler_context_id_t, rocprofiler_buffer_id_t, rocprofiler_record_header_t**,
             size_t count, void*, uint64_t drops) {
            printf("%zu records, %lu drops\n", count, static_cast<unsigned long>(drops));
          },
          nullptr, &buffer);
      rocprofiler_configure_buffer_tracing_service(context_, kApi, nullptr, 0, buffer);
      rocprofiler_start_context(context_);
    });
    Call(3);
  });
  EXPECT_EQ(output, "1 records, 0 drops\n2 records, 0 drops\nfinalized\n");
}

// A tool's handler that was registered after its configuration: what it stops and flushes is still
// there, and it has all records, also of calls that handlers after ours made.
TEST_F(RegistrationTest, ExitRunsTheToolsHandlersBeforeItIsFinalized) {
  const std::string output = OutputOfChild([this] {
    static rocprofiler_context_id_t context;
    static rocprofiler_buffer_id_t buffer;
    static size_t records;
    static std::function<void(int)> call;
    call = [this](int times) { Call(times); };
    Tool::finalize = [] {
      printf("finalize: stop %d, flush %d, %zu records\n", rocprofiler_stop_context(context),
             rocprofiler_flush_buffer(buffer), records);
    };
    Load();
    Tool::Run([] {
      rocprofiler_create_context(&context);
      rocprofiler_create_buffer(
          context, 4096, 4096, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
          [](rocprofiler_context_id_t, rocprofiler_buffer_id_t, rocprofiler_record_header_t**,
             size_t count, void*, uint64_t) { records += count; },
          nullptr, &buffer);
      rocprofiler_configure_buffer_tracing_service(context, kApi, nullptr, 0, buffer);
      rocprofiler_start_context(context);
    });
    atexit([] {
      const size_t before = records;
      call(2);
      const int stop = rocprofiler_stop_context(context);
      printf("handler: %zu records, stop %d", before, stop);
      printf(", flush %d", rocprofiler_flush_buffer(buffer));
      printf(", %zu records\n", records);
    });
    Call(3);
    rocprofiler_flush_buffer(buffer);  // ours is registered again after a buffer's callback
    Call(4);
  });
  EXPECT_EQ(output,
            "handler: 7 records, stop 0, flush 0, 9 records\n"
            "finalize: stop " +
                std::to_string(ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND) +
                ", flush 0, 9 records\n");
}

// What a callback uses may be gone by then: nobody calls it unless its tool does.
TEST_F(RegistrationTest, AfterTheExitHandlersHandedOverNoCallbackBeginsByItself) {
  const std::string output = OutputOfChild([this] {
    static std::function<void(int)> call;
    call = [this](int times) { Call(times); };
    Tool::finalize = [] { printf("finalized\n"); };
    Load();
    Tool::Run([this] {
      atexit([] { call(500); });  // runs after ours that is registered last
      rocprofiler_create_context(&context_);
      rocprofiler_buffer_id_t buffer{};
      rocprofiler_create_buffer(
          context_, 4096, 64, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
          [](rocprofiler_context_id_t, rocprofiler_buffer_id_t, rocprofiler_record_header_t**,
             size_t, void*, uint64_t) {
            static bool once = (printf("a callback\n"), true);
            (void)once;
          },
          nullptr, &buffer);
      rocprofiler_configure_buffer_tracing_service(context_, kApi, nullptr, 0, buffer);
      rocprofiler_start_context(context_);
    });
  });
  EXPECT_EQ(output, "finalized\n");
}

TEST_F(RegistrationTest, AForkedChildRecordsNothingAndEnds) {
  Trace(kApi);
  Call(2);
  const std::string output = OutputOfChild([this] {
    Call(1000);
    const int start = rocprofiler_start_context(context_);
    const int flush = rocprofiler_flush_buffer(collector_.id());
    rocprofiler_stop_context(context_);
    printf("%d %d %zu\n", start, flush, collector_.Count());
  });
  EXPECT_EQ(output, std::to_string(ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_STARTED) + " 0 0\n");
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), 2u);
}

// Whatever other threads are in at the moment of the fork.
TEST_F(RegistrationTest, AForkedChildFindsNoLockHeld) {
  Trace(kApi);
  std::atomic<bool> stop{false};
  std::vector<std::thread> askers;
  for (int i = 0; i < 2; ++i) {
    askers.emplace_back([&] {
      int active = 0;
      while (!stop) rocprofiler_context_is_active(context_, &active);
    });
  }
  int hanging = 0;
  for (int i = 0; i < 100 && hanging == 0; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(300);
      int active = 0;
      rocprofiler_context_is_active(context_, &active);
      rocprofiler_flush_buffer(collector_.id());
      _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    hanging += status == 0 ? 0 : 1;
  }
  stop = true;
  for (auto& asker : askers) asker.join();
  EXPECT_EQ(hanging, 0);
}

TEST_F(RegistrationTest, AnEmbeddedLibraryConfiguresLate) {
  Load();
  Tool::Run([] {});
  EXPECT_OK(rocprofiler_rocjfr_begin_configuration());
  EXPECT_EQ(rocprofiler_rocjfr_begin_configuration(),
            ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED);
  std::thread(ExpectLocked).join();  // only this thread may
  ASSERT_OK(rocprofiler_create_context(&context_));
  collector_.Create(context_);
  collector_.Configure(kApi);
  EXPECT_OK(rocprofiler_rocjfr_end_configuration());
  ExpectLocked();
  const void* memory = nullptr;
  uint64_t bytes = 0;
  EXPECT_OK(rocprofiler_rocjfr_buffer_memory(collector_.id(), &memory, &bytes));
  EXPECT_NE(memory, nullptr);
  EXPECT_GE(bytes, 2u * 0x10000);
  EXPECT_EQ(rocprofiler_rocjfr_buffer_memory({7}, &memory, &bytes),
            ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND);
  EXPECT_EQ(rocprofiler_rocjfr_kernel_name(0), nullptr);
  EXPECT_EQ(rocprofiler_rocjfr_kernel_name(1), nullptr);
  EXPECT_OK(rocprofiler_start_context(context_));
  Call(4);
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), 4u);
}

TEST_F(RegistrationTest, AContextThatWasGivenBackIsUsedAgain) {
  constexpr uint64_t kContexts = Repetitions(10000);
  Load();
  Tool::Run([] {});
  std::atomic<bool> stop{false};
  // Others are in calls meanwhile: not each of them is used again at once.
  std::thread caller([&] {
    while (!stop) Call(1);
  });
  uint64_t most = 0;
  std::set<uint64_t> handles;
  for (uint64_t i = 1; i <= kContexts; ++i) {
    ASSERT_OK(rocprofiler_rocjfr_begin_configuration());
    rocprofiler_context_id_t context{};
    ASSERT_OK(rocprofiler_create_context(&context));
    if (i == 1) collector_.Create(context);
    ASSERT_OK(
        rocprofiler_configure_buffer_tracing_service(context, kApi, nullptr, 0, collector_.id()));
    ASSERT_OK(rocprofiler_rocjfr_end_configuration());
    most = std::max(most, context.handle & UINT32_MAX);
    ASSERT_TRUE(handles.insert(context.handle).second) << "a handle came twice";
    rocprofiler_user_data_t popped{};
    const auto thread = static_cast<rocprofiler_thread_id_t>(gettid());
    ASSERT_OK(rocprofiler_pop_external_correlation_id(context, thread, &popped));
    ASSERT_EQ(popped.value, 0u) << "the id of a context before it";
    ASSERT_OK(
        rocprofiler_push_external_correlation_id(context, thread, rocprofiler_user_data_t{i}));
    ASSERT_OK(rocprofiler_start_context(context));
    ASSERT_EQ(rocprofiler_rocjfr_release_context(context),
              ROCPROFILER_STATUS_ERROR_CONTEXT_INVALID);
    ASSERT_OK(rocprofiler_stop_context(context));
    ASSERT_OK(rocprofiler_rocjfr_release_context(context));
    ASSERT_EQ(rocprofiler_rocjfr_release_context(context),
              ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND);
    ASSERT_EQ(rocprofiler_start_context(context), ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND);
  }
  stop = true;
  caller.join();
  collector_.Flush();
  // Not each at once: others hold it at times.
  EXPECT_LE(most, kContexts / 2);
}

TEST_F(RegistrationTest, ABufferThatWasDestroyedGivesItsPlaceToAnother) {
  constexpr uint64_t kBuffers = Repetitions(5000), kPlaceMask = (uint64_t{1} << 40) - 1;
  Load();
  Tool::Run([] {});
  std::atomic<bool> stop{false};
  // Others write into them meanwhile.
  std::thread caller([&] {
    while (!stop) Call(1);
  });
  uint64_t least = UINT64_MAX, most = 0;
  std::set<uint64_t> handles;
  for (uint64_t i = 1; i <= kBuffers; ++i) {
    ASSERT_OK(rocprofiler_rocjfr_begin_configuration());
    rocprofiler_context_id_t context{};
    ASSERT_OK(rocprofiler_create_context(&context));
    rocprofiler_buffer_id_t buffer{};
    ASSERT_OK(rocprofiler_create_buffer(
        context, 4096, 0, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
        [](rocprofiler_context_id_t, rocprofiler_buffer_id_t, rocprofiler_record_header_t**, size_t,
           void*, uint64_t) {},
        nullptr, &buffer));
    ASSERT_OK(rocprofiler_configure_buffer_tracing_service(context, kApi, nullptr, 0, buffer));
    ASSERT_OK(rocprofiler_rocjfr_end_configuration());
    least = std::min(least, buffer.handle & kPlaceMask);
    most = std::max(most, buffer.handle & kPlaceMask);
    ASSERT_TRUE(handles.insert(buffer.handle).second) << "a handle came twice";
    ASSERT_OK(rocprofiler_start_context(context));
    ASSERT_OK(rocprofiler_stop_context(context));
    while (rocprofiler_destroy_buffer(buffer) == ROCPROFILER_STATUS_ERROR_BUFFER_BUSY) {
      ASSERT_OK(rocprofiler_flush_buffer(buffer));
    }
    ASSERT_EQ(rocprofiler_flush_buffer(buffer), ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND);
    ASSERT_OK(rocprofiler_rocjfr_release_context(context));
  }
  stop = true;
  caller.join();
  // Not each at once: others hold it at times, and the callback thread forgets it when it runs.
  EXPECT_LE(most - least, kBuffers / 2);
}

TEST_F(RegistrationTest, NullArgumentsAreErrors) {
  // The compiler would warn of literal ones.
  void* volatile null = nullptr;
  EXPECT_EQ(rocprofiler_is_initialized(static_cast<int*>(null)),
            ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(rocprofiler_create_context(static_cast<rocprofiler_context_id_t*>(null)),
            ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(rocprofiler_get_timestamp(static_cast<uint64_t*>(null)),
            ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    rocprofiler_buffer_id_t id{};
    EXPECT_EQ(rocprofiler_create_buffer(context_, 1, 0, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                        reinterpret_cast<rocprofiler_buffer_tracing_cb_t>(null),
                                        nullptr, &id),
              ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
  });
}

}  // namespace
}  // namespace rocjfr::test
