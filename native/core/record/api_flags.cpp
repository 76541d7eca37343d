// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "api_flags.h"

#include <cstring>
#include <mutex>
#include <vector>

#include "base/never_destroyed.h"
#include "call_result.h"
#include "clients.h"
#include "core/java/control.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

struct Filter {
  std::mutex mutex;
  bool all = true;
  std::vector<uint64_t> bits;
  std::vector<uint64_t> results;
};
Filter& TheFilter() {
  return NeverDestroyed<Filter>();
}

bool WantsHip() noexcept {
  return WantedByAny(ROCJFR_DOMAIN_HIP_API) || WantedByAny(ROCJFR_DOMAIN_HIP_OPS);
}

bool Has(const std::vector<uint64_t>& bits, uint32_t op) {
  return op / 64 < bits.size() && (bits[op / 64] >> (op % 64) & 1) != 0;
}

bool Passes(const Filter& filter, uint32_t op) {
  return filter.all || Has(filter.bits, op);
}

// Whether anybody wants to know what calls return: then captures are followed.
bool AnyResults(const Filter& filter) {
  for (const uint64_t word : filter.results) {
    if (word != 0) return true;
  }
  return ClientsWantResults();
}

// Makes no work of its own.
bool OnlyWaits(const char* function) noexcept {
  static constexpr const char* kFunctions[] = {"hipDeviceSynchronize",     "hipStreamSynchronize",
                                               "hipStreamSynchronize_spt", "hipEventSynchronize",
                                               "hipCtxSynchronize",        "hipStreamQuery",
                                               "hipStreamQuery_spt",       "hipEventQuery"};
  for (const char* waiting : kFunctions) {
    if (strcmp(function, waiting) == 0) return true;
  }
  return false;
}

bool LaunchesGraph(const char* function) noexcept {
  return strcmp(function, "hipGraphLaunch") == 0 || strcmp(function, "hipGraphLaunch_spt") == 0;
}

}  // namespace

std::atomic<uint8_t> g_api_flags[kMaxApis];
std::atomic<uint64_t> g_threshold_ns{0};
std::atomic<bool> g_barriers{false};

void UpdateApiFlags() noexcept {
  const Runtime* runtime = TheRuntime();
  if (runtime == nullptr) return;
  Filter& filter = TheFilter();
  std::lock_guard<std::mutex> lock(filter.mutex);
  // Under the lock: whoever comes last has seen what was wanted last.
  const bool api = Wanted(ROCJFR_DOMAIN_HIP_API);
  const bool ops = WantedByAny(ROCJFR_DOMAIN_HIP_OPS);
  const bool results = AnyResults(filter);
  for (uint32_t op = 0; op < kMaxApis; ++op) {
    uint8_t flags = 0;
    if (runtime->api_names[op] != nullptr) {
      const bool record = api && Passes(filter, op);
      const ArgumentLayout* layout = runtime->arguments[op];
      if (record) flags |= kApiRecord;
      if (ops) flags |= kApiFollow;
      if (ClientsWantApi(op)) flags |= kApiTell;
      if (ClientsWantEnter(op)) flags |= kApiTellEnter;
      // What frees handles is followed whatever is recorded: others' arguments are read with them.
      const bool frees = layout != nullptr && layout->effect != Effect::kNone &&
                         layout->effect != Effect::kSubmits && WantsHip();
      if (layout != nullptr && (record || frees || (ops && layout->effect != Effect::kNone))) {
        flags |= kApiArguments;
      }
      if (results && (Captures(runtime->api_names[op]) ||
                      (TellsResult(runtime->api_names[op]) &&
                       ((record && Has(filter.results, op)) || ClientsWantResult(op))))) {
        flags |= kApiResult;
      }
      if (flags != 0 && LaunchesGraph(runtime->api_names[op])) flags |= kApiGraph;
      if (flags != 0 && OnlyWaits(runtime->api_names[op])) flags |= kApiWaits;
    }
    g_api_flags[op].store(flags, std::memory_order_relaxed);
  }
}

}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_set_filter(const uint64_t* bits, uint32_t words, uint64_t threshold_ns,
                                  uint32_t barriers) {
  try {
    rocjfr::Filter& filter = rocjfr::TheFilter();
    std::vector<uint64_t> copy;
    if (bits != nullptr) copy.assign(bits, bits + words);
    {
      std::lock_guard<std::mutex> lock(filter.mutex);
      filter.all = bits == nullptr;
      filter.bits.swap(copy);
    }
    rocjfr::g_threshold_ns.store(threshold_ns, std::memory_order_relaxed);
    rocjfr::g_barriers.store(barriers != 0, std::memory_order_relaxed);
    rocjfr::UpdateApiFlags();
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}

rocjfr_status_t rocjfr_set_results(const uint64_t* bits, uint32_t words) {
  try {
    rocjfr::Filter& filter = rocjfr::TheFilter();
    std::vector<uint64_t> copy;
    if (bits != nullptr) copy.assign(bits, bits + words);
    {
      std::lock_guard<std::mutex> lock(filter.mutex);
      filter.results.swap(copy);
    }
    rocjfr::UpdateApiFlags();
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}
}
