// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Libraries that a program loads and lets go of: threads that end later come back to them.
#include <dlfcn.h>
#include <elf.h>
#include <gtest/gtest.h>
#include <link.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "stub_roctx.h"

namespace rocjfr::test {
namespace {

class Unload : public testing::TestWithParam<const char*> {
 protected:
  static std::string Path() { return LibraryFolder() + "/" + GetParam(); }
};

// A thread calls the library for the first time, the library is let go of, the thread ends.
TEST_P(Unload, AThreadMayEndAfterIt) {
  void* library = dlopen(Path().c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  const bool core = dlsym(library, "rocjfr_roctx_range_push") != nullptr;
  auto* push = reinterpret_cast<int (*)(const char*)>(
      dlsym(library, core ? "rocjfr_roctx_range_push" : "roctxRangePushA"));
  ASSERT_NE(push, nullptr);
  std::mutex mutex;
  std::condition_variable changed;
  bool pushed = false, closed = false;
  std::thread thread([&] {
    EXPECT_EQ(push("open"), 0);
    std::unique_lock<std::mutex> lock(mutex);
    pushed = true;
    changed.notify_all();
    changed.wait(lock, [&] { return closed; });
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return pushed; });
    EXPECT_EQ(dlclose(library), 0);
    closed = true;
    changed.notify_all();
  }
  thread.join();
  EXPECT_NE(dlopen(Path().c_str(), RTLD_NOW | RTLD_NOLOAD), nullptr) << "it is still there";
}

TEST_P(Unload, TheFileSaysThatItStays) {
  void* library = dlopen(Path().c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  link_map* map = nullptr;
  ASSERT_EQ(dlinfo(library, RTLD_DI_LINKMAP, &map), 0);
  ElfW(Xword) flags = 0;
  for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_FLAGS_1) flags = entry->d_un.d_val;
  }
  EXPECT_NE(flags & DF_1_NODELETE, 0u);
}

INSTANTIATE_TEST_SUITE_P(Library, Unload,
                         testing::Values("librocjfr.so", "libroctx64.so.4",
                                         "rocprofiler-sdk/librocprofiler-sdk-roctx.so.1"),
                         [](const auto& info) {
                           std::string name;
                           for (const char* c = info.param; *c != 0; ++c) {
                             if (isalnum(*c) != 0) name += *c;
                           }
                           return name;
                         });

}  // namespace
}  // namespace rocjfr::test
