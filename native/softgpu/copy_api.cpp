// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Entry points for asynchronous copies and copy engines.

#include <limits>

#include "agent.h"
#include "api.h"
#include "copy_engine.h"
#include "device_memory.h"

namespace rocjfr::softgpu {
namespace {

/// Fills in the signals of a copy.
hsa_status_t take_signals(uint32_t count, const hsa_signal_t* dependencies, hsa_signal_t completion,
                          Copy* copy) {
  if ((count == 0) != (dependencies == nullptr) && count != 0) {
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  }
  for (uint32_t i = 0; i < count; ++i) {
    Signal* signal = SignalTable::instance().find(dependencies[i]);
    if (signal == nullptr) return HSA_STATUS_ERROR_INVALID_SIGNAL;
    copy->dependencies.emplace_back(signal);
  }
  if (completion.handle != 0) {
    Signal* signal = SignalTable::instance().find(completion);
    if (signal == nullptr) return HSA_STATUS_ERROR_INVALID_SIGNAL;
    signal->copies();
  }
  copy->completion = completion;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t copy_linear(void* to, hsa_agent_t to_agent, const void* from, hsa_agent_t from_agent,
                         size_t bytes, uint32_t count, const hsa_signal_t* dependencies,
                         hsa_signal_t completion) {
  if (!is_agent(to_agent) || !is_agent(from_agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
  if (to == nullptr || from == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  Memory& memory = Memory::instance();
  if (memory.overruns(to, bytes) || memory.overruns(from, bytes)) {
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  }
  if (in_forked_child()) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  Copy copy;
  hsa_status_t status = take_signals(count, dependencies, completion, &copy);
  if (status != HSA_STATUS_SUCCESS) return status;
  copy.to = static_cast<char*>(memory.translate(to));
  copy.from = static_cast<const char*>(memory.translate(from));
  copy.line_bytes = bytes;
  if (is_gpu(to_agent)) {
    CopyEngine::of(gpu_number(to_agent), CopyEngine::kToGpu).submit(std::move(copy));
  } else {
    int gpu = is_gpu(from_agent) ? gpu_number(from_agent) : 0;
    CopyEngine::of(gpu, CopyEngine::kFromGpu).submit(std::move(copy));
  }
  return HSA_STATUS_SUCCESS;
}

/// Where a rectangle begins and ends; false where that does not fit into an address.
bool rectangle(const hsa_pitched_ptr_t& where, const hsa_dim3_t& offset, const hsa_dim3_t& range,
               char** begin, uint64_t* span) {
  using Wide = unsigned __int128;
  Wide first = Wide{offset.x} + Wide{offset.y} * where.pitch + Wide{offset.z} * where.slice;
  Wide extent = Wide{range.x} + Wide{range.y - 1} * where.pitch + Wide{range.z - 1} * where.slice;
  if (first + extent > std::numeric_limits<int64_t>::max()) return false;
  *begin = static_cast<char*>(where.base) + static_cast<uint64_t>(first);
  *span = static_cast<uint64_t>(extent);
  return true;
}

hsa_status_t copy_rectangle(const hsa_pitched_ptr_t* to, const hsa_dim3_t* to_offset,
                            const hsa_pitched_ptr_t* from, const hsa_dim3_t* from_offset,
                            const hsa_dim3_t* range, hsa_agent_t agent,
                            hsa_amd_copy_direction_t direction, uint32_t count,
                            const hsa_signal_t* dependencies, hsa_signal_t completion) {
  if (!is_gpu(agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
  if (to == nullptr || to_offset == nullptr || from == nullptr || from_offset == nullptr ||
      range == nullptr || to->base == nullptr || from->base == nullptr) {
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  }
  if (in_forked_child()) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  Copy copy;
  hsa_status_t status = take_signals(count, dependencies, completion, &copy);
  if (status != HSA_STATUS_SUCCESS) return status;
  copy.line_bytes = range->x;
  copy.lines = range->y;
  copy.slices = range->z;
  if (copy.bytes() != 0) {
    Memory& memory = Memory::instance();
    char* to_begin;
    char* from_begin;
    uint64_t to_span;
    uint64_t from_span;
    if (!rectangle(*to, *to_offset, *range, &to_begin, &to_span) ||
        !rectangle(*from, *from_offset, *range, &from_begin, &from_span) ||
        memory.overruns(to_begin, to_span) || memory.overruns(from_begin, from_span)) {
      return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    copy.to = static_cast<char*>(memory.translate(to_begin));
    copy.from = static_cast<const char*>(memory.translate(from_begin));
    copy.to_pitch = to->pitch;
    copy.to_slice = to->slice;
    copy.from_pitch = from->pitch;
    copy.from_slice = from->slice;
  }
  auto way = number_of(direction) == hsaHostToDevice ? CopyEngine::kToGpu : CopyEngine::kFromGpu;
  CopyEngine::of(gpu_number(agent), way).submit(std::move(copy));
  return HSA_STATUS_SUCCESS;
}

}  // namespace
}  // namespace rocjfr::softgpu

using namespace rocjfr::softgpu;  // NOLINT: the entry points of a C API follow

SOFTGPU_HSA hsa_status_t hsa_amd_memory_async_copy(void* to, hsa_agent_t to_agent, const void* from,
                                                   hsa_agent_t from_agent, size_t bytes,
                                                   uint32_t count, const hsa_signal_t* dependencies,
                                                   hsa_signal_t completion) {
  return entry([&] {
    return copy_linear(to, to_agent, from, from_agent, bytes, count, dependencies, completion);
  });
}

// Newer than the oldest headers. The engine is an enumeration there.
SOFTGPU_HSA hsa_status_t hsa_amd_memory_async_copy_on_engine(
    void* to, hsa_agent_t to_agent, const void* from, hsa_agent_t from_agent, size_t bytes,
    uint32_t count, const hsa_signal_t* dependencies, hsa_signal_t completion, uint32_t, bool) {
  return entry([&] {
    return copy_linear(to, to_agent, from, from_agent, bytes, count, dependencies, completion);
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_memory_async_copy_rect(
    const hsa_pitched_ptr_t* to, const hsa_dim3_t* to_offset, const hsa_pitched_ptr_t* from,
    const hsa_dim3_t* from_offset, const hsa_dim3_t* range, hsa_agent_t agent,
    hsa_amd_copy_direction_t direction, uint32_t count, const hsa_signal_t* dependencies,
    hsa_signal_t completion) {
  return entry([&] {
    return copy_rectangle(to, to_offset, from, from_offset, range, agent, direction, count,
                          dependencies, completion);
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_memory_copy_engine_status(hsa_agent_t to, hsa_agent_t from,
                                                           uint32_t* engines) {
  return entry([&] {
    if (!is_agent(to) || !is_agent(from)) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (engines == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *engines = 3;  // both are free
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_memory_get_preferred_copy_engine(hsa_agent_t to, hsa_agent_t from,
                                                                  uint32_t* engines) {
  return entry([&] {
    if (!is_agent(to) || !is_agent(from)) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (engines == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *engines = 1;
    return HSA_STATUS_SUCCESS;
  });
}
