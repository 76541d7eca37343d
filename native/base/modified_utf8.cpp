// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "modified_utf8.h"

#include <cstdint>

namespace rocjfr {
namespace {

// The surrogate at `text`, or 0.
uint32_t SurrogateAt(const unsigned char* text) noexcept {
  if (text[0] != 0xED || text[1] < 0xA0 || text[1] > 0xBF || (text[2] & 0xC0) != 0x80) return 0;
  return 0xD000u | (text[1] & 0x3Fu) << 6 | (text[2] & 0x3Fu);
}

}  // namespace

void FromModifiedUtf8(char* text) noexcept {
  const auto* from = reinterpret_cast<const unsigned char*>(text);
  char* to = text;
  while (*from != 0) {
    const uint32_t first = SurrogateAt(from);
    if (first != 0) {
      const uint32_t second = first < 0xDC00 ? SurrogateAt(from + 3) : 0;
      if (second >= 0xDC00) {
        const uint32_t code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
        *to++ = static_cast<char>(0xF0 | code >> 18);
        *to++ = static_cast<char>(0x80 | (code >> 12 & 0x3F));
        *to++ = static_cast<char>(0x80 | (code >> 6 & 0x3F));
        *to++ = static_cast<char>(0x80 | (code & 0x3F));
        from += 6;
      } else {
        *to++ = '?';
        from += 3;
      }
    } else if (from[0] == 0xC0 && from[1] == 0x80) {
      *to++ = '?';
      from += 2;
    } else {
      *to++ = static_cast<char>(*from++);
    }
  }
  *to = '\0';
}

}  // namespace rocjfr
