// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP calls from where Java may not be entered, or only with care: io.rocjfr.load.NativeSites. The
// function that is called is hipDeviceSynchronize, which takes no arguments.

#include <jni.h>
#include <pthread.h>
#include <stdint.h>

typedef int (*function_t)(void);

typedef struct {
  JavaVM* vm;
  function_t function;
} work_t;

// Before it is attached, while it is, and after it was.
static void* CallAttached(void* argument) {
  const work_t* work = argument;
  JNIEnv* env = NULL;
  work->function();
  if ((*work->vm)->AttachCurrentThreadAsDaemon(work->vm, (void**)&env, NULL) == JNI_OK) {
    work->function();
    (*work->vm)->DetachCurrentThread(work->vm);
  }
  work->function();
  return NULL;
}

// Three calls on a thread of its own. Returns how many.
JNIEXPORT jint JNICALL Java_io_rocjfr_load_NativeSites_attached(JNIEnv* env, jclass type,
                                                                jlong function) {
  (void)type;
  work_t work = {NULL, (function_t)(intptr_t)function};
  pthread_t thread;
  if ((*env)->GetJavaVM(env, &work.vm) != JNI_OK) return 0;
  if (pthread_create(&thread, NULL, &CallAttached, &work) != 0) return 0;
  pthread_join(thread, NULL);
  return 3;
}

// A call with an exception pending, which the caller gets.
JNIEXPORT void JNICALL Java_io_rocjfr_load_NativeSites_pending(JNIEnv* env, jclass type,
                                                               jlong function) {
  (void)type;
  jclass exception = (*env)->FindClass(env, "java/lang/IllegalStateException");
  if (exception == NULL) return;
  (*env)->ThrowNew(env, exception, "pending");
  ((function_t)(intptr_t)function)();
}

// A plain call: with whatever is left of the stack.
JNIEXPORT void JNICALL Java_io_rocjfr_load_NativeSites_plain(JNIEnv* env, jclass type,
                                                             jlong function) {
  (void)env;
  (void)type;
  ((function_t)(intptr_t)function)();
}

// Calls of a function that takes a pointer.
JNIEXPORT void JNICALL Java_io_rocjfr_load_NativeSites_repeat(JNIEnv* env, jclass type,
                                                              jlong function, jlong argument,
                                                              jint times) {
  (void)env;
  (void)type;
  int (*call)(void*) = (int (*)(void*))(intptr_t)function;
  for (jint i = 0; i < times; ++i) call((void*)(intptr_t)argument);
}

// Calls within a critical region of JNI.
JNIEXPORT void JNICALL Java_io_rocjfr_load_NativeSites_critical(JNIEnv* env, jclass type,
                                                                jlong function, jbyteArray array,
                                                                jint times) {
  (void)type;
  void* bytes = (*env)->GetPrimitiveArrayCritical(env, array, NULL);
  if (bytes == NULL) return;
  for (jint i = 0; i < times; ++i) ((function_t)(intptr_t)function)();
  (*env)->ReleasePrimitiveArrayCritical(env, array, bytes, JNI_ABORT);
}

// Calls between two uses of JNI: the one before is to be asked about afterwards, and is.
JNIEXPORT void JNICALL Java_io_rocjfr_load_NativeSites_between(JNIEnv* env, jclass type,
                                                               jlong function) {
  jmethodID nothing = (*env)->GetStaticMethodID(env, type, "nothing", "()V");
  if (nothing == NULL) return;
  (*env)->CallStaticVoidMethod(env, type, nothing);
  ((function_t)(intptr_t)function)();
  if ((*env)->ExceptionCheck(env)) return;
  ((function_t)(intptr_t)function)();
  (*env)->GetVersion(env);
}
