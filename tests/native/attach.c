// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A native thread that is attached to the JVM several times:
// io.rocjfr.load.Attachments.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <jni.h>
#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

typedef void (*mark_t)(const char* message);
typedef int (*push_t)(const char* message);
typedef int (*pop_t)(void);

static JavaVM* vm;
static jclass type;
static mark_t mark;
static push_t push;
static pop_t pop;

// The agent's core, whose file it has removed: its symbols are not global.
static int find(struct dl_phdr_info* info, size_t size, void* unused) {
  (void)size;
  (void)unused;
  if (strstr(info->dlpi_name, "librocjfr.so") == NULL) return 0;
  void* core = dlopen(info->dlpi_name, RTLD_NOLOAD | RTLD_LAZY);
  if (core == NULL) return 0;
  mark = (mark_t)dlsym(core, "rocjfr_roctx_mark");
  push = (push_t)dlsym(core, "rocjfr_roctx_range_push");
  pop = (pop_t)dlsym(core, "rocjfr_roctx_range_pop");
  return 1;
}

static void attached_as(const char* name) {
  JNIEnv* env = NULL;
  JavaVMAttachArgs arguments = {JNI_VERSION_1_8, (char*)name, NULL};
  if ((*vm)->AttachCurrentThread(vm, (void**)&env, &arguments) != JNI_OK) return;
  (*env)->CallStaticVoidMethod(env, type, (*env)->GetStaticMethodID(env, type, "attached", "()V"));
  (*vm)->DetachCurrentThread(vm);
}

static void* run(void* unused) {
  (void)unused;
  mark("before");
  push("native range");
  attached_as("A");
  attached_as("B");
  mark("between");
  attached_as("C");
  pop();
  mark("after");
  return NULL;
}

JNIEXPORT jboolean JNICALL Java_io_rocjfr_load_Attachments_run(JNIEnv* env, jclass caller) {
  (*env)->GetJavaVM(env, &vm);
  type = (*env)->NewGlobalRef(env, caller);
  dl_iterate_phdr(&find, NULL);
  if (mark == NULL || push == NULL || pop == NULL) return JNI_FALSE;
  pthread_t thread;
  if (pthread_create(&thread, NULL, &run, NULL) != 0) return JNI_FALSE;
  pthread_join(thread, NULL);
  return JNI_TRUE;
}
