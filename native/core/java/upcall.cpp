// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "upcall.h"

#include <jni.h>
#include <time.h>

#include <atomic>
#include <cerrno>
#include <mutex>

#include "base/fork.h"
#include "control.h"
#include "mounted_thread.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

// HotSpot needs about 100 KiB (its guard and shadow pages) for a call of Java code. Otherwise it
// throws a StackOverflowError. The rest is for JFR, which must not meet one.
constexpr uintptr_t kStackNeeded = 160 << 10;

std::atomic<const JavaSink*> g_sink{nullptr};

// The number of threads inside, or above it this, which stands for "no more".
constexpr uint32_t kEnded = 1u << 31;
std::atomic<uint32_t> g_inside{0};

bool Begin() noexcept {
  if ((g_inside.fetch_add(1, std::memory_order_acquire) & kEnded) == 0) return true;
  g_inside.fetch_sub(1, std::memory_order_release);
  return false;
}

void End() noexcept {
  g_inside.fetch_sub(1, std::memory_order_release);
}

Upcalled MayEnter(UpcallState& thread, JvmThread* java) noexcept {
  const JvmLayout* layout = g_jvm_layout.load(std::memory_order_acquire);
  if (layout == nullptr) return Upcalled::kUnknownJvm;
  const JvmThread jvm_thread = CurrentJvmThread(layout);
  if (jvm_thread == nullptr) return Upcalled::kNoJavaThread;
  if (!IsInNative(*layout, jvm_thread)) return Upcalled::kCriticalForeignCall;
  if (!MayEnterJvm(*layout, jvm_thread)) return Upcalled::kJniCritical;
  if (!thread.stack.HasBelow(__builtin_frame_address(0), kStackNeeded)) {
    return Upcalled::kEndOfStack;
  }
  *java = jvm_thread;
  return Upcalled::kDone;
}

}  // namespace

const JavaSink* TheSink() noexcept {
  return g_sink.load(std::memory_order_acquire);
}

Upcalled CallJava(UpcallState& thread, jmethodID method, const jvalue* arguments,
                  int32_t* result) noexcept {
  if (thread.inside) return Upcalled::kNested;
  const JavaSink* sink = TheSink();
  if (sink == nullptr) return Upcalled::kFailed;
  JvmThread java = nullptr;
  const Upcalled may = MayEnter(thread, &java);
  if (may != Upcalled::kDone) return may;
  const JvmLayout& layout = *g_jvm_layout.load(std::memory_order_relaxed);
  JNIEnv* env = EnvOf(layout, java);
  if (Forked() || !Begin()) return Upcalled::kExit;
  const int error = errno;
  thread.inside = true;
  Upcalled done = Upcalled::kDone;
  // Read and not asked, where it can be: each question enters the JVM.
  jthrowable pending = ExceptionPending(layout, java, true) ? env->ExceptionOccurred() : nullptr;
  if (pending != nullptr) env->ExceptionClear();
  *result = env->CallStaticIntMethodA(static_cast<jclass>(sink->type), method, arguments);
  if (ExceptionPending(layout, java, true) && env->ExceptionCheck()) {
    env->ExceptionClear();
    done = Upcalled::kFailed;
  }
  if (pending != nullptr) {
    env->Throw(pending);
    env->DeleteLocalRef(pending);
  }
  thread.inside = false;
  errno = error;
  End();
  return done;
}

bool EndUpcalls() noexcept {
  g_inside.fetch_or(kEnded);
  constexpr int kMostNaps = 1000;
  const timespec nap = {0, 1000000};
  for (int i = 0; i < kMostNaps; ++i) {
    if (g_inside.load(std::memory_order_acquire) == kEnded) return true;
    nanosleep(&nap, nullptr);
  }
  return g_inside.load(std::memory_order_acquire) == kEnded;
}

void AllowUpcalls() noexcept {
  g_inside.fetch_and(~kEnded);
}

}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_set_site_sink(void* jni_env, void* type) {
  using rocjfr::JavaSink;
  auto* env = static_cast<JNIEnv*>(jni_env);
  if (env == nullptr || type == nullptr) return ROCJFR_STATUS_INVALID_ARGUMENT;
  static std::mutex mutex;
  static JavaSink sink;
  std::lock_guard<std::mutex> lock(mutex);
  if (rocjfr::g_sink.load() != nullptr) return ROCJFR_STATUS_ALREADY_INITIALIZED;
  sink.site = env->GetStaticMethodID(static_cast<jclass>(type), "site", "(JIID)I");
  if (sink.site != nullptr) {
    sink.allocation =
        env->GetStaticMethodID(static_cast<jclass>(type), "allocation", "(JIJJJIID)I");
  }
  env->ExceptionClear();
  if (sink.site == nullptr || sink.allocation == nullptr) return ROCJFR_STATUS_NOT_FOUND;
  sink.type = env->NewGlobalRef(static_cast<jclass>(type));
  if (sink.type == nullptr) return ROCJFR_STATUS_OUT_OF_MEMORY;
  rocjfr::g_sink.store(&sink, std::memory_order_release);
  return ROCJFR_STATUS_SUCCESS;
}
}
