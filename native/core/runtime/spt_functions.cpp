// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// In 5.x the function that a program calls calls the hook itself. From 6 on it jumps through a
// table of functions (which tools may replace), which call the hook:
//
//     call table ... mov offset(%rax), %rax ... jmp *%rax
//
// The machine code shows the address of the table and the offset of the function. The address is
// accepted only if all such functions use the same one. It is the table of a runtime in use,
// because the question comes only from within a call.
#include "spt_functions.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "runtime.h"

namespace rocjfr {

struct SptFunction {
  uintptr_t begin = 0;  // of the exported function for the own stream
  uintptr_t end = 0;
  uint32_t plain_offset = 0;  // in the runtime's table; 0: not known
  uint32_t own_offset = 0;
};

namespace {

constexpr uintptr_t kLongestFunction = 32 << 10;
constexpr uint32_t kLargestOffset = 16 << 10;

struct Exported {
  const uint8_t* code = nullptr;
  size_t bytes = 0;
  const void* base = nullptr;  // of its library
};

Exported Find(void* handle, const char* name) {
  Exported function;
  void* address = dlsym(handle, name);
  Dl_info place;
  const ElfW(Sym)* symbol = nullptr;
  if (address == nullptr ||
      dladdr1(address, &place, reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&symbol)),
              RTLD_DL_SYMENT) == 0 ||
      symbol == nullptr || place.dli_saddr != address) {
    return function;
  }
  function.code = static_cast<const uint8_t*>(address);
  function.bytes = symbol->st_size;
  function.base = place.dli_fbase;
  return function;
}

// How an exported function gets at the one that does its work.
struct Jump {
  const uint8_t* table = nullptr;  // the function that returns the table
  uint32_t offset = 0;
};

Jump ReadJump(const Exported& function) {
  Jump jump;
#if defined(__x86_64__)
  const auto word = [&](size_t at) {
    int32_t value;
    memcpy(&value, function.code + at, sizeof(value));
    return value;
  };
  constexpr size_t kInstruction = 7;
  for (size_t at = 0; at + kInstruction <= function.bytes; ++at) {
    const uint8_t* code = function.code + at;
    if (jump.table == nullptr) {
      if (code[0] != 0xE8) continue;  // call
      const uint8_t* target = code + 5 + word(at + 1);
      Dl_info place;
      if (dladdr(target, &place) != 0 && place.dli_fbase == function.base) jump.table = target;
      if (jump.table != nullptr) at += 4;
      continue;
    }
    const bool load = code[0] == 0x48 && code[1] == 0x8B && code[2] == 0x80;  // mov x(%rax), %rax
    const bool through = code[0] == 0xFF && code[1] == 0xA0;                  // jmp *x(%rax)
    if (!load && !through) continue;
    const int32_t offset = word(at + (load ? 3 : 2));
    const bool plausible = offset > 0 && offset % 8 == 0;
    if (plausible) jump.offset = static_cast<uint32_t>(offset);
    break;
  }
#else
  (void)function;
#endif
  return jump.offset == 0 || jump.offset > kLargestOffset ? Jump() : jump;
}

using Table = const char* (*)();

// The functions that do the work of two exported ones.
struct Pair {
  uintptr_t plain, own;
};
Pair Read(const Runtime& runtime, const SptFunction& spt) noexcept {
  const char* table = reinterpret_cast<Table>(runtime.table_function)();
  Pair pair{0, 0};
  if (table == nullptr) return pair;
  memcpy(&pair.plain, table + spt.plain_offset, sizeof(pair.plain));
  memcpy(&pair.own, table + spt.own_offset, sizeof(pair.own));
  return pair;
}

}  // namespace

void FindSptFunctions(Runtime* runtime) {
  const uint8_t* table = nullptr;
  bool agree = true;
  std::vector<SptFunction*> jumping;
  for (uint32_t id = 1; id <= runtime->api_last; ++id) {
    if (runtime->api_names[id] == nullptr) continue;
    const std::string name = runtime->api_names[id];
    const Exported own = Find(runtime->handle, (name + "_spt").c_str());
    if (own.code == nullptr) continue;
    auto spt = std::make_unique<SptFunction>();
    spt->begin = reinterpret_cast<uintptr_t>(own.code);
    spt->end = spt->begin + own.bytes;
    const Exported plain = Find(runtime->handle, name.c_str());
    const Jump own_jump = ReadJump(own), plain_jump = ReadJump(plain);
    if (own_jump.table != nullptr && own_jump.table == plain_jump.table &&
        own_jump.offset != plain_jump.offset) {
      agree = agree && (table == nullptr || table == own_jump.table);
      table = own_jump.table;
      spt->plain_offset = plain_jump.offset;
      spt->own_offset = own_jump.offset;
      jumping.push_back(spt.get());
    }
    runtime->spt_functions[id] = spt.release();  // as long as the runtime, that is for ever
  }
  constexpr size_t kFewest = 8;
  if (agree && jumping.size() >= kFewest) {
    runtime->table_function = reinterpret_cast<const void*>(table);
  }
}

bool CalledForOwnStream(const Runtime& runtime, uint32_t op, const void* caller) noexcept {
  const SptFunction* spt = runtime.spt_functions[op];
  if (spt == nullptr) return false;
  const auto at = reinterpret_cast<uintptr_t>(caller);
  if (at >= spt->begin && at < spt->end) return true;
  if (runtime.table_function == nullptr || spt->own_offset == 0) return false;
  const Pair pair = Read(runtime, *spt);
  const bool within = at >= pair.own && at - pair.own < kLongestFunction;
  return within && (pair.plain > at || pair.plain < pair.own);
}

}  // namespace rocjfr
