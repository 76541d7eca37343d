// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "own_memory.h"

#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace rocjfr {

bool ReadOwnMemory(const void* place, void* to, size_t bytes) noexcept {
  const int error = errno;
  const iovec local = {to, bytes}, remote = {const_cast<void*>(place), bytes};
  const ssize_t read = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
  errno = error;
  return read == static_cast<ssize_t>(bytes);
}

namespace {

// The beginning of the next line; of a longer one the rest is left out: it ends with a path, which
// may hold anything.
bool NextLine(FILE* file, char* line, int bytes) noexcept {
  if (fgets(line, bytes, file) == nullptr) return false;
  if (strchr(line, '\n') != nullptr) return true;
  for (int c = getc_unlocked(file); c != '\n' && c != EOF;) c = getc_unlocked(file);
  return true;
}

}  // namespace

int AccessTo(const void* begin, size_t bytes) noexcept {
  FILE* maps = fopen("/proc/self/maps", "re");
  if (maps == nullptr) return -1;
  auto at = reinterpret_cast<uintptr_t>(begin);
  const uintptr_t end = at + bytes;
  int access = PROT_READ | PROT_WRITE | PROT_EXEC;
  char line[128];
  while (at < end && NextLine(maps, line, sizeof(line))) {
    uintptr_t from = 0, to = 0;
    char mode[5] = "";
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &from, &to, mode) != 3) continue;
    if (at < from || at >= to) continue;
    access &= (mode[0] == 'r' ? PROT_READ : 0) | (mode[1] == 'w' ? PROT_WRITE : 0) |
              (mode[2] == 'x' ? PROT_EXEC : 0);
    at = to;
  }
  fclose(maps);
  return at < end ? -1 : access;
}

}  // namespace rocjfr
