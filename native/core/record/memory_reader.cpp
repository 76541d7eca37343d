// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "memory_reader.h"

#include <cstring>

#include "base/own_memory.h"
#include "core/runtime/arguments.h"

namespace rocjfr {
namespace {

template <typename T>
T At(const void* base, uint32_t offset) noexcept {
  T value;
  memcpy(&value, static_cast<const char*>(base) + offset, sizeof(value));
  return value;
}

const void* Pointer(const void* api_data, uint16_t offset) noexcept {
  return reinterpret_cast<const void*>(Argument(api_data, offset));
}

// What stands at a place that the program has named; 0: nothing.
uint64_t WordAt(uint64_t place, bool written) noexcept {
  const auto* at = reinterpret_cast<const void*>(place);
  if (at == nullptr) return 0;
  if (written) return At<uint64_t>(at, 0);
  uint64_t word = 0;
  return ReadOwnMemory(at, &word, sizeof(word)) ? word : 0;
}

// What an argument points to, zeros behind what is there. False: nothing is. (It may not be known
// whether the call has succeeded.)
template <size_t bytes>
bool ReadStruct(const void* api_data, uint16_t offset, char (&to)[bytes]) noexcept {
  const void* place = Pointer(api_data, offset);
  const size_t read = place == nullptr ? 0 : ReadOwnMemoryUpTo(place, to, bytes);
  memset(to + read, 0, bytes - read);
  return read != 0;
}

uint64_t AtLeastOne(uint64_t n) noexcept {
  return n == 0 ? 1 : n;
}

// Bytes of an element of hipArray_Format; 0: not known.
uint64_t FormatBytes(uint32_t format) noexcept {
  switch (format) {
    case 0x01:  // unsigned and signed 8 bits
    case 0x08:
      return 1;
    case 0x02:  // 16
    case 0x09:
    case 0x10:  // half
      return 2;
    case 0x03:  // 32
    case 0x0A:
    case 0x20:  // float
      return 4;
    default:
      return 0;
  }
}

uint64_t ElementBytes(const MemoryLayout& layout, const void* api_data) noexcept {
  char format[16];
  if (!ReadStruct(api_data, layout.format, format)) return 0;
  uint64_t bits = 0;
  for (uint32_t channel = 0; channel < 4; ++channel) {
    bits += static_cast<uint32_t>(At<int32_t>(format, 4 * channel));
  }
  const uint64_t depth = layout.depth == 0 ? 1 : AtLeastOne(Argument(api_data, layout.depth));
  return bits / 8 * AtLeastOne(Argument(api_data, layout.width)) *
         AtLeastOne(Argument(api_data, layout.height)) * depth;
}

uint64_t DescribedBytes(const MemoryLayout& layout, const void* api_data) noexcept {
  char descriptor[32];
  if (!ReadStruct(api_data, layout.bytes, descriptor)) return 0;
  const bool three = layout.how == Bytes::kDescribed3D;
  const uint32_t format = three ? 24 : 16;
  const uint64_t depth = three ? AtLeastOne(At<uint64_t>(descriptor, 16)) : 1;
  return FormatBytes(At<uint32_t>(descriptor, format)) * At<uint32_t>(descriptor, format + 4) *
         At<uint64_t>(descriptor, 0) * AtLeastOne(At<uint64_t>(descriptor, 8)) * depth;
}

}  // namespace

uint64_t Argument(const void* api_data, uint16_t offset) noexcept {
  const auto word = At<uint64_t>(api_data, offset);
  return word == kUnfilled ? 0 : word;
}

uint64_t BytesOf(const MemoryLayout& layout, const void* api_data, bool written) noexcept {
  switch (layout.how) {
    case Bytes::kSize:
      return Argument(api_data, layout.bytes);
    case Bytes::kPitched: {
      return WordAt(Argument(api_data, layout.pitch), written) * Argument(api_data, layout.height);
    }
    case Bytes::kPitched3D: {
      const uint64_t pitched = Argument(api_data, kFirstArgument);
      return WordAt(pitched == 0 ? 0 : pitched + 8, written) * Argument(api_data, layout.height) *
             Argument(api_data, layout.depth);
    }
    case Bytes::kElements:
      return ElementBytes(layout, api_data);
    case Bytes::kDescribed:
    case Bytes::kDescribed3D:
      return DescribedBytes(layout, api_data);
  }
  return 0;
}

bool ReadAddress(const MemoryLayout& layout, const void* api_data, bool written,
                 uint64_t* address) noexcept {
  *address = 0;
  if (layout.names) {
    *address = Argument(api_data, kFirstArgument);
    return true;
  }
  const void* place = Pointer(api_data, kFirstArgument);
  if (place == nullptr) return true;
  if (!written) return ReadOwnMemory(place, address, sizeof(*address));
  *address = At<uint64_t>(place, 0);
  return true;
}

}  // namespace rocjfr
