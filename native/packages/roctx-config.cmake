# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The target roctx::roctx. Relocatable: everything is found from this file's place.
get_filename_component(_rocjfr_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET roctx::roctx)
  add_library(roctx::roctx SHARED IMPORTED)
  set_target_properties(roctx::roctx PROPERTIES
    IMPORTED_LOCATION "${_rocjfr_prefix}/lib/libroctx64.so.4"
    IMPORTED_SONAME "libroctx64.so.4"
    INTERFACE_INCLUDE_DIRECTORIES "${_rocjfr_prefix}/include;${_rocjfr_prefix}/include/roctracer")
endif()
set(roctx_VERSION 4.1.0)
set(roctx_INCLUDE_DIR "${_rocjfr_prefix}/include")
set(roctx_LIBRARIES roctx::roctx)
unset(_rocjfr_prefix)
