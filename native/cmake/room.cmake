# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# rocjfr_room(NAME source...): the objects of one room, for the libraries that it is a part of. They are
# optimised as a whole with the rest of the library, since the hot path crosses rooms.
function(rocjfr_room name)
  add_library(${name} OBJECT ${ARGN})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${name} PUBLIC Threads::Threads ${CMAKE_DL_LIBS})
  rocjfr_optimise_whole(${name})
endfunction()

include(CheckIPOSupported)
if(ROCJFR_SANITIZE STREQUAL "")
  check_ipo_supported(RESULT ROCJFR_OPTIMISES_WHOLE OUTPUT why LANGUAGES CXX)
  if(NOT ROCJFR_OPTIMISES_WHOLE)
    message(WARNING "This toolchain does not optimise at link time, which makes the hot path slower: ${why}")
  endif()
endif()
function(rocjfr_optimise_whole)
  if(ROCJFR_OPTIMISES_WHOLE)
    set_target_properties(${ARGN} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
  endif()
endfunction()
