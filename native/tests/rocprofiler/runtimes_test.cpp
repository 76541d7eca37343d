// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// RUNTIME_INITIALIZATION.
#include <dlfcn.h>
#include <unistd.h>

#include <fstream>

#include "fixture.h"
#include "rocprofiler-sdk-roctx/roctx.h"

extern "C" int rocprofiler_set_api_table(const char* name, uint64_t version, uint64_t instance,
                                         void** tables, uint64_t count);

namespace rocjfr::test {
namespace {

constexpr auto kRuntime = ROCPROFILER_BUFFER_TRACING_RUNTIME_INITIALIZATION;
using RuntimeRecord = rocprofiler_buffer_tracing_runtime_initialization_record_t;

struct Told {
  int32_t operation;
  uint64_t version;
};

class RuntimesTest : public StubTest {
 protected:
  void Configure(bool start = true) {
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      collector_.Create(context_);
      collector_.Configure(kRuntime);
      ASSERT_OK(rocprofiler_configure_callback_tracing_service(
          context_, ROCPROFILER_CALLBACK_TRACING_RUNTIME_INITIALIZATION, nullptr, 0,
          [](rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*, void* data) {
            using Data = rocprofiler_callback_tracing_runtime_initialization_data_t;
            const auto* runtime = static_cast<const Data*>(record.payload);
            EXPECT_EQ(record.kind, ROCPROFILER_CALLBACK_TRACING_RUNTIME_INITIALIZATION);
            EXPECT_EQ(record.phase, ROCPROFILER_CALLBACK_PHASE_NONE);
            EXPECT_EQ(record.thread_id, ThreadId());
            EXPECT_EQ(runtime->size, sizeof(*runtime));
            EXPECT_EQ(runtime->instance, 0u);
            static_cast<std::vector<Told>*>(data)->push_back({record.operation, runtime->version});
          },
          &told_));
      if (start) {
        ASSERT_OK(rocprofiler_start_context(context_));
      }
    });
  }
  std::vector<RuntimeRecord> Records() const {
    collector_.Flush();
    return collector_.Of<RuntimeRecord>(kRuntime);
  }
  // As HSA does when it starts.
  static void StartHsa() {
    auto* load = reinterpret_cast<bool (*)(void*, uint64_t, uint64_t, const char* const*)>(
        dlsym(RTLD_DEFAULT, "OnLoad"));
    ASSERT_NE(load, nullptr);
    EXPECT_TRUE(load(nullptr, 0, 0, nullptr));
  }

  std::vector<Told> told_;
};

TEST_F(RuntimesTest, HsaAndHipWhenHsaStarts) {
  Configure();
  EXPECT_TRUE(Records().empty());
  Load();
  rocprofiler_timestamp_t before = 0, after = 0;
  EXPECT_OK(rocprofiler_get_timestamp(&before));
  StartHsa();
  EXPECT_OK(rocprofiler_get_timestamp(&after));
  StartHsa();
  const auto records = Records();
  ASSERT_EQ(records.size(), 2u) << "once";
  EXPECT_EQ(records[0].operation, ROCPROFILER_RUNTIME_INITIALIZATION_HSA);
  EXPECT_EQ(records[1].operation, ROCPROFILER_RUNTIME_INITIALIZATION_HIP);
  for (const RuntimeRecord& record : records) {
    EXPECT_EQ(record.size, sizeof(record));
    EXPECT_EQ(record.kind, kRuntime);
    EXPECT_EQ(record.thread_id, ThreadId());
    EXPECT_EQ(record.correlation_id.internal, 0u);
    EXPECT_EQ(record.instance, 0u);
    EXPECT_LE(before, record.timestamp);
    EXPECT_LE(record.timestamp, after);
  }
  EXPECT_EQ(records[1].version, 60000u) << "the stub's file is libamdhip64.so.6";
  ASSERT_EQ(told_.size(), 2u);
  EXPECT_EQ(told_[1].operation, ROCPROFILER_RUNTIME_INITIALIZATION_HIP);
  EXPECT_EQ(told_[1].version, 60000u);
}

TEST_F(RuntimesTest, NoHipWithoutHip) {
  Configure();
  StartHsa();
  const auto records = Records();
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].operation, ROCPROFILER_RUNTIME_INITIALIZATION_HSA);
}

TEST_F(RuntimesTest, RoctxAtItsFirstCall) {
  Configure();
  roctxMarkA("first");
  roctxMarkA("second");
  const auto records = Records();
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].operation, ROCPROFILER_RUNTIME_INITIALIZATION_MARKER);
  EXPECT_EQ(records[0].version, 10000u) << "librocprofiler-sdk-roctx.so.1.0.0";
}

TEST_F(RuntimesTest, AsTheRuntimeSaysWhereItRegistersItsTables) {
  Configure();
  EXPECT_EQ(rocprofiler_set_api_table("hip", 60403, 0, nullptr, 0), 0);
  EXPECT_EQ(rocprofiler_set_api_table("hip_compiler", 60403, 0, nullptr, 0), 0);
  EXPECT_EQ(rocprofiler_set_api_table("rccl", 22203, 0, nullptr, 0), 0);
  EXPECT_EQ(rocprofiler_set_api_table("something", 1, 0, nullptr, 0), 0);
  const auto records = Records();
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].operation, ROCPROFILER_RUNTIME_INITIALIZATION_HIP);
  EXPECT_EQ(records[0].version, 60403u);
  EXPECT_EQ(records[1].operation, ROCPROFILER_RUNTIME_INITIALIZATION_RCCL);
}

// Who has asked for a library's calls in vain hears it when that library appears: once.
class UntracedTest : public RuntimesTest {
 protected:
  void SetUp() override {
    Load();
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      collector_.Create(context_);
      collector_.Configure(ROCPROFILER_BUFFER_TRACING_RCCL_API);
      ASSERT_OK(rocprofiler_start_context(context_));
    });
  }
  static int Lines(const std::string& told) {
    int lines = 0;
    constexpr char kLine[] = "RCCL is loaded. Its calls are not traced\n";
    for (size_t at = told.find(kLine); at != std::string::npos; at = told.find(kLine, at + 1)) {
      ++lines;
    }
    return lines;
  }
};

TEST_F(UntracedTest, ThatRegistersItsTables) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(rocprofiler_set_api_table("rccl", 22203, 0, nullptr, 0), 0);
  EXPECT_EQ(rocprofiler_set_api_table("rocdecode", 1, 0, nullptr, 0), 0);
  EXPECT_OK(rocprofiler_stop_context(context_));
  EXPECT_OK(rocprofiler_start_context(context_));
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_EQ(Lines(told), 1) << told;
  EXPECT_EQ(told.find("rocDecode"), std::string::npos) << "nobody asked for it\n" << told;
}

// As before ROCm 6.2.
TEST_F(UntracedTest, ThatIsOnlyLoaded) {
  testing::internal::CaptureStderr();
  EXPECT_OK(rocprofiler_stop_context(context_));
  EXPECT_OK(rocprofiler_start_context(context_));
  EXPECT_EQ(Lines(testing::internal::GetCapturedStderr()), 0);
  // Any library that does nothing when it is loaded, under its name (not a sanitizer, which has
  // functions like lgamma, too).
  Dl_info any;
  ASSERT_NE(dladdr(dlsym(RTLD_DEFAULT, "nextafter"), &any), 0);
  char folder[] = "/tmp/rocjfr-untraced-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const std::string file = std::string(folder) + "/librccl.so.1";
  std::ofstream(file, std::ios::binary) << std::ifstream(any.dli_fname, std::ios::binary).rdbuf();
  EXPECT_NE(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL), nullptr) << dlerror();
  unlink(file.c_str());
  rmdir(folder);
  testing::internal::CaptureStderr();
  for (int i = 0; i < 2; ++i) {
    EXPECT_OK(rocprofiler_stop_context(context_));
    EXPECT_OK(rocprofiler_start_context(context_));
  }
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_EQ(Lines(told), 1) << told;
}

TEST_F(RuntimesTest, WhatHasStartedBeforeTheContextIsNotTold) {
  Configure(false);
  StartHsa();
  EXPECT_OK(rocprofiler_start_context(context_));
  StartHsa();
  EXPECT_TRUE(Records().empty());
  EXPECT_TRUE(told_.empty());
}

}  // namespace
}  // namespace rocjfr::test
