# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Headers of which only declarations are used, as targets: what they declare is whatever the program loads.
#   rocjfr_jni_headers   jni.h and jvmti.h
#   rocjfr_hsa_headers   HSA's
#   rocjfr_hip_headers   HIP's; only with BUILD_TESTING
find_package(Threads REQUIRED)

# An installed ROCm goes before the system's HIP and HSA, with headers and library alike; what the user names before it.
list(APPEND CMAKE_PREFIX_PATH $ENV{ROCM_PATH} /opt/rocm)

# The JDK of JAVA_HOME, or that of the javac on the path.
if(NOT JAVA_HOME AND NOT DEFINED ENV{JAVA_HOME})
  find_program(ROCJFR_JAVAC javac)
  if(ROCJFR_JAVAC)
    file(REAL_PATH ${ROCJFR_JAVAC} javac)
    cmake_path(GET javac PARENT_PATH JAVA_HOME)
    cmake_path(GET JAVA_HOME PARENT_PATH JAVA_HOME)
  endif()
endif()
find_package(JNI REQUIRED COMPONENTS JVM)
find_path(HSA_INCLUDE_DIR hsa/hsa_ext_amd.h REQUIRED)

function(rocjfr_headers name)
  add_library(${name} INTERFACE)
  target_include_directories(${name} SYSTEM INTERFACE ${ARGN})
endfunction()
rocjfr_headers(rocjfr_jni_headers ${JNI_INCLUDE_DIRS})
rocjfr_headers(rocjfr_hsa_headers ${HSA_INCLUDE_DIR})
if(BUILD_TESTING)
  find_path(HIP_INCLUDE_DIR hip/hip_runtime_api.h REQUIRED)
  rocjfr_headers(rocjfr_hip_headers ${HIP_INCLUDE_DIR})
endif()
