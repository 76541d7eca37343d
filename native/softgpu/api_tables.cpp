// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "api_tables.h"

#include <cstdlib>
#include <cstring>

#include "log.h"
#include "releases.h"

namespace rocjfr::softgpu {
namespace {

const Release& release() {
  const char* asked = getenv("SOFTGPU_ROCM");
  for (const Release& one : kReleases) {
    if (asked != nullptr && strcmp(one.name, asked) == 0) return one;
  }
  const Release& newest = kReleases[sizeof kReleases / sizeof kReleases[0] - 2];
  if (asked != nullptr && *asked != '\0') {
    log(LogLevel::kError, "SOFTGPU_ROCM: %s is not known, %s is taken", asked, newest.name);
  }
  return newest;
}

constexpr size_t kMostFunctions = 128;
struct Functions {
  TableVersion version;
  void* functions[kMostFunctions];
};

constexpr int kToolEvents = 6;
using ToolEvent = int (*)(const void* event);
struct Tools {
  TableVersion version;
  ToolEvent events[kToolEvents];
};

int no_tool(const void*) {
  return 0;
}
int no_sampling() {
  return 0x1000;
}

struct Tables {
  RootTable root;
  Functions core, amd, image, finalizer, pc_sampling;
  Tools tools;
};
Tables g_tables;

Functions& of(Table table) {
  switch (table) {
    case Table::k_core:
      return g_tables.core;
    case Table::k_amd:
      return g_tables.amd;
    case Table::k_image:
      return g_tables.image;
    default:
      return g_tables.finalizer;
  }
}

void put(void** place, void* value) {
  __atomic_store_n(place, value, __ATOMIC_RELEASE);
}

}  // namespace

RootTable* reset_tables() {
  const Release& as = release();
  constexpr uint32_t kCoreBytes = 1016, kFinalizerBytes = 64, kPcSamplingBytes = 72;
  Tables& tables = g_tables;
  tables.core.version = {as.major, kCoreBytes, 0, 0};
  tables.amd.version = {as.major, as.amd_bytes, as.amd_step, 0};
  tables.image.version = {as.major, as.image_bytes, as.image_step, 0};
  tables.finalizer.version = {as.major, kFinalizerBytes, 0, 0};
  tables.tools.version = {1, sizeof(Tools), 0, 0};
  for (ToolEvent& event : tables.tools.events) __atomic_store_n(&event, &no_tool, __ATOMIC_RELEASE);
  tables.pc_sampling.version = {1, kPcSamplingBytes, 0, 0};
  for (void*& function : tables.pc_sampling.functions) {
    put(&function, reinterpret_cast<void*>(&no_sampling));
  }
  size_t next[4] = {};
  for (size_t i = 0; i < kFunctionCount; ++i) {
    const Function& function = kFunctions[i];
    Functions& table = of(function.table);
    if (table.version.minor_id < function.since) continue;  // not in this release
    void** slot = &table.functions[next[static_cast<int>(function.table)]++];
    put(slot, *function.own);
    __atomic_store_n(function.slot, slot, __ATOMIC_RELEASE);
  }
  tables.root = {{as.root_major, as.root_bytes, as.root_step, 0},
                 &tables.core,
                 &tables.amd,
                 &tables.finalizer,
                 &tables.image,
                 as.root_bytes > 48 ? &tables.tools : nullptr,
                 as.root_bytes > 56 ? &tables.pc_sampling : nullptr};
  return &tables.root;
}

void tell_scratch(int event, const void* data) {
  if (g_tables.root.tools == nullptr || event < 1 || event > kToolEvents) return;
  const ToolEvent tell = __atomic_load_n(&g_tables.tools.events[event - 1], __ATOMIC_ACQUIRE);
  if (tell != nullptr) tell(data);
}

}  // namespace rocjfr::softgpu
