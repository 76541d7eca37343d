// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// roctx and its callbacks.
#include "roctracer/roctx.h"

#include <dlfcn.h>

#include <thread>

#include "fixture.h"
#include "roctracer/roctracer_roctx.h"

namespace rocjfr::test {
namespace {

struct Heard {
  uint32_t domain, op;
  const char* message;
  uint64_t id;
};
std::vector<Heard> g_heard;

void Hear(uint32_t domain, uint32_t op, const void* data, void* arg) {
  const auto& args = static_cast<const roctx_api_data_t*>(data)->args;
  EXPECT_EQ(arg, &g_heard);
  g_heard.push_back({domain, op, args.message, args.id});
}

TEST(Roctx, CallbacksHearEachCallOnceOnItsThread) {
  EXPECT_EQ(roctx_version_major(), 4u);
  EXPECT_EQ(roctx_version_minor(), 1u);
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, &Hear, &g_heard));
  const char* const text = "message";
  roctxMark(text);
  EXPECT_EQ(roctxRangePush("outer"), 0) << "the level before";
  EXPECT_EQ(roctxRangePush("inner"), 1);
  std::thread([] { EXPECT_EQ(roctxRangePop(), -1); }).join();
  EXPECT_EQ(roctxRangePop(), 1);
  EXPECT_EQ(roctxRangePop(), 0);
  EXPECT_EQ(roctxRangePop(), -1);
  const roctx_range_id_t id = roctxRangeStart("process");
  EXPECT_EQ(id, 1u);
  roctxRangeStop(id);
  roctxRangeStop(77);
  roctxMark(nullptr);
  const std::vector<uint32_t> ops = {0, 1, 1, 2, 2, 2, 2, 3, 4, 4, 0};
  ASSERT_EQ(g_heard.size(), ops.size());
  for (size_t i = 0; i < ops.size(); ++i) {
    EXPECT_EQ(g_heard[i].domain, uint32_t{ACTIVITY_DOMAIN_ROCTX});
    EXPECT_EQ(g_heard[i].op, ops[i]) << i;
    if (ops[i] == ROCTX_API_ID_roctxRangePop || ops[i] == ROCTX_API_ID_roctxRangeStop) {
      EXPECT_EQ(g_heard[i].message, nullptr);
    }
  }
  EXPECT_EQ(g_heard[0].message, text) << "the caller's own pointer";
  EXPECT_STREQ(g_heard[2].message, "inner");
  EXPECT_EQ(g_heard[7].id, id);
  EXPECT_STREQ(g_heard[7].message, "process");
  EXPECT_EQ(g_heard[8].id, id);
  EXPECT_EQ(g_heard[9].id, 77u);
  EXPECT_EQ(g_heard[10].message, nullptr);
}

// What a callback pushes takes the level that the call around it is about to take.
TEST(Roctx, TheLevelChangesAfterTheCallback) {
  static std::vector<int> levels;
  static bool inside;
  static std::thread::id thread;
  const auto push_too = [](uint32_t, uint32_t, const void*, void*) {
    EXPECT_EQ(std::this_thread::get_id(), thread);
    if (inside) return;
    inside = true;
    levels.push_back(roctxRangePush("of the callback"));
    levels.push_back(roctxRangePop());
    inside = false;
  };
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, push_too, nullptr));
  std::thread program([] {
    thread = std::this_thread::get_id();
    levels.push_back(roctxRangePush("of the program"));
    levels.push_back(roctxRangePop());
  });
  program.join();
  EXPECT_EQ(levels, (std::vector<int>{0, 0, 0, 1, 1, 0}));
}

TEST(Roctx, OneOperationOnly) {
  ASSERT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_ROCTX, ROCTX_API_ID_roctxMarkA, &Hear,
                                         &g_heard));
  roctxRangePush("range");
  roctxMark("mark");
  roctxRangePop();
  ASSERT_EQ(g_heard.size(), 1u);
  EXPECT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_ROCTX, ROCTX_API_ID_roctxMarkA));
  roctxMark("mark");
  EXPECT_EQ(g_heard.size(), 1u);
}

TEST(Roctx, ThereAreNoRecords) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_ROCTX));
  roctxMark("mark");
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), 0u);
}

TEST(Roctx, ACallbackMayCallRoctx) {
  static int depth, most;
  const auto recurse = [](uint32_t, uint32_t, const void*, void*) {
    most = std::max(most, ++depth);
    if (depth < 5) roctxMark("inner");
    --depth;
  };
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, recurse, nullptr));
  roctxMark("outer");
  EXPECT_EQ(most, 5);
}

// libroctx64 serves AMD's tools as well, which register a callback with it.
TEST(Roctx, AnotherToolHearsTheSame) {
  using Tool = int (*)(activity_domain_t, uint32_t, void*);
  static int tools;
  const Tool tool = [](activity_domain_t domain, uint32_t, void*) {
    tools += domain == ACTIVITY_DOMAIN_ROCTX ? 1 : 1000;
    return 0;
  };
  auto* handle = dlopen("libroctx64.so.4", RTLD_NOLOAD | RTLD_LAZY);
  ASSERT_NE(handle, nullptr);
  const auto add = reinterpret_cast<void (*)(Tool)>(dlsym(handle, "roctxRegisterTracerCallback"));
  ASSERT_NE(add, nullptr);
  add(tool);
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, &Hear, &g_heard));
  roctxMark("one");
  roctxRangePush("two");
  roctxRangePop();
  roctxRangeStop(roctxRangeStart("three"));
  EXPECT_EQ(tools, 5);
  EXPECT_EQ(g_heard.size(), 5u) << "and ours each call once";
  add(nullptr);
  roctxMark("more");
  EXPECT_EQ(tools, 5);
}

}  // namespace
}  // namespace rocjfr::test
