// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "own_memory.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace rocjfr {

namespace {

// A multiple of it is the size of each page.
constexpr uintptr_t kLeastPage = 4096;

size_t LeftOfPage(const void* place) noexcept {
  return kLeastPage - reinterpret_cast<uintptr_t>(place) % kLeastPage;
}

// The kernel reads a mask there before it looks at the first argument, which is none.
bool IsThere(uintptr_t address) noexcept {
  constexpr int kNoWay = -1;
  constexpr uintptr_t kMaskBytes = 8;
  const uintptr_t mask = address / kMaskBytes * kMaskBytes;
  if (mask == 0) return false;  // it is not looked at
  return syscall(SYS_rt_sigprocmask, kNoWay, mask, nullptr, kMaskBytes) == 0 || errno != EFAULT;
}

// Where a filter of system calls forbids the other one.
bool ReadAfterLook(const void* place, void* to, size_t bytes) noexcept {
  const auto begin = reinterpret_cast<uintptr_t>(place), end = begin + bytes;
  if (end < begin) return false;
  for (uintptr_t at = begin; at < end; at = (at / kLeastPage + 1) * kLeastPage) {
    if (!IsThere(at)) return false;
  }
  memcpy(to, place, bytes);
  return true;
}

}  // namespace

bool ReadOwnMemory(const void* place, void* to, size_t bytes) noexcept {
  const int error = errno;
  const iovec local = {to, bytes}, remote = {const_cast<void*>(place), bytes};
  const ssize_t read = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
  bool whole = read == static_cast<ssize_t>(bytes);
  if (read < 0 && errno != EFAULT) whole = ReadAfterLook(place, to, bytes);
  errno = error;
  return whole;
}

size_t ReadOwnMemoryUpTo(const void* place, void* to, size_t bytes) noexcept {
  if (ReadOwnMemory(place, to, bytes)) return bytes;
  const size_t less = std::min(bytes, LeftOfPage(place));
  return less < bytes && ReadOwnMemory(place, to, less) ? less : 0;
}

bool ReadOwnText(const char* text, size_t most, std::string* to) {
  to->clear();
  char part[256];
  while (text != nullptr && to->size() < most) {
    const size_t bytes = std::min({sizeof(part), most - to->size(), LeftOfPage(text)});
    if (!ReadOwnMemory(text, part, bytes)) return false;
    const size_t length = strnlen(part, bytes);
    to->append(part, length);
    if (length < bytes) return true;
    text += bytes;
  }
  return text != nullptr;
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
