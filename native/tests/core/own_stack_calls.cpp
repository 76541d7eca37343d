// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "own_stack_calls.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace rocjfr::test {

thread_local bool (*t_at_guard)() = nullptr;
thread_local void (*t_at_unmap)() = nullptr;

}  // namespace rocjfr::test

#define EXPORTED __attribute__((visibility("default")))

extern "C" {
EXPORTED int mprotect(void* address, size_t bytes, int protection) noexcept {
  using rocjfr::test::t_at_guard;
  if (protection == PROT_NONE && t_at_guard != nullptr && !t_at_guard()) {
    errno = ENOMEM;
    return -1;
  }
  return static_cast<int>(syscall(SYS_mprotect, address, bytes, protection));
}

EXPORTED int munmap(void* address, size_t bytes) noexcept {
  if (rocjfr::test::t_at_unmap != nullptr) rocjfr::test::t_at_unmap();
  return static_cast<int>(syscall(SYS_munmap, address, bytes));
}
}
