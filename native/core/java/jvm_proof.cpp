// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "jvm_proof.h"

#include <jni.h>
#include <time.h>

#include <atomic>
#include <new>

#include "base/detached_thread.h"
#include "mounted_thread.h"

namespace rocjfr {
namespace {

// A busy machine may take long to run a thread.
constexpr int kMostNaps = 100'000;
constexpr timespec kNap = {0, 100'000};

constexpr const char* kOtherState = "JavaThread::_thread_state differs from its tables";

// What JNI says of the calling thread: its address, if it is a platform thread, and its id.
bool AskJni(JNIEnv* env, int64_t* address, int64_t* id) noexcept {
  jclass type = env->FindClass("java/lang/Thread");
  jmethodID current = nullptr, get_id = nullptr;
  jfieldID eetop = nullptr;
  jobject thread = nullptr;
  if (type != nullptr &&
      (current = env->GetStaticMethodID(type, "currentThread", "()Ljava/lang/Thread;")) &&
      (get_id = env->GetMethodID(type, "getId", "()J")) &&
      (eetop = env->GetFieldID(type, "eetop", "J")) &&
      (thread = env->CallStaticObjectMethod(type, current)) != nullptr && !env->ExceptionCheck()) {
    *address = env->GetLongField(thread, eetop);
    *id = env->CallNonvirtualLongMethod(thread, type, get_id);  // not a program's own
  }
  const bool known = thread != nullptr && !env->ExceptionCheck();
  env->ExceptionClear();
  env->DeleteLocalRef(thread);
  env->DeleteLocalRef(type);
  return known;
}

// Throws an exception, of which no constructor runs, and takes it back.
bool ShowsPending(JNIEnv* env, const JvmLayout& layout, JvmThread thread) {
  if (ExceptionPending(layout, thread, true)) return false;
  jclass type = env->FindClass("java/lang/Throwable");
  jobject thrown = type == nullptr ? nullptr : env->AllocObject(type);
  const bool shows = thrown != nullptr && env->Throw(static_cast<jthrowable>(thrown)) == JNI_OK &&
                     ExceptionPending(layout, thread, false);
  env->ExceptionClear();
  env->DeleteLocalRef(thrown);
  env->DeleteLocalRef(type);
  return shows && !ExceptionPending(layout, thread, true);
}

// Shared by two threads; the last one deletes it.
struct Proof {
  JavaVM* vm = nullptr;
  JvmLayout layout;
  const char* problem = nullptr;
  std::atomic<const char*> sleeper{nullptr};  // a JvmThread
  std::atomic<bool> over{false};              // of the thread that waits
  std::atomic<bool> ended{false};             // of the sleeper
  std::atomic<int> users{2};

  void Leave() {
    if (users.fetch_sub(1) == 1) delete this;
  }
};

// Sleeps until the proof is over.
const char* Sleep(JNIEnv* env, Proof* proof) {
  jclass type = env->FindClass("java/lang/Thread");
  jmethodID sleep = type == nullptr ? nullptr : env->GetStaticMethodID(type, "sleep", "(J)V");
  const JvmThread thread = CurrentJvmThread(&proof->layout);
  proof->sleeper.store(thread);
  while (sleep != nullptr && !env->ExceptionCheck() && !proof->over.load()) {
    env->CallStaticVoidMethod(type, sleep, jlong{1});
  }
  const bool failed = env->ExceptionCheck() || sleep == nullptr;
  env->ExceptionClear();
  env->DeleteLocalRef(type);
  return failed ? "a thread of ours could not sleep" : nullptr;
}

const char* ProveAsleep(JNIEnv* env, Proof* proof) {
  const JvmThread thread = CurrentJvmThread(&proof->layout);
  if (thread == nullptr) return "its pthread key holds no JavaThread of another thread";
  if (const char* problem = ProveOnThisThread(env, &proof->layout)) return problem;
  if (!ShowsPending(env, proof->layout, thread)) proof->layout.pending = JvmLayout::kNone;
  return Sleep(env, proof);
}

void* Main(void* argument) {
  auto* proof = static_cast<Proof*>(argument);
  char name[] = "rocjfr-proof";
  JavaVMAttachArgs attach = {JNI_VERSION_1_8, name, nullptr};
  void* env = nullptr;
  if (proof->vm->AttachCurrentThreadAsDaemon(&env, &attach) == JNI_OK) {
    proof->problem = ProveAsleep(static_cast<JNIEnv*>(env), proof);
    proof->ended.store(true);  // before its JavaThread is gone
    while (!proof->over.load()) nanosleep(&kNap, nullptr);
    proof->vm->DetachCurrentThread();
  } else {
    proof->problem = "a thread of ours could not be attached";
    proof->ended.store(true);
  }
  proof->Leave();
  return nullptr;
}

// Waits until the sleeper's state is this one.
bool IsSeenAsleep(const Proof& proof, int32_t blocked) {
  for (int nap = 0; nap < kMostNaps && !proof.ended.load(); ++nap) {
    const JvmThread sleeper = proof.sleeper.load();
    if (sleeper != nullptr && Int32At(sleeper, proof.layout.state) == blocked) return true;
    nanosleep(&kNap, nullptr);
  }
  return false;
}

// nullptr, or why it is not known.
const char* Ask(JNIEnv* env, int64_t* address, int64_t* id) noexcept {
  if (!AskJni(env, address, id)) return "JNI does not tell the calling thread";
  return *address == 0 ? "a virtual thread has called" : nullptr;
}

}  // namespace

const char* AskForThread(JNIEnv* env, const char** thread) noexcept {
  int64_t address = 0, id = 0;
  const char* problem = Ask(env, &address, &id);
  *thread = reinterpret_cast<const char*>(static_cast<intptr_t>(address));
  return problem;
}

const char* ProveOnThisThread(JNIEnv* env, JvmLayout* layout) noexcept {
  const JvmThread thread = CurrentJvmThread(layout);
  int64_t address = 0, id = 0;
  if (const char* problem = Ask(env, &address, &id)) return problem;
  if (address != static_cast<int64_t>(reinterpret_cast<intptr_t>(thread))) {
    return "its pthread key does not hold the calling JavaThread";
  }
  if (!IsInNative(*layout, thread)) return kOtherState;
  if (MountedId(*layout, thread) != id) layout->mounted = JvmLayout::kNone;
  return nullptr;
}

const char* ProveOnAnotherThread(JNIEnv* env, int32_t blocked, JvmLayout* layout) noexcept {
  auto* proof = new (std::nothrow) Proof;
  if (proof == nullptr) return "there is no memory";
  proof->layout = *layout;
  if (env->GetJavaVM(&proof->vm) != JNI_OK || !StartDetachedThread("rocjfr-proof", &Main, proof)) {
    delete proof;
    return "a thread of ours could not be started";
  }
  const bool asleep = IsSeenAsleep(*proof, blocked);
  const bool ended = proof->ended.load();
  const char* problem = asleep ? nullptr : ended ? proof->problem : kOtherState;
  proof->over.store(true);
  if (asleep) *layout = proof->layout;  // the sleeper changes it no more
  proof->Leave();
  return problem;
}

}  // namespace rocjfr
