// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "api_flags.h"

#include <cstring>
#include <mutex>
#include <utility>

#include "base/leaky_singleton.h"
#include "call_result.h"
#include "catalogue/functions.h"
#include "clients.h"
#include "core/java/control.h"
#include "globs.h"
#include "rocjfr/rocjfr.h"
#include "stream_visit.h"
#include "work_epoch.h"

namespace rocjfr {
namespace {

bool WantsHip() noexcept {
  return (g_wanted_by_any.load(std::memory_order_relaxed) & kHipDomains) != 0 ||
         g_visits_outlast.load();
}

// What the catalogue says of a function, with the lists of names that Java gave.
struct Function {
  bool matches = false;       // its calls make records, if calls are wanted
  bool tells_result = false;  // what it returned can be asked for,
  bool result = false;        // and Java wants to know
  bool captures = false;
  bool site = false;   // Java wants to know where it is called
  uint16_t flags = 0;  // that it has in any case
};

Function Describe(const char* name, const Globs& functions, const Globs& results,
                  const Globs& sites) noexcept {
  Function function;
  function.matches = functions.Match(name);
  function.tells_result = TellsResult(name);
  function.result = function.tells_result && results.Match(name);
  function.captures = Captures(name);
  function.site = sites.Match(name);
  const uint32_t traits = catalogue::TraitsOf(name);
  if ((traits & catalogue::kGraphLaunch) != 0) function.flags |= kApiGraph;
  if ((traits & catalogue::kMakesGraph) != 0) function.flags |= kApiMakes;
  if ((traits & catalogue::kLaunches) != 0) function.flags |= kApiLaunches;
  if ((traits & catalogue::kOnDevices) != 0) function.flags |= kApiDevices;
  if ((traits & (catalogue::kWaits | catalogue::kPolls)) != 0) function.flags |= kApiWaits;
  return function;
}

// What all functions' flags depend on.
struct Basis {
  bool api = false, ops = false, hip = false, sites = false, memory = false;
  bool results = false;      // anybody wants to know what calls return: then captures are followed
  uint32_t frame_bytes = 0;  // where arguments lie

  bool operator==(const Basis& other) const noexcept {
    return api == other.api && ops == other.ops && hip == other.hip && sites == other.sites &&
           memory == other.memory && results == other.results && frame_bytes == other.frame_bytes;
  }
};

uint16_t FlagsOf(const Runtime& runtime, uint32_t op, const Function& function,
                 const Basis& basis) noexcept {
  if (runtime.api_names[op] == nullptr) return 0;
  uint16_t flags = 0;
  const bool record = basis.api && function.matches;
  const bool enter = g_enter_clients.Of(op) != 0;
  const ArgumentLayout* layout = runtime.arguments[op];
  if (record) flags |= kApiRecord;
  if (basis.ops) flags |= kApiFollow;
  if (enter) flags |= kApiTellEnter;
  if (g_exit_clients.Of(op) != 0) flags |= kApiTell;
  if (record || g_times_clients.Of(op) != 0) flags |= kApiTimes;
  // What frees handles is followed whatever is recorded: others' arguments are read with them.
  const bool frees = basis.hip && layout != nullptr && FreesHandles(layout->effect);
  if (layout != nullptr && (record || frees || (basis.ops && layout->effect != Effect::kNone))) {
    flags |= kApiArguments;
  }
  const bool moves = basis.memory && runtime.memory[op] != nullptr;
  // Where memory lies has to be known for the directions of copies.
  if (moves || (basis.ops && runtime.memory[op] != nullptr)) flags |= kApiMemory;
  const bool site = basis.sites && function.site;
  if (site) flags |= kApiSite;
  if (layout != nullptr && (moves || site)) flags |= kApiArguments;
  const bool asked = (moves && function.tells_result) || (record && function.result) ||
                     (function.tells_result && g_result_clients.Of(op) != 0);
  if (basis.results && (function.captures || asked)) flags |= kApiResult;
  if (flags != 0) flags |= function.flags;
  return flags;
}

std::atomic<uint32_t> g_records_held{0};

// Names are looked at when the lists or the runtime change, not with each change of what is wanted.
struct Filter {
  std::mutex mutex;
  Globs functions{"*"};
  Globs results{nullptr};
  Globs sites{nullptr};
  bool described = false;
  Function of[kMaxApis];
  Basis basis;  // of the flags as they are

  Basis BasisNow() const noexcept {
    const bool memory = Wanted(ROCJFR_DOMAIN_MEMORY);
    return {Wanted(ROCJFR_DOMAIN_HIP_API) && (FollowsWork() || g_records_held.load() == 0),
            WantedByAny(ROCJFR_DOMAIN_HIP_OPS),
            WantsHip(),
            Wanted(ROCJFR_DOMAIN_SITES),
            memory,
            memory || !results.empty() || g_result_clients.Any(),
            g_frame_bytes.load()};
  }

  void Describe(const Runtime& runtime) noexcept {
    if (described) return;
    described = true;
    for (uint32_t op = 0; op < kMaxApis; ++op) {
      const char* name = runtime.api_names[op];
      of[op] = name == nullptr ? Function() : rocjfr::Describe(name, functions, results, sites);
    }
  }
};
Filter& TheFilter() {
  return LeakySingleton<Filter>();
}

}  // namespace

std::atomic<uint16_t> g_api_flags[kMaxApis];
std::atomic<uint64_t> g_wanted_functions[kMaxApis / 64];
std::atomic<uint64_t> g_threshold_ns{0};
std::atomic<bool> g_barriers{false};

void UpdateApiFlags() noexcept {
  const Runtime* runtime = TheRuntime();
  if (runtime == nullptr) return;
  Filter& filter = TheFilter();
  std::lock_guard<std::mutex> lock(filter.mutex);
  const bool described = filter.described;
  filter.Describe(*runtime);
  // Under the lock: whoever comes last has seen what was wanted last.
  const Basis basis = filter.BasisNow();
  const bool all = !described || !(basis == filter.basis);
  if (basis.results && !filter.basis.results) CapturesMayBeOpen();
  filter.basis = basis;
  for (uint32_t word = 0; word < kMaxApis / 64; ++word) {
    uint64_t changed = TakeChangedFunctions(word);
    if (all) changed = UINT64_MAX;
    if (changed == 0) continue;
    uint64_t wanted = g_wanted_functions[word].load(std::memory_order_relaxed) & ~changed;
    for (; changed != 0; changed &= changed - 1) {
      const auto bit = static_cast<uint32_t>(__builtin_ctzll(changed));
      const uint32_t op = word * 64 + bit;
      const uint16_t flags = FlagsOf(*runtime, op, filter.of[op], basis);
      g_api_flags[op].store(flags, std::memory_order_relaxed);
      if (flags != 0) wanted |= uint64_t{1} << bit;
    }
    g_wanted_functions[word].store(wanted, std::memory_order_relaxed);
  }
}

RecordsHeld::RecordsHeld(bool held) noexcept : held_(held) {
  if (!held_) return;
  g_records_held.fetch_add(1);
  UpdateApiFlags();
}

RecordsHeld::~RecordsHeld() {
  if (!held_) return;
  g_records_held.fetch_sub(1);
  UpdateApiFlags();
}

void SetSites(const Globs& functions) {
  Filter& filter = TheFilter();
  {
    std::lock_guard<std::mutex> lock(filter.mutex);
    filter.sites = functions;
    filter.described = false;
  }
  SetWanted([] { return true; });
}

void WantNoFunctions() noexcept {
  for (auto& flags : g_api_flags) flags.store(0, std::memory_order_relaxed);
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
      filter.described = false;
    }
    rocjfr::g_threshold_ns.store(threshold_ns, std::memory_order_relaxed);
    rocjfr::g_barriers.store(barriers != 0, std::memory_order_relaxed);
    rocjfr::SetWanted([] { return true; });
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
      filter.described = false;
    }
    rocjfr::SetWanted([] { return true; });
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}
}
