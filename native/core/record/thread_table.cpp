// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "thread_table.h"

#include <sched.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "base/leaky_singleton.h"
#include "core/java/control.h"

namespace rocjfr {
namespace {

constexpr uint32_t kPlaces = 65536;  // 16 bits of a ref

struct Entry {
  std::atomic<uint32_t> ref{0};
  std::atomic<uint32_t> holders{0};
  std::atomic<int64_t> java_thread_id{-1};  // as in `info`, for those without the lock
  rocjfr_thread_info_t info;
  void* weak = nullptr;
};

std::atomic<uint32_t> g_last_ref{0};

// Chunks, so that a process with few threads does not pay for 65536. Never destroyed.
constexpr uint32_t kChunk = 1024;
struct Table {
  std::mutex mutex;
  uint64_t next = 1;  // place 0 of generation 0 would be ref 0
  std::unique_ptr<Entry[]> chunks[kPlaces / kChunk];
  std::vector<void*> undropped;  // references that those who replaced them could not give back
};
Table& TheTable() {
  return LeakySingleton<Table>();
}

Entry* Find(Table& table, uint32_t ref) {
  const uint32_t place = ref & (kPlaces - 1);
  auto& chunk = table.chunks[place / kChunk];
  if (ref == 0 || chunk == nullptr ||
      chunk[place % kChunk].ref.load(std::memory_order_relaxed) != ref) {
    return nullptr;
  }
  return &chunk[place % kChunk];
}

// For a thread that the JVM did not name: takes the data of another ref of the same thread. The
// thread got that ref a little before or later, when the JVM could be asked. It works in small
// steps, because threads that must not wait for the lock get no ref.
void TakeName(Table& table, uint32_t ref, rocjfr_thread_info_t* info) noexcept {
  constexpr uint32_t kFarthest = 1024, kStep = 16;
  for (uint32_t begin = 1; begin <= kFarthest; begin += kStep) {
    std::lock_guard<std::mutex> lock(table.mutex);
    for (uint32_t i = begin; i < begin + kStep; ++i) {
      for (const uint32_t near : {(ref + i) & 0xFFFFFF, (ref - i) & 0xFFFFFF}) {
        const Entry* other = Find(table, near);
        if (other == nullptr || other->info.named == 0) continue;
        if (other->info.java_thread_id != info->java_thread_id) continue;
        memcpy(info->name, other->info.name, sizeof(info->name));
        info->named = 1;
        info->object_ref = near;
        return;
      }
    }
  }
}

// Under the lock.
void Keep(Table& table, void* weak) noexcept {
  try {
    table.undropped.push_back(weak);
  } catch (...) {
  }
}

// Under the lock. The next place that nobody holds, and its ref; null: no memory, or there is none.
Entry* NextPlace(Table& table, uint32_t* ref) noexcept {
  for (uint32_t tries = 0; tries < kPlaces; ++tries) {
    *ref = static_cast<uint32_t>(table.next) & 0xFFFFFF;
    const uint32_t place = *ref & (kPlaces - 1);
    auto& chunk = table.chunks[place / kChunk];
    if (chunk == nullptr) chunk.reset(new (std::nothrow) Entry[kChunk]);
    if (chunk == nullptr) return nullptr;
    ++table.next;
    if ((table.next & 0xFFFFFF) == 0) ++table.next;
    Entry& entry = chunk[place % kChunk];
    if (entry.holders.load(std::memory_order_acquire) == 0) return &entry;
  }
  return nullptr;
}

// Under the lock. What nobody needs any more is in *old_weak then.
uint32_t Place(Table& table, uint32_t os_thread_id, const JavaThread& java, bool attached,
               void** old_weak) noexcept {
  uint32_t ref = 0;
  Entry* entry = NextPlace(table, &ref);
  if (entry == nullptr) {
    *old_weak = java.weak;
    return 0;
  }
  *old_weak = entry->weak;
  entry->info.os_thread_id = os_thread_id;
  entry->info.attached = attached ? 1 : 0;
  entry->info.java_thread_id = attached ? java.id : -1;
  memcpy(entry->info.name, java.name, sizeof(entry->info.name));
  entry->info.named = java.named ? 1 : 0;
  entry->weak = java.weak;
  entry->java_thread_id.store(entry->info.java_thread_id, std::memory_order_relaxed);
  entry->ref.store(ref, std::memory_order_release);
  g_last_ref.store(ref, std::memory_order_relaxed);
  return ref;
}

// Of a ref that was given to the calling thread, whose chunk it can see.
Entry& EntryOf(uint32_t ref) noexcept {
  const uint32_t place = ref & (kPlaces - 1);
  return TheTable().chunks[place / kChunk][place % kChunk];
}

}  // namespace

uint32_t AddThread(uint32_t os_thread_id, const JavaThread& java, bool attached) noexcept {
  Table& table = TheTable();
  void* old_weak = nullptr;
  uint32_t ref = 0;
  {
    std::lock_guard<std::mutex> lock(table.mutex);
    ref = Place(table, os_thread_id, java, attached, &old_weak);
    if (old_weak == nullptr && attached && !table.undropped.empty()) {
      old_weak = table.undropped.back();
      table.undropped.pop_back();
    }
  }
  if (!DropJavaThread(old_weak)) {
    std::lock_guard<std::mutex> lock(table.mutex);
    Keep(table, old_weak);
  }
  return ref;
}

uint32_t TryAddThread(uint32_t os_thread_id, const JavaThread& java, bool attached) noexcept {
  Table& table = TheTable();
  // Who has it needs it for a moment, unless it waits in the JVM.
  constexpr int kTries = 16;
  std::unique_lock<std::mutex> lock(table.mutex, std::try_to_lock);
  for (int i = 1; i < kTries && !lock.owns_lock(); ++i) {
    sched_yield();
    lock.try_lock();
  }
  if (!lock.owns_lock()) return 0;
  void* old_weak = nullptr;
  const uint32_t ref = Place(table, os_thread_id, java, attached, &old_weak);
  if (old_weak != nullptr) Keep(table, old_weak);
  return ref;
}

uint32_t RefAge(uint32_t ref) noexcept {
  return (g_last_ref.load(std::memory_order_relaxed) - ref) & 0xFFFFFF;
}

bool IsRefOf(uint32_t ref, int64_t java_thread_id) noexcept {
  const Entry& entry = EntryOf(ref);
  return entry.ref.load(std::memory_order_acquire) == ref &&
         entry.java_thread_id.load(std::memory_order_relaxed) == java_thread_id;
}

HeldRef& HeldRef::operator=(uint32_t ref) noexcept {
  if (ref == ref_) return *this;
  if (ref != 0) EntryOf(ref).holders.fetch_add(1, std::memory_order_relaxed);
  if (ref_ != 0) EntryOf(ref_).holders.fetch_sub(1, std::memory_order_release);
  ref_ = ref;
  return *this;
}

}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_thread(uint32_t ref, rocjfr_thread_info_t* info) {
  if (info == nullptr) return ROCJFR_STATUS_INVALID_ARGUMENT;
  rocjfr::Table& table = rocjfr::TheTable();
  {
    std::lock_guard<std::mutex> lock(table.mutex);
    const rocjfr::Entry* entry = rocjfr::Find(table, ref);
    if (entry == nullptr) return ROCJFR_STATUS_NOT_FOUND;
    *info = entry->info;
  }
  info->object_ref = ref;
  if (info->named == 0 && info->java_thread_id >= 0) rocjfr::TakeName(table, ref, info);
  return ROCJFR_STATUS_SUCCESS;
}

void* rocjfr_thread_object(void* jni_env, uint32_t ref) {
  rocjfr::Table& table = rocjfr::TheTable();
  std::lock_guard<std::mutex> lock(table.mutex);
  const rocjfr::Entry* entry = rocjfr::Find(table, ref);
  return entry == nullptr ? nullptr : rocjfr::LocalJavaThread(jni_env, entry->weak);
}
}
