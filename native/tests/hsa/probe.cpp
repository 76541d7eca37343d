// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A tool of HSA's (HSA_TOOLS_LIB) that counts the calls of every function, and passes them on. Its
// table is laid out as the software GPU's own list says.
#include <cstdint>
#include <cstring>

namespace {

struct Version {
  uint32_t major_id, minor_id, step_id, reserved;
};
struct Table {
  Version version;
  void* functions[1];
};
struct Root {
  Version version;
  Table* core;
  Table* amd;
  Table* finalizer;
  Table* image;
};
Root* g_root = nullptr;
uint32_t g_loads = 0, g_unloads = 0;

}  // namespace

#define HSA_FUNCTION(table, name, since)                                                        \
  extern "C" {                                                                                  \
  __attribute__((visibility("hidden"))) uint64_t count_##name = 0;                              \
  __attribute__((visibility("hidden"))) void* real_##name = nullptr;                            \
  __attribute__((visibility("hidden"))) void probe_##name();                                    \
  }                                                                                             \
  asm(".pushsection .text\n.hidden probe_" #name "\n.globl probe_" #name "\n.type probe_" #name \
      ",@function\nprobe_" #name ":\n  lock incq count_" #name "(%rip)\n  jmp *real_" #name     \
      "(%rip)\n.popsection\n");
#include "tables.inc"
#undef HSA_FUNCTION

extern "C" {
__attribute__((visibility("default"))) bool OnLoad(void* root, uint64_t, uint64_t,
                                                   const char* const*) {
  g_root = static_cast<Root*>(root);
  ++g_loads;
  Table* const core = g_root->core;
  Table* const amd = g_root->amd;
  Table* const image = g_root->image;
  Table* const finalizer = g_root->finalizer;
  uint32_t next_core = 0, next_amd = 0, next_image = 0, next_finalizer = 0;
#define HSA_FUNCTION(table, name, since)             \
  if (table->version.minor_id >= since) {            \
    void*& slot = table->functions[next_##table++];  \
    real_##name = slot;                              \
    if (strcmp(#name, "hsa_shut_down") != 0) {       \
      slot = reinterpret_cast<void*>(&probe_##name); \
    }                                                \
  }
#include "tables.inc"
#undef HSA_FUNCTION
  return true;
}
__attribute__((visibility("default"))) void OnUnload() {
  ++g_unloads;
}

// How often the function was called; -1: there is none.
__attribute__((visibility("default"))) int64_t hsaprobe_calls(const char* name) {
#define HSA_FUNCTION(table, function, since)                                           \
  if (strcmp(name, #function) == 0) {                                                  \
    return static_cast<int64_t>(__atomic_load_n(&count_##function, __ATOMIC_SEQ_CST)); \
  }
#include "tables.inc"
#undef HSA_FUNCTION
  return -1;
}
__attribute__((visibility("default"))) uint32_t hsaprobe_loads(uint32_t* unloads) {
  *unloads = g_unloads;
  return g_loads;
}
// How many slots of the tables hold something else than the probe's function.
__attribute__((visibility("default"))) uint32_t hsaprobe_foreign() {
  Table* const core = g_root->core;
  Table* const amd = g_root->amd;
  Table* const image = g_root->image;
  Table* const finalizer = g_root->finalizer;
  uint32_t next_core = 0, next_amd = 0, next_image = 0, next_finalizer = 0, foreign = 0;
#define HSA_FUNCTION(table, name, since)                                                      \
  if (table->version.minor_id >= since) {                                                     \
    void* const now = table->functions[next_##table++];                                       \
    foreign +=                                                                                \
        strcmp(#name, "hsa_shut_down") != 0 && now != reinterpret_cast<void*>(&probe_##name); \
  }
#include "tables.inc"
#undef HSA_FUNCTION
  return foreign;
}
}
