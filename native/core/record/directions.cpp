// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "directions.h"

namespace rocjfr {
namespace {

// OpenCL's command types, which are the kinds of finished work.
enum : uint32_t {
  kRead = 0x11F3,
  kWrite = 0x11F4,
  kCopy = 0x11F5,
  kReadRect = 0x1201,
  kWriteRect = 0x1202,
  kCopyRect = 0x1203,
  kFill = 0x1207,
  kFillImage = 0x1208,
};

bool Lies(End end) noexcept {
  return end == End::kHost || end == End::kDevice;
}

uint8_t Between(End from, End to) noexcept {
  if (!Lies(from) || !Lies(to)) return ROCJFR_COPY_UNKNOWN;
  if (from == End::kHost) {
    return to == End::kHost ? ROCJFR_COPY_HOST_TO_HOST : ROCJFR_COPY_HOST_TO_DEVICE;
  }
  return to == End::kHost ? ROCJFR_COPY_DEVICE_TO_HOST : ROCJFR_COPY_DEVICE_TO_DEVICE;
}

// What a kind says of the ends, in all releases that were tried (hip_directions_test.cpp): a write
// reads from the host, a read writes to it. Of the other end that says nothing: it may be pinned.
// A copy is one between devices where the release tells pinned memory from them.
struct Ends {
  End from = End::kUnknown, to = End::kUnknown;
};
Ends EndsOfKind(const Runtime* runtime, uint32_t kind) noexcept {
  const bool later = runtime == nullptr || AsksTwice(*runtime);  // 6.0 and later
  switch (kind) {
    case kWrite:
    case kWriteRect:
      return {End::kHost, End::kUnknown};
    case kRead:
    case kReadRect:
      return {End::kUnknown, End::kHost};
    case kCopy:
      return later ? Ends{} : Ends{End::kDevice, End::kDevice};
    case kCopyRect:
      return later && runtime != nullptr ? Ends{End::kDevice, End::kDevice} : Ends{};
    default:
      return {};
  }
}

// False: they contradict each other, and nothing is known.
bool Join(End* known, End said) noexcept {
  if (said == End::kUnknown || *known == End::kMoves) return true;
  if (*known == End::kUnknown) *known = said;
  return *known == said;
}

}  // namespace

uint8_t DirectionOf(End from, End to) noexcept {
  const bool open = from == End::kUnknown || to == End::kUnknown;
  if (!open) return Between(from, to);
  return static_cast<uint8_t>(kOpenEnds | static_cast<uint32_t>(from) << 2 |
                              static_cast<uint32_t>(to));
}

uint8_t FinalDirection(const Runtime* runtime, uint8_t copy, uint32_t kind) noexcept {
  if (kind == kFill || kind == kFillImage) return ROCJFR_COPY_FILL;
  Ends ends;
  if ((copy & kOpenEnds) != 0) {
    ends.from = static_cast<End>(copy >> 2 & 3);
    ends.to = static_cast<End>(copy & 3);
  }
  const Ends said = EndsOfKind(runtime, kind);
  if (!Join(&ends.from, said.from) || !Join(&ends.to, said.to)) return ROCJFR_COPY_UNKNOWN;
  return Between(ends.from, ends.to);
}

}  // namespace rocjfr
