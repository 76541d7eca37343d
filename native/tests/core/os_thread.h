// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the kernel says of one of our threads.
#ifndef ROCJFR_TESTS_CORE_OS_THREAD_H_
#define ROCJFR_TESTS_CORE_OS_THREAD_H_

#include <sys/syscall.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace rocjfr::test {

inline pid_t OsThread() {
  return static_cast<pid_t>(syscall(SYS_gettid));
}

// 'R' runs, 'S' sleeps.
inline char StateOf(pid_t thread) {
  std::ifstream stat("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string line;
  std::getline(stat, line);
  const size_t name = line.rfind(')');
  return name == std::string::npos || name + 2 >= line.size() ? '?' : line[name + 2];
}

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_OS_THREAD_H_
