// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "java_thread.h"

#include <dlfcn.h>
#include <jni.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>

#include "control.h"

namespace rocjfr {
namespace {

struct Jvm {
  JavaVM* vm = nullptr;
  jclass thread_class = nullptr;
  jmethodID current = nullptr;
  jmethodID get_id = nullptr;
  jmethodID get_name = nullptr;
  jmethodID is_virtual = nullptr;  // from Java 21 on
};

std::atomic<const Jvm*> g_jvm{nullptr};
std::mutex g_jvm_mutex;

// The core was loaded with dlopen, so there is no JNI_OnLoad: the JVM is found by its symbol.
JavaVM* FindVm() {
  using GetVms = jint (*)(JavaVM**, jsize, jsize*);
  void* symbol = dlsym(RTLD_DEFAULT, "JNI_GetCreatedJavaVMs");
  if (symbol == nullptr) {
    void* lib = dlopen("libjvm.so", RTLD_NOLOAD | RTLD_LAZY);
    if (lib == nullptr) return nullptr;
    symbol = dlsym(lib, "JNI_GetCreatedJavaVMs");
    dlclose(lib);
  }
  if (symbol == nullptr) return nullptr;
  JavaVM* vm = nullptr;
  jsize count = 0;
  if (reinterpret_cast<GetVms>(symbol)(&vm, 1, &count) != JNI_OK || count < 1) return nullptr;
  return vm;
}

JNIEnv* EnvOf(JavaVM* vm) {
  void* env = nullptr;
  return vm->GetEnv(&env, JNI_VERSION_1_8) == JNI_OK ? static_cast<JNIEnv*>(env) : nullptr;
}

bool Resolve(JNIEnv* env, Jvm* jvm) {
  jclass local = env->FindClass("java/lang/Thread");
  if (local == nullptr) return false;
  jvm->thread_class = static_cast<jclass>(env->NewGlobalRef(local));
  env->DeleteLocalRef(local);
  jvm->current = env->GetStaticMethodID(jvm->thread_class, "currentThread", "()Ljava/lang/Thread;");
  jvm->get_id = env->GetMethodID(jvm->thread_class, "getId", "()J");
  jvm->get_name = env->GetMethodID(jvm->thread_class, "getName", "()Ljava/lang/String;");
  if (env->ExceptionCheck()) return false;
  jvm->is_virtual = env->GetMethodID(jvm->thread_class, "isVirtual", "()Z");
  env->ExceptionClear();  // before Java 21
  return jvm->current != nullptr && jvm->get_id != nullptr && jvm->get_name != nullptr;
}

// The JVM as seen by a thread attached to it; nullptr where there is none or it is not attached.
const Jvm* FindJvm(JNIEnv** env) {
  const Jvm* known = g_jvm.load(std::memory_order_acquire);
  if (known != nullptr) {
    *env = EnvOf(known->vm);
    return *env == nullptr ? nullptr : known;
  }
  std::lock_guard<std::mutex> lock(g_jvm_mutex);
  if (g_jvm.load(std::memory_order_acquire) == nullptr) {
    JavaVM* vm = FindVm();
    if (vm == nullptr || (*env = EnvOf(vm)) == nullptr || (*env)->ExceptionCheck()) return nullptr;
    static Jvm jvm;
    jvm.vm = vm;
    if (!Resolve(*env, &jvm)) {
      (*env)->ExceptionClear();
      return nullptr;
    }
    g_jvm.store(&jvm, std::memory_order_release);
  }
  const Jvm* jvm = g_jvm.load(std::memory_order_acquire);
  *env = EnvOf(jvm->vm);
  return *env == nullptr ? nullptr : jvm;
}

void CopyName(JNIEnv* env, const Jvm* jvm, jobject thread, char (&name)[64]) {
  auto text = static_cast<jstring>(env->CallObjectMethod(thread, jvm->get_name));
  if (text == nullptr) return;
  // Modified UTF-8 has at most three bytes a char: 20 chars always fit 63 bytes.
  const jsize chars = env->GetStringLength(text);
  char whole[3 * 63 + 1] = "";
  env->GetStringUTFRegion(text, 0, std::min<jsize>(chars, 63), whole);
  size_t length = strlen(whole);
  if (length > 63) {
    length = 63;
    while (length > 0 && (static_cast<unsigned char>(whole[length]) & 0xC0) == 0x80) --length;
  }
  memcpy(name, whole, length);
  name[length] = '\0';
  env->DeleteLocalRef(text);
}

std::atomic<bool> g_forgotten{false};

}  // namespace

JavaAnswer AskJavaThread(int64_t known_id, JavaThread* answer) noexcept {
  if (g_forgotten.load(std::memory_order_relaxed)) return JavaAnswer::kNone;
  JNIEnv* env = nullptr;
  const Jvm* jvm = FindJvm(&env);
  if (jvm == nullptr) return JavaAnswer::kNone;
  if (env->ExceptionCheck()) return JavaAnswer::kLater;
  jobject thread = env->CallStaticObjectMethod(jvm->thread_class, jvm->current);
  if (thread == nullptr) {
    env->ExceptionClear();
    return JavaAnswer::kNone;
  }
  answer->id = env->CallLongMethod(thread, jvm->get_id);
  const bool is_virtual =
      jvm->is_virtual != nullptr && env->CallBooleanMethod(thread, jvm->is_virtual) == JNI_TRUE;
  if (answer->id != known_id) {
    CopyName(env, jvm, thread, answer->name);
    answer->weak = env->NewWeakGlobalRef(thread);
  }
  env->ExceptionClear();
  env->DeleteLocalRef(thread);
  return is_virtual ? JavaAnswer::kVirtual : JavaAnswer::kPlatform;
}

void DropJavaThread(void* weak) noexcept {
  const Jvm* jvm = g_jvm.load(std::memory_order_acquire);
  if (weak == nullptr || jvm == nullptr || g_forgotten.load(std::memory_order_relaxed)) return;
  if (JNIEnv* env = EnvOf(jvm->vm)) env->DeleteWeakGlobalRef(static_cast<jweak>(weak));
}

void* LocalJavaThread(void* jni_env, void* weak) noexcept {
  if (jni_env == nullptr || weak == nullptr) return nullptr;
  return static_cast<JNIEnv*>(jni_env)->NewLocalRef(static_cast<jweak>(weak));
}

void ForgetJvm() noexcept {
  g_forgotten.store(true, std::memory_order_relaxed);
}

}  // namespace rocjfr
