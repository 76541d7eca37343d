// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP calls within a JNI critical region: io.rocjfr.load.Critical.

#include <jni.h>
#include <stddef.h>
#include <stdint.h>

typedef int (*hip_memcpy_t)(void* to, const void* from, size_t bytes, int kind);

enum { kHostToDevice = 1 };

JNIEXPORT jint JNICALL Java_io_rocjfr_load_Critical_copyWithin(JNIEnv* env, jclass type,
                                                               jlong hip_memcpy, jlong device,
                                                               jbyteArray array, jint times) {
  (void)type;
  const hip_memcpy_t copy = (hip_memcpy_t)(intptr_t)hip_memcpy;
  const jsize bytes = (*env)->GetArrayLength(env, array);
  void* host = (*env)->GetPrimitiveArrayCritical(env, array, NULL);
  if (host == NULL) return -1;
  int result = 0;
  for (jint i = 0; i < times && result == 0; ++i) {
    result = copy((void*)(intptr_t)device, host, (size_t)bytes, kHostToDevice);
  }
  (*env)->ReleasePrimitiveArrayCritical(env, array, host, JNI_ABORT);
  return result;
}
