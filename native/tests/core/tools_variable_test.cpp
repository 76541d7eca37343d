// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The variable by which an old HSA is asked to call us is taken out again when HSA has read it, and
// what the program puts there is not. The program is linked so that the core's unsetenv comes here
// first (-Wl,--wrap).
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/runtime/hsa.h"

namespace {

void (*g_before_unsetenv)() = nullptr;

}  // namespace

extern "C" {
int __real_unsetenv(const char* name);
int __wrap_unsetenv(const char* name);
int __wrap_unsetenv(const char* name) {
  if (g_before_unsetenv != nullptr) g_before_unsetenv();
  return __real_unsetenv(name);
}
}

namespace rocjfr::test {
namespace {

constexpr const char* kTools = "HSA_TOOLS_LIB";

class ToolsVariable : public testing::Test {
 protected:
  // An HSA is installed that calls the tools which the variable names.
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("rocjfr-hsa-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder_);
    std::ofstream(folder_ / "libhsa-runtime64.so.1") << "an old one";
    ASSERT_EQ(setenv("LD_LIBRARY_PATH", folder_.c_str(), 1), 0);
    ASSERT_EQ(__real_unsetenv(kTools), 0);
    AskInstalledHsaToCallUs();
    const char* tools = getenv(kTools);
    ASSERT_STREQ(tools == nullptr ? "" : tools, "librocjfr.so");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  static bool AnyEntryWith(const char* text) {
    for (char** entry = environ; *entry != nullptr; ++entry) {
      if (strstr(*entry, text) != nullptr) return true;
    }
    return false;
  }
  std::filesystem::path folder_;
};

TEST_F(ToolsVariable, IsTakenOutWhereItIsTheLast) {
  const char* read = getenv(kTools);
  ForgetToolsVariable();
  EXPECT_FALSE(AnyEntryWith("SA_TOOLS_LIB"));
  EXPECT_STREQ(read, "librocjfr.so") << "for who has read it";
}

TEST_F(ToolsVariable, IsEmptyWhereAnotherOneFollows) {
  ASSERT_EQ(setenv("ROCJFR_TEST_LATER", "1", 1), 0);
  ForgetToolsVariable();
  EXPECT_EQ(getenv(kTools), nullptr);
  EXPECT_FALSE(AnyEntryWith("SA_TOOLS_LIB"));
  EXPECT_STREQ(getenv("ROCJFR_TEST_LATER"), "1");
}

TEST_F(ToolsVariable, OfTheProgramStays) {
  ASSERT_EQ(setenv(kTools, "libother.so", 1), 0);
  ForgetToolsVariable();
  EXPECT_STREQ(getenv(kTools), "libother.so");
}

TEST_F(ToolsVariable, OfTheProgramStaysWhereItIsSetAtThatMoment) {
  g_before_unsetenv = [] {
    g_before_unsetenv = nullptr;
    setenv(kTools, "libother.so", 1);
  };
  ForgetToolsVariable();
  ASSERT_EQ(g_before_unsetenv, nullptr);
  const char* tools = getenv(kTools);
  EXPECT_STREQ(tools == nullptr ? "" : tools, "libother.so");
}

}  // namespace
}  // namespace rocjfr::test
