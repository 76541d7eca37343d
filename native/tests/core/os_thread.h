// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the kernel says of one of our threads.
#ifndef ROCJFR_TESTS_CORE_OS_THREAD_H_
#define ROCJFR_TESTS_CORE_OS_THREAD_H_

#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

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

// Waits until no other thread of this process wants a processor, several times in a row: what was
// to be done at once has been done, however busy the machine is. For seconds at most, since there
// may be threads that never rest.
inline void WaitUntilOthersSleep() {
  const pid_t own = OsThread();
  int quiet = 0;
  for (int looks = 0; quiet < 5 && looks < 1000; ++looks) {
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
    bool asleep = true;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
      const pid_t thread = static_cast<pid_t>(std::stoi(task.path().filename()));
      const char state = thread == own ? 'S' : StateOf(thread);
      asleep = asleep && state != 'R' && state != 'D';
    }
    quiet = asleep ? quiet + 1 : 0;
  }
}

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_OS_THREAD_H_
