// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which Java thread an OS thread is, asked of the JVM in the process, if there is one.
#ifndef ROCJFR_CORE_JAVA_JAVA_THREAD_H_
#define ROCJFR_CORE_JAVA_JAVA_THREAD_H_

#include <cstddef>
#include <cstdint>

namespace rocjfr {

enum class JavaAnswer {
  kNone,      // not attached to a JVM, or no JVM
  kPlatform,  // a platform thread
  kVirtual,   // a virtual thread is mounted: ask again at the next record
  kLater,     // the JVM may not be entered now: an exception is pending, a JNI critical region, a
              // critical foreign call, the JVM exits
};

struct JavaThread {
  int64_t id = -1;
  bool carrier = false;  // virtual threads of the JVM's own scheduler are mounted on it
  void* weak = nullptr;  // JNI weak global reference, owned by the caller
  char name[64] = "";
  bool named = true;  // false: the JVM did not tell the name
};

// While it lives JNI may be used on the calling thread, since Java called us there.
class CalledByJava {
 public:
  CalledByJava() noexcept;
  ~CalledByJava();
  CalledByJava(const CalledByJava&) = delete;
  CalledByJava& operator=(const CalledByJava&) = delete;
};

// Costs some 150 ns. With `known_id` != -1 only the id is asked first: where it is the same,
// `thread` is left alone but for its id, so that no reference is made.
JavaAnswer AskJavaThread(int64_t known_id, JavaThread* thread) noexcept;
// The id of the calling OS thread's own Java thread, without entering the JVM. 0: not known, since
// it began before the JVM was met, or virtual threads act on it that the JVM does not tell.
int64_t OwnThreadId() noexcept;
// On an OS thread whose own Java thread begins, and where it ends. `thread`: a jthread.
void OwnThreadBegins(void* jni_env, void* thread) noexcept;
void OwnThreadEnds() noexcept;
// The id of the acting Java thread, negated for a virtual one, by one JNI call. It is for JVMs that
// have virtual threads and do not tell the mounted one (JDK 21 to 23). A pending exception is read
// from memory, without a call. 0: the JVM may not be entered now, or has no method yet
// (rocjfr_set_thread_query).
int64_t AskActingId() noexcept;
bool HasThreadQuery() noexcept;
// Whether the JVM knows virtual threads; false before it was asked for the first time.
bool HasVirtualThreads() noexcept;
// False: this thread may not now, or never.
bool DropJavaThread(void* weak) noexcept;
// The id of a Java thread, a jthread, which its own class cannot tell otherwise. -1: not known.
int64_t JavaThreadId(void* jni_env, void* thread) noexcept;
// A local reference to the thread, for `jni_env` of the calling thread; nullptr where it is gone.
void* LocalJavaThread(void* jni_env, void* weak) noexcept;
// From now on the JVM is not asked any more.
void ForgetJvm() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_JAVA_JAVA_THREAD_H_
