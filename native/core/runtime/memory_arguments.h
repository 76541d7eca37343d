// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions that allocate and free GPU memory, and where their arguments stand in the runtime's
// hip_api_data_t, by function name.
#ifndef ROCJFR_CORE_RUNTIME_MEMORY_ARGUMENTS_H_
#define ROCJFR_CORE_RUNTIME_MEMORY_ARGUMENTS_H_

#include <cstdint>
#include <string_view>

namespace rocjfr {

// As rocjfr_memory_t.kind has it.
enum class MemoryKind : uint8_t { kDevice, kHost, kManaged, kPool, kVirtual, kArray, kOpenCl };
constexpr uint32_t kMemoryKinds = 7;

enum class MemoryAct : uint8_t {
  kAllocates,
  kFrees,          // what its first argument names
  kMaps,           // hipMemMap: keeps a handle's memory
  kUnmaps,         // hipMemUnmap
  kReleases,       // hipMemRelease: memory that is mapped stays
  kResetsDevice,   // all of the current one
  kUnfollowed,     // allocates, or keeps, what is not followed: counted
  kShows,          // tells where memory stands that no such function may have allocated
  kBrings,         // the process has memory that no such function has allocated
  kEnds,           // and not any more
  kBringsToGraph,  // the same, where a graph has it
  kEndsGraph,
  kMakesPool,  // of memory: whose is in the hipMemPoolProps
  kTakesPool,  // of memory that may be anyone's
};

// How its bytes are told.
enum class Bytes : uint8_t {
  kSize,         // a size_t at `bytes`
  kPitched,      // what the pointer at `pitch` points to, times the size_t at `height`
  kPitched3D,    // of the hipPitchedPtr that the first argument points to, times height and depth
  kElements,     // of a hipChannelFormatDesc at `format`, times width, height and depth
  kDescribed,    // by the HIP_ARRAY_DESCRIPTOR that the argument at `bytes` points to
  kDescribed3D,  // HIP_ARRAY3D_DESCRIPTOR
};

// With these flags of hipExtMallocWithFlags the memory is a device's. They are no bits: 2 is a
// signal's memory, which is the host's or a device's. What others are is not known.
constexpr bool IsDeviceMalloc(uint32_t flags) {
  constexpr uint32_t kDefault = 0, kFineGrained = 1, kUncached = 3, kContiguous = 4;
  return flags == kDefault || flags == kFineGrained || flags == kUncached || flags == kContiguous;
}

// Offsets into hip_api_data_t; 0 is "has none". They follow from the functions' signatures: a
// pointer argument takes two words, the second of which is not used here.
struct MemoryLayout {
  const char* function;
  MemoryAct act;
  MemoryKind kind = MemoryKind::kDevice;
  Bytes how = Bytes::kSize;
  bool names = false;  // the first argument is the address, not where it is put
  uint16_t bytes = 0;
  uint16_t pitch = 0;
  uint16_t format = 0;
  uint16_t width = 0;
  uint16_t height = 0;
  uint16_t depth = 0;
  uint16_t handle = 0;  // of kMaps; of kMakesPool: the hipMemPoolProps
  uint16_t flags = 0;   // of hipExtMallocWithFlags
  uint16_t host = 0;    // of kShows: the host's address of the same memory
};

// nullptr: the function does neither.
const MemoryLayout* FindMemory(std::string_view function) noexcept;
// For the test: all rows.
const MemoryLayout* AllMemory(uint32_t* count) noexcept;
// Marks the words that are read: arguments.h.
void MarkUnfilled(const MemoryLayout& layout, void* api_data) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RUNTIME_MEMORY_ARGUMENTS_H_
