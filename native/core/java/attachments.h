// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When an OS thread becomes a Java thread and when it is one no more: a native thread may be
// attached to the JVM several times, as another Java thread each time. Nothing in the thread's own
// memory tells, since the JVM gives the next one the place of the former; so JVMTI is asked to.
#ifndef ROCJFR_CORE_JAVA_ATTACHMENTS_H_
#define ROCJFR_CORE_JAVA_ATTACHMENTS_H_

namespace rocjfr {

// From now on `begins` and `ends` are called on each OS thread, attached, at the begin and the end
// of its platform thread; `begins` with its JNIEnv and the thread, a jthread. `ends` must not enter
// the JVM. False: this JVM does not tell. Once.
bool FollowAttachments(void* jni_env, void (*begins)(void* env, void* thread),
                       void (*ends)()) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_JAVA_ATTACHMENTS_H_
