// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "copies.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

#include "base/fork.h"
#include "base/leaky_singleton.h"
#include "base/own_memory.h"
#include "behaviours.h"
#include "call.h"
#include "follow.h"
#include "machine.h"
#include "tables.h"
#include "wanted.h"

namespace rocjfr::hsa {
namespace {

std::atomic<bool> g_program_times{false};  // the program asked for it
std::atomic<bool> g_timed{false};          // HSA does it

// By the program's signals, of whose end nothing is known: with more than this many all are
// forgotten, and HSA is asked.
constexpr size_t kMostTimes = 65536;
struct KeptTimes {
  std::mutex mutex;
  std::unordered_map<uint64_t, hsa_amd_profiling_async_copy_time_t> of_signal;
};
KeptTimes& TheKeptTimes() {
  return LeakySingleton<KeptTimes>();
}
void ForgetCopyTime(hsa_signal_t programs) noexcept {
  KeptTimes& times = TheKeptTimes();
  std::lock_guard<std::mutex> lock(times.mutex);
  times.of_signal.erase(programs.handle);
}

// The GPU of the two; of two GPUs the one that is copied to.
Work CopyOf(hsa_agent_t to, hsa_agent_t from, uint64_t bytes) noexcept {
  const Agent* target = FindAgent(to);
  const Agent* source = FindAgent(from);
  const bool at_source = target == nullptr || target->type != HSA_DEVICE_TYPE_GPU;
  const Agent* agent = at_source && source != nullptr ? source : target;
  return {ROCJFR_OP_COPY,
          CurrentCorrelationId(),
          agent == nullptr ? to : agent->handle,
          agent == nullptr ? 0 : static_cast<int32_t>(agent->node),
          0,
          bytes,
          nullptr};
}

template <typename Submit>
hsa_status_t Follow(const Work& work, hsa_signal_t completion, Submit submit) {
  Followed followed(work, completion);
  if (followed.signal().handle == completion.handle) ForgetCopyTime(completion);
  const hsa_status_t status = submit(followed.signal());
  if (status != HSA_STATUS_SUCCESS) followed.Cancel();
  return status;
}

using OnEngine = hsa_status_t (*)(void*, hsa_agent_t, const void*, hsa_agent_t, size_t, uint32_t,
                                  const hsa_signal_t*, hsa_signal_t, uint32_t, bool);

}  // namespace

void ForgetTimes() noexcept {
  g_program_times.store(false);
  g_timed.store(false);
  ForgetCopyTimes();
}

void KeepCopyTime(hsa_signal_t programs, const hsa_amd_profiling_async_copy_time_t& time) noexcept {
  try {
    KeptTimes& times = TheKeptTimes();
    std::lock_guard<std::mutex> lock(times.mutex);
    if (times.of_signal.size() >= kMostTimes) times.of_signal.clear();
    times.of_signal[programs.handle] = time;
  } catch (...) {
  }
}

void ForgetCopyTimes() noexcept {
  KeptTimes& times = TheKeptTimes();
  std::lock_guard<std::mutex> lock(times.mutex);
  times.of_signal.clear();
}

void TimeCopies() noexcept {
  const auto enable = ROCJFR_HSA_REAL(hsa_amd_profiling_async_copy_enable);
  if (enable == nullptr || TheState().state != ROCJFR_HSA_READY) return;
  const bool timed = WantsOp(ROCJFR_OP_COPY) || g_program_times.load();
  if (g_timed.exchange(timed) != timed && enable(timed) != HSA_STATUS_SUCCESS) {
    g_timed.store(!timed);
  }
}

hsa_status_t AsyncCopy(void* to, hsa_agent_t to_agent, const void* from, hsa_agent_t from_agent,
                       size_t size, uint32_t count, const hsa_signal_t* dependencies,
                       hsa_signal_t completion) {
  const auto real = ROCJFR_HSA_REAL(hsa_amd_memory_async_copy);
  const auto submit = [&](hsa_signal_t signal) {
    return real(to, to_agent, from, from_agent, size, count, dependencies, signal);
  };
  if (!WantsOp(ROCJFR_OP_COPY)) return submit(completion);
  return Follow(CopyOf(to_agent, from_agent, size), completion, submit);
}

hsa_status_t AsyncCopyOnEngine(void* to, hsa_agent_t to_agent, const void* from,
                               hsa_agent_t from_agent, size_t size, uint32_t count,
                               const hsa_signal_t* dependencies, hsa_signal_t completion,
                               uint32_t engine, bool force) {
  const auto real = reinterpret_cast<OnEngine>(
      g_real[k_hsa_amd_memory_async_copy_on_engine].load(std::memory_order_acquire));
  const auto submit = [&](hsa_signal_t signal) {
    return real(to, to_agent, from, from_agent, size, count, dependencies, signal, engine, force);
  };
  if (!WantsOp(ROCJFR_OP_COPY)) return submit(completion);
  return Follow(CopyOf(to_agent, from_agent, size), completion, submit);
}

hsa_status_t AsyncCopyRect(const hsa_pitched_ptr_t* to, const hsa_dim3_t* to_offset,
                           const hsa_pitched_ptr_t* from, const hsa_dim3_t* from_offset,
                           const hsa_dim3_t* range, hsa_agent_t agent,
                           hsa_amd_copy_direction_t direction, uint32_t count,
                           const hsa_signal_t* dependencies, hsa_signal_t completion) {
  const auto real = ROCJFR_HSA_REAL(hsa_amd_memory_async_copy_rect);
  const auto submit = [&](hsa_signal_t signal) {
    return real(to, to_offset, from, from_offset, range, agent, direction, count, dependencies,
                signal);
  };
  // Where the runtime refuses the call for another reason there may be no memory.
  hsa_dim3_t size = {};
  if (!WantsOp(ROCJFR_OP_COPY) || !ReadOwnMemory(range, &size, sizeof(size))) {
    return submit(completion);
  }
  const uint64_t bytes = uint64_t{size.x} * size.y * size.z;
  return Follow(CopyOf(agent, agent, bytes), completion, submit);
}

hsa_status_t AsyncCopyTime(hsa_signal_t signal, hsa_amd_profiling_async_copy_time_t* time) {
  if (time != nullptr) {
    KeptTimes& times = TheKeptTimes();
    std::lock_guard<std::mutex> lock(times.mutex);
    const auto kept = times.of_signal.find(signal.handle);
    if (kept != times.of_signal.end()) {
      *time = kept->second;
      return HSA_STATUS_SUCCESS;
    }
  }
  return ROCJFR_HSA_REAL(hsa_amd_profiling_get_async_copy_time)(signal, time);
}

hsa_status_t ProfilingAsyncCopyEnable(bool enable) {
  // Left on for us; asked, since it may fail.
  const bool timed = enable || WantsOp(ROCJFR_OP_COPY);
  const hsa_status_t status = ROCJFR_HSA_REAL(hsa_amd_profiling_async_copy_enable)(timed);
  if (status != HSA_STATUS_SUCCESS) return status;
  g_program_times.store(enable);
  g_timed.store(timed);
  return status;
}

}  // namespace rocjfr::hsa
