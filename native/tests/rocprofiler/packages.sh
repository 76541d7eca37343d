#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Programs find the libraries by their CMake packages and by pkg-config, in a folder that was moved.
#   packages.sh BUILD GENERATOR MAKE CC    the native build, and by what that was made
set -euo pipefail
build=$1 generator=$2 make=$3 cc=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/first" >/dev/null
mkdir "$work/moved here"
mv "$work/first" "$work/moved here/prefix"
prefix="$work/moved here/prefix"

mkdir "$work/program"
cat >"$work/program/sdk.c" <<'PROGRAM'
#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>
int main(void) {
  rocprofiler_hip_api_args_t args;
  args.hipMemcpy.sizeBytes = 1; /* with HIP's types */
  uint32_t major = 0;
  roctxMarkA("mark");
  rocprofiler_get_version(&major, 0, 0);
  return major == 1 && args.hipMemcpy.sizeBytes == 1 ? 0 : 1;
}
PROGRAM
cat >"$work/program/tracer.c" <<'PROGRAM'
#include <roctracer.h>
#include <roctx.h>
int main(void) {
  roctxMarkA("mark");
  return roctracer_version_major() == 4 ? 0 : 1;
}
PROGRAM
cat >"$work/program/CMakeLists.txt" <<'PROGRAM'
cmake_minimum_required(VERSION 3.18)
project(program C)
find_package(rocprofiler-sdk 1.0 REQUIRED)
find_package(rocprofiler-sdk-roctx REQUIRED)
find_package(roctracer 4.1 REQUIRED)
find_package(roctx REQUIRED)
find_package(rocprofiler-sdk 2.0 QUIET CONFIG)
if(rocprofiler-sdk_FOUND)
  message(FATAL_ERROR "there is no version 2.0")
endif()
add_executable(sdk sdk.c)
target_link_libraries(sdk rocprofiler-sdk::rocprofiler-sdk rocprofiler-sdk-roctx::rocprofiler-sdk-roctx)
add_executable(tracer tracer.c)
target_link_libraries(tracer roctracer::roctracer roctx::roctx)
PROGRAM
cmake -S "$work/program" -B "$work/build" -G "$generator" -DCMAKE_MAKE_PROGRAM="$make" \
  -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$work/build" >/dev/null
"$work/build/sdk"
"$work/build/tracer"
echo 'CMake packages: as expected'

command -v pkg-config >/dev/null || { echo 'pkg-config is not installed: skipped' && exit 0; }
# A path without spaces: words are split here.
mv "$prefix" "$work/plain"
export PKG_CONFIG_PATH=$work/plain/lib/pkgconfig
# shellcheck disable=SC2046
"$cc" "$work/program/sdk.c" -o "$work/by_pkg_config" \
  $(pkg-config --define-prefix --cflags --libs rocprofiler-sdk rocprofiler-sdk-roctx) -Wl,--allow-shlib-undefined
LD_LIBRARY_PATH=$work/plain/lib/rocprofiler-sdk "$work/by_pkg_config"
# shellcheck disable=SC2046
"$cc" "$work/program/tracer.c" -o "$work/by_pkg_config" \
  $(pkg-config --define-prefix --cflags --libs roctracer roctx) -Wl,--allow-shlib-undefined
LD_LIBRARY_PATH=$work/plain/lib "$work/by_pkg_config"
echo 'pkg-config: as expected'
