// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Guards for calls of HIP that we make on a thread of the program's, as the reporter makes them on
// its own: they leave no record, and end no capture.
#ifndef ROCJFR_CORE_RECORD_REPORTER_CALLS_H_
#define ROCJFR_CORE_RECORD_REPORTER_CALLS_H_

#include "core/runtime/runtime.h"
#include "thread_state.h"

namespace rocjfr {

// The calls are ours, as the reporter's are.
class AsReporter {
 public:
  explicit AsReporter(ThreadState& thread) noexcept : thread_(thread) {
    thread_.asks = thread_.reporter = true;
  }
  ~AsReporter() { thread_.asks = thread_.reporter = false; }
  AsReporter(const AsReporter&) = delete;
  AsReporter& operator=(const AsReporter&) = delete;

 private:
  ThreadState& thread_;
};

// A query of its own in another mode would invalidate the program's captures.
class RelaxedCaptures {
 public:
  explicit RelaxedCaptures(const Runtime& runtime)
      : runtime_(runtime), relaxed_(runtime.exchange_capture_mode(&mode_) == 0) {}
  ~RelaxedCaptures() {
    if (relaxed_) runtime_.exchange_capture_mode(&mode_);
  }
  RelaxedCaptures(const RelaxedCaptures&) = delete;
  RelaxedCaptures& operator=(const RelaxedCaptures&) = delete;
  bool AreSo() const noexcept { return relaxed_; }

 private:
  const Runtime& runtime_;
  int mode_ = 2;  // hipStreamCaptureModeRelaxed
  const bool relaxed_;
};

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_REPORTER_CALLS_H_
