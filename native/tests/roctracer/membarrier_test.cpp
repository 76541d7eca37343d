// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the kernel does not order all threads at once (before 4.14, or where a sandbox forbids the
// system call) threads do it by themselves: the tests in which threads meet, in a process that may
// not call membarrier.
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/membarrier.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string>

namespace rocjfr::test {
namespace {

constexpr int kNoSandbox = 77;

bool ForbidMembarrier() {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 &&
         syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0) == -1 && errno == EPERM;
}

class WithoutMembarrier : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Tests, WithoutMembarrier,
                         testing::Values("Hook/Pools.ManyThreadsOneSmallPool/tracer",
                                         "Hook/Pools.ClosingWhileThreadsWrite/tracer",
                                         "Hook/Pools.AFullBufferIsHandedOverAfterAPause/tracer"));

TEST_P(WithoutMembarrier, Passes) {
  const pid_t child = fork();
  if (child == 0) {
    if (!ForbidMembarrier()) _exit(kNoSandbox);
    const std::string filter = std::string("--gtest_filter=") + GetParam();
    execl("/proc/self/exe", "test", filter.c_str(), nullptr);
    _exit(78);
  }
  int status = -1;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == kNoSandbox) GTEST_SKIP() << "no seccomp here";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace rocjfr::test
