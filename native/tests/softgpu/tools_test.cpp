// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tools, in ROCR's order: first those that are named, as the variable has them, then those that are
// found, by their priority; each once. A and B have none, C has 7, D and E have 5, F has 0.

#include <dlfcn.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include "hsa_fixture.h"

namespace rocjfr::softgpu::test {
namespace {

/// ROOT/bin/PROGRAM -> ROOT/lib/softgputools/libX.so
std::string path_of(const std::string& tool) {
  char self[PATH_MAX] = "";
  if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0) abort();
  std::string path = self;
  for (int i = 0; i < 2; ++i) path.resize(path.rfind('/'));
  return path + "/lib/softgputools/lib" + tool + ".so";
}

std::string paths_of(const std::string& letters, char between) {
  std::string paths;
  for (const char letter : letters) {
    if (!paths.empty()) paths += between;
    paths += path_of(std::string(1, letter));
  }
  return paths;
}

/// Loads the libraries that TOOLS_LOADED names, begins HSA and ends it. The tools say when they are
/// called.
CHILD(tools) {
  std::istringstream paths(getenv("TOOLS_LOADED"));
  for (std::string path; std::getline(paths, path, ':');) {
    if (dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr) return 1;
  }
  if (hsa_init() != HSA_STATUS_SUCCESS) return 2;
  std::printf("|");
  if (hsa_shut_down() != HSA_STATUS_SUCCESS) return 3;
  std::fflush(stdout);
  return 0;
}

/// In which order, as the tools themselves say; *log: what the software GPU says.
std::string called(const std::string& named, const std::string& loaded,
                   const std::string& refusing = "",
                   const std::vector<std::pair<std::string, std::string>>& more = {},
                   std::string* log = nullptr) {
  std::vector<std::pair<std::string, std::string>> environment = {
      {"HSA_TOOLS_LIB", paths_of(named, ' ')},
      {"TOOLS_LOADED", paths_of(loaded, ':')},
      {"TOOLS_THAT_REFUSE", refusing}};
  environment.insert(environment.end(), more.begin(), more.end());
  const ChildResult result = run_child("tools", environment);
  EXPECT_EQ(0, result.status) << result.output;
  const size_t tools = result.output.rfind('\n') + 1;  // 0: nothing but tools speak
  const std::string logged = result.output.substr(0, tools);
  if (log == nullptr) {
    EXPECT_EQ("", logged);
  } else {
    *log = logged;
  }
  return result.output.substr(tools);
}

TEST(Tools, ThatAreNamedAreCalledInTheOrderOfTheVariable) {
  EXPECT_EQ("+A+B|-B-A", called("AB", ""));
  EXPECT_EQ("+B+A|-A-B", called("BA", ""));
  EXPECT_EQ("+A+C+B|-B-C-A", called("ACB", "")) << "whatever its priority";
}

TEST(Tools, ThatAreFoundAreCalledByTheirPriority) {
  EXPECT_EQ("+D+C|-C-D", called("", "CD"));
  EXPECT_EQ("+D+C|-C-D", called("", "DC"));
  EXPECT_EQ("+D+E+C|-C-E-D", called("", "CDE")) << "of the same: as they were loaded";
  EXPECT_EQ("+E+D+C|-C-D-E", called("", "CED"));
  EXPECT_EQ("|", called("", "AB")) << "without one they are none";
}

TEST(Tools, ThatAreNamedComeFirst) {
  EXPECT_EQ("+B+A+D+C|-C-D-A-B", called("BA", "CD"));
  EXPECT_EQ("+B+A+F+D|-D-F-A-B", called("BA", "DF")) << "however small the priority";
}

TEST(Tools, AreCalledOnce) {
  EXPECT_EQ("+C+D|-D-C", called("C", "CD"));
  EXPECT_EQ("+A+B|-B-A", called("ABA", ""));
}

TEST(Tools, ThatRefuseAreNotUnloadedAndTheNextAreTold) {
  std::string log;
  EXPECT_EQ("+A+B(without libA.so)+D(without libA.so)|-D-B", called("AB", "D", "A", {}, &log));
  EXPECT_EQ("[softgpu] tool " + path_of("A") + ": refuses to be loaded\n", log);
}

TEST(Tools, ThatCannotBeLoadedAreToldToTheOthers) {
  std::string log;
  EXPECT_EQ("+A(without libZ.so)|-A", called("ZA", "", "", {}, &log));
  EXPECT_EQ(0u, log.find("[softgpu] tool " + path_of("Z") + ": ")) << log;
}

TEST(Tools, ThatAreOnlyFoundNeedARuntimeThatLooksForThem) {
  EXPECT_EQ("+A|-A", called("A", "CD", "", {{"SOFTGPU_TOOLS", "named"}}));
}

TEST(Tools, AreLeftOutBesideOthersThatAreRegistered) {
  EXPECT_EQ("|", called("A", "CD", "", {{"SOFTGPU_TOOLS", "registered"}}));
  EXPECT_EQ("+A+D+C|-C-D-A",
            called("A", "CD", "",
                   {{"SOFTGPU_TOOLS", "registered"}, {"HSA_TOOLS_ROCPROFILER_V1_TOOLS", "1"}}));
}

}  // namespace
}  // namespace rocjfr::softgpu::test
