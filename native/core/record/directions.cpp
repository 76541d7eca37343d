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

constexpr bool Lies(End end) noexcept {
  return end == End::kHost || end == End::kDevice;
}

constexpr uint8_t Between(End from, End to) noexcept {
  if (!Lies(from) || !Lies(to)) return ROCJFR_COPY_UNKNOWN;
  if (from == End::kHost) {
    return to == End::kHost ? ROCJFR_COPY_HOST_TO_HOST : ROCJFR_COPY_HOST_TO_DEVICE;
  }
  return to == End::kHost ? ROCJFR_COPY_DEVICE_TO_HOST : ROCJFR_COPY_DEVICE_TO_DEVICE;
}

// What a kind says of the ends, in all releases that were tried (hip_directions_test.cpp): a write
// reads from the host, a read writes to it. Of the other end that says nothing: it may be pinned.
// A copy is one between devices where the release tells pinned memory from them.
enum Says : uint8_t { kNothing, kFromHost, kToHost, kBothDevice, kSays };
Says SaysOf(const Runtime* runtime, uint32_t kind) noexcept {
  if (kind == kWrite || kind == kWriteRect) return kFromHost;
  if (kind == kRead || kind == kReadRect) return kToHost;
  if (runtime == nullptr) return kNothing;
  // Of boxes and rectangles from 6.0 on; of what is in one line before that.
  return kind == (AsksTwice(*runtime) ? kCopyRect : kCopy) ? kBothDevice : kNothing;
}

// False: they contradict each other, and nothing is known.
constexpr bool Join(End* known, End said) noexcept {
  if (said == End::kUnknown || *known == End::kMoves) return true;
  if (*known == End::kUnknown) *known = said;
  return *known == said;
}

constexpr uint8_t Final(End from, End to, Says says) noexcept {
  const End said_from = says == kFromHost     ? End::kHost
                        : says == kBothDevice ? End::kDevice
                                              : End::kUnknown;
  const End said_to = says == kToHost       ? End::kHost
                      : says == kBothDevice ? End::kDevice
                                            : End::kUnknown;
  if (!Join(&from, said_from) || !Join(&to, said_to)) return ROCJFR_COPY_UNKNOWN;
  return Between(from, to);
}

// By what the kind says, and by both ends.
struct FinalTable {
  uint8_t directions[kSays][16] = {};
  constexpr FinalTable() {
    for (uint32_t says = 0; says < kSays; ++says) {
      for (uint32_t ends = 0; ends < 16; ++ends) {
        directions[says][ends] =
            Final(static_cast<End>(ends >> 2), static_cast<End>(ends & 3), static_cast<Says>(says));
      }
    }
  }
};
constexpr FinalTable kFinal;

}  // namespace

uint8_t DirectionOf(End from, End to) noexcept {
  const bool open = from == End::kUnknown || to == End::kUnknown;
  if (!open) return Between(from, to);
  return static_cast<uint8_t>(kOpenEnds | static_cast<uint32_t>(from) << 2 |
                              static_cast<uint32_t>(to));
}

uint8_t FinalDirection(const Runtime* runtime, uint8_t copy, uint32_t kind) noexcept {
  if (kind == kFill || kind == kFillImage) return ROCJFR_COPY_FILL;
  const uint32_t ends = (copy & kOpenEnds) != 0 ? copy & 15 : 0;
  return kFinal.directions[SaysOf(runtime, kind)][ends];
}

}  // namespace rocjfr
