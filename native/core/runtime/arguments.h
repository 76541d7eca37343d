// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the arguments that interest us stand in the runtime's hip_api_data_t, by function name.
#ifndef ROCJFR_CORE_RUNTIME_ARGUMENTS_H_
#define ROCJFR_CORE_RUNTIME_ARGUMENTS_H_

#include <cstdint>
#include <cstring>
#include <string_view>

#include "rocjfr/client.h"

namespace rocjfr {

enum class KernelArgument : uint8_t {
  kNone,
  kFunction,     // hipFunction_t
  kHostPointer,  // the host-side stub's address
};

enum class Effect : uint8_t {
  kNone,
  kSubmits,        // kernels, copies, fills: a submission from the start
  kStreamMemory,   // writes or waits for memory in a stream: HIP 5.2 makes copies of it
  kHostFunction,   // has HIP call the program, now or by a graph
  kQueries,        // a stream, which the runtime may mark for it
  kSynchronises,   // a stream, or the device
  kCaptures,       // a stream, or lets it join a capture
  kStreamDestroy,  // the handle's number is given up
  kModuleUnload,   // kernel handles may be reused
  kStreamsGone,    // the handles of several streams may be reused
  kDeviceReset,    // both, of the current device
};

// Of a handle that was seen before nothing is known any more.
inline bool FreesHandles(Effect effect) noexcept {
  return effect >= Effect::kStreamDestroy;
}

// How hip_api_data_t holds a hipArray argument: with a copy of the array behind its pointer until
// 5.7, as the pointer alone from 6.0 on. Of a row: kUnknown says nothing that depends on it.
enum class Arrays : uint8_t { kUnknown, kWithValue, kPointer, kAny };
constexpr uint32_t kArrayKinds = 3;  // of runtimes

// The sizes of a call with many copies: an array of them, or of hipMemcpy3DBatchOp.
enum class Batch : uint8_t { kNone, kSizes, k3D };

// Where one end of a copy stands: words (offset / 8) of the arguments, or of the struct that
// `by_pointer` has.
struct CopyEnd {
  static constexpr uint8_t kNone = 0xFF;
  uint8_t pointer = kNone;
  // Of a struct that has one for each kind of memory: the one that is not null counts.
  uint8_t other = kNone, array = kNone;
  bool device = false;  // an array or a symbol, as the function says
};

// Offsets into hip_api_data_t; 0 is "has none" (the arguments begin at 16). Function ids change
// with the version, these offsets do not, but for `arrays`: they follow from the functions'
// signatures. Checked by arguments_test against the headers of the build machine's HIP.
struct ArgumentLayout {
  const char* function;
  Effect effect = Effect::kNone;
  KernelArgument kernel = KernelArgument::kNone;
  uint16_t kernel_at = 16;
  uint16_t grid = 0;   // three uint32_t
  uint16_t group = 0;  // three uint32_t
  bool grid_in_work_items = false;
  uint16_t lds = 0;  // uint32_t, or size_t on a little-endian machine
  uint16_t stream = 0;
  bool default_stream = false;  // no stream argument: runs on the default one
  // Offset of a pointer to a struct: those of grid, group and lds or of bytes, height, depth and
  // the ends are offsets into that, 0 is one too. Of a batch: to the first of its array.
  uint16_t by_pointer = 0;
  bool kernel_in_struct = false;  // kernel_at is, too
  uint16_t stream_in_struct = 0;
  Batch batch = Batch::kNone;
  uint16_t count = 0;    // size_t: of a batch
  uint16_t devices = 0;  // uint32_t: a launch's on several
  uint16_t bytes = 0;    // size_t: a size, or the width of what follows
  uint16_t height = 0;   // size_t
  uint16_t depth = 0;    // size_t
  uint8_t unit = 1;      // bytes of an element
  uint16_t unit_at = 0;  // uint32_t: the same, in a struct
  // What the program says of a copy's direction (hipMemcpyKind, the function's name) is not read:
  // HIP does not go by it.
  CopyEnd from{}, to{};
  uint8_t copy = 0;              // ROCJFR_COPY_FILL or _UNKNOWN
  uint8_t shape = 0;             // dimensions of a copy
  Arrays arrays = Arrays::kAny;  // the versions that the row is for
  uint16_t destination = 0;      // int: a HIP ordinal
  uint16_t source = 0;           // the same

  // The words of hip_api_data_t that are read, by number (offset / 8), some of them repeatedly.
  static constexpr uint32_t kWords = 6;
  uint8_t words[kWords] = {2, 2, 2, 2, 2, 2};
};

// What words of arguments hold before the runtime fills them in: one that still does was not filled
// and says nothing. Neither pointer nor size, and both halves are no count.
constexpr uint64_t kUnfilled = ROCJFR_UNFILLED;
constexpr uint32_t kUnfilledHalf = static_cast<uint32_t>(kUnfilled);
static_assert(kUnfilled >> 32 == kUnfilledHalf, "");

// Marks the words that `layout` reads, and the first argument in any case. `layout` may be null.
inline void MarkUnfilled(const ArgumentLayout* layout, void* api_data) noexcept {
  constexpr uint32_t kFirstArgument = 2;
  auto* words = static_cast<char*>(api_data);
  memcpy(words + 8 * kFirstArgument, &kUnfilled, sizeof(kUnfilled));
  if (layout == nullptr) return;
  for (const uint8_t word : layout->words) memcpy(words + 8 * word, &kUnfilled, sizeof(kUnfilled));
}

// nullptr: nothing of the function's arguments is recorded.
const ArgumentLayout* FindArguments(std::string_view function, Arrays arrays) noexcept;

// For the test: all rows.
const ArgumentLayout* AllArguments(uint32_t* count) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RUNTIME_ARGUMENTS_H_
