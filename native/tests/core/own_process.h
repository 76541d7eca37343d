// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs the present test once more in a process of its own, that gets to its end by itself.
#ifndef ROCJFR_TESTS_CORE_OWN_PROCESS_H_
#define ROCJFR_TESTS_CORE_OWN_PROCESS_H_

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace rocjfr::test {

constexpr const char* kOwnProcess = "ROCJFR_TEST_IN_A_PROCESS_OF_ITS_OWN";

inline bool IsOwnProcess() {
  return getenv(kOwnProcess) != nullptr;
}

// Where that does not end with 0 the test has failed.
inline void RunInOwnProcess() {
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string filter =
      std::string("--gtest_filter=") + test->test_suite_name() + "." + test->name();
  const pid_t child = fork();
  if (child == 0) {
    setenv(kOwnProcess, "1", 1);
    execl("/proc/self/exe", "test", filter.c_str(), nullptr);
    _exit(5);
  }
  int status = -1;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_OWN_PROCESS_H_
