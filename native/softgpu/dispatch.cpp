// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "dispatch.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "clock.h"
#include "config.h"
#include "device_memory.h"
#include "device_signal.h"
#include "faults.h"
#include "kernel.h"
#include "log.h"
#include "pool.h"

namespace rocjfr::softgpu {
namespace {

/// The kernel's arguments as host code can use them: aliases of locked memory replaced by the
/// host's addresses. A copy is made only where something has to change.
class HostArguments {
 public:
  HostArguments(const void* kernarg, size_t bytes) : address_(kernarg) {
    if (kernarg == nullptr || bytes == 0) return;
    bool aligned = reinterpret_cast<uintptr_t>(kernarg) % 8 == 0;
    if (aligned && !Memory::instance().has_aliases()) return;
    copy_.resize((bytes + 7) / 8);
    std::memcpy(copy_.data(), kernarg, bytes);
    bool changed = !aligned;
    for (uint64_t& word : copy_) {  // pointers are at multiples of 8
      void* host = Memory::instance().translate(reinterpret_cast<void*>(word));
      changed |= reinterpret_cast<uint64_t>(host) != word;
      word = reinterpret_cast<uint64_t>(host);
    }
    if (changed) address_ = copy_.data();
  }

  const void* address() const { return address_; }

 private:
  const void* address_;
  std::vector<uint64_t> copy_;
};

void log_arguments(const void* kernarg, size_t bytes) {
  if (!log_enabled(LogLevel::kData)) return;
  for (size_t at = 0; at + 8 <= bytes; at += 8) {
    uint64_t word;
    std::memcpy(&word, static_cast<const char*>(kernarg) + at, sizeof word);
    log(LogLevel::kData, "  argument bytes %3zu: %016lx", at, word);
  }
}

/// False where the host kernel threw.
bool call_host(softgpu_kernel_t host, const softgpu_launch_t& launch) {
  try {
    host(&launch);
    return true;
  } catch (abi::__forced_unwind&) {
    throw;
  } catch (...) {
    log(LogLevel::kError, "host kernel %s threw an exception", launch.name);
    return false;
  }
}

uint32_t at_least_one(uint32_t size) {
  return std::max<uint32_t>(1, size);
}

}  // namespace

uint64_t paced_end(uint64_t begin_monotonic, uint64_t bytes) {
  uint64_t mbps = config().copy_mbps;
  return mbps == 0 ? begin_monotonic : begin_monotonic + bytes * 1000 / mbps;
}

void finish_work(const Work& work, hsa_signal_t completion) {
  WorkLog::instance().add(work);
  Signal* signal = SignalTable::instance().find(completion);
  if (signal == nullptr) return;  // the packet has none
  const ReportedTimes times = reported_times(work);
  signal->complete(times.begin_ns, times.end_ns);
}

hsa_status_t run_dispatch(const hsa_kernel_dispatch_packet_t& p, int gpu,
                          const std::atomic<bool>& stop) {
  std::shared_ptr<const Kernel> kernel = Kernels::instance().find(p.kernel_object);
  if (kernel == nullptr) {
    log(LogLevel::kError, "dispatch of kernel object 0x%lx: no executable has it", p.kernel_object);
    return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
  }
  if (p.group_segment_size > kGroupBytes) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  if (p.kernarg_address == nullptr && kernel->kernarg_bytes != 0) {
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  }
  HostArguments arguments(p.kernarg_address, kernel->kernarg_bytes);
  log_arguments(arguments.address(), kernel->kernarg_bytes);

  Work work{kernel->blit != nullptr ? SOFTGPU_WORK_BLIT : SOFTGPU_WORK_DISPATCH, gpu};
  work.name = kernel->name;
  work.begin_monotonic = monotonic_ns();
  uint64_t end = work.begin_monotonic;
  if (kernel->blit != nullptr) {
    work.bytes = kernel->blit(arguments.address(), stop);
    if (work.bytes == kBlitFault) {
      log(LogLevel::kError, "%s leaves the memory that it was given", kernel->name);
      return static_cast<hsa_status_t>(HSA_STATUS_ERROR_MEMORY_FAULT);
    }
    end = paced_end(work.begin_monotonic, work.bytes);
  } else {
    if (kernel->host == nullptr) {
      WorkLog::instance().add_missing_kernel();
    } else {
      // Words, so that it is aligned; 16 bytes more, so that there is something to point to.
      std::vector<std::max_align_t> lds(p.group_segment_size / sizeof(std::max_align_t) + 1);
      softgpu_launch_t launch{};
      launch.kernarg = arguments.address();
      launch.grid[0] = at_least_one(p.grid_size_x);
      launch.grid[1] = at_least_one(p.grid_size_y);
      launch.grid[2] = at_least_one(p.grid_size_z);
      launch.block[0] = at_least_one(p.workgroup_size_x);
      launch.block[1] = at_least_one(p.workgroup_size_y);
      launch.block[2] = at_least_one(p.workgroup_size_z);
      launch.lds_bytes = p.group_segment_size;
      launch.lds = lds.data();
      launch.device = static_cast<uint32_t>(gpu);
      launch.name = kernel->name;
      if (!call_host(kernel->host, launch)) return HSA_STATUS_ERROR_EXCEPTION;
    }
    end = work.begin_monotonic + config().kernel_us * 1000;
  }
  sleep_until(end, exiting());
  work.end_monotonic = std::max(monotonic_ns(), work.begin_monotonic + 1);
  log(LogLevel::kWork, "gpu %d: %s, grid %ux%ux%u, work-group %ux%ux%u", gpu, kernel->name,
      p.grid_size_x, p.grid_size_y, p.grid_size_z, p.workgroup_size_x, p.workgroup_size_y,
      p.workgroup_size_z);
  finish_work(work, p.completion_signal);
  return HSA_STATUS_SUCCESS;
}

}  // namespace rocjfr::softgpu
