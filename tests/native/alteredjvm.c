/* Copyright 2026 The rocjfr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An agent of JVMTI that makes libjvm's tables say something else than is true. Its options:
 *   states    the numbers of "in native" and "in Java" are exchanged
 *   state     the field with the thread's state is a word further on
 *   mounted   the field with the mounted thread's id is a word further on
 *   pending   the field with the pending exception is a word further on
 *   size      a JavaThread ends behind the field with the thread's state
 *   base      the base class of a JavaThread has no size
 *   missing   the entry of the field with the thread's state has another name
 *   flags     the entry with the number of the JVM's options has another name
 *   keys      nothing of the tables: with it loaded first (LD_PRELOAD), each thread has under keys
 *             below the JVM's what lies close to its JNIEnv, and the first thread its JavaThread
 */
#include <dlfcn.h>
#include <jvmti.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void* lib;

static uint64_t number(const char* symbol) {
  const uint64_t* at = dlsym(lib, symbol);
  return at == NULL ? 0 : *at;
}

static void put(void* place, const void* value, size_t bytes) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  void* begin = (void*)((uintptr_t)place & ~(page - 1));
  mprotect(begin, 2 * page, PROT_READ | PROT_WRITE);
  memcpy(place, value, bytes);
}

static const char* text(const char* place) {
  const char* value;
  memcpy(&value, place, sizeof(value));
  return value;
}

/* The entry of this name; NULL: there is none. */
static char* entry(const char* array, const char* stride, const char* name_at, const char* name) {
  char** begin = dlsym(lib, array);
  if (begin == NULL) return NULL;
  for (char* at = *begin; text(at) != NULL; at += number(stride)) {
    if (strcmp(text(at + number(name_at)), name) == 0) return at;
  }
  return NULL;
}

static char* constant(const char* name) {
  char* found = entry("gHotSpotVMIntConstants", "gHotSpotVMIntConstantEntryArrayStride",
                      "gHotSpotVMIntConstantEntryNameOffset", name);
  return found == NULL ? NULL : found + number("gHotSpotVMIntConstantEntryValueOffset");
}

static int exchange(const char* one, const char* other) {
  char* a = constant(one);
  char* b = constant(other);
  int32_t first, second;
  if (a == NULL || b == NULL) return 0;
  memcpy(&first, a, sizeof(first));
  memcpy(&second, b, sizeof(second));
  put(a, &second, sizeof(second));
  put(b, &first, sizeof(first));
  return 1;
}

static int move(const char* field) {
  char* found = entry("gHotSpotVMStructs", "gHotSpotVMStructEntryArrayStride",
                      "gHotSpotVMStructEntryFieldNameOffset", field);
  if (found == NULL) return 0;
  uint64_t offset;
  memcpy(&offset, found + number("gHotSpotVMStructEntryOffsetOffset"), sizeof(offset));
  offset += 8;
  put(found + number("gHotSpotVMStructEntryOffsetOffset"), &offset, sizeof(offset));
  return 1;
}

static int shorten(void) {
  char* type = entry("gHotSpotVMTypes", "gHotSpotVMTypeEntryArrayStride",
                     "gHotSpotVMTypeEntryTypeNameOffset", "JavaThread");
  char* field = entry("gHotSpotVMStructs", "gHotSpotVMStructEntryArrayStride",
                      "gHotSpotVMStructEntryFieldNameOffset", "_thread_state");
  if (type == NULL || field == NULL) return 0;
  uint64_t bytes;
  memcpy(&bytes, field + number("gHotSpotVMStructEntryOffsetOffset"), sizeof(bytes));
  bytes += 8;
  put(type + number("gHotSpotVMTypeEntrySizeOffset"), &bytes, sizeof(bytes));
  return 1;
}

static int empty(void) {
  char* type = entry("gHotSpotVMTypes", "gHotSpotVMTypeEntryArrayStride",
                     "gHotSpotVMTypeEntryTypeNameOffset", "Thread");
  if (type == NULL) return 0;
  const uint64_t bytes = 0;
  put(type + number("gHotSpotVMTypeEntrySizeOffset"), &bytes, sizeof(bytes));
  return 1;
}

static int rename_field(const char* field) {
  static const char* const other = "_elsewhere";
  char* found = entry("gHotSpotVMStructs", "gHotSpotVMStructEntryArrayStride",
                      "gHotSpotVMStructEntryFieldNameOffset", field);
  if (found == NULL) return 0;
  put(found + number("gHotSpotVMStructEntryFieldNameOffset"), &other, sizeof(other));
  return 1;
}

enum { KEYS = 9 };
static pthread_key_t keys[KEYS];
static int keys_made;

/* Before the JVM has its own. */
__attribute__((constructor)) static void make_keys(void) {
  const char* preloaded = getenv("LD_PRELOAD");
  if (preloaded == NULL || strstr(preloaded, "alteredjvm") == NULL) return;
  keys_made = 1;
  for (int i = 0; i < KEYS; ++i) keys_made &= pthread_key_create(&keys[i], NULL) == 0;
}

/* Close below, and above. */
static void set_keys(JNIEnv* env) {
  const ptrdiff_t below[KEYS - 1] = {8, 16, 64, 128, 256, 512, 700, -8};
  for (int i = 1; i < KEYS; ++i) pthread_setspecific(keys[i], (const char*)env - below[i - 1]);
}

static void JNICALL on_thread(jvmtiEnv* jvmti, JNIEnv* env, jthread thread) {
  (void)jvmti, (void)thread;
  set_keys(env);
}

static void JNICALL on_begin(jvmtiEnv* jvmti, JNIEnv* env, jthread thread) {
  (void)jvmti;
  jfieldID eetop = (*env)->GetFieldID(env, (*env)->GetObjectClass(env, thread), "eetop", "J");
  if (eetop == NULL) return;
  pthread_setspecific(keys[0], (void*)(intptr_t)(*env)->GetLongField(env, thread, eetop));
  set_keys(env);
}

static int fill_keys(JavaVM* vm) {
  jvmtiEnv* jvmti = NULL;
  const jvmtiEventCallbacks callbacks = {.VMInit = on_begin, .ThreadStart = on_thread};
  return keys_made && (*vm)->GetEnv(vm, (void**)&jvmti, JVMTI_VERSION_1_2) == JNI_OK &&
         (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof(callbacks)) == JVMTI_ERROR_NONE &&
         (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL) ==
             JVMTI_ERROR_NONE &&
         (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, NULL) ==
             JVMTI_ERROR_NONE;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void* reserved) {
  (void)reserved;
  int altered = 0;
  lib = dlopen("libjvm.so", RTLD_NOLOAD | RTLD_LAZY);
  if (lib == NULL || options == NULL) return JNI_ERR;
  if (strcmp(options, "states") == 0) altered = exchange("_thread_in_native", "_thread_in_Java");
  if (strcmp(options, "state") == 0) altered = move("_thread_state");
  if (strcmp(options, "mounted") == 0) altered = move("_monitor_owner_id");
  if (strcmp(options, "pending") == 0) altered = move("_pending_exception");
  if (strcmp(options, "size") == 0) altered = shorten();
  if (strcmp(options, "base") == 0) altered = empty();
  if (strcmp(options, "missing") == 0) altered = rename_field("_thread_state");
  if (strcmp(options, "flags") == 0) altered = rename_field("numFlags");
  if (strcmp(options, "keys") == 0) altered = fill_keys(vm);
  if (!altered) fprintf(stderr, "alteredjvm: there is no %s\n", options);
  return altered ? JNI_OK : JNI_ERR;
}
