// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "directions.h"

#include "rocjfr/command_type.h"

namespace rocjfr {
namespace {

// What a kind says of the ends, in all releases that were tried (hip_directions_test.cpp). A write
// reads from the host, a read writes to it. The other end may be anywhere: it may be pinned.
// A copy is one between devices where the release tells pinned memory from them.
enum Says : uint8_t { kNothing, kFromHost, kToHost, kBothDevice, kIsFill, kSays };

constexpr Says SaysOf(uint32_t kind, bool from_6) noexcept {
  switch (kind) {
    case ROCJFR_COMMAND_WRITE_BUFFER:
    case ROCJFR_COMMAND_WRITE_BUFFER_RECT:
      return kFromHost;
    case ROCJFR_COMMAND_READ_BUFFER:
    case ROCJFR_COMMAND_READ_BUFFER_RECT:
      return kToHost;
    case ROCJFR_COMMAND_COPY_BUFFER:  // in one line
      return from_6 ? kNothing : kBothDevice;
    case ROCJFR_COMMAND_COPY_BUFFER_RECT:  // of boxes and rectangles
      return from_6 ? kBothDevice : kNothing;
    case ROCJFR_COMMAND_FILL_BUFFER:
    case ROCJFR_COMMAND_FILL_IMAGE:
      return kIsFill;
    default:
      return kNothing;
  }
}

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

constexpr End Believed(End end) noexcept {
  return end == End::kPageable ? End::kHost : end;
}

// Of an end that is known so, and of which the kind says this. Where they contradict each other
// nothing is known. Pageable memory is only known to be the host's where the kind confirms it.
constexpr End Join(End known, End said) noexcept {
  if (known == End::kMoves || said == End::kUnknown) {
    return known == End::kPageable ? End::kUnknown : known;
  }
  if (known == End::kUnknown) return said;
  return Believed(known) == said ? said : End::kUnknown;
}

constexpr uint8_t Final(End from, End to, Says says) noexcept {
  if (says == kIsFill) return ROCJFR_COPY_FILL;
  const End said_from = says == kFromHost     ? End::kHost
                        : says == kBothDevice ? End::kDevice
                                              : End::kUnknown;
  const End said_to = says == kToHost       ? End::kHost
                      : says == kBothDevice ? End::kDevice
                                            : End::kUnknown;
  return Between(Join(from, said_from), Join(to, said_to));
}

constexpr uint32_t kEnds = 1u << 2 * kEndBits;

struct Tables {
  uint8_t told[kEnds] = {};
  uint8_t final[kSays][kEnds] = {};
  uint8_t says[2][ROCJFR_COMMAND_LAST - ROCJFR_COMMAND_FIRST + 1] = {};
  constexpr Tables() {
    for (uint32_t ends = 0; ends < kEnds; ++ends) {
      const auto from = static_cast<End>(ends >> kEndBits);
      const auto to = static_cast<End>(ends & ((1u << kEndBits) - 1));
      told[ends] = Between(Believed(from), Believed(to));
      for (uint32_t one = 0; one < kSays; ++one) {
        final[one][ends] = Final(from, to, static_cast<Says>(one));
      }
    }
    for (uint32_t kind = ROCJFR_COMMAND_FIRST; kind <= ROCJFR_COMMAND_LAST; ++kind) {
      for (const bool from_6 : {false, true})
        says[from_6][kind - ROCJFR_COMMAND_FIRST] = SaysOf(kind, from_6);
    }
  }
};
constexpr Tables kTables;

}  // namespace

uint8_t ToldDirection(uint8_t copy) noexcept {
  return HasOpenEnds(copy) ? kTables.told[copy & (kEnds - 1)] : copy;
}

uint8_t FinalDirection(const Runtime* runtime, uint8_t copy, uint32_t kind) noexcept {
  const uint32_t number = kind - ROCJFR_COMMAND_FIRST;
  // Releases from 6.0 on are those that ask twice.
  const bool from_6 = runtime != nullptr && AsksTwice(*runtime);
  const uint32_t says = number <= ROCJFR_COMMAND_LAST - ROCJFR_COMMAND_FIRST
                            ? kTables.says[from_6][number]
                            : uint32_t{kNothing};
  return kTables.final[says][HasOpenEnds(copy) ? copy & (kEnds - 1) : 0];
}

}  // namespace rocjfr
