// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What libstdc++, as it was compiled for a newer glibc, needs of it beyond that of 2.28. Seen by
// nobody but the library that this is linked into.
#define _GNU_SOURCE  // struct stat64
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

// glibc 2.33. On x86-64 both structures are the kernel's.
HIDDEN int fstat(int file, struct stat* status) {
  return (int)syscall(SYS_fstat, file, status);
}
HIDDEN int fstat64(int file, struct stat64* status) {
  return (int)syscall(SYS_fstat, file, status);
}
