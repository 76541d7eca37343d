// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "flight.h"

#include "core/java/control.h"
#include "core/runtime/runtime.h"
#include "losses.h"
#include "rocjfr/client.h"
#include "thread_state.h"

namespace rocjfr {
namespace {

std::atomic<uint64_t> g_abandoned{0}, g_given_up{0};

}  // namespace

uint64_t LoseInFlight(bool (*which)(const InFlightCall& call, void* argument),
                      void* argument) noexcept {
  const Abandoned abandoned = AbandonSubmissions(which, argument);
  g_abandoned.fetch_add(abandoned.in_flight);
  CountGivenUp(abandoned.pieces);
  CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT, abandoned.pieces);
  return abandoned.pieces;
}

void CountGivenUp(uint64_t pieces) noexcept {
  g_given_up.fetch_add(pieces);
}

uint64_t GivenUp() noexcept {
  return g_given_up.load() + EvictedPieces();
}

uint64_t HipInFlight() noexcept {
  // Delivered is read first: a submission counted meanwhile can only make the result larger.
  const uint64_t done = TotalDelivered() + EvictedInFlight() + g_abandoned.load();
  const uint64_t expected = TotalExpected();
  return expected > done ? expected - done : 0;
}

uint64_t InFlight() noexcept {
  return HipInFlight() + g_opencl_flight.Count();
}

uint64_t AbandonUnless(bool (*wanted)(uint32_t domain)) noexcept {
  uint64_t opencl = 0;
  if (!wanted(ROCJFR_DOMAIN_OPENCL_OPS)) {
    opencl = g_opencl_flight.Abandon();
    CountLost(ROCJFR_DOMAIN_OPENCL_OPS, ROCJFR_LOST_IN_FLIGHT, opencl);
  }
  if (wanted(ROCJFR_DOMAIN_HIP_OPS) || HipInFlight() == 0) return opencl;
  return LoseInFlight(nullptr, nullptr) + opencl;
}

bool RuntimeHasPending() noexcept {
  if (g_opencl_flight.Count() != 0) return true;
  const Runtime* runtime = TheRuntime();
  return runtime == nullptr || runtime->pending == nullptr || runtime->pending() > 0;
}

Flight g_opencl_flight;

}  // namespace rocjfr

extern "C" {
uint64_t rocjfr_in_flight(void) {
  return rocjfr::InFlight();
}

uint64_t rocjfr_hip_in_flight(void) {
  return rocjfr::HipInFlight();
}

rocjfr_status_t rocjfr_each_in_flight(void (*visit)(const rocjfr_call_in_flight_t*, void*),
                                      void* argument) {
  using namespace rocjfr;
  struct Visitor {
    void (*visit)(const rocjfr_call_in_flight_t*, void*);
    void* argument;
    void Tell(uint64_t correlation_id, uint64_t pieces, bool copies) const {
      const rocjfr_call_in_flight_t call = {
          correlation_id, pieces, uint32_t{copies ? ROCJFR_OP_COPY : ROCJFR_OP_DISPATCH}, 0};
      visit(&call, argument);
    }
  } visitor{visit, argument};
  if (HipInFlight() != 0) {
    AnyInFlight(
        [](const InFlightCall& call, void* to) {
          static_cast<const Visitor*>(to)->Tell(call.correlation_id, call.pieces, call.copies);
          return false;
        },
        &visitor);
  }
  // After those that are in flight: what stopped to be so meanwhile is here, or was told.
  try {
    for (const uint64_t key : BeingTold()) {
      rocjfr_submit_t submit;
      if (!LookUpSubmission(key, &submit)) continue;
      visitor.Tell(submit.submit_correlation_id, 0, submit.submit_copy != ROCJFR_COPY_NONE);
    }
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}

uint64_t rocjfr_abandon_in_flight(void) {
  return rocjfr::AbandonUnless(&rocjfr::WantedByAny);
}
}
