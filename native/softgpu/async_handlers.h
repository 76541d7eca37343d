// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// hsa_amd_signal_async_handler: one thread that calls functions when signals reach values.

#ifndef ROCJFR_SOFTGPU_ASYNC_HANDLERS_H_
#define ROCJFR_SOFTGPU_ASYNC_HANDLERS_H_

#include <deque>
#include <memory>

#include "device_signal.h"
#include "hsa_compat.h"
#include "lifecycle.h"
#include "parker.h"

namespace rocjfr::softgpu {

class AsyncHandlers {
 public:
  static AsyncHandlers& instance();

  /// The function is called, on the one thread for all handlers and with no lock held, when the
  /// condition holds; again when it returns true; never again when the signal is destroyed.
  void add(Signal* signal, uint32_t condition, int64_t compare, hsa_amd_signal_handler function,
           void* argument);

 private:
  class Handler;

  AsyncHandlers() = default;
  void enqueue(std::shared_ptr<Handler> handler);
  std::shared_ptr<Handler> next();
  void run();

  ForkSafeMutex mutex_;
  std::deque<std::shared_ptr<Handler>> ready_;  // guarded by mutex_
  bool started_ = false;                        // guarded by mutex_
  Parker parker_;
};

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_ASYNC_HANDLERS_H_
