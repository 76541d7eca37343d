# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The lists that are made from the catalogue of HIP's functions (hip.txt), as files to be included,
# and the two of AMD's headers that are lists of them. Made when CMake runs, and again after a change.
set(ROCJFR_CATALOGUE ${CMAKE_BINARY_DIR}/generated)
set(catalogue ${CMAKE_CURRENT_LIST_DIR})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${catalogue}/hip.txt ${catalogue}/hip_catalogue.awk ${catalogue}/hip_catalogue.sh)

function(rocjfr_catalogue list file)
  execute_process(COMMAND ${catalogue}/hip_catalogue.sh ${list} ${catalogue}/hip.txt
    OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY) # not touched where it is the same
endfunction()
rocjfr_catalogue(signatures ${ROCJFR_CATALOGUE}/hip_signatures.inc)
rocjfr_catalogue(roctracer-arguments ${ROCJFR_CATALOGUE}/hip_arguments.inc)
rocjfr_catalogue(roctracer-names ${ROCJFR_CATALOGUE}/hip_names.inc)
rocjfr_catalogue(arguments ${ROCJFR_CATALOGUE}/hip_arguments_rows.inc)
rocjfr_catalogue(memory ${ROCJFR_CATALOGUE}/hip_memory_rows.inc)
rocjfr_catalogue(functions ${ROCJFR_CATALOGUE}/hip_functions.inc)
rocjfr_catalogue(aliases ${ROCJFR_CATALOGUE}/hip_aliases.inc)
rocjfr_catalogue(runtime-ids ${CMAKE_BINARY_DIR}/include/rocprofiler-sdk/hip/runtime_api_id.h)
rocjfr_catalogue(compiler-ids ${CMAKE_BINARY_DIR}/include/rocprofiler-sdk/hip/compiler_api_id.h)
include_directories(${ROCJFR_CATALOGUE} ${CMAKE_BINARY_DIR}/include)
