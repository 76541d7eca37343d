# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Roots of unpacked Debian packages, in which programs run by unshare and chroot. For bash, to be
# sourced: matrix.sh, waits.sh, oldglibc.sh and native/benchmarks/launch_floor.sh do. Before: top (the tree), build (the native build), cache (where
# the roots are kept), rebuild (not empty: they are fetched and unpacked again); root_jdks: the JDKs of
# this machine that are seen there, if not all.
#   debian_mirror                the mirror of Debian that this machine's apt uses
#   make_root SUITE PACKAGE...   makes the root of that suite with these packages and all they need
#   in_root SUITE COMMAND...     runs a command there
#   hip_packages SUITE           the packages of its HIP runtime, and of AMD's OpenCL where it has that

# Sid and experimental have AMD's OpenCL, too; with a loader as JOCL and LWJGL look for it.
hip_packages() {
  case $1 in
    bookworm) echo libamdhip64-5 libhiprtc-builtins5 ;;
    trixie) echo libamdhip64-5 libhiprtc-builtins5 libroctx64-4 ;;
    sid) echo libamdhip64-6 libhiprtc6 libhiprtc-builtins6 libroctx64-4 rocm-opencl-icd ocl-icd-opencl-dev ;;
    experimental) echo libamdhip64-7 libhiprtc7 libhiprtc-builtins7 libroctx64-4 rocm-opencl-icd ocl-icd-opencl-dev ;;
  esac
}

# What else a root needs to run the tests' programs and scripts.
base_packages="base-files libc-bin dash bash coreutils grep sed gawk findutils procps"

debian_mirror() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m 1 '/debian/$'
}

# apt for a machine on which nothing is installed yet, so that it picks the whole closure.
apt_of() {
  local state=$1
  shift
  apt-get -qq -o Dir::Etc::sourcelist="$state/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::Etc::preferences="$state/preferences" -o Dir::Etc::preferencesparts=/dev/null \
    -o Dir::State="$state" -o Dir::State::Lists="$state/lists" -o Dir::State::status="$state/status" \
    -o Dir::Cache="$state" -o Dir::Cache::archives="$state/archives" \
    -o Acquire::Check-Valid-Until=false -o APT::Install-Recommends=0 -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1 "$@"
}

make_root() {
  local suite=$1 root=$cache/roots/$1 state=$cache/apt/$1 packages mirror source deb closure
  shift
  [[ -z $rebuild && -e $root/.complete ]] && return
  echo "$suite: fetching and unpacking" >&2
  rm -rf "$root"
  mkdir -p "$state"/{lists/partial,archives/partial} "$root"/{proc,dev,sys,tmp,etc,root,usr/lib/jvm}
  mirror=$(debian_mirror)
  : >"$state/status"
  : >"$state/sources.list"
  for source in $([[ $suite == experimental ]] && echo sid) "$suite"; do
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $source main" \
      >>"$state/sources.list"
  done
  printf '%s\n' 'Package: libamdhip64* libhiprtc* libroctx* libhsa-* libamd-comgr* librocprofiler-* rocm-opencl-icd' \
    'Pin: release a=experimental' 'Pin-Priority: 990' >"$state/preferences"
  read -r -a packages <<<"$base_packages $*"
  apt_of "$state" update
  # Only what is asked for now is unpacked, whatever older files the cache holds; apt names what it would fetch into
  # an empty one.
  mkdir -p "$state/none/partial"
  closure=$(apt_of "$state" -o Dir::Cache::archives="$state/none" install -y --print-uris "${packages[@]}" |
    awk '/^.[a-z]*:/ {print $2}')
  [[ -n $closure ]] || { echo "$suite: apt names no package to unpack" >&2 && return 1; }
  apt_of "$state" install -y --download-only "${packages[@]}"
  # First, since it brings /bin, /lib, ... as links into /usr from trixie on; bookworm's does not.
  dpkg -x "$state"/archives/base-files_*.deb "$root"
  for source in bin sbin lib lib64; do
    [[ -e $root/$source ]] || { mkdir -p "$root/usr/$source" && ln -s "usr/$source" "$root/$source"; }
  done
  for deb in $closure; do
    dpkg-deb --fsys-tarfile "$state/archives/$deb" | tar -C "$root" --keep-directory-symlink \
      --exclude=./usr/share/doc --exclude=./usr/share/man --exclude=./usr/share/locale -xf -
  done
  cp /etc/passwd /etc/group /etc/hosts "$root/etc/" # else the JVM does not know its user
  ldconfig -r "$root"
  touch "$root/.complete"
}

# in_root SUITE COMMAND...: with this tree, the build and the host's JDKs seen at the same paths.
in_root() {
  local unprivileged=()
  [[ $(id -u) == 0 ]] || unprivileged=(--map-root-user)
  root=$cache/roots/$1
  shift
  export root
  binds="/proc /dev /sys $top $build"
  for folder in ${root_jdks-/usr/lib/jvm /etc/java-*-openjdk} ${JAVA25_HOME:-}; do
    [[ ! -d $folder ]] || binds+=" $folder"
  done
  export binds
  # shellcheck disable=SC2016
  unshare "${unprivileged[@]}" --mount --propagation private sh -c '
    for folder in $binds; do
      mkdir -p "$root$folder" && mount --rbind "$folder" "$root$folder"
    done
    exec chroot "$root" "$@"' in-root "$@"
}
