// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Ours for each function of HSA: it tells who wants the call, and does what the original does, or
// what behaviours.h has in its place.
#include <cstring>
#include <tuple>
#include <type_traits>

#include "behaviours.h"
#include "call.h"
#include "functions.h"
#include "tables.h"
#include "wanted.h"

namespace rocjfr::hsa {
namespace {

// How an argument stands in AMD's hsa_api_data_t.
template <typename T>
struct Kept {
  static constexpr size_t kBytes = sizeof(T), kAlignment = alignof(T);
  static void Put(T value, unsigned char* at) noexcept { memcpy(at, &value, sizeof(value)); }
};
template <>
struct Kept<Range> {
  static constexpr size_t kBytes = sizeof(void*) + kRangeBytes, kAlignment = alignof(void*);
  static void Put(Range value, unsigned char* at) noexcept {
    memcpy(at, &value, sizeof(value));
    if (value.at != nullptr) {
      memcpy(at + sizeof(value), value.at, kRangeBytes);
    } else {
      memset(at + sizeof(value), 0, kRangeBytes);
    }
  }
};

constexpr size_t Aligned(size_t offset, size_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

// As members of a struct.
template <typename... A>
constexpr size_t BytesOfAll() {
  size_t bytes = 0;
  ((bytes = Aligned(bytes, Kept<A>::kAlignment) + Kept<A>::kBytes), ...);
  return Aligned(bytes, alignof(void*));
}

template <typename... A>
void PutAll(unsigned char* at, A... arguments) noexcept {
  size_t offset = 0;
  (void)offset;
  (void)at;
  const auto put = [&](auto argument) {
    using T = decltype(argument);
    offset = Aligned(offset, Kept<T>::kAlignment);
    Kept<T>::Put(argument, at + offset);
    offset += Kept<T>::kBytes;
  };
  (void)put;
  (put(arguments), ...);
}

// What is done in place of the original.
template <uint32_t kNumber>
constexpr auto kBehaviour = nullptr;
#define BEHAVIOUR(name, function) \
  template <>                     \
  constexpr auto kBehaviour<k_##name> = &function;
ROCJFR_HSA_BEHAVIOURS(BEHAVIOUR)
#undef BEHAVIOUR

template <uint32_t kNumber, typename R, typename... A>
struct Wrapper {
  static R Do(bool ours, A... arguments) {
    if constexpr (!std::is_null_pointer_v<decltype(kBehaviour<kNumber>)>) {
      // The same to the calling convention.
      void* const behaviour = reinterpret_cast<void*>(kBehaviour<kNumber>);
      if (ours) return reinterpret_cast<R (*)(A...)>(behaviour)(arguments...);
    }
    (void)ours;
    return reinterpret_cast<R (*)(A...)>(g_real[kNumber].load(std::memory_order_acquire))(
        arguments...);
  }

  [[gnu::noinline]] static R Told(ThreadState& thread, uint32_t clients, A... arguments) {
    constexpr size_t kBytes = BytesOfAll<A...>();
    static_assert(kBytes <= kArgumentBytes || TableOf(kNumber) == ROCJFR_HSA_FINALIZER_EXT,
                  "fits into AMD's structure");
    constexpr bool kFits = kBytes <= kArgumentBytes;
    ApiData<kFits ? kArgumentBytes : kBytes> data;
    uint64_t word = 0;
    data.result = 0;
    data.word = &word;
    memset(data.arguments, 0, sizeof(data.arguments));
    PutAll(data.arguments, arguments...);
    Call call(thread, kNumber, clients);
    call.Enter(&data);
    if constexpr (std::is_void_v<R>) {
      Do(true, arguments...);
      call.Exit(&data);
    } else {
      const R result = Do(true, arguments...);
      memcpy(&data.result, &result, sizeof(result));
      call.Exit(&data);
      return result;
    }
  }

  static R Function(A... arguments) {
    const uint32_t clients = g_call_clients[kNumber].load(std::memory_order_relaxed);
    constexpr bool kBehaves = !std::is_null_pointer_v<decltype(kBehaviour<kNumber>)>;
    if (clients == 0 && !kBehaves) return Do(false, arguments...);
    ThreadState* thread = TracingThread();
    if (clients == 0 || thread == nullptr) return Do(thread != nullptr, arguments...);
    return Told(*thread, clients, arguments...);
  }

  static constexpr uint32_t TableOf(uint32_t number) {
    return number >= k_hsa_ext_program_create ? ROCJFR_HSA_FINALIZER_EXT : ROCJFR_HSA_CORE;
  }
};

template <uint32_t kNumber, typename R, typename... A>
void* Address() {
  return reinterpret_cast<void*>(&Wrapper<kNumber, R, A...>::Function);
}

}  // namespace

void* WrapperOf(uint32_t number) noexcept {
  static void* const kWrappers[kFunctions] = {
#define HSA_FUNCTION(table, name, since, ...) Address<k_##name, __VA_ARGS__>(),
#include "functions.inc"
#undef HSA_FUNCTION
  };
  return number == k_hsa_shut_down ? nullptr : kWrappers[number];
}

}  // namespace rocjfr::hsa
