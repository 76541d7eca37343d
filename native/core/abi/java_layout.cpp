// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What Java compares before it calls anything else; also part of the libraries by which the tests
// stand for other releases.
#include "core/abi/java_methods.h"
#include "rocjfr/rocjfr.h"

ROCJFR_JAVA(jint, abiVersion)(JNIEnv* /*env*/, jclass /*type*/) {
  return static_cast<jint>(rocjfr_abi_version());
}

ROCJFR_JAVA(jstring, version)(JNIEnv* env, jclass /*type*/) {
  return env->NewStringUTF(rocjfr_version());
}

ROCJFR_JAVA(jint, layoutRows)(JNIEnv* /*env*/, jclass /*type*/) {
  uint32_t rows = 0;
  rocjfr_layout(&rows);
  return static_cast<jint>(rows);
}

ROCJFR_JAVA(jstring, layoutName)(JNIEnv* env, jclass /*type*/, jint row) {
  return env->NewStringUTF(rocjfr_layout(nullptr)[row].name);
}

ROCJFR_JAVA(jint, layoutOffset)(JNIEnv* /*env*/, jclass /*type*/, jint row) {
  return static_cast<jint>(rocjfr_layout(nullptr)[row].offset);
}

ROCJFR_JAVA(jint, layoutSize)(JNIEnv* /*env*/, jclass /*type*/, jint row) {
  return static_cast<jint>(rocjfr_layout(nullptr)[row].size);
}
