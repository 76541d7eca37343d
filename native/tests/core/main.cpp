// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The tracer core is one per process and initialised once, so every test gets a process of its own.
// With a filter that names one test this program runs it; otherwise it runs itself once for each
// test that the filter selects, and counts.
#include <fnmatch.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace rocjfr::test {
namespace {

constexpr unsigned kTimeoutSeconds = 1200;  // SIGALRM then ends the test

bool MatchesAny(const std::string& patterns, const std::string& name) {
  std::istringstream stream(patterns);
  for (std::string pattern; std::getline(stream, pattern, ':');) {
    if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) return true;
  }
  return false;
}

std::vector<std::string> Selected(const std::string& filter) {
  const size_t dash = filter.find('-');
  const std::string wanted = dash == 0 ? "*" : filter.substr(0, dash);
  const std::string unwanted = dash == std::string::npos ? "" : filter.substr(dash + 1);
  std::vector<std::string> names;
  const auto* unit = testing::UnitTest::GetInstance();
  for (int i = 0; i < unit->total_test_suite_count(); ++i) {
    const auto* suite = unit->GetTestSuite(i);
    for (int j = 0; j < suite->total_test_count(); ++j) {
      const std::string name = std::string(suite->name()) + "." + suite->GetTestInfo(j)->name();
      if (MatchesAny(wanted, name) && !MatchesAny(unwanted, name)) names.push_back(name);
    }
  }
  return names;
}

// Runs one test in a child; its output goes to *output.
int RunAlone(const std::string& name, std::string* output) {
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    dup2(pipe_ends[1], STDOUT_FILENO);
    dup2(pipe_ends[1], STDERR_FILENO);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    const char* seconds = getenv("ROCJFR_TEST_SECONDS");  // for what is run by hand
    alarm(seconds == nullptr ? kTimeoutSeconds : static_cast<unsigned>(atoi(seconds)));
    const std::string filter = "--gtest_filter=" + name;
    execl("/proc/self/exe", "test", filter.c_str(), nullptr);
    _exit(127);
  }
  close(pipe_ends[1]);
  char buffer[4096];
  for (ssize_t got; (got = read(pipe_ends[0], buffer, sizeof(buffer))) > 0;) {
    output->append(buffer, static_cast<size_t>(got));
  }
  close(pipe_ends[0]);
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

int RunEach(const std::vector<std::string>& names) {
  int passed = 0, failed = 0, skipped = 0;
  for (const std::string& name : names) {
    std::string output;
    const int status = RunAlone(name, &output);
    const bool was_skipped = output.find("[  SKIPPED ]") != std::string::npos;
    const char* verdict = status != 0 ? "FAILED" : was_skipped ? "skipped" : "passed";
    ++(status != 0 ? failed : was_skipped ? skipped : passed);
    printf("%-7s %s\n", verdict, name.c_str());
    if (status != 0) printf("%s(status %#x)\n", output.c_str(), static_cast<unsigned>(status));
    if (status == 0 && was_skipped) {
      const size_t reason = output.find(": Skipped\n");
      if (reason != std::string::npos) {
        const size_t end = output.find('\n', reason + 10);
        printf("        %s\n", output.substr(reason + 10, end - reason - 10).c_str());
      }
    }
    fflush(stdout);
  }
  printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
  return failed == 0 && passed + skipped > 0 ? 0 : 1;
}

}  // namespace
}  // namespace rocjfr::test

// AddressSanitizer's runtime asks. Since GCC 13 it moves variables off the stack by itself, but a
// stub runtime keeps its frame, which the core measures, where a real one has it.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "detect_stack_use_after_return=0";
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const std::string filter = testing::GTEST_FLAG(filter);
  const bool several = filter.find_first_of("*?:-") != std::string::npos;
  if (testing::GTEST_FLAG(list_tests) || !several) return RUN_ALL_TESTS();
  return rocjfr::test::RunEach(rocjfr::test::Selected(filter));
}

#ifdef __SANITIZE_THREAD__
// A library's name is the loader's, which writes it before anybody can find it, under a lock that
// ThreadSanitizer does not see.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions() {
  return "race:rocjfr::FileName\n";
}
#endif
