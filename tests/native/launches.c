// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Launches of an empty kernel for programs that have JNI only: app.Main of ApplicationsCheck.
#include <dlfcn.h>
#include <jni.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static void* hip;
static void* compiler;

static void* newest(const char* name) {
  for (int version = 20; version >= 5; --version) {
    char file[64];
    snprintf(file, sizeof(file), "%s.so.%d", name, version);
    void* lib = dlopen(file, RTLD_NOW);
    if (lib != NULL) return lib;
  }
  return NULL;
}

// NULL: the kernel does not compile.
static char* compiled(void) {
  static const char source[] = "extern \"C\" __global__ void empty() {}";
  int (*create)(void**, const char*, const char*, int, const char**, const char**);
  int (*compile)(void*, int, const char**);
  int (*size)(void*, size_t*);
  int (*get)(void*, char*);
  *(void**)&create = dlsym(compiler, "hiprtcCreateProgram");
  *(void**)&compile = dlsym(compiler, "hiprtcCompileProgram");
  *(void**)&size = dlsym(compiler, "hiprtcGetCodeSize");
  *(void**)&get = dlsym(compiler, "hiprtcGetCode");
  void* program = NULL;
  const char* architecture = "--offload-arch=gfx1030";
  size_t bytes = 0;
  if (create == NULL || create(&program, source, "empty.hip", 0, NULL, NULL) != 0) return NULL;
  if (compile(program, 1, &architecture) != 0 || size(program, &bytes) != 0) return NULL;
  char* code = malloc(bytes);
  return code != NULL && get(program, code) == 0 ? code : NULL;
}

// How many launches succeeded; -1: there is no HIP, or no kernel.
JNIEXPORT jint JNICALL Java_app_Main_launch(JNIEnv* env, jclass type, jint times) {
  (void)env;
  (void)type;
  hip = newest("libamdhip64");
  if (hip == NULL) return -1;
  compiler = dlsym(hip, "hiprtcCreateProgram") != NULL ? hip : newest("libhiprtc");
  if (compiler == NULL) return -1;
  int (*load)(void**, const void*);
  int (*function)(void**, void*, const char*);
  int (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*,
                void**, void**);
  int (*synchronize)(void);
  *(void**)&load = dlsym(hip, "hipModuleLoadData");
  *(void**)&function = dlsym(hip, "hipModuleGetFunction");
  *(void**)&launch = dlsym(hip, "hipModuleLaunchKernel");
  *(void**)&synchronize = dlsym(hip, "hipDeviceSynchronize");
  char* code = compiled();
  void* module = NULL;
  void* kernel = NULL;
  if (code == NULL || load(&module, code) != 0) return -1;
  if (function(&kernel, module, "empty") != 0) return -1;
  int done = 0;
  for (jint i = 0; i < times; ++i) {
    done += launch(kernel, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL) == 0;
  }
  return synchronize() == 0 ? done : -1;
}
