// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The vendors of OpenCL in this process, each with a table of functions that the loader calls
// through. While something wants OpenCL's records our functions stand in it, and afterwards the
// vendor's own.
#ifndef ROCJFR_OPENCL_VENDORS_H_
#define ROCJFR_OPENCL_VENDORS_H_

#include <atomic>
#include <string>

#include "cl.h"
#include "functions.h"

namespace rocjfr::opencl {

struct Vendor {
  Dispatch* table = nullptr;
  Dispatch original = {};  // what stood in it before us; of what the platform does not have: null
  uint32_t version = 0;    // 3.0 is 300
  uint32_t entries = 0;    // of the table: of an older platform it may end before ours does
  cl_platform_id platform = nullptr;
  std::string name;
  bool patchable = false;                               // the table may be written, or be made so
  void* extensions[kFunctions - kFirstExtension] = {};  // atomic: what programs have asked for
};
constexpr uint32_t kMostVendors = 8;
extern Vendor g_vendors[kMostVendors];
extern std::atomic<uint32_t> g_vendor_count;

// The layer's target, also for objects of no vendor that we know. Null: we are no layer.
extern std::atomic<const Dispatch*> g_layer_target;

inline Vendor* VendorOf(const void* object) noexcept {
  const Dispatch* table = *static_cast<const Dispatch* const*>(object);
  const uint32_t count = g_vendor_count.load(std::memory_order_acquire);
  for (uint32_t i = 0; i < count; ++i) {
    if (g_vendors[i].table == table) return &g_vendors[i];
  }
  return nullptr;
}
// The functions to go on with. Where we are a layer because the vendor's table cannot be patched,
// those of the loader: other layers may come next, and it has functions for what the vendor lacks.
inline const Dispatch& NextOf(const Vendor& vendor) noexcept {
  const Dispatch* target =
      vendor.patchable ? nullptr : g_layer_target.load(std::memory_order_acquire);
  return target != nullptr ? *target : vendor.original;
}
// By any of a vendor's objects. The object is not null.
inline const Dispatch& NextOf(const void* object) noexcept {
  const Vendor* vendor = VendorOf(object);
  if (vendor != nullptr) return NextOf(*vendor);
  const Dispatch* target = g_layer_target.load(std::memory_order_acquire);
  return target != nullptr ? *target : **static_cast<const Dispatch* const*>(object);
}

// Whether something is an object of the same vendor as one that is known: it may be nothing at all,
// of which the vendor is not to be asked.
bool AreOfOneVendor(const void* known, const void* object) noexcept;

// Looks for vendors' libraries that were loaded since the last time. Takes the loader's lock.
void FindVendors() noexcept;
// Somebody is at it.
bool FindingVendors() noexcept;

// How much of our own stands in the tables.
enum class Patch {
  kNothing,
  kQueues,  // what queues with hidden profiling need
  kAll,
};
// One caller at a time.
void PatchTables(Patch patch) noexcept;

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_VENDORS_H_
