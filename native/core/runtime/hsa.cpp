// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "hsa.h"

#include <dlfcn.h>
#include <time.h>

#include <atomic>
#include <new>

#include "base/detached_thread.h"
#include "base/exit.h"
#include "base/loaded_library.h"

namespace rocjfr {
namespace {

constexpr int kVersionMajor = 0;  // hsa_system_info_t
constexpr int kLess = 2;          // hsa_signal_condition_t

template <typename Function>
void Symbol(void* handle, const char* name, Function* function) {
  *function = reinterpret_cast<Function>(dlsym(handle, name));
}

// One is kept for ever where HSA did not come back in time.
struct Visit {
  const Hsa& hsa;
  void (*begin)();
  void (*visit)();
  std::atomic<bool> asked{false};  // HSA will come
  std::atomic<bool> done{false};   // it has
  std::atomic<bool> ended{false};  // who has asked is through
};
std::atomic<const Visit*> g_late{nullptr};

bool OnSignal(int64_t, void* argument) {
  auto* visit = static_cast<Visit*>(argument);
  visit->visit();
  visit->done.store(true);
  const Visit* late = visit;
  g_late.compare_exchange_strong(late, nullptr);
  return false;
}

// For 200 ms at most.
bool Wait(const std::atomic<bool>& word) noexcept {
  constexpr int kMostNaps = 2000;
  const timespec nap = {0, 100000};
  for (int i = 0; i < kMostNaps; ++i) {
    if (word.load(std::memory_order_acquire)) return true;
    nanosleep(&nap, nullptr);
  }
  return word.load(std::memory_order_acquire);
}

// On a thread of its own: hsa_init waits for a start that is in progress, which may have called
// another tool that called us.
void* AskForVisit(void* argument) {
  auto& visit = *static_cast<Visit*>(argument);
  const Hsa& hsa = visit.hsa;
  visit.begin();
  const bool may = CallsBeforeExit::Begin();
  if (may && HsaHasStarted(hsa) && hsa.init() == 0) {  // counted
    uint64_t signal = 0;
    if (hsa.signal_create(0, 0, nullptr, &signal) == 0) {
      visit.asked.store(true);
      if (hsa.signal_handler(signal, kLess, 1, &OnSignal, &visit) != 0) {
        visit.asked.store(false);
        hsa.signal_destroy(signal);
      } else if (Wait(visit.done)) {
        hsa.signal_destroy(signal);
      }
    }
    hsa.shut_down();
  }
  if (may) CallsBeforeExit::End();
  const Visit* late = &visit;
  const bool comes = visit.asked.load();
  visit.ended.store(true);  // from here on who waits may free it
  if (!comes) g_late.compare_exchange_strong(late, nullptr);
  return nullptr;
}

}  // namespace

Hsa FindHsa(void* handle) noexcept {
  Hsa hsa;
  Symbol(handle, "hsa_init", &hsa.init);
  Symbol(handle, "hsa_shut_down", &hsa.shut_down);
  Symbol(handle, "hsa_system_get_info", &hsa.get_info);
  Symbol(handle, "hsa_signal_create", &hsa.signal_create);
  Symbol(handle, "hsa_signal_destroy", &hsa.signal_destroy);
  Symbol(handle, "hsa_amd_signal_async_handler", &hsa.signal_handler);
  Symbol(handle, "hsa_agent_get_info", &hsa.agent_info);
  Symbol(handle, "hsa_amd_pointer_info", &hsa.pointer_info);
  return hsa;
}

const Hsa* FindLoadedHsa() noexcept {
  static std::atomic<const Hsa*> g_found{nullptr};
  if (const Hsa* known = g_found.load(std::memory_order_acquire)) return known;
  try {
    const std::string path = FindLoadedLibrary("libhsa-runtime64");
    void* handle = path.empty() ? nullptr : dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY);
    if (handle == nullptr) return nullptr;
    const auto* found = new Hsa(FindHsa(handle));  // and the handle is kept
    const Hsa* first = nullptr;
    if (g_found.compare_exchange_strong(first, found, std::memory_order_acq_rel)) return found;
    delete found;
    return first;
  } catch (...) {
    return nullptr;
  }
}

namespace {

// hsa_amd_pointer_info_t, and what of it has changed in no release.
struct PointerInfo {
  uint32_t size;
  uint32_t type;
  uint64_t agent_base, host_base, bytes;
  void* user_data;
  uint64_t owner;
  uint32_t global_flags;
  uint32_t registered;
};
// hsa_amd_pointer_type_t. For memory that a graphics component shared (3), HSA names the device
// that shares it, even if the memory is the host's. For an address range without memory (5), it
// names no device.
enum : uint32_t { kAllocated = 1, kLocked = 2, kOfOtherProcess = 4, kVirtual = 6 };
constexpr uint64_t kPageBytes = 4096;             // of which all is mapped to the same memory
constexpr int kAgentDevice = 17;                  // hsa_agent_info_t
constexpr uint32_t kCpuAgent = 0, kGpuAgent = 1;  // hsa_device_type_t

}  // namespace

HsaMemory AskHsaForMemory(const Hsa& hsa, uint64_t address) noexcept {
  HsaMemory memory;
  if (hsa.pointer_info == nullptr || hsa.agent_info == nullptr) return memory;
  PointerInfo info = {};
  info.size = sizeof(info);
  const auto* pointer = reinterpret_cast<const void*>(address);
  if (hsa.pointer_info(pointer, &info, nullptr, nullptr, nullptr) != 0) return memory;
  if (info.type != kAllocated && info.type != kLocked && info.type != kOfOtherProcess &&
      info.type != kVirtual) {
    return memory;
  }
  const auto holds = [&](uint64_t base) { return address >= base && address - base < info.bytes; };
  if (!holds(info.agent_base) && !holds(info.host_base)) return memory;
  memory.begin = holds(info.host_base) ? info.host_base : info.agent_base;
  memory.bytes = info.bytes;
  memory.loose = !holds(info.host_base) && info.host_base != 0;
  if (info.type == kVirtual) {  // the base is the address itself, whatever lies before it
    memory.begin = address & ~(kPageBytes - 1);
    memory.bytes = kPageBytes;
    memory.loose = true;
  }
  uint32_t device = 0;
  if (info.type == kLocked) {
    memory.owner = HsaMemory::Owner::kHost;
  } else if (hsa.agent_info(info.owner, kAgentDevice, &device) == 0) {
    memory.owner = device == kGpuAgent   ? HsaMemory::Owner::kGpu
                   : device == kCpuAgent ? HsaMemory::Owner::kHost
                                         : HsaMemory::Owner::kNone;
    // Only devices' memory is shared by processes: here the owner may be no more than a default.
    if (info.type == kOfOtherProcess && device == kCpuAgent) memory.owner = HsaMemory::Owner::kNone;
  }
  return memory;
}

bool HsaHasStarted(const Hsa& hsa) noexcept {
  uint16_t major = 0;
  return hsa.get_info == nullptr || hsa.get_info(kVersionMajor, &major) == 0;
}

bool VisitReportingThread(const Hsa& hsa, void (*begin)(), void (*function)()) noexcept {
  if (hsa.init == nullptr || hsa.shut_down == nullptr || hsa.signal_create == nullptr ||
      hsa.signal_destroy == nullptr || hsa.signal_handler == nullptr) {
    return false;
  }
  auto* visit = new (std::nothrow) Visit{hsa, begin, function};
  if (visit == nullptr) return false;
  if (!StartDetachedThread("rocjfr-visit", &AskForVisit, visit)) {
    delete visit;
    return false;
  }
  if (Wait(visit->ended) && (visit->done.load() || !visit->asked.load())) {
    const bool visited = visit->done.load();
    delete visit;
    return visited;
  }
  g_late.store(visit);
  if (visit->done.load() || (visit->ended.load() && !visit->asked.load())) {
    g_late.store(nullptr);  // at this moment
  }
  return false;
}

bool VisitIsLate() noexcept {
  return g_late.load() != nullptr;
}

bool VisitIsUnderWay() noexcept {
  const Visit* late = g_late.load();
  return late != nullptr && !late->ended.load();
}

void ForgetLateVisit() noexcept {
  g_late.store(nullptr);
}

}  // namespace rocjfr
