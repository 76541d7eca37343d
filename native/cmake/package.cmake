# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# rocjfr_package(PACKAGE TARGET [DESCRIPTION]): installs a shared library and the package by which CMake finds it
# under AMD's name, PACKAGE::PACKAGE; with a description also the one for pkg-config. All is found from
# the place of these files, so that the folder may be moved. Its version is the library's.
include(CMakePackageConfigHelpers)
option(ROCJFR_STRIP "Installed libraries have no debug information; the build tree's keep theirs" ON)

if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  message(FATAL_ERROR "CMAKE_INSTALL_LIBDIR and CMAKE_INSTALL_INCLUDEDIR are folders below the prefix: packages find all from their own place")
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

function(rocjfr_package package target)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # The layout is that of the build tree.
  get_target_property(folder ${target} LIBRARY_OUTPUT_DIRECTORY)
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${CMAKE_BINARY_DIR}/lib OUTPUT_VARIABLE subfolder)
  set(libdir ${CMAKE_INSTALL_LIBDIR})
  set(rpath "$ORIGIN")
  if(NOT subfolder STREQUAL ".")
    string(APPEND libdir /${subfolder})
    set(rpath "$ORIGIN/..")
  endif()
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${package} INSTALL_RPATH ${rpath} BUILD_WITH_INSTALL_RPATH ON)
  install(TARGETS ${target} EXPORT ${package}-targets LIBRARY DESTINATION ${libdir})
  if(ROCJFR_STRIP AND CMAKE_STRIP)
    install(CODE "set(installed \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${libdir}/$<TARGET_FILE_NAME:${target}>\")
      if(NOT IS_SYMLINK \"\${installed}\")
        execute_process(COMMAND ${CMAKE_STRIP} --strip-debug \"\${installed}\" COMMAND_ERROR_IS_FATAL ANY)
      endif()")
  endif()

  set(place ${CMAKE_INSTALL_LIBDIR}/cmake/${package})
  install(EXPORT ${package}-targets NAMESPACE ${package}:: DESTINATION ${place})
  if(NOT ARGN)
    return()
  endif()
  set(made ${CMAKE_BINARY_DIR}/packages)
  set(description "${ARGN}")
  get_target_property(version ${target} VERSION)
  get_target_property(definitions ${target} INTERFACE_COMPILE_DEFINITIONS)
  get_target_property(includes ${target} INTERFACE_INCLUDE_DIRECTORIES)
  set(cflags "-I\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
  if(includes MATCHES "/roctracer>")
    string(APPEND cflags " -I\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}/roctracer")
  endif()
  if(definitions MATCHES "__HIP_PLATFORM_AMD__=1")
    string(APPEND cflags " -D__HIP_PLATFORM_AMD__=1")
  endif()
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY
    ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig OUTPUT_VARIABLE up)
  get_target_property(name ${target} OUTPUT_NAME)
  if(NOT name)
    set(name ${target})
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/package.pc.in ${made}/${package}.pc @ONLY)
  install(FILES ${made}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/package-config.cmake.in
    ${made}/${package}-config.cmake INSTALL_DESTINATION ${place}
    NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(${made}/${package}-config-version.cmake
    VERSION ${version} COMPATIBILITY SameMajorVersion)
  install(FILES ${made}/${package}-config.cmake ${made}/${package}-config-version.cmake DESTINATION ${place})
endfunction()
