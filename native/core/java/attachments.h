// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tells when an OS thread becomes a Java thread, and when it ceases to be one. A native thread may
// be attached to the JVM several times, as another Java thread each time. The thread's own memory
// does not show it, because the JVM reuses the place. So JVMTI has to tell it.
#ifndef ROCJFR_CORE_JAVA_ATTACHMENTS_H_
#define ROCJFR_CORE_JAVA_ATTACHMENTS_H_

namespace rocjfr {

// From now on `begins` and `ends` are called on each attached OS thread, at the begin and the end
// of its platform thread. `begins` gets its JNIEnv and the thread, a jthread. `ends` must not enter
// the JVM. False: this JVM does not support it. Call this once.
bool FollowAttachments(void* jni_env, void (*begins)(void* env, void* thread),
                       void (*ends)()) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_JAVA_ATTACHMENTS_H_
