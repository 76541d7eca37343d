// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "streams.h"

#include <iterator>
#include <mutex>
#include <unordered_map>

#include "base/leaky_singleton.h"

namespace rocjfr {
namespace {

// Streams that are never destroyed but no longer used would pile up: beyond this, all are forgotten
// and numbered anew.
constexpr size_t kMaxStreams = 65536;

struct Table {
  std::mutex mutex;
  std::unordered_map<uint64_t, StreamInfo> streams;
  std::unordered_map<int32_t, uint64_t> handles;  // by number
  int32_t next = 1;

  void Add(uint64_t handle, const StreamInfo& info) {
    handles.emplace(info.number, handle);
    try {
      streams.emplace(handle, info);
    } catch (...) {
      handles.erase(info.number);
      throw;
    }
  }
  std::unordered_map<uint64_t, StreamInfo>::iterator Remove(
      std::unordered_map<uint64_t, StreamInfo>::iterator stream) noexcept {
    handles.erase(stream->second.number);
    return streams.erase(stream);
  }
};
Table& TheTable() {
  return LeakySingleton<Table>();
}

}  // namespace

std::atomic<uint32_t> g_stream_epoch{1};

namespace {
// By number, of which some share a place.
constexpr uint32_t kEnded = 4096;
std::atomic<int32_t> g_ended[kEnded];

void NoteEnd(int32_t number) noexcept {
  g_ended[static_cast<uint32_t>(number) % kEnded].store(number, std::memory_order_relaxed);
}
}  // namespace

bool IsEnded(int32_t number) noexcept {
  return number > 0 &&
         g_ended[static_cast<uint32_t>(number) % kEnded].load(std::memory_order_relaxed) == number;
}

StreamInfo LookUpStream(uint64_t handle, int (*device_of)(void* stream)) noexcept {
  // Asked outside the lock: it is the runtime's code.
  const int32_t device = device_of == nullptr ? -1 : device_of(reinterpret_cast<void*>(handle));
  try {
    Table& table = TheTable();
    std::lock_guard<std::mutex> lock(table.mutex);
    const auto known = table.streams.find(handle);
    if (known != table.streams.end()) return known->second;
    if (table.streams.size() >= kMaxStreams) {
      table.streams.clear();
      table.handles.clear();
      g_stream_epoch.fetch_add(1, std::memory_order_release);
    }
    const StreamInfo info{table.next++, device};
    table.Add(handle, info);
    return info;
  } catch (...) {
    return {kNoStream, device};
  }
}

uint64_t HandleOfStream(int32_t number, int32_t* device) noexcept {
  Table& table = TheTable();
  std::lock_guard<std::mutex> lock(table.mutex);
  const auto known = table.handles.find(number);
  if (known == table.handles.end()) return 0;
  const auto stream = table.streams.find(known->second);
  if (device != nullptr && stream != table.streams.end()) *device = stream->second.device;
  return known->second;
}

std::vector<int32_t> KnownStreams() {
  Table& table = TheTable();
  std::vector<int32_t> streams;
  std::lock_guard<std::mutex> lock(table.mutex);
  streams.reserve(table.handles.size());
  for (const auto& stream : table.handles) streams.push_back(stream.first);
  return streams;
}

int32_t NewStreamNumber() noexcept {
  Table& table = TheTable();
  std::lock_guard<std::mutex> lock(table.mutex);
  return table.next++;
}

void ForgetStream(uint64_t handle) noexcept {
  Table& table = TheTable();
  std::lock_guard<std::mutex> lock(table.mutex);
  const auto known = table.streams.find(handle);
  if (known != table.streams.end()) {
    NoteEnd(known->second.number);
    table.Remove(known);
  }
  g_stream_epoch.fetch_add(1, std::memory_order_release);
}

void ForgetStreamsOf(int32_t device) noexcept {
  Table& table = TheTable();
  std::lock_guard<std::mutex> lock(table.mutex);
  for (auto stream = table.streams.begin(); stream != table.streams.end();) {
    const int32_t its = stream->second.device;
    const bool gone = device < 0 || its < 0 || its == device;
    if (its >= 0 && its == device) NoteEnd(stream->second.number);
    stream = gone ? table.Remove(stream) : std::next(stream);
  }
  g_stream_epoch.fetch_add(1, std::memory_order_release);
}

void ForgetStreams() noexcept {
  ForgetStreamsOf(-1);
}

}  // namespace rocjfr
