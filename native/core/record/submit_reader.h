// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a HIP call's arguments say about the work that it submits.
#ifndef ROCJFR_CORE_RECORD_SUBMIT_READER_H_
#define ROCJFR_CORE_RECORD_SUBMIT_READER_H_

#include <cstdint>
#include <cstring>

#include "core/runtime/arguments.h"
#include "core/runtime/runtime.h"
#include "names.h"
#include "rocjfr/record.h"
#include "thread_state.h"

namespace rocjfr {

// The stream that a call names; false: the runtime has not filled its argument.
bool ReadStreamHandle(const ArgumentLayout& layout, const void* api_data,
                      uint64_t* handle) noexcept;
// Fills what the arguments in `api_data` say: kernel, grid, size, direction, stream, device.
// Follows calls that destroy streams, unload modules or reset devices.
void ReadSubmit(ThreadState& thread, const Runtime& runtime, uint32_t op,
                const ArgumentLayout& layout, const void* api_data,
                rocjfr_submit_t* submit) noexcept;

// Kernel handles may mean other kernels from now on.
void ForgetKernels() noexcept;
// Where a library with kernels was, another one may be: host functions are handles, too.
void ForgetKernelsIfLibrariesChanged() noexcept;

// Where a thread keeps what it knows of a pointer.
inline uint32_t CacheIndex(const void* pointer) noexcept {
  const auto bits = reinterpret_cast<uintptr_t>(pointer);
  return static_cast<uint32_t>((bits >> 4) ^ (bits >> 10)) & 63;
}

// The ref of a name that the runtime owns; 0 for null. Pointers are reused, so the text decides.
[[gnu::always_inline]] inline uint32_t SymbolRef(ThreadState& thread, const char* symbol) noexcept {
  if (symbol == nullptr) return 0;
  auto& cached = thread.symbols[CacheIndex(symbol)];
  if (cached.key == symbol && cached.symbol != nullptr && strcmp(cached.symbol, symbol) == 0) {
    return cached.ref;
  }
  cached.ref = InternName(symbol);
  cached.key = symbol;
  cached.symbol = NameSymbol(cached.ref);
  return cached.ref;
}

// The kernel of a dispatch. Where the runtime names it, that decides: by its handle, the launch may
// have meant one of a library that has gone. `launched` where both are the same.
uint32_t KernelOfOther(ThreadState& thread, uint32_t launched, const char* symbol) noexcept;
[[gnu::always_inline]] inline uint32_t KernelOf(ThreadState& thread, uint32_t launched,
                                                const char* symbol) noexcept {
  if (symbol == nullptr) return launched;
  const auto& cached = thread.symbols[CacheIndex(symbol)];
  if (cached.key == symbol && cached.ref == launched && cached.symbol != nullptr &&
      strcmp(cached.symbol, symbol) == 0) {
    return launched;
  }
  return KernelOfOther(thread, launched, symbol);
}

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_SUBMIT_READER_H_
