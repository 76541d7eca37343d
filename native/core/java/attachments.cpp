// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "attachments.h"

#include <jvmti.h>

#include <mutex>

namespace rocjfr {
namespace {

std::mutex g_mutex;
bool g_followed = false;
void (*g_begins)(void* env, void* thread) = nullptr;
void (*g_ends)() = nullptr;

void JNICALL Begins(jvmtiEnv* /*jvmti*/, JNIEnv* env, jthread thread) {
  g_begins(env, thread);
}

void JNICALL Ends(jvmtiEnv* /*jvmti*/, JNIEnv* /*env*/, jthread /*thread*/) {
  g_ends();
}

}  // namespace

bool FollowAttachments(void* jni_env, void (*begins)(void* env, void* thread),
                       void (*ends)()) noexcept {
  std::lock_guard<std::mutex> lock(g_mutex);
  if (g_followed) return true;
  auto* env = static_cast<JNIEnv*>(jni_env);
  JavaVM* vm = nullptr;
  jvmtiEnv* jvmti = nullptr;
  if (env->GetJavaVM(&vm) != JNI_OK ||
      vm->GetEnv(reinterpret_cast<void**>(&jvmti), JVMTI_VERSION_1_2) != JNI_OK) {
    return false;
  }
  g_begins = begins;
  g_ends = ends;
  jvmtiEventCallbacks callbacks = {};
  callbacks.ThreadStart = &Begins;
  callbacks.ThreadEnd = &Ends;
  g_followed = jvmti->SetEventCallbacks(&callbacks, sizeof(callbacks)) == JVMTI_ERROR_NONE &&
               jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, nullptr) ==
                   JVMTI_ERROR_NONE &&
               jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_THREAD_END, nullptr) ==
                   JVMTI_ERROR_NONE;
  if (!g_followed) jvmti->DisposeEnvironment();
  return g_followed;
}

}  // namespace rocjfr
