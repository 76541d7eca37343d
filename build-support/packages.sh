# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# What a build needs from the machine. For bash, to be sourced: mvnw and demo.sh do.
#   ensure_packages   installs what is missing (Debian 12, 13 and sid, Ubuntu 24.04), or names it and returns 1
#   find_jdk          prints the home of the JDK to build with, or returns 1
#   find_maven        prints the mvn to build with, or returns 1

# package | what shows that it is there | what it is needed for
# A package has Debian 12's name; RELEASE:NAME is another release's name of it, or of the
# several that it is there, or - where it has none.
ROCJFR_NEEDS='
default-jdk-headless    | jdk                                    | compiles the Java side and runs it
maven                   | maven                                  | runs the whole build
npm                     | command npm                            | brings the libraries of the pages, and Biome
g++                     | command g++                            | compiles the tracer
cmake                   | command cmake                          | configures the native build
ninja-build             | command ninja                          | runs the native build
libgtest-dev            | header gtest/gtest.h                   | native tests
libbenchmark-dev        | header benchmark/benchmark.h           | native benchmarks
libhsa-runtime-dev      | rocm header hsa/hsa.h                  | HSA headers
libamdhip64-dev         | rocm header hip/hip_runtime.h          | HIP headers, for the native tests
libamdhip64-5 forky:libamdhip64-6 | rocm library libamdhip64.so.[0-9]* | the HIP runtime that tests and demo run on
libhiprtc-builtins5 forky:libhiprtc6,libhiprtc-builtins6 | rocm library libhiprtc-builtins.so.[0-9]* | compiles kernels from source in tests and demo
opencl-headers          | header CL/cl_icd.h                     | OpenCL headers and the table of its functions
ocl-icd-opencl-dev      | known library libOpenCL.so             | the loader of OpenCL by the name that JOCL and LWJGL look for
pocl-opencl-icd         | known file /etc/OpenCL/vendors/pocl.icd | OpenCL on the processor, for tests
libharfbuzz0b           | known library libharfbuzz.so.0         | draws text in tests of pictures
libfontconfig1          | known library libfontconfig.so.1       | finds the fonts for it
clang-format-14 trixie:- forky:- | optional known command clang-format-14 | checks the format of the C++ sources
'

# Major version of the JDK in folder $1; nothing if there is no JDK.
jdk_major() {
  local version=
  [[ -x $1/bin/javac ]] || return 0
  if [[ -r $1/release ]]; then
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  fi
  [[ -n $version ]] || version=$("$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
  echo "$version"
}

find_jdk() {
  local candidates=() javac home major
  if [[ -n ${JAVA_HOME:-} ]]; then
    candidates=("$JAVA_HOME")
  else
    candidates=(/usr/lib/jvm/java-17-openjdk-*)
    if javac=$(command -v javac); then
      candidates+=("$(dirname "$(dirname "$(readlink -f "$javac")")")")
    fi
    candidates+=(/usr/lib/jvm/*)
  fi
  for home in "${candidates[@]}"; do
    major=$(jdk_major "$home")
    if [[ -n $major ]] && ((major >= 17)); then
      echo "$home"
      return
    fi
  done
  return 1
}

find_maven() {
  local mvn jdk version
  for mvn in "$(command -v mvn || true)" /usr/share/maven/bin/mvn; do
    [[ -n $mvn && -x $mvn ]] || continue
    if [[ $(readlink -f "$mvn") == /usr/share/maven/bin/mvn ]]; then # Debian's: 3.8.7 or later
      echo "$mvn"
      return
    fi
    jdk=$(find_jdk) || return 1
    version=$(JAVA_HOME=$jdk "$mvn" --version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9]*\)\.\([0-9]*\).*/\1 * 100 + \2/p')
    if [[ -n $version ]] && ((version >= 308)); then
      echo "$mvn"
      return
    fi
  done
  return 1
}

# The folder of an installed ROCm, if there is one: its HIP is used instead of Debian's.
find_rocm() {
  local folder library
  for folder in "${ROCM_PATH:-/opt/rocm}" /opt/rocm-*; do
    for library in "$folder"/lib/libamdhip64.so*; do
      if [[ -e $library ]]; then
        echo "$folder"
        return
      fi
    done
  done
  return 1
}

# The code name of this system, if it is one whose packages we know; sid calls itself by the next release.
known_release() {
  [[ -r /etc/os-release ]] && command -v apt-get >/dev/null || return 1
  (
    . /etc/os-release
    case ${ID:-}:${VERSION_CODENAME:-} in
      debian:bookworm | debian:trixie | debian:forky | ubuntu:noble) echo "$VERSION_CODENAME" ;;
      debian:sid) echo forky ;;
      *) exit 1 ;;
    esac
  )
}

# The packages of a need's first column on release $1, one word each; none where that has none.
packages_on() {
  local release=$1 name=$2 word
  for word in "${@:3}"; do
    [[ $word != "$release":* ]] || name=${word#*:}
  done
  [[ $name == - ]] || echo "${name//,/ }"
}

# Whether the machine has what the table's second column names.
is_there() {
  local folder files
  case $1 in
    jdk) find_jdk >/dev/null ;;
    maven) find_maven >/dev/null ;;
    command) command -v "$2" >/dev/null ;;
    file) [[ -e $2 ]] ;;
    optional) ((EUID != 0)) && [[ ${CI:-} != true ]] || is_there "${@:2}" ;; # installed where that is easy
    known) ! known_release >/dev/null || is_there "${@:2}" ;; # not asked for elsewhere
    rocm)
      folder=$(find_rocm) || folder=
      [[ -n $folder && ($2 == library || -e $folder/include/$3) ]] || is_there "${@:2}"
      ;;
    header)
      for folder in /usr/include /usr/local/include; do
        [[ ! -e $folder/$2 ]] || return 0
      done
      return 1
      ;;
    library) # $2 may be a pattern
      for folder in /usr/lib/x86_64-linux-gnu /usr/lib64 /usr/lib /usr/local/lib; do
        files=("$folder"/$2)
        [[ ! -e ${files[0]} ]] || return 0
      done
      return 1
      ;;
  esac
}

# Sets missing_packages to the names, missing_lines to the lines to show.
find_missing() {
  local release names shown_by reason packages
  release=$(known_release) || release=bookworm
  missing_packages=()
  missing_lines=
  while IFS='|' read -r names shown_by reason; do
    read -r -a names <<<"$names"
    read -r -a shown_by <<<"$shown_by"
    ((${#names[@]})) || continue
    read -r -a packages <<<"$(packages_on "$release" "${names[@]}")"
    if ((${#packages[@]})) && ! is_there "${shown_by[@]}"; then
      missing_packages+=("${packages[@]}")
      missing_lines+=$(printf '  %-32s%s' "${packages[*]}" "${reason# }")$'\n'
    fi
  done <<<"$ROCJFR_NEEDS"
}

# apt-get as root, silent; its output is shown where it fails.
quiet_apt() {
  local log as_root=() attempt
  log=$(mktemp)
  ((EUID == 0)) || as_root=(sudo -n)
  for attempt in {1..24}; do
    if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get -q -o DPkg::Lock::Timeout=120 "$@" </dev/null >"$log" 2>&1; then
      rm -f "$log"
      return 0
    fi
    grep -q 'Could not get lock' "$log" || break # another apt-get is at work: wait for it
    sleep 5
  done
  printf 'rocjfr: apt-get %s failed:\n' "$1" >&2
  tail -n 30 "$log" >&2
  rm -f "$log"
  return 1
}

ensure_packages() {
  local missing_packages missing_lines install
  if [[ $(uname -sm) != 'Linux x86_64' ]]; then
    echo "rocjfr: builds on Linux x86_64; this is $(uname -sm)" >&2
    return 1
  fi
  if [[ -n ${JAVA_HOME:-} ]] && ! find_jdk >/dev/null; then
    echo "rocjfr: JAVA_HOME=$JAVA_HOME is no JDK of version 17 or later; unset it, or set it to one" >&2
    return 1
  fi
  find_missing
  ((${#missing_packages[@]})) || return 0

  install="apt-get install --no-install-recommends ${missing_packages[*]}"
  if ! known_release >/dev/null; then
    printf 'rocjfr: this machine lacks (by the names of the packages of Debian 12):\n%s' "$missing_lines" >&2
    echo 'Install them by the means of this system, then run this again.' >&2
    return 1
  fi
  if ((EUID != 0)) && ! sudo -n true 2>/dev/null; then
    printf 'rocjfr: these packages are missing:\n%s' "$missing_lines" >&2
    printf 'Install them as root, then run this again:\n  apt-get update && %s\n' "$install" >&2
    return 1
  fi
  echo "rocjfr: installing packages: ${missing_packages[*]}" >&2
  quiet_apt update || true # the install may succeed with the lists that are there
  if ! quiet_apt install -y --no-install-recommends "${missing_packages[@]}"; then
    printf 'Still missing:\n%sTo install them by hand, as root:\n  apt-get update && %s\n' "$missing_lines" "$install" >&2
    return 1
  fi
  find_missing
  if ((${#missing_packages[@]})); then
    printf 'rocjfr: installed, and yet not found:\n%s' "$missing_lines" >&2
    return 1
  fi
}
