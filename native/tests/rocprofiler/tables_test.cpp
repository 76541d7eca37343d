// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tables of functions that runtimes register: handed to tools, and those of AMD's own roctx.
#include "callbacks.h"

extern "C" int rocprofiler_set_api_table(const char* name, uint64_t version, uint64_t instance,
                                         void** tables, uint64_t count);

namespace rocjfr::test {
namespace {

constexpr auto kLocked = ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
constexpr auto kInvalid = ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;

struct Handed {
  rocprofiler_intercept_table_t type;
  uint64_t version, instance;
  void* table;
  bool operator==(const Handed& other) const {
    return type == other.type && version == other.version && instance == other.instance &&
           table == other.table;
  }
};
void Keep(rocprofiler_intercept_table_t type, uint64_t version, uint64_t instance, void** tables,
          uint64_t count, void* data) {
  EXPECT_EQ(count, 1u);
  static_cast<std::vector<Handed>*>(data)->push_back({type, version, instance, tables[0]});
}

class TablesTest : public StubTest {};

TEST_F(TablesTest, AreHandedToWhoAskedForThem) {
  std::vector<Handed> runtimes, markers;
  EXPECT_OK(rocprofiler_at_intercept_table_registration(
      &Keep, ROCPROFILER_HSA_TABLE | ROCPROFILER_HIP_RUNTIME_TABLE, &runtimes));
  Tool::Run([&] {
    EXPECT_OK(rocprofiler_at_intercept_table_registration(
        &Keep, ROCPROFILER_MARKER_CONTROL_TABLE | ROCPROFILER_MARKER_NAME_TABLE, &markers));
    EXPECT_EQ(rocprofiler_at_intercept_table_registration(nullptr, ROCPROFILER_HSA_TABLE, nullptr),
              kInvalid);
    EXPECT_EQ(rocprofiler_at_intercept_table_registration(&Keep, 0, nullptr), kInvalid);
    EXPECT_EQ(
        rocprofiler_at_intercept_table_registration(&Keep, 2 * ROCPROFILER_TABLE_LAST, nullptr),
        kInvalid);
  });
  EXPECT_EQ(rocprofiler_at_intercept_table_registration(&Keep, ROCPROFILER_HSA_TABLE, nullptr),
            kLocked);
  uint64_t tables[3][8] = {};  // of no size: not those of a roctx that is known
  void* places[] = {tables[0], tables[1], tables[2]};
  EXPECT_EQ(rocprofiler_set_api_table("hsa", 11400, 0, places, 1), 0);
  EXPECT_EQ(rocprofiler_set_api_table("hip", 60403, 1, &places[1], 1), 0);
  EXPECT_EQ(rocprofiler_set_api_table("hip_compiler", 60403, 0, places, 1), 0);
  EXPECT_EQ(rocprofiler_set_api_table("roctx", 10000, 0, places, 3), 0);
  EXPECT_EQ(rocprofiler_set_api_table("rccl", 22203, 0, nullptr, 0), 0);
  EXPECT_EQ(runtimes, (std::vector<Handed>{{ROCPROFILER_HSA_TABLE, 11400, 0, tables[0]},
                                           {ROCPROFILER_HIP_RUNTIME_TABLE, 60403, 1, tables[1]}}));
  EXPECT_EQ(markers, (std::vector<Handed>{{ROCPROFILER_MARKER_CONTROL_TABLE, 10000, 0, tables[1]},
                                          {ROCPROFILER_MARKER_NAME_TABLE, 10000, 0, tables[2]}}));
}

TEST_F(TablesTest, ACallbackThatThrowsIsToldAndTheNextIsCalled) {
  std::vector<Handed> handed;
  EXPECT_OK(rocprofiler_at_intercept_table_registration(
      [](rocprofiler_intercept_table_t, uint64_t, uint64_t, void**, uint64_t, void*) {
        throw std::runtime_error("from a callback");
      },
      ROCPROFILER_HSA_TABLE, nullptr));
  EXPECT_OK(rocprofiler_at_intercept_table_registration(&Keep, ROCPROFILER_HSA_TABLE, &handed));
  uint64_t table[8] = {};
  void* place = table;
  testing::internal::CaptureStderr();
  EXPECT_EQ(rocprofiler_set_api_table("hsa", 11400, 0, &place, 1), 0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "rocjfr: rocprofiler-sdk: a callback of rocprofiler_at_intercept_table_registration "
            "threw an exception: from a callback\n");
  EXPECT_EQ(handed.size(), 1u);
}

// AMD's librocprofiler-sdk-roctx: its functions, by the tables that it registers. They write down
// what they are called with.
std::string g_called;
struct AmdsRoctx {
  struct {
    uint64_t size = sizeof(core);
    void (*mark)(const char*) = [](const char* message) {
      g_called += std::string("mark ") + message + "; ";
    };
    int (*push)(const char*) = [](const char* message) {
      g_called += std::string("push ") + message + "; ";
      return 40;
    };
    int (*pop)() = [] {
      g_called += "pop; ";
      return 41;
    };
    uint64_t (*start)(const char*) = [](const char* message) {
      g_called += std::string("start ") + message + "; ";
      return uint64_t{4711};
    };
    void (*stop)(uint64_t) = [](uint64_t id) { g_called += "stop " + std::to_string(id) + "; "; };
    int (*get_thread_id)(uint64_t*) = [](uint64_t* id) {
      *id = 42;
      return 43;
    };
  } core;
  struct {
    uint64_t size = sizeof(control);
    int (*pause)(uint64_t) = [](uint64_t thread) { return static_cast<int>(thread) + 1; };
    int (*resume)(uint64_t) = [](uint64_t thread) { return static_cast<int>(thread) + 2; };
  } control;
  struct {
    uint64_t size = sizeof(names);
    int (*os_thread)(const char*) = [](const char*) { return 51; };
    int (*hsa_agent)(const char*, const void*) = [](const char*, const void*) { return 52; };
    int (*hip_device)(const char*, int) = [](const char*, int) { return 53; };
    int (*hip_stream)(const char*, const void*) = [](const char*, const void*) { return 54; };
  } names;

  void Register() {
    void* tables[] = {&core, &control, &names};
    EXPECT_EQ(rocprofiler_set_api_table("roctx", 10000, 0, tables, 3), 0);
  }
};

using MarkerRecord = rocprofiler_buffer_tracing_marker_api_record_t;

TEST_F(TablesTest, AmdsOwnRoctxIsTracedAndCalled) {
  static AmdsRoctx roctx;
  constexpr auto kControl = ROCPROFILER_BUFFER_TRACING_MARKER_CONTROL_API;
  constexpr auto kName = ROCPROFILER_BUFFER_TRACING_MARKER_NAME_API;
  CallbackCollector callbacks;
  Load();
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_);
    for (const auto kind : {kMarker, kRange, kControl, kName}) collector_.Configure(kind);
    callbacks.Configure(context_, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API);
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  roctx.Register();
  roctx.core.mark("m");
  EXPECT_EQ(roctx.core.push("p"), 40) << "what the library says";
  EXPECT_EQ(roctx.core.pop(), 41);
  const uint64_t range = roctx.core.start("s");
  roctx.core.stop(range);
  uint64_t thread = 0;
  EXPECT_EQ(roctx.core.get_thread_id(&thread), 43);
  EXPECT_EQ(thread, 42u);
  EXPECT_EQ(roctx.control.pause(7), 8);
  EXPECT_EQ(roctx.control.resume(7), 9);
  EXPECT_EQ(roctx.names.os_thread("t"), 51);
  EXPECT_EQ(roctx.names.hsa_agent("a", nullptr), 52);
  EXPECT_EQ(roctx.names.hip_device("d", 3), 53);
  EXPECT_EQ(roctx.names.hip_stream("s", nullptr), 54);
  EXPECT_EQ(roctx.core.size, sizeof(roctx.core));
  EXPECT_EQ(g_called, "mark m; push p; pop; start s; stop 4711; ");
  collector_.Flush();
  std::vector<int> operations;
  for (const auto& record : collector_.Of<MarkerRecord>(kMarker)) {
    operations.push_back(record.operation);
    EXPECT_EQ(record.thread_id, ThreadId());
  }
  EXPECT_EQ(operations, (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(collector_.Of<MarkerRecord>(kRange).size(), 4u) << "two ranges, a mark, the thread id";
  EXPECT_EQ(collector_.Of<MarkerRecord>(kControl).size(), 2u);
  EXPECT_EQ(collector_.Of<MarkerRecord>(kName).size(), 4u);
  std::vector<std::string> ids;
  for (const Told& one : callbacks.All()) {
    if (one.record.operation == ROCPROFILER_MARKER_CORE_API_ID_roctxRangeStop) {
      ids.push_back(one.arguments);
    }
  }
  const std::string id = "0 roctx_range_id_t id=" + std::to_string(range) + " *0; ";
  EXPECT_EQ(ids, (std::vector<std::string>{id, id})) << "as the program knows the range";
}

TEST_F(TablesTest, AToolsFunctionsForRoctxStandAboveOurs) {
  static AmdsRoctx roctx;
  static decltype(AmdsRoctx::core.mark) below;
  g_called.clear();
  EXPECT_OK(rocprofiler_at_intercept_table_registration(
      [](rocprofiler_intercept_table_t, uint64_t, uint64_t, void** tables, uint64_t, void*) {
        auto* core = static_cast<decltype(AmdsRoctx::core)*>(tables[0]);
        below = core->mark;
        core->mark = [](const char* message) {
          g_called += "tool ";
          below(message);
        };
      },
      ROCPROFILER_MARKER_CORE_TABLE, nullptr));
  TraceAll({kMarker});
  roctx.Register();
  roctx.core.mark("m");
  EXPECT_EQ(g_called, "tool mark m; ");
  collector_.Flush();
  EXPECT_EQ(collector_.Of<MarkerRecord>(kMarker).size(), 1u);
}

// Of another release, which is not known.
TEST_F(TablesTest, ShorterTablesOfRoctxAreLeftAsTheyAre) {
  static AmdsRoctx roctx;
  const auto mark = roctx.core.mark;
  const auto pause = roctx.control.pause;
  roctx.core.size -= 8;
  TraceAll({kMarker});
  roctx.Register();
  EXPECT_EQ(roctx.core.mark, mark);
  EXPECT_NE(roctx.control.pause, pause);
}

// rocprofiler-register looks for it: a tool that is forced has no symbol by which it is found.
TEST(ForceLoadTest, AForcedToolHasRuntimesRegister) {
  unsetenv("ROCPROFILER_REGISTER_FORCE_LOAD");
  EXPECT_OK(rocprofiler_force_configure(nullptr));
  const char* value = getenv("ROCPROFILER_REGISTER_FORCE_LOAD");
  EXPECT_STREQ(value == nullptr ? "" : value, "1");
}

TEST(ForceLoadTest, WhatTheUserHasSetStays) {
  setenv("ROCPROFILER_REGISTER_FORCE_LOAD", "0", 1);
  EXPECT_OK(rocprofiler_force_configure(nullptr));
  EXPECT_STREQ(getenv("ROCPROFILER_REGISTER_FORCE_LOAD"), "0");
}

// Another thread may be reading the environment.
TEST(ForceLoadTest, TheEnvironmentOfOtherThreadsIsLeftAsItIs) {
  unsetenv("ROCPROFILER_REGISTER_FORCE_LOAD");
  std::atomic<bool> done{false};
  std::thread other([&] {
    while (!done.load()) std::this_thread::yield();
  });
  EXPECT_OK(rocprofiler_force_configure(nullptr));
  EXPECT_EQ(getenv("ROCPROFILER_REGISTER_FORCE_LOAD"), nullptr);
  done.store(true);
  other.join();
}

}  // namespace
}  // namespace rocjfr::test
