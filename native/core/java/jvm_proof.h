// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether a layout that the JVM's tables tell is true of the running JVM. What cannot be proven and
// is of use without the rest is taken out of the layout: the mounted thread's id, the pending
// exception. Each returns nullptr, or why the layout must not be used.
#ifndef ROCJFR_CORE_JAVA_JVM_PROOF_H_
#define ROCJFR_CORE_JAVA_JVM_PROOF_H_

#include <cstdint>

struct JNIEnv_;

namespace rocjfr {

struct JvmLayout;

// The JavaThread of the calling thread, a platform thread in a native method, as its Thread.eetop
// says.
const char* AskForThread(JNIEnv_* env, const char** thread) noexcept;
// Of the same thread: the key holds what Thread.eetop says, the state is "in native", the mounted
// thread is itself.
const char* ProveOnThisThread(JNIEnv_* env, JvmLayout* layout) noexcept;
// The same for a thread of ours, which is attached for it. In addition, an exception is pending
// exactly if one was thrown, and the state is `blocked` while the thread sleeps. Waits at most 10
// s.
const char* ProveOnAnotherThread(JNIEnv_* env, int32_t blocked, JvmLayout* layout) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_JAVA_JVM_PROOF_H_
