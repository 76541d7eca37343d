// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "roctx_tables.h"

#include <atomic>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "base/leaky_singleton.h"
#include "core_link.h"
#include "rocjfr/client.h"
#include "rocprofiler-sdk-roctx/roctx.h"
#include "thread.h"

namespace rocjfr::sdk {
namespace {

// Each table begins with its size in bytes.
struct Core {
  uint64_t size;
  decltype(&roctxMarkA) mark;
  decltype(&roctxRangePushA) push;
  decltype(&roctxRangePop) pop;
  decltype(&roctxRangeStartA) start;
  decltype(&roctxRangeStop) stop;
  decltype(&roctxGetThreadId) get_thread_id;
};
struct Control {
  uint64_t size;
  decltype(&roctxProfilerPause) pause;
  decltype(&roctxProfilerResume) resume;
};
struct Names {
  uint64_t size;
  decltype(&roctxNameOsThread) os_thread;
  decltype(&roctxNameHsaAgent) hsa_agent;
  decltype(&roctxNameHipDevice) hip_device;
  decltype(&roctxNameHipStream) hip_stream;
};

// The library's own functions.
Core g_core;
Control g_control;
Names g_names;
std::atomic<bool> g_followed{false};

uint64_t ThreadId() noexcept {
  const Thread* thread = CurrentThread();
  return thread == nullptr ? 0 : thread->id;
}

// The program gets the core's ids of started ranges, as records have them; the library its own.
constexpr size_t kMostStarted = 65536;
struct Started {
  std::mutex mutex;
  std::unordered_map<uint64_t, uint64_t> theirs;  // by the core's
};
Started& TheStarted() {
  return LeakySingleton<Started>();
}

// What it is told of first: it calls the user, who sees the levels as they are before the call.
void Mark(const char* message) {
  rocjfr_roctx_mark(message);
  g_core.mark(message);
}
int Push(const char* message) {
  rocjfr_roctx_range_push(message);
  return g_core.push(message);
}
int Pop() {
  rocjfr_roctx_range_pop();
  return g_core.pop();
}
roctx_range_id_t Start(const char* message) {
  const uint64_t id = rocjfr_roctx_range_start(message);
  const uint64_t their_id = g_core.start(message);
  Started& started = TheStarted();
  std::lock_guard<std::mutex> lock(started.mutex);
  try {
    if (started.theirs.size() < kMostStarted) started.theirs[id] = their_id;
  } catch (...) {
  }
  return id;
}
void Stop(roctx_range_id_t id) {
  rocjfr_roctx_range_stop(id);
  uint64_t their_id = id;
  {
    Started& started = TheStarted();
    std::lock_guard<std::mutex> lock(started.mutex);
    const auto found = started.theirs.find(id);
    if (found != started.theirs.end()) {
      their_id = found->second;
      started.theirs.erase(found);
    }
  }
  g_core.stop(their_id);
}
int GetThreadId(roctx_thread_id_t* thread) {
  rocjfr_roctx_tell(ROCJFR_ROCTX_GET_THREAD_ID, nullptr, ThreadId());
  return g_core.get_thread_id(thread);
}

int Pause(roctx_thread_id_t thread) {
  rocjfr_roctx_tell(ROCJFR_ROCTX_PAUSE, nullptr, thread);
  return g_control.pause(thread);
}
int Resume(roctx_thread_id_t thread) {
  rocjfr_roctx_tell(ROCJFR_ROCTX_RESUME, nullptr, thread);
  return g_control.resume(thread);
}

int NameOsThread(const char* name) {
  rocjfr_roctx_tell(ROCJFR_ROCTX_NAME_OS_THREAD, name, ThreadId());
  return g_names.os_thread(name);
}
int NameHsaAgent(const char* name, const struct hsa_agent_s* agent) {
  rocjfr_roctx_tell(ROCJFR_ROCTX_NAME_HSA_AGENT, name, reinterpret_cast<uint64_t>(agent));
  return g_names.hsa_agent(name, agent);
}
int NameHipDevice(const char* name, int device) {
  rocjfr_roctx_tell(ROCJFR_ROCTX_NAME_HIP_DEVICE, name, static_cast<uint64_t>(device));
  return g_names.hip_device(name, device);
}
int NameHipStream(const char* name, const struct ihipStream_t* stream) {
  rocjfr_roctx_tell(ROCJFR_ROCTX_NAME_HIP_STREAM, name, reinterpret_cast<uint64_t>(stream));
  return g_names.hip_stream(name, stream);
}

// Keeps a table's functions and puts ours there. A shorter one is of a release that is not known.
template <typename Table>
void Replace(void* place, Table* kept, const Table& ours) noexcept {
  auto* table = static_cast<Table*>(place);
  if (table == nullptr || table->size < sizeof(Table)) return;
  *kept = *table;
  const uint64_t size = table->size;
  *table = ours;
  table->size = size;
}

}  // namespace

void FollowRoctxTables(void** tables, uint64_t count) noexcept {
  if (g_followed.exchange(true)) {
    return TellProblem(
        "a second librocprofiler-sdk-roctx has registered its functions. Its markers are not"
        " recorded");
  }
  if (ConnectCore() != nullptr) return;  // that has been said
  if (count > 0) {
    Replace(tables[0], &g_core, {0, &Mark, &Push, &Pop, &Start, &Stop, &GetThreadId});
  }
  if (count > 1) Replace(tables[1], &g_control, {0, &Pause, &Resume});
  if (count > 2) {
    Replace(tables[2], &g_names, {0, &NameOsThread, &NameHsaAgent, &NameHipDevice, &NameHipStream});
  }
}

bool RoctxTablesFollowed() noexcept {
  return g_followed.load();
}

}  // namespace rocjfr::sdk
