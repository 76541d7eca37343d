// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Stand-ins for what a libstdc++ that was compiled for a newer glibc needs of it beyond 2.28.
// Nobody but the library that this is linked into sees them. make_stubs.sh makes those for
// __isoc23_*, and names what a toolchain needs besides.
#define _GNU_SOURCE  // struct stat64
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define HIDDEN __attribute__((visibility("hidden")))

// glibc 2.32: whether an atomic operation may be left out. It may not.
HIDDEN char __libc_single_threaded = 0;

// glibc 2.36: cannot fail, as it is declared. Here only std::random_device asks for it.
HIDDEN uint32_t arc4random(void) {
  uint32_t number;
  if (getentropy(&number, sizeof(number)) != 0) abort();
  return number;
}

// glibc 2.33; until then they were inline. On x86-64 both structures are the kernel's.
#define STAND_IN_STAT(suffix)                                                           \
  HIDDEN int stat##suffix(const char* path, struct stat##suffix* status) {              \
    return (int)syscall(SYS_stat, path, status);                                        \
  }                                                                                     \
  HIDDEN int lstat##suffix(const char* path, struct stat##suffix* status) {             \
    return (int)syscall(SYS_lstat, path, status);                                       \
  }                                                                                     \
  HIDDEN int fstat##suffix(int file, struct stat##suffix* status) {                     \
    return (int)syscall(SYS_fstat, file, status);                                       \
  }                                                                                     \
  HIDDEN int fstatat##suffix(int folder, const char* path, struct stat##suffix* status, \
                             int flags) {                                               \
    return (int)syscall(SYS_newfstatat, folder, path, status, flags);                   \
  }
STAND_IN_STAT()
STAND_IN_STAT(64)
