# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The target roctracer::roctracer. Relocatable: everything is found from this file's place.
get_filename_component(_rocjfr_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET roctracer::roctracer)
  add_library(roctracer::roctracer SHARED IMPORTED)
  set_target_properties(roctracer::roctracer PROPERTIES
    IMPORTED_LOCATION "${_rocjfr_prefix}/lib/libroctracer64.so.4"
    IMPORTED_SONAME "libroctracer64.so.4"
    INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1"
    INTERFACE_INCLUDE_DIRECTORIES "${_rocjfr_prefix}/include;${_rocjfr_prefix}/include/roctracer")
endif()
set(roctracer_VERSION 4.1.0)
set(roctracer_INCLUDE_DIR "${_rocjfr_prefix}/include")
set(roctracer_LIBRARIES roctracer::roctracer)
unset(_rocjfr_prefix)
