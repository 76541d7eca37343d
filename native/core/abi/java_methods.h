// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Native methods of io.rocjfr.bridge.NativeFunctions, which the JVM finds by their names.
#ifndef ROCJFR_CORE_ABI_JAVA_METHODS_H_
#define ROCJFR_CORE_ABI_JAVA_METHODS_H_

#include <jni.h>

#define ROCJFR_JAVA(type, method) \
  extern "C" JNIEXPORT type JNICALL Java_io_rocjfr_bridge_NativeFunctions_##method

#endif  // ROCJFR_CORE_ABI_JAVA_METHODS_H_
