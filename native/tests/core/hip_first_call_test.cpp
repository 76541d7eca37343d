// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program's first HIP call is recorded though HIP is loaded during the recording: HSA calls us
// when it starts, in newer releases by itself, in older ones by a variable.
#include <sys/stat.h>

#include <fstream>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

class HipFirstCall : public HipTest {
 protected:
  void StartEarly() {
    rocjfr_options_t options = ToC({});
    options.early = 1;
    char error[256] = "";
    ASSERT_EQ(rocjfr_initialize(&options, error, sizeof(error)), ROCJFR_STATUS_SUCCESS) << error;
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  }
  // Nobody looks for the runtime after it was loaded.
  void ExpectFirstCallIsRecorded() {
    hip_ = std::make_unique<Hip>();
    ASSERT_EQ(RuntimeInfo().hook_state, uint32_t{ROCJFR_HOOK_NO_RUNTIME});
    void* device = hip().Malloc(4096);
    char host[4096] = {};
    CopyToDevice(device, host, sizeof(host));
    Finish();
    const Sorted sorted(Taken());
    EXPECT_EQ(sorted.CallsOf("hipMalloc"), 1u);
    EXPECT_EQ(sorted.CallsOf("hipMemcpy"), 1u);
    EXPECT_EQ(sorted.copies.size(), 1u);
  }
  // What is found as the installed HSA holds this text.
  static void Install(const char* content) {
    const std::string folder = testing::TempDir() + "rocjfr-hsa-" + std::to_string(getpid());
    mkdir(folder.c_str(), 0700);
    std::ofstream(folder + "/libhsa-runtime64.so.1") << content;
    setenv("LD_LIBRARY_PATH", folder.c_str(), 1);  // the loader has read it long ago
  }
};

TEST_F(HipFirstCall, IsRecordedWhereHsaFindsTools) {
  Install("It looks for HSA_AMD_TOOL_PRIORITY.");
  StartEarly();
  EXPECT_EQ(getenv("HSA_TOOLS_LIB"), nullptr);
  ExpectFirstCallIsRecorded();
}

TEST_F(HipFirstCall, IsRecordedWhereHsaIsToldByTheVariable) {
  setenv("SOFTGPU_TOOLS", "named", 1);
  Install("It does not.");
  StartEarly();
  EXPECT_STREQ(getenv("HSA_TOOLS_LIB"), "librocjfr.so") << "no file";
  ExpectFirstCallIsRecorded();
  EXPECT_STREQ(getenv("HSA_TOOLS_LIB"), "") << "for the program's children";
}

// Which calls no tool of the old kind then, unless it is told to.
TEST_F(HipFirstCall, IsRecordedBesideAToolOfRocprofilerRegister) {
  setenv("SOFTGPU_TOOLS", "registered", 1);
  Install("It looks for HSA_AMD_TOOL_PRIORITY, and at HSA_TOOLS_ROCPROFILER_V1_TOOLS.");
  StartEarly();
  EXPECT_EQ(getenv("HSA_TOOLS_LIB"), nullptr);
  EXPECT_STREQ(getenv("HSA_TOOLS_ROCPROFILER_V1_TOOLS"), "1");
  ExpectFirstCallIsRecorded();
  EXPECT_STREQ(getenv("HSA_TOOLS_ROCPROFILER_V1_TOOLS"), "") << "for the program's children";
}

// HSA_TOOLS_LIB may name the SDK itself, which HSA then must not take for an old tool.
TEST_F(HipFirstCall, LetsNoToolInThatTheProgramKeptOut) {
  setenv("HSA_TOOLS_LIB", "libsomething.so", 1);
  Install("It looks for HSA_AMD_TOOL_PRIORITY, and at HSA_TOOLS_ROCPROFILER_V1_TOOLS.");
  StartEarly();
  EXPECT_EQ(getenv("HSA_TOOLS_ROCPROFILER_V1_TOOLS"), nullptr);
}

TEST_F(HipFirstCall, LeavesTheProgramsOwnVariable) {
  setenv("HSA_TOOLS_LIB", "libsomething.so", 1);
  Install("It does not.");
  StartEarly();
  ExpectFirstCallIsRecorded();
  EXPECT_STREQ(getenv("HSA_TOOLS_LIB"), "libsomething.so");
}

}  // namespace
}  // namespace rocjfr::test
