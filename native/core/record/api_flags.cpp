// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "api_flags.h"

#include <cstring>
#include <mutex>
#include <utility>

#include "base/never_destroyed.h"
#include "call_result.h"
#include "clients.h"
#include "core/java/control.h"
#include "globs.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

struct Filter {
  std::mutex mutex;
  Globs functions{"*"};
  Globs results{nullptr};
};
Filter& TheFilter() {
  return NeverDestroyed<Filter>();
}

bool WantsHip() noexcept {
  return WantedByAny(ROCJFR_DOMAIN_HIP_API) || WantedByAny(ROCJFR_DOMAIN_HIP_OPS);
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

// Not hipGraphicsMapResources and its like.
bool IsOfGraphs(const char* function) noexcept {
  return strncmp(function, "hipGraph", 8) == 0 && function[8] >= 'A' && function[8] <= 'Z';
}

bool LaunchesGraph(const char* function) noexcept {
  return strcmp(function, "hipGraphLaunch") == 0 || strcmp(function, "hipGraphLaunch_spt") == 0;
}

}  // namespace

std::atomic<uint16_t> g_api_flags[kMaxApis];
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
  // Whether anybody wants to know what calls return: then captures are followed.
  const bool results = !filter.results.empty() || ClientsWantResults();
  for (uint32_t op = 0; op < kMaxApis; ++op) {
    uint16_t flags = 0;
    if (runtime->api_names[op] != nullptr) {
      const bool record = api && filter.functions.Match(runtime->api_names[op]);
      const ArgumentLayout* layout = runtime->arguments[op];
      if (record) flags |= kApiRecord;
      if (ops) flags |= kApiFollow;
      if (ClientsWantApi(op)) flags |= kApiTell;
      if (ClientsWantEnter(op)) flags |= kApiTellEnter;
      if (record || ClientsWantTimes(op)) flags |= kApiTimes;
      // What frees handles is followed whatever is recorded: others' arguments are read with them.
      const bool frees = layout != nullptr && layout->effect != Effect::kNone &&
                         layout->effect != Effect::kSubmits && WantsHip();
      if (layout != nullptr && (record || frees || (ops && layout->effect != Effect::kNone))) {
        flags |= kApiArguments;
      }
      if (results &&
          (Captures(runtime->api_names[op]) ||
           (TellsResult(runtime->api_names[op]) &&
            ((record && filter.results.Match(runtime->api_names[op])) || ClientsWantResult(op))))) {
        flags |= kApiResult;
      }
      if (flags != 0 && IsOfGraphs(runtime->api_names[op])) {
        flags |= LaunchesGraph(runtime->api_names[op]) ? kApiGraph : kApiMakes;
      }
      if (flags != 0 && OnlyWaits(runtime->api_names[op])) flags |= kApiWaits;
    }
    g_api_flags[op].store(flags, std::memory_order_relaxed);
  }
}

}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_set_filter(const char* functions, uint64_t threshold_ns, uint32_t barriers) {
  try {
    rocjfr::Globs globs(functions == nullptr ? "*" : functions);
    rocjfr::Filter& filter = rocjfr::TheFilter();
    {
      std::lock_guard<std::mutex> lock(filter.mutex);
      filter.functions = std::move(globs);
    }
    rocjfr::g_threshold_ns.store(threshold_ns, std::memory_order_relaxed);
    rocjfr::g_barriers.store(barriers != 0, std::memory_order_relaxed);
    rocjfr::UpdateApiFlags();
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}

rocjfr_status_t rocjfr_set_results(const char* functions) {
  try {
    rocjfr::Globs globs(functions);
    rocjfr::Filter& filter = rocjfr::TheFilter();
    {
      std::lock_guard<std::mutex> lock(filter.mutex);
      filter.results = std::move(globs);
    }
    rocjfr::UpdateApiFlags();
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}
}
