// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "tables.h"

#include <cstdio>
#include <cstring>
#include <mutex>

#include "base/leaky_singleton.h"
#include "scratch.h"
#include "wanted.h"

namespace rocjfr::hsa {

std::atomic<void*> g_real[kFunctions];

namespace {

// A table: its version, then its functions.
struct Table {
  Version version;
  void* functions[1];
};
// HsaApiTable: its version, then pointers to tables in this order.
struct ApiTable {
  Version version;
  Table* core;
  Table* amd;
  Table* finalizer;
  Table* image;
  void* tools;  // from ROCm 6.1 on
};

struct Tables {
  std::mutex mutex;
  ApiTable* root = nullptr;
  Table* tables[ROCJFR_HSA_TABLES] = {};
  bool exposed[kFunctions] = {};  // ours stood in the slot: others may have kept it
  uint32_t starts = 0;
  char declined[200] = "";
  bool complained = false;  // of what was declined
};
Tables& TheTables() {
  return LeakySingleton<Tables>();
}
// As TheTables has it, for who must not wait.
std::atomic<uint32_t> g_bytes[ROCJFR_HSA_TABLES];

const char* NameOf(uint32_t table) noexcept {
  static constexpr const char* kNames[] = {"core", "amd_ext", "image_ext", "finalizer_ext"};
  return kNames[table];
}

// The table's functions can be patched; else `why` says why not.
bool Fits(uint32_t index, const Table* table, char* why, size_t bytes) noexcept {
  if (table == nullptr) {
    snprintf(why, bytes, "HSA's table %s is missing", NameOf(index));
    return false;
  }
  if (IsKnown(index, table->version)) return true;
  snprintf(why, bytes,
           "HSA's table %s (version %u, %u bytes) is from an unknown release, so HSA's calls"
           " are not traced",
           NameOf(index), table->version.major_id, table->version.minor_id);
  return false;
}

void** SlotOf(const Tables& tables, uint32_t number) noexcept {
  Table* table = tables.tables[kFunctionList[number].table];
  if (table == nullptr) return nullptr;
  const uint32_t place = PlaceOf(number, table->version.minor_id);
  return place == UINT32_MAX ? nullptr : &table->functions[place];
}

// Under the mutex.
void Patch(Tables& tables, uint32_t number, bool ours) noexcept {
  void** slot = SlotOf(tables, number);
  void* wrapper = WrapperOf(number);
  void* real = g_real[number].load(std::memory_order_relaxed);
  if (slot == nullptr || wrapper == nullptr || real == nullptr) return;
  void* const present = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
  if (!ours) {
    // What another tool has put there since stays: it goes on to ours, or to what was there before.
    if (present == wrapper) __atomic_store_n(slot, real, __ATOMIC_RELEASE);
    return;
  }
  if (present == wrapper) return;
  if (present != real) {
    if (tables.exposed[number]) return;  // it may go on to ours already
    g_real[number].store(present, std::memory_order_release);
  }
  tables.exposed[number] = true;
  __atomic_store_n(slot, wrapper, __ATOMIC_RELEASE);
}

// Under the mutex.
void PatchAll(Tables& tables) noexcept {
  if (tables.root == nullptr) return;
  for (uint32_t i = 0; i < kFunctions; ++i) Patch(tables, i, NeedsOurs(i));
}

}  // namespace

bool TakeTables(void* api_table) noexcept {
  auto* root = static_cast<ApiTable*>(api_table);
  constexpr uint32_t kLeast = offsetof(ApiTable, tools);
  if (root == nullptr || root->version.minor_id < kLeast) return false;
  Tables& tables = TheTables();
  std::lock_guard<std::mutex> lock(tables.mutex);
  if (tables.root == root) {  // told twice, as the tool of two names
    PatchAll(tables);
    return false;
  }
  ++tables.starts;
  Table* const found[ROCJFR_HSA_TABLES] = {root->core, root->amd, root->image, root->finalizer};
  for (uint32_t i = 0; i < ROCJFR_HSA_TABLES; ++i) {
    if (!Fits(i, found[i], tables.declined, sizeof(tables.declined))) {
      // Once, also where HSA tells us twice. Who asks later is answered (rocjfr_hsa).
      if (WantsAnything() && !tables.complained) {
        tables.complained = true;
        fprintf(stderr, "rocjfr: %s\n", tables.declined);
      }
      return false;
    }
  }
  tables.declined[0] = '\0';
  tables.root = root;
  for (uint32_t i = 0; i < ROCJFR_HSA_TABLES; ++i) {
    tables.tables[i] = found[i];
    g_bytes[i].store(found[i]->version.minor_id, std::memory_order_release);
  }
  for (uint32_t i = 0; i < kFunctions; ++i) {
    void** slot = SlotOf(tables, i);
    void* present = slot == nullptr ? nullptr : __atomic_load_n(slot, __ATOMIC_ACQUIRE);
    if (present != nullptr && present == WrapperOf(i)) continue;
    tables.exposed[i] = false;
    g_real[i].store(present, std::memory_order_release);
  }
  const bool has_tools = root->version.minor_id >= kLeast + sizeof(void*);
  FollowScratch(has_tools ? root->tools : nullptr);
  PatchAll(tables);
  return true;
}

// HSA puts its own functions back itself; calls that are in ours go on to what they found.
void ForgetTables() noexcept {
  Tables& tables = TheTables();
  std::lock_guard<std::mutex> lock(tables.mutex);
  if (tables.root == nullptr) return;
  for (uint32_t i = 0; i < kFunctions; ++i) Patch(tables, i, false);
  FollowScratch(nullptr);
  tables.root = nullptr;
  for (auto& table : tables.tables) table = nullptr;
}

void UpdateTables() noexcept {
  Tables& tables = TheTables();
  std::lock_guard<std::mutex> lock(tables.mutex);
  PatchAll(tables);
}

State TheState() {
  Tables& tables = TheTables();
  std::lock_guard<std::mutex> lock(tables.mutex);
  State state = {};
  state.starts = tables.starts;
  state.message = tables.declined;
  state.state = tables.root != nullptr       ? ROCJFR_HSA_READY
                : tables.declined[0] != '\0' ? ROCJFR_HSA_UNKNOWN
                                             : ROCJFR_HSA_NOT_STARTED;
  for (uint32_t i = 0; i < ROCJFR_HSA_TABLES; ++i) state.bytes[i] = BytesOf(i);
  return state;
}

uint32_t BytesOf(uint32_t table) noexcept {
  return g_bytes[table].load(std::memory_order_acquire);
}

}  // namespace rocjfr::hsa
