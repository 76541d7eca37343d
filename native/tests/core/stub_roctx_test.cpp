// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The one callback of AMD's libroctx64, which another tool may want, too.
#include "stub_roctx.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core.h"
#include "drainer.h"

namespace rocjfr::test {
namespace {

std::vector<std::string> g_told;

int OtherTool(uint32_t, uint32_t op, void* data) {
  if (op == 0) g_told.push_back(*static_cast<const char* const*>(data));
  return 0;
}

class StubRoctxSlot : public testing::Test {
 protected:
  void SetUp() override {
    unsetenv("LD_PRELOAD");
    Initialize();
  }
  void Want(uint32_t domains) { ASSERT_EQ(rocjfr_set_wanted(domains), ROCJFR_STATUS_SUCCESS); }
  void Mark(const char* message) { roctx_.Mark(message); }
  // Since the last look.
  std::vector<std::string> Ours() {
    std::vector<Activity> taken;
    drainer_.Drain(&taken);
    std::vector<std::string> messages;
    for (const Activity& activity : taken) messages.push_back(activity.message);
    return messages;
  }
  static std::vector<std::string> Theirs() { return std::move(g_told); }
  static std::string OtherTools() {
    rocjfr_runtime_info_t info;
    EXPECT_EQ(rocjfr_runtime(&info), ROCJFR_STATUS_SUCCESS);
    return info.other_tools;
  }
  // The file of the other tool's callback: this program, by whatever name it was started.
  static bool NamesOne() {
    const std::string tools = OtherTools(), end = "test (roctx)";
    return tools.size() >= end.size() &&
           tools.compare(tools.size() - end.size(), end.size(), end) == 0;
  }

  using Messages = std::vector<std::string>;
  const Messages none_;
  StubRoctx roctx_;
  Drainer drainer_;
};

TEST(StubRoctxLibraries, OursMayHaveBeenLoadedBeforeAmds) {
  Initialize();
  ASSERT_NE(dlopen((LibraryFolder() + "/libroctx64.so.4").c_str(), RTLD_NOW | RTLD_LOCAL), nullptr);
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  const StubRoctx roctx;
  rocjfr_poll();
  roctx.Mark("here");
  std::vector<Activity> taken;
  Drainer().Drain(&taken);
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(taken[0].message, "here");
}

std::string OtherToolsNow() {
  rocjfr_runtime_info_t info;
  EXPECT_EQ(rocjfr_runtime(&info), ROCJFR_STATUS_SUCCESS);
  return info.other_tools;
}

TEST(OtherTools, OursHaveTheNamesOfAmdsAndAreNone) {
  Initialize();
  for (const char* ours : {"/libroctracer64.so.4", "/rocprofiler-sdk/librocprofiler-sdk.so.1"}) {
    ASSERT_NE(dlopen((LibraryFolder() + ours).c_str(), RTLD_NOW | RTLD_LOCAL), nullptr)
        << dlerror();
  }
  EXPECT_EQ(OtherToolsNow(), "");
}

TEST(OtherTools, AnotherLibraryOfSuchANameIsOne) {
  Initialize();
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("other-tool." + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::filesystem::path tool = folder / "libroctracer64.so.4";
  std::filesystem::copy_file(LibraryFolder() + "/libroctx64.so.4", tool);
  EXPECT_NE(dlopen(tool.c_str(), RTLD_NOW | RTLD_LOCAL), nullptr) << dlerror();
  EXPECT_EQ(OtherToolsNow(), "libroctracer64.so.4");
  std::filesystem::remove_all(folder);
}

TEST_F(StubRoctxSlot, IsOursOnlyWhileRangesAreWanted) {
  Want(kRoctx);
  Mark("wanted");
  EXPECT_EQ(Ours(), Messages{"wanted"});
  EXPECT_EQ(OtherTools(), "");
  Want(kApi);
  EXPECT_EQ(roctx_.Slot(), nullptr);
  Mark("not wanted");
  EXPECT_EQ(Ours(), none_);
}

TEST_F(StubRoctxSlot, AToolThatWasThereFirstKeepsIt) {
  roctx_.Register(&OtherTool);
  Want(kRoctx);
  Mark("theirs");
  EXPECT_EQ(Theirs(), Messages{"theirs"});
  EXPECT_EQ(Ours(), none_);
  EXPECT_TRUE(NamesOne()) << OtherTools();
  Want(0);
  EXPECT_EQ(roctx_.Slot(), &OtherTool);
  Want(kRoctx);
  roctx_.Register(nullptr);
  rocjfr_poll();
  Mark("ours");
  EXPECT_EQ(Ours(), Messages{"ours"});
  EXPECT_EQ(Theirs(), none_);
  EXPECT_EQ(OtherTools(), "");
}

TEST_F(StubRoctxSlot, AToolThatComesLaterIsNotPushedOut) {
  Want(kRoctx);
  roctx_.Register(&OtherTool);
  rocjfr_poll();
  Mark("theirs");
  EXPECT_EQ(Theirs(), Messages{"theirs"});
  EXPECT_EQ(Ours(), none_);
  EXPECT_TRUE(NamesOne()) << OtherTools();
  Want(0);
  EXPECT_EQ(roctx_.Slot(), &OtherTool);
}

class StubRoctxChain : public StubRoctxSlot {
 protected:
  void SetUp() override {
    StubRoctxSlot::SetUp();
    setenv("LD_PRELOAD", "/somewhere/librocjfr.so", 1);
  }
};

TEST_F(StubRoctxChain, BothGetEverythingWhoeverComesFirst) {
  roctx_.Register(&OtherTool);
  Want(kRoctx);
  Mark("first");
  EXPECT_EQ(Theirs(), Messages{"first"});
  EXPECT_EQ(Ours(), Messages{"first"});
  roctx_.Register(nullptr);
  rocjfr_poll();
  Mark("alone");
  EXPECT_EQ(Theirs(), none_);
  EXPECT_EQ(Ours(), Messages{"alone"});
  roctx_.Register(&OtherTool);
  rocjfr_poll();
  Mark("second");
  EXPECT_EQ(Theirs(), Messages{"second"});
  EXPECT_EQ(Ours(), Messages{"second"});
  EXPECT_EQ(OtherTools(), "") << "it keeps us from nothing";
  Want(0);
  EXPECT_EQ(roctx_.Slot(), &OtherTool) << "given back";
  Mark("theirs");
  EXPECT_EQ(Theirs(), Messages{"theirs"});
  EXPECT_EQ(Ours(), none_);
}

}  // namespace
}  // namespace rocjfr::test
