# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# rocjfr_ship(TARGET MAP [option...]): a library that users get. It exports what the version script
# MAP says and nothing else, and is never unmapped: threads, also ending ones, come back to it. Without
# sanitizers it needs of the host only glibc 2.28 or later and libgcc_s: libstdc++ is inside. libgcc_s
# is shared, since an exception can only cross libraries that use the same one. check_libraries.sh
# looks at the results.
set(ROCJFR_PORTABLE_DIR ${CMAKE_CURRENT_LIST_DIR})
option(ROCJFR_PORTABLE "Link what users get so that it runs with glibc 2.28 and later" ON)

if(ROCJFR_PORTABLE AND ROCJFR_SANITIZE STREQUAL "")
  set(ROCJFR_STUBS ${CMAKE_BINARY_DIR}/glibc-stubs)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${ROCJFR_PORTABLE_DIR}/make_stubs.sh ${ROCJFR_PORTABLE_DIR}/newer_glibc.c)
  if(NOT EXISTS ${ROCJFR_STUBS}/libc.so OR ${ROCJFR_PORTABLE_DIR}/make_stubs.sh IS_NEWER_THAN ${ROCJFR_STUBS}/libc.so
      OR ${ROCJFR_PORTABLE_DIR}/newer_glibc.c IS_NEWER_THAN ${ROCJFR_STUBS}/libc.so)
    execute_process(COMMAND ${ROCJFR_PORTABLE_DIR}/make_stubs.sh ${CMAKE_CXX_COMPILER} ${ROCJFR_STUBS}
      COMMAND_ERROR_IS_FATAL ANY)
  endif()
endif()

function(rocjfr_ship target map)
  set(map ${CMAKE_CURRENT_SOURCE_DIR}/${map})
  target_link_options(${target} PRIVATE -Wl,--version-script=${map} -Wl,-z,nodelete ${ARGN})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${map})
  set_property(GLOBAL APPEND PROPERTY ROCJFR_SHIPPED $<TARGET_FILE:${target}>=${map})
  set_property(GLOBAL APPEND PROPERTY ROCJFR_SHIPPED_FILES $<TARGET_FILE:${target}>)
  if(ROCJFR_STUBS)
    target_link_options(${target} PRIVATE
      -L${ROCJFR_STUBS} -static-libstdc++ -shared-libgcc -Wl,--no-undefined -Wl,--as-needed -Wl,--gc-sections)
  endif()
endfunction()

# Called after the last rocjfr_ship: what was linked is looked at, and that the looking finds something.
function(rocjfr_check_shipped)
  if(NOT ROCJFR_STUBS)
    return()
  endif()
  get_property(shipped GLOBAL PROPERTY ROCJFR_SHIPPED)
  add_test(NAME portable.libraries COMMAND ${ROCJFR_PORTABLE_DIR}/check_libraries.sh ${shipped})
  get_property(files GLOBAL PROPERTY ROCJFR_SHIPPED_FILES)
  add_test(NAME portable.load_last COMMAND ${ROCJFR_PORTABLE_DIR}/load_last_test.sh ${CMAKE_CXX_COMPILER} ${files})
  add_test(NAME portable.finds_problems
    COMMAND ${ROCJFR_PORTABLE_DIR}/check_libraries_test.sh ${CMAKE_CXX_COMPILER} ${ROCJFR_STUBS})
endfunction()
