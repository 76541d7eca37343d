// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "mounted_thread.h"

#include <jni.h>
#include <limits.h>

#include <cstring>
#include <memory>
#include <mutex>
#include <new>

#include "jvm_proof.h"
#include "jvm_tables.h"

namespace rocjfr {
namespace {

// A JavaThread has some 2,000 bytes: more than this is none.
constexpr uint64_t kLargestThread = 1 << 20;

// The key under which each thread has its JavaThread. Another library may have there what lies
// close to it, or, on this thread, the very same.
const char* FindKey(JNIEnv* env, int32_t blocked, uint64_t bytes, JvmLayout* layout) noexcept {
  JvmThread thread = nullptr;
  if (const char* problem = AskForThread(env, &thread)) return problem;
  const auto inside = reinterpret_cast<uintptr_t>(env), begin = reinterpret_cast<uintptr_t>(thread);
  if (inside <= begin || inside - begin >= bytes) return "its JNIEnv is not part of its JavaThread";
  const char* problem = "no pthread key holds the calling JavaThread";
  for (pthread_key_t key = 0; key < PTHREAD_KEYS_MAX; ++key) {
    if (pthread_getspecific(key) != thread) continue;
    JvmLayout found = *layout;
    found.key = key;
    found.env = static_cast<ptrdiff_t>(inside - begin);
    // First of the calling thread, since all that follows is read by the same key.
    problem = ProveOnThisThread(env, &found);
    if (problem == nullptr) problem = ProveOnAnotherThread(env, blocked, &found);
    if (problem != nullptr) continue;
    *layout = found;
    return nullptr;
  }
  return problem;
}

// The one int32 of a JavaThread's own that counts critical regions: 0, 1, 2, 1, 0 while two are
// entered and left. Collectors that pin the array instead count none. `base`: the bytes of its base
// class, which has no such count. G1 of JDK 22 and later keeps there how often it has pinned the
// array's region, which looks the same here, but is -1 after two arrays of different regions.
ptrdiff_t FindCriticalCount(JNIEnv* env, JvmThread thread, uint64_t base, uint64_t bytes) noexcept {
  if (base == 0) return JvmLayout::kNone;
  constexpr int kSteps = 5;
  constexpr int32_t kCounts[kSteps] = {0, 1, 2, 1, 0};
  std::unique_ptr<int32_t[]> seen[kSteps];
  const size_t words = bytes / sizeof(int32_t);
  for (auto& copy : seen) {
    copy.reset(new (std::nothrow) int32_t[words]);
    if (copy == nullptr) return JvmLayout::kNone;
  }
  jbyteArray array = env->NewByteArray(64);
  if (array == nullptr) return JvmLayout::kNone;
  const auto look = [&](int step) { memcpy(seen[step].get(), thread, words * sizeof(int32_t)); };
  look(0);
  void* outer = env->GetPrimitiveArrayCritical(array, nullptr);
  look(1);
  void* inner = env->GetPrimitiveArrayCritical(array, nullptr);
  look(2);
  if (inner != nullptr) env->ReleasePrimitiveArrayCritical(array, inner, JNI_ABORT);
  look(3);
  if (outer != nullptr) env->ReleasePrimitiveArrayCritical(array, outer, JNI_ABORT);
  look(4);
  env->DeleteLocalRef(array);
  ptrdiff_t found = JvmLayout::kNone;
  for (size_t word = base / sizeof(int32_t); word < words; ++word) {
    bool counts = true;
    for (int step = 0; step < kSteps; ++step) counts = counts && seen[step][word] == kCounts[step];
    if (counts) found = static_cast<ptrdiff_t>(word * sizeof(int32_t));
  }
  return found;
}

// Whether a field of so many bytes lies within a JavaThread.
bool LiesWithin(ptrdiff_t offset, size_t field, uint64_t bytes) noexcept {
  return offset >= 0 && static_cast<uint64_t>(offset) + field <= bytes;
}

const char* FindInTables(const JvmTables& tables, JvmLayout* layout, int32_t* blocked,
                         uint64_t* bytes) noexcept {
  if (!tables.Exist()) return "it is not a HotSpot JVM, or has no tables of its structures";
  *bytes = tables.BytesOf("JavaThread");
  if (*bytes == 0 || *bytes > kLargestThread) return "its tables lack the size of a JavaThread";
  layout->state = tables.Offset("JavaThread", "_thread_state");
  if (!LiesWithin(layout->state, sizeof(int32_t), *bytes)) {
    return "its tables lack the offset of JavaThread::_thread_state";
  }
  if (!tables.Constant("_thread_in_native", &layout->in_native) ||
      !tables.Constant("_thread_blocked", blocked) || *blocked == layout->in_native) {
    return "its tables lack the numbers of JavaThreadState";
  }
  layout->mounted = tables.Offset("JavaThread", "_monitor_owner_id");
  if (!LiesWithin(layout->mounted, sizeof(int64_t), *bytes)) layout->mounted = JvmLayout::kNone;
  // Its first base. A JVM that checks JNI wants to be asked after each call, or it warns at the
  // application's next one.
  if (!tables.IsOn("CheckJNICalls", true)) {
    layout->pending = tables.Offset("ThreadShadow", "_pending_exception");
  }
  if (!LiesWithin(layout->pending, sizeof(void*), *bytes)) layout->pending = JvmLayout::kNone;
  return nullptr;
}

// nullptr: it is found and proven; else why not.
const char* Find(JNIEnv* env, JvmLayout* layout) noexcept {
  const JvmTables tables;
  int32_t blocked = 0;
  uint64_t bytes = 0;
  if (const char* problem = FindInTables(tables, layout, &blocked, &bytes)) return problem;
  if (env->ExceptionCheck()) return "an exception was pending";
  if (const char* problem = FindKey(env, blocked, bytes, layout)) return problem;
  layout->in_critical =
      FindCriticalCount(env, CurrentJvmThread(layout), tables.BytesOf("Thread"), bytes);
  // These two hold off a collection in every JVM: a call into Java within the region could wait
  // for ever.
  if (layout->in_critical == JvmLayout::kNone &&
      (tables.IsOn("UseSerialGC", true) || tables.IsOn("UseParallelGC", true))) {
    return "the counter of a thread's critical regions was not found";
  }
  return nullptr;
}

}  // namespace

std::atomic<const JvmLayout*> g_jvm_layout{nullptr};

namespace {
std::atomic<const char*> g_problem{nullptr};
}

void FindJvmLayout(JNIEnv* env) noexcept {
  static std::mutex mutex;
  static JvmLayout layout;
  const std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  if (!lock.owns_lock() || g_jvm_layout.load() != nullptr) return;  // another thread is at it
  JvmLayout found;
  const char* problem = Find(env, &found);
  g_problem.store(problem);
  if (problem != nullptr) return;
  layout = found;
  g_jvm_layout.store(&layout, std::memory_order_release);
}

const char* JvmProblem() noexcept {
  return g_problem.load();
}

bool MayEnterJvm(const JvmLayout& layout, JvmThread thread) noexcept {
  return IsInNative(layout, thread) &&
         (layout.in_critical == JvmLayout::kNone || Int32At(thread, layout.in_critical) == 0);
}

}  // namespace rocjfr
