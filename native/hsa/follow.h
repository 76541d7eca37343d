// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Work until its end. It gets our signal in place of the program's. When the work has been
// reported, the program's signal is decremented, as the device would have done. Several pieces of
// work may share a signal.
#ifndef ROCJFR_HSA_FOLLOW_H_
#define ROCJFR_HSA_FOLLOW_H_

#include <cstdint>

#include "hsa_headers.h"

namespace rocjfr::hsa {

struct Work {
  uint32_t op;  // ROCJFR_OP_*
  uint64_t correlation_id;
  hsa_agent_t agent;  // where it runs
  int32_t node;
  uint64_t queue_id;
  uint64_t bytes;           // of copies
  const char* kernel_name;  // of dispatches; for the life of the process
};

// The signal to submit it with; that of the program where it cannot be followed.
class Followed {
 public:
  Followed(const Work& work, hsa_signal_t programs) noexcept;
  hsa_signal_t signal() const noexcept { return signal_; }
  // It has not been submitted after all: nothing is told, and the program's signal is left alone.
  void Cancel() noexcept;

 private:
  struct Piece;
  static bool OnEnd(hsa_signal_value_t value, void* piece);

  hsa_signal_t signal_;
  Piece* piece_ = nullptr;
};

// HSA ends: what is followed does not come any more.
void ForgetInFlight() noexcept;
// How many pieces of work are followed and have not ended.
uint64_t WorkInFlight() noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_FOLLOW_H_
