// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is told of work that is not reported.
#include "core/hook/reporter.h"
#include "core/record/flight.h"
#include "core/record/submissions.h"
#include "core/record/thread_state.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

struct Rows {
  rocjfr_pending_t* rows;
  uint32_t most;
  rocjfr_pending_call_t* calls;
  uint32_t most_calls;
  uint32_t count = 0, calls_count = 0;

  rocjfr_pending_t& Of(int32_t device) noexcept {
    for (uint32_t i = 0; i < count; ++i) {
      if (rows[i].device == device) return rows[i];
    }
    if (count < most) {
      rows[count] = {device, 0, 0, 0, 0};
      return rows[count++];
    }
    rows[count - 1].device = -1;
    return rows[count - 1];
  }
};

uint16_t StateOf(const InFlightCall& call) noexcept {
  switch (LastAnswerOf(call.stream, call.correlation_id)) {
    case StreamAnswer::kBusy:
      return ROCJFR_PENDING_BUSY;
    case StreamAnswer::kReady:
      return ROCJFR_PENDING_FINISHED;
    case StreamAnswer::kUnknown:
      break;
  }
  return ROCJFR_PENDING_UNASKED;
}

bool Add(const InFlightCall& call, void* argument) noexcept {
  Rows& filled = *static_cast<Rows*>(argument);
  rocjfr_pending_t& row = filled.Of(call.device);
  const uint16_t state = StateOf(call);
  (state == ROCJFR_PENDING_BUSY       ? row.busy
   : state == ROCJFR_PENDING_FINISHED ? row.finished
                                      : row.unasked) += call.pieces;
  if (filled.calls_count < filled.most_calls) {
    filled.calls[filled.calls_count++] = {call.correlation_id, call.pieces, call.device, state,
                                          static_cast<uint16_t>(call.single)};
  }
  return false;
}

}  // namespace
}  // namespace rocjfr

extern "C" {
uint64_t rocjfr_ask_reports(void) {
  return rocjfr::AskForReports();
}

void rocjfr_hold_reports(uint32_t held) {
  rocjfr::HoldReports(held != 0);
}

uint32_t rocjfr_reports_to_come(uint64_t asked) {
  return rocjfr::ReportsAreToCome(asked) ? 1 : 0;
}

uint32_t rocjfr_pending(rocjfr_pending_t* rows, uint32_t most, rocjfr_pending_call_t* calls,
                        uint32_t* count) {
  rocjfr::Rows filled = {rows, most, calls, calls == nullptr ? 0 : *count};
  if (most != 0 && rocjfr::HipInFlight() != 0) rocjfr::AnyInFlight(&rocjfr::Add, &filled);
  if (calls != nullptr) *count = filled.calls_count;
  return filled.count;
}

rocjfr_work_counts_t rocjfr_work_counts(void) {
  using namespace rocjfr;
  rocjfr_work_counts_t counts;
  // In this order: a piece that comes meanwhile is not reported before it was submitted.
  counts.given_up = GivenUp();
  counts.reported = TotalDelivered() + TotalMoreDelivered();
  counts.submitted = TotalExpected() + TotalMoreExpected();
  return counts;
}
}
