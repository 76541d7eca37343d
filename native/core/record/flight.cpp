// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "flight.h"

#include "core/java/control.h"
#include "core/runtime/runtime.h"
#include "losses.h"
#include "rocjfr/client.h"
#include "submissions.h"
#include "thread_state.h"

namespace rocjfr {
namespace {

std::atomic<uint64_t> g_abandoned{0};

}  // namespace

uint64_t HipInFlight() noexcept {
  // Delivered is read first: a submission counted meanwhile can only make the result larger.
  const uint64_t done = TotalDelivered() + EvictedInFlight() + g_abandoned.load();
  const uint64_t expected = TotalExpected();
  return expected > done ? expected - done : 0;
}

uint64_t InFlight() noexcept {
  return HipInFlight() + g_opencl_flight.Count();
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

uint64_t rocjfr_pieces_in_flight(void) {
  return rocjfr::InFlight() == 0 ? 0 : rocjfr::PiecesInFlight();
}

uint64_t rocjfr_abandon_in_flight(void) {
  uint64_t opencl = 0;
  if (!rocjfr::WantedByAny(ROCJFR_DOMAIN_OPENCL_OPS)) {
    opencl = rocjfr::g_opencl_flight.Abandon();
    rocjfr::CountLost(ROCJFR_DOMAIN_OPENCL_OPS, ROCJFR_LOST_IN_FLIGHT, opencl);
  }
  if (rocjfr::WantedByAny(ROCJFR_DOMAIN_HIP_OPS) || rocjfr::InFlight() == 0) return opencl;
  const rocjfr::Abandoned abandoned = rocjfr::AbandonSubmissions();
  rocjfr::g_abandoned.fetch_add(abandoned.in_flight);
  rocjfr::CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT, abandoned.pieces);
  return abandoned.pieces + opencl;
}
}
