// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program's first HIP call is recorded though HIP is loaded during the recording: HSA calls us
// when it starts, in newer releases by itself, in older ones by a variable.
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <set>

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

  using Lines = std::set<std::string>;
  static Lines ReadLines(FILE* from) {
    Lines lines;
    std::string line;
    for (int c; (c = fgetc(from)) != EOF;) {
      if (c != '\n') {
        line += static_cast<char>(c);
      } else {
        lines.insert(line);
        line.clear();
      }
    }
    return lines;
  }
  // What a program that is started now has in its environment. start(out): its process.
  template <typename Start>
  static Lines EnvironmentOf(Start start) {
    int pipe_ends[2];
    EXPECT_EQ(pipe(pipe_ends), 0);
    const pid_t child = start(pipe_ends[1]);
    close(pipe_ends[1]);
    FILE* from = fdopen(pipe_ends[0], "r");
    const Lines lines = ReadLines(from);
    fclose(from);
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    return lines;
  }
  static Lines Spawned() {  // as Java does it
    return EnvironmentOf([](int out) {
      char name[] = "env";
      char* const arguments[] = {name, nullptr};
      posix_spawn_file_actions_t actions;
      posix_spawn_file_actions_init(&actions);
      posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
      pid_t child = -1;
      EXPECT_EQ(posix_spawnp(&child, name, &actions, nullptr, arguments, environ), 0);
      posix_spawn_file_actions_destroy(&actions);
      return child;
    });
  }
  static Lines Forked() {
    return EnvironmentOf([](int out) {
      const pid_t child = fork();
      if (child != 0) return child;
      dup2(out, STDOUT_FILENO);
      execlp("env", "env", nullptr);
      _exit(127);
    });
  }
  static Lines Without(Lines lines, const std::string& line) {
    lines.erase(line);
    return lines;
  }

  // `variable` is the program's while HSA has not started, and inherited by what is spawned then.
  void ExpectVariableUntilHsaStarts(const std::string& variable) {
    const Lines before = Spawned();
    ASSERT_TRUE(before.count("THE_PROGRAMS=own"));
    StartEarly();
    const Lines started = Without(Spawned(), "OPENCL_LAYERS=librocjfr.so");
    EXPECT_EQ(started.count(variable), 1u) << variable;
    EXPECT_EQ(Without(started, variable), before);
    EXPECT_EQ(Without(Without(Forked(), "OPENCL_LAYERS=librocjfr.so"), ""), before);
    if (sets_another_) setenv("ANOTHER", "1", 1);
    ExpectFirstCallIsRecorded();
    for (Lines after : {Spawned(), Forked()}) {
      after = Without(after, "OPENCL_LAYERS=librocjfr.so");
      // Where it is not the last one it leaves an empty line behind, which is no variable.
      if (sets_another_) {
        EXPECT_EQ(after.erase("ANOTHER=1"), 1u);
        after.erase("");
      }
      EXPECT_EQ(after, before);
    }
    const std::string name = variable.substr(0, variable.find('='));
    EXPECT_EQ(getenv(name.c_str()), nullptr);
    setenv(name.c_str(), "the program's", 1);
    EXPECT_STREQ(getenv(name.c_str()), "the program's");
  }

  void SetUp() override {
    setenv("THE_PROGRAMS", "own", 1);
    Hip::UseTestKernels();  // sets a variable, which must not stand behind ours
  }
  bool sets_another_ = false;
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
  ExpectVariableUntilHsaStarts("HSA_TOOLS_LIB=librocjfr.so");  // no file
}

// Which calls no tool of the old kind then, unless it is told to.
TEST_F(HipFirstCall, IsRecordedBesideAToolOfRocprofilerRegister) {
  setenv("SOFTGPU_TOOLS", "registered", 1);
  Install("It looks for HSA_AMD_TOOL_PRIORITY, and at HSA_TOOLS_ROCPROFILER_V1_TOOLS.");
  ExpectVariableUntilHsaStarts("HSA_TOOLS_ROCPROFILER_V1_TOOLS=1");
}

TEST_F(HipFirstCall, WhatTheProgramSetsInBetweenStays) {
  setenv("SOFTGPU_TOOLS", "registered", 1);
  Install("It looks for HSA_AMD_TOOL_PRIORITY, and at HSA_TOOLS_ROCPROFILER_V1_TOOLS.");
  sets_another_ = true;
  ExpectVariableUntilHsaStarts("HSA_TOOLS_ROCPROFILER_V1_TOOLS=1");
}

// HSA_TOOLS_LIB may name the SDK itself, which HSA then must not take for an old tool. HSA calls
// nobody then: calls are recorded from when somebody looks for the runtime, as where it was in use.
TEST_F(HipFirstCall, LetsNoToolInThatTheProgramKeptOut) {
  setenv("SOFTGPU_TOOLS", "registered", 1);
  setenv("HSA_TOOLS_LIB", "libsomething.so", 1);
  Install("It looks for HSA_AMD_TOOL_PRIORITY, and at HSA_TOOLS_ROCPROFILER_V1_TOOLS.");
  StartEarly();
  EXPECT_EQ(getenv("HSA_TOOLS_ROCPROFILER_V1_TOOLS"), nullptr);
  hip_ = std::make_unique<Hip>();
  ASSERT_EQ(RuntimeInfo().hook_state, uint32_t{ROCJFR_HOOK_NO_RUNTIME});
  constexpr size_t kBytes = 4096;
  const std::vector<char> host(kBytes);
  void* device = hip().Malloc(kBytes);
  CopyToDevice(device, host.data(), kBytes);
  EXPECT_EQ(RuntimeInfo().hook_state, uint32_t{ROCJFR_HOOK_NO_RUNTIME}) << "HSA has called nobody";
  EXPECT_TRUE(Taken().empty());
  EXPECT_STREQ(getenv("HSA_TOOLS_LIB"), "libsomething.so");
  EXPECT_EQ(getenv("HSA_TOOLS_ROCPROFILER_V1_TOOLS"), nullptr);

  void* kernel = EmptyKernel();
  hip().Launch(kernel, 1, 64, 0, nullptr, nullptr);
  rocjfr_poll();
  ASSERT_EQ(RuntimeInfo().hook_state, uint32_t{ROCJFR_HOOK_ON}) << RuntimeInfo().message;
  EXPECT_STREQ(RuntimeInfo().message, "");
  for (int recording = 0; recording < 3; ++recording) {
    CopyToDevice(device, host.data(), kBytes);
    hip().Launch(kernel, 1, 64, 0, nullptr, nullptr);
    Finish();
    const Sorted sorted(Taken());
    EXPECT_EQ(sorted.CallsOf("hipMemcpy"), 1u);
    EXPECT_EQ(sorted.CallsOf("hipModuleLaunchKernel"), 1u);
    EXPECT_EQ(sorted.CallsOf("hipMalloc"), 0u);
    ASSERT_EQ(sorted.copies.size(), 1u);
    ASSERT_EQ(sorted.dispatches.size(), 1u);
    EXPECT_EQ(sorted.CallOf(sorted.copies[0]), "hipMemcpy");
    EXPECT_EQ(sorted.CallOf(sorted.dispatches[0]), "hipModuleLaunchKernel");
    ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
    hip().Launch(kernel, 1, 64, 0, nullptr, nullptr);
    hip().Do("hipDeviceSynchronize");
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  }
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
