// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "opencl.h"

#include <cstdio>
#include <mutex>
#include <string>

#include "call.h"
#include "core/java/control.h"
#include "core/record/flight.h"
#include "describe.h"
#include "layer.h"
#include "queues.h"
#include "rocjfr/rocjfr.h"
#include "vendors.h"

namespace rocjfr::opencl {
namespace {

// Whether our functions stood everywhere at the last update.
std::atomic<bool> g_traces{false};
// How many vendors there were then.
std::atomic<uint32_t> g_traced_vendors{0};

bool Patches() noexcept {
  return AnyWanted() || AlwaysProfiling() || AnyHidden();
}

}  // namespace

void Find() noexcept {
  if (Patches() || g_vendor_count.load() != 0) FindVendors();
}

void Update() noexcept {
  const bool traces = AnyWanted();
  if (traces && !g_traces.load()) {
    // Nobody has seen which handles were released and given out again meanwhile.
    ForgetKernels();
    if (!AlwaysProfiling()) ForgetQueues();
  }
  g_traces.store(traces);
  const uint32_t vendors = g_vendor_count.load();
  PatchTables(traces ? Patch::kAll : Patches() ? Patch::kQueues : Patch::kNothing);
  g_traced_vendors.store(traces ? vendors : 0);
}

bool IsUpToDate() noexcept {
  return !AnyWanted() || (!FindingVendors() && g_traced_vendors.load() == g_vendor_count.load());
}

}  // namespace rocjfr::opencl

extern "C" {
rocjfr_status_t rocjfr_set_opencl_profiling(uint32_t always) {
  rocjfr::opencl::SetAlwaysProfiling(always != 0);
  rocjfr_poll();
  return ROCJFR_STATUS_SUCCESS;
}

rocjfr_status_t rocjfr_opencl(rocjfr_opencl_info_t* info) {
  if (info == nullptr) return ROCJFR_STATUS_INVALID_ARGUMENT;
  using namespace rocjfr::opencl;
  try {
    *info = {};
    const uint32_t count = g_vendor_count.load(std::memory_order_acquire);
    info->platforms = count;
    info->hidden_queues = HiddenQueues();
    info->in_flight = rocjfr::g_opencl_flight.Count();
    std::string names, unpatchable;
    for (uint32_t i = 0; i < count; ++i) {
      const Vendor& vendor = g_vendors[i];
      names += (i == 0 ? "" : ", ") + vendor.name;
      if (!vendor.patchable) unpatchable += (unpatchable.empty() ? "" : ", ") + vendor.name;
    }
    const char* way = count == 0 ? "" : !g_traces.load() ? "off" : "tables patched";
    if (!unpatchable.empty() && g_traces.load()) way = LayerIsUsed() ? "layer" : "none";
    snprintf(info->way, sizeof(info->way), "%s", way);
    snprintf(info->names, sizeof(info->names), "%s", names.c_str());
    if (!unpatchable.empty() && !LayerIsUsed()) {
      snprintf(info->message, sizeof(info->message),
               "the function table of %s cannot be changed, and its loader accepted no layer."
               " Start the program with the agent, or with OPENCL_LAYERS=librocjfr.so",
               unpatchable.c_str());
    }
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}
}
