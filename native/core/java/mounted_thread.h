// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tells which Java thread, platform or virtual, is mounted on the calling OS thread. It reads
// HotSpot's own memory without entering the JVM. It also tells whether the JVM may be entered.
//
// A JavaThread* is what HotSpot keeps under a pthread key of its own, nullptr once the OS thread is
// detached. Where its fields lie, and the numbers of its states, are told by the tables that libjvm
// exports. Key, fields and numbers are found once per process, and proven on this JVM: see
// jvm_proof.h. A JVM that does not pass is not read.
#ifndef ROCJFR_CORE_JAVA_MOUNTED_THREAD_H_
#define ROCJFR_CORE_JAVA_MOUNTED_THREAD_H_

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

struct JNIEnv_;

namespace rocjfr {

// Offsets in a JavaThread.
struct JvmLayout {
  static constexpr ptrdiff_t kNone = -1;
  pthread_key_t key = 0;      // HotSpot's: its value is the JavaThread*
  ptrdiff_t env = kNone;      // the JNIEnv of the thread
  ptrdiff_t state = kNone;    // int32: JavaThread::_thread_state
  int32_t in_native = 0;      // its value in native code, another one in JDK 28 than before
  ptrdiff_t mounted = kNone;  // int64: _monitor_owner_id, the mounted thread's id; JDK 24+
  ptrdiff_t pending = kNone;  // pointer: ThreadShadow::_pending_exception
  ptrdiff_t in_critical =
      kNone;  // int32: JNI critical regions that it is in; not with G1 from 22 on
};

// nullptr until FindJvmLayout has found it: always, where the JVM is not HotSpot.
extern std::atomic<const JvmLayout*> g_jvm_layout;

using JvmThread = const char*;  // a JavaThread*

// Looks for it until it is found. Only from a native method that Java called: the JVM is entered,
// and a thread of ours is attached for some milliseconds. Waits 10 s at most.
void FindJvmLayout(JNIEnv_* env) noexcept;
// Why the last search found nothing, in words that follow "rocjfr does not read this JVM:"; nullptr
// if it did, or none was made.
const char* JvmProblem() noexcept;

// Of the calling thread; nullptr where it is not attached, or the layout is not known.
inline JvmThread CurrentJvmThread(const JvmLayout* layout) noexcept {
  return layout == nullptr ? nullptr : static_cast<JvmThread>(pthread_getspecific(layout->key));
}
// The id of the mounted thread; 0 where it cannot be read: before JDK 24.
inline int64_t MountedId(const JvmLayout& layout, JvmThread thread) noexcept {
  return layout.mounted == JvmLayout::kNone
             ? 0
             : *reinterpret_cast<const volatile int64_t*>(thread + layout.mounted);
}
// The JNIEnv of the calling thread.
inline JNIEnv_* EnvOf(const JvmLayout& layout, JvmThread thread) noexcept {
  return reinterpret_cast<JNIEnv_*>(const_cast<char*>(thread + layout.env));
}
// Whether an exception is pending on the calling thread; `otherwise` where that cannot be read.
inline bool ExceptionPending(const JvmLayout& layout, JvmThread thread, bool otherwise) noexcept {
  return layout.pending == JvmLayout::kNone
             ? otherwise
             : *reinterpret_cast<const volatile uintptr_t*>(thread + layout.pending) != 0;
}
inline int32_t Int32At(JvmThread thread, ptrdiff_t offset) noexcept {
  return *reinterpret_cast<const volatile int32_t*>(thread + offset);
}
// Whether a thread runs native code, as the JVM sees it.
inline bool IsInNative(const JvmLayout& layout, JvmThread thread) noexcept {
  return Int32At(thread, layout.state) == layout.in_native;
}
// Whether the calling thread may use JNI: it runs native code as the JVM sees it (not so in a
// critical foreign call), and is in no JNI critical region.
bool MayEnterJvm(const JvmLayout& layout, JvmThread thread) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_JAVA_MOUNTED_THREAD_H_
