// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "hsa.h"

#include <dlfcn.h>
#include <time.h>

#include <atomic>
#include <new>

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
  void (*visit)();
  std::atomic<bool> done{false};
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

bool Wait(const Visit& visit) noexcept {
  constexpr int kMostNaps = 2000;
  const timespec nap = {0, 100000};
  for (int i = 0; i < kMostNaps; ++i) {
    if (visit.done.load(std::memory_order_acquire)) return true;
    nanosleep(&nap, nullptr);
  }
  return visit.done.load(std::memory_order_acquire);
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

bool HsaHasStarted(const Hsa& hsa) noexcept {
  uint16_t major = 0;
  return hsa.get_info == nullptr || hsa.get_info(kVersionMajor, &major) == 0;
}

bool VisitReportingThread(const Hsa& hsa, void (*function)()) noexcept {
  if (hsa.init == nullptr || hsa.shut_down == nullptr || hsa.signal_create == nullptr ||
      hsa.signal_destroy == nullptr || hsa.signal_handler == nullptr) {
    return false;
  }
  auto* visit = new (std::nothrow) Visit;
  if (visit == nullptr) return false;
  visit->visit = function;
  // Counted, and it waits for a start that is in progress on another thread.
  if (hsa.init() != 0) {
    delete visit;
    return false;
  }
  bool visited = false;
  uint64_t signal = 0;
  if (hsa.signal_create(0, 0, nullptr, &signal) != 0) {
    delete visit;
  } else if (hsa.signal_handler(signal, kLess, 1, &OnSignal, visit) != 0) {
    hsa.signal_destroy(signal);
    delete visit;
  } else if ((visited = Wait(*visit))) {
    hsa.signal_destroy(signal);
    delete visit;
  } else {
    g_late.store(visit);
    if (visit->done.load()) g_late.store(nullptr);  // at this moment
  }
  hsa.shut_down();
  return visited;
}

bool VisitIsLate() noexcept {
  return g_late.load() != nullptr;
}

void ForgetLateVisit() noexcept {
  g_late.store(nullptr);
}

}  // namespace rocjfr
