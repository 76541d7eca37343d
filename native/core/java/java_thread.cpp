// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "java_thread.h"

#include <dlfcn.h>
#include <jni.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>

#include "base/modified_utf8.h"
#include "control.h"
#include "mounted_thread.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

struct Jvm {
  JavaVM* vm = nullptr;
  jclass thread_class = nullptr;
  jmethodID current = nullptr;
  jmethodID get_id = nullptr;
  jmethodID get_name = nullptr;
  jmethodID is_virtual = nullptr;  // from Java 21 on
  jclass carrier_class = nullptr;  // likewise
};

std::atomic<const Jvm*> g_jvm{nullptr};
std::mutex g_jvm_mutex;
std::atomic<bool> g_forgotten{false};

// Java's own answer to who acts: `static long current()`.
struct ThreadQuery {
  jclass type = nullptr;
  jmethodID current = nullptr;
};
std::atomic<const ThreadQuery*> g_query{nullptr};

std::atomic<JavaVM*> g_given_vm{nullptr};

// The core was loaded with dlopen, so there is no JNI_OnLoad: the JVM is found by its symbol,
// unless Java has handed it over.
JavaVM* FindVm() {
  if (JavaVM* given = g_given_vm.load(std::memory_order_relaxed)) return given;
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
  // A program's class may have a getId of its own; from Java 19 on there is one that it cannot.
  jvm->get_id = env->GetMethodID(jvm->thread_class, "threadId", "()J");
  if (jvm->get_id == nullptr) {
    env->ExceptionClear();
    jvm->get_id = env->GetMethodID(jvm->thread_class, "getId", "()J");
  }
  jvm->get_name = env->GetMethodID(jvm->thread_class, "getName", "()Ljava/lang/String;");
  if (env->ExceptionCheck()) return false;
  jvm->is_virtual = env->GetMethodID(jvm->thread_class, "isVirtual", "()Z");
  env->ExceptionClear();  // before Java 21
  if (jclass carrier = env->FindClass("jdk/internal/misc/CarrierThread")) {
    jvm->carrier_class = static_cast<jclass>(env->NewGlobalRef(carrier));
    env->DeleteLocalRef(carrier);
  }
  env->ExceptionClear();
  return jvm->current != nullptr && jvm->get_id != nullptr && jvm->get_name != nullptr;
}

bool Forgotten() {
  return g_forgotten.load(std::memory_order_relaxed);
}

__thread int t_called_by_java __attribute__((tls_model("initial-exec"))) = 0;
__thread int64_t t_own_id __attribute__((tls_model("initial-exec"))) = 0;

// Whether JNI may be used now. Of a JVM whose threads cannot be read nobody knows that, but where
// Java itself has called.
bool MayEnter() {
  if (Forgotten()) return false;
  if (t_called_by_java != 0) return true;
  const JvmLayout* layout = g_jvm_layout.load(std::memory_order_acquire);
  if (layout == nullptr) return false;
  const JvmThread thread = CurrentJvmThread(layout);
  return thread == nullptr || MayEnterJvm(*layout, thread);
}

// The JVM as seen by a thread attached to it; nullptr where there is none or it is not attached,
// and, with an *env, where it cannot be asked now. Waits for no other thread, which may wait for
// the loader's lock: a library's constructor may be what acts here.
const Jvm* FindJvm(JNIEnv** env) {
  const Jvm* known = g_jvm.load(std::memory_order_acquire);
  if (known != nullptr) {
    *env = EnvOf(known->vm);
    return *env == nullptr ? nullptr : known;
  }
  JavaVM* vm = FindVm();
  if (vm == nullptr || (*env = EnvOf(vm)) == nullptr) return nullptr;
  std::unique_lock<std::mutex> lock(g_jvm_mutex, std::try_to_lock);
  if (!lock.owns_lock()) return nullptr;
  if (g_jvm.load(std::memory_order_acquire) == nullptr) {
    if (!MayEnter() || (*env)->ExceptionCheck()) return nullptr;
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

// After a call of Java that is followed by another use of JNI: a JVM that checks JNI wants to be
// asked then (mounted_thread.cpp).
void CheckCall(JNIEnv* env) {
  const JvmLayout* layout = g_jvm_layout.load(std::memory_order_acquire);
  if (layout == nullptr || layout->pending == JvmLayout::kNone) env->ExceptionClear();
}

void CopyName(JNIEnv* env, const Jvm* jvm, jobject thread, char (&name)[64]) {
  auto text = static_cast<jstring>(env->CallObjectMethod(thread, jvm->get_name));
  CheckCall(env);
  if (text == nullptr) return;
  // Modified UTF-8 has at most three bytes a char: 20 chars always fit 63 bytes.
  const jsize chars = env->GetStringLength(text);
  char whole[3 * 63 + 1] = "";
  env->GetStringUTFRegion(text, 0, std::min<jsize>(chars, 63), whole);
  FromModifiedUtf8(whole);
  size_t length = strlen(whole);
  if (length > 63) {
    length = 63;
    while (length > 0 && (static_cast<unsigned char>(whole[length]) & 0xC0) == 0x80) --length;
  }
  memcpy(name, whole, length);
  name[length] = '\0';
  env->DeleteLocalRef(text);
}

}  // namespace

CalledByJava::CalledByJava() noexcept {
  ++t_called_by_java;
}
CalledByJava::~CalledByJava() {
  --t_called_by_java;
}

JavaAnswer AskJavaThread(int64_t known_id, JavaThread* answer) noexcept {
  const bool known = g_jvm_layout.load(std::memory_order_acquire) != nullptr;
  if (Forgotten() || (known && !MayEnter())) {
    return g_jvm.load(std::memory_order_acquire) == nullptr ? JavaAnswer::kNone
                                                            : JavaAnswer::kLater;
  }
  JNIEnv* env = nullptr;
  const Jvm* jvm = FindJvm(&env);
  if (jvm == nullptr) return env == nullptr ? JavaAnswer::kNone : JavaAnswer::kLater;
  if (!MayEnter() || env->ExceptionCheck()) return JavaAnswer::kLater;
  jobject thread = env->CallStaticObjectMethod(jvm->thread_class, jvm->current);
  CheckCall(env);
  if (thread == nullptr) {
    env->ExceptionClear();
    return JavaAnswer::kNone;
  }
  // Not by the thread's own class: before Java 19 a program's may have another getId.
  answer->id = env->CallNonvirtualLongMethod(thread, jvm->thread_class, jvm->get_id);
  CheckCall(env);
  const bool is_virtual =
      jvm->is_virtual != nullptr && env->CallBooleanMethod(thread, jvm->is_virtual) == JNI_TRUE;
  CheckCall(env);
  answer->carrier = !is_virtual && jvm->carrier_class != nullptr &&
                    env->IsInstanceOf(thread, jvm->carrier_class) == JNI_TRUE;
  if (answer->id != known_id) {
    CopyName(env, jvm, thread, answer->name);
    answer->weak = env->NewWeakGlobalRef(thread);
  }
  env->ExceptionClear();
  env->DeleteLocalRef(thread);
  return is_virtual ? JavaAnswer::kVirtual : JavaAnswer::kPlatform;
}

int64_t OwnThreadId() noexcept {
  return t_own_id;
}

void OwnThreadBegins(void* jni_env, void* thread) noexcept {
  const Jvm* jvm = g_jvm.load(std::memory_order_acquire);
  const JvmLayout* layout = g_jvm_layout.load(std::memory_order_acquire);
  auto* env = static_cast<JNIEnv*>(jni_env);
  auto* java = static_cast<jobject>(thread);
  t_own_id = 0;
  if (jvm == nullptr || java == nullptr) return;
  const bool tells_mounted = layout != nullptr && layout->mounted != JvmLayout::kNone;
  if (!tells_mounted && jvm->carrier_class != nullptr &&
      env->IsInstanceOf(java, jvm->carrier_class) == JNI_TRUE) {
    return;
  }
  t_own_id = env->CallNonvirtualLongMethod(java, jvm->thread_class, jvm->get_id);
  CheckCall(env);
}

void OwnThreadEnds() noexcept {
  t_own_id = 0;
}

int64_t AskActingId() noexcept {
  const ThreadQuery* query = g_query.load(std::memory_order_acquire);
  const Jvm* jvm = g_jvm.load(std::memory_order_acquire);
  const JvmLayout* layout = g_jvm_layout.load(std::memory_order_acquire);
  const JvmThread thread = CurrentJvmThread(layout);
  if (query == nullptr || jvm == nullptr || thread == nullptr || !MayEnter()) return 0;
  JNIEnv* env = EnvOf(*layout, thread);
  if (ExceptionPending(*layout, thread, true) && env->ExceptionCheck()) return 0;
  const int64_t id = env->CallStaticLongMethod(query->type, query->current);
  if (ExceptionPending(*layout, thread, true)) env->ExceptionClear();
  return id;
}

bool HasThreadQuery() noexcept {
  return g_query.load(std::memory_order_acquire) != nullptr;
}

bool HasVirtualThreads() noexcept {
  const Jvm* jvm = g_jvm.load(std::memory_order_acquire);
  return jvm != nullptr && jvm->is_virtual != nullptr;
}

bool DropJavaThread(void* weak) noexcept {
  const Jvm* jvm = g_jvm.load(std::memory_order_acquire);
  if (weak == nullptr || jvm == nullptr) return true;
  JNIEnv* env = MayEnter() ? EnvOf(jvm->vm) : nullptr;
  if (env == nullptr) return false;
  env->DeleteWeakGlobalRef(static_cast<jweak>(weak));
  return true;
}

int64_t JavaThreadId(void* jni_env, void* thread) noexcept {
  const Jvm* jvm = g_jvm.load(std::memory_order_acquire);
  auto* env = static_cast<JNIEnv*>(jni_env);
  if (jvm == nullptr || thread == nullptr) return -1;
  return env->CallNonvirtualLongMethod(static_cast<jobject>(thread), jvm->thread_class,
                                       jvm->get_id);
}

void* LocalJavaThread(void* jni_env, void* weak) noexcept {
  if (jni_env == nullptr || weak == nullptr) return nullptr;
  return static_cast<JNIEnv*>(jni_env)->NewLocalRef(static_cast<jweak>(weak));
}

namespace {
// Of the calling thread, which Java called and which began before the JVM was met.
void MeetOwnThread(JNIEnv* env, const Jvm& jvm) noexcept {
  jobject thread = env->CallStaticObjectMethod(jvm.thread_class, jvm.current);
  CheckCall(env);
  const bool is_virtual = thread != nullptr && jvm.is_virtual != nullptr &&
                          env->CallBooleanMethod(thread, jvm.is_virtual) == JNI_TRUE;
  CheckCall(env);
  if (!is_virtual) OwnThreadBegins(env, thread);
  env->DeleteLocalRef(thread);
}
}  // namespace

void ForgetJvm() noexcept {
  g_forgotten.store(true, std::memory_order_relaxed);
}

}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_meet_jvm(void* jni_env) {
  auto* env = static_cast<JNIEnv*>(jni_env);
  JavaVM* vm = nullptr;
  if (env == nullptr || env->GetJavaVM(&vm) != JNI_OK) return ROCJFR_STATUS_INVALID_ARGUMENT;
  rocjfr::g_given_vm.store(vm, std::memory_order_relaxed);
  const rocjfr::CalledByJava called;
  rocjfr::FindJvmLayout(env);
  const rocjfr::Jvm* jvm = rocjfr::FindJvm(&env);
  if (jvm == nullptr) return ROCJFR_STATUS_NOT_FOUND;
  rocjfr::MeetOwnThread(env, *jvm);
  return ROCJFR_STATUS_SUCCESS;
}

const char* rocjfr_jvm_problem(void) {
  return rocjfr::JvmProblem();
}

rocjfr_status_t rocjfr_set_thread_query(void* jni_env, void* type) {
  using rocjfr::ThreadQuery;
  auto* env = static_cast<JNIEnv*>(jni_env);
  if (env == nullptr || type == nullptr) return ROCJFR_STATUS_INVALID_ARGUMENT;
  static ThreadQuery query;
  std::lock_guard<std::mutex> lock(rocjfr::g_jvm_mutex);
  if (rocjfr::g_query.load() != nullptr) return ROCJFR_STATUS_ALREADY_INITIALIZED;
  query.current = env->GetStaticMethodID(static_cast<jclass>(type), "current", "()J");
  env->ExceptionClear();
  if (query.current == nullptr) return ROCJFR_STATUS_NOT_FOUND;
  query.type = static_cast<jclass>(env->NewGlobalRef(static_cast<jclass>(type)));
  rocjfr::g_query.store(&query, std::memory_order_release);
  return ROCJFR_STATUS_SUCCESS;
}
}
