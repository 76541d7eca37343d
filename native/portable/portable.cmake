# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# rocjfr_ship(TARGET MAP [option...]): a library that users get. It exports what the version script
# MAP says and nothing else, and is never unmapped: threads, also ending ones, come back to it. Without
# sanitizers it needs of the host only glibc 2.28 or later and libgcc_s: libstdc++ is inside. libgcc_s
# is shared, since an exception can only cross libraries that use the same one. check_libraries.sh
# looks at the results.
set(ROCJFR_PORTABLE_DIR ${CMAKE_CURRENT_LIST_DIR})
set(ROCJFR_PORTABLE AUTO CACHE STRING
  "Link what users get so that it runs with glibc 2.28 and later: ON, OFF, or AUTO (where this toolchain can)")
set_property(CACHE ROCJFR_PORTABLE PROPERTY STRINGS AUTO ON OFF)
if(NOT ROCJFR_PORTABLE MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "ROCJFR_PORTABLE is '${ROCJFR_PORTABLE}'; valid: AUTO, ON, OFF")
endif()

if(ROCJFR_PORTABLE AND ROCJFR_SANITIZE STREQUAL "")
  set(stubs ${CMAKE_BINARY_DIR}/glibc-stubs)
  set(sources ${ROCJFR_PORTABLE_DIR}/make_stubs.sh ${ROCJFR_PORTABLE_DIR}/newer_glibc.c ${ROCJFR_PORTABLE_DIR}/oldest_glibc)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
  # Again when the toolchain, whose libraries they are made of, or a source is another.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libc.so.6 OUTPUT_VARIABLE glibc OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.a OUTPUT_VARIABLE libstdcxx OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(arguments UNIX_COMMAND "${CMAKE_CXX_COMPILER_ARG1}")
  set(compiler ${CMAKE_CXX_COMPILER} ${arguments})
  set(made_of "${compiler} ${CMAKE_CXX_COMPILER_VERSION}")
  foreach(file IN LISTS sources glibc libstdcxx)
    if(EXISTS ${file})
      file(SHA256 ${file} hash)
      string(APPEND made_of " ${hash}")
    endif()
  endforeach()
  # In the folder itself, which make_stubs.sh empties first: what was not finished is made again.
  set(stamp ${stubs}/made_of)
  set(made "")
  if(EXISTS ${stamp})
    file(READ ${stamp} made)
  endif()
  if(NOT made STREQUAL made_of)
    execute_process(COMMAND ${ROCJFR_PORTABLE_DIR}/make_stubs.sh ${stubs} ${compiler}
      RESULT_VARIABLE failed ERROR_VARIABLE why ERROR_STRIP_TRAILING_WHITESPACE)
    if(NOT failed)
      file(WRITE ${stamp} "${made_of}")
    elseif(ROCJFR_PORTABLE STREQUAL "AUTO")
      message(WARNING "This toolchain cannot link for glibc 2.28. ${why}\n"
        "The libraries are made for this machine: they need its glibc or a later one, and its libstdc++.")
    else()
      message(FATAL_ERROR "This toolchain cannot link for glibc 2.28. ${why}")
    endif()
  endif()
  if(EXISTS ${stamp})
    set(ROCJFR_STUBS ${stubs})
    # Some toolchains pack them by default. glibc supports that since 2.36.
    include(CheckLinkerFlag)
    check_linker_flag(CXX -Wl,-z,nopack-relative-relocs ROCJFR_HAS_RELR)
  endif()
endif()

function(rocjfr_ship target map)
  set(map ${CMAKE_CURRENT_SOURCE_DIR}/${map})
  target_link_options(${target} PRIVATE -Wl,--version-script=${map} -Wl,-z,nodelete ${ARGN})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${map})
  set_property(GLOBAL APPEND PROPERTY ROCJFR_SHIPPED $<TARGET_FILE:${target}>=${map})
  set_property(GLOBAL APPEND PROPERTY ROCJFR_SHIPPED_FILES $<TARGET_FILE:${target}>)
  if(ROCJFR_STUBS)
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${ROCJFR_STUBS}/made_of)
    target_link_options(${target} PRIVATE
      -L${ROCJFR_STUBS} -static-libstdc++ -shared-libgcc -Wl,--no-undefined -Wl,--as-needed -Wl,--gc-sections
      $<$<BOOL:${ROCJFR_HAS_RELR}>:-Wl,-z,nopack-relative-relocs>)
  endif()
endfunction()

# Called after the last rocjfr_ship: what was linked is looked at, and that the looking finds something.
function(rocjfr_check_shipped)
  if(NOT ROCJFR_SANITIZE STREQUAL "")
    return()
  endif()
  get_property(files GLOBAL PROPERTY ROCJFR_SHIPPED_FILES)
  add_test(NAME portable.load_last COMMAND ${ROCJFR_PORTABLE_DIR}/load_last_test.sh ${CMAKE_CXX_COMPILER} ${files})
  if(NOT ROCJFR_STUBS)
    add_test(NAME portable.libraries COMMAND ${CMAKE_COMMAND} -E echo "skipped: the libraries are made for this machine")
    set_tests_properties(portable.libraries PROPERTIES SKIP_REGULAR_EXPRESSION "skipped:")
    return()
  endif()
  get_property(shipped GLOBAL PROPERTY ROCJFR_SHIPPED)
  add_test(NAME portable.libraries COMMAND ${ROCJFR_PORTABLE_DIR}/check_libraries.sh ${shipped})
  add_test(NAME portable.finds_problems
    COMMAND ${ROCJFR_PORTABLE_DIR}/check_libraries_test.sh ${CMAKE_CXX_COMPILER} ${ROCJFR_STUBS})
endfunction()
