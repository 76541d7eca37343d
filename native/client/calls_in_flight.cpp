// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "calls_in_flight.h"

#include <time.h>

#include <new>
#include <unordered_set>

namespace rocjfr {
namespace {

// What is missing of the calls that are waited for.
struct Missing {
  uint64_t calls = 0, pieces = 0;
  bool operator==(const Missing& other) const noexcept {
    return calls == other.calls && pieces == other.pieces;
  }
};

}  // namespace

std::vector<rocjfr_call_in_flight_t> CallsInFlight() {
  struct List {
    std::vector<rocjfr_call_in_flight_t> calls;
    bool complete = true;
  } list;
  const auto status = rocjfr_each_in_flight(
      [](const rocjfr_call_in_flight_t* call, void* argument) {
        auto* to = static_cast<List*>(argument);
        try {
          to->calls.push_back(*call);
        } catch (...) {
          to->complete = false;
        }
      },
      &list);
  if (status != ROCJFR_STATUS_SUCCESS || !list.complete) throw std::bad_alloc();
  return std::move(list.calls);
}

void AwaitReports(uint32_t timeout_ms, uint32_t idle_ms) noexcept {
  const uint64_t start_ns = rocjfr_call_clock_ns();
  const timespec nap = {0, 1000000};
  try {
    const uint64_t asked = rocjfr_ask_reports();
    std::unordered_set<uint64_t> awaited;
    for (const auto& call : CallsInFlight()) awaited.insert(call.correlation_id);
    Missing before;
    for (uint32_t idle = 0; idle < idle_ms;) {
      Missing missing;
      for (const auto& call : CallsInFlight()) {
        if (awaited.count(call.correlation_id) == 0) continue;
        ++missing.calls;
        missing.pieces += call.pieces;
      }
      if (missing.calls == 0 || rocjfr_reports_to_come(asked) == 0) return;
      if (rocjfr_call_clock_ns() - start_ns >= timeout_ms * uint64_t{1000000}) return;
      idle = missing == before ? idle + 1 : 0;
      before = missing;
      nanosleep(&nap, nullptr);
    }
  } catch (...) {
    // Memory is short: then without them.
  }
}

}  // namespace rocjfr
