// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Launches of graphs whose correlation ids have not retired. How many records a graph has is not
// known; but a stream's records come in order, so that all of them have come when a piece of work
// is reported that was submitted to the launch's stream after a synchronisation had waited for the
// graph.
#ifndef ROCJFR_API_ROCPROFILER_GRAPHS_H_
#define ROCJFR_API_ROCPROFILER_GRAPHS_H_

#include <atomic>
#include <cstdint>

namespace rocjfr::sdk {

constexpr uint64_t kAllStreams = UINT64_MAX;

struct GraphLaunch {
  uint64_t correlation_id;
  uint64_t begin_ns, end_ns;
  uint64_t stream;
  uint64_t waited_ns;  // when a synchronisation after it had returned; 0 not yet
};

// A full list (4096) forgets its oldest one: that one retires when its context stops.
void GraphLaunched(const GraphLaunch& launch) noexcept;
// A call that waited for a stream, or for all of them.
void Synchronized(uint64_t stream, uint64_t begin_ns, uint64_t end_ns) noexcept;
extern std::atomic<uint32_t> g_graphs;
inline bool AnyGraphs() noexcept {
  return g_graphs.load(std::memory_order_relaxed) != 0;
}
// Work is reported that a call which began then submitted to the stream: the launches that are done
// by that are taken off the list.
using GraphDone = void (*)(uint64_t correlation_id, uint64_t begin_ns, void* data);
void TakeGraphsBefore(uint64_t stream, uint64_t begin_ns, GraphDone done, void* data) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_GRAPHS_H_
