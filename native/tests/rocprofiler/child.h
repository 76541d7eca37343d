// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Child processes that trace and exit.
#ifndef ROCJFR_TESTS_ROCPROFILER_CHILD_H_
#define ROCJFR_TESTS_ROCPROFILER_CHILD_H_

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "../forked_child.h"

namespace rocjfr::test {

// In a child process: returns what it printed. Its static objects of the callback live until then.
inline std::string OutputOfChild(const std::function<void()>& body) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    g_forked_child = true;
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    body();
    exit(0);
  }
  close(ends[1]);
  std::string output;
  char buffer[4096];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof(buffer))) > 0;) {
    output.append(buffer, static_cast<size_t>(got));
  }
  close(ends[0]);
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return output;
}

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_ROCPROFILER_CHILD_H_
