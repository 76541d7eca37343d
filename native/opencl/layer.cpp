// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "layer.h"

// Without the prototypes: not all headers have a type for the properties.
#define CL_NO_NON_ICD_DISPATCH_EXTENSION_PROTOTYPES
#include <CL/cl_layer.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/fork.h"
#include "cl.h"
#include "opencl.h"
#include "rocjfr/rocjfr.h"
#include "vendors.h"
#include "wrappers.h"

#ifndef CL_LAYER_NAME
#define CL_LAYER_NAME 0x4241  // headers of before 2023 lack it
#endif

namespace rocjfr::opencl {
namespace {

Dispatch g_layer;
// The loader's, by which we go on: our copy, since work in flight comes back to it when the loader
// may have ended.
Dispatch g_next;

// In the environment itself. The name alone, by which the loader finds what is loaded: a child of
// the program that inherits it loads nothing.
char g_variable[] = "OPENCL_LAYERS=librocjfr.so";

bool AllPatchable() noexcept {
  const uint32_t count = g_vendor_count.load(std::memory_order_acquire);
  for (uint32_t i = 0; i < count; ++i) {
    if (!g_vendors[i].patchable) return false;
  }
  return true;
}

}  // namespace

bool LayerIsUsed() noexcept {
  return g_layer_target.load(std::memory_order_acquire) != nullptr;
}

bool HasEnded(const Dispatch& next) noexcept {
  return &next == &g_next && !LayerIsUsed();
}

void AskLoaderToCallUs() noexcept {
  const ForkHold hold;
  if (getenv("OPENCL_LAYERS") == nullptr) putenv(g_variable);
}

}  // namespace rocjfr::opencl

extern "C" {
ROCJFR_API CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t bytes,
                                                          void* value, size_t* needed) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  constexpr char kName[] = "rocjfr";
  const void* answer = nullptr;
  size_t has = 0;
  if (what == CL_LAYER_API_VERSION) {
    answer = &version;
    has = sizeof(version);
  } else if (what == CL_LAYER_NAME) {
    answer = kName;
    has = sizeof(kName);
  } else {
    return CL_INVALID_VALUE;
  }
  if (value != nullptr && bytes < has) return CL_INVALID_VALUE;
  if (value != nullptr) memcpy(value, answer, has);
  if (needed != nullptr) *needed = has;
  return CL_SUCCESS;
}

ROCJFR_API CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries,
                                                       const struct _cl_icd_dispatch* target,
                                                       cl_uint* entries_used,
                                                       const struct _cl_icd_dispatch** layer) {
  using namespace rocjfr::opencl;
  if (target == nullptr || entries_used == nullptr || layer == nullptr) return CL_INVALID_VALUE;
  if (rocjfr::Forked()) return CL_INVALID_OPERATION;
  FindVendors();
  // Another thread may be about to change the tables: it is waited for, or the program's first
  // calls would be missed; but not for long.
  constexpr int kMostNaps = 200;
  const timespec nap = {0, 1000000};
  rocjfr_poll();
  for (int i = 0; !IsUpToDate() && i < kMostNaps; ++i) {
    nanosleep(&nap, nullptr);
    rocjfr_poll();
  }
  if (AllPatchable() || LayerIsUsed()) return CL_INVALID_OPERATION;  // not needed
  const uint32_t used = std::min<cl_uint>(entries, kTableEntries);
  memcpy(static_cast<void*>(&g_next), target, used * sizeof(void*));
  FillLayer(g_next, used, &g_layer);
  g_layer_target.store(&g_next, std::memory_order_release);
  *layer = &g_layer;
  *entries_used = used;
  return CL_SUCCESS;
}

// What Khronos' loader calls since 2026 in place of that; and at its end, when its functions may
// not be called any more.
ROCJFR_API CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(
    cl_uint entries, const struct _cl_icd_dispatch* target, cl_uint* entries_used,
    const struct _cl_icd_dispatch** layer, const void*) {
  return clInitLayer(entries, target, entries_used, layer);
}
ROCJFR_API CL_API_ENTRY cl_int CL_API_CALL clDeinitLayer(void) {
  rocjfr::opencl::g_layer_target.store(nullptr, std::memory_order_release);
  return CL_SUCCESS;
}
}
