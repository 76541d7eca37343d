// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Code objects and kernels as the hook tells them; addresses of copies. With arguments that the
// runtime fills in, and where it does not.
#include <malloc.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

#include "fixture.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kModuleLoadData = 214, kModuleGetFunction = 215;

// As they stand in hip_api_data_t.
struct LoadArguments {
  uint64_t* module;
  uint64_t value;
  const void* image;
};
struct FunctionArguments {
  uint64_t* function;
  uint64_t value;
  uint64_t module;
  const char* name;
};

class CodeObjectsTest : public StubTest {
 protected:
  void Follow() { Follow(&OnCodeObject, this); }
  void Follow(rocprofiler_callback_tracing_cb_t callback, void* data) {
    Load();
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      ASSERT_OK(rocprofiler_configure_callback_tracing_service(
          context_, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, nullptr, 0, callback, data));
      ASSERT_OK(rocprofiler_start_context(context_));
    });
  }
  static void OnCodeObject(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*,
                           void* data) {
    auto* self = static_cast<CodeObjectsTest*>(data);
    const bool load = record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD;
    const bool object = record.operation == ROCPROFILER_CODE_OBJECT_LOAD;
    if (!object) {
      using Kernel = rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t;
      self->kernel_code_object_ = static_cast<const Kernel*>(record.payload)->code_object_id;
    }
    ++(object ? (load ? self->loads_ : self->unloads_)
              : (load ? self->kernel_loads_ : self->kernel_unloads_));
  }
  // `module` is what the runtime writes; 0: the call fails.
  void LoadModule(uint64_t module) {
    uint64_t place = 0;
    stub().Call(kModuleLoadData, LoadArguments{&place, 0, this}, [&] { place = module; });
  }
  void GetFunction(uint64_t module, uint64_t function, const char* name) {
    uint64_t place = 0;
    stub().Call(kModuleGetFunction, FunctionArguments{&place, 0, module, name},
                [&] { place = function; });
  }
  void Unload(uint64_t module) {
    stub().Call(STUBHIP_hipModuleUnload, StreamArgument{module}, [] {});
  }

  uint64_t kernel_code_object_ = 0;  // of the last kernel
  int loads_ = 0, unloads_ = 0, kernel_loads_ = 0, kernel_unloads_ = 0;
};

TEST_F(CodeObjectsTest, AreToldWithTheirKernelsUntilTheyAreUnloaded) {
  Follow();
  LoadModule(0x1000);
  EXPECT_EQ(loads_, 1);
  GetFunction(0x1000, 0x2000, "one");
  GetFunction(0x1000, 0x2001, "two");
  EXPECT_EQ(kernel_loads_, 2);
  Unload(0x1000);
  EXPECT_EQ(kernel_unloads_, 2);
  EXPECT_EQ(unloads_, 1);
  Unload(0x1000);
  EXPECT_EQ(unloads_, 1);
}

// As with AMD's library, under HIP's lock: tools keep kernels in tables without one. And who has
// launched a kernel finds it noted, whoever's launch it was that told of it.
TEST_F(CodeObjectsTest, AreToldByOneThreadAtATime) {
  constexpr int kThreads = 4, kKernels = 500;
  struct Tables {
    std::atomic<int> inside{0}, together{0}, told{0}, missing{0};
    std::atomic<bool> noted[kKernels] = {};
  } tables;
  Follow(
      [](rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*, void* data) {
        if (record.phase != ROCPROFILER_CALLBACK_PHASE_LOAD) return;
        auto& tables = *static_cast<Tables*>(data);
        if (tables.inside.fetch_add(1) != 0) tables.together.fetch_add(1);
        std::this_thread::yield();
        using Kernel = rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t;
        const char* name = static_cast<const Kernel*>(record.payload)->kernel_name;
        tables.noted[atoi(name + 1)].store(true);
        tables.told.fetch_add(1);
        tables.inside.fetch_sub(1);
      },
      &tables);
  std::vector<std::string> kernels;  // functions by their addresses
  for (int kernel = 0; kernel < kKernels; ++kernel) kernels.push_back("k" + std::to_string(kernel));
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int kernel = 0; kernel < kKernels; ++kernel) {
        Launch(kernels[kernel].c_str());
        if (!tables.noted[kernel].load()) tables.missing.fetch_add(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(tables.told.load(), kKernels);
  EXPECT_EQ(tables.together.load(), 0);
  EXPECT_EQ(tables.missing.load(), 0);
  EXPECT_OK(rocprofiler_stop_context(context_));
  Tool::end(*Tool::id);  // else they are told at exit, when this is gone
}

// A callback that waits for another thread's launch is waited for only so long.
TEST_F(CodeObjectsTest, ACallbackMayWaitForAnotherThreadsLaunch) {
  struct Waiting {
    std::function<void()> launch;
    std::atomic<int> told{0};
    std::thread other;
  } waiting{[this] { Launch("other"); }, {}, {}};
  Follow(
      [](rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*, void* data) {
        if (record.phase != ROCPROFILER_CALLBACK_PHASE_LOAD) return;
        auto& waiting = *static_cast<Waiting*>(data);
        if (waiting.told.fetch_add(1) != 0) return;
        waiting.other = std::thread(waiting.launch);
        waiting.other.join();
      },
      &waiting);
  Launch("first");
  EXPECT_EQ(waiting.told.load(), 2);
  EXPECT_OK(rocprofiler_stop_context(context_));
  Tool::end(*Tool::id);
}

// However often that thread launches, and others of the program beside it: it is waited for once.
TEST_F(CodeObjectsTest, ACallbackMayWaitForManyLaunchesOfAnotherThread) {
  constexpr int kLaunches = 1000;
  struct Waiting {
    std::function<void()> launch;
    std::atomic<int> told{0}, launched{0};
  } waiting{[this] { Launch("other"); }, {}, {}};
  Follow(
      [](rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*, void* data) {
        if (record.phase != ROCPROFILER_CALLBACK_PHASE_LOAD) return;
        auto& waiting = *static_cast<Waiting*>(data);
        if (waiting.told.fetch_add(1) != 0) return;
        std::thread([&waiting] {
          // Else the test would take a quarter of an hour to fail.
          const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
          while (waiting.launched < kLaunches && std::chrono::steady_clock::now() < patience) {
            waiting.launch();
            ++waiting.launched;
          }
        }).join();
      },
      &waiting);
  Launch("first");
  EXPECT_EQ(waiting.launched.load(), kLaunches);
  EXPECT_EQ(waiting.told.load(), 2);
  EXPECT_OK(rocprofiler_stop_context(context_));
  Tool::end(*Tool::id);
}

// Whether a thread of this process sleeps.
bool Sleeps(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string stat;
  std::getline(file, stat);
  const size_t name_end = stat.rfind(')');
  return name_end != std::string::npos && stat.compare(name_end, 3, ") S") == 0;
}

// Another thread unloads the module while the tool is still being told that it was loaded.
TEST_F(CodeObjectsTest, WhatAToolKeepsAtLoadItFindsAtUnload) {
  struct Keeping {
    std::function<void(std::atomic<pid_t>*)> unload;
    std::atomic<pid_t> unloader{0};
    std::thread other;
    uint64_t found = 0;
    int unloads = 0;
  } keeping;
  keeping.unload = [this](std::atomic<pid_t>* unloader) {
    unloader->store(gettid());
    Unload(0x1000);
  };
  Follow(
      [](rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* word, void* data) {
        auto& keeping = *static_cast<Keeping*>(data);
        if (record.phase == ROCPROFILER_CALLBACK_PHASE_UNLOAD) {
          keeping.found = word->value;
          ++keeping.unloads;
          return;
        }
        keeping.other = std::thread(keeping.unload, &keeping.unloader);
        while (keeping.unloader == 0 || !Sleeps(keeping.unloader)) std::this_thread::yield();
        word->value = 7;
      },
      &keeping);
  LoadModule(0x1000);
  keeping.other.join();
  EXPECT_EQ(keeping.unloads, 1);
  EXPECT_EQ(keeping.found, 7u);
}

// What is unloaded while nobody listens is not known: the handle may be another module's.
TEST_F(CodeObjectsTest, AHandleOfAnEarlierRecordingIsAnotherModule) {
  Follow();
  LoadModule(0x1000);
  EXPECT_OK(rocprofiler_stop_context(context_));
  Unload(0x1000);
  LoadModule(0x1000);
  ASSERT_OK(rocprofiler_start_context(context_));
  GetFunction(0x1000, 0x2000, "one");
  EXPECT_EQ(kernel_loads_, 1);
  EXPECT_EQ(kernel_code_object_, 0u);
  Unload(0x1000);
  EXPECT_EQ(unloads_, 0) << "the other's is not known";
  Tool::end(*Tool::id);  // else they are told at exit, when this is gone
}

TEST_F(CodeObjectsTest, OfCallsThatFailAreNone) {
  Follow();
  LoadModule(0);
  EXPECT_EQ(loads_, 0);
  LoadModule(0x1000);
  GetFunction(0x1000, 0, "missing");
  EXPECT_EQ(loads_, 1);
  EXPECT_EQ(kernel_loads_, 0);
  // Else it is told at exit, when this is gone.
  Unload(0x1000);
  EXPECT_EQ(unloads_, 1);
  EXPECT_EQ(kernel_unloads_, 0);
}

TEST_F(CodeObjectsTest, OfArgumentsThatAreNotFilledInAreNone) {
  Follow();
  stub().SetFrame(0, STUBHIP_FRAME_NO_ARGUMENTS);
  LoadModule(0x1000);
  GetFunction(0x1000, 0x2000, "one");
  Unload(0x1000);
  EXPECT_EQ(loads_ + unloads_ + kernel_loads_ + kernel_unloads_, 0);
}

// The result says whether a call has succeeded, whatever its variable holds. Kernels' ids by name.
class ReloadTest : public CodeObjectsTest {
 protected:
  using Kernel = rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t;
  struct Told {
    std::mutex mutex;
    std::set<uint64_t> objects, kernels;  // that are loaded
    int loads = 0, unloads = 0, kernel_loads = 0, wrong = 0;
    std::atomic<int> known{0}, unknown{0};  // dispatches
  };
  void FollowAll() {
    Load();
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      ASSERT_OK(rocprofiler_configure_callback_tracing_service(
          context_, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, nullptr, 0, &OnCode, &told_));
      ASSERT_OK(rocprofiler_configure_callback_tracing_service(
          context_, ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH, nullptr, 0, &OnDispatch, &told_));
      ASSERT_OK(rocprofiler_start_context(context_));
    });
  }
  void TearDown() override {
    EXPECT_OK(rocprofiler_stop_context(context_));
    Tool::end(*Tool::id);  // else they are told at exit, when this is gone
  }
  static void OnCode(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*,
                     void* data) {
    auto& told = *static_cast<Told*>(data);
    std::lock_guard<std::mutex> lock(told.mutex);
    const bool load = record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD;
    const bool object = record.operation == ROCPROFILER_CODE_OBJECT_LOAD;
    using Object = rocprofiler_callback_tracing_code_object_load_data_t;
    const uint64_t id = object ? static_cast<const Object*>(record.payload)->code_object_id
                               : static_cast<const Kernel*>(record.payload)->kernel_id;
    std::set<uint64_t>& loaded = object ? told.objects : told.kernels;
    if (load ? !loaded.insert(id).second : loaded.erase(id) == 0) ++told.wrong;
    if (object) ++(load ? told.loads : told.unloads);
    if (object || !load) return;
    ++told.kernel_loads;
    const uint64_t in = static_cast<const Kernel*>(record.payload)->code_object_id;
    if (in == 0 || told.objects.count(in) == 0) ++told.wrong;
  }
  static void OnDispatch(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*,
                         void* data) {
    auto& told = *static_cast<Told*>(data);
    if (record.operation != ROCPROFILER_KERNEL_DISPATCH_ENQUEUE ||
        record.phase != ROCPROFILER_CALLBACK_PHASE_ENTER) {
      return;
    }
    const auto* dispatch =
        static_cast<const rocprofiler_callback_tracing_kernel_dispatch_data_t*>(record.payload);
    std::lock_guard<std::mutex> lock(told.mutex);
    ++(told.kernels.count(dispatch->dispatch_info.kernel_id) != 0 ? told.known : told.unknown);
  }
  // The program's variable; a call that fails leaves it.
  void LoadInto(uint64_t* variable, uint64_t module, int result) const {
    stub().Call(
        kModuleLoadData, LoadArguments{variable, 0, this},
        [&] { *variable = result == 0 ? module : *variable; }, result);
  }
  void GetInto(uint64_t* variable, uint64_t module, const char* function, int result) const {
    stub().Call(
        kModuleGetFunction, FunctionArguments{variable, 0, module, "empty"},
        [&] { *variable = result == 0 ? reinterpret_cast<uint64_t>(function) : *variable; },
        result);
  }
  void UnloadWith(uint64_t module, int result) const {
    stub().Call(
        STUBHIP_hipModuleUnload, StreamArgument{module}, [] {}, result);
  }
  void SetWay(int32_t way) const {
    stub().Symbol<decltype(&stubhip_set_error_way)>("stubhip_set_error_way")(way);
  }
  // A module that always gets the same handles; each other load, lookup and unload fails at first.
  void Reload(int times, uint64_t module, bool failures) {
    std::string name = "empty";  // the stub's functions are their names
    uint64_t loaded = 0, function = 0;
    for (int i = 0; i < times; ++i) {
      if (failures) LoadInto(&loaded, module, kFailure);
      LoadInto(&loaded, module, 0);
      if (failures) GetInto(&function, module, name.c_str(), kFailure);
      GetInto(&function, module, name.c_str(), 0);
      Launch(reinterpret_cast<const char*>(function));
      if (failures) {
        UnloadWith(module, kFailure);
        Launch(reinterpret_cast<const char*>(function));
      }
      UnloadWith(module, 0);
    }
  }
  static constexpr int kFailure = 1, kTimes = 20;
  Told told_;
};

TEST_F(ReloadTest, EachLoadIntoTheSameVariableIsTold) {
  FollowAll();
  Reload(kTimes, 0x1000, false);
  EXPECT_EQ(told_.loads, kTimes);
  EXPECT_EQ(told_.unloads, kTimes);
  EXPECT_EQ(told_.kernel_loads, kTimes);
  EXPECT_EQ(told_.known, kTimes);
  EXPECT_EQ(told_.unknown, 0);
  EXPECT_EQ(told_.wrong, 0);
}

TEST_F(ReloadTest, CallsThatFailAreNotToldAndAnUnloadThatFailsIsToldAsALoadAgain) {
  FollowAll();
  Reload(kTimes, 0x1000, true);
  EXPECT_EQ(told_.loads, 2 * kTimes);
  EXPECT_EQ(told_.unloads, 2 * kTimes);
  EXPECT_EQ(told_.kernel_loads, 2 * kTimes);
  EXPECT_EQ(told_.known, 2 * kTimes);
  EXPECT_EQ(told_.unknown, 0);
  EXPECT_EQ(told_.wrong, 0);
}

// All have a kernel of the same name.
TEST_F(ReloadTest, OfSeveralThreads) {
  constexpr int kThreads = 4;
  FollowAll();
  std::vector<std::thread> threads;
  for (uint64_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([this, i] { Reload(kTimes, 0x1000 + i * 0x100, true); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(told_.loads, 2 * kTimes * kThreads);
  EXPECT_EQ(told_.unloads, 2 * kTimes * kThreads);
  EXPECT_EQ(told_.kernel_loads, 2 * kTimes * kThreads);
  EXPECT_EQ(told_.known, 2 * kTimes * kThreads);
  EXPECT_EQ(told_.unknown, 0);
  EXPECT_EQ(told_.wrong, 0);
}

// Where the runtime tells no results: what is launched was loaded.
TEST_F(ReloadTest, WithoutResultsTheLaunchTellsOfTheLoad) {
  FollowAll();
  SetWay(STUBHIP_ERROR_ODD);
  Reload(kTimes, 0x1000, false);
  uint64_t stale = 0x1000, function = 0;
  LoadInto(&stale, 0x1000, kFailure);
  GetInto(&function, 0x1000, "never", kFailure);
  UnloadWith(0x1000, kFailure);
  EXPECT_EQ(told_.loads, kTimes);
  EXPECT_EQ(told_.unloads, kTimes);
  EXPECT_EQ(told_.kernel_loads, kTimes);
  EXPECT_EQ(told_.known, kTimes);
  EXPECT_EQ(told_.unknown, 0);
  EXPECT_EQ(told_.wrong, 0);
}

// The unload was seen by nobody, and the handle is given out again.
TEST_F(ReloadTest, AHandleThatComesAgainWasUnloaded) {
  FollowAll();
  uint64_t module = 0;
  LoadInto(&module, 0x1000, 0);
  LoadInto(&module, 0x1000, 0);
  EXPECT_EQ(told_.loads, 2);
  EXPECT_EQ(told_.unloads, 1);
  EXPECT_EQ(told_.wrong, 0);
}

// A program that compiles kernels as it goes, for days.
TEST_F(CodeObjectsTest, WhatIsUnloadedIsForgotten) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "counts the allocator's bytes";
#endif
  constexpr int kModules = 50000;  // a thread of ours may keep some kilobytes meanwhile
  Follow();
  const auto cycle = [this] {
    for (uint64_t module = 0x1000; module < 0x1000 + kModules; ++module) {
      LoadModule(module);
      GetFunction(module, module + 0x100000, "kernel");
      Unload(module);
    }
    return mallinfo2().uordblks;
  };
  const size_t before = cycle(), after = cycle();
  EXPECT_EQ(loads_, 2 * kModules);
  EXPECT_EQ(unloads_, 2 * kModules);
  EXPECT_EQ(kernel_loads_, 2 * kModules);
  EXPECT_LT(after, before + kModules) << "less than a byte for each";
}

class CopyAddressesTest : public StubTest {
 protected:
  std::vector<CopyRecord> Copied() {
    EXPECT_TRUE(stub().Complete(Copy(1), kCopyWork));
    collector_.Flush();
    auto records = collector_.Of<CopyRecord>(kCopy);
    EXPECT_EQ(records.size(), 1u);
    return records;
  }
};

TEST_F(CopyAddressesTest, AreThoseOfTheCall) {
  Trace(kCopy);
  for (const CopyRecord& record : Copied()) {
    EXPECT_EQ(record.dst_address.value, 0x1000u);
    EXPECT_EQ(record.src_address.value, 0x2000u);
  }
}

TEST_F(CopyAddressesTest, AreUnknownWhereTheArgumentsAreNotFilledIn) {
  Load();
  stub().SetFrame(0, STUBHIP_FRAME_NO_ARGUMENTS);
  Trace(kCopy);
  for (const CopyRecord& record : Copied()) {
    EXPECT_EQ(record.dst_address.value, 0u);
    EXPECT_EQ(record.src_address.value, 0u);
  }
}

}  // namespace
}  // namespace rocjfr::test
