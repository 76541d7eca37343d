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
  kPlatform,  // a platform thread: the answer holds for the OS thread's life
  kVirtual,   // a virtual thread is mounted: ask again at the next record
  kLater,     // an exception is pending: JNI may not be used now
};

struct JavaThread {
  int64_t id = -1;
  void* weak = nullptr;  // JNI weak global reference, owned by the caller
  char name[64] = "";
};

// Costs some 150 ns. With `known_id` != -1 only the id is asked first: where it is the same,
// `thread` is left alone but for its id, so that no reference is made.
JavaAnswer AskJavaThread(int64_t known_id, JavaThread* thread) noexcept;
void DropJavaThread(void* weak) noexcept;
// A local reference to the thread, for `jni_env` of the calling thread; nullptr where it is gone.
void* LocalJavaThread(void* jni_env, void* weak) noexcept;
// From now on the JVM is not asked any more.
void ForgetJvm() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_JAVA_JAVA_THREAD_H_
