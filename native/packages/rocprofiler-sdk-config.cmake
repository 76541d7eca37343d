# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The target rocprofiler-sdk::rocprofiler-sdk. Relocatable: everything is found from this file's place.
get_filename_component(_rocjfr_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET rocprofiler-sdk::rocprofiler-sdk)
  add_library(rocprofiler-sdk::rocprofiler-sdk SHARED IMPORTED)
  set_target_properties(rocprofiler-sdk::rocprofiler-sdk PROPERTIES
    IMPORTED_LOCATION "${_rocjfr_prefix}/lib/rocprofiler-sdk/librocprofiler-sdk.so.1"
    IMPORTED_SONAME "librocprofiler-sdk.so.1"
    INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1"
    INTERFACE_INCLUDE_DIRECTORIES "${_rocjfr_prefix}/include")
endif()
set(rocprofiler-sdk_VERSION 1.0.0)
set(rocprofiler-sdk_INCLUDE_DIR "${_rocjfr_prefix}/include")
set(rocprofiler-sdk_LIBRARIES rocprofiler-sdk::rocprofiler-sdk)
unset(_rocjfr_prefix)
