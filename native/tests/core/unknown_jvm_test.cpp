// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A JVM of whose threads nothing can be read: whether one is in a critical region, in which JNI
// must not be used, is not known. It is asked only where Java itself has called.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "base/virtual_states.h"
#include "core.h"
#include "core/java/java_thread.h"
#include "core/java/upcall.h"
#include "core/record/roctx.h"
#include "core/record/thread_state.h"
#include "core/record/thread_table.h"
#include "drainer.h"

namespace rocjfr::test {
namespace {

// The tables of JNI: JavaVM and JNIEnv are pointers to pointers to them.
constexpr int kGetEnv = 6, kGetJavaVm = 219, kExceptionCheck = 228, kFunctions = 240;
const void* g_vm_table[8];
const void* g_env_table[kFunctions];
const void** g_vm = g_vm_table;
const void** g_env = g_env_table;
int g_entered = 0;

intptr_t Enter() {
  ++g_entered;
  return 1;  // a handle, an id
}

class UnknownJvm : public testing::Test {
 protected:
  void SetUp() override {
    for (auto& function : g_env_table) function = reinterpret_cast<const void*>(&Enter);
    int (*const get_env)(void*, void**, int) = [](void*, void** env, int) {
      *env = &g_env;
      return 0;
    };
    g_vm_table[kGetEnv] = reinterpret_cast<const void*>(get_env);
    int (*const get_vm)(void*, void**) = [](void*, void** vm) {
      *vm = &g_vm;
      return 0;
    };
    g_env_table[kGetJavaVm] = reinterpret_cast<const void*>(get_vm);
    unsigned char (*const check)(void*) = [](void*) -> unsigned char { return 0; };
    g_env_table[kExceptionCheck] = reinterpret_cast<const void*>(check);
    Initialize(Options());
    // From a native method of ours.
    ASSERT_EQ(rocjfr_meet_jvm(&g_env), ROCJFR_STATUS_SUCCESS);
    EXPECT_GT(g_entered, 0);
    g_entered = 0;
  }

  // The calling thread carries virtual thread `id` from now on; 0: it is one of its own.
  static void Carry(int64_t id) {
    ThreadState* thread = CurrentThread();
    thread->actor = {};
    thread->actor.kind = Actor::Kind::kFixed;
    thread->actor.id = id == 0 ? -1 : id;
    thread->actor.virtual_id = id;
  }
  // Nobody knows which.
  static void CarryUnknown() { CurrentThread()->actor = {}; }
  static std::vector<std::string> Recorded() {
    std::vector<Activity> taken;
    Drainer().Drain(&taken);
    std::vector<std::string> messages;
    for (const Activity& activity : taken) messages.push_back(activity.message);
    return messages;
  }
  static uint64_t Uncertain() { return rocjfr_lost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_FAILED); }
  template <typename Function>
  static void OnAnotherThread(Function function) {
    std::thread(function).join();
  }
};

TEST_F(UnknownJvm, IsNotAskedWhoActs) {
  std::thread([] {
    ThreadState* thread = CurrentThread();
    ASSERT_NE(thread, nullptr);
    const uint32_t ref = thread->FindActor().ref;
    for (int i = 0; i < 3; ++i) {
      const Actor& actor = thread->FindActor();
      EXPECT_EQ(actor.ref, ref);
      EXPECT_EQ(actor.virtual_id, -1) << "it may be a carrier";
    }
    rocjfr_thread_info_t info;
    ASSERT_EQ(rocjfr_thread(ref, &info), ROCJFR_STATUS_SUCCESS);
    EXPECT_EQ(info.os_thread_id, static_cast<uint32_t>(syscall(SYS_gettid)));
    EXPECT_EQ(info.java_thread_id, -1);
    EXPECT_EQ(info.attached, 0u);
    EXPECT_STREQ(info.name, "") << "nobody's name";
  }).join();
  EXPECT_EQ(g_entered, 0);
}

// What the JVM told as the thread began holds as long as no virtual thread can act on it.
TEST_F(UnknownJvm, IsNotAskedAboutAThreadThatWasSeenToBegin) {
  constexpr int kIsInstanceOf = 32;
  static intptr_t carrier = 0;
  g_env_table[kIsInstanceOf] = reinterpret_cast<const void*>(+[] { return carrier; });
  for (const bool carries : {false, true}) {
    carrier = carries ? 1 : 0;
    std::thread([carries] {
      pthread_setname_np(pthread_self(), "gpu-feeder");
      int thread = 0;
      OwnThreadBegins(&g_env, &thread);
      g_entered = 0;
      ASSERT_EQ(rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 7), ROCJFR_STATUS_SUCCESS);
      ThreadState* state = CurrentThread();
      rocjfr_thread_info_t info;
      ASSERT_EQ(rocjfr_thread(state->FindActor().ref, &info), ROCJFR_STATUS_SUCCESS);
      EXPECT_EQ(info.named, 0u) << "by the JVM";
      EXPECT_EQ(info.attached, carries ? 0u : 1u);
      EXPECT_EQ(info.java_thread_id, carries ? -1 : 1);
      EXPECT_STREQ(info.name, carries ? "" : "gpu-feeder");
      EXPECT_EQ(state->actor.virtual_id, carries ? -1 : 0);
      EXPECT_EQ(state->ExternalId(), carries ? 0u : 7u);
      OwnThreadEnds();
      EXPECT_EQ(OwnThreadId(), 0);
    }).join();
    EXPECT_EQ(g_entered, 0);
  }
}

// Who gives Java a thread's object may have to wait in the JVM for a thread that must not be asked.
TEST_F(UnknownJvm, WaitsForNobodyWhoIsInTheJvm) {
  static std::promise<void> inside, leave;
  constexpr int kNewLocalRef = 25;
  static const void* table[kFunctions];
  static const void** env = table;
  table[kNewLocalRef] = reinterpret_cast<const void*>(+[](void*, void*) -> void* {
    inside.set_value();
    // Not for ever, so that the test ends where the other one waits for us.
    leave.get_future().wait_for(std::chrono::minutes(1));
    return nullptr;
  });
  JavaThread java;
  java.id = 17;
  java.weak = &java;
  const uint32_t known = AddThread(1, java, true);
  std::thread drain([known] { rocjfr_thread_object(&env, known); });
  inside.get_future().wait();
  std::thread([] { EXPECT_EQ(CurrentThread()->FindActor().ref, 0u) << "not now"; }).join();
  leave.set_value();
  drain.join();
  std::thread([] { EXPECT_NE(CurrentThread()->FindActor().ref, 0u); }).join();
}

// A virtual thread that is not known as it begins or ends a range: by our count its next end is
// another range's.
TEST_F(UnknownJvm, ARangeThatMayHaveEndedUnseenIsCounted) {
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  OnAnotherThread([] {
    Carry(7);
    EXPECT_EQ(RoctxPush("outer"), 0);
    CarryUnknown();
    EXPECT_EQ(RoctxPush("unknown"), -1);
    Carry(7);
    EXPECT_EQ(RoctxPush("inner"), 1);
    EXPECT_EQ(RoctxPop(), 1) << "inner";
    EXPECT_EQ(RoctxPop(), 0) << "unknown's, which was not seen to begin";
    EXPECT_EQ(RoctxPop(), -1) << "outer's";
  });
  EXPECT_EQ(Recorded(), std::vector<std::string>{"inner"});
  EXPECT_EQ(Uncertain(), 1u);
}

// It may have moved to the carrier on which it was not known, and back.
TEST_F(UnknownJvm, SoIsOneOfAVirtualThreadThatActsOnAnotherCarrier) {
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  OnAnotherThread([] {
    Carry(7);
    EXPECT_EQ(RoctxPush("outer"), 0);
    OnAnotherThread([] {
      CarryUnknown();
      EXPECT_EQ(RoctxPush("unknown"), -1);
    });
    EXPECT_EQ(RoctxPop(), 0) << "unknown's";
  });
  EXPECT_TRUE(Recorded().empty());
  EXPECT_EQ(Uncertain(), 1u);
}

// What a thread that is not known does costs what is open at that moment, once: nothing that begins
// later, and nothing of threads that it cannot be.
TEST_F(UnknownJvm, OnlyRangesThatAVirtualThreadHadOpenAreUncertain) {
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  OnAnotherThread([] {
    Carry(0);
    EXPECT_EQ(RoctxPush("native"), 0);
    const uint64_t started = rocjfr_roctx_range_start("started");
    OnAnotherThread([] {
      Carry(7);
      EXPECT_EQ(RoctxPush("open"), 0);
      OnAnotherThread([] {
        CarryUnknown();
        for (int i = 0; i < 1000; ++i) EXPECT_EQ(RoctxPush("unknown"), -1);
        for (int i = 0; i < 1000; ++i) EXPECT_EQ(RoctxPop(), -1);
      });
      EXPECT_EQ(RoctxPop(), 0);
      EXPECT_EQ(Uncertain(), 1u);
      EXPECT_EQ(RoctxPush("later"), 0);
      Carry(8);
      EXPECT_EQ(RoctxPush("another's"), 0);
      EXPECT_EQ(RoctxPop(), 0);
      Carry(7);
      EXPECT_EQ(RoctxPop(), 0);
    });
    EXPECT_EQ(RoctxPop(), 0);
    rocjfr_roctx_range_stop(started);
  });
  std::vector<std::string> recorded = Recorded();
  std::sort(recorded.begin(), recorded.end());
  EXPECT_EQ(recorded, (std::vector<std::string>{"another's", "later", "native", "started"}));
  EXPECT_EQ(Uncertain(), 1u);
}

// An OS thread's own ranges may be meant by what happens on it, and by nothing else.
TEST_F(UnknownJvm, AnOsThreadsOwnRangeThatMayHaveEndedUnseenIsCounted) {
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  OnAnotherThread([] {
    Carry(0);
    EXPECT_EQ(RoctxPush("outer"), 0);
    CarryUnknown();
    EXPECT_EQ(RoctxPush("unknown"), -1);
    Carry(0);
    EXPECT_EQ(RoctxPush("inner"), 1);
    EXPECT_EQ(RoctxPop(), 1) << "inner";
    EXPECT_EQ(RoctxPop(), 0) << "unknown's";
    EXPECT_EQ(RoctxPop(), -1) << "outer's";
    EXPECT_EQ(RoctxPush("later"), 0);
    EXPECT_EQ(RoctxPop(), 0);
  });
  EXPECT_EQ(Recorded(), (std::vector<std::string>{"inner", "later"}));
  EXPECT_EQ(Uncertain(), 1u);
}

// The oldest thread of a full set goes, with the ranges that it has open: those that would have
// been recorded are counted, and its ends end nobody else's.
TEST_F(UnknownJvm, OpenRangesOfAVirtualThreadThatHadToGoAreCounted) {
  std::vector<int64_t> same_set;
  for (int64_t id = 1; same_set.size() < VirtualStates<OpenRanges>::kWays + 1; ++id) {
    const auto set = [](int64_t of) {
      return static_cast<uint64_t>(of) * ROCJFR_VIRTUAL_MULTIPLIER >> 50;
    };
    if (set(id) == set(1)) same_set.push_back(id);
  }
  const uint64_t gone_before = rocjfr_lost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_RANGE_LIMIT);
  const auto gone = [gone_before] {
    return rocjfr_lost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_RANGE_LIMIT) - gone_before;
  };
  OnAnotherThread([&] {
    Carry(same_set[0]);
    EXPECT_EQ(RoctxPush("before anybody recorded"), 0);
    ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
    EXPECT_EQ(RoctxPush("evicted"), 1);
    EXPECT_EQ(RoctxPush("evicted, too"), 2);
    for (size_t i = 1; i < same_set.size(); ++i) {
      EXPECT_EQ(gone(), 0u);
      Carry(same_set[i]);
      EXPECT_EQ(RoctxPush("kept"), 0);
    }
    EXPECT_EQ(gone(), 2u);
    Carry(same_set[0]);
    EXPECT_EQ(RoctxPop(), -1) << "nobody knows any more what it had open";
    for (size_t i = 1; i < same_set.size(); ++i) {
      Carry(same_set[i]);
      EXPECT_EQ(RoctxPop(), 0);
    }
    Carry(same_set[0]);
    EXPECT_EQ(RoctxPush("later"), 0);
    EXPECT_EQ(RoctxPop(), 0);
  });
  std::vector<std::string> expected(same_set.size() - 1, "kept");
  expected.emplace_back("later");
  EXPECT_EQ(Recorded(), expected);
  EXPECT_EQ(gone(), 2u);
}

TEST_F(UnknownJvm, IsNotCalledForALaunchSite) {
  int type = 0;
  ASSERT_EQ(rocjfr_set_site_sink(&g_env, &type), ROCJFR_STATUS_SUCCESS);
  g_entered = 0;
  UpcallState state;
  int32_t result = 0;
  EXPECT_EQ(CallJava(state, TheSink()->site, nullptr, &result), Upcalled::kUnknownJvm);
  EXPECT_EQ(g_entered, 0);
}

}  // namespace
}  // namespace rocjfr::test
