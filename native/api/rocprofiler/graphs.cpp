// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "graphs.h"

#include <deque>
#include <mutex>
#include <vector>

#include "base/never_destroyed.h"

namespace rocjfr::sdk {
namespace {

constexpr size_t kMost = 4096;

struct Graphs {
  std::mutex mutex;
  std::deque<GraphLaunch> launches;
};
Graphs& TheGraphs() {
  return NeverDestroyed<Graphs>();
}

// With the mutex.
void Count(const Graphs& graphs) noexcept {
  g_graphs.store(static_cast<uint32_t>(graphs.launches.size()), std::memory_order_relaxed);
}

}  // namespace

std::atomic<uint32_t> g_graphs{0};

void GraphLaunched(const GraphLaunch& launch) noexcept {
  Graphs& graphs = TheGraphs();
  std::lock_guard<std::mutex> lock(graphs.mutex);
  try {
    if (graphs.launches.size() == kMost) graphs.launches.pop_front();
    graphs.launches.push_back(launch);
  } catch (...) {
  }
  Count(graphs);
}

void Synchronized(uint64_t stream, uint64_t begin_ns, uint64_t end_ns) noexcept {
  if (!AnyGraphs()) return;
  Graphs& graphs = TheGraphs();
  std::lock_guard<std::mutex> lock(graphs.mutex);
  for (GraphLaunch& launch : graphs.launches) {
    if (launch.waited_ns != 0 || launch.end_ns > begin_ns) continue;
    if (stream == kAllStreams || stream == launch.stream) launch.waited_ns = end_ns;
  }
}

void TakeGraphsBefore(uint64_t stream, uint64_t begin_ns, GraphDone done, void* data) noexcept {
  std::vector<GraphLaunch> taken;
  {
    Graphs& graphs = TheGraphs();
    std::lock_guard<std::mutex> lock(graphs.mutex);
    try {
      for (auto launch = graphs.launches.begin(); launch != graphs.launches.end();) {
        if (launch->waited_ns == 0 || launch->waited_ns > begin_ns || launch->stream != stream) {
          ++launch;
          continue;
        }
        taken.push_back(*launch);
        launch = graphs.launches.erase(launch);
      }
    } catch (...) {
    }
    Count(graphs);
  }
  for (const GraphLaunch& launch : taken) done(launch.correlation_id, launch.begin_ns, data);
}

}  // namespace rocjfr::sdk
