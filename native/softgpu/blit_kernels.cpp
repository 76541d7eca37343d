// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "blit_kernels.h"

#include <algorithm>
#include <cstring>

#include "clock.h"
#include "device_memory.h"
#include "lifecycle.h"

namespace rocjfr::softgpu {
namespace {

template <class Arguments>
Arguments read(const void* kernarg) {
  Arguments arguments;
  std::memcpy(static_cast<void*>(&arguments), kernarg, sizeof arguments);
  return arguments;
}

/// Whether the device may touch the range: it must not end beyond the block that it begins in. HIP
/// 5.2.3 itself asks for nearly 2^64 bytes when it fills fewer than are missing to the next
/// multiple of 8. Host memory that is not known as locked cannot be checked.
bool reachable(const void* address, uint64_t bytes) {
  uint64_t begin = reinterpret_cast<uint64_t>(address);
  return begin + bytes >= begin && !Memory::instance().overruns(address, bytes);
}

/// Repeats the pattern.
uint64_t fill(char* to, const char* pattern, uint64_t pattern_bytes, uint64_t count) {
  unsigned __int128 bytes = static_cast<unsigned __int128>(pattern_bytes) * count;
  if (bytes > UINT64_MAX || !reachable(to, static_cast<uint64_t>(bytes))) return kBlitFault;
  for (uint64_t i = 0; i < count; ++i) std::memcpy(to + i * pattern_bytes, pattern, pattern_bytes);
  return static_cast<uint64_t>(bytes);
}

uint64_t copy(char* to, const char* from, uint64_t bytes) {
  if (!reachable(to, bytes) || !reachable(from, bytes)) return kBlitFault;
  std::memmove(to, from, bytes);
  return bytes;
}

// __amd_rocclr_fillBufferAligned of 5.x. Exactly one of the four buffers is set; offset and size of
// the pattern count in its elements.
uint64_t fill_old(const void* kernarg, const std::atomic<bool>&) {
  struct Arguments {
    char* bytes;
    char* shorts;
    char* ints;
    char* longs;
    const char* pattern;
    uint32_t pattern_elements;
    uint64_t offset;
    uint64_t count;
  };
  auto a = read<Arguments>(kernarg);
  size_t element = a.longs ? 8 : a.ints ? 4 : a.shorts ? 2 : 1;
  char* base = a.longs ? a.longs : a.ints ? a.ints : a.shorts ? a.shorts : a.bytes;
  size_t pattern = element * a.pattern_elements;
  return fill(base + a.offset * element, a.pattern, pattern, a.count);
}

// The same of 6.x and later: from an address to an end address.
uint64_t fill_new(const void* kernarg, const std::atomic<bool>&) {
  struct Arguments {
    char* begin;
    const char* pattern;
    uint32_t pattern_elements;
    uint32_t element;
    uint64_t end;
    uint32_t next_chunk;
  };
  auto a = read<Arguments>(kernarg);
  size_t pattern = static_cast<size_t>(a.pattern_elements) * a.element;
  uint64_t begin = reinterpret_cast<uint64_t>(a.begin);
  if (pattern == 0 || a.end <= begin) return 0;
  uint64_t count = (a.end - begin + pattern - 1) / pattern;
  return fill(a.begin, a.pattern, pattern, count);
}

// __amd_rocclr_copyBuffer of 5.x. remainder 8 means that size counts bytes; otherwise size is the
// number of 32-bit words plus one, and the last item copies the remaining bytes.
uint64_t copy_old(const void* kernarg, const std::atomic<bool>&) {
  struct Arguments {
    const char* from;
    char* to;
    uint64_t from_offset;
    uint64_t to_offset;
    uint64_t size;
    uint32_t remainder;
  };
  auto a = read<Arguments>(kernarg);
  uint64_t bytes = a.remainder == 8 ? a.size : a.size == 0 ? 0 : (a.size - 1) * 4 + a.remainder;
  return copy(a.to + a.to_offset, a.from + a.from_offset, bytes);
}

uint64_t copy_new(const void* kernarg, const std::atomic<bool>&) {
  struct Arguments {
    const char* from;
    char* to;
    uint64_t bytes;
    uint32_t remainder;
    uint32_t aligned_size;
    uint64_t end;
    uint32_t next_chunk;
  };
  auto a = read<Arguments>(kernarg);
  return copy(a.to, a.from, a.bytes);
}

uint64_t copy_aligned(const void* kernarg, const std::atomic<bool>&) {
  struct Arguments {
    const char* from;
    char* to;
    uint64_t from_offset;
    uint64_t to_offset;
    uint64_t words;
    uint32_t alignment;
  };
  auto a = read<Arguments>(kernarg);
  uint64_t bytes = a.words * 4 * std::max(1u, a.alignment);
  return copy(a.to + a.to_offset * 4, a.from + a.from_offset * 4, bytes);
}

// Each rectangle is pitch, slice, offset; the size is x, y, z. All in units: bytes, or where the
// kernel is the aligned one what the size's fourth word says, 16 bytes or else 4.
template <bool kAligned>
uint64_t copy_rect(const void* kernarg, const std::atomic<bool>&) {
  struct Quad {
    uint64_t x;
    uint64_t y;
    uint64_t z;
    uint64_t unit;
  };
  struct Arguments {
    const char* from;
    char* to;
    char padding[16];  // the kernel's vectors are aligned to 32
    Quad from_rect;
    Quad to_rect;
    Quad size;
  };
  auto a = read<Arguments>(kernarg);
  const uint64_t unit = !kAligned ? 1 : a.size.unit == 16 ? 16 : 4;
  for (uint64_t z = 0; z < a.size.z; ++z) {
    for (uint64_t y = 0; y < a.size.y; ++y) {
      uint64_t to = a.to_rect.z + y * a.to_rect.x + z * a.to_rect.y;
      uint64_t from = a.from_rect.z + y * a.from_rect.x + z * a.from_rect.y;
      if (copy(a.to + to * unit, a.from + from * unit, a.size.x * unit) == kBlitFault) {
        return kBlitFault;
      }
    }
  }
  return a.size.x * a.size.y * a.size.z * unit;
}

// hipStreamWriteValue32 and 64: one of the two pointers is set.
uint64_t stream_write(const void* kernarg, const std::atomic<bool>&) {
  struct Arguments {
    uint32_t* narrow;
    uint64_t* wide;
    uint64_t value;
  };
  auto a = read<Arguments>(kernarg);
  if (a.narrow != nullptr) {
    __atomic_store_n(a.narrow, static_cast<uint32_t>(a.value), __ATOMIC_RELEASE);
    return 4;
  }
  __atomic_store_n(a.wide, a.value, __ATOMIC_RELEASE);
  return 8;
}

// hipStreamWaitValue32 and 64. The host writes the value without telling anyone, so look again and
// again, less and less often.
uint64_t stream_wait(const void* kernarg, const std::atomic<bool>& stop) {
  struct Arguments {
    uint32_t* narrow;
    uint64_t* wide;
    uint64_t value;
    uint64_t comparison;
    uint64_t mask;
  };
  enum : uint64_t { kGreaterEqual, kEqual, kAnd, kNor };
  auto a = read<Arguments>(kernarg);
  auto satisfied = [&] {
    uint64_t now = a.narrow != nullptr ? __atomic_load_n(a.narrow, __ATOMIC_ACQUIRE)
                                       : __atomic_load_n(a.wide, __ATOMIC_ACQUIRE);
    uint64_t x = now & a.mask;
    switch (a.comparison) {
      case kGreaterEqual:
        return static_cast<int64_t>(x - a.value) >= 0;
      case kEqual:
        return x == a.value;
      case kAnd:
        return (x & a.value) != 0;
      default:
        return ~(x | a.value) != 0;
    }
  };
  uint64_t nap = 20000;
  while (!satisfied() && !stop.load(std::memory_order_acquire) && !exiting().load()) {
    sleep_until(monotonic_ns() + nap, stop);
    nap = std::min<uint64_t>(nap * 2, 2000000);
  }
  return 0;
}

uint64_t nothing(const void*, const std::atomic<bool>&) {
  return 0;
}

struct Blit {
  const char* name;
  BlitFunction old_function;
  BlitFunction new_function;
};

constexpr Blit kBlits[] = {
    {"__amd_rocclr_fillBufferAligned", fill_old, fill_new},
    {"__amd_rocclr_copyBuffer", copy_old, copy_new},
    {"__amd_rocclr_copyBufferAligned", copy_aligned, copy_aligned},
    {"__amd_rocclr_copyBufferRect", copy_rect<false>, copy_rect<false>},
    {"__amd_rocclr_copyBufferRectAligned", copy_rect<true>, copy_rect<true>},
    {"__amd_rocclr_streamOpsWrite", stream_write, stream_write},
    {"__amd_rocclr_streamOpsWait", stream_wait, stream_wait},
    {"__amd_rocclr_gwsInit", nothing, nothing},
    {"__amd_rocclr_initHeap", nothing, nothing},
};

}  // namespace

BlitFunction find_blit(const std::string& kernel, bool old_arguments) {
  for (const Blit& blit : kBlits) {
    if (kernel == blit.name) return old_arguments ? blit.old_function : blit.new_function;
  }
  return nullptr;
}

}  // namespace rocjfr::softgpu
