# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The target rocprofiler-sdk-roctx::rocprofiler-sdk-roctx. Relocatable: everything is found from this file's place.
get_filename_component(_rocjfr_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET rocprofiler-sdk-roctx::rocprofiler-sdk-roctx)
  add_library(rocprofiler-sdk-roctx::rocprofiler-sdk-roctx SHARED IMPORTED)
  set_target_properties(rocprofiler-sdk-roctx::rocprofiler-sdk-roctx PROPERTIES
    IMPORTED_LOCATION "${_rocjfr_prefix}/lib/rocprofiler-sdk/librocprofiler-sdk-roctx.so.1"
    IMPORTED_SONAME "librocprofiler-sdk-roctx.so.1"
    INTERFACE_INCLUDE_DIRECTORIES "${_rocjfr_prefix}/include")
endif()
set(rocprofiler-sdk-roctx_VERSION 1.0.0)
set(rocprofiler-sdk-roctx_INCLUDE_DIR "${_rocjfr_prefix}/include")
set(rocprofiler-sdk-roctx_LIBRARIES rocprofiler-sdk-roctx::rocprofiler-sdk-roctx)
unset(_rocjfr_prefix)
